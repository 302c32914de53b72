"""What `python run.py COMMAND` does: one module for each command, standard library only.

``normal_form``, ``execute`` and ``static_pages`` are the exceptions: they run inside the environment.
"""

import importlib
import os
import sys

from . import environment, messages

COMMANDS = ("lab", "present", "export", "test", "refresh", "bench", "grade")
HELP = {"-h", "--help"}


def run(arguments):
    """Run one command and return the exit code."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))
        getattr(sys, name).reconfigure(encoding="utf-8", errors="replace")
    os.environ["PYTHONIOENCODING"] = "utf-8"  # for everything that is started from here
    try:
        return _answer(*arguments)
    except messages.Stop as stop:
        print(f"\n{stop}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        messages.say("interrupted", command=arguments[0])
        return 130
    except BrokenPipeError:  # whoever read along has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        print("\n" + _refusal(error), file=sys.stderr)
        return 2


def _answer(command="--help", *rest):
    if command in {*HELP, "help"} or not HELP.isdisjoint(rest):
        messages.say("usage")
        return 0
    if command not in COMMANDS:
        messages.say("usage.unknown", command=command)
        messages.say("usage")
        return 2
    try:
        return importlib.import_module(f"commands.{command}").main(list(rest))
    except SystemExit as wrong:  # argparse has said in English what does not fit
        messages.say("usage.arguments", command=command)
        messages.say("usage")
        return wrong.code


def _refusal(error):
    """Return what to say where the system refused something."""
    if isinstance(error, PermissionError) and not os.access(environment.ROOT, os.W_OK):
        return messages.text("read_only", folder=environment.ROOT)
    return messages.text("os_error", error=error)
