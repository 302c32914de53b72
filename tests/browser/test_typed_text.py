"""What is typed into a field: full-width digits count, the rest is answered and the picture stays."""

import time

import pytest

from browser.test_notebooks import compare, follow, second
from helpers.panels.panel import Number, Slider

BAD = ["abc", "", "1e400", "１２a", "nan", "--1", "1e7"]


@pytest.fixture
def fields(shown):
    """(panel, its second computation, key) for each field to type into."""
    found = []
    for panel in shown:
        twin = second(panel)
        found += [(panel, twin, key) for key, control in twin.controls.items() if isinstance(control, Number)]
    if not found:
        pytest.skip("no panel with a field")
    return found


def test_bad_text_is_answered_and_full_width_digits_are_taken(fields):
    for panel, twin, key in fields:
        panel.show()
        panel.reset()
        twin.reset()
        for text in BAD:
            type_over(panel, key, text)
            refused(panel, twin, f"{panel.name}, {key}, {text!r}")
        type_over(panel, key, "－２．５")
        follow(panel, twin, key, -2.5, f"{panel.name}, {key}")


def test_the_answer_stays_while_the_field_is_bad(fields):
    panel, twin, key = fields[0]
    panel.show()
    panel.reset()
    twin.reset()
    type_over(panel, key, "abc")
    slider = next(name for name, control in twin.controls.items() if isinstance(control, Slider))
    before = panel.in_kernel()["state"][slider]
    panel.control(slider).locator(".noUi-handle").focus()
    panel.page.keyboard.press("ArrowRight")
    end = time.monotonic() + 10
    while panel.in_kernel()["state"][slider] <= before:
        assert time.monotonic() < end, f"{panel.name}: {slider} does not move"
    refused(panel, twin, f"{panel.name}: {slider} moved, {key} still bad")
    panel.reset()
    twin.reset()
    assert panel.draws(twin.html)
    assert compare(panel, twin, panel.in_kernel()) is None  # no line, and the field shows its number
    assert panel.control(key).locator("input").input_value() == f"{twin.values()[key]:g}"


def type_over(panel, key, text):
    panel.control(key).locator("input").focus()
    panel.page.keyboard.press("Control+a")
    panel.page.keyboard.press("Delete")
    panel.page.keyboard.insert_text(text)


def refused(panel, twin, where):
    """The line says so, and the page shows the picture of the last good values."""
    from playwright.sync_api import expect

    expect(panel.error_line, where).to_contain_text("⚠")
    now = panel.in_kernel()
    assert now["error"] and compare(panel, twin, now) is None, where
