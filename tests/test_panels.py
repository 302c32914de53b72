"""Every panel of the series: swept over its whole range, driven like a reader would, and kept small."""

import contextlib
import gc
import itertools
import random
import re
import sys
from decimal import Decimal
from fractions import Fraction
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest

from helpers import panels as panel_table
from helpers.panels.panel import Choice, Number, Panel, Slider, Switch

EVERY_PANEL = sorted(panel_table.PANELS)
VOID_TAGS = {"br", "hr", "img", "input", "meta"}


@pytest.fixture(params=EVERY_PANEL)
def panel(request):
    return getattr(panel_table, request.param)()


class _Balance(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID_TAGS:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
        self.open.pop()


def assert_sound(panel):
    """The picture is balanced HTML with no NaN; its SVG is XML with a text alternative."""
    html = panel.html
    assert html.strip()
    assert not re.search(r"\b(nan|inf)\b", re.sub(r"<[^>]*>", " ", html).lower())
    balance = _Balance()
    balance.feed(html)
    assert balance.open == []
    for svg in re.findall(r"<svg.*?</svg>", html, flags=re.S):
        root = ElementTree.fromstring(svg)
        assert root.get("role") == "img" and root.get("aria-label", "").strip()
        for element in root.iter():
            for name, value in element.attrib.items():
                assert "nan" not in value.lower() or name == "aria-label", (name, value)


def test_every_control_over_its_whole_range(panel):
    for key, control in panel.controls.items():
        for value in control.sweep():
            panel.set(**{key: value})
            assert panel.values()[key] == value
            assert_sound(panel)
        panel.reset()


def test_every_control_changes_something(panel):
    first = panel.static_html()
    for key, control in panel.controls.items():
        pictures = set()
        for value in control.sweep():
            panel.set(**{key: value})
            pictures.add(panel.static_html())
        assert len(pictures) > 1, f"{key} changes nothing"
        panel.reset()
        assert panel.static_html() == first


def test_corners_and_random_positions_draw_or_say_why(panel):
    sweeps = {key: control.sweep() for key, control in panel.controls.items()}
    corners = itertools.product(*[(s[0], s[-1]) for s in sweeps.values()])
    chance = random.Random(20)
    anywhere = [[chance.choice(s) for s in sweeps.values()] for _ in range(60)]
    for position in [*itertools.islice(corners, 128), *anywhere]:
        before = panel.html
        try:
            panel.set(**dict(zip(sweeps, position, strict=True)))
        except ValueError as problem:
            assert " | " in str(problem)  # both languages
            assert panel.html == before
        assert_sound(panel)


def test_widgets_drive_the_panel(panel):
    panel.widget  # noqa: B018  built at first use
    for key, control in panel.controls.items():
        for value in control.sweep()[:40]:
            panel._boxes[key].value = f"{value:g}" if isinstance(control, Number) else value
            assert panel.error == "" and panel._error_line.value == ""
            assert panel._screen.value == panel.html
        panel.reset()
        assert panel._screen.value == panel.html


def test_same_values_same_picture(panel):
    again = getattr(panel_table, next(n for n in EVERY_PANEL if _is(n, panel)))()
    assert again.static_html() == panel.static_html()
    assert repr(again) == repr(panel)


def _is(name, panel):
    return getattr(panel_table, name)().name == panel.name


def test_what_a_notebook_stores(panel):
    bundle = panel._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html", "application/vnd.jupyter.widget-view+json"}
    assert bundle["text/html"].count("<script") == 0
    assert "http" not in bundle["text/html"].replace("http://www.w3.org/2000/svg", "")
    assert len(bundle["text/html"]) < 120_000


def spoil(value):
    """Overwrite whatever can be overwritten in a value, as a careless cell might."""
    if isinstance(value, np.ndarray) and value.flags.writeable:
        value[...] = np.zeros_like(value)
    elif isinstance(value, dict):
        for part in value.values():
            spoil(part)
        value.clear()
    elif isinstance(value, (list, tuple)):
        for part in value:
            spoil(part)
        if isinstance(value, list):
            value.clear()


def test_what_a_cell_does_to_the_values_stays_in_that_cell(panel):
    shown = panel.html, repr(panel)
    spoil(panel.values())
    assert repr(panel) == shown[1]
    another = getattr(panel_table, next(n for n in EVERY_PANEL if _is(n, panel)))()
    assert (another.html, repr(another)) == shown  # what panels keep for each other is whole too
    panel.reset()
    assert panel.html == shown[0]


def test_a_long_sweep_keeps_memory_and_figures(panel):
    panel.widget  # noqa: B018
    moves = [(key, v) for key, c in panel.controls.items() for v in c.sweep()]
    if len(moves) > 200:
        moves = moves[:: len(moves) // 200 + 1]

    def walk(steps):
        for key, value in itertools.islice(itertools.cycle(moves), steps):
            with contextlib.suppress(ValueError):  # a mixture of extremes may have no picture
                panel.set(**{key: value})

    def live_blocks():
        gc.collect()
        return sys.getallocatedblocks()

    walk(2 * len(moves))  # caches fill, and everything has been loaded
    start = live_blocks()
    walk(2000)
    assert live_blocks() - start < 1000  # one object kept for every second step would be seen
    if "matplotlib.pyplot" in sys.modules:
        assert sys.modules["matplotlib.pyplot"].get_fignums() == []


# -- the mechanism itself -----------------------------------------------------------------------


def small_panel():
    def picture(size, kind, on, typed):
        if size == 3 and kind == "b":
            raise ValueError("三和 b 合不来 | three and b do not go together")
        return f"<p>{size} {kind} {on} {typed}</p>", {"double": 2 * size, "row": np.array([1.0, -0.0])}

    return Panel(
        "small", picture,
        size=Slider("大小", 1, 0, 5, 1), kind=Choice("种类", "a", ["a", "b"]),
        on=Switch("开", False), typed=Number("数", 1.5, -10, 10),
    )


def test_values_hold_controls_and_numbers():
    values = small_panel().values()
    assert (values["size"], values["kind"], values["on"], values["typed"]) == (1, "a", False, 1.5)
    assert values["double"] == 2


@pytest.mark.parametrize(
    "wrong",
    [{"size": 6}, {"size": -1}, {"size": "三"}, {"size": float("nan")}, {"kind": "c"}, {"on": 2},
     {"typed": "abc"}, {"typed": ""}, {"typed": "1e400"}, {"typed": 11}, {"nobody": 1}],
)
def test_set_refuses_what_a_control_does_not_take(wrong):
    panel = small_panel()
    before = panel.values(), panel.html
    with pytest.raises(ValueError, match=r" \| "):
        panel.set(**wrong)
    assert panel.values()["size"] == before[0]["size"] and panel.html == before[1]


def test_whatever_is_set_is_taken_or_refused_in_words(panel):
    anything = [
        None, ..., True, np.True_, 1j, b"1", (), [1], {1}, {}, object(), np.array(1), np.array([1, 2]), 10**400,
        Fraction(1, 2), Decimal("nan"), np.int8(1), np.float32(1), np.float64("inf"), np.datetime64("2025-01-01"),
    ]  # fmt: skip
    first = panel.html
    for key, control in panel.controls.items():
        for value in anything:
            before = panel.html, repr(panel)
            try:
                panel.set(**{key: value})
            except ValueError as problem:
                assert " | " in str(problem) and "\n" not in str(problem), (key, value)
                assert (panel.html, repr(panel)) == before
            else:
                kept = panel.values()[key]
                assert isinstance(control, Choice) or type(kept) in (int, float, bool), (key, value)
                panel.reset()
    assert panel.html == first


@pytest.mark.parametrize(
    "typed, value",
    [("２．５", 2.5), ("－３", -3), ("−3", -3), (" 4 ", 4), ("1e0", 1), ("＋７", 7), ("3。5", 3.5)],
)
def test_full_width_digits_and_signs_are_taken(typed, value):
    panel = small_panel()
    panel.widget  # noqa: B018
    panel._boxes["typed"].value = typed
    assert panel.error == "" and panel.values()["typed"] == value


@pytest.mark.parametrize("typed", ["", "abc", "1e400", "nan", "--1", "99", "１２a"])
def test_bad_text_shows_a_line_and_keeps_the_picture(typed):
    panel = small_panel()
    panel.widget  # noqa: B018
    before = panel._screen.value
    panel._boxes["typed"].value = typed
    assert "⚠" in panel._error_line.value
    assert panel._screen.value == before
    panel._boxes["typed"].value = "2"
    assert panel._error_line.value == "" and panel._screen.value != before


def test_a_picture_that_fails_shows_a_line_and_keeps_the_last_one():
    panel = small_panel()
    panel.widget  # noqa: B018
    panel._boxes["kind"].value = "b"
    before = panel._screen.value
    panel._boxes["size"].value = 3
    assert "three and b" in panel._error_line.value
    assert panel._screen.value == before
    with pytest.raises(ValueError, match="three and b"):
        panel.set(size=3)
    panel._boxes["kind"].value = "a"
    assert panel._error_line.value == ""
    panel.reset()
    assert panel.values()["size"] == 1


def test_the_line_stays_as_long_as_the_field_is_bad():
    panel = small_panel()
    panel.widget  # noqa: B018
    panel._boxes["typed"].value = "abc"
    panel._boxes["size"].value = 4
    assert panel.values()["size"] == 4 and "⚠" in panel._error_line.value and "abc" in panel.error
    panel._boxes["typed"].value = "３"
    assert panel.error == "" and panel._error_line.value == "" and panel.values()["typed"] == 3
    panel._boxes["typed"].value = "abc"
    panel.set(size=1)
    assert panel.error == "" and panel._boxes["typed"].value == "3"  # the field is good again


def test_after_a_failed_picture_the_next_one_has_all_that_the_controls_show():
    panel = small_panel()
    panel.widget  # noqa: B018
    panel._boxes["kind"].value = "b"
    panel._boxes["size"].value = 3  # three and b: no picture
    assert (panel.values()["size"], panel.error != "") == (1, True)
    panel._boxes["kind"].value = "a"
    assert (panel.values()["size"], panel.values()["kind"], panel.error) == (3, "a", "")


def test_set_moves_the_widgets_and_draws_once():
    drawn = []

    def picture(a, b):
        drawn.append((a, b))
        return f"<p>{a} {b}</p>", {}

    panel = Panel("two", picture, a=Slider("a", 0, 0, 9), b=Slider("b", 0, 0, 9))
    panel.widget  # noqa: B018
    drawn.clear()
    panel.set(a=4, b=7)
    assert drawn == [(4, 7)]
    assert (panel._boxes["a"].value, panel._boxes["b"].value) == (4, 7)


def test_the_reset_button_works_after_bad_text():
    panel = small_panel()
    view = panel.widget
    panel._boxes["typed"].value = "abc"
    view.children[0].children[-1].click()
    assert panel._error_line.value == "" and panel._boxes["typed"].value == "1.5"


def test_plain_text_has_no_minus_zero():
    assert "row=[1.0000 0.0000]" in repr(small_panel())
