"""The untrained sorter in both wirings, and the stored curves that the second panel reads."""

import numpy as np
import pytest

from helpers.lectures.learning_to_sort import GRID, stored_curves
from helpers.panels import norm_placement_panel, sorting_curves_panel
from helpers.panels.norm_placement import DEEPEST, alikeness, state


def test_alikeness_of_known_outputs():
    assert np.isclose(alikeness(np.ones((2, 3, 4))), 1)
    assert np.isclose(alikeness(np.eye(4)[None]), 0)
    assert np.isclose(alikeness(np.array([[[1.0, 0], [1, 1], [0, 1]]])), np.sqrt(2) / 3)


@pytest.mark.parametrize("depth", [1, 6, DEEPEST])
def test_only_the_trunk_of_pre_norm_grows(depth):
    post, pre = state("post", depth, 1.0), state("pre", depth, 1.0)
    assert np.isclose(post.sublayer_input, 1, atol=1e-3) and np.isclose(pre.sublayer_input, 1, atol=1e-3)
    assert np.allclose(post.trunk[1:], 1, atol=1e-3) and post.trunk[0] == pre.trunk[0]
    assert pre.trunk[-1] > pre.trunk[0] and (depth < 3 or pre.trunk[-1] > 3)
    assert len(post.gradient) == len(pre.gradient) == depth and len(pre.trunk) == depth + 1


def test_what_the_notebook_tells():
    deep, wide, small = (
        {norm: state(norm, DEEPEST, scale) for norm in GRID["norm"]} for scale in (1.0, 2.0, 0.1)
    )
    assert deep["pre"].gradient[-1] < deep["pre"].gradient[0] / 2
    assert wide["pre"].trunk[-1] > 10 * deep["pre"].trunk[-1]
    assert wide["post"].gradient[:8].max() < wide["post"].gradient[-2:].min() / 2
    assert np.allclose(small["post"].gradient, small["pre"].gradient, rtol=0.15)
    assert abs(small["post"].alike - small["pre"].alike) < 0.01 < 0.99 < deep["post"].alike


def test_the_panel_shows_these_states():
    panel = norm_placement_panel()
    panel.set(depth=3, scale=1.5)
    values = panel.values()
    assert values["pre_alike"] == state("pre", 3, 1.5).alike
    assert np.array_equal(values["post_gradient"], state("post", 3, 1.5).gradient)


def test_the_curves_are_those_of_the_file():
    panel = sorting_curves_panel()
    panel.set(depth=6, rate=0.001, run=2)
    for norm in GRID["norm"]:
        for warmup in GRID["warmup"]:
            stored = stored_curves()[norm, 6, warmup, 0.001]
            assert panel.values()[f"{norm}_{warmup}"] == stored[2, -3:].mean()
    panel.set(run=None)
    assert np.isclose(panel.values()["pre_0"], stored_curves()["pre", 6, 0, 0.001][:, -3:].mean())
