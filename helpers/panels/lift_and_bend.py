"""Lift, bend, return (Deep Dive, 6.1): what no line in the plane can part, a line after the bend can.

Two classes of points in a plane go through a feed-forward layer and come back to a plane. W₁ is made by
hand, directions spread evenly around the circle; W₂ and b₂ are the best by least squares: the first
output is to be −1 or +1, which names the class, and the second is to keep x₂.
"""

import functools

import numpy as np

from helpers.kernels.feed_forward import feed_forward, gelu, relu
from helpers.models.parameters import FeedForwardParams
from helpers.panels.panel import Choice, Panel, Slider
from helpers.views.svg import COLOURS, cells_path, svg_image
from helpers.views.table import line_html, matrix_html, row_html, sign_html
from helpers.words import word

EDGE = 3.0  # the plane shows −3 to 3
CELLS = 48  # on each side of the shaded plane
SIDE = 336  # pixels, for each plane
WIDEST = 8


def no_activation(x):
    """Return x itself: the lift without the bend."""
    return x


ACTIVATIONS = {"none": no_activation, "relu": relu, "gelu": gelu}


def _ring():
    """A disc of 13 points inside a ring of 24."""
    angle = 2 * np.pi * np.arange(24) / 24
    radius = 2.2 + 0.25 * np.sin(5 * angle)  # not quite round
    outer = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    inner = np.concatenate([[[0.0, 0.0]], 0.9 * outer[::2] / radius[::2, None]])
    return np.concatenate([inner, outer]), np.repeat([-1.0, 1.0], [13, 24])


def _corners():
    """Four clusters of 9 points: opposite corners belong together."""
    small = 0.35 * np.stack(np.meshgrid([-1, 0, 1], [-1, 0, 1]), -1).reshape(-1, 2)  # (9, 2)
    middles = np.array([[1.4, 1.4], [-1.4, -1.4], [1.4, -1.4], [-1.4, 1.4]])
    points = (middles[:, None, :] + small).reshape(-1, 2)  # (36, 2)
    return points, np.repeat([-1.0, 1.0], 18)


DATA = {"ring": _ring(), "corners": _corners()}
SHADE = f'fill="{COLOURS[1]}" fill-opacity=".28"'
_LINES = np.linspace(-EDGE, EDGE, CELLS + 1)
CORNERS = np.stack(np.meshgrid(_LINES, -_LINES), -1).reshape(-1, 2)  # (49·49, 2), row by row from above


def lift_and_bend_panel():
    """Return the panel: the data, activation and width, and a point to move through the layer."""
    data = {word("lift_and_bend.ring"): "ring", word("lift_and_bend.corners"): "corners"}
    activations = {word("lift_and_bend.none"): "none", "ReLU": "relu", "GELU": "gelu"}
    return Panel(
        "lift_and_bend", picture,
        data=Choice(word("lift_and_bend.data"), "ring", data),
        activation=Choice(word("lift_and_bend.activation"), "none", activations),
        width=Slider(word("lift_and_bend.width"), 4, 1, WIDEST),
        x_1=Slider(word("lift_and_bend.x_1"), 1.6, -2.8, 2.8, 0.1),
        x_2=Slider(word("lift_and_bend.x_2"), 1.2, -2.8, 2.8, 0.1),
    )  # fmt: skip


@functools.cache
def layer(data, activation, width):
    """Return FeedForwardParams (2 -> width -> 2) with the W₂, b₂ that come closest to (±1, x₂)."""
    points, labels = DATA[data]
    angle = np.pi / 4 + 2 * np.pi * np.arange(width) / width
    w_1 = np.stack([np.cos(angle), np.sin(angle)])  # (2, width)
    hidden = ACTIVATIONS[activation](points @ w_1)  # (points, width)
    score = _best_line(points, labels, w_1) if activation == "none" else labels
    wanted = np.column_stack([score, points[:, 1]])  # (points, 2)
    columns = np.column_stack([hidden, np.ones(len(points))])
    best = np.linalg.lstsq(columns, wanted, rcond=1e-9)[0]  # (width + 1, 2)
    return FeedForwardParams(w_1, np.zeros(width), best[:-1], best[-1])


