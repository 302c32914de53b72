"""Curves and bars as SVG strings: a picture in a few hundred microseconds.

Lines and letters use ``currentColor``, so a picture follows the theme of the page. Series differ by
colour, by dash and by the name at their end. All coordinates are rounded to a tenth of a pixel: the
same values give the same string on every machine.
"""

import math
from html import escape

import numpy as np

from helpers.numbers import MINUS, typeset

# Four of Okabe and Ito, then two that keep their distance; 3:1 on white and on near-black pages
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#6C3CE4", "#E40048")
DASHES = ("", "7 4", "2 4", "9 3 2 3", "12 5", "4 2")
FONT = 'font-family="inherit" font-size="13"'


def line_chart(
    x, series, x_label="", y_label="", log_y=False, y_range=None, points=(), label="",
    width=620, height=320, rings=(),
):
    """Return curves over a common x as an SVG string.

    Parameters
    ----------
    x : array of shape (n,), increasing.
    series : dict name -> array of shape (n,); with ``log_y`` values that are not positive are left out.
    x_label, y_label : axis names.
    log_y : logarithmic vertical axis, default False.
    y_range : (low, high); default the range of the data with a small margin.
    points : triples (x, y, text) of points to mark.
    label : the text alternative; default the names of the series.
    width, height : pixels, default 620 by 320.
    rings : pairs (x, y) of places to ring; they do not widen the range of the axes.
    """
    x = np.asarray(x, dtype=float)
    series = {name: np.asarray(y, dtype=float) for name, y in series.items()}
    frame = _Frame(x, series.values(), points, log_y, y_range, width, height)
    frame.right = max([frame.right] + [28 + text_width(name) for name in series])  # the names fit in
    parts = [frame.axes(x_label, y_label)]
    ends = []
    for k, (name, y) in enumerate(series.items()):
        colour, dash = COLOURS[k % len(COLOURS)], DASHES[k % len(DASHES)]
        pieces = frame.pieces(x, y)
        drawn = "".join(map(_path, pieces))
        parts.append(
            f'<path d="{drawn}" fill="none" stroke="{colour}" stroke-width="2.5" '
            f'stroke-dasharray="{dash}"/>'
        )
        parts += [  # a curve of one point would not be seen
            f'<circle cx="{piece[0][0]:.1f}" cy="{piece[0][1]:.1f}" r="3.5" fill="{colour}"/>'
            for piece in pieces if len(piece) == 1
        ]
        if pieces:
            ends.append((pieces[-1][-1], name, colour, dash))
    parts += _end_labels(ends, frame)
    parts += [_ring(frame, *place) for place in rings]
    parts += _dots(frame, points)
    return svg_image(width, height, label or ", ".join(series), "".join(parts))


def bar_chart(
    values, names, label="", texts=None, largest=None, width=620, left=130, signed=None
):
    """Return horizontal bars with their numbers as an SVG string.

    Parameters
    ----------
    values : array of shape (n,); negative values grow to the left.
    names : n names.
    label : the text alternative; default the names.
    texts : n texts at the bars' ends; default the values to three decimals.
    largest : the magnitude of a full bar; default the largest in ``values``.
    width : pixels, default 620; the height grows with n.
    left : pixels for the names, default 130.
    signed : True keeps room for negative values on the left; default where there are some. Give it where
        a picture moves: zero then stays in its place.
    """
    values = np.asarray(values, dtype=float)
    largest = float(np.max(np.abs(values), initial=0)) if largest is None else largest
    largest = largest or 1.0
    if texts is None:
        texts = [typeset(value, 3) for value in values]
    height, right = 24 * len(values) + 8, 80
    signed = bool(np.any(values < 0)) if signed is None else signed
    zero = left + (width - left - right) * (0.5 if signed else 0.0)
    full = (width - left - right) * (0.5 if signed else 1.0)
    parts = []
    if signed:
        parts.append(
            f'<line x1="{zero:.1f}" x2="{zero:.1f}" y1="2" y2="{height - 2}" stroke="currentColor" '
            'opacity=".5"/>'
        )
    for k, (value, name, text) in enumerate(zip(values, names, texts, strict=True)):
        y, long = 24 * k + 6, full * min(1.0, abs(value) / largest)
        start = zero if value >= 0 else zero - long
        colour = COLOURS[0] if value >= 0 else COLOURS[1]
        parts.append(
            f'<text x="{left - 8}" y="{y + 13}" text-anchor="end" fill="currentColor" {FONT}>'
            f"{escape(str(name))}</text>"
            f'<rect x="{start:.1f}" y="{y}" width="{long:.1f}" height="18" fill="{colour}"/>'
            f'<text x="{max(zero, start + long) + 6:.1f}" y="{y + 13}" fill="currentColor" {FONT}>'
            f"{escape(text)}</text>"
        )
    return svg_image(width, height, label or ", ".join(map(str, names)), "".join(parts))


