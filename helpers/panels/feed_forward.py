"""A feed-forward layer from one number to one number (Lecture 10, 三·前馈): every hidden unit is one bend.

The network draws the temperature of a day. Three tokens are three points on its curve: each is an
hour, and moving one moves no other.
"""

import numpy as np

from helpers.kernels.feed_forward import feed_forward, gelu, relu
from helpers.models.parameters import FeedForwardParams
from helpers.numbers import number, typeset
from helpers.panels.panel import Choice, Panel, Slider
from helpers.views.svg import line_chart
from helpers.views.table import line_html, matrix_html, row_html, shape_text
from helpers.words import word

PLACES = np.array([2.0, 5, 8, 11, 14, 17, 20, 22])  # the hours at which the temperature turns
TURNS = np.array([-1.0, 2, 1, -1, -2, -1, 1, 1])  # by how many degrees an hour its slope changes there
START = 16.0  # degrees at midnight
HOURS = np.arange(0, 24.25, 0.25)
TEMPERATURE = np.interp(HOURS, [0, 2, 5, 8, 11, 14, 17, 20, 22, 24], [16, 16, 13, 16, 22, 25, 22, 16, 14, 14])
TOKENS = np.array([3.0, 9.0, 16.0])
LOW, HIGH = 4.0, 36.0  # degrees that the picture shows


def no_activation(x):
    """Return x itself: what is left of the layer when the activation is taken out."""
    return x


ACTIVATIONS = {"none": no_activation, "relu": relu, "gelu": gelu}


def feed_forward_panel():
    """Return the panel: number of hidden units, activation, and three tokens to move."""
    choices = {word("feed_forward.none"): "none", "ReLU": "relu", "GELU": "gelu"}
    tokens = {
        f"x_{k}": Slider(word("feed_forward.hour", token=k), float(hour), 0.0, 24.0, 0.5)
        for k, hour in enumerate(TOKENS, 1)
    }
    return Panel(
        "feed_forward", picture,
        width=Slider(word("feed_forward.width"), 3, 1, 8, 1),
        activation=Choice(word("feed_forward.activation"), "relu", choices), **tokens,
    )


def day_params(width):
    """Return the layer whose hidden units are the first ``width`` turns of the day.

    Unit i is act((x − place_i) / 2), and the output adds 2·turn_i of it, so that ReLU bends at place_i.
    """
    return FeedForwardParams(
        w_1=np.full((1, width), 0.5), b_1=-0.5 * PLACES[:width],  # (1, width), (width,)
        w_2=2 * TURNS[:width, None], b_2=np.array([START]),  # (width, 1), (1,)
    )


def picture(width, activation, x_1, x_2, x_3):
    """Return the curve with its bends, and the three tokens on it with what each row gives."""
    params, act = day_params(width), ACTIVATIONS[activation]
    x = np.array([[x_1], [x_2], [x_3]])  # (3, 1)
    result = feed_forward(x, params, act)
    before = feed_forward(TOKENS[:, None], params, act).output
    curve = feed_forward(HOURS[:, None], params, act).output[:, 0]  # (97, 1) -> (97,)
    numbers = {
        "activated": result.activated, "output": result.output[:, 0],
        "change": (result.output - before)[:, 0],
        "sharpest_turn": np.abs(np.diff(curve, 2)).max() / (HOURS[1] - HOURS[0]),
        "error": np.abs(curve - TEMPERATURE).max(),
    }
    chart = _chart(curve, params, act, x[:, 0], numbers["output"], bends=activation != "none")
    lines = line_html(f"{_says(params, activation, numbers)}<br>{_moved(x[:, 0], numbers['change'])}")
    hidden = _hidden(numbers, params, activation)
    return row_html(chart, _tokens(x, numbers), align="center") + lines + hidden, numbers


def _chart(curve, params, act, x, y, bends):
    places = PLACES[: len(params.b_1)]
    heights = feed_forward(places[:, None], params, act).output[:, 0]
    return line_chart(
        HOURS, {"FFN": curve, word("feed_forward.day"): TEMPERATURE},
        word("feed_forward.x"), word("feed_forward.y"), y_range=(LOW, HIGH),
        points=[(a, b, f"x{'₁₂₃'[k]}{_beyond(b)}") for k, (a, b) in enumerate(zip(x, y))],
        rings=list(zip(places, heights)) if bends else (), width=640, height=330,
    )


def _beyond(y):
    """An arrow at the name of a token whose point lies above or below the picture, on its edge."""
    return " ↑" if y > HIGH else " ↓" if y < LOW else ""


def _tokens(x, numbers):
    names = [word("feed_forward.token", token=k) for k in (1, 2, 3)]
    table = np.column_stack([x[:, 0], numbers["output"], numbers["change"]])
    marks = [(i, None) for i in np.flatnonzero(numbers["change"])]
    columns = ["x", "FFN(x)", word("feed_forward.change")]
    return matrix_html(table, names, columns, "", 2, marks, shade=False, room=6)


def _hidden(numbers, params, activation):
    names = [word("feed_forward.token", token=k) for k in (1, 2, 3)]
    places = [word("feed_forward.place", hour=int(-2 * b)) for b in params.b_1]
    key = "feed_forward.hidden_none" if activation == "none" else "feed_forward.hidden"
    title = line_html(word(key, shape=shape_text(numbers["activated"])))
    return title + matrix_html(numbers["activated"], names, places, decimals=2, largest=11.0, room=5)


def _says(params, activation, numbers):
    slope = (params.w_1 @ params.w_2).item()
    shift = (params.b_1 @ params.w_2 + params.b_2).item()
    return word(
        f"feed_forward.{activation}_says", width=len(params.b_1), error=number(numbers["error"], 2),
        slope=typeset(slope, 0), shift=typeset(shift, 0),
    )


def _moved(x, change):
    names = [[str(k + 1) for k in np.flatnonzero(a)] for a in (x != TOKENS, change)]
    if not names[0]:
        return word("feed_forward.untouched")
    moved, rows = (", ".join(part) or word("feed_forward.no_row") for part in names)
    return word("feed_forward.moved", tokens=moved, rows=rows)
