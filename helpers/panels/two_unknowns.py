"""Two unknowns and one printed number: all solutions, and the way to the nearest, step by step.

The pencil case of ``helpers.lectures.reconstruction``: the same derivatives and the same shortest
steps, without the damping that many unknowns need.
"""

import numpy as np

from helpers.lectures.reconstruction import jacobian
from helpers.numbers import number, typeset
from helpers.panels.panel import Choice, Panel, Slider
from helpers.views.svg import line_chart
from helpers.views.table import line_html, matrix_html, row_html
from helpers.words import word

LIMIT = 8.0  # the picture shows a and b from 0 to here
MOST = 5  # steps
APART = 0.4  # so far apart, two numbers do not cover each other
GRID = np.linspace(0.2, LIMIT, 118)
RESULTS = {"line": "2a + b", "curve": "a·b"}
KINDS = {"line": (lambda a, b: 2 * a + b), "curve": (lambda a, b: a * b)}


def two_unknowns_panel():
    """Return the panel: the problem, its print and decimals, where the search starts, and the step."""
    return Panel(
        "two_unknowns", picture,
        kind=Choice(word("two_unknowns.kind"), "line", {shown: kind for kind, shown in RESULTS.items()}),
        target=Slider(word("two_unknowns.target"), 10.0, 2.0, 14.0, 0.5),
        decimals=Choice(word("two_unknowns.decimals"), 0, [0, 1, 2, 3]),
        a=Slider(word("two_unknowns.start", name="a"), 1.0, 0.5, 6.0, 0.5),
        b=Slider(word("two_unknowns.start", name="b"), 2.0, 0.5, 6.0, 0.5),
        step=Slider(word("two_unknowns.step"), 0, 0, MOST, 1, play=True),
    )  # fmt: skip


def path(kind, target, a, b, steps):
    """Return the places after 0 to ``steps`` shortest steps, (steps + 1, 2)."""
    places = [np.array([a, b], dtype=float)]
    for _ in range(steps):
        miss = np.array([KINDS[kind](*places[-1]) - target])  # (1,)
        J = jacobian(lambda theta: np.array([KINDS[kind](*theta)]), places[-1])  # (1, 2)
        places.append(places[-1] - J.T @ np.linalg.solve(J @ J.T, miss))
    return np.array(places)


def picture(kind, target, decimals, a, b, step):
    """Return the band of all solutions, the places of the search in it, and their numbers."""
    half = 0.5 * 10.0**-decimals
    places = path(kind, target, a, b, step)
    values = np.array([KINDS[kind](*place) for place in places])  # (step + 1,)
    moved = np.linalg.norm(places[-1] - places[0])
    met = bool(-half <= values[-1] - target < half)  # what is printed as the target
    numbers = {"place": places[-1], "value": values[-1], "moved": moved, "met": met}
    chart = line_chart(
        GRID, {f"{number(edge, max(1, decimals + 1))}": _edge(kind, edge) for edge in (target + half, target - half)},
        "a", "b", y_range=(0, LIMIT), points=_points(places), label=word("two_unknowns.label"),
        width=560, height=430,
    )  # fmt: skip
    return row_html(chart, _table(kind, places, values, target), align="center") + line_html(
        _says(kind, met, target, decimals, moved)
    ), numbers


def _edge(kind, value):
    """Return b over the grid of a where the result is ``value``, cut at the frame."""
    b = value - 2 * GRID if kind == "line" else value / GRID
    return np.where((b >= 0) & (b <= LIMIT), b, np.nan)


def _points(places):
    """Mark the places inside the frame; one that lies on an earlier one gets no number of its own."""
    shown = []
    for k, place in enumerate(places):
        if (place >= 0).all() and (place <= LIMIT).all():
            apart = all(np.linalg.norm(place - np.array(other[:2])) > APART for other in shown)
            shown.append((*place, str(k) if apart else ""))
    return shown


def _table(kind, places, values, target):
    """A row for each step; rows that are still to come stay empty, so that nothing jumps."""
    rows = np.full((MOST + 1, 4), "", dtype="<U24")
    for k, (place, value) in enumerate(zip(places, values)):
        rows[k] = [typeset(v, 3) for v in (*place, value, value - target)]
    names = [word("two_unknowns.row", step=k) for k in range(MOST + 1)]
    columns = ["a", "b", RESULTS[kind], word("two_unknowns.miss")]
    return matrix_html(rows, names, columns, shade=False, compact=62)


def _says(kind, met, target, decimals, moved):
    shown = number(float(target), decimals if decimals or target % 1 == 0 else 1)
    key = "two_unknowns.met" if met else "two_unknowns.not_met"
    band = word("two_unknowns.band", result=RESULTS[kind], target=shown)
    return f"<b>{'✓' if met else '≠'}</b> {word(key, target=shown, decimals=decimals, moved=number(moved, 3))}<br>{band}"