def _path(points):
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


class _Frame:
    """The plotting area: from data to pixels."""

    def __init__(self, x, series, points, log_y, y_range, width, height):
        self.width, self.height, self.log = width, height, log_y
        self.left, self.right, self.top, self.bottom = 74, 120, 14, 46
        self.x0, self.x1, self.counts = float(x[0]), float(x[-1]), bool(np.all(x == np.rint(x)))
        if self.x0 == self.x1:
            self.x0, self.x1 = self.x0 - 0.5, self.x1 + 0.5
        heights = [self._height(y) for y in series] + [self._height([p[1] for p in points])]
        seen = np.concatenate([h[np.isfinite(h)] for h in heights] or [np.zeros(1)])
        if y_range is not None:
            low, high = self._height(np.asarray(y_range, dtype=float))
        elif seen.size:
            low, high = float(seen.min()), float(seen.max())
            margin = 0.05 * (high - low) or 0.5
            low, high = low - margin, high + margin
        else:
            low, high = 0.0, 1.0
        self.y0, self.y1 = float(low), float(high)

    def _height(self, y):
        y = np.asarray(y, dtype=float)
        if not self.log:
            return y
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(y > 0, np.log10(np.where(y > 0, y, 1.0)), -np.inf)

    def px(self, x):
        return self.left + (x - self.x0) / (self.x1 - self.x0) * (self.width - self.left - self.right)

    def py(self, h):
        inner = self.height - self.top - self.bottom
        return self.top + (self.y1 - h) / (self.y1 - self.y0) * inner

    def pieces(self, x, y):
        """The parts of the curve inside the frame, each as a list of (x, y) in pixels.

        A curve ends where a value is missing, and on the edge where it leaves the frame: drawn along the
        edge, it would look like values that are there.
        """
        pieces, before = [], None
        for here in zip(x, self._height(y), strict=True):
            if not np.isfinite(here[1]):
                before = None
                continue
            inside = self._inside(before, here) if before else [here] * int(self.y0 <= here[1] <= self.y1)
            before = here
            if not inside:
                continue
            points = [(self.px(px), self.py(h)) for px, h in inside]
            if pieces and len(points) > 1 and pieces[-1][-1] == points[0]:
                pieces[-1].append(points[1])
            else:
                pieces.append(points)
        return pieces

    def _inside(self, a, b):
        """The part of the line from a to b that is inside the frame: two points, or none."""
        ends = []
        for (x, h), (x_2, h_2) in ((a, b), (b, a)):
            edge = min(max(h, self.y0), self.y1)
            if edge != h:
                if h_2 == h or not 0 <= (share := (edge - h) / (h_2 - h)) <= 1:
                    return []
                x, h = x + share * (x_2 - x), edge
            ends.append((x, h))
        return ends

    def axes(self, x_label, y_label):
        right, floor = self.width - self.right, self.height - self.bottom
        parts = [
            f'<path d="M{self.left} {self.top}V{floor}H{right}" fill="none" stroke="currentColor" '
            'opacity=".7"/>'
        ]
        for t in ticks(self.x0, self.x1, self.counts, max(5, (right - self.left) // 60)):
            parts.append(
                f'<line x1="{self.px(t):.1f}" x2="{self.px(t):.1f}" y1="{self.top}" y2="{floor}" '
                'stroke="currentColor" opacity=".12"/>'
                f'<text x="{self.px(t):.1f}" y="{floor + 17}" text-anchor="middle" '
                f'fill="currentColor" {FONT}>{_tick_text(t)}</text>'
            )
        for t in ticks(self.y0, self.y1, whole=self.log):
            name = _power_text(t) if self.log else _tick_text(t)
            parts.append(
                f'<line x1="{self.left}" x2="{right}" y1="{self.py(t):.1f}" y2="{self.py(t):.1f}" '
                'stroke="currentColor" opacity=".12"/>'
                f'<text x="{self.left - 10}" y="{self.py(t) + 4:.1f}" text-anchor="end" '
                f'fill="currentColor" {FONT}>{name}</text>'
            )
        middle = (self.left + right) / 2
        parts.append(
            f'<text x="{middle:.1f}" y="{self.height - 8}" text-anchor="middle" fill="currentColor" '
            f'{FONT}>{escape(x_label)}</text>'
            f'<text transform="translate(15 {(self.top + floor) / 2:.1f}) rotate(-90)" '
            f'text-anchor="middle" fill="currentColor" {FONT}>{escape(y_label)}</text>'
        )
        return "".join(parts)


def ticks(low, high, whole=False, about=5):
    """Return round numbers between low and high, about five of them (``whole``: integers only)."""
    step = (high - low) / about
    if not step > 0:
        return [low]
    size = 10.0 ** math.floor(math.log10(step))
    step = next(size * m for m in (1, 2, 5, 10) if size * m >= step * 0.999)
    if whole:
        step = max(1.0, round(step))
    first = math.ceil(low / step - 1e-9)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


def _tick_text(t):
    return f"{t:.6g}".replace("e+0", "e").replace("e+", "e").replace("-", MINUS)


def _power_text(t):
    return f'10<tspan dy="-5" font-size="10">{_tick_text(round(t))}</tspan>'


def _end_labels(ends, frame):
    """Names at the ends of the curves, pushed apart so that they do not cover each other."""
    ends = sorted(ends, key=lambda e: e[0][1])
    heights = []
    for (_, y), *_ in ends:
        heights.append(max([y] + [h + 16 for h in heights[-1:]]))
    lowest = frame.height - 8
    for k in reversed(range(len(ends))):  # inside the frame, a name on its floor would stand on the line
        within = ends[k][0][0] + 24 < frame.width - frame.right
        floor = frame.height - frame.bottom - 9 if within else lowest
        heights[k] = min(heights[k], floor, lowest)
        lowest = heights[k] - 16
    starts = [  # a name does not run over the end of another curve
        max([x] + [other for (other, y), *_ in ends if x < other < x + 24 + text_width(name) and abs(y - at) < 24])
        for at, ((x, _), name, *_) in zip(heights, ends, strict=True)
    ]
    return [
        f'<line x1="{x + 4:.1f}" y1="{at:.1f}" x2="{x + 20:.1f}" y2="{at:.1f}" '
        f'stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dash}"/>'
        f'<text x="{x + 24:.1f}" y="{at + 4:.1f}" fill="currentColor" {FONT}>'
        f"{escape(name)}</text>"
        for at, x, (_, name, colour, dash) in zip(heights, starts, ends, strict=True)
    ]


def padded(values, size):
    """Fill up with missing values to ``size`` places: the axis stays as it is while a curve grows."""
    return np.concatenate([values, np.full(size - len(values), np.nan)])


def cells_path(mask, size):
    """Return the path of the cells (n, m) that are True, ``size`` pixels wide: a run in a row is one rectangle."""
    edges = np.diff(mask.astype(int), axis=1, prepend=0, append=0)  # 1 where a run starts, −1 behind it
    return "".join(
        f"M{size * start} {size * row}h{size * (stop - start)}v{size}H{size * start}z"
        for row in np.flatnonzero(mask.any(axis=1))
        for start, stop in zip(np.flatnonzero(edges[row] > 0), np.flatnonzero(edges[row] < 0), strict=True)
    )


def text_width(text):
    """About how many pixels a text takes."""
    return sum(13 if ord(letter) > 0x2E80 else 8 for letter in text)


def _dots(frame, points):
    """Points with their names; where several stand in one place, the names stand in a row."""
    names = {}
    for x, y, name in points:
        h = float(frame._height([y])[0])
        if np.isfinite(h):
            place = round(frame.px(x), 1), round(frame.py(min(max(h, frame.y0), frame.y1)), 1)
            names[place] = [*names.get(place, []), str(name)]
    return [_dot(frame, px, py, " ".join(here)) for (px, py), here in names.items()]


def _dot(frame, px, py, name):
    """The name stands above the point, where a curve that rises or falls does not cross it."""
    x = max(px, frame.left + text_width(name) / 2)
    y = py - 11 if py > 24 else py + 20
    return (
        f'<circle cx="{px}" cy="{py}" r="5" fill="currentColor"/>'
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" fill="currentColor" font-weight="600" '
        f"{FONT}>{escape(name)}</text>"
    )


def _ring(frame, x, y):
    h = float(frame._height([y])[0])
    if not frame.y0 <= h <= frame.y1:
        return ""
    return (
        f'<circle cx="{frame.px(x):.1f}" cy="{frame.py(h):.1f}" r="7" fill="none" '
        'stroke="currentColor" stroke-width="1.8"/>'
    )


def svg_image(width, height, label, content):
    """Return content, SVG elements as text, as an image of this size; label says what it shows."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(label, quote=True)}" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'style="max-width:100%;height:auto;display:block">{content}</svg>'
    )
