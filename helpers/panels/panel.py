"""The one way to make a panel: controls, and one pure function from their values to a picture.

    def picture(angle, scale):
        ...
        return html, {"weight": 0.67}

    def heads():
        return Panel("heads", picture, angle=Slider("夹角", 0, 0, 180, 5), scale=...)

The function returns an HTML string and a dictionary of the numbers that the picture shows. The panel
keeps the values, draws, shows a line when a value cannot be used, and resets. ``panel.set(...)`` and
``panel.values()`` serve cells and tests. Where widgets do not run (a page on the web, a notebook that
was not run), the first picture stands in the output as plain HTML.
"""

import copy
import unicodedata
from dataclasses import dataclass
from html import escape
from numbers import Real

import numpy as np

from helpers.numbers import MINUS, number
from helpers.panels.access import access_html
from helpers.words import both, word

_STYLE = {"description_width": "initial"}


@dataclass(frozen=True)
class Slider:
    """A number on a scale.

    Parameters
    ----------
    label : the words beside it.
    value, low, high, step : numbers; integers give an integer slider.
    play : add a play button that walks from low to high, default False.
    """

    label: str
    value: float
    low: float
    high: float
    step: float = 1
    play: bool = False

    def check(self, value):
        value = _finite(self.label, value)
        if not self.low <= value <= self.high:
            raise ValueError(
                both("panel.out_of_range", name=self.label, low=self.low, high=self.high, value=value)
            )
        if not self._whole():
            return value
        if value != int(value):
            raise ValueError(both("panel.not_whole", name=self.label, value=value))
        return int(value)

    def sweep(self):
        """Every value that the control can take, for tests."""
        count = int(round((self.high - self.low) / self.step))
        return [self.check(min(self.low + k * self.step, self.high)) for k in range(count + 1)]

    def shown(self, value):
        return _brief(value)

    def widget(self, widgets):
        kind = widgets.IntSlider if self._whole() else widgets.FloatSlider
        layout = widgets.Layout(width="360px", max_width="100%")
        extra = {} if self._whole() else {"readout_format": self._format()}
        return kind(
            value=self.value, min=self.low, max=self.high, step=self.step, description=self.label,
            continuous_update=True, style=_STYLE, layout=layout, **extra,
        )

    def _whole(self):
        return all(isinstance(v, (int, np.integer)) for v in (self.low, self.high, self.step))

    def _format(self):
        decimals = len(f"{self.step:.6f}".rstrip("0").partition(".")[2])
        return f".{max(decimals, 1)}f"


@dataclass(frozen=True)
class Choice:
    """One of a few options, with a button for each: JupyterLab keeps the arrow keys from a list.

    Parameters
    ----------
    label : the words beside it.
    value : the option chosen at first.
    options : dict of words -> value, or a list of values that are their own words.
    """

    label: str
    value: object
    options: object

    def pairs(self):
        if isinstance(self.options, dict):
            return list(self.options.items())
        return [(str(option), option) for option in self.options]

    def check(self, value):
        for _, option in self.pairs():
            if _same(value, option):
                return option
        known = ", ".join(repr(option) for _, option in self.pairs())
        raise ValueError(both("panel.not_an_option", name=self.label, known=known, value=_short(value)))

    def sweep(self):
        return [option for _, option in self.pairs()]

    def shown(self, value):
        return next(words for words, option in self.pairs() if option == value)

    def widget(self, widgets):
        style = _STYLE | {"button_width": "auto"}
        return widgets.ToggleButtons(
            options=self.pairs(), value=self.value, description=self.label, style=style
        )


@dataclass(frozen=True)
class Switch:
    """On or off."""

    label: str
    value: bool

    def check(self, value):
        if not (_same(value, True) or _same(value, False)):
            raise ValueError(
                both("panel.not_an_option", name=self.label, known="True, False", value=_short(value))
            )
        return bool(value)

    def sweep(self):
        return [False, True]

    def shown(self, value):
        return "✓" if value else "✗"

    def widget(self, widgets):
        return widgets.Checkbox(
            value=self.value, description=self.label, indent=False,
            layout=widgets.Layout(width="auto"),
        )


