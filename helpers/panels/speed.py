"""What one layer has to multiply, and what has to wait (Deep Dive 8.1): attention against an RNN."""

import numpy as np

from helpers.models.costs import layer_multiply_adds
from helpers.panels.panel import Panel, Slider
from helpers.views.svg import bar_chart, line_chart
from helpers.views.table import line_html, row_html
from helpers.words import word

LONGEST = 1024
LENGTHS = np.arange(4, LONGEST + 1, 4)
RANGE = (1e2, 3e9)  # multiply-adds that the chart shows
LARGEST = 1.6e10  # of the bars: a whole layer at n = d = 1024, with room for its number
WIDER = 4  # d_ff ÷ d_model


def speed_panel():
    """Return the panel: the number of tokens and the width."""
    return Panel(
        "speed", picture,
        n=Slider(word("speed.n"), 128, 4, LONGEST, 4), d=Slider(word("speed.d"), 512, 4, LONGEST, 4),
    )  # fmt: skip


def multiply_adds(n, d):
    """Return multiply-adds of Q Kᵀ and A V, of the RNN's h W_h, of a whole layer of each kind, as a dict."""
    layer = layer_multiply_adds(n, d, 1, WIDER * d)
    return {
        "pairs": layer.scores + layer.mixing,  # 2 n² d
        "steps": 2 * n * d * d,  # x W_x and h W_h of each step
        "layer": sum(layer),  # 2 n² d + 12 n d²
    }


def picture(n, d):
    """Return both costs over n with their crossing, the layer as bars, and how much must wait."""
    costs = multiply_adds(n, d)
    numbers = costs | {"ratio": costs["steps"] / costs["pairs"], "serial_rnn": n, "serial_attention": 1}
    curves = {
        word("speed.pairs"): 2.0 * LENGTHS**2 * d,
        word("speed.steps"): 2.0 * LENGTHS * d**2,
    }
    chart = line_chart(
        LENGTHS, curves, word("speed.n"), word("speed.count"), log_y=True, y_range=RANGE,
        points=[(n, costs["pairs"], ""), (n, costs["steps"], "")], rings=[(d, 2.0 * d**3)],
        width=600, height=330,
    )  # fmt: skip
    names = [word(f"speed.{key}") for key in costs]
    texts = [f"{value:,}" for value in costs.values()]
    bars = bar_chart(
        np.log10(list(costs.values())), names, word("speed.bars"), texts, largest=np.log10(LARGEST) * 1.25,
        width=380, left=110,
    )  # fmt: skip
    side = line_html(word("speed.bars")) + bars + line_html(_says(n, d, numbers))
    return row_html(chart, f'<div style="width:380px">{side}</div>', align="center"), numbers


def _says(n, d, numbers):
    which = "even" if n == d else "fewer" if n < d else "more"
    times = max(numbers["ratio"], 1 / numbers["ratio"])
    return word(f"speed.{which}", times=f"{times:.3g}") + "<br>" + word("speed.serial", n=n) + "<br>" + word("speed.marks")
