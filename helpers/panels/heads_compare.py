"""The three printed heads of 我爱你 side by side, and the share of each in W^O (Deep Dive 2.5)."""

import functools

import numpy as np

from helpers.kernels.attention import multi_head_attention
from helpers.lectures.wo_ai_ni import D_K, HEADS, SHARES, TOKENS, X, head_params
from helpers.numbers import number, typeset
from helpers.panels.panel import Choice, Panel, Slider
from helpers.views.table import line_html, matrix_html, row_html
from helpers.words import word

LARGEST = 4.0  # the magnitude of the deepest colour in values and outputs
KINDS = ("mix", "minus", "copy")  # what W^O makes of the heads in the features 1–4, 5–8, 9–12


def heads_compare_panel():
    """Return the panel: the word that is followed, and the share of each head in W^O."""
    shares = {
        f"share_{k + 1}": Slider(word("heads_compare.share", head=k + 1), share, 0.0, 1.0, 0.1)
        for k, share in enumerate(SHARES)
    }
    return Panel(
        "heads_compare", picture,
        token=Choice(word("heads_compare.token"), 1, {name: k for k, name in enumerate(TOKENS)}),
        **shares,
    )


def picture(token, share_1, share_2, share_3):
    """Return weights and outputs of the heads, and how one word's output adds up from them."""
    result, written = _heads()
    parts = np.array([share_1, share_2, share_3])[:, None, None] * written  # (3, 3, 12)
    numbers = {
        "weights": result.weights, "heads": result.heads, "concat": result.concat,
        "parts": parts[:, token], "output": parts.sum(axis=0),
    }
    return _html(token, share_1 + share_2 + share_3, numbers), numbers


@functools.cache
def _heads():
    """Return the heads, and what each writes into the output where its share in W^O is 1: (3, 3, 12)."""
    params = head_params((1.0, 1.0, 1.0))
    result = multi_head_attention(X, params)
    return result, result.heads @ params.w_o.reshape(HEADS, D_K, -1)  # (3, 3, 4) @ (3, 4, 12)


def _html(token, total, t):
    heads = row_html(*(_head(k, token, t) for k in range(HEADS)))
    features = [*TOKENS, word("heads_compare.own")]
    concat = matrix_html(
        t["concat"][token], None, [f"{k + 1}·{name}" for k in range(HEADS) for name in features],
        word("heads_compare.concat", token=TOKENS[token]), 2, largest=LARGEST, compact=62,
    )
    names = [word("heads_compare.head", head=k + 1) for k in range(HEADS)]
    columns = [word(f"heads_compare.{kind}", k=k + 1) for kind in KINDS for k in range(D_K)]
    parts = matrix_html(
        np.vstack([t["parts"], t["output"][token]]), [*names, word("heads_compare.sum")], columns,
        word("heads_compare.parts"), 3, mark=[(HEADS, None)], largest=LARGEST, compact=62,
    )
    mixed = t["output"][token][:3]
    said = word(
        "heads_compare.says", token=TOKENS[token], sum=number(total, 1),
        mix=" + ".join(typeset(value, 3) for value in mixed),
    )
    return heads + _wide(concat) + _wide(parts) + line_html(said)


def _head(k, token, t):
    weights = matrix_html(
        t["weights"][k], TOKENS, TOKENS, word("heads_compare.weights", head=k + 1), 2,
        mark=[(token, None)], largest=1.0,
    )
    output = matrix_html(
        t["heads"][k], TOKENS, None, word("heads_compare.output", head=k + 1), 2,
        mark=[(token, None)], largest=LARGEST,
    )
    return f'<div style="width:228px">{weights}<div style="height:8px"></div>{output}</div>'


def _wide(table):
    return f'<div style="max-width:100%;overflow-x:auto;margin:6px 0">{table}</div>'
