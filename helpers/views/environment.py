"""The environment check of the first notebook: one line for each thing that a lecture needs."""

import os
import re
import sys
import tomllib
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from helpers.kernels.attention import softmax
from helpers.views.style import FONT_FILE
from helpers.views.table import Shown
from helpers.words import word

PROJECT = Path(__file__).resolve().parents[2]


def check_environment():
    """Check Python, the packages, the font, the kernels and the folder; show a repair hint where one fails.

    Returns
    -------
    Shown, a table of ✓ or ✗, what was checked, and what to do. Where all is well the text holds no
    version, so that it is the same on every machine.
    """
    lines = [_python(), *map(_package, _requirements()), _font(), _kernels(), _folder()]
    rows = "".join(
        f'<tr style="background:transparent"><td style="text-align:center">{"✓" if good else "✗"}</td>'
        f'<td style="text-align:left">{escape(what)}</td>'
        f'<td style="text-align:left">{escape("" if good else hint)}</td></tr>'
        for good, what, hint in lines
    )
    last = word("environment.good") if all(good for good, _, _ in lines) else word("environment.bad")
    plain = "\n".join(f"{'✓' if g else '✗'} {what}{'' if g else '  → ' + hint}" for g, what, hint in lines)
    return Shown(
        f'<table style="color:inherit;background:transparent">{rows}</table><b>{escape(last)}</b>',
        f"{plain}\n{last}",
    )


def _python():
    return sys.version_info >= (3, 11), "Python ≥ 3.11", word("environment.python")


def _requirements():
    """What pyproject.toml asks for, as (name, lowest version); empty where the file is not at hand."""
    try:
        project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    except OSError:
        return []
    return [re.match(r"([\w.-]+)>=([\d.]+)", wanted).groups() for wanted in project["dependencies"]]


def _package(wanted):
    name, lowest = wanted
    try:
        good = _numbers(version(name)) >= _numbers(lowest)
    except PackageNotFoundError:
        good = False
    return good, f"{name} ≥ {lowest}", word("environment.package", name=name)


def _numbers(text):
    return [int(part) for part in re.findall(r"\d+", text)[:2]]


def _font():
    return FONT_FILE.is_file(), word("environment.font"), word("environment.font_hint")


def _kernels():
    good = abs(float(softmax([1.0, 2.0, 3.0]).sum()) - 1.0) < 1e-12
    return good, word("environment.kernels"), word("environment.kernels_hint")


def _folder():
    return os.access(Path.cwd(), os.W_OK), word("environment.folder"), word("environment.folder_hint")
