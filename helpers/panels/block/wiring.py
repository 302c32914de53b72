"""The block's wiring as an SVG string: the trunk straight through, the sub-layers on branches above it."""

from html import escape
from typing import NamedTuple

from helpers.words import word

WIDTH, HEIGHT, TRUNK, BRANCH = 920, 124, 92, 30
_BOX, _RING = 17, 13  # half the height of a box, radius of a sum
_FONT = 'font-family="inherit" font-size="14" fill="currentColor"'
_LIT = "#0072B2"


class Part(NamedTuple):
    """A box, a sum or an end of the trunk: where it stands, and the steps at which it is at work."""

    kind: str
    x: int  # the middle
    y: int
    half: int  # half the width
    steps: range


def _parts(norm):
    """Return the parts from left to right; the scenes run through them in this order."""
    if norm == "pre":
        return (
            Part("x", 24, TRUNK, 16, range(0, 1)),
            Part("norm", 140, BRANCH, 52, range(1, 2)),
            Part("attention", 290, BRANCH, 62, range(2, 6)),
            Part("sum", 400, TRUNK, _RING, range(6, 7)),
            Part("norm", 540, BRANCH, 52, range(7, 8)),
            Part("ffn", 680, BRANCH, 52, range(8, 10)),
            Part("sum", 790, TRUNK, _RING, range(10, 11)),
            Part("output", 880, TRUNK, 26, range(10, 11)),
        )
    return (
        Part("x", 24, TRUNK, 16, range(0, 1)),
        Part("attention", 170, BRANCH, 62, range(1, 5)),
        Part("sum", 290, TRUNK, _RING, range(5, 6)),
        Part("norm", 400, TRUNK, 52, range(6, 7)),
        Part("ffn", 560, BRANCH, 52, range(7, 9)),
        Part("sum", 670, TRUNK, _RING, range(9, 10)),
        Part("norm", 780, TRUNK, 52, range(10, 11)),
        Part("output", 880, TRUNK, 26, range(10, 11)),
    )


def svg(norm, step):
    """Return the wiring with the part at work lit and what is still to come pale."""
    parts = _parts(norm)
    drawn = [_trunk(parts, step), *_branches(parts, step), *(_part(part, step) for part in parts)]
    label = word("block.wiring", norm=norm.capitalize() + "-LN")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(label, quote=True)}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'style="max-width:100%;height:auto;display:block">{"".join(drawn)}</svg>'
    )


def _trunk(parts, step):
    """The trunk: all that stands on it, joined; thick, since it is the road of the residual."""
    on = [part for part in parts if part.y == TRUNK]
    return "".join(
        _line(f"M{a.x + a.half} {TRUNK}H{b.x - b.half - 9}", _opacity(b.steps, step), 3.5) + _head(b, step)
        for a, b in zip(on, on[1:])
    )


def _branches(parts, step):
    """From the trunk up through the boxes of a sub-layer, and down into its sum."""
    start = None
    for left, part in zip(parts, parts[1:]):
        if part.y == BRANCH and left.y == TRUNK:
            start = left.x + left.half + 18
            at = part.x - part.half
            yield _line(f"M{start} {TRUNK}V{BRANCH}H{at - 7}", _opacity(part.steps, step), 1.8)
            yield _arrow(at, BRANCH, 1, _opacity(part.steps, step))
        elif part.y == BRANCH:
            at = part.x - part.half
            yield _line(f"M{left.x + left.half} {BRANCH}H{at - 7}", _opacity(part.steps, step), 1.8)
            yield _arrow(at, BRANCH, 1, _opacity(part.steps, step))
        elif left.y == BRANCH:
            opacity = _opacity(part.steps, step)
            yield _line(f"M{left.x + left.half} {BRANCH}H{part.x}V{TRUNK - _RING - 8}", opacity, 1.8)
            yield (
                f'<polygon points="{part.x},{TRUNK - _RING - 1} {part.x - 5},{TRUNK - _RING - 10} '
                f'{part.x + 5},{TRUNK - _RING - 10}" fill="currentColor" opacity="{opacity}"/>'
            )


def _part(part, step):
    opacity, lit = _opacity(part.steps, step), step in part.steps and part.kind != "output"
    stroke = f'stroke="{_LIT if lit else "currentColor"}" stroke-width="{3 if lit else 1.4}"'
    fill = f'fill="{_LIT}" fill-opacity="{0.22 if lit else 0}"'
    name = "+" if part.kind == "sum" else word(f"block.part.{part.kind}")
    text = (
        f'<text x="{part.x}" y="{part.y + 5}" text-anchor="middle" '
        f'font-weight="{700 if lit else 400}" {_FONT}>{escape(name)}</text>'
    )
    if part.kind == "sum":
        shape = f'<circle cx="{part.x}" cy="{part.y}" r="{_RING}" {fill} {stroke}/>'
    elif part.y == TRUNK and part.kind != "norm":
        shape = (
            f'<line x1="{part.x - part.half}" x2="{part.x + part.half}" y1="{part.y + 13}" '
            f'y2="{part.y + 13}" {stroke}/>' if lit else ""
        )
    else:
        shape = (
            f'<rect x="{part.x - part.half}" y="{part.y - _BOX}" width="{2 * part.half}" '
            f'height="{2 * _BOX}" rx="5" {fill} {stroke}/>'
        )
    return f'<g opacity="{opacity}">{shape}{text}</g>'


def _opacity(steps, step):
    return 1 if steps.start <= step else 0.65  # a text keeps a contrast above 4.5:1


def _line(path, opacity, width):
    return (
        f'<path d="{path}" fill="none" stroke="currentColor" stroke-width="{width}" opacity="{opacity}"/>'
    )


def _head(part, step):
    return _arrow(part.x - part.half, TRUNK, 1.5, _opacity(part.steps, step))


def _arrow(x, y, size, opacity):
    """An arrowhead that points right and ends just before x."""
    back, wide = 9 * min(size, 1.2), 5 * size
    return (
        f'<polygon points="{x - 1},{y} {x - 1 - back:.1f},{y - wide:.1f} {x - 1 - back:.1f},{y + wide:.1f}" '
        f'fill="currentColor" opacity="{opacity}"/>'
    )
