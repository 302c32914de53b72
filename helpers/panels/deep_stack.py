"""Gradients walk back through a deep stack, with and without "+x": their lengths and directions (Deep Dive 4.1)."""

import functools
from typing import NamedTuple

import numpy as np

from helpers.kernels.feed_forward import feed_forward
from helpers.kernels.normalization import layer_norm
from helpers.models.gradients import feed_forward_backward, layer_norm_backward
from helpers.models.parameters import init_feed_forward
from helpers.numbers import number, size_text
from helpers.panels.panel import Panel, Slider, Switch
from helpers.views.svg import line_chart, padded
from helpers.views.table import line_html, row_html
from helpers.words import word

DEEPEST, D_MODEL, D_FF = 56, 16, 64
SEED = 5
PAIRS = np.triu_indices(D_MODEL, 1)
LOW, HIGH = 1e-20, 1e20  # lengths that the picture shows
WIRINGS = "with", "without"


class Walk(NamedTuple):
    """What is left of the gradients after 0, 1, ... layers; row 0 with "+x", row 1 without."""

    lengths: np.ndarray  # (2, depth + 1), root mean square over the gradients; all start with length 1
    cosines: np.ndarray  # (2, depth + 1), mean magnitude over all pairs; 0 at the start


def deep_stack_panel():
    """Return the panel: depth, size of the weights, a LayerNorm in front of every sub-layer or none."""
    return Panel(
        "deep_stack", picture,
        depth=Slider(word("deep_stack.depth"), 20, 1, DEEPEST, 1),
        scale=Slider(word("deep_stack.scale"), 1.0, 0.5, 2.0, 0.1),
        normed=Switch(word("deep_stack.normed"), False),
    )


@functools.cache
def _drawn():
    rng = np.random.default_rng(SEED)
    start = rng.normal(size=D_MODEL)  # (d_model,)
    return start, [init_feed_forward(rng, D_MODEL, D_FF) for _ in range(DEEPEST)]


@functools.lru_cache(maxsize=256)  # a slider that goes back and forth computes nothing twice
def walk(depth, scale, normed):
    """Run both wirings side by side through the first ``depth`` layers, and come back with d_model
    gradients, each of which starts at an output of its own."""
    start, drawn = _drawn()
    plus = np.array([1.0, 0.0])[:, None, None]  # (2, 1, 1): the stack with "+x", the stack without
    x, trail = np.broadcast_to(start, (2, D_MODEL, D_MODEL)), []  # a row for each gradient
    for params in drawn[:depth]:
        params = params._replace(w_1=scale * params.w_1, w_2=scale * params.w_2)
        inner = layer_norm(x) if normed else x  # (2, d_model, d_model)
        result = feed_forward(inner, params)
        trail.append((x, inner, params, result))
        x = plus * x + result.output
    g = np.broadcast_to(np.eye(D_MODEL), x.shape)  # (2, d_model gradients, d_model)
    lengths, cosines = [], []
    for x, inner, params, result in reversed([*trail, (None,) * 4]):
        if params is not None:
            branch = feed_forward_backward(g, inner, params, result).x
            g = plus * g + (layer_norm_backward(branch, x).x if normed else branch)
        each = np.linalg.norm(g, axis=-1, keepdims=True)  # (2, d_model, 1)
        unit = g / each
        lengths.append(np.sqrt((each**2).mean(axis=(-2, -1))))
        cosines.append(abs(unit @ unit.swapaxes(-1, -2))[:, *PAIRS].mean(axis=-1))
    return Walk(np.transpose(lengths), np.transpose(cosines))


def picture(depth, scale, normed):
    """Return two charts over the layers passed: how long the gradients are, and how much alike."""
    found = walk(depth, round(scale, 1), normed)
    numbers = {"lengths": found.lengths[:, -1], "cosines": found.cosines[:, -1]}
    return _html(depth, found), numbers


def _html(depth, found):
    names = [word(f"residual.{wiring}") for wiring in WIRINGS]
    x = np.arange(DEEPEST + 1)
    charts = row_html(
        *(
            word(f"deep_stack.{key}.title") + line_chart(
                x, dict(zip(names, (padded(row, len(x)) for row in rows))), word("residual.x"), "",
                log_y=key == "length", y_range=y_range, width=480, height=300,
            )
            for key, rows, y_range in (
                ("length", found.lengths, (LOW, HIGH)), ("cosine", found.cosines, (0.0, 1.0)),
            )
        )
    )
    lines = "<br>".join(
        word("deep_stack.line", name=name, depth=depth, length=size_text(length[-1]),
             cosine=number(cosine[-1], 3))
        for name, length, cosine in zip(names, found.lengths, found.cosines)
    )
    return charts + line_html(lines)
