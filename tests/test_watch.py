"""Watching a training: the picture grows on fixed axes, a stop keeps what was learnt, errors come through."""

import re

import numpy as np
import pytest

from helpers import words
from helpers.models.training import TrainingStep
from helpers.panels import watch as module
from helpers.panels.watch import picture, watch


@pytest.fixture
def screens(monkeypatch):
    """The screens that were opened, each with the outputs that were shown."""
    made = []

    class Handle:
        def __init__(self, screen):
            self.shown = [screen._repr_mimebundle_()]

        def update(self, screen):
            self.shown.append(screen._repr_mimebundle_())

    def display(screen, display_id):
        made.append(screen)
        return Handle(screen)

    monkeypatch.setattr("IPython.display.display", display)
    monkeypatch.setattr(module, "EVERY", 0)
    return made


def steps(losses, fail=None):
    for k, loss in enumerate(losses, start=1):
        yield TrainingStep(k, loss, (np.full(2, k),))
    if fail:
        raise fail


def test_it_returns_losses_and_weights_and_ends_with_the_last_picture(screens):
    run = watch(steps([3.0, 2.0, 1.0]), steps=3, guess=2.3, title="<倒着念>")
    assert run.losses.tolist() == [3, 2, 1] and run.params[0].tolist() == [3, 3] and not run.stopped
    screen, = screens
    first, last = (bundle["text/html"] for bundle in screen.handle.shown)
    assert last != first and last.endswith(picture([3.0, 2.0, 1.0], 3, 2.3)) and "&lt;倒着念&gt;" in last
    assert screen.bar.value == screen.bar.max == 3 and screen.chart.value in last
    assert "2.000" in screen.text.value and "Run: steps=3, loss=2.0000" == repr(run)
    assert "application/vnd.jupyter.widget-view+json" in screen.handle.shown[0]


def test_the_stop_button_keeps_what_was_learnt(screens):
    run = watch(steps([3.0, 2.0], KeyboardInterrupt()), steps=100)
    assert run.stopped and run.losses.size == 2 and run.params[0].tolist() == [2, 2]
    assert "停在第 2 / 100 步" in screens[0].handle.shown[-1]["text/html"]


def test_an_error_comes_through(screens):
    with pytest.raises(ValueError, match="no longer"):
        watch(steps([3.0, 2.5], ValueError("no longer")), steps=100)
    assert "第 2 / 100 步" in screens[0].handle.shown[-1]["text/html"]  # with the curve up to there


def test_the_axes_stay_while_the_curve_grows():
    few, many = picture([2.0], 200, 2.3), picture([2.0] * 150, 200, 2.3)
    ticks = [re.findall(r"<text[^>]*>[^<]*</text>", svg) for svg in (few, many)]
    assert ticks[0][:-2] == ticks[1][:-2] and len(few) < len(many) < 40_000
    assert picture([], 10) and picture([9.0], 10, 2.3) and picture([1.0] * 20, 10)  # more than announced


def test_it_speaks_english(screens):
    words.set_language("en")
    try:
        watch(steps([1.0]), steps=1, guess=1.0)
    finally:
        words.set_language("zh")
    assert "step 1 of 1" in screens[0].text.value and "guessing" in screens[0].chart.value


def test_without_widgets_on_the_page_it_still_runs(capsys):
    assert watch(steps([2.0, 1.0]), steps=2).losses.tolist() == [2, 1]
