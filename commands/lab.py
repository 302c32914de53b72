"""run.py lab [NAME] [--edit] [--restore NAME] [JupyterLab arguments]"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import PurePosixPath
from urllib.parse import quote

from . import environment, working_copy
from .messages import say

START = "00_start_here.ipynb"
ORIGINALS = environment.ROOT / "notebooks"
COPIES = environment.ROOT / "my_notebooks"
SETTINGS = environment.ROOT / "commands" / "jupyter"
# Arguments of JupyterLab that take no value: what follows them may be the name of a notebook.
FLAGS = {"--no-browser", "-y", "--debug", "--allow-root"}


def main(arguments):
    options, rest = parse(arguments)
    name, for_jupyter = named(rest)
    return start(options, for_jupyter, notebook(name, options.edit))


def start(options, for_jupyter, first=START, groups=(), settings=()):
    """Open JupyterLab on the first notebook.

    Parameters
    ----------
    options, for_jupyter : what ``parse`` returns.
    first : the notebook to open.
    groups : dependency groups that are wanted besides what a reader needs.
    settings : more folders of settings; they come before those of the series.
    """
    if options.edit:
        folder, first = environment.ROOT, f"notebooks/{first}"
    else:
        folder = COPIES
        for name in options.restore:
            first, kept = working_copy.restore(name, ORIGINALS, COPIES)
            say("lab.restored" if kept else "lab.nothing_to_restore", name=first, kept=kept)
        report = working_copy.update(ORIGINALS, COPIES)
        tell(report)
    python = environment.prepare(groups)
    if options.edit or report.brought:
        trust(python, ORIGINALS if options.edit else COPIES)
    say("lab.open")
    started = time.monotonic()
    code = serve(command(python, folder, first, for_jupyter), folder, settings)
    if code > 0 and time.monotonic() - started < 15 and environment.mend(python):
        code = serve(command(environment.prepare(groups), folder, first, for_jupyter), folder, settings)
    return code


def parse(arguments):
    """Return our own options and everything else, which is JupyterLab's."""
    parser = argparse.ArgumentParser(prog="run.py lab", add_help=False, allow_abbrev=False)
    parser.add_argument("--edit", action="store_true")
    parser.add_argument("--restore", action="append", default=[], metavar="NAME")
    return parser.parse_known_args(arguments)


def named(arguments):
    """Return the notebook that is named among JupyterLab's arguments, None if there is none, and the rest."""
    for k, argument in enumerate(arguments):
        option = arguments[k - 1] if k else ""
        value = option.startswith("-") and "=" not in option and option not in FLAGS
        if not argument.startswith("-") and not value:
            return argument, arguments[:k] + arguments[k + 1 :]
    return None, arguments


def notebook(name, edit=False):
    """Return the path of the named notebook below the folder that is opened; a student may have others."""
    if name is None:
        return START
    mine = PurePosixPath(name.replace("\\", "/"))
    mine = mine.relative_to("my_notebooks") if mine.parts[:1] == ("my_notebooks",) else mine
    for file in [] if edit else [mine, f"{mine}.ipynb"]:
        path = COPIES / file
        if path.is_file() and path.resolve().is_relative_to(COPIES.resolve()):
            return str(file)
    return working_copy.find(name, ORIGINALS)


def tell(report):
    """Say what the update of the working copy did, one line each."""
    if report.brought:
        say("lab.brought", count=len(report.brought))
    if report.behind:
        names = ", ".join(name.removesuffix(".ipynb") for name in report.behind)
        say("lab.behind", names=names)
    for name, why in report.refused.items():
        say("lab.refused", name=name, why=why)


def trust(python, folder):
    """Sign what is as the originals are: JupyterLab strips the pictures of unsigned notebooks."""
    names = working_copy.notebooks(folder)
    names = [name for name in names if working_copy.is_original(folder / name, ORIGINALS / name)]
    sign = "from nbformat.sign import TrustNotebookApp as app; app.launch_instance()"
    subprocess.run([python, "-c", sign, *names], cwd=folder, capture_output=True)


def command(python, folder, first, for_jupyter):
    """Return the command line of JupyterLab; what the user gave comes last and wins."""
    as_root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return [
        *(python, "-m", "jupyterlab", "--log-level=WARN", f"--ServerApp.root_dir={folder}"),
        *(f"--LabApp.default_url=/lab/tree/{quote(first)}", *as_root, *for_jupyter),
    ]


def variables(folder, settings=()):
    """Return the variables of JupyterLab: defaults for this series, and a user's own settings win."""
    earlier = os.environ.get("JUPYTER_CONFIG_PATH")
    return environment.variables() | {
        # Defaults of the interface: its language, and no news prompt.
        "JUPYTER_CONFIG_PATH": os.pathsep.join(
            filter(None, [*map(str, settings), str(SETTINGS), earlier])
        ),
        # Open tabs are remembered for each folder, apart from a user's other work.
        "JUPYTERLAB_WORKSPACES_DIR": str(COPIES / ".workspaces" / folder.name),
        "JUPYTER_PREFER_ENV_PATH": "1",  # the kernel of this environment, not one in the home folder
    }


def serve(command_line, folder, settings=()):
    """Run JupyterLab to its end; Ctrl+C is for it to answer."""
    sys.stdout.flush()
    server = subprocess.Popen(command_line, cwd=folder, env=variables(folder, settings))
    while True:
        try:
            return server.wait()
        except KeyboardInterrupt:
            continue