def _best_line(points, labels, w_1):
    """Return x · u − c of the line that leaves the fewest points on the wrong side, (points,).

    Without a bend every border is such a line; least squares would not find the best one. One or two
    hidden units look along a single direction, so that there only c is free.
    """
    angle = np.radians(np.arange(0.5, 360))  # half degrees: no line meets two points at once
    alone = w_1.shape[1] <= 2
    directions = np.stack([w_1[:, 0], -w_1[:, 0]], 1) if alone else np.stack([np.cos(angle), np.sin(angle)])
    along = points @ directions  # (points, directions)
    order = np.argsort(along, axis=0, kind="stable")
    sides = labels[order]
    left = np.vstack([np.zeros(sides.shape[1]), np.cumsum(sides > 0, axis=0)])  # crosses on the wrong side
    right = np.vstack([np.cumsum((sides < 0)[::-1], axis=0)[::-1], np.zeros(sides.shape[1])])
    cut, k = np.unravel_index(np.argmin(left + right), left.shape)
    heights = np.sort(along[:, k])
    fences = np.concatenate([[heights[0] - 0.5], (heights[1:] + heights[:-1]) / 2, [heights[-1] + 0.5]])
    score = along[:, k] - fences[cut]
    return 0.8 * EDGE * score / np.max(np.abs(score))  # stretched: the border stays, all points in sight


def picture(data, activation, width, x_1, x_2):
    """Return the plane before, with the region that the layer calls +1, and after, and the point's way."""
    points, labels = DATA[data]
    params, act = layer(data, activation, width), ACTIVATIONS[activation]
    at = np.array([x_1, x_2])
    moved = feed_forward(at, params, act)
    outputs = feed_forward(points, params, act).output  # (points, 2)
    scores = feed_forward(CORNERS, params, act).output[:, 0].reshape(CELLS + 1, CELLS + 1)
    score = outputs[:, 0]
    numbers = {
        "hidden": moved.hidden, "activated": moved.activated, "output": moved.output,
        "points": len(points), "wrong": int(np.sum(labels * score <= 1e-9)),
        "gap": score[labels > 0].min() - score[labels < 0].max(),
    }
    pairs = width // 2 if width % 2 == 0 else width  # two units that look in opposite ways share a fold
    folds = params.w_1.T[:pairs] if activation != "none" else ()
    before = _plane("before", "x", points, labels, at, _shaded(scores) + "".join(map(_fold, folds)))
    border = f'<path d="M{SIDE / 2:g} 0V{SIDE}" stroke="currentColor" stroke-width="2.5"/>'
    after = _plane("after", "y", outputs, labels, moved.output, _half_shaded() + border)
    planes = row_html(before, sign_html("→"), after, align="center")
    lines = line_html(_says(activation, width, numbers))
    return planes + lines + _way(numbers, params, at), numbers


def _says(activation, width, numbers):
    kind = "none" if activation == "none" else "folds"
    parted = "apart" if numbers["wrong"] == 0 else "mixed"
    return word(f"lift_and_bend.{kind}_says", width=width) + word(
        f"lift_and_bend.{parted}", wrong=numbers["wrong"], points=numbers["points"]
    ) + (word("lift_and_bend.outside") if _outside(numbers["output"]) else "")


def _way(numbers, params, at):
    """The point's way: x, its hidden units before and after the bend, what it comes back as."""
    units = [word("lift_and_bend.unit", k=k) for k in range(1, len(params.b_1) + 1)]
    table = np.stack([numbers["hidden"], numbers["activated"]])
    rows = [word("lift_and_bend.before"), word("lift_and_bend.after")]
    return row_html(
        matrix_html(at[:, None], ["x₁", "x₂"], decimals=1, largest=EDGE, room=4), sign_html("→"),
        matrix_html(table, rows, units, decimals=2, largest=4.0, room=5), sign_html("→"),
        matrix_html(numbers["output"][:, None], ["y₁", "y₂"], decimals=2, largest=EDGE, room=5),
        align="center",
    )  # fmt: skip


