"""One word of 我爱你 asks, scores, scales, weighs and mixes (Deep Dive 1.3 to 1.7)."""

import numpy as np

from helpers.kernels.attention import scaled_dot_product_attention, softmax
from helpers.lectures.wo_ai_ni import TOKENS, W_K, W_Q, W_V, X
from helpers.numbers import in_brackets, number, typeset
from helpers.panels.panel import Panel, Slider, Switch
from helpers.panels.steps import Steps
from helpers.views.svg import bar_chart
from helpers.views.table import line_html, matrix_html
from helpers.words import word

STEPS = ("ask", "score", "scale", "softmax", "mix")
LOUDEST = 4.0
LARGEST = {"vector": 3.0, "score": 8.0, "value": 1.0}  # magnitudes of the deepest colour
SCORE_COLUMNS = [f"k_{token}" for token in TOKENS]


def self_attention_panel():
    """Return the panel: the word and its step, how loud its query is, scaling on or off."""
    names = tuple(word(f"self_attention.{step}") for step in STEPS)
    return Panel(
        "self_attention", picture,
        walk=Steps(word("self_attention.walk"), names, names, TOKENS, value=0),
        loudness=Slider(word("self_attention.loudness"), 1.0, 0.0, LOUDEST, 0.25),
        scaled=Switch(word("self_attention.scaled"), True),
    )


def trace(token, loudness, scaled):
    """Return what the word number ``token`` computes, with its query times ``loudness``."""
    q = loudness * (X[[token]] @ W_Q)  # (1, 12) @ (12, 4) -> (1, 4)
    k, v = X @ W_K, X @ W_V  # (3, 4) each
    result = scaled_dot_product_attention(q, k, v)
    weights = result.weights if scaled else softmax(result.scores)  # (1, 3)
    return {
        "q": q[0], "k": k, "v": v, "scores": result.scores[0],
        "scaled_scores": (result.scaled_scores if scaled else result.scores)[0],
        "weights": weights[0], "parts": weights[0][:, None] * v, "output": (weights @ v)[0],
    }


def picture(walk, loudness, scaled):
    """Return all five steps of one word; those that are still to come are question marks."""
    token, step = divmod(walk, len(STEPS))
    numbers = trace(token, loudness, scaled)
    return _html(token, step, scaled, numbers), numbers


def _html(token, step, scaled, t):
    name = TOKENS[token]
    ask = _side(
        (230, _table(t["q"], [name], None, f"q_{name}", "vector", step >= 0)),
        (230, _table(t["k"], TOKENS, None, "K", "vector", step >= 0)),
    )
    score = _products(t, name, step)
    scale = _side(
        (230, _table(t["scores"], [name], SCORE_COLUMNS, "s = q·k", "score", step >= 1)),
        (230, _table(t["scaled_scores"], [name], SCORE_COLUMNS, "s / √4" if scaled else "s", "score",
                     step >= 2)),
    )
    known = step >= 3
    bars = bar_chart(
        t["weights"] if known else np.zeros(3), TOKENS, word("self_attention.weights"),
        [number(w, 3) if known else "?" for w in t["weights"]], 1.0, width=420, left=30,
    )
    mix = _side(
        (230, _table(t["v"], TOKENS, None, "V", "value", step >= 0)),
        (300, _table(np.vstack([t["parts"], t["output"]]), [f"a·v_{n}" for n in TOKENS] + ["Σ"], None,
                     word("self_attention.parts"), "value", step >= 4)),
    )
    blocks = [ask, score, scale, bars, mix]
    says = [word(f"self_attention.{name}.says") for name in STEPS]
    if not scaled:
        says[2] = word("self_attention.scale.off")
    rows = "".join(_block(k, content, says[k], step) for k, content in enumerate(blocks))
    return f'<div style="max-width:100%;overflow-x:auto"><div style="width:900px">{rows}</div></div>'


def _block(k, content, says, step):
    """A step's name at the left, its numbers at the right; the step in play has a bar beside it."""
    edge = "currentColor" if k == step else "transparent"
    weight = 700 if k == step else 400
    return (
        f'<div style="display:flex;align-items:center;border-left:4px solid {edge};'
        f'padding:3px 0 3px 10px"><div style="width:230px;font-weight:{weight};line-height:1.5">'
        f'{k + 1} {word("self_attention." + STEPS[k])}<br><span style="font-weight:400;opacity:.8">'
        f"{says}</span></div><div>{content}</div></div>"
    )


def _side(*boxes):
    inner = "".join(f'<div style="width:{width}px">{html}</div>' for width, html in boxes)
    return f'<div style="display:flex;gap:26px;align-items:flex-end">{inner}</div>'


def _table(a, rows, columns, title, kind, known):
    shown = a if known else np.full(np.shape(a), "?")
    return matrix_html(shown, rows, columns, title, 2, largest=LARGEST[kind])


def _products(t, name, step):
    lines = []
    for other, k, score in zip(TOKENS, t["k"], t["scores"]):
        terms = " + ".join(f"{typeset(a, 2)}×{in_brackets(typeset(b, 2))}" for a, b in zip(t["q"], k))
        known = f"{terms} = <b>{typeset(score, 2)}</b>" if step >= 1 else "?"
        lines.append(f"q_{name}·k_{other} = {known}")
    return f'<div style="height:76px">{line_html("<br>".join(lines))}</div>'
