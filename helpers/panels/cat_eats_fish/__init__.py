"""猫吃鱼 step by step through both encoder layers (Deep Dive 7.2 to 7.4): which matrices meet, in numbers.

``scenes`` says what each step shows, ``blocks`` how. Every number is read from one run of
``helpers.lectures.cat_eats_fish.trace``.
"""

from html import escape

from helpers.lectures.cat_eats_fish import D_MODEL, HEADS, TOKENS
from helpers.numbers import typeset
from helpers.panels.cat_eats_fish.blocks import Place
from helpers.panels.cat_eats_fish.scenes import LAYERS, SCENES, printed_at
from helpers.panels.panel import Choice, Panel, Slider
from helpers.panels.steps import Steps
from helpers.words import word

_GRID = (
    "display:grid;grid-template-columns:490px 490px;grid-template-rows:296px 112px;gap:6px 16px;"
    "width:996px;align-items:end;margin-top:6px;"
)
_TEXT = "align-self:start;line-height:1.5;font-size:14px;white-space:normal;"


def cat_eats_fish_panel():
    """Return the panel: the step, and which head, token and column it shows in numbers."""
    names = tuple(f"{k} {word(f'cat_eats_fish.{name}')}" for k, name in enumerate(SCENES, 1))
    marks = tuple(word("cat_eats_fish.marks").split(" "))
    layers = tuple(word("cat_eats_fish.layer", layer=k + 1) for k in range(LAYERS))
    return Panel(
        "cat_eats_fish", picture,
        step=Steps(word("cat_eats_fish.step"), names, marks, layers),
        head=Choice(word("cat_eats_fish.head"), 0, {str(k + 1): k for k in range(HEADS)}),
        token=Choice(word("cat_eats_fish.token"), 0, {name: k for k, name in enumerate(TOKENS)}),
        column=Slider(word("cat_eats_fish.column"), 0, 0, D_MODEL - 1, 1),
    )  # fmt: skip


def picture(step, head, token, column):
    """Return one step: its words and formula, and the matrices around the cell in play."""
    layer, k = divmod(step, len(SCENES))
    name = list(SCENES)[k]
    place = Place(layer, head, token, column)
    scene = SCENES[name](place)
    printed = printed_at(place, name, scene.column)
    html = (
        f'<div style="max-width:100%;overflow-x:auto"><div style="{_GRID}">'
        f"{_text(place, k, name, scene, printed)}"
        f"<div>{scene.above}</div><div>{scene.left}</div><div>{scene.below}</div></div></div>"
    )
    numbers = {"value": float(scene.value), "shapes": scene.shapes}
    return html, numbers if printed is None else numbers | {"printed": float(printed[0])}


def _text(place, k, name, scene, printed):
    title = word(
        "cat_eats_fish.title",
        layer=place.layer + 1, step=k + 1, steps=len(SCENES), name=word(f"cat_eats_fish.{name}"),
    )  # fmt: skip
    lines = [
        f"<b>{escape(title)}</b>",
        escape(word(f"cat_eats_fish.{name}.says")),
        f"{scene.formula}　{escape(scene.shapes)}",
        f"{scene.numbers} = <b>{typeset(scene.value)}</b>",
        *_elsewhere(place, scene),
        _printed(printed),
    ]
    rows = "".join(f'<div style="margin:0 0 6px">{line}</div>' for line in lines)
    return f'<div style="{_TEXT}">{rows}</div>'


def _elsewhere(place, scene):
    """Say so where the table has no column of that number and its last one is shown."""
    if scene.column != place.column:
        yield escape(word("cat_eats_fish.last_column", column=place.column))


def _printed(printed):
    if printed is None:
        return escape(word("cat_eats_fish.not_printed"))
    value, decimals = printed
    return "✓ " + escape(word("cat_eats_fish.printed", value=typeset(value, decimals)))
