"""One sentence said twice, scored with each way to tell positions (Deep Dive, 3.5)."""

import numpy as np

from helpers.kernels.attention import scaled_dot_product_attention
from helpers.kernels.positions import rotary_position_embedding, sinusoidal_positional_encoding
from helpers.numbers import number
from helpers.panels.panel import Choice, Panel, Slider
from helpers.views.table import line_html, matrix_html, row_html
from helpers.words import both, word

WORDS = ("我", "爱", "你", "我", "爱", "你")
# The embeddings of 我, 爱, 你 that chapter 1 prints, twice.
EMBEDDINGS = np.tile([
    [0.2, 0.5, 0.1, 0.8, 0.3, 0.6, 0.1, 0.9, 0.2, 0.4, 0.7, 0.1],
    [0.1, 0.3, 0.9, 0.2, 0.4, 0.1, 0.8, 0.3, 0.6, 0.2, 0.5, 0.9],
    [0.7, 0.1, 0.4, 0.3, 0.8, 0.2, 0.5, 0.1, 0.9, 0.3, 0.1, 0.6],
], (2, 1))  # (6, 12)
ROWS = 16  # of the learned table
BIASES = np.array([0.5, 0.9, 1.4, 0.2, -0.3, -0.5, -0.8])  # for j − i = −3 ... 3 and farther
SLOPE = 0.25
LAST_SHIFT = 20


def relative_scores_panel():
    """Return the panel: how positions enter the scores, and how far the sentence is moved."""
    methods = ("none", "sinusoidal", "learned", "clipped", "linear", "rotary")
    return Panel(
        "relative_scores", picture,
        method=Choice(word("relative_scores.method"), "sinusoidal",
                      {word(f"relative_scores.{name}"): name for name in methods}),
        shift=Slider(word("relative_scores.shift"), 0, 0, LAST_SHIFT),
    )


def scores(method, shift):
    """Return the scaled scores (6, 6) of the sentence whose first token stands at ``shift``.

    W^Q = W^K = I.

    Raises
    ------
    ValueError where the learned table has no row for a position.
    """
    positions = shift + np.arange(len(WORDS))  # (6,)
    offsets = positions[None, :] - positions[:, None]  # (6, 6): j − i
    q = EMBEDDINGS  # (6, 12)
    if method == "sinusoidal":
        q = q + sinusoidal_positional_encoding(LAST_SHIFT + len(WORDS), q.shape[1])[positions]
    if method == "learned":
        q = q + _learned_rows(positions)
    if method == "rotary":
        q = rotary_position_embedding(q, positions)
    scaled = scaled_dot_product_attention(q, q, q).scaled_scores
    if method == "clipped":
        reach = len(BIASES) // 2
        return scaled + BIASES[np.clip(offsets, -reach, reach) + reach]
    return scaled - SLOPE * np.abs(offsets) if method == "linear" else scaled


def _learned_rows(positions):
    """Rows of a table as it is before training: random numbers, ``ROWS`` of them and no more."""
    if positions[-1] >= ROWS:
        raise ValueError(both("relative_scores.no_row", rows=ROWS, position=positions[-1]))
    table = np.random.default_rng(3).normal(scale=0.5, size=(ROWS, EMBEDDINGS.shape[1]))  # (16, 12)
    return table[positions]


def picture(method, shift):
    """Return the scores, and how far they are from those of the sentence that was not moved."""
    moved, start = scores(method, shift), scores(method, 0)
    numbers = {
        "scores": moved, "change": moved - start, "largest_change": np.abs(moved - start).max(),
        "first": moved[0, 1], "second": moved[3, 4],
    }
    return _html(shift, numbers), numbers


def _html(shift, numbers):
    names = [f"{name} {shift + k}" for k, name in enumerate(WORDS)]
    tables = row_html(
        _table(numbers["scores"], names, word("relative_scores.scores"), 5.0, [(0, 1), (3, 4)]),
        _table(numbers["change"], names, word("relative_scores.moved"), 1.0, []),
    )
    first, second, moved = (numbers[key] for key in ("first", "second", "largest_change"))
    same = "equal" if abs(first - second) < 1e-9 else "unequal"
    seen = word("relative_scores.twice", first=number(first, 4), second=number(second, 4),
                same=word(f"relative_scores.{same}"))
    still = "start" if shift == 0 else "still" if moved < 1e-9 else "changed"
    return tables + line_html(
        f"{seen}<br>{word(f'relative_scores.{still}', shift=shift, moved=number(moved, 4))}"
    )


def _table(a, names, title, largest, mark):
    return matrix_html(a, names, names, title, 3, mark=mark, largest=largest, room=6)
