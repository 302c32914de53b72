"""LayerNorm on three numbers that the reader types (Lecture 10, 三·LayerNorm)."""

import numpy as np

from helpers.kernels.normalization import layer_norm
from helpers.numbers import in_brackets, size_text, typeset
from helpers.panels.panel import Choice, Number, Panel, Slider
from helpers.views.svg import bar_chart
from helpers.views.table import line_html, matrix_html, row_html
from helpers.words import word


def layer_norm_panel():
    """Return the panel: x₁, x₂, x₃, a power of ten over all of them, eps, γ and β."""
    return Panel(
        "layer_norm", picture,
        x_1=Number("x₁", 1), x_2=Number("x₂", 3), x_3=Number("x₃", 8),
        power=Slider(word("layer_norm.power"), 0, -6, 6, 1),
        eps=Choice("eps", 0.0, {"0": 0.0, "1e-12": 1e-12, "1e-5": 1e-5, "1": 1.0}),
        gamma=Slider("γ", 1.0, -2.0, 2.0, 0.1), beta=Slider("β", 0.0, -2.0, 2.0, 0.1),
    )


def picture(x_1, x_2, x_3, power, eps, gamma, beta):
    """Return the four steps of LayerNorm as a table, and bars of what goes in and comes out."""
    x = np.array([x_1, x_2, x_3]) * 10.0**power
    mean, variance = x.mean(), x.var()
    x_hat = layer_norm(x, eps=eps)
    y = layer_norm(x, gamma=gamma, beta=beta, eps=eps)
    numbers = {
        "mean": mean, "variance": variance, "root": np.sqrt(variance + eps), "x_hat": x_hat, "y": y,
        "spread": x_hat.std(),
    }
    return _html(x, numbers, gamma, beta), numbers


def _html(x, numbers, gamma, beta):
    names = ["x₁", "x₂", "x₃"]
    x_hat, y, root = numbers["x_hat"], numbers["y"], numbers["root"]
    steps = matrix_html(
        [[_short(v) for v in x], [_short(v) for v in x - numbers["mean"]],
         [typeset(v, 3) for v in x_hat], [typeset(v, 3) for v in y]],
        rows=["x", "x − μ", "x̂ = (x − μ) / √(σ² + eps)", "y = γ·x̂ + β"], columns=names, shade=False,
        room=10,
    )
    formula = line_html(
        f"μ = {_short(numbers['mean'])} · σ² = {_short(numbers['variance'])} · "
        f"√(σ² + eps) = {_short(root)} · {word('layer_norm.spread')} {typeset(numbers['spread'], 4)}<br>"
        f"y₁ = {typeset(gamma, 1)} × ({_short(x[0])} − {in_brackets(_short(numbers['mean']))}) / {_short(root)}"
        f" + {in_brackets(typeset(beta, 1))} = <b>{typeset(y[0], 3)}</b>"
    )
    bars = row_html(
        word("layer_norm.before") + bar_chart(x, names, texts=[_short(v) for v in x], width=430, left=40, signed=True),
        word("layer_norm.after") + bar_chart(y, ["y₁", "y₂", "y₃"], largest=5.0, width=430, left=40, signed=True),
    )
    return steps + formula + bars


def _short(value):
    """Three digits after the point where that says something, powers of ten elsewhere."""
    return typeset(value, 3) if abs(value) < 1e-12 else size_text(value, 3, 3, low=0.01)
