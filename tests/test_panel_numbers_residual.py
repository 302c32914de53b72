"""Gradients through 1 to 100 layers, living and dead."""

import numpy as np
import pytest

from helpers.numbers import size_text
from helpers.panels import residual_panel
from helpers.panels.residual import gradients


def ends(**values):
    panel = residual_panel()
    panel.set(**values)
    return panel.values()["with_residual"], panel.values()["without_residual"]


@pytest.mark.parametrize("depth, slope, dead, kept, lost", [
    (100, 0.1, 50, 1.1**50, 0.0),
    (100, 0.1, 100, 1.0, 0.0),
    (50, -0.5, 0, 0.5**50, 0.5**50),
    (100, -0.5, 50, 0.5**50, 0.0),
    (7, -1.0, 3, 0.0, 0.0),
    (3, -1.5, 0, -0.125, -3.375),
    (10, 0.9, 99, 1.0, 0.0),
])
def test_the_products(depth, slope, dead, kept, lost):
    assert np.allclose(ends(depth=depth, slope=slope, dead=dead), (kept, lost), rtol=1e-12, atol=0)


def test_as_many_layers_are_dead_as_asked_and_they_are_spread():
    for depth in range(1, 101):
        for dead in range(0, 101, 7):
            kept, _ = gradients(depth, 1.0, dead)
            still = kept[1:] == kept[:-1]
            assert still.sum() == min(dead, depth)
    still = np.flatnonzero(np.diff(gradients(100, 1.0, 50)[0]) == 0)
    assert np.array_equal(still, np.arange(0, 100, 2))
    assert np.flatnonzero(np.diff(gradients(100, 1.0, 1)[0]) == 0).tolist() == [49]


def test_the_picture_says_when_a_gradient_is_gone():
    panel = residual_panel()
    assert "<b>0</b>" not in panel.html
    panel.set(depth=100, dead=50)
    assert "0.10<sup>50</sup> × 0<sup>50</sup> = <b>0</b> (过第 1 层时变成 0)" in panel.html
    assert "(1 + 0.10)<sup>50</sup> × 1<sup>50</sup> = <b>117.3909</b>" in panel.html


@pytest.mark.parametrize("value, text", [
    (0.0, "0"), (-0.0, "0"), (0.5**50, "8.9e-16"), (-(0.5**51), "−4.4e-16"), (2.5**100, "6.2e39"),
    (117.3909, "117.3909"), (-0.5, "−0.5000"), (-1e-3, "−0.0010"),
])
def test_sizes_read_well(value, text):
    assert size_text(value) == text


def test_no_more_layers_can_be_dead_than_there_are():
    panel = residual_panel()
    panel.set(depth=10, dead=99)
    assert "活层 0 个，死层 10 个" in panel.html and "有残差：1<sup>10</sup> = <b>1.0000</b>" in panel.html
