"""Softmax of three scores: the smallest panel, for learning how panels work."""

import numpy as np

from helpers.kernels.attention import softmax
from helpers.numbers import number
from helpers.panels.panel import Panel, Slider
from helpers.views.svg import bar_chart
from helpers.views.table import line_html, row_html
from helpers.words import word

NAMES = ("s₁", "s₂", "s₃")


def softmax_panel():
    """Return the panel: three scores and a scale over all of them."""
    return Panel(
        "softmax", picture,
        s_1=Slider("s₁", 1.0, -5.0, 5.0, 0.1), s_2=Slider("s₂", 2.0, -5.0, 5.0, 0.1),
        s_3=Slider("s₃", 0.0, -5.0, 5.0, 0.1),
        scale=Slider(word("softmax.scale"), 1.0, 0.0, 5.0, 0.1),
    )


def picture(s_1, s_2, s_3, scale):
    """Return bars of the scores and of their weights."""
    scores = scale * np.array([s_1, s_2, s_3])
    weights = softmax(scores)
    share = " + ".join(number(w, 3) for w in weights)
    html = row_html(
        word("softmax.scores") + bar_chart(scores, NAMES, largest=25.0, width=480, left=40, signed=True),
        word("softmax.weights") + bar_chart(weights, ["w₁", "w₂", "w₃"], largest=1.0, width=430, left=40),
    ) + line_html(f"{share} = <b>{number(weights.sum(), 3)}</b>")
    return html, {"scores": scores, "weights": weights}
