"""Runs inside the environment: execute notebooks as a reader would, and write their normal form."""

import os
import sys
import time
from pathlib import Path

import nbformat
import zmq
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from traitlets.config import Config

from .environment import ROOT, variables
from .messages import say
from .normal_form import normal_form

CELL_SECONDS = 120
# What nbformat raises for a file that is no notebook, and the system for one that it refuses.
UNREADABLE = (OSError, ValueError, TypeError, AttributeError, nbformat.ValidationError)
# Kernels of today warn about each connection that is not encrypted.
QUIET = Config(KernelManager={"transport_encryption": "auto"} if zmq.has("curve") else {})


def execute(path):
    """Execute one notebook in its folder and write it in normal form; an error leaves it untouched."""
    notebook = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)
    # Not store_widget_state=False, which hangs: the normal form drops the state.
    client = NotebookClient(
        notebook,
        timeout=CELL_SECONDS,
        kernel_name="python3",
        allow_errors=False,
        record_timing=False,
        resources={"metadata": {"path": str(path.parent)}},
        config=QUIET,
    )
    client.execute()
    path.write_bytes(normal_form(notebook).encode("utf-8"))


def main(names):
    os.environ.update(variables())  # for the kernels
    failed = 0
    for path in map(Path, names):
        name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        started = time.monotonic()
        try:
            execute(path)
        except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
            failed += 1
            say("refresh.failed", name=name)
            print(error)
        except UNREADABLE as error:
            failed += 1
            why = " ".join(str(error).split())[:200]
            say("refresh.unreadable", name=name, error=f"{type(error).__name__}: {why}")
        else:
            say("refresh.done", name=name, seconds=f"{time.monotonic() - started:.1f}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
