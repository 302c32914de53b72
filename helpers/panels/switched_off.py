"""The mini-Transformer of Lab 4 in training with one part left out: stored curves over five seeds."""

import math

import numpy as np

from helpers.lectures.lab4.switched_off import AVERAGED, OFF, SEEDS, TASKS, stored_rows
from helpers.numbers import number
from helpers.panels.panel import Choice, Panel
from helpers.views.svg import line_chart
from helpers.views.table import matrix_html, row_html
from helpers.words import word


def switched_off_panel():
    """Return the panel: the task, few or many blocks, and which of the runs, or the mean of all."""
    runs = {word("switched_off.mean"): None} | {word("switched_off.run", k=k + 1): k for k in SEEDS}
    return Panel(
        "switched_off", picture,
        task=Choice(word("switched_off.task"), "reverse", {word(f"switched_off.{t}"): t for t in TASKS}),
        depth=Choice(
            word("switched_off.depth"), "few",
            {word("switched_off.few"): "few", word("switched_off.many"): "many"},
        ),
        run=Choice(word("switched_off.runs"), None, runs),
    )


def picture(task, depth, run):
    """Return the loss with each part left out, and what share is right in the end."""
    blocks = TASKS[task].blocks[depth == "many"]
    rows = {off: stored_rows()[task, blocks, off] for off in OFF}
    chosen = slice(None) if run is None else [run]
    right = {off: row.accuracy for off, row in rows.items()}
    numbers = {"blocks": blocks} | {f"right_{off}": float(a[chosen].mean()) for off, a in right.items()}
    return _html(task, blocks, rows, right, chosen), numbers


def _html(task, blocks, rows, right, chosen):
    guess = math.log(TASKS[task].vocabulary)
    steps = AVERAGED * (np.arange(TASKS[task].steps // AVERAGED) + 0.5)
    curves = {word(f"switched_off.{off}"): row.losses[chosen].mean(axis=0) for off, row in rows.items()}
    chart = line_chart(
        steps, curves, word("watch.step"), word("watch.loss"), y_range=(0.0, 1.15 * guess),
        width=600, height=340,
    )
    shares = [
        [f"{number(100 * share, 1)}%" for share in (a[chosen].mean(), a.min(), a.max())]
        for a in right.values()
    ]
    columns = [word("switched_off.right"), word("switched_off.worst"), word("switched_off.best")]
    table = matrix_html(shares, list(curves), columns)
    title = word("switched_off.title", blocks=blocks, steps=TASKS[task].steps, guess=number(guess, 3))
    return f"<div>{title}</div>" + row_html(chart, table, align="center")
