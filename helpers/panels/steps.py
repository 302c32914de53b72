"""A control for walks: named steps in groups, with back, forward, play and pause, and ways to jump."""

from dataclasses import dataclass

from helpers.panels.panel import Slider
from helpers.words import word


@dataclass(frozen=True)
class Steps:
    """One of many named steps, which a reader walks through in order.

    Parameters
    ----------
    label : the words beside the slider that moves through all steps.
    names : the steps of one group, in order.
    marks : a short name for each of them, on the buttons that lead there.
    groups : the groups, in order; each has all the steps. The value counts through all of them: step
        ``s`` of group ``g``, both from 0, is ``g * len(names) + s``.
    value : the step at first, default 0.
    seconds : how long the play button waits on each step, default 3.
    """

    label: str
    names: tuple
    marks: tuple
    groups: tuple
    value: int = 0
    seconds: float = 3

    @property
    def last(self):
        return len(self.names) * len(self.groups) - 1

    def check(self, value):
        return Slider(self.label, 0, 0, self.last, 1).check(value)

    def sweep(self):
        return list(range(self.last + 1))

    def shown(self, value):
        group, step = divmod(value, len(self.names))
        return f"{self.groups[group]} · {self.names[step]}"

    def widget(self, widgets):
        """Return a box with the trait ``value``; whatever its children do comes out there, and back."""
        from traitlets import Int

        class StepsBox(widgets.VBox):
            value = Int(self.value)

        children = _Children(widgets, self)
        box = StepsBox([widgets.Box(row, layout=_wrapped(widgets)) for row in children.rows()])
        children.connect(box)
        return box


class _Children:
    """What the box holds: groups, back, play, forward, a slider, and a button for each step."""

    def __init__(self, widgets, steps):
        self.size, self.last = len(steps.names), steps.last
        self.groups = widgets.ToggleButtons(
            options=[(name, k) for k, name in enumerate(steps.groups)],
            style={"button_width": "auto"},
        )
        fit = {"layout": widgets.Layout(width="auto")}
        self.back = widgets.Button(description=word("steps.back"), icon="step-backward", **fit)
        self.forward = widgets.Button(description=word("steps.forward"), icon="step-forward", **fit)
        self.play = widgets.Play(
            min=0, max=steps.last, interval=round(1000 * steps.seconds), show_repeat=False,
            tooltip=word("steps.play"),
        )  # fmt: skip
        # For the keyboard: JupyterLab keeps the arrow keys from a drop-down list, not from a slider.
        self.slider = widgets.IntSlider(
            min=0, max=steps.last, description=steps.label, readout=False,
            style={"description_width": "initial"}, layout=widgets.Layout(width="280px"),
        )  # fmt: skip
        # For the mouse: Tab passes them by, so that it does not take twenty presses to the next control.
        self.marks = [
            widgets.Button(
                description=mark, tooltip=name, tabbable=False,
                layout=widgets.Layout(width="auto", padding="0 7px", margin="0"),
            )
            for mark, name in zip(steps.marks, steps.names, strict=True)
        ]  # fmt: skip

    def rows(self):
        return [self.groups, self.back, self.play, self.forward, self.slider], self.marks

    def connect(self, box):
        self.box, self.quiet = box, False
        box.observe(lambda change: self.spread(change["new"]), names="value")
        self.play.observe(lambda change: self.quiet or self.go(change["new"]), names="value")
        self.slider.observe(lambda change: self.quiet or self.stop_and_go(change["new"]), names="value")
        self.groups.observe(
            lambda change: self.quiet or self.stop_and_go(change["new"] * self.size + box.value % self.size),
            names="value",
        )
        self.back.on_click(lambda _: self.stop_and_go(max(box.value - 1, 0)))
        self.forward.on_click(lambda _: self.stop_and_go(min(box.value + 1, self.last)))
        for k, mark in enumerate(self.marks):
            mark.on_click(lambda _, k=k: self.stop_and_go(box.value // self.size * self.size + k))
        self.spread(box.value)

    def go(self, value):
        self.box.value = value

    def stop_and_go(self, value):
        """Go where the reader points; from there the play button waits to be pressed again."""
        self.play.playing = False
        self.go(value)

    def spread(self, value):
        """Bring every child to the value, without each of them asking to go there."""
        self.quiet = True
        try:
            self.groups.value, step = divmod(value, self.size)
            self.play.value = self.slider.value = value
            for k, mark in enumerate(self.marks):
                mark.button_style = "primary" if k == step else ""
        finally:
            self.quiet = False


def _wrapped(widgets):
    return widgets.Layout(flex_flow="row wrap", align_items="center", grid_gap="4px 8px")
