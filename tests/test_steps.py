"""The control for walks: every way to a step leads to the same value, and the children follow it."""

import ipywidgets
import pytest

from helpers.panels.panel import Panel
from helpers.panels.steps import Steps

STEPS = Steps("步骤", ("甲步", "乙步", "丙步"), ("甲", "乙", "丙"), ("一", "二"), seconds=2)


@pytest.fixture
def walk():
    panel = Panel("walk", lambda step: (f"<p>{step}</p>", {}), step=STEPS)
    panel.widget  # noqa: B018  built at first use
    return panel


@pytest.fixture
def parts(walk):
    first, marks = walk._boxes["step"].children
    names = "groups", "back", "play", "forward", "slider"
    return dict(zip(names, first.children, strict=True)) | {"marks": marks.children}


def state(walk, parts):
    """Return the value of the panel, after making sure that every child shows the same."""
    value = walk.values()["step"]
    assert parts["groups"].value == value // 3
    assert [mark.button_style for mark in parts["marks"]].index("primary") == value % 3
    assert [mark.button_style for mark in parts["marks"]].count("primary") == 1
    assert parts["play"].value == parts["slider"].value == walk._boxes["step"].value == value
    assert walk.html == walk._screen.value == f"<p>{value}</p>"
    return value


def test_forward_and_back_stop_at_the_ends_and_cross_the_groups(walk, parts):
    seen = [state(walk, parts)]
    for _ in range(6):
        parts["forward"].click()
        seen.append(state(walk, parts))
    assert seen == [0, 1, 2, 3, 4, 5, 5]
    for _ in range(6):
        parts["back"].click()
    assert state(walk, parts) == 0


def test_jump_to_a_step_and_to_the_same_step_of_another_group(walk, parts):
    parts["marks"][2].click()
    assert state(walk, parts) == 2
    parts["groups"].value = 1
    assert state(walk, parts) == 5
    parts["marks"][0].click()
    assert state(walk, parts) == 3
    parts["slider"].value = 1
    assert state(walk, parts) == 1


def test_play_walks_through_all_groups(walk, parts):
    play = parts["play"]
    assert isinstance(play, ipywidgets.Play)
    assert (play.min, play.max, play.step, play.interval) == (0, 5, 1, 2000)
    play.playing = True
    for value in range(6):
        play.value = value
        assert state(walk, parts) == value and play.playing


@pytest.mark.parametrize("move", [
    lambda parts: parts["forward"].click(),
    lambda parts: parts["back"].click(),
    lambda parts: parts["marks"][2].click(),
    lambda parts: setattr(parts["slider"], "value", 4),
    lambda parts: setattr(parts["groups"], "value", 1),
], ids=["forward", "back", "mark", "slider", "group"])
def test_whoever_moves_by_hand_stops_the_play(walk, parts, move):
    parts["play"].playing = True
    parts["play"].value = 1
    assert parts["play"].playing
    move(parts)
    assert not parts["play"].playing
    assert state(walk, parts) != 1


def test_set_and_reset_move_the_children(walk, parts):
    walk.set(step=4)
    assert state(walk, parts) == 4
    walk.reset()
    assert state(walk, parts) == 0


@pytest.mark.parametrize("wrong", [6, -1, 1.5, "甲", None, float("nan")])
def test_a_step_that_is_not_there_is_refused(walk, wrong):
    with pytest.raises(ValueError, match=r" \| "):
        walk.set(step=wrong)
    assert walk.values()["step"] == 0


def test_names_and_sweep():
    assert STEPS.sweep() == [0, 1, 2, 3, 4, 5]
    assert STEPS.shown(4) == "二 · 乙步"
    assert isinstance(STEPS.check(4.0), int)


def test_every_button_says_what_it_is_and_tab_passes_the_marks_by(parts):
    assert parts["back"].description and parts["forward"].description and parts["play"].tooltip
    assert [(m.description, m.tooltip, m.tabbable) for m in parts["marks"]] == [
        ("甲", "甲步", False), ("乙", "乙步", False), ("丙", "丙步", False),
    ]  # fmt: skip


def test_a_mark_for_each_step():
    with pytest.raises(ValueError):
        Panel("short", lambda step: ("<p></p>", {}), step=Steps("步骤", ("甲", "乙"), ("甲",), ("一",))).widget  # noqa: B018
