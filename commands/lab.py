"""run.py lab [--edit] [--restore NAME] [JupyterLab arguments]"""

import argparse
import os
import subprocess
import sys
import time

from . import environment, working_copy
from .messages import say

START = "00_start_here.ipynb"
ORIGINALS = environment.ROOT / "notebooks"
COPIES = environment.ROOT / "my_notebooks"
SETTINGS = environment.ROOT / "commands" / "jupyter"


def main(arguments):
    return start(*parse(arguments))


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
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--edit", action="store_true")
    parser.add_argument("--restore", action="append", default=[], metavar="NAME")
    return parser.parse_known_args(arguments)


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
    names = [name for name in working_copy.files(folder) if name.endswith(".ipynb")]
    names = [name for name in names if working_copy.is_original(folder / name, ORIGINALS / name)]
    sign = "from nbformat.sign import TrustNotebookApp as app; app.launch_instance()"
    subprocess.run([python, "-c", sign, *names], cwd=folder, capture_output=True)


def command(python, folder, first, for_jupyter):
    """Return the command line of JupyterLab; what the user gave comes last and wins."""
    as_root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return [
        *(python, "-m", "jupyterlab", "--log-level=WARN", f"--ServerApp.root_dir={folder}"),
        *(f"--LabApp.default_url=/lab/tree/{first}", *as_root, *for_jupyter),
    ]


def variables(folder, settings=()):
    """Return the variables of JupyterLab: defaults for this series, and a user's own settings win."""
    one_thread = {name: "1" for name in environment.BLAS_THREADS}
    earlier = os.environ.get("JUPYTER_CONFIG_PATH")
    python_path = os.environ.get("PYTHONPATH")
    return one_thread | os.environ | {
        # Defaults of the interface: its language, and no news prompt.
        "JUPYTER_CONFIG_PATH": os.pathsep.join(
            filter(None, [*map(str, settings), str(SETTINGS), earlier])
        ),
        # Open tabs are remembered for each folder, apart from a user's other work.
        "JUPYTERLAB_WORKSPACES_DIR": str(COPIES / ".workspaces" / folder.name),
        "JUPYTER_PREFER_ENV_PATH": "1",  # the kernel of this environment, not one in the home folder
        "PYTHONPATH": os.pathsep.join(filter(None, [str(environment.ROOT), python_path])),
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
