"""Two heads on the toy of Lecture 10 (三·多头注意力): do they see differently, or are they one?"""

import numpy as np

from helpers.kernels.attention import multi_head_attention
from helpers.models.parameters import AttentionParams
from helpers.numbers import number, typeset
from helpers.panels.panel import Panel, Slider
from helpers.views.arrows import arrow_plane
from helpers.views.table import line_html, matrix_html, row_html
from helpers.words import word

X = np.eye(2)  # x₁ = [1, 0], x₂ = [0, 1]
TOKENS = ("x₁", "x₂")


def heads_panel():
    """Return the panel: the angle between the heads' queries, the scales of W^V, the mixing in W^O."""
    return Panel(
        "heads", picture,
        angle=Slider(word("heads.angle"), 0, 0, 180, 5),
        scale_1=Slider(word("heads.scale", head=1), 2.0, -4.0, 4.0, 0.5),
        scale_2=Slider(word("heads.scale", head=2), 3.0, -4.0, 4.0, 0.5),
        share=Slider(word("heads.share"), 0.5, 0.0, 1.0, 0.1),
    )


def toy_params(angle, scale_1, scale_2, share):
    """Return the lecture's two heads with the queries of head 2 turned by ``angle`` degrees.

    W^K = I, W^V = scale·I, and W^O gives head 1 the part 1 − share and head 2 the part share.
    """
    radians = np.deg2rad(angle)
    turn = np.array([[np.cos(radians), np.sin(radians)], [-np.sin(radians), np.cos(radians)]])
    return AttentionParams(
        w_q=np.stack([X, turn]), w_k=np.stack([X, X]),  # (2, 2, 2) each
        w_v=np.stack([scale_1 * X, scale_2 * X]),  # (2, 2, 2)
        w_o=np.vstack([(1 - share) * X, share * X]),  # (4, 2)
    )


def picture(angle, scale_1, scale_2, share):
    """Return queries, weights, heads and output of both heads, and whether one head would do."""
    result = multi_head_attention(X, toy_params(angle, scale_1, scale_2, share))
    numbers = {
        "weights_1": result.weights[0], "weights_2": result.weights[1],
        "head_1": result.heads[0], "head_2": result.heads[1],
        "concat": result.concat, "output": result.output,
        "difference": np.abs(result.weights[0] - result.weights[1]).max(),
    }
    return _html(result, numbers, ((1 - share) * scale_1, share * scale_2)), numbers


def _html(result, numbers, parts):
    largest = max(4.0, float(np.abs(result.concat).max()))
    heads = "".join(
        row_html(
            arrow_plane({"q₁": result.q[i, 0], "q₂": result.q[i, 1], "k₁": X[0], "k₂": X[1]},
                        limit=1.25, size=180),
            row_html(
                matrix_html(result.weights[i], TOKENS, TOKENS, f"A ({word('heads.head')} {i + 1})", 3,
                            largest=1.0),
                matrix_html(result.v[i], TOKENS, None, "V", 2, largest=largest, room=5),
                matrix_html(result.heads[i], TOKENS, None, f"head{'₁₂'[i]} = A·V", 3, largest=largest,
                            room=6),
            ),
            align="center",
        )
        for i in range(2)
    )
    outputs = (
        matrix_html(result.concat, TOKENS, None, "Concat", 3, largest=largest, room=6)
        + '<div style="height:24px"></div>'
        + matrix_html(result.output, TOKENS, None, "Concat·Wᴼ", 3, largest=largest, room=6)
    )
    return row_html(heads, outputs, align="center") + line_html(_verdict(numbers["difference"], parts))


def _verdict(difference, parts):
    """Say whether one head would do: the same weights, or one head without a part in the output."""
    if 0 in parts:
        return "<b>=</b> " + word("heads.silent")
    if difference < 1e-12:
        return "<b>=</b> " + word("heads.same", scale=typeset(sum(parts), 2))
    return "<b>≠</b> " + word("heads.apart", difference=number(difference, 3))
