"""Arrows in a plane as an SVG string."""

import math
from html import escape

from helpers.numbers import MINUS
from helpers.views.svg import COLOURS, DASHES, FONT, svg_image, text_width


def arrow_plane(vectors, limit=1.5, label="", size=280, trails=(), points=None):
    """Return arrows from the origin of a plane as an SVG string.

    Parameters
    ----------
    vectors : dict name -> (x, y).
    limit : the plane shows -limit to limit on both axes, default 1.5.
    label : the text alternative; default the names.
    size : pixels on each side, default 280.
    trails : arrays of shape (n, 2), drawn as thin dotted lines.
    points : dict name -> (x, y) of places that get a name and no arrow.
    """
    half = size / 2
    whole = range(-math.floor(limit), math.floor(limit) + 1)

    def place(x, y):
        return half + x / limit * half, half - y / limit * half

    grid = "".join(
        f'<line x1="{p:.1f}" y1="0" x2="{p:.1f}" y2="{size}" stroke="currentColor" opacity="{o}"/>'
        f'<line x1="0" y1="{p:.1f}" x2="{size}" y2="{p:.1f}" stroke="currentColor" opacity="{o}"/>'
        for p, o in [(half + k / limit * half, 0.5 if k == 0 else 0.15) for k in whole]
    )
    parts = [grid, *_numbers(whole, half, limit)]
    for trail in trails:
        d = "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in (place(*p) for p in trail))
        parts.append(f'<path d="{d}" fill="none" stroke="currentColor" opacity=".4" '
                     'stroke-dasharray="2 3"/>')
    for k, (x, y) in enumerate(vectors.values()):
        colour, dash = COLOURS[k % len(COLOURS)], DASHES[k % len(DASHES)]
        parts.insert(1, _arrow(place(0, 0), place(x, y), colour, dash))  # the first lies on top
    names = {}  # where -> who: arrows that end in one place share a label
    for name, (x, y) in (vectors | (points or {})).items():
        end = tuple(round(p, 1) + 0.0 for p in place(x, y))
        names[end] = [*names.get(end, []), str(name)]
    taken = []
    parts += [_arrow_label(half, end, " = ".join(here), size, taken) for end, here in names.items()]
    return svg_image(size, size, label or ", ".join(vectors), "".join(parts))


def _numbers(whole, half, limit):
    """The numbers of both axes, along the lower and the left edge: on the axes, arrows would cover them."""
    font = 'font-family="inherit" font-size="11" fill="currentColor" opacity=".75"'
    for k in whole:
        at, shown = half + k / limit * half, str(k).replace("-", MINUS)
        if k:
            yield f'<text x="{at:.1f}" y="{2 * half - 4}" text-anchor="middle" {font}>{shown}</text>'
            if at > 28:  # the corner has room for one number
                yield f'<text x="3" y="{2 * half - at + 4:.1f}" {font}>{shown}</text>'


def _arrow(start, end, colour, dash):
    (x0, y0), (x1, y1) = start, end
    long = math.hypot(x1 - x0, y1 - y0)
    head = ""
    if long > 1:
        ux, uy = (x1 - x0) / long, (y1 - y0) / long
        left = (x1 - 9 * ux - 5 * uy, y1 - 9 * uy + 5 * ux)
        right = (x1 - 9 * ux + 5 * uy, y1 - 9 * uy - 5 * ux)
        head = (f'<polygon fill="{colour}" points="{x1:.1f},{y1:.1f} {left[0]:.1f},{left[1]:.1f} '
                f'{right[0]:.1f},{right[1]:.1f}"/>')
    return (
        f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" stroke="{colour}" '
        f'stroke-width="2.5" stroke-dasharray="{dash}"/>{head}'
    )


def _arrow_label(half, end, name, size, taken):
    """The name beside the arrow's head, moved down where another name stands already."""
    (x1, y1), wide = end, text_width(name)
    x = x1 + 8 if x1 >= half else x1 - 8 - wide
    x = min(max(x, 2), size - 2 - wide)
    y = min(max(y1 + (-6 if y1 <= half else 16), 14), size - 6)
    while any(x < tx + other and tx < x + wide and abs(y - ty) < 15 for tx, ty, other in taken):
        y = y1 + 18 if y < y1 else y + 16  # not onto the arrow itself
    taken.append((x, y, wide))
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="currentColor" {FONT}>{escape(name)}</text>'
