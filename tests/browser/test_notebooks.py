"""Every notebook in a real JupyterLab: it runs, its panels follow keys and mouse, nothing complains."""

import contextlib
import re
import time

import numpy as np

from browser.moves import moves
from helpers import panels as panel_table
from helpers.numbers import typeset
from helpers.panels.panel import Choice


def second(panel):
    """Return a panel like the one on the page, in this process: what it draws is what must be seen."""
    found = [name for name in panel_table.PANELS if name.startswith(panel.name.replace(" ", "_"))]
    made = (getattr(panel_table, name)() for name in sorted(found, key=len))
    return next(twin for twin in made if twin.name == panel.name)


def test_runs_without_an_error(notebook):
    assert notebook.bad == []


def test_every_control_moves_the_picture_by_key_and_by_mouse(shown):
    for panel in shown:
        panel.show()
        twin = second(panel)
        assert panel.draws(twin.html), f"{panel.name}: the first picture"
        panel.reset()
        for key, control in twin.controls.items():
            move_control(panel, twin, key, control)


def move_control(panel, twin, key, control):
    """Move one control in every way; after each move the page shows what a second computation draws."""
    elsewhere = where_it_matters(twin, key, control)
    if elsewhere:
        panel.set(elsewhere)
        twin.set(**elsewhere)
    pictures, state = {twin.html}, panel.in_kernel()["state"]
    for how, act, wanted in moves(panel, key, control, lambda: state[key]):  # noqa: B023
        act()
        state |= follow(panel, twin, key, wanted, f"{panel.name}, {key}, {how}")
        pictures.add(twin.html)
    assert len(pictures) > 1, f"{panel.name}: {key} changes nothing in the picture"
    panel.reset()
    twin.reset()
    assert panel.draws(twin.html), f"{panel.name}: reset after {key}"


def where_it_matters(twin, key, control):
    """Return a setting of one other control in which this one changes the picture; {} for the first."""
    others = [(name, value) for name, c in twin.controls.items() if name != key for value in c.sweep()]
    values = control.sweep()
    try:
        for elsewhere in [{}, *({name: value} for name, value in others)]:
            pictures = set()
            for value in {values[0], values[-1], values[len(values) // 2]}:
                with contextlib.suppress(ValueError):  # a mixture that has no picture
                    twin.set(**{key: value}, **elsewhere)
                    pictures.add(twin.html)
            twin.reset()
            if len(pictures) > 1:
                return elsewhere
    finally:
        twin.reset()
    raise AssertionError(f"{twin.name}: {key} changes the picture nowhere")


def follow(panel, twin, key, wanted, where):
    """Wait until the kernel has the value, the page its picture, both as the second computation.

    Returns the state in the kernel.
    """
    fits = wanted if callable(wanted) else lambda value: abs(value - wanted) < 1e-9
    end = time.monotonic() + 10
    while True:
        now = panel.in_kernel()
        wrong = compare(panel, twin, now) or not (fits(now["state"][key]) or now["error"])
        if not wrong:
            return now["state"]
        assert time.monotonic() < end, f"{where}: {now}: {wrong}"


def compare(panel, twin, now):
    """Bring the second computation to the values of the kernel; return what differs, or None.

    Where the kernel has an error, the picture is the last good one and the page says what is wrong.
    """
    state = {key: _option(twin.controls[key], value) for key, value in now["state"].items()}
    twin.set(**{key: value for key, value in state.items() if twin.values()[key] != value})
    if now["values"] != repr(twin):
        return f"other numbers: {twin!r}"
    if ("⚠" in panel.error_line.inner_text()) != bool(now["error"]):
        return f"the error line: {panel.error_line.inner_text()!r}"
    return None if panel.shows(twin.html) else "the page shows another picture"


def _option(control, value):
    return control.pairs()[value][1] if isinstance(control, Choice) else value


def test_the_numbers_of_values_stand_in_the_picture(shown):
    for panel in shown:
        panel.show()
        twin = second(panel)
        text = panel.picture.inner_text() + " " + panel.picture.evaluate("node => node.textContent")
        seen = set(re.findall(r"[−+]?[\d,]*\.?\d+(?:e[−-]?\d+)?", text))
        numbers = {k: v for k, v in twin.values().items() if k not in twin.controls}
        found = [k for k, v in numbers.items() if _stands(v, seen)]
        assert found, f"{panel.name}: none of {sorted(numbers)} stands in the picture"


def _stands(value, seen):
    """Say whether a number, or one number of an array, is among the texts in some rounding."""
    try:
        values = np.asarray(value, dtype=float).ravel()
    except (TypeError, ValueError):
        return str(value) in seen
    for v in values[:64]:
        forms = {typeset(v, d) for d in range(5)} | {f"{v:,.0f}", f"{v:g}"}
        if forms & seen:
            return True
    return False

