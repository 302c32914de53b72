"""Attention between two tokens, one of which turns around the other (Lecture 10, 一)."""

import numpy as np

from helpers.kernels.attention import scaled_dot_product_attention
from helpers.numbers import number, typeset
from helpers.panels.panel import Panel, Slider
from helpers.views.arrows import arrow_plane
from helpers.views.table import line_html, matrix_html, row_html
from helpers.words import word

TOKENS = ("x₁", "x₂")
VALUE_SCALE = 2  # W^V = 2·I, as in lecture 9
LARGEST_SCALE = 2.0
LIMIT = VALUE_SCALE * LARGEST_SCALE + 0.2  # of the plane: the longest value and its name fit in


def attention_turn_panel():
    """Return the panel: the angle from x₁ to x₂, and the length of both."""
    return Panel(
        "attention_turn", picture,
        angle=Slider(word("attention_turn.angle"), 90, 0, 360, 5),
        scale=Slider(word("attention_turn.scale"), 1.0, 0.0, LARGEST_SCALE, 0.1),
    )


def picture(angle, scale):
    """Return scores, weights and output for W^Q = W^K = I, and the arrows of position 1."""
    radians = np.deg2rad(angle)
    x = scale * np.array([[1.0, 0.0], [np.cos(radians), np.sin(radians)]])  # (2, 2)
    v = VALUE_SCALE * x  # (2, 2)
    result = scaled_dot_product_attention(x, x, v)
    return _html(x, v, result), {"x": x, "v": v, **result._asdict()}


def _html(x, v, result):
    plane = arrow_plane(
        {"x₁": x[0], "x₂": x[1], word("attention_turn.output"): result.output[0]},
        limit=LIMIT, size=400, trails=[v], points={"v₁": v[0], "v₂": v[1]},
    )
    longest, score = VALUE_SCALE * LARGEST_SCALE, LARGEST_SCALE**2
    tables = row_html(
        _table(x, None, "X", longest),
        _table(result.scores, TOKENS, "Q·Kᵀ", score),
        _table(result.scaled_scores, TOKENS, "Q·Kᵀ / √2", score),
    ) + row_html(
        _table(result.weights, TOKENS, "A = softmax", 1.0),
        _table(v, None, "V = 2X", longest),
        _table(result.output, None, "A·V", longest),
    )
    a, (v_1, v_2) = result.weights[0], [_vector(row, 2) for row in v]
    sentence = word("attention_turn.mixing") + (
        f" {number(a[0], 3)} × {v_1} + {number(a[1], 3)} × {v_2} = "
        f"<b>{_vector(result.output[0], 3)}</b>"
    )
    return row_html(
        plane, tables + line_html(sentence) + line_html(word("attention_turn.dotted")),
        align="center",
    )


def _table(a, columns, title, largest):
    """A table in a box of its own width, so that a minus sign moves nothing beside it."""
    return f'<div style="width:176px">{matrix_html(a, TOKENS, columns, title, 3, largest=largest)}</div>'


def _vector(row, decimals):
    return "[" + ", ".join(typeset(value, decimals) for value in row) + "]"
