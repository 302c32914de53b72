"""The gradient on its way back through softmax, from one weight to three scores (hand-made backprop)."""

import math

import numpy as np

from helpers.kernels.attention import softmax
from helpers.models.gradients import softmax_backward
from helpers.numbers import MINUS, size_text
from helpers.panels.panel import Choice, Panel, Slider
from helpers.views.svg import bar_chart
from helpers.views.table import line_html, matrix_html, row_html
from helpers.words import word

NAMES = ("s₁", "s₂", "s₃")
FULL = {"weight": 0.25, "loss": 1.0}  # no gradient of a score can be larger than that


def softmax_gradient_panel():
    """Return the panel: three scores, a factor over all, which weight is wanted, and what is measured."""
    return Panel(
        "softmax_gradient", picture,
        s_1=Slider("s₁", 1.05, -5.0, 5.0, 0.05), s_2=Slider("s₂", 0.15, -5.0, 5.0, 0.05),
        s_3=Slider("s₃", 2.35, -5.0, 5.0, 0.05),
        times=Slider(word("softmax_gradient.times"), 1.0, 0.0, 10.0, 0.5),
        wanted=Choice(word("softmax_gradient.wanted"), 2, {"1": 0, "2": 1, "3": 2}),
        measure=Choice(
            word("softmax_gradient.measure"), "weight",
            {word("softmax_gradient.weight"): "weight", word("softmax_gradient.loss"): "loss"},
        ),
    )


def picture(s_1, s_2, s_3, times, wanted, measure):
    """Return scores, weights and both gradients as a table, weights and gradients of scores as bars."""
    scores = times * np.array([s_1, s_2, s_3])
    weights = softmax(scores)
    chosen = np.eye(3)[wanted]
    if measure == "weight":
        value, d_weights = weights[wanted], chosen
    else:
        value, d_weights = -math.log(weights[wanted]), -chosen / weights[wanted]
    d_scores = softmax_backward(d_weights, weights)
    numbers = {"weights": weights, "value": value, "d_weights": d_weights, "d_scores": d_scores}
    return _html(scores, numbers, wanted, measure), numbers


def _html(scores, numbers, wanted, measure):
    weights, d_weights, d_scores = (numbers[key] for key in ("weights", "d_weights", "d_scores"))
    rows = [word(f"softmax_gradient.row_{k}") for k in ("scores", "weights", "d_weights", "d_scores")]
    table = matrix_html(
        [[_short(v) for v in values] for values in (scores, weights, d_weights, d_scores)],
        rows=rows, columns=[1, 2, 3], shade=False, mark=[(None, wanted)],
        room=9,
    )
    name = {"weight": f"w{'₁₂₃'[wanted]}", "loss": f"{MINUS}ln w{'₁₂₃'[wanted]}"}[measure]
    said = word("softmax_gradient.line", name=name, value=_short(numbers["value"]))
    bars = row_html(
        rows[1] + bar_chart(weights, ["w₁", "w₂", "w₃"], largest=1.0, width=400, left=40),
        rows[3] + bar_chart(
            d_scores, NAMES, texts=[_short(v) for v in d_scores], largest=FULL[measure], width=460, left=40,
            signed=True,
        ),
    )
    return table + line_html(said) + bars


def _short(value):
    """Four digits after the point where that says something, powers of ten elsewhere."""
    return "0" if abs(value) < 1e-15 else size_text(value, high=1e4)
