"""run.py refresh [NOTEBOOK ...]: execute notebooks, all without arguments, and normalise them for git."""

import subprocess
from pathlib import Path

from . import environment, working_copy
from .lab import ORIGINALS


def main(arguments):
    notebooks = [_path(name) for name in arguments] or all_notebooks()
    python = environment.prepare()
    command = [python, "-m", "commands.execute", *map(str, notebooks)]
    return subprocess.call(command, cwd=environment.ROOT)


def _path(name):
    """Return the file that is meant: any file, or one of the series by a part of its name."""
    if Path(name).is_file():
        return Path(name).resolve()
    return ORIGINALS / working_copy.find(name, ORIGINALS)


def all_notebooks():
    """Return the paths of the tracked notebooks."""
    return [ORIGINALS / name for name in working_copy.notebooks(ORIGINALS)]
