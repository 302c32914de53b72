"""Variance and gradient on the trunk: against encoder_backward, against differences, and by hand."""

import numpy as np
import pytest

from helpers import encoder, layer_norm
from helpers.models.gradients import encoder_backward
from helpers.panels import depth_panel
from helpers.panels.depth import DEEPEST, GRADIENTS, _visible, gradients, run, start


@pytest.mark.parametrize("norm", ["pre", "post"])
@pytest.mark.parametrize("depth", [1, 5, DEEPEST])
def test_the_gradient_at_the_input_is_that_of_the_backward_pass(norm, depth):
    x, layers, direction = start(1.0, 2)
    result = encoder(x, layers[:depth], norm=norm)
    whole, _ = gradients(norm, 1.0, 2)
    expected = np.linalg.norm(encoder_backward(direction, x, layers[:depth], result).x)
    assert np.isclose(whole[0, depth], expected, rtol=1e-10)


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_the_gradient_inside_the_stack_is_the_steepest_slope(norm):
    """Slopes by differences along every axis make up the gradient: their root sum of squares is its length."""
    below, depth, step = 3, 6, 1e-6
    _, layers, direction = start(1.5, 4)
    x = run(norm, 1.5, 4)[1][below]

    def loss(x):
        output = encoder(x, layers[below:depth], norm=norm).output
        return (direction * output).sum(axis=(-2, -1))

    pushes = step * np.eye(x.size).reshape(x.size, *x.shape)
    slopes = (loss(x + pushes) - loss(x - pushes)) / (2 * step)
    whole, _ = gradients(norm, 1.5, 4)
    assert np.isclose(whole[below, depth], np.linalg.norm(slopes), rtol=1e-6)


def test_the_shortcut_of_pre_norm_loses_nothing_before_the_final_norm():
    _, short = gradients("pre", 1.0, 1)
    for depth in (1, DEEPEST):
        assert np.allclose(short[: depth + 1, depth], short[depth, depth], rtol=1e-12)


def test_the_shortcut_of_post_norm_is_divided_by_the_spread_at_each_norm():
    """On one layer, with differences: sub-layers held fixed, only the trunk moves."""
    _, _, direction = start(1.0, 5)
    results, (x, *_) = run("post", 1.0, 5)
    first = results[0]

    def loss(push):
        mid = layer_norm(x + push + first.attention.output)
        return (direction * layer_norm(mid + first.ffn.output)).sum(axis=(-2, -1))

    pushes = 1e-6 * np.eye(x.size).reshape(x.size, *x.shape)
    slopes = (loss(pushes) - loss(-pushes)) / 2e-6
    _, short = gradients("post", 1.0, 5)
    assert np.isclose(short[0, 1], np.linalg.norm(slopes), rtol=1e-6)
    spread = first.x_mid_raw.std(axis=-1).mean() * first.output_raw.std(axis=-1).mean()
    assert short[0, 1] < 1.1 / spread


def test_what_the_panel_says():
    panel = depth_panel()
    panel.set(depth=24, draw=3)
    values = panel.values()
    trunk = run("pre", 1.0, 3)[1][24]
    assert values["variance_pre"] == trunk.var(axis=-1).mean() > 10
    assert np.isclose(values["variance_post"], 1, atol=1e-3)
    assert np.isclose(values["top_post"], 1) and values["shortcut_post"] < 1e-3 < values["gradient_post"]


def test_curves_stop_where_they_leave_the_picture():
    low = GRADIENTS[0]
    shown = _visible(np.array([low / 1e3, low / 10, low * 10, 1.0, np.nan]))
    assert np.isnan(shown[[0, 4]]).all() and (shown[1:4] == [low / 10, low * 10, 1.0]).all()
