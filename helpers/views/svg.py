"""Curves, bars and arrows as SVG strings: a picture in a few hundred microseconds.

Lines and letters use ``currentColor``, so a picture follows the theme of the page. Series differ by
colour, by dash and by the name at their end. All coordinates are rounded to a tenth of a pixel: the
same values give the same string on every machine.
"""

import math
from html import escape

import numpy as np

from helpers.numbers import number

# Four of Okabe and Ito, then two that keep their distance; 3:1 on white and on near-black pages
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#6C3CE4", "#E40048")
DASHES = ("", "7 4", "2 4", "9 3 2 3", "12 5", "4 2")
_FONT = 'font-family="inherit" font-size="13"'


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
    parts = [frame.axes(x_label, y_label)]
    ends = []
    for k, (name, y) in enumerate(series.items()):
        colour, dash = COLOURS[k % len(COLOURS)], DASHES[k % len(DASHES)]
        drawn = frame.path(x, y)
        parts.append(
            f'<path d="{drawn}" fill="none" stroke="{colour}" stroke-width="2.5" '
            f'stroke-dasharray="{dash}"/>'
        )
        last = frame.last_point(x, y)
        if last is not None:
            ends.append((last, name, colour, dash))
    parts += _end_labels(ends, frame)
    parts += [_ring(frame, *place) for place in rings]
    parts += [_dot(frame, *point) for point in points]
    return _svg(width, height, label or ", ".join(series), "".join(parts))


def bar_chart(values, names, label="", texts=None, largest=None, width=620, left=130):
    """Return horizontal bars with their numbers as an SVG string.

    Parameters
    ----------
    values : array of shape (n,); negative values grow to the left.
    names : n names.
    texts : n texts at the bars' ends; default the values to three decimals.
    left : pixels for the names.
    largest : the magnitude of a full bar; default the largest in ``values``.
    """
    values = np.asarray(values, dtype=float)
    largest = float(np.max(np.abs(values), initial=0)) if largest is None else largest
    largest = largest or 1.0
    texts = [number(value, 3) for value in values] if texts is None else texts
    height, right = 24 * len(values) + 8, 80
    negative = bool(np.any(values < 0))
    zero = left + (width - left - right) * (0.5 if negative else 0.0)
    full = (width - left - right) * (0.5 if negative else 1.0)
    parts = []
    for k, (value, name, text) in enumerate(zip(values, names, texts, strict=True)):
        y, long = 24 * k + 6, full * min(1.0, abs(value) / largest)
        start = zero if value >= 0 else zero - long
        colour = COLOURS[0] if value >= 0 else COLOURS[1]
        parts.append(
            f'<text x="{left - 8}" y="{y + 13}" text-anchor="end" fill="currentColor" {_FONT}>'
            f"{escape(str(name))}</text>"
            f'<rect x="{start:.1f}" y="{y}" width="{long:.1f}" height="18" fill="{colour}"/>'
            f'<text x="{max(zero, start + long) + 6:.1f}" y="{y + 13}" fill="currentColor" {_FONT}>'
            f"{escape(text)}</text>"
        )
    return _svg(width, height, label or ", ".join(map(str, names)), "".join(parts))


def arrow_plane(vectors, limit=1.5, label="", size=280, trails=()):
    """Return arrows from the origin of a plane as an SVG string.

    Parameters
    ----------
    vectors : dict name -> (x, y).
    limit : the plane shows -limit to limit on both axes.
    trails : arrays of shape (n, 2), drawn as thin dotted lines.
    """
    half = size / 2

    def place(x, y):
        return half + x / limit * half, half - y / limit * half

    grid = "".join(
        f'<line x1="{p:.1f}" y1="0" x2="{p:.1f}" y2="{size}" stroke="currentColor" opacity="{o}"/>'
        f'<line x1="0" y1="{p:.1f}" x2="{size}" y2="{p:.1f}" stroke="currentColor" opacity="{o}"/>'
        for p, o in [(half + k / limit * half, 0.5 if k == 0 else 0.15)
                     for k in range(-math.floor(limit), math.floor(limit) + 1)]
    )
    parts = [grid]
    for trail in trails:
        d = "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in (place(*p) for p in trail))
        parts.append(f'<path d="{d}" fill="none" stroke="currentColor" opacity=".4" '
                     'stroke-dasharray="2 3"/>')
    labels = []
    for k, (name, (x, y)) in enumerate(vectors.items()):
        colour, dash = COLOURS[k % len(COLOURS)], DASHES[k % len(DASHES)]
        parts.insert(1, _arrow(place(0, 0), place(x, y), colour, dash))  # the first lies on top
        parts.append(_arrow_label(place(0, 0), place(x, y), name, size, labels))
    return _svg(size, size, label or ", ".join(vectors), "".join(parts))


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


