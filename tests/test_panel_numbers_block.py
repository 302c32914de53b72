"""The steps of the block: their arrays, the calculations written out, and the part that is lit."""

import html
import itertools
import math
import re

import numpy as np
import pytest

from helpers import encoder_layer, relu
from helpers.lectures.rain_stopped import PARAMS, X
from helpers.panels import block_panel
from helpers.panels.block import layer
from helpers.panels.block.scenes import LAST, scene
from helpers.panels.block.wiring import _parts

FIELDS = {
    "pre": ("x", "normed_1", "q", "weights", "concat", "attention", "x_mid", "normed_2", "activated", "ffn", "output"),
    "post": ("x", "q", "weights", "concat", "attention", "x_mid_raw", "x_mid", "activated", "ffn", "output_raw", "output"),
}  # what each step makes


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_each_step_makes_what_the_kernel_made(norm):
    result = encoder_layer(X, PARAMS, norm=norm, activation=relu)
    known = result._asdict() | result.attention._asdict() | result.ffn._asdict()
    known |= {"x": X, "attention": result.attention.output, "ffn": result.ffn.output, "output": result.output}
    panel = block_panel()
    for step, name in enumerate(FIELDS[norm]):
        panel.set(step=step, norm=norm)
        assert np.array_equal(panel.values()["value"], known[name]), name
        assert np.array_equal(panel.values()["output"], result.output)


def evaluated(written):
    """Return (left side, number in bold) of each calculation in a line."""
    plain = re.sub(r"e<sup[^>]*>(.*?)</sup>", r"exp(\1)", written).replace("−", "-").replace("×", "*")
    for left, right in re.findall(r"([^=，：；]*?)= <b>([^<]*)</b>", html.unescape(plain)):
        yield eval(re.sub(r".*第 1 个数", "", left), {"exp": math.exp, "max": max}), float(right)


@pytest.mark.parametrize("norm, silent", list(itertools.product(["pre", "post"], [False, True])))
def test_what_is_written_out_adds_up(norm, silent):
    params, result = layer(norm, silent)
    for step, token in itertools.product(range(1, LAST + 1), range(3)):
        shown = scene(step, norm, token, params, result)
        sides = list(evaluated(shown.written))
        assert sides, shown.written
        for left, right in sides:
            assert abs(left - right) < 0.06, shown.written  # every factor was rounded to two decimals
        value = shown.value[0, token, 0] if shown.value.ndim == 3 else shown.value[token, 0]
        if shown.name == "heads":
            value = result.attention.heads[0, token, 0]
        assert abs(sides[-1][1] - value) <= 0.005 + 1e-9, shown.written


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_the_part_that_is_lit_is_the_part_at_work(norm):
    kinds = {
        "input": "x", "norm_1": "norm", "norm_2": "norm", "sum_1": "sum", "sum_2": "sum", "hidden": "ffn",
        "w_2": "ffn", "qkv": "attention", "weights": "attention", "heads": "attention", "w_o": "attention",
    }
    parts = [part for part in _parts(norm) if part.kind != "output"]
    params, result = layer(norm, False)
    for step in range(LAST + 1):
        (lit,) = [part for part in parts if step in part.steps]
        assert lit.kind == kinds[scene(step, norm, 0, params, result).name]
    assert [part.x for part in parts] == sorted(part.x for part in parts)


def test_with_silent_sub_layers_pre_norm_changes_nothing():
    panel = block_panel()
    panel.set(silent=True)
    assert panel.values()["change"] == 0
    panel.set(norm="post")
    assert panel.values()["change"] > 5
