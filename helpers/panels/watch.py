"""Training to look at: a progress bar and the loss, drawn while it falls (Lab 4).

    run = watch(train(params, batches, loss_and_gradients), steps=300, guess=math.log(10))
    run.params, run.losses

It is no ``Panel``: nothing is moved, the picture moves by itself. The stop button of the notebook ends it
early, and what was learnt so far is kept.
"""

import time
from dataclasses import dataclass
from html import escape

import numpy as np

from helpers.numbers import number
from helpers.views.svg import line_chart, padded
from helpers.views.table import line_html
from helpers.words import word

EVERY = 0.1  # seconds between two pictures: more often is more than an eye follows


@dataclass
class Run:
    """What ``watch`` saw.

    Attributes
    ----------
    losses : (steps,) the loss of each step's batch.
    params : the weights after the last step; None if there was none.
    seconds : how long it took.
    stopped : whether it was stopped early.
    """

    losses: np.ndarray
    params: tuple | None
    seconds: float
    stopped: bool = False

    def __repr__(self):
        end = number(self.losses[-10:].mean()) if self.losses.size else "–"
        return f"Run: steps={self.losses.size}, loss={end}"


def watch(training, steps, guess=None, title=""):
    """Go through a training, show the loss on the way, and return the ``Run``.

    Parameters
    ----------
    training : iterable of ``TrainingStep``, such as ``train(...)``.
    steps : how many there will be; the axis is as long from the start.
    guess : loss of guessing, drawn as a level line; the axis ends a little above it. Default: it ends
        above the first loss.
    title : words above the picture.
    """
    screen = _Screen(steps, guess, title)
    screen.open()
    losses, params, stopped = [], None, False
    started = drawn = time.perf_counter()
    try:
        for step in training:
            losses.append(step.loss)
            params = step.params
            now = time.perf_counter()
            if now - drawn > EVERY or len(losses) == 1:
                screen.draw(losses, now - started)
                drawn = now
    except KeyboardInterrupt:
        stopped = True
    finally:  # a training that fails leaves its curve, too
        seconds = time.perf_counter() - started
        screen.draw(losses, seconds, stopped)
        screen.close()
    return Run(np.array(losses), params, seconds, stopped)


def picture(losses, steps, guess=None):
    """Return the loss over the steps as SVG, on axes that stay as they are while it grows."""
    drawn = padded(losses[:steps], steps)
    highest = 1.25 * (guess or max(losses[:1], default=1.0) or 1.0)
    series = {word("watch.loss"): np.minimum(drawn, highest)}
    if guess is not None:
        series[word("watch.guess")] = np.full(steps, guess)
    return line_chart(
        np.arange(1, steps + 1), series, word("watch.step"), word("watch.loss"),
        y_range=(0.0, highest), width=760, height=300,
    )


@dataclass
class _Screen:
    """The widgets while it runs; afterwards the same as plain HTML, which a notebook keeps."""

    steps: int
    guess: float | None
    title: str
    html: str = ""
    line: str = ""
    view: object = None
    handle: object = None

    def open(self):
        import ipywidgets as widgets
        from IPython.display import display

        self.bar = widgets.IntProgress(
            min=0, max=self.steps, layout=widgets.Layout(width="360px", max_width="100%")
        )
        self.text, self.chart = widgets.HTML(), widgets.HTML()
        head = [widgets.HTML(f"<b>{escape(self.title)}</b>")] if self.title else []
        self.view = widgets.VBox([*head, widgets.HBox([self.bar, self.text]), self.chart])
        self.draw([], 0.0)
        self.handle = display(self, display_id=True)

    def draw(self, losses, seconds, stopped=False):
        key = "watch.stopped" if stopped else "watch.line"
        last = number(np.mean(losses[-10:]), 3) if losses else "–"
        self.line = word(key, step=len(losses), steps=self.steps, loss=last, seconds=number(seconds, 1))
        self.html = picture(losses, self.steps, self.guess)
        self.bar.value, self.text.value, self.chart.value = len(losses), self.line, self.html

    def close(self):
        """Put the last picture into the output that the notebook stores."""
        if self.handle is not None:
            self.handle.update(self)

    def __repr__(self):
        return f"Training {self.title}: {self.line}".replace(" :", ":")

    def _repr_mimebundle_(self, include=None, exclude=None):
        title = f"<b>{escape(self.title)}</b>" if self.title else ""
        bundle = {
            "text/plain": repr(self), "text/html": title + line_html(escape(self.line)) + self.html
        }
        live = self.view._repr_mimebundle_()
        live = live[0] if isinstance(live, tuple) else live
        return live | bundle
