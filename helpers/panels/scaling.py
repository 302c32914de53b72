"""How sharp the weights become as d_k grows, with and without the division by √d_k (Deep Dive 1.5)."""

import functools

import numpy as np

from helpers.kernels.attention import scaled_dot_product_attention, softmax
from helpers.numbers import number, typeset
from helpers.panels.panel import Panel, Slider, Switch
from helpers.views.svg import bar_chart, line_chart
from helpers.views.table import line_html, row_html
from helpers.words import word

POWERS = np.arange(10)  # d_k = 1, 2, 4, ..., 512
KEYS, DRAWS = 6, 200
WIDEST = 30.0  # a score beyond it has a full bar all the same
NAMES = ("k₁", "k₂", "k₃", "k₄", "k₅", "k₆")
TOPS = {"largest": 1.0, "slope": 0.25}  # of the charts: no weight exceeds 1, no w(1 − w) exceeds 1/4


def scaling_panel():
    """Return the panel: d_k, scaling on or off, and which of the drawn queries is shown."""
    return Panel(
        "scaling", picture,
        power=Slider(word("scaling.power"), 2, 0, int(POWERS[-1])),
        scaled=Switch(word("scaling.scaled"), True),
        draw=Slider(word("scaling.draw"), 1, 1, 20),
    )


@functools.cache
def _drawn():
    """Return queries (DRAWS, 1, 512) and keys (DRAWS, KEYS, 512) from N(0, 1), the same every time."""
    rng = np.random.default_rng(64)
    widest = 2 ** int(POWERS[-1])
    return rng.standard_normal((DRAWS, 1, widest)), rng.standard_normal((DRAWS, KEYS, widest))


@functools.cache
def experiment(power, scaled):
    """Return scores and weights (DRAWS, KEYS) of attention over the first 2^power features."""
    q, k = (a[..., : 2**power] for a in _drawn())
    result = scaled_dot_product_attention(q, k, k)
    if scaled:
        return result.scaled_scores[:, 0], result.weights[:, 0]
    return result.scores[:, 0], softmax(result.scores)[:, 0]


def sharpness(power, scaled):
    """Return the variance of the scores, the mean largest weight and the mean largest derivative."""
    scores, weights = experiment(power, scaled)
    slope = weights * (1 - weights)  # ∂wᵢ/∂sᵢ, the largest entries of each row's Jacobian
    return {
        "variance": float(scores.var()), "largest": float(weights.max(axis=1).mean()),
        "slope": float(slope.max(axis=1).mean()),
    }


@functools.cache
def _curves(key):
    return {scaled: np.array([sharpness(int(p), scaled)[key] for p in POWERS]) for scaled in (True, False)}


def picture(power, scaled, draw):
    """Return one draw's scores and weights, and the averages over all draws against d_k."""
    scores, weights = (part[draw - 1] for part in experiment(power, scaled))
    numbers = {"scores": scores, "weights": weights} | sharpness(power, scaled)
    return _html(power, scaled, numbers), numbers


def _html(power, scaled, numbers):
    title = word("scaling.scores_scaled" if scaled else "scaling.scores")
    shown = [typeset(s, 2) for s in numbers["scores"]]
    bars = row_html(
        title + bar_chart(numbers["scores"], NAMES, title, shown, WIDEST, width=460, left=40),
        word("scaling.weights")
        + bar_chart(numbers["weights"], NAMES, word("scaling.weights"), None, 1.0, width=460, left=40),
    )
    charts = row_html(*(_chart(key, power, numbers[key]) for key in TOPS))
    said = word(
        "scaling.says", d_k=2**power, variance=number(numbers["variance"], 2),
        largest=number(numbers["largest"], 3), slope=number(numbers["slope"], 3),
    ) + (word("scaling.one") if power == 0 else "")
    return bars + charts + line_html(said)


def _chart(key, power, value):
    """The average over all draws against d_k, with and without scaling; a ring where the reader is."""
    curves = {word(f"scaling.{'on' if on else 'off'}"): y for on, y in _curves(key).items()}
    chart = line_chart(
        POWERS, curves, word("scaling.x"), "", y_range=(0.0, TOPS[key]),
        label=word(f"scaling.{key}"), width=460, height=230, rings=[(power, value)],
    )
    return word(f"scaling.{key}") + chart
