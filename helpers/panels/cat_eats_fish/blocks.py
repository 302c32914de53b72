"""The kinds of steps of 猫吃鱼: a product, a sum, a LayerNorm, and the tables that they are made of.

A scene has up to three pictures around its words: a matrix to the left, one above, and the result
below, where the row of the one and the column of the other cross.
"""

from typing import NamedTuple

import numpy as np

from helpers.lectures.cat_eats_fish import D_MODEL, TOKENS
from helpers.numbers import in_brackets, number, typeset
from helpers.views.table import matrix_html, shape_text
from helpers.words import word

EPS = 1e-5  # of the LayerNorms, the default of the kernels
NARROW, WIDE = 62, 35  # pixels of a cell with four decimals, with two


class Place(NamedTuple):
    """Where the reader looks, everything counted from 0."""

    layer: int
    head: int
    token: int
    column: int


class Scene(NamedTuple):
    """One step: HTML strings, the shapes as text, and the number in play with its column."""

    formula: str
    shapes: str
    numbers: str
    left: str
    above: str
    below: str
    value: float
    column: int


def product(p, formula, matrices, names, inner=None, columns=None, shapes=None, after=""):
    """A row of ``a`` and a column of ``b`` meet in a cell of ``c = a @ b``.

    Parameters
    ----------
    matrices, names : a, b, c and what stands above each.
    inner, columns : names of what a and b share, and of the columns of c; default 0, 1, 2, …
    shapes : texts instead of the shapes of the three, where only a part of them is shown.
    after : what is added to the sum of the products.
    """
    a, b, c = matrices
    i, j = p.token, inside(p, c)
    shapes = shapes or [shape_text(m) for m in matrices]
    inner, columns = inner or counted(len(b)), columns or counted(c.shape[1])
    terms = " + ".join(f"{term(x)}×{term(y)}" for x, y in zip(a[i], b[:, j]))
    left, above, below = (f"{name} {shape}" for name, shape in zip(names, shapes))
    return Scene(
        formula, f"{shapes[0]} @ {shapes[1]} → {shapes[2]}",
        f"{cell_of(p, columns[j])}<br>{terms}{after}",
        table(left, a, [(i, None)], TOKENS, inner), table(above, b, [(None, j)], inner, columns),
        table(below, c, [(i, j)], TOKENS, columns), c[i, j], j,
    )  # fmt: skip


def total(p, formula, matrices, names):
    """A cell of ``a`` and the same cell of ``b`` add up to that of ``c``."""
    i, j = p.token, p.column
    cells = [m[i, j] for m in matrices]
    left, above, below = (
        table(f"{name} {shape_text(m)}", m, [(i, j)]) for name, m in zip(names, matrices)
    )
    shape = shape_text(matrices[0])
    return Scene(
        formula, f"{shape} + {shape} → {shape}",
        f"{cell_of(p, j)}<br>{term(cells[0])} + {term(cells[1])}", left, above, below, cells[2], j,
    )  # fmt: skip


def norm(p, x, params, y, names):
    """A row is brought to mean 0 and deviation 1, then scaled by γ and moved by β."""
    i, j = p.token, p.column
    mean, root = x[i].mean(), np.sqrt(x[i].var() + EPS)
    parts = np.array([params.gamma, params.beta])  # (2, d_model)
    return Scene(
        f"{names[1]} = γ·({names[0]} − μ) / √(σ² + ε) + β", f"{shape_text(x)} → {shape_text(y)}",
        f"{word('cat_eats_fish.row', token=TOKENS[i])} μ = {typeset(mean)}　"
        f"√(σ² + ε) = {typeset(root)}<br>{cell_of(p, j)}<br>"
        f"{term(params.gamma[j])}×({typeset(x[i, j])} − {term(mean)}) / {number(root)}"
        f" + {term(params.beta[j])}",
        table(f"{names[0]} {shape_text(x)}", x, [(i, None)]),
        table(f"γ, β {shape_text(parts)}", parts, [(None, j)], ["γ", "β"]),
        table(f"{names[1]} {shape_text(y)}", y, [(i, j)]), y[i, j], j,
    )  # fmt: skip


def table(title, a, mark=(), rows=TOKENS, columns=None, largest=None):
    """Return a matrix with its title: four decimals where there is room, else two."""
    narrow = a.shape[1] < D_MODEL // 2
    columns = counted(a.shape[1]) if columns is None else columns
    html = matrix_html(
        a, rows, columns, decimals=4 if narrow else 2, mark=mark, largest=largest,
        compact=NARROW if narrow else WIDE,
    )  # fmt: skip
    return captioned(title, html)


def rolled(title, numbers, mark=()):
    """Return many numbers of one row or column, laid out in rows of twelve."""
    return captioned(title, matrix_html(numbers.reshape(-1, D_MODEL), mark=mark, compact=WIDE))


def captioned(title, html):
    return f'<div style="font-size:12px;line-height:20px;white-space:nowrap">{title}</div>{html}'


def inside(p, matrix):
    """Return the column in play; a matrix with fewer columns shows its last one."""
    return min(p.column, matrix.shape[1] - 1)


def cell_of(p, column):
    """Say which cell is in play."""
    return word("cat_eats_fish.cell", token=TOKENS[p.token], column=column)


def counted(size):
    """Return the names of features: the text counts them from 0, dim0 to dim11."""
    return [str(k) for k in range(size)]


def term(value):
    """Return a number as it stands within a formula: in brackets if it is negative."""
    return in_brackets(typeset(value))
