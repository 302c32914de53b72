"""How far a gradient has to go, and what is left of it (Deep Dive 8.2): an RNN against attention.

A gradient of length 1 is put on what position ``last`` puts out and goes back to every token, through the
real backward passes. W_h is a random orthogonal times ``gain``: by itself it shortens nothing but by ``gain``.
"""

import functools

import numpy as np

from helpers.kernels.attention import multi_head_attention
from helpers.kernels.recurrent import rnn
from helpers.models.gradients import multi_head_attention_backward, rnn_backward
from helpers.models.parameters import RNNParams, init_attention
from helpers.numbers import size_text
from helpers.panels.panel import Choice, Panel, Slider
from helpers.views.svg import line_chart
from helpers.views.table import line_html
from helpers.words import word

TOKENS = 128
WIDTH = 16
FLOOR = 1e-16  # the lowest gradient that the chart shows


def paths_panel():
    """Return the panel: W_h, how large the inputs are, and the two positions of the path."""
    sizes = {word("paths.tiny"): 1e-6, word("paths.small"): 0.3, word("paths.usual"): 1.0}
    return Panel(
        "paths", picture,
        gain=Choice(word("paths.gain"), 0.9, [0.8, 0.9, 1.0]),
        size=Choice(word("paths.size"), 1e-6, sizes),
        first=Slider(word("paths.first"), 78, 1, TOKENS),
        last=Slider(word("paths.last"), TOKENS, 1, TOKENS),
    )  # fmt: skip


@functools.cache
def _drawn():
    """Return what chance decides, once: tokens, an orthogonal matrix, an attention layer, the gradient put in."""
    rng = np.random.default_rng(8)
    x = rng.normal(size=(TOKENS, WIDTH))
    orthogonal = np.linalg.qr(rng.normal(size=(WIDTH, WIDTH)))[0]
    start = rng.normal(size=WIDTH)
    return x, orthogonal, init_attention(rng, WIDTH, 2), start / np.linalg.norm(start)


@functools.cache
def _states(gain, size):
    x, orthogonal, _, _ = _drawn()
    params = RNNParams(w_x=np.eye(WIDTH), w_h=gain * orthogonal)
    return params, rnn(size * x, params)


@functools.lru_cache(maxsize=512)
def rnn_gradients(gain, size, last):
    """Return the length of the gradient that reaches each token from the state at ``last``, (128,)."""
    x, _, _, start = _drawn()
    params, states = _states(gain, size)
    d_output = np.zeros((last, WIDTH))
    d_output[-1] = start
    back = rnn_backward(d_output, size * x[:last], params, states[:last]).x  # (last, 16)
    later = np.zeros(TOKENS - last)  # a state knows nothing of what comes after it
    return np.concatenate([np.linalg.norm(back, axis=-1), later])


@functools.cache
def _attended():
    x, _, params, _ = _drawn()
    return multi_head_attention(x, params)


@functools.lru_cache(maxsize=128)
def attention_gradients(last):
    """Return the length of the gradient that reaches each token from the output at ``last``, (128,)."""
    x, _, params, start = _drawn()
    d_output = np.zeros((TOKENS, WIDTH))
    d_output[last - 1] = start
    back = multi_head_attention_backward(d_output, x, params, _attended()).x
    return np.linalg.norm(back, axis=-1)


def picture(gain, size, first, last):
    """Return what is left of the gradient at every token, and how long the path to ``first`` is."""
    by_rnn, by_attention = rnn_gradients(gain, size, last), attention_gradients(last)
    numbers = {
        "steps_rnn": max(last - first, 0), "steps_attention": 1,
        "gradient_rnn": by_rnn[first - 1], "gradient_attention": by_attention[first - 1],
    }
    chart = line_chart(
        np.arange(1, TOKENS + 1), {"RNN": np.where(by_rnn >= FLOOR, by_rnn, np.nan), word("paths.attention"): by_attention},
        word("paths.x"), word("paths.y"), log_y=True, y_range=(FLOOR, 10),
        points=[(first, v, "") for v in (by_rnn[first - 1], by_attention[first - 1]) if v >= FLOOR],
        width=860, height=340,
    )  # fmt: skip
    return chart + line_html(_says(first, last, numbers)), numbers


def _says(first, last, numbers):
    values = {"first": first, "last": last, "attention": size_text(numbers["gradient_attention"])}
    if first > last:
        return word("paths.future", **values)
    return word("paths.says", steps=numbers["steps_rnn"], rnn=size_text(numbers["gradient_rnn"]), **values)
