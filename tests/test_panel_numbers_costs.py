"""The three accounts of a stack, and the text that says what dominates them."""

import numpy as np
import pytest

from helpers import layer_memory, layer_multiply_adds, layer_parameters
from helpers.panels import costs_panel
from helpers.panels.costs import _percent, _size, _times


def at(**values):
    panel = costs_panel()
    panel.set(**values)
    return panel.values()


def test_a_stack_costs_as_many_times_a_layer_as_it_has_layers():
    values = at(n=192, d_model=128, h=4, depth=7)
    sizes = {"d_model": 128, "h": 4, "d_ff": 512}
    assert values["parameters"] == 7 * sum(layer_parameters(**sizes))
    assert values["multiply_adds"] == 7 * sum(layer_multiply_adds(192, **sizes))
    assert values["memory"] == 7 * sum(layer_memory(192, **sizes, itemsize=4))


def test_where_the_pairs_of_tokens_take_half():
    assert at(n=384, d_model=64, h=1)["pair_share"] == 0.5  # n = 6 d
    around = [at(n=n, d_model=1024, h=16)["score_share"] for n in (384, 448)]  # 19 d / (3 h) = 405.3
    assert around[0] < 0.5 < around[1]
    assert "n = 19d/(3h) ≈ 405" in costs_panel().html


def test_more_heads_weigh_on_the_memory_alone():
    few, many = at(h=1), at(h=64)
    assert few["parameters"] == many["parameters"] and few["multiply_adds"] == many["multiply_adds"]
    assert many["memory"] > 4 * few["memory"]


def test_twice_the_tokens():
    once, twice = at(n=1024), at(n=2048)
    assert once["parameters"] == twice["parameters"]
    assert np.isclose(twice["multiply_adds"] / once["multiply_adds"], (12 + 2 * 4) / (12 + 2 * 2) * 2)


@pytest.mark.parametrize("value, unit, text", [
    (0, "count", "0"), (1536, "count", "1536"), (786432, "count", "78.6 万"), (18901, "count", "1.89 万"),
    (3_150_336, "count", "315 万"), (10**8, "count", "1.00 亿"), (6.04e12, "count", "6.04 万亿"),
    (999, "bytes", "999 字节"), (98304, "bytes", "98.3 kB"), (10**8, "bytes", "100 MB"), (2.5e12, "bytes", "2.50 TB"),
])
def test_sizes_read_well(value, unit, text):
    assert _size(value, unit) == text


def test_shares_and_ratios_read_well():
    assert [_percent(s) for s in (0.0001, 0.012, 0.099, 0.0999, 0.5, 1)] == ["< 0.1%", "1.2%", "9.9%", "10%", "50%", "100%"]
    assert [_times(r) for r in (0.002, 0.5, 1.0, 50.287, 1024.0)] == ["1/500", "0.50", "1.00", "50.29", "1024"]
