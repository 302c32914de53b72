"""run.py present [--large] [--hide-code] [NAME] [arguments of lab]: a notebook as slides, with live panels.

JupyterLab's own notebook, one slide at a time, by the extension jupyterlab-slideshow. How it looks is
set for this start alone: a reader's JupyterLab stays as it is.
"""

import argparse
import json

from . import lab
from .messages import say

PRESENTING = "[data-jp-deck-mode='presenting']"
# The strip that folds an output lies where the extension has put the output itself.
ALWAYS = {f"{PRESENTING} .jp-OutputArea-promptOverlay": {"display": "none"}}
LARGE = {f"{PRESENTING} .jp-Notebook .jp-Cell": {"zoom": "1.4"}}
NO_CODE = {f"{PRESENTING} .jp-CodeCell .jp-Cell-inputWrapper": {"display": "none !important"}}


def main(arguments):
    parser = argparse.ArgumentParser(prog="run.py present", allow_abbrev=False)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--hide-code", action="store_true")
    options, rest = parser.parse_known_args(arguments)
    for_lab, rest = lab.parse(rest)
    name, for_jupyter = lab.named(rest)
    first = lab.notebook(name, for_lab.edit)
    folder = write_settings(options.large, options.hide_code)
    say("present.how")
    return lab.start(for_lab, for_jupyter, first, groups=["present"], settings=[folder])


def write_settings(large, hide_code):
    """Write JupyterLab's settings for this start; return the folder that holds them."""
    folder = lab.COPIES / ".present"
    (folder / "labconfig").mkdir(parents=True, exist_ok=True)
    file = folder / "labconfig" / "default_setting_overrides.json"
    file.write_text(json.dumps(settings(large, hide_code), indent=1), encoding="utf-8")
    return folder


def settings(large, hide_code):
    """Return what differs from a reader's JupyterLab."""
    styles = ALWAYS | (LARGE if large else {}) | (NO_CODE if hide_code else {})
    return {
        "jupyterlab-slideshow:plugin": {"active": True},
        # The mode that slides need: a change to it after the start leaves an error in JupyterLab 4.6.
        "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
        "@deathbeds/jupyterlab-fonts:fonts": {"styles": styles},
    }
