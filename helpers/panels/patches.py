"""An image in 196 patches: who looks where, in a trained network and in a random one (Deep Dive 8.3, 8.4)."""

import functools

import numpy as np

from helpers.lectures import find_orange
from helpers.models.trees import map_tree
from helpers.models.vision_transformer import vision_transformer
from helpers.numbers import number
from helpers.panels.panel import Choice, Panel, Slider, Switch
from helpers.views.svg import bar_chart, cells_path, svg_image
from helpers.views.table import line_html, row_html
from helpers.words import word

SCENES = 8
ZOOM = 2  # screen pixels for one pixel of the picture
PATCHES = find_orange.GRID**2
HEADS = ((0, 0), (0, 1), (1, 0), (1, 1))  # layer, head
FAINTEST = 0.25 / PATCHES  # weights below a quarter of an even share get no dot


def patches_panel():
    """Return the panel: a picture, trained or random weights, shuffling, positions, and one row of A."""
    weights = {word("patches.trained"): True, word("patches.random"): False}
    heads = {word("patches.head", layer=a + 1, head=b + 1): k for k, (a, b) in enumerate(HEADS)}
    return Panel(
        "patches", picture,
        scene=Slider(word("patches.scene"), 1, 1, SCENES),
        trained=Choice(word("patches.weights"), True, weights),
        head=Choice(word("patches.which"), 3, heads),
        query=Slider(word("patches.query"), 0, 0, PATCHES),
        shuffled=Switch(word("patches.shuffled"), False),
        positions=Switch(word("patches.positions"), True),
    )  # fmt: skip


@functools.cache
def scenes():
    """Return the pictures of the panel, none of them from the training."""
    rng = np.random.default_rng(2026)
    return [find_orange.random_scene(rng, others=3) for _ in range(SCENES)]


@functools.cache
def _params(trained, positions):
    params = find_orange.load_weights() if trained else map_tree(
        lambda a: a.astype(np.float64), find_orange.untrained(np.random.default_rng(0))
    )  # fmt: skip
    return params if positions else params._replace(positions=np.zeros_like(params.positions))


@functools.cache
def order(shuffled):
    """Return which patch lies in each of the 196 places."""
    return np.random.default_rng(4).permutation(PATCHES) if shuffled else np.arange(PATCHES)


@functools.lru_cache(maxsize=8)
def looked(scene, trained, shuffled, positions):
    """Return the weights of all heads, (4, 197, 197), and the answer as a row and a column in pixels."""
    patches = find_orange.read(scenes()[scene - 1].image).astype(np.float64)[order(shuffled)]
    result = vision_transformer(patches, _params(trained, positions))
    weights = [result.encoder.layers[layer].attention.weights[head] for layer, head in HEADS]
    return np.array(weights, np.float32), find_orange.in_pixels(result.output)


@functools.cache
def _where(scene, shuffled):
    """Return the places in which a patch of the orange shape lies now, and their middle in pixels."""
    touched = find_orange.patches_of(scenes()[scene - 1].shapes[0], least=0.0)
    places = np.flatnonzero(np.isin(order(shuffled), touched))
    if not shuffled:
        return places, scenes()[scene - 1].target
    row, column = np.divmod(places, find_orange.GRID)
    return places, find_orange.PATCH * (np.array([row.mean(), column.mean()]) + 0.5)


