"""The gradient through many layers, with and without "+x" (Lecture 10, 三·残差)."""

import numpy as np

from helpers.numbers import MINUS, number, size_text
from helpers.panels.panel import Panel, Slider
from helpers.views.svg import line_chart
from helpers.views.table import line_html
from helpers.words import word

DEEPEST = 100
LOW, HIGH = 1e-20, 1e20  # gradients that the picture shows


def residual_panel():
    """Return the panel: depth, the derivative F′ of every living layer, the number of dead layers."""
    return Panel(
        "residual", picture,
        depth=Slider(word("residual.depth"), 15, 1, DEEPEST, 1),
        slope=Slider(word("residual.slope"), 0.1, -1.5, 1.5, 0.05),
        dead=Slider(word("residual.dead"), 0, 0, DEEPEST, 1),
    )


def gradients(depth, slope, dead):
    """Return the gradient after 0..depth layers, with and without residual: two arrays (depth + 1,).

    ``dead`` of the layers, spread evenly, have F′ = 0; more than there are layers means all.
    """
    dead_so_far = (2 * np.arange(depth + 1) * min(dead, depth) + depth) // (2 * depth)  # 0 ... dead
    slopes = np.where(np.diff(dead_so_far) > 0, 0.0, slope)  # (depth,)
    return tuple(np.cumprod(np.concatenate([[1.0], factors])) for factors in (1 + slopes, slopes))


def picture(depth, slope, dead):
    """Return both products over the layers on a logarithmic scale, and both written out."""
    slope, dead = round(slope, 2), min(dead, depth)
    kept, lost = gradients(depth, slope, dead)
    numbers = {"with_residual": kept[-1], "without_residual": lost[-1]}
    return _html(depth, slope, dead, kept, lost), numbers


def _html(depth, slope, dead, kept, lost):
    names = word("residual.with"), word("residual.without")
    chart = line_chart(
        np.arange(DEEPEST + 1), {name: _visible(g) for name, g in zip(names, (kept, lost))},
        word("residual.x"), word("residual.y"), log_y=True, y_range=(LOW, HIGH), width=800, height=360,
    )
    size = number(abs(slope), 2)
    alive = (f"(1 + {size})", size) if slope >= 0 else (f"(1 {MINUS} {size})", f"({MINUS}{size})")
    lines = "".join(
        "<br>" + word("residual.line", name=name, product=_product(factor, still, depth - dead, dead))
        + f" = <b>{size_text(g[-1])}</b>{_since(g)}"
        for name, factor, still, g in zip(names, alive, "10", (kept, lost))
    )
    return chart + line_html(word("residual.layers", live=depth - dead, dead=dead) + lines)


def _product(alive, still, live, dead):
    """Write the product of all layers' factors; a kind of layer that is not there is left out."""
    parts = [f"{base}<sup>{count}</sup>" for base, count in ((alive, live), (still, dead)) if count]
    return " × ".join(parts)


def _since(g):
    zero = np.flatnonzero(g == 0)
    return word("residual.zero", layer=int(zero[0])) if zero.size else ""


def _visible(g):
    """Return magnitudes over all places, up to the first one outside the picture: there the curve
    runs into the edge, as zero does on a logarithmic scale."""
    size = np.full(DEEPEST + 1, np.nan)
    size[: len(g)] = np.where(g == 0, LOW / 10, np.abs(g))
    outside = np.flatnonzero((size < LOW) | (size > HIGH))
    if outside.size:
        size[outside[0] + 1 :] = np.nan
    return size
