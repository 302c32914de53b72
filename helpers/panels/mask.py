"""Attention weights with and without the causal mask (Lecture 10, 五)."""

import numpy as np

from helpers.kernels.attention import causal_mask, scaled_dot_product_attention
from helpers.panels.panel import Panel, Slider, Switch
from helpers.views.table import line_html, matrix_html, row_html
from helpers.words import word

TOKENS = ("我", "要", "吃", "一", "条", "鱼")
STRENGTH = 0.8  # how far apart the scores lie


def mask_panel():
    """Return the panel: mask on or off, how many tokens there are, and whose row is looked at."""
    return Panel(
        "mask", picture,
        masked=Switch(word("mask.on"), True), n=Slider(word("mask.n"), 5, 2, 6),
        row=Slider(word("mask.row"), 3, 1, 6),
    )


def picture(masked, n, row):
    """Return the weights of n tokens, and what the chosen row may look at."""
    x = STRENGTH * np.random.default_rng(5).normal(size=(len(TOKENS), 4))[:n]  # (n, 4)
    mask = causal_mask(n) if masked else None
    weights = scaled_dot_product_attention(x, x, x, mask).weights  # (n, n)
    beyond = word("mask.last", n=n) if row > n else ""
    row = min(row, n)
    seen = [t for t, w in zip(TOKENS, weights[row - 1], strict=False) if w > 0]
    html = row_html(
        matrix_html(
            weights, TOKENS[:n], TOKENS[:n], "A", 2, largest=1.0, mark=[(row - 1, None)],
            hidden=None if mask is None else ~mask,
        )
    ) + line_html(beyond + word("mask.sees", token=TOKENS[row - 1], seen=" ".join(seen)))
    return html, {"weights": weights, "seen": len(seen)}