def picture(scene, trained, head, query, shuffled, positions):
    """Return the picture with the chosen row of weights as dots on it, and what each head gives orange."""
    weights, answer = looked(scene, trained, shuffled, positions)
    places, middle = _where(scene, shuffled)
    rows = weights[:, query, 1:].astype(float)  # (4, 196): without the class token
    on_orange = rows[:, places].sum(axis=1)
    numbers = {
        "on_orange": on_orange, "even_share": len(places) / PATCHES, "answer": answer,
        "off": float(np.linalg.norm(answer - middle)), "brightest": int(rows[head].argmax()) + 1,
    }
    parts = [_painted(scene, shuffled), _dots(rows[head]), _query(query), _cross(answer)]
    side = ZOOM * find_orange.SIDE
    image = svg_image(side, side, word("patches.image"), "".join(parts))
    names = [word("patches.head", layer=a + 1, head=b + 1) for a, b in HEADS]
    names[head] = f"▶ {names[head]}"
    texts = [f"{value:.1%}" for value in on_orange]
    bars = bar_chart(
        [*on_orange, numbers["even_share"]], [*names, word("patches.even")], word("patches.bars"),
        [*texts, f"{numbers['even_share']:.1%}"], largest=1.0, width=420, left=110,
    )  # fmt: skip
    says = f'<div style="min-height:5.2em">{line_html(_says(shuffled, positions, numbers))}</div>'
    lines = line_html(word("patches.bars")) + bars + line_html(word("patches.marks")) + says
    return row_html(image, f'<div style="width:420px">{lines}</div>', align="center"), numbers


def _says(shuffled, positions, numbers):
    row, column = (number(value, 0) for value in numbers["answer"])
    key = "moved" if shuffled else "still"
    lines = [word(f"patches.{key}", row=row, column=column, off=number(numbers["off"], 0))]
    if not positions:
        lines.append(word("patches.no_positions"))
    return "<br>".join(lines)


@functools.cache
def _painted(scene, shuffled):
    """The picture as it lies now: each run of one colour in a row of pixels is a rectangle of a path."""
    side, grid, size = find_orange.SIDE, find_orange.GRID, find_orange.PATCH
    colours = np.full((side, side), -1)
    for shape in scenes()[scene - 1].shapes:
        colours[find_orange.inside(shape)] = shape.colour
    squares = find_orange.cut_into_patches(colours[..., None].astype(float), size)[order(shuffled)]
    squares = squares.reshape(grid, grid, size, size).swapaxes(1, 2)
    colours = squares.reshape(side, side).astype(int)
    shade = round(255 * float(find_orange.BACKGROUND))
    parts = [f'<rect width="{ZOOM * side}" height="{ZOOM * side}" fill="rgb({shade},{shade},{shade})"/>']
    for k, colour in enumerate(find_orange.PALETTE):
        red, green, blue = (round(255 * float(c)) for c in colour)
        parts.append(f'<path d="{cells_path(colours == k, ZOOM)}" fill="rgb({red},{green},{blue})"/>')
    lines = "".join(f"M0 {ZOOM * size * k}H{ZOOM * side}M{ZOOM * size * k} 0V{ZOOM * side}" for k in range(1, grid))
    parts.append(f'<path d="{lines}" stroke="#000" stroke-opacity=".18"/>')
    return "".join(parts)


def _dots(row):
    """A dot in each patch, its area as large as the weight; one that fills the patch means 5 % or more."""
    cell = ZOOM * find_orange.PATCH
    radius = np.minimum(np.sqrt(row / 0.05), 1) * (cell / 2 - 1)
    found = [
        f'<circle cx="{cell * (k % find_orange.GRID) + cell // 2}" cy="{cell * (k // find_orange.GRID) + cell // 2}" '
        f'r="{radius[k]:.1f}"/>'
        for k in np.flatnonzero(row >= FAINTEST)
    ]
    return f'<g fill="#000" stroke="#fff" stroke-width="1.2">{"".join(found)}</g>'


def _query(query):
    """A frame around the patch whose row is shown; the class token has no place in the picture."""
    if query == 0:
        return ""
    cell = ZOOM * find_orange.PATCH
    row, column = divmod(query - 1, find_orange.GRID)
    return (
        f'<rect x="{cell * column + 2}" y="{cell * row + 2}" width="{cell - 4}" height="{cell - 4}" fill="none" '
        'stroke="#000" stroke-width="4"/>'
    )


def _cross(answer):
    """A white cross with a black rim where the model says that the orange shape is."""
    y, x = np.clip(ZOOM * answer, 8, ZOOM * find_orange.SIDE - 8)
    path = f"M{x - 12:.1f} {y:.1f}h24M{x:.1f} {y - 12:.1f}v24"
    return (
        f'<path d="{path}" stroke="#000" stroke-width="7"/><path d="{path}" stroke="#fff" stroke-width="3"/>'
    )
