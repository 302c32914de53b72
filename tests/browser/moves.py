"""How each kind of control is moved by keyboard and by mouse, and where it then stands."""

import math

from helpers.panels.panel import Choice, Number, Slider, Switch
from helpers.panels.steps import Steps

TYPED = 2.5


def moves(shown, key, control, value):
    """Yield (how, what to do, the value that must come of it) for a control that stands at value.

    ``value`` is a function that returns the value just before the move; of a choice its number.
    A third item that is a function says whether a value will do: a mouse is less exact than a key.
    """
    widget = shown.control(key)
    if isinstance(control, Steps):
        yield from _steps(shown.page, widget, control, value)
    elif isinstance(control, Slider):
        yield from _slider(shown.page, widget, control.low, control.high, control.step, value)
        yield from _play(shown.play(key), control, value)
    elif isinstance(control, Choice):
        yield from _choice(shown.page, widget, len(control.pairs()), value)
    elif isinstance(control, Switch):
        box = widget.locator("input")
        yield "Space", lambda: (box.focus(), shown.page.keyboard.press("Space")), not value()
        yield "click", box.click, not value()
    elif isinstance(control, Number):
        yield from _number(shown.page, widget.locator("input"))
    else:
        raise NotImplementedError(type(control).__name__)


def _slider(page, widget, low, high, step, value):
    handle = widget.locator(".noUi-handle")

    def press(key):
        return lambda: (handle.focus(), page.keyboard.press(key))

    up = value() + step <= high
    yield "arrow key", press("ArrowRight" if up else "ArrowLeft"), value() + (step if up else -step)
    yield "End", press("End"), high
    yield "Home", press("Home"), low
    track = widget.locator(".noUi-base")
    width = track.bounding_box()["width"]
    for share in (0.68, 0.33):
        click = lambda share=share: _click(widget, track, share * width)  # noqa: E731
        yield f"click at {share}", click, _near(share, low, high, step, width)
    drag = lambda: _drag(page, widget, handle, track, 0.8)  # noqa: E731
    yield "drag", drag, _near(0.8, low, high, step, width)


def _near(share, low, high, step, width):
    """A click hits to a pixel, and the slider then takes the nearest step."""
    wanted, slack = low + share * (high - low), step + 2 * (high - low) / width
    return lambda value: math.isclose(value, wanted, abs_tol=slack)


def _click(widget, track, x):
    _at_rest(widget)
    track.click(position={"x": x, "y": 2})


def _at_rest(widget):
    """A slider that was clicked glides there for 0.3 s, and takes no other click meanwhile."""
    widget.locator(".noUi-state-tap").wait_for(state="detached")


def _drag(page, widget, handle, track, share):
    _at_rest(widget)
    handle.hover()  # waits until it stands still
    start, rail = handle.bounding_box(), track.bounding_box()
    y, goal = start["y"] + start["height"] / 2, rail["x"] + share * rail["width"]
    page.mouse.down()
    page.mouse.move(goal, y, steps=6)
    page.mouse.up()


def _play(play, control, value):
    """Play walks on by itself; pressing it again stops it."""
    if play is not None:
        start = value()
        button = play.locator("button").first
        yield "play", button.click, lambda now: now != start
        yield "pause", button.click, lambda now: True


def _choice(page, widget, count, value):
    """Every option is chosen once, by mouse and by keyboard in turn."""
    for k in range(max(2, count)):
        after = (value() + 1) % count
        button = widget.locator("button").nth(after)
        if k % 2:
            yield "click", button.click, after
        else:
            yield "Space", lambda b=button: (b.focus(), page.keyboard.press("Space")), after


def _number(page, field):
    def type_over(text):
        page.keyboard.press("Control+a")
        page.keyboard.type(text)

    yield "typed", lambda: (field.focus(), type_over(f"{TYPED}")), TYPED
    yield "clicked and typed", lambda: (field.click(click_count=3), page.keyboard.type("−1")), -1
    yield "full-width digits", lambda: (field.focus(), type_over("２．５")), TYPED


def _steps(page, widget, control, value):
    size, last = len(control.names), control.last
    handle = widget.locator(".noUi-handle")
    yield "arrow key", lambda: (handle.focus(), page.keyboard.press("ArrowRight")), value() + 1
    yield "End", lambda: (handle.focus(), page.keyboard.press("End")), last
    buttons = widget.locator(":scope > .widget-box:first-child > button")  # back, forward
    yield "back", buttons.first.click, last - 1
    yield "forward by Enter", lambda: (buttons.last.focus(), page.keyboard.press("Enter")), last
    marks = widget.locator(":scope > .widget-box:last-child > button")
    yield "mark", marks.nth(1).click, last // size * size + 1
    yield "group", widget.locator(".widget-toggle-buttons button").first.click, 1
    play = widget.locator(".widget-play button").first
    yield "play", play.click, 2
    yield "pause", play.click, lambda now: now >= 2
