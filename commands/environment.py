"""Find or make the Python environment that a command needs.

An activated environment that has everything (conda, `uv run`) is used as it is. Otherwise the project
has its own in .venv.
"""

import os
import sys
import tempfile
from pathlib import Path

from .dot_venv import Venv, in_use, requirements
from .messages import say
from .satisfied import missing

ROOT = Path(__file__).resolve().parent.parent

# The matrices of the lectures are small: a second thread that has to be waited for costs more than it
# brings, ten times as much where other programs want the processor too (measured in Lab 4).
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def prepare(groups=()):
    """Return the path of a Python that has what a reader needs and the named dependency groups."""
    make_sure_of_a_home()
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


def make_sure_of_a_home():
    """Where the home folder cannot be written, let Jupyter and matplotlib keep their files elsewhere."""
    if os.name == "nt":
        return
    home = Path(os.path.expanduser("~"))
    if _writable(home):
        return
    own = ROOT / "my_notebooks" / ".home"
    new = own if _writable(own) else Path(tempfile.mkdtemp())
    new.mkdir(parents=True, exist_ok=True)
    os.environ["HOME"] = str(new)
    say("env.home", old=home, new=new)


def _writable(folder):
    """Say whether a folder can be written, or made."""
    there = next((path for path in [folder, *folder.parents] if path.exists()), folder)
    return os.access(there, os.W_OK)


def variables():
    """Return the variables of a process that computes: it finds ``helpers`` and takes one thread.

    A number of threads that the user has set stays.
    """
    python_path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return ONE_THREAD | os.environ | {"PYTHONPATH": python_path}


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
