"""Matrices as HTML tables with names on rows and columns and the numbers in the cells.

``show`` is for notebooks (an object with HTML and plain text), the functions that end in ``_html``
return strings for panels. Colours are translucent over the page's own background, so that a table is
legible in the light and in the dark theme; the sign of a number is never told by colour alone.
"""

from html import escape

import numpy as np

from helpers.numbers import text, typeset
from helpers.words import both, word

POSITIVE, NEGATIVE = "0,114,178", "213,94,0"  # blue and vermilion of Okabe and Ito, as r,g,b
ROUNDING = 1e-12  # of the largest magnitude: below it, a number stands for zero
MOST_ROWS, MOST_COLUMNS = 60, 40  # of a matrix that a cell shows: a browser stops at some megabytes
DEEPEST = 0.45  # opacity of the largest magnitude: text on it keeps a contrast above 4.5:1

_CELL = "padding:2px 8px;text-align:right;border:1px solid rgba(128,128,128,.35);"
_NAME = "padding:2px 8px;text-align:center;font-weight:600;border:0;background:transparent;"
_TABLE = (
    "border-collapse:collapse;margin:0;width:auto;color:inherit;background:transparent;"
    "font-variant-numeric:tabular-nums;"
)
_MARK = "outline:2px solid currentColor;outline-offset:-2px;font-weight:700;"

_COMPACT_CELL = "padding:0 2px 0 1px;text-align:right;border:1px solid #8886;"
_COMPACT_NAME = _NAME.replace("padding:2px 8px", "padding:0 2px") + "min-width:16px;white-space:nowrap;"
_COMPACT_TABLE = _TABLE + "font-size:12px;line-height:20px;letter-spacing:-.3px;"
_COMPACT_MARKS = {  # whole row? whole column? -> lines along it; digits stay as they are: bold is wider
    (False, False): "outline:2px solid currentColor;outline-offset:-2px;",
    (True, False): "box-shadow:inset 0 2px,inset 0 -2px;",
    (False, True): "box-shadow:inset 2px 0,inset -2px 0;",
    (True, True): "",
}


class Shown:
    """Something to look at: HTML where HTML is rendered, plain text elsewhere."""

    def __init__(self, html, plain):
        self.html, self.plain = html, plain

    def _repr_html_(self):
        return self.html

    def __repr__(self):
        return self.plain


def show(a, rows=None, columns=None, title="", decimals=4, mark=()):
    """Show a matrix (or a vector, as one row) with names and numbers.

    Parameters
    ----------
    a : array of shape (n, m) or (m,).
    rows, columns : names, n and m of them; default none.
    title : text above the table; the shape is added to it.
    decimals : digits after the point, default 4.
    mark : pairs (i, j) of cells to frame; None in place of i or j frames the whole column or row.

    Returns
    -------
    Shown, which a notebook displays.

    Of a matrix with more than 60 rows or 40 columns, the upper left corner is shown.

    Raises
    ------
    ValueError if ``a`` has more than two axes or the names do not fit its shape.
    TypeError if it does not hold numbers.
    """
    a = _numbers(a)
    _check_axes_and_names(a, rows, columns)
    shape = (1, *a.shape)[-2:]
    if shape[0] > MOST_ROWS or shape[1] > MOST_COLUMNS:
        title = word("table.corner", title=title, shape=shape_text(a)).strip()
        a = a[:MOST_ROWS, :MOST_COLUMNS] if a.ndim == 2 else a[:MOST_COLUMNS]
        rows = None if rows is None else rows[:MOST_ROWS]
        columns = None if columns is None else columns[:MOST_COLUMNS]
    plain = "\n".join(filter(None, [f"{title} {shape_text(a)}".strip(), text(a, decimals)]))
    return Shown(matrix_html(a, rows, columns, title, decimals, mark), plain)


def _numbers(a):
    try:
        a = np.asarray(a)
    except ValueError:  # rows of different lengths
        raise ValueError(both("door.ragged", name="a")) from None
    if a.dtype.kind not in "biuf":
        raise TypeError(both("door.numbers", name="a", dtype=a.dtype))
    return a


def side_by_side(*parts):
    """Show tables and signs in one line: ``side_by_side(show(A), "@", show(V), "=", show(A @ V))``."""
    html = row_html(*(p.html if isinstance(p, Shown) else sign_html(p) for p in parts))
    plain = "\n".join(p.plain if isinstance(p, Shown) else str(p) for p in parts)
    return Shown(html, plain)


def shape_text(a):
    """Return the shape as the lectures write it: ``(3, 4)``."""
    return str(tuple(int(size) for size in np.shape(a)))


