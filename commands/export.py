"""run.py export [--to html|slides] [--hide-code] [--into FOLDER] [NAME ...]: pages that need no network."""

import argparse
import subprocess
from pathlib import Path

from . import environment, working_copy
from .lab import ORIGINALS

FOLDER = environment.ROOT / "export"


def main(arguments):
    parser = argparse.ArgumentParser(prog="run.py export", allow_abbrev=False)
    parser.add_argument("--to", choices=("html", "slides"), default="html")
    parser.add_argument("--hide-code", action="store_true")
    parser.add_argument("--into", type=Path, default=FOLDER)
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args(arguments)
    names = [working_copy.find(name, ORIGINALS) for name in options.names]
    python = environment.prepare(["present"])
    command = [
        *(python, "-m", "commands.static_pages", "--to", options.to),
        *("--from", str(ORIGINALS), "--into", str(options.into.resolve())),
        *(["--hide-code"] if options.hide_code else []),
        *(names or working_copy.notebooks(ORIGINALS)),
    ]
    return subprocess.call(command, cwd=environment.ROOT)