@dataclass(frozen=True)
class Number:
    """A field to type a number into; full-width digits and signs are taken as well.

    Parameters
    ----------
    label : the words beside it.
    value : the number at first.
    low, high : the range, default -1e6 to 1e6.
    """

    label: str
    value: float
    low: float = -1e6
    high: float = 1e6

    def check(self, value):
        if isinstance(value, str):
            typed = unicodedata.normalize("NFKC", value).strip().replace(MINUS, "-")
            try:
                value = float(typed.replace("。", "."))
            except ValueError:
                raise ValueError(both("panel.not_a_number", name=self.label, value=value)) from None
        value = _finite(self.label, value)
        if not self.low <= value <= self.high:
            raise ValueError(
                both("panel.out_of_range", name=self.label, low=self.low, high=self.high, value=value)
            )
        return value

    def sweep(self):
        return [self.low, -1.0 if self.low < -1.0 else self.value, 0.0 if self.low <= 0 else self.low,
                self.value, self.high]

    def shown(self, value):
        return _brief(value)

    def widget(self, widgets):
        return widgets.Text(
            value=f"{self.value:g}", description=self.label, style=_STYLE, continuous_update=True,
            layout=widgets.Layout(width="150px"),
        )


class Panel:
    """Controls over a picture.

    Parameters
    ----------
    name : a short name, shown in the plain-text form.
    picture : function of the control values (keywords) -> (html string, dict of numbers). It must
        depend on nothing else. A ValueError that it raises is shown in the error line.
    controls : name = Slider, Choice, Switch or Number, in the order of display.
    """

    def __init__(self, name, picture, **controls):
        self.name, self._picture, self._controls = name, picture, controls
        self._state = {key: control.value for key, control in controls.items()}
        self._boxes, self._view, self._syncing = {}, None, False
        self._refused = {}  # control -> why its text cannot be used, as long as it stands in the field
        self.error = ""
        self._draw(self._state)

    @property
    def controls(self):
        """The controls by name."""
        return dict(self._controls)

    @property
    def html(self):
        """The picture that is shown now, as an HTML string."""
        return self._html

    def values(self):
        """Return all control values and all numbers of the picture as one dictionary, as copies."""
        return copy.deepcopy(self._state | self._numbers)

    def set(self, **values):
        """Move controls as a reader would, several at once, and draw.

        Raises
        ------
        ValueError for an unknown control or a value that it does not take; the panel stays as it was.
        """
        for key in values:
            if key not in self._controls:
                known = ", ".join(self._controls)
                raise ValueError(both("panel.unknown_control", name=key, known=known))
        checked = {key: self._controls[key].check(value) for key, value in values.items()}
        self._draw(self._asked | checked)
        self._sync_boxes()
        self._refused.clear()
        self._tell(None)

    def reset(self):
        """Go back to the first values."""
        self.set(**{key: control.value for key, control in self._controls.items()})

    def _draw(self, state):
        """Draw with these values; only a picture that came out becomes the panel's state."""
        html, numbers = self._picture(**state)
        self._state, self._html, self._numbers = state, html, dict(numbers)
        self._asked = state
        if self._view is not None:
            self._screen.value = html

    # -- widgets, made when the panel is first displayed ------------------------------------------

    @property
    def widget(self):
        """The ipywidgets view of this panel, made at first use."""
        if self._view is None:
            self._build()
        return self._view

    def _build(self):
        import ipywidgets as widgets

        self._boxes = {key: control.widget(widgets) for key, control in self._controls.items()}
        self._screen = widgets.HTML(value=self._html)
        self._error_line = widgets.HTML(value="")
        reset = widgets.Button(
            description=word("panel.reset"), icon="undo", layout=widgets.Layout(width="auto")
        )
        reset.on_click(lambda _: self._answer(self.reset))
        shown = []
        for key, box in self._boxes.items():
            box.observe(lambda change, key=key: self._moved(key, change["new"]), names="value")
            shown += self._with_play(widgets, key, box)
        bar = widgets.Box(
            [*shown, reset],
            layout=widgets.Layout(flex_flow="row wrap", align_items="center", grid_gap="4px 18px"),
        )
        access = widgets.HTML(value=access_html(), layout=widgets.Layout(display="none"))
        self._view = widgets.VBox([bar, self._error_line, self._screen, access])
        self._sync_boxes()
        self._view.add_class("transformer-panel")

    def _with_play(self, widgets, key, box):
        control = self._controls[key]
        if not getattr(control, "play", False):
            return [box]
        play = widgets.Play(
            min=control.low, max=control.high, step=control.step, value=control.value, interval=900
        )
        widgets.jslink((play, "value"), (box, "value"))
        return [play, box]

    def _moved(self, key, value):
        if not self._syncing:
            self._answer(lambda: self._take(key, value))

    def _take(self, key, value):
        """Draw what the controls now say; where there is no picture for it, the next move starts there."""
        self._refused.pop(key, None)
        try:
            value = self._controls[key].check(value)
        except ValueError as problem:
            self._refused[key] = problem
            raise
        self._asked = self._asked | {key: value}
        self._draw(self._asked)

    def _answer(self, action):
        """Do what a control asks for. In a browser an exception here would be seen by nobody."""
        try:
            action()
        except Exception as problem:  # the panel's own line shows it and the last picture stays
            self._tell(problem)
        else:
            self._tell(next(iter(self._refused.values()), None))

    def _tell(self, problem):
        """Show the problem in the panel's own line; None clears it."""
        self.error = word("panel.error", why=str(problem)) if problem else ""
        if self._view is None:
            return
        line = f'<span role="alert"><b>⚠</b> {escape(self.error)}</span>' if self.error else ""
        if self._error_line.value != line:
            self._error_line.value = line

    def _sync_boxes(self):
        """Bring the widgets to the state, without each of them asking for a picture."""
        self._syncing = True
        try:
            for key, box in self._boxes.items():
                value = self._state[key]
                box.value = f"{value:g}" if isinstance(self._controls[key], Number) else value
        finally:
            self._syncing = False

    # -- what a notebook stores --------------------------------------------------------------------

    def static_html(self):
        """The panel as it stands, for places where widgets do not run."""
        values = " · ".join(
            f"{escape(control.label)} = <b>{escape(control.shown(self._state[key]))}</b>"
            for key, control in self._controls.items()
        )
        hint = f'<span style="opacity:.75">▶ {escape(word("panel.static"))}</span>'
        return f'<div><div style="line-height:1.8">{values}<br>{hint}</div>{self._html}</div>'

    def __repr__(self):
        shown = [f"{key}={_plain(value)}" for key, value in self.values().items()]
        return f"Panel {self.name}: " + ", ".join(shown)

    def _repr_mimebundle_(self, include=None, exclude=None):
        bundle = {"text/plain": repr(self), "text/html": self.static_html()}
        live = self.widget._repr_mimebundle_()
        live = live[0] if isinstance(live, tuple) else live
        return live | bundle


def _finite(label, value):
    try:
        number = float(value) if isinstance(value, (Real, np.bool_)) else np.nan
    except OverflowError:  # an integer too large for a float
        number = np.inf
    if not np.isfinite(number):
        raise ValueError(both("panel.not_a_number", name=label, value=_short(value)))
    return number


def _same(value, option):
    """Say whether a value is an option; what compares in a way of its own, as arrays do, is none."""
    try:
        return bool(value == option)
    except Exception:
        return False


def _short(value):
    """Return a value as one line for an error; text as it was typed."""
    shown = " ".join((value if isinstance(value, str) else repr(value)).split())
    return shown if len(shown) <= 60 else shown[:59] + "…"


def _brief(value):
    """Return a number as the reader set it: without zeros at its end."""
    return f"{value:.6g}".replace("-", MINUS)


def _plain(value):
    if isinstance(value, (float, np.floating)):
        return number(value)
    if isinstance(value, np.ndarray):
        return np.array2string(np.vectorize(number)(value), separator=" ").replace("'", "")
    return str(value)
