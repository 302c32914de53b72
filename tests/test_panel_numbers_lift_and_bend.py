"""Lift and bend: what the panel says about lines and folds holds for its own points."""

import numpy as np
import pytest

from helpers.kernels.feed_forward import feed_forward
from helpers.panels import lift_and_bend_panel
from helpers.panels.lift_and_bend import ACTIVATIONS, DATA, layer


def fewest_wrong(points, labels, directions):
    """The fewest errors of any line across one of the directions, by trying every fence."""
    fewest = len(labels)
    for along in (points @ directions).T:
        for fence in np.append(along - 1e-6, along.max() + 1):
            fewest = min(fewest, int(np.sum(np.sign(along - fence) != labels)))
    return fewest


@pytest.mark.parametrize("data", DATA)
def test_without_a_bend_no_line_does_better_than_the_one_shown(data):
    points, labels = DATA[data]
    angle = np.radians(np.arange(0.25, 360, 0.5))
    fewest = fewest_wrong(points, labels, np.stack([np.cos(angle), np.sin(angle)]))
    panel = lift_and_bend_panel()
    for width in range(3, 9):
        panel.set(data=data, activation="none", width=width)
        assert panel.values()["wrong"] == fewest > 0


@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("width", range(1, 9))
def test_without_a_bend_the_layer_is_one_matrix(data, width):
    params = layer(data, "none", width)
    points = DATA[data][0]
    merged = points @ (params.w_1 @ params.w_2) + params.b_2
    assert np.allclose(merged, feed_forward(points, params, ACTIVATIONS["none"]).output)


def wrong(data, activation, width):
    panel = lift_and_bend_panel()
    panel.set(data=data, activation=activation, width=width)
    return panel.values()["wrong"]


@pytest.mark.parametrize("activation", ["relu", "gelu"])
def test_the_widths_that_the_notebook_tells(activation):
    assert [wrong("ring", activation, width) == 0 for width in range(1, 9)] == [False] * 2 + [True] * 6
    assert [wrong("corners", activation, width) == 0 for width in range(1, 5)] == [False, True, False, True]


def test_the_gap_is_positive_exactly_where_a_line_parts_the_outputs():
    panel = lift_and_bend_panel()
    for data in DATA:
        for activation in ACTIVATIONS:
            for width in range(1, 9):
                panel.set(data=data, activation=activation, width=width)
                values = panel.values()
                assert (values["gap"] > 0) == (values["wrong"] == 0)


def test_the_moved_point_goes_through_the_layer():
    panel = lift_and_bend_panel()
    panel.set(activation="relu", width=5, x_1=-2.1, x_2=0.7)
    expected = feed_forward(np.array([-2.1, 0.7]), layer("ring", "relu", 5), ACTIVATIONS["relu"])
    assert np.array_equal(panel.values()["output"], expected.output)
    assert np.array_equal(panel.values()["activated"], expected.activated)