def matrix_html(
    a, rows=None, columns=None, title="", decimals=2, mark=(), largest=None, shade=True, compact=0,
    room=0, hidden=None,
):
    """Return an HTML table of a matrix; the deeper a cell's colour, the larger its magnitude.

    Parameters
    ----------
    a : array of shape (n, m) or (m,); texts instead of numbers are shown as they are, without colour.
    rows, columns : names; default none.
    title : caption; the shape is added to it. Without one, the table says its names to a screen reader.
    decimals : default 2.
    mark : cells to frame, as in ``show``.
    largest : the magnitude that gets the deepest colour; default the largest in ``a``.
        Give it where a picture moves: the colours of two frames are then comparable.
    shade : default True; False leaves the cells uncoloured.
    compact : width of a cell in pixels, for wide matrices: small digits without padding, all cells
        equally wide; default 0, as wide as the numbers need.
    room : least width of a cell in digits, default 0. Give it where a picture moves: a minus sign or one
        more digit then leaves the columns in their places.
    hidden : boolean array of shape (n, m), True for cells to leave empty; default none.
    """
    a = np.asarray(a)
    cell, name, table = _styles(compact)
    cell += f"min-width:{room}ch;" if room else ""
    _check_axes_and_names(a, rows, columns)
    grid = a[None, :] if a.ndim == 1 else a
    shade = shade and grid.dtype.kind != "U"
    largest = _largest(grid) if shade and largest is None else largest
    body = []
    if columns is not None:
        corner = f'<th style="{name}"></th>' if rows is not None else ""
        heads = "".join(f'<th scope="col" style="{name}">{escape(str(c))}</th>' for c in columns)
        body.append(f'<tr style="background:transparent">{corner}{heads}</tr>')
    for i, values in enumerate(grid):
        head = f'<th scope="row" style="{name}">{escape(str(rows[i]))}</th>' if rows is not None else ""
        empty = hidden[i] if hidden is not None else [False] * len(values)
        cells = "".join(
            f'<td style="{cell}{_colour(v, largest) if shade else ""}'
            f'{_frame(i, j, mark, compact)}">{"" if empty[j] else _cell_text(v, decimals)}</td>'
            for j, v in enumerate(values)
        )
        body.append(f'<tr style="background:transparent">{head}{cells}</tr>')
    caption = (
        f'<caption style="caption-side:top;text-align:left;color:inherit;padding:2px 0;'
        f'white-space:nowrap">{escape(title)} <span style="opacity:.8">{shape_text(a)}</span></caption>'
        if title
        else ""
    )
    label = "" if title else f' aria-label="{escape(_label(grid, rows, columns), quote=True)}"'
    return f'<table{label} style="{table}">{caption}{"".join(body)}</table>'


def row_html(*parts, align="flex-end"):
    """Return HTML strings in one line that wraps where the page is narrow.

    Parameters
    ----------
    parts : HTML strings.
    align : ``"flex-end"`` (default: the last rows of all tables on one height) or ``"center"``.
    """
    boxes = "".join(f'<div style="margin:4px 0">{part}</div>' for part in parts)
    return (
        f'<div style="display:flex;flex-wrap:wrap;align-items:{align};gap:6px 14px;'
        f'margin:4px 0">{boxes}</div>'
    )


def sign_html(sign):
    """Return an operator sign as HTML, to stand between two tables."""
    return f'<div style="font-size:1.3em;padding-bottom:4px">{escape(str(sign))}</div>'


def line_html(content):
    """Return one line of text (HTML allowed) for under or above a picture."""
    return f'<div style="margin:4px 0;line-height:1.6">{content}</div>'


def _check_axes_and_names(a, rows, columns):
    if a.ndim not in (1, 2):
        raise ValueError(both("table.axes", shape=a.shape))
    sizes = (1, *a.shape)[-2:]
    for names, size, axis in zip((rows, columns), sizes, ("rows", "columns")):
        if names is not None and len(names) != size:
            raise ValueError(both("table.names", axis=axis, given=len(names), wanted=size))


def _styles(compact):
    if not compact:
        return _CELL, _NAME, _TABLE
    return f"{_COMPACT_CELL}min-width:{compact}px;", _COMPACT_NAME, _COMPACT_TABLE


def _label(grid, rows, columns):
    """Return the text alternative of a table without a title: its shape, its first and last names."""
    ends = [
        "–".join(map(str, (names[0], names[-1]))) if names is not None and len(names) else str(size)
        for names, size in zip((rows, columns), grid.shape, strict=True)
    ]
    return word("table.label", shape=shape_text(grid), rows=ends[0], columns=ends[1])


def _largest(grid):
    numeric = grid.astype(float)
    return float(np.max(np.abs(numeric))) if grid.size else 1.0


def _cell_text(value, decimals):
    return escape(value) if isinstance(value, str) else typeset(value, decimals)


def _colour(value, largest):
    if not largest or not np.isfinite(value):
        return ""
    # Rounding residuals differ between processors: they must move neither the sign nor the second digit.
    depth = round(DEEPEST * min(1.0, abs(float(value)) / largest), 9)
    positive = value >= -ROUNDING * largest
    return f"background:rgba({POSITIVE if positive else NEGATIVE},{depth:.2f});"


def _frame(i, j, mark, compact):
    """Return the style that frames cell (i, j), if a mark says so."""
    for r, c in mark:
        if r in (i, None) and c in (j, None):
            return _COMPACT_MARKS[c is None, r is None] if compact else _MARK
    return ""