def _arrow_label(start, end, name, size, taken):
    """The name beside the arrow's head, moved down where another name stands already."""
    (x0, y0), (x1, y1) = start, end
    x = min(max(x1 + (8 if x1 >= x0 else -8), 14), size - 34)
    y = min(max(y1 + (-6 if y1 <= y0 else 16), 14), size - 6)
    while any(abs(x - tx) < 60 and abs(y - ty) < 15 for tx, ty in taken):
        y += 16
    taken.append((x, y))
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{"start" if x1 >= x0 else "end"}" '
        f'fill="currentColor" {_FONT}>{escape(str(name))}</text>'
    )


class _Frame:
    """The plotting area: from data to pixels."""

    def __init__(self, x, series, points, log_y, y_range, width, height):
        self.width, self.height, self.log = width, height, log_y
        self.left, self.right, self.top, self.bottom = 74, 120, 14, 46
        self.x0, self.x1 = float(x[0]), float(x[-1])
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

    def path(self, x, y):
        """The curve, cut where a value is missing and clipped to the frame's height."""
        out, pen = [], "M"
        for xv, h in zip(x, self._height(y), strict=True):
            if not np.isfinite(h):
                pen = "M"
                continue
            out.append(f"{pen}{self.px(xv):.1f} {self.py(min(max(h, self.y0), self.y1)):.1f}")
            pen = "L"
        return "".join(out)

    def last_point(self, x, y):
        h = self._height(y)
        good = np.flatnonzero(np.isfinite(h))
        if not good.size:
            return None
        k = good[-1]
        return self.px(x[k]), self.py(min(max(h[k], self.y0), self.y1))

    def axes(self, x_label, y_label):
        right, floor = self.width - self.right, self.height - self.bottom
        parts = [
            f'<path d="M{self.left} {self.top}V{floor}H{right}" fill="none" stroke="currentColor" '
            'opacity=".7"/>'
        ]
        for t in ticks(self.x0, self.x1):
            parts.append(
                f'<line x1="{self.px(t):.1f}" x2="{self.px(t):.1f}" y1="{self.top}" y2="{floor}" '
                'stroke="currentColor" opacity=".12"/>'
                f'<text x="{self.px(t):.1f}" y="{floor + 17}" text-anchor="middle" '
                f'fill="currentColor" {_FONT}>{_tick_text(t)}</text>'
            )
        for t in ticks(self.y0, self.y1, whole=self.log):
            name = _power_text(t) if self.log else _tick_text(t)
            parts.append(
                f'<line x1="{self.left}" x2="{right}" y1="{self.py(t):.1f}" y2="{self.py(t):.1f}" '
                'stroke="currentColor" opacity=".12"/>'
                f'<text x="{self.left - 6}" y="{self.py(t) + 4:.1f}" text-anchor="end" '
                f'fill="currentColor" {_FONT}>{name}</text>'
            )
        middle = (self.left + right) / 2
        parts.append(
            f'<text x="{middle:.1f}" y="{self.height - 8}" text-anchor="middle" fill="currentColor" '
            f'{_FONT}>{escape(x_label)}</text>'
            f'<text transform="translate(15 {(self.top + floor) / 2:.1f}) rotate(-90)" '
            f'text-anchor="middle" fill="currentColor" {_FONT}>{escape(y_label)}</text>'
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
    return f"{t:.6g}".replace("e+0", "e").replace("e+", "e")


def _power_text(t):
    return f'10<tspan dy="-5" font-size="10">{int(round(t))}</tspan>'


def _end_labels(ends, frame):
    """Names at the ends of the curves, pushed apart so that they do not cover each other."""
    placed, parts = [], []
    for (x, y), name, colour, dash in sorted(ends, key=lambda e: e[0][1]):
        at = max([y] + [p + 16 for p in placed[-1:]])
        placed.append(at)
        parts.append(
            f'<line x1="{x + 4:.1f}" y1="{at:.1f}" x2="{x + 20:.1f}" y2="{at:.1f}" '
            f'stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dash}"/>'
            f'<text x="{x + 24:.1f}" y="{at + 4:.1f}" fill="currentColor" {_FONT}>'
            f"{escape(name)}</text>"
        )
    return parts


def _dot(frame, x, y, name):
    h = float(frame._height([y])[0])
    if not np.isfinite(h):
        return ""
    px, py = frame.px(x), frame.py(min(max(h, frame.y0), frame.y1))
    return (
        f'<circle cx="{px:.1f}" cy="{py:.1f}" r="5" fill="currentColor"/>'
        f'<text x="{px + 9:.1f}" y="{py - 8:.1f}" fill="currentColor" font-weight="600" {_FONT}>'
        f"{escape(str(name))}</text>"
    )


def _ring(frame, x, y):
    h = float(frame._height([y])[0])
    if not frame.y0 <= h <= frame.y1:
        return ""
    return (
        f'<circle cx="{frame.px(x):.1f}" cy="{frame.py(h):.1f}" r="7" fill="none" '
        'stroke="currentColor" stroke-width="1.8"/>'
    )


def _svg(width, height, label, content):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(label, quote=True)}" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'style="max-width:100%;height:auto;display:block">{content}</svg>'
    )
