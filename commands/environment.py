"""Find or make the Python environment that a command needs.

An activated environment that has everything (conda, `uv run`) is used as it is. Otherwise the project
has its own in .venv.
"""

import sys
from pathlib import Path

from .dot_venv import Venv, in_use, requirements
from .messages import say
from .satisfied import missing

ROOT = Path(__file__).resolve().parent.parent

# The matrices of the lectures are small: a second thread that has to be waited for costs more than it
# brings, ten times as much where other programs want the processor too (measured in Lab 4).
BLAS_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def prepare(groups=()):
    """Return the path of a Python that has what a reader needs and the named dependency groups."""
    own = Venv(ROOT)
    if _activated() and not in_use(own.path):
        lacking = missing(requirements(groups, ROOT))
        if not lacking:
            say("env.active", path=sys.prefix)
            return sys.executable
        if not own.path.exists():
            say("env.active_lacks", missing=", ".join(lacking))
    own.prepare(groups)
    return str(own.python)


def mend(python):
    """After a failed start: if .venv is the culprit, delete it and say so, and return True."""
    own = Venv(ROOT)
    if str(own.python) != python or not (own.why_broken() or own.import_error()):
        return False
    own.remove("env.broken_imports")
    return True


def _activated():
    """Say whether the running Python is a virtual or conda environment."""
    return sys.prefix != sys.base_prefix or (Path(sys.prefix) / "conda-meta").is_dir()
