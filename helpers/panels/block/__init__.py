"""Step through one Transformer block (Lecture 10, 三·组装), wired as Pre-LN or as Post-LN.

Every number is read from one run of ``encoder_layer`` on the worked sentence 雨 停 了.
"""

import functools

import numpy as np

from helpers.kernels.feed_forward import relu
from helpers.lectures.rain_stopped import PARAMS, TOKENS, X, silenced
from helpers.models.transformer import encoder_layer
from helpers.panels.block.scenes import LAST, scene
from helpers.panels.block.wiring import svg
from helpers.panels.panel import Choice, Panel, Slider, Switch
from helpers.views.table import line_html
from helpers.words import word

_STAGE = "height:312px;overflow-x:auto;overflow-y:hidden"  # as high as the highest scene: nothing jumps
_SCENE = "min-width:960px"  # in a narrow window the matrices scroll: below each other, they would be cut


def block_panel():
    """Return the panel: the step, the wiring, the token that is followed, and sub-layers at zero."""
    return Panel(
        "block", picture,
        step=Slider(word("block.step"), 0, 0, LAST, 1, play=True),
        norm=Choice(word("block.norm"), "pre", {"Pre-LN": "pre", "Post-LN": "post"}),
        token=Choice(word("block.token"), 1, {name: k for k, name in enumerate(TOKENS)}),
        silent=Switch(word("block.silent"), False),
    )  # fmt: skip


@functools.lru_cache(maxsize=4)
def layer(norm, silent):
    """Return the parameters, and what the layer makes of X with them."""
    params = silenced(PARAMS) if silent else PARAMS
    return params, encoder_layer(X, params, norm=norm, activation=relu)


def picture(step, norm, token, silent):
    """Return the wiring with one part lit, and the matrices that meet there, in numbers."""
    params, result = layer(norm, silent)
    shown = scene(step, norm, token, params, result)
    title = word(
        "block.title", step=step, last=LAST, name=word(f"block.{shown.name}"), shapes=shown.shapes
    )  # fmt: skip
    text = line_html(f"<b>{title}</b><br>{shown.formula}<br>{shown.written}")
    html = f'{svg(norm, step)}{text}<div style="{_STAGE}"><div style="{_SCENE}">{shown.tables}</div></div>'
    change = float(np.abs(result.output - X).max())
    return html, {"value": shown.value, "output": result.output, "change": change}
