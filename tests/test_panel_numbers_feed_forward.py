"""The day's temperature drawn by a feed-forward layer: bends where the panel says, rows that stay."""

import numpy as np
import pytest

from helpers.kernels.feed_forward import feed_forward, relu
from helpers.panels import feed_forward_panel
from helpers.panels.feed_forward import (
    HOURS,
    PLACES,
    TEMPERATURE,
    TOKENS,
    day_params,
    no_activation,
)


def curve(width, act):
    return feed_forward(HOURS[:, None], day_params(width), act).output[:, 0]


@pytest.mark.parametrize("width", range(1, 9))
def test_each_relu_unit_is_one_bend_at_the_place_named(width):
    y = curve(width, relu)
    bends = HOURS[1:-1][np.abs(np.diff(y, 2)) > 1e-9]
    assert np.array_equal(bends, PLACES[:width])
    until = PLACES[width] if width < 8 else HOURS[-1]
    assert np.array_equal(y[until >= HOURS], TEMPERATURE[until >= HOURS])  # and follows the day so far


@pytest.mark.parametrize("width", range(1, 9))
def test_without_activation_it_is_the_line_that_the_panel_writes(width):
    panel = feed_forward_panel()
    panel.set(width=width, activation="none")
    assert panel.values()["sharpest_turn"] < 1e-12
    y = curve(width, no_activation)
    slope = round((y[-1] - y[0]) / 24)
    assert f"y = {slope}·x + {round(y[0])}；".replace("-", "−") in panel.html


def test_all_eight_units_draw_the_day_and_gelu_rounds_it():
    panel = feed_forward_panel()
    panel.set(width=8)
    assert panel.values()["error"] == 0 and panel.values()["sharpest_turn"] == 2
    panel.set(activation="gelu")
    assert 0.1 < panel.values()["error"] < 2 and panel.values()["sharpest_turn"] < 0.5


@pytest.mark.parametrize("activation", ["none", "relu", "gelu"])
@pytest.mark.parametrize("k", range(3))
def test_moving_a_token_changes_its_row_only(activation, k):
    panel = feed_forward_panel()
    panel.set(width=8, activation=activation)
    before = panel.values()["output"]
    panel.set(**{f"x_{k + 1}": TOKENS[k] + 4.5})
    moved = panel.values()["output"] - before
    assert np.array_equal(moved, panel.values()["change"])
    if activation != "none":  # the eight slopes add up to 0: without activation the line is level
        assert moved[k] != 0
    assert np.all(np.delete(moved, k) == 0)
