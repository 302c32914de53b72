"""A matrix as an image: one small rectangle for each number, in the colours of the tables."""

from html import escape

import numpy as np

from helpers.views.svg import COLOURS, DASHES, FONT, svg_image
from helpers.views.table import NEGATIVE, POSITIVE

LEVELS = 8  # shades of each sign


def heat_map(
    a, rows, label, largest=None, cell=(12, 16), frames=None, every=8, column_label="", left=60
):
    """Return the image as an SVG string: blue above zero, vermilion below, the deeper the larger.

    Parameters
    ----------
    a : array of shape (n, m).
    rows : n names, to the left.
    label : the text alternative.
    largest : the magnitude of the deepest shade; default the largest in ``a``.
    cell : width and height of a rectangle in pixels, default 12 by 16.
    frames : dict name -> (first row, first column, rows, columns) of cells to frame; the name stands
        above the frame.
    every : columns between two numbers below the image, default 8.
    column_label : words below the numbers.
    left : pixels for the names.
    """
    a = np.asarray(a, dtype=float)
    (n, m), (wide, high) = a.shape, cell
    largest = (float(np.max(np.abs(a))) or 1.0) if largest is None else largest
    levels = np.rint(LEVELS * np.clip(a / largest, -1, 1)).astype(int)  # (n, m), -LEVELS ... LEVELS
    top = 22
    parts = [_shade(levels, level, cell, left, top) for level in range(-LEVELS, LEVELS + 1) if level]
    parts += [
        f'<text x="{left - 8}" y="{top + high * (i + 0.5) + 4:.1f}" text-anchor="end" '
        f'fill="currentColor" {FONT}>{escape(str(name))}</text>'
        for i, name in enumerate(rows)
    ]
    parts += [
        f'<text x="{left + wide * (j + 0.5):.1f}" y="{top + high * n + 16}" text-anchor="middle" '
        f'fill="currentColor" {FONT}>{j}</text>'
        for j in range(0, m, every)
    ]
    for k, (name, frame) in enumerate((frames or {}).items()):
        parts.append(_frame(name, frame, cell, left, top, COLOURS[k % len(COLOURS)], DASHES[k % 2]))
    parts.append(
        f'<text x="{left + wide * m / 2:.1f}" y="{top + high * n + 34}" text-anchor="middle" '
        f'fill="currentColor" {FONT}>{escape(column_label)}</text>'
    )
    return svg_image(left + wide * m + 40, top + high * n + 42, label, "".join(parts))


def _shade(levels, level, cell, left, top):
    """All rectangles of one shade as one path: a path for each would be ten times as long."""
    wide, high = cell
    d = "".join(
        f"M{left + wide * j} {top + high * i}h{wide}v{high}h-{wide}z"
        for i, j in zip(*np.nonzero(levels == level), strict=True)
    )
    colour = POSITIVE if level > 0 else NEGATIVE
    return f'<path d="{d}" fill="rgb({colour})" fill-opacity="{abs(level) / LEVELS:.3f}"/>' if d else ""


def _frame(name, frame, cell, left, top, colour, dash):
    (i, j, rows, columns), (wide, high) = frame, cell
    x, y = left + wide * j, top + high * i
    box = f'<rect x="{x}" y="{y}" width="{wide * columns}" height="{high * rows}" fill="none" '
    return (
        f'{box}stroke="currentColor" stroke-width="5"/>'  # an edge, for a frame on its own colour
        f'{box}stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dash}"/>'
        f'<text x="{x + wide * columns / 2:.1f}" y="{y - 6}" text-anchor="middle" '
        f'fill="currentColor" {FONT}>{escape(str(name))}</text>'
    )
