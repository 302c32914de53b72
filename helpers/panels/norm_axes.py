"""Which numbers of a (sentence, position, feature) block share a mean (Deep Dive 5.3)?"""

import itertools

import numpy as np

from helpers.kernels.normalization import layer_norm
from helpers.models.trees import read_only
from helpers.numbers import in_brackets, typeset
from helpers.panels.panel import Choice, Panel, Slider, Switch
from helpers.views.table import line_html, matrix_html, row_html
from helpers.words import word

BLOCK = read_only(np.array([
    [[2.0, 8.0, -4.0, -6.0], [1.0, 4.0, 8.0, 0.0], [5.0, 1.0, -2.0, 4.0]],
    [[4.0, 9.0, 3.0, -1.0], [6.0, 7.0, -5.0, 2.0], [0.0, 0.0, 0.0, 0.0]],
    [[7.0, 5.0, 2.0, 6.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]],
    [[3.0, 6.0, 1.0, -2.0], [8.0, 4.0, -3.0, 5.0], [9.0, 2.0, 6.0, -3.0]],
]))  # (4, 3, 4): four sentences, three positions, four features; rows of zeros are padding
LENGTHS = np.array([3, 2, 1, 3])
REAL = read_only(np.arange(BLOCK.shape[1]) < LENGTHS[:, None])  # (4, 3), False = padding
FAMOUS = {  # axes that have a name: sentence, position, feature
    (False, False, False): "single", (False, False, True): "layer", (True, True, False): "batch",
    (False, True, False): "instance", (True, True, True): "all",
}
EPS = 1e-5
CELL = 42  # pixels


def norm_axes_panel():
    """Return the panel: axes that share a mean, batch size, padding counted or not, and which cell."""
    return Panel(
        "norm_axes", picture,
        sentences=Switch(word("norm_axes.sentences"), False),
        positions=Switch(word("norm_axes.positions"), False),
        features=Switch(word("norm_axes.features"), True),
        batch_size=Slider(word("norm_axes.batch_size"), 4, 1, len(BLOCK), 1),
        counted=Switch(word("norm_axes.counted"), True),
        position=Choice(word("norm_axes.position"), 1, [1, 2, 3]),
        feature=Choice(word("norm_axes.feature"), 2, [1, 2, 3, 4]),
    )


def picture(sentences, positions, features, batch_size, counted, position, feature):
    """Return the block before and after, with the group of one number of the first sentence framed."""
    x = BLOCK[:batch_size]
    counts = np.broadcast_to(
        (REAL[:batch_size] | counted)[..., None], x.shape
    )  # (b, 3, 4): these numbers take part
    axes = sentences, positions, features
    cell = 0, position - 1, feature - 1
    group = members(axes, cell, counts)
    x_hat = standardise(x, axes, counts)
    numbers = {
        "count": int(group.sum()), "mean": x[group].mean(), "std": x[group].std(), "x_hat": x_hat[cell],
        "block": np.where(counts, x_hat, 0.0),
    }
    return _html(x, x_hat, counts, group, cell, axes, numbers), numbers


def members(axes, cell, counts):
    """Return a mask of the numbers that share a mean with ``cell``: along ``axes``, as far as they count."""
    along = tuple(slice(None) if shared else place for shared, place in zip(axes, cell))
    group = np.zeros(counts.shape, dtype=bool)
    group[along] = True
    return group & counts


def standardise(x, axes, counts):
    """Return x̂, each group by itself; NaN where a number does not count."""
    x_hat = np.full(x.shape, np.nan)
    starts = itertools.product(*(range(1 if shared else size) for shared, size in zip(axes, x.shape)))
    for cell in starts:
        group = members(axes, cell, counts)
        if group.any():
            x_hat[group] = layer_norm(x[group], eps=EPS)  # a group as one vector: the kernel's formula
    return x_hat


def _html(x, x_hat, counts, group, cell, axes, numbers):
    before = row_html(*(_table("sentence", k, x, 0, counts, group) for k in range(len(x))))
    chosen = np.zeros_like(group)
    chosen[cell] = True
    after = row_html(*(_table("after", k, x_hat, 2, counts, chosen) for k in range(len(x))))
    name = word(f"norm_axes.{FAMOUS.get(axes, 'nameless')}")
    sums = word(
        "norm_axes.line", count=numbers["count"], x=typeset(x[cell], 0), mean=typeset(numbers["mean"], 3),
        minus=in_brackets(typeset(numbers["mean"], 3)), std=typeset(numbers["std"], 3),
        x_hat=typeset(numbers["x_hat"], 3),
    )
    return line_html(f"<b>{name}</b>") + before + line_html(sums) + after


def _table(key, k, block, decimals, counts, marked):
    names = [word("norm_axes.word", k=p + 1) if REAL[k, p] else "PAD" for p in range(block.shape[1])]
    shown = np.where(counts[k], block[k], 0.0)
    texts = [[typeset(v, decimals) if c else "·" for v, c in zip(*row)]
             for row in zip(shown, counts[k])]
    return matrix_html(
        np.array(texts), names, None, word(f"norm_axes.{key}", k=k + 1),
        mark=np.argwhere(marked[k]).tolist(), shade=False, compact=CELL,
    )
