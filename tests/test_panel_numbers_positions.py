"""Numbers of the panels on positions: turns, what an order changes, and what a shift changes."""

import re

import numpy as np
import pytest

from helpers.panels import (
    position_code,
    position_code_panel,
    relative_scores,
    word_order,
    word_order_panel,
)
from helpers.views.heat_map import LEVELS, heat_map


@pytest.mark.parametrize("pair", range(6))
def test_the_turn_leads_to_the_further_position(pair):
    panel = position_code_panel()
    for position, offset in [(0, 0), (0, 32), (31, 32), (7, 5)]:
        panel.set(position=position, offset=offset, pair=pair)
        values = panel.values()
        assert np.allclose(values["turned"], values["further"][2 * pair : 2 * pair + 2])
        assert values["speed"] == pytest.approx(10000 ** (-2 * pair / 12))
        assert values["wavelength"] * values["turns"] == pytest.approx(offset)


def test_the_dot_product_of_two_codes_knows_their_distance_only():
    dots = {position: position_code.picture(position, 9, 0)[1]["dot"] for position in (0, 13, 31)}
    assert np.ptp(list(dots.values())) < 1e-12
    assert position_code.picture(4, 0, 0)[1]["dot"] == pytest.approx(6)


@pytest.mark.parametrize("order", word_order.ORDERS.values())
def test_without_positions_and_mask_an_order_changes_nothing(order):
    numbers = word_order.picture(order, 0.0, False)[1]
    assert numbers["largest"].max() < 1e-15
    assert np.allclose(numbers["second"], numbers["first"][list(order)])


def test_positions_or_the_mask_let_an_order_be_seen():
    panel = word_order_panel()
    panel.set(strength=1.0)
    assert panel.values()["largest"].min() > 0.01  # also 爱, which stays in the middle
    panel.set(strength=0.0, masked=True)
    assert panel.values()["largest"].min() > 0.01
    panel.set(order=word_order.ORDERS["我 爱 你"], strength=1.0)
    assert panel.values()["largest"].max() == 0


@pytest.mark.parametrize(("method", "moves"), [
    ("none", False), ("sinusoidal", True), ("learned", True), ("clipped", False), ("linear", False),
    ("rotary", False),
])  # fmt: skip
def test_only_added_codes_see_where_a_sentence_starts(method, moves):
    moved = np.abs(relative_scores.scores(method, 10) - relative_scores.scores(method, 0)).max()
    assert moved > 0.1 if moves else moved < 1e-12
    twice = relative_scores.scores(method, 0)
    assert (abs(twice[0, 1] - twice[3, 4]) > 0.1) == moves


def test_relative_scores_depend_on_the_distance():
    plain = relative_scores.scores("none", 0)
    offsets = np.arange(6)[None, :] - np.arange(6)[:, None]
    assert np.allclose(relative_scores.scores("linear", 0) - plain, -np.abs(offsets) / 4)
    bias = relative_scores.scores("clipped", 0) - plain
    assert bias[0, 2] == pytest.approx(relative_scores.BIASES[5])  # two places on
    assert bias[5, 0] == pytest.approx(bias[3, 0]) == pytest.approx(relative_scores.BIASES[0])
    assert not np.allclose(relative_scores.scores("rotary", 0), plain)


def test_the_learned_table_ends():
    assert relative_scores.scores("learned", 10).shape == (6, 6)
    with pytest.raises(ValueError, match="没有位置 16 | .*no position 16"):
        relative_scores.scores("learned", 11)


def test_an_image_has_one_rectangle_for_each_number_that_is_not_zero():
    svg = heat_map([[1.0, -0.5, 0.0], [0.26, 0.24, -1.0]], ["a<", "b"], "image", frames={"here": (0, 1, 2, 1)})
    shades = re.findall(r'<path d="([^"]*)" fill="rgb\(([\d,]+)\)" fill-opacity="([\d.]+)"', svg)
    assert sum(d.count("M") for d, _, _ in shades) == 5
    opacity = {d: (colour, float(o)) for d, colour, o in shades}
    assert opacity["M60 22h12v16h-12z"] == ("0,114,178", 1.0)
    assert opacity["M72 22h12v16h-12z"] == ("213,94,0", 0.5)
    assert opacity["M60 38h12v16h-12zM72 38h12v16h-12z"] == ("0,114,178", 2 / LEVELS)
    both = heat_map(np.ones((2, 2)), "ab", "image", frames={"here": (0, 0, 1, 1), "there": (1, 1, 1, 1)})
    assert len(set(re.findall(r'stroke="#[^>]*stroke-dasharray="([^"]*)"', both))) == 2
    assert "a&lt;" in svg and '<rect x="72" y="22" width="12" height="32"' in svg