def _plane(name, letter, points, labels, at, below):
    """Both classes of points in a plane, the moved point among them, over what lies below."""
    parts = [
        below,
        f'<path d="M0 {SIDE / 2:g}H{SIDE}M{SIDE / 2:g} 0V{SIDE}" stroke="currentColor" opacity=".35"/>',
    ]
    parts += [_mark(*_place(*p), label) for p, label in zip(points, labels, strict=True)]
    x, y = np.clip(_place(*at), 12, SIDE - 12)  # outside the plane: at its edge, with a dashed ring
    dash = 'stroke-dasharray="4 3" ' if _outside(at) else ""
    parts.append(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="10" fill="none" stroke="currentColor" {dash}stroke-width="2.5"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="currentColor"/>'
        f'<rect x=".5" y=".5" width="{SIDE - 1}" height="{SIDE - 1}" fill="none" stroke="currentColor" '
        'opacity=".5"/>'
        f'<g font-family="inherit" font-size="13" font-weight="600" fill="currentColor">'
        f'<text x="{SIDE - 20}" y="{SIDE / 2 - 6:g}">{letter}₁</text>'
        f'<text x="{SIDE / 2 + 6:g}" y="15">{letter}₂</text></g>'
    )
    title = word(f"lift_and_bend.{name}_plane")
    return line_html(title) + svg_image(SIDE, SIDE, title, "".join(parts))


def _outside(at):
    return bool(np.max(np.abs(at)) > EDGE)


def _half_shaded():
    return f'<path d="M{SIDE / 2:g} 0H{SIDE}V{SIDE}H{SIDE / 2:g}z" {SHADE}/>'


def _place(x, y):
    return (x / EDGE + 1) * SIDE / 2, (1 - y / EDGE) * SIDE / 2


def _shaded(scores):
    """The region that the layer calls +1, from the scores at the corners of the cells (49, 49).

    A run of whole cells in a row is one rectangle; a cell on the border is cut where the score is 0.
    """
    plus, size = scores > 1e-9, SIDE // CELLS
    count = sum(plus[i : CELLS + i, j : CELLS + j].astype(int) for i in (0, 1) for j in (0, 1))  # 0 to 4
    d = cells_path(count == 4, size) + "".join(_cut(scores, plus, i, j) for i, j in np.argwhere((count > 0) & (count < 4)).tolist())
    return f'<path d="{d}" {SHADE}/>'


def _cut(scores, plus, i, j):
    """The part of a cell with a score above 0, along straight lines between its corners."""
    corners, points = [(i, j), (i, j + 1), (i + 1, j + 1), (i + 1, j)], []
    for a, b in zip(corners, corners[1:] + corners[:1]):
        if plus[a]:
            points.append(a)
        if plus[a] != plus[b]:
            share = scores[a] / (scores[a] - scores[b])
            points.append((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
    size = SIDE // CELLS
    return "M" + "L".join(f"{size * column:.1f} {size * row:.1f}" for row, column in points) + "z"


def _fold(direction):
    """The line where a unit bends: x · direction = 0."""
    far = 2 * EDGE * np.array([-direction[1], direction[0]])
    (x_1, y_1), (x_2, y_2) = _place(*far), _place(*-far)
    return (
        f'<line x1="{x_1:.1f}" y1="{y_1:.1f}" x2="{x_2:.1f}" y2="{y_2:.1f}" stroke="currentColor" '
        'stroke-dasharray="6 4" opacity=".75"/>'
    )


def _mark(x, y, label):
    """Class −1 is a dot, class +1 a cross."""
    if label < 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{COLOURS[0]}"/>'
    return (
        f'<path d="M{x - 4:.1f} {y - 4:.1f}l8 8m-8 0l8 -8" stroke="{COLOURS[1]}" stroke-width="2.6" '
        'fill="none"/>'
    )
