"""run.py refresh [NOTEBOOK ...]: execute notebooks, all without arguments, and normalise them for git."""

import subprocess
from pathlib import Path

from . import environment
from .messages import Stop


def main(arguments):
    notebooks = [Path(name).resolve() for name in arguments] or all_notebooks()
    for path in notebooks:
        if not path.is_file():
            raise Stop("refresh.no_such_file", name=path)
    python = environment.prepare()
    command = [python, "-m", "commands.execute", *map(str, notebooks)]
    return subprocess.call(command, cwd=environment.ROOT)


def all_notebooks():
    """Return the paths of the tracked notebooks."""
    found = sorted((environment.ROOT / "notebooks").rglob("*.ipynb"))
    return [path for path in found if ".ipynb_checkpoints" not in path.parts]
