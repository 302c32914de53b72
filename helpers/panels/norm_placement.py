"""Pre-LN and Post-LN before the first step of training: trunk and gradients, layer by layer (Deep Dive 4.4)."""

import functools
from typing import NamedTuple

import numpy as np

from helpers.lectures.learning_to_sort import (
    GRID,
    draw_batch,
    init_sorter,
    sorter,
    sorter_backward,
)
from helpers.models.trees import map_tree
from helpers.numbers import number
from helpers.panels.panel import Panel, Slider
from helpers.views.svg import line_chart, padded
from helpers.views.table import line_html, row_html
from helpers.words import word

DEEPEST, SENTENCES, SEED = max(GRID["depth"]), 8, 1
VARIANCES, GRADIENTS = (0.1, 1000.0), (0.01, 10.0)  # what the picture shows


class State(NamedTuple):
    """An untrained sorter, as it meets its first batch."""

    trunk: np.ndarray  # (depth + 1,), variance of the features on the trunk in front of and after each layer
    sublayer_input: float  # variance of what the last feed-forward layer gets
    gradient: np.ndarray  # (depth,), length of the gradient by W2 of each layer
    alike: float  # mean cosine between the outputs at two positions of a sentence


def norm_placement_panel():
    """Return the panel: number of layers, size of their weights."""
    return Panel(
        "norm_placement", picture,
        depth=Slider(word("norm_placement.depth"), 6, 1, DEEPEST, 1),
        scale=Slider(word("norm_placement.scale"), 1.0, 0.1, 2.0, 0.1),
    )


@functools.lru_cache(maxsize=256)  # a slider that goes back and forth computes nothing twice
def state(norm, depth, scale):
    """Return the State of a sorter in the wiring ``norm`` whose layers' weights are multiplied by ``scale``."""
    params, digits, wanted = _drawn(norm)
    layers = tuple(
        layer._replace(
            attention=map_tree(lambda w: scale * w, layer.attention),
            ffn=map_tree(lambda w: scale * w, layer.ffn),
        )
        for layer in params.layers[:depth]
    )
    params = params._replace(layers=layers)
    result = sorter(digits, params)
    _, gradients = sorter_backward(result, digits, wanted, params)
    last = result.encoder.layers[-1]
    return State(
        trunk=np.array([x.var(axis=-1).mean() for x in (result.x, *(r.output for r in result.encoder.layers))]),
        sublayer_input=(last.x_mid if norm == "post" else last.normed_2).var(axis=-1).mean(),
        gradient=np.array([np.linalg.norm(layer.ffn.w_2) for layer in gradients.layers]),
        alike=alikeness(result.encoder.output),
    )


def alikeness(output):
    """Return the mean cosine between the rows of each sentence of ``output`` (..., n, d_model)."""
    unit = output / np.linalg.norm(output, axis=-1, keepdims=True)
    cosines = unit @ unit.swapaxes(-1, -2)  # (..., n, n)
    return cosines[..., *np.triu_indices(output.shape[-2], 1)].mean()


@functools.cache
def _drawn(norm):
    rng = np.random.default_rng(SEED)
    return init_sorter(rng, DEEPEST, norm, np.float64), *draw_batch(rng, SENTENCES)


def picture(depth, scale):
    """Return the variance of the trunk and the gradient of every layer, both wirings on one scale."""
    states = {norm: state(norm, depth, round(scale, 1)) for norm in GRID["norm"]}
    numbers = {
        f"{norm}_{name}": value for norm, found in states.items() for name, value in found._asdict().items()
    }
    return _html(states), numbers


def _html(states):
    names = [word(f"norm_placement.{norm}") for norm in states]
    trunks = {name: padded(found.trunk, DEEPEST + 1) for name, found in zip(names, states.values())}
    gradients = {name: padded(found.gradient, DEEPEST) for name, found in zip(names, states.values())}
    charts = row_html(
        word("norm_placement.trunk") + _chart(0, trunks, word("norm_placement.after"), VARIANCES),
        word("norm_placement.gradient") + _chart(1, gradients, word("norm_placement.layer"), GRADIENTS),
    )
    lines = "<br>".join(
        word(
            "norm_placement.line", name=name, inner=number(found.sublayer_input, 3),
            trunk=number(found.trunk[-1], 2), gradient=number(found.gradient[-1], 2),
            alike=number(found.alike, 3),
        )
        for name, found in zip(names, states.values())
    )
    return charts + line_html(lines)


def _chart(first, series, x_label, y_range):
    x = np.arange(first, DEEPEST + 1)
    return line_chart(x, series, x_label, log_y=True, y_range=y_range, width=480, height=290)
