"""What `python run.py COMMAND` does: one module for each command, standard library only.

``normal_form``, ``execute`` and ``static_pages`` are the exceptions: they run inside the environment.
"""

import importlib
import os
import sys

from . import messages

COMMANDS = ("lab", "present", "export", "test", "refresh", "bench", "grade")


def run(arguments):
    """Run one command and return the exit code."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")
    os.environ["PYTHONIOENCODING"] = "utf-8"  # for everything that is started from here
    # The matrices of the lectures are small: on a busy machine two threads wait ten times longer.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        messages.say("usage")
        return 0
    command, *rest = arguments
    if command not in COMMANDS:
        messages.say("usage.unknown", command=command)
        messages.say("usage")
        return 2
    try:
        return importlib.import_module(f"commands.{command}").main(rest)
    except messages.Stop as stop:
        print(f"\n{stop}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        messages.say("interrupted", command=command)
        return 130
    except OSError as error:
        print("\n" + messages.text("os_error", error=error), file=sys.stderr)
        return 2
