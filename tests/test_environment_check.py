"""The first notebook's check: quiet where all is well, a hint where something is missing."""

from importlib.metadata import PackageNotFoundError
from pathlib import Path

import numpy as np
import pytest

from helpers import check_environment
from helpers.views import environment


def test_all_is_well_here():
    shown = repr(check_environment())
    assert "✗" not in shown and shown.count("✓") >= 8
    assert "<td" in check_environment()._repr_html_()


@pytest.mark.parametrize(
    "what, name, replacement, hint",
    [
        ("package", "version", lambda name: "0.1", "run.py lab"),
        ("font", "FONT_FILE", Path("nowhere.otf"), "重新克隆"),
        ("kernels", "softmax", lambda x: np.zeros(3), "NumPy"),
        ("python", "sys", type("Old", (), {"version_info": (3, 9)}), "3.11"),
        ("folder", "os", type("No", (), {"access": staticmethod(lambda *a: False), "W_OK": 2}), "写权限"),
    ],
)
def test_a_failing_line_has_a_hint(monkeypatch, what, name, replacement, hint):
    monkeypatch.setattr(environment, name, replacement)
    shown = repr(check_environment())
    bad = [line for line in shown.splitlines() if line.startswith("✗")]
    assert bad and all("→" in line for line in bad) and hint in " ".join(bad)


def test_a_package_that_is_not_there(monkeypatch):
    def none(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(environment, "version", none)
    assert repr(check_environment()).count("✗") >= 4
