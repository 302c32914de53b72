"""Where is the orange shape? A small Vision Transformer trained for that question (Deep Dive 8.3 and 8.4).

A picture of 224×224 pixels holds one orange shape and up to three others in blue, green or pink, each a
disc or a square. The model reads the 196 patches of 16×16 and answers with a row and a column.

``python -m helpers.lectures.find_orange`` trains it anew, some minutes on one core, and writes
``find_orange.npz``. Another processor rounds differently, and training magnifies that: the weights differ
from machine to machine, that it learns the task does not.
"""

import functools
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..models.training import train
from ..models.trees import load_params, map_tree, read_only, save_params
from ..models.vision_transformer import (
    cut_into_patches,
    init_vision_transformer,
    vision_transformer,
    vision_transformer_backward,
)

SIDE, PATCH, CHANNELS = 224, 16, 3  # pixels on each side of a picture and of a patch; red, green, blue
GRID = SIDE // PATCH  # patches on each side
PALETTE = read_only(
    np.array([[213, 94, 0], [0, 114, 178], [0, 158, 115], [204, 121, 167]], np.float32) / 255
)
ORANGE = 0  # its row in the palette; then blue, green, pink
BACKGROUND = np.float32(0.93)
SMALLEST, LARGEST = 16, 29  # radii in pixels
OTHERS = 3  # at most
SEED, BATCH, STEPS, PEAK = 8, 16, 3000, 5e-3
WEIGHTS = Path(__file__).with_name("find_orange.npz")


class Shape(NamedTuple):
    """A disc of this radius, or a square that covers about as much."""

    kind: str  # "disc" or "square"
    colour: int  # row of the palette
    row: int  # of the centre, in pixels from above
    column: int  # in pixels from the left
    radius: int


class Scene(NamedTuple):
    """A picture and what stands in it; the orange shape comes first."""

    image: np.ndarray  # (224, 224, 3), from 0 to 1
    shapes: tuple

    @property
    def target(self):
        """Row and column of the orange shape's centre, in pixels."""
        return np.array([self.shapes[0].row, self.shapes[0].column], float)


def random_scene(rng, others=None):
    """Draw a scene with ``others`` shapes beside the orange one, default 0 to 3 by chance."""
    others = int(rng.integers(OTHERS + 1)) if others is None else others
    shapes = []
    while len(shapes) <= others:
        radius = int(rng.integers(SMALLEST, LARGEST + 1))
        row, column = (int(v) for v in rng.integers(radius, SIDE - radius, 2))
        kind = ("disc", "square")[rng.integers(2)]
        colour = int(rng.integers(1, len(PALETTE))) if shapes else ORANGE
        if all(max(abs(row - s.row), abs(column - s.column)) > radius + s.radius + 4 for s in shapes):
            shapes.append(Shape(kind, colour, row, column, radius))
    return draw(shapes)


def draw(shapes):
    """Return the scene that holds these shapes, the first of them orange; later ones cover earlier ones."""
    image = np.full((SIDE, SIDE, CHANNELS), BACKGROUND, np.float32)
    for shape in shapes:
        image[inside(shape)] = PALETTE[shape.colour]
    return Scene(image, tuple(shapes))


def inside(shape):
    """Return which pixels a shape covers, boolean (224, 224)."""
    down, right = np.ogrid[:SIDE, :SIDE]
    down, right = down - shape.row, right - shape.column  # (224, 1), (1, 224)
    if shape.kind == "disc":
        return down**2 + right**2 <= shape.radius**2
    half = round(0.886 * shape.radius)  # √π/2: as large as the disc
    return (abs(down) <= half) & (abs(right) <= half)


def read(images):
    """Cut pictures (..., 224, 224, 3) into what the model takes, (..., 196, 768): background is 0."""
    return cut_into_patches(images - BACKGROUND, PATCH)


def in_pixels(output):
    """Turn outputs (..., 2), −1 to 1 across the picture, into a row and a column in pixels."""
    return (output + 1) * (SIDE / 2)


def patches_of(shape, least=0.5):
    """Return the patches that a shape covers to ``least`` or more (0: touches at all), as indices from 0."""
    covered = cut_into_patches(inside(shape)[..., None].astype(float), PATCH).mean(axis=-1)  # (196,)
    return np.flatnonzero((covered >= least) & (covered > 0))


@functools.cache
def load_weights():
    """Return the trained VisionTransformerParams, in float64: a forward pass is then the same anywhere."""
    stored = load_params(WEIGHTS, like=untrained(np.random.default_rng(0)))
    return read_only(map_tree(lambda a: a.astype(np.float64), stored))


def untrained(rng):
    """Draw VisionTransformerParams of the trained form."""
    return init_vision_transformer(rng, GRID * GRID, PATCH * PATCH * CHANNELS, outputs=2)


def loss_and_gradients(params, patches, targets):
    """Return the mean squared distance to the targets (b, 2), −1 to 1, and its gradient by every weight."""
    result = vision_transformer(patches, params)
    off = result.output - targets  # (b, 2)
    d_output = (2 * off / len(off)).astype(off.dtype)
    return (off * off).sum(axis=-1).mean(), vision_transformer_backward(
        d_output, patches, params, result
    )


def batches(rng, steps, size=BATCH):
    """Yield ``steps`` batches of new pictures: patches (size, 196, 768) and targets (size, 2)."""
    for _ in range(steps):
        scenes = [random_scene(rng) for _ in range(size)]
        targets = np.array([scene.target for scene in scenes], np.float32) / (SIDE / 2) - 1
        yield read(np.stack([scene.image for scene in scenes])), targets


def learning_rate(step, steps=STEPS, peak=PEAK):
    """Rise for 100 steps, stay, and fall in a line through the last third."""
    return peak * min(step / 100, 1.0, max(3 * (steps - step) / steps, 0.01))


def main():
    rng = np.random.default_rng(SEED)
    losses = []
    start, pictures = untrained(rng), batches(rng, STEPS)
    for done in train(start, pictures, loss_and_gradients, learning_rate, max_norm=1.0):
        losses.append(done.loss)
        if done.step % 100 == 0:
            off = (np.mean(losses[-100:]) / 2) ** 0.5 * SIDE / 2
            print(f"{done.step:5d} / {STEPS}  off by {off:5.1f} pixels in each direction", flush=True)
    save_params(WEIGHTS, done.params)


if __name__ == "__main__":
    main()
