"""Stored losses of sorters in training: Pre-LN and Post-LN, with and without warm-up (Deep Dive 4.4)."""

import math

import numpy as np

from helpers.lectures.learning_to_sort import AVERAGED, DIGITS, GRID, SEEDS, stored_curves
from helpers.numbers import number
from helpers.panels.panel import Choice, Panel
from helpers.views.svg import line_chart
from helpers.views.table import line_html
from helpers.words import word

GUESS = math.log(DIGITS)  # the loss of naming every digit with the same probability
Y_RANGE = (0.0, 2.8)


def sorting_curves_panel():
    """Return the panel: depth, learning rate, and which of the runs, or the mean of all."""
    runs = {word("sorting_curves.mean"): None} | {word("sorting_curves.run", k=k + 1): k for k in SEEDS}
    return Panel(
        "sorting_curves", picture,
        depth=Choice(word("sorting_curves.depth"), 10, list(GRID["depth"])),
        rate=Choice(word("sorting_curves.rate"), 0.003, list(GRID["rate"])),
        run=Choice(word("sorting_curves.runs"), None, runs),
    )


def picture(depth, rate, run):
    """Return the four curves of this depth and learning rate, and where they end."""
    chosen = slice(None) if run is None else [run]
    curves = {
        (norm, warmup): stored_curves()[norm, depth, warmup, rate][chosen].mean(axis=0)
        for norm in GRID["norm"] for warmup in GRID["warmup"]
    }
    ends = {f"{norm}_{warmup}": curve[-3:].mean() for (norm, warmup), curve in curves.items()}
    return _html(curves, ends), ends


def _html(curves, ends):
    names = [word(f"sorting_curves.{norm}_{'warm' if warmup else 'cold'}") for norm, warmup in curves]
    steps = AVERAGED * (np.arange(len(next(iter(curves.values())))) + 0.5)
    series = dict(zip(names, curves.values()))
    chart = line_chart(
        steps, series | {word("sorting_curves.guess"): np.full(len(steps), GUESS)},
        word("sorting_curves.step"), word("sorting_curves.loss"), y_range=Y_RANGE, width=860, height=380,
    )
    said = " · ".join(f"{name} <b>{number(end, 2)}</b>" for name, end in zip(names, ends.values()))
    return chart + line_html(word("sorting_curves.ends") + said)
