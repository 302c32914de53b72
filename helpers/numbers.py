"""The one formatter: every number that a reader sees passes through here.

Outputs of notebooks are compared as text, so a number must print the same on every machine:
a fixed number of decimals, no ``-0.0000``, no ``np.float64(...)``, and residuals only as a bound.
"""

import numpy as np

MINUS = "\u2212"  # the typographic minus sign that the lectures print


def number(value, decimals=4):
    """Return one number as text.

    Parameters
    ----------
    value : float, int, bool or numpy scalar.
    decimals : digits after the point for a float, default 4; integers and booleans print whole.
    """
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if not np.isfinite(value):
        return str(float(value))
    shown = f"{float(value):.{decimals}f}"
    return shown.lstrip("-") if float(shown) == 0 else shown


def typeset(value, decimals=4):
    """Return one number as text with the typographic minus, for pictures and sentences."""
    return number(value, decimals).replace("-", MINUS)


def in_brackets(shown):
    """Return a number that ``typeset`` wrote as it stands after a sign: in brackets if it is negative.

    >>> in_brackets("−2.0"), in_brackets("2.0")
    ('(−2.0)', '2.0')
    """
    return f"({shown})" if shown.startswith(MINUS) else shown


def size_text(value, decimals=4, digits=1, low=1e-3, high=1e5):
    """Return a number as text: powers of ten, as Python writes them, where it is very large or small.

    Parameters
    ----------
    value : float.
    decimals : digits after the point of a plain number, default 4.
    digits : digits after the point before a power of ten, default 1.
    low, high : magnitudes that are written plainly: low or more, below high. Zero is ``0``.

    >>> size_text(0.5), size_text(-4.4e-16), size_text(0)
    ('0.5000', '−4.4e-16', '0')
    """
    if value == 0:
        return "0"
    if low <= abs(value) < high:
        return typeset(value, decimals)
    return f"{value:.{digits}e}".replace("e+", "e").replace("-", MINUS, int(value < 0))


def text(x, decimals=4):
    """Return a number or an array as text, rows below each other and columns aligned.

    Parameters
    ----------
    x : number or array of any shape.
    decimals : digits after the point, default 4.

    >>> print(text([[1, 2.5], [-0.00001, 3]], decimals=2))
    [[1.00 2.50]
     [0.00 3.00]]
    """
    a = np.asarray(x)
    if a.ndim == 0:
        return number(a[()], decimals)
    cells = np.empty(a.shape, dtype=object)
    for index in np.ndindex(a.shape):
        cells[index] = number(a[index], decimals)
    width = max((len(cell) for cell in cells.flat), default=0) if a.ndim > 1 else 0
    return _rows(cells, width, indent=1)


def _rows(cells, width, indent):
    if cells.ndim == 1:
        separator = " " if width else ", "
        return "[" + separator.join(cell.rjust(width) for cell in cells) + "]"
    gap = "\n" * (cells.ndim - 1) + " " * indent
    return "[" + gap.join(_rows(row, width, indent + 1) for row in cells) + "]"


def bound(residual):
    """Return a rounding residual as a bound, since its digits differ from machine to machine.

    Parameters
    ----------
    residual : number or array; the largest magnitude counts.

    >>> bound(3e-16)
    '< 1e-12'
    """
    largest = float(np.max(np.abs(residual))) if np.size(residual) else 0.0
    for power in (12, 9, 6):
        if largest < 10.0**-power:
            return f"< 1e-{power}"
    return number(largest, 6)
