"""猫吃鱼, the sentence that Deep Dive chapter 7 traces through two encoder layers.

The text prints the embeddings and what comes out of every step, but none of the weight matrices.
``cat_eats_fish.json`` holds reconstructed ones: ``reconstruction.py`` derives them from the print.
They are one reconstruction among many, not the author's weights.
"""

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..kernels.positions import sinusoidal_positional_encoding
from ..models.parameters import (
    AttentionParams,
    EncoderLayerParams,
    FeedForwardParams,
    NormParams,
)
from ..models.transformer import encoder
from .published import checks
from .published.ledger import claim

TOKENS = ("猫", "吃", "鱼")
PAIRS = ((0, 1), (1, 2), (0, 2))  # 猫-吃, 吃-鱼, 猫-鱼: the order in which the text prints them
HEADS, D_MODEL, D_FF = 3, 12, 48
PRINTED_DIMS = 4  # of the 12 features the text prints the first four, then "..."
EMBEDDINGS = np.array(
    [
        [0.21, 0.54, 0.13, 0.82, 0.31, 0.67, 0.15, 0.93, 0.25, 0.44, 0.72, 0.18],
        [0.38, 0.23, 0.91, 0.42, 0.55, 0.19, 0.87, 0.33, 0.61, 0.28, 0.49, 0.76],
        [0.73, 0.16, 0.45, 0.34, 0.82, 0.29, 0.56, 0.19, 0.94, 0.37, 0.11, 0.68],
    ]
)  # (3, 12), Deep Dive 7.2
EMBEDDINGS.flags.writeable = False
WEIGHTS = Path(__file__).with_name("cat_eats_fish.json")


def x_0():
    """Return the input of layer 1, embedding + positional encoding, (3, 12)."""
    return EMBEDDINGS + sinusoidal_positional_encoding(len(TOKENS), D_MODEL)


def norm_pattern(k):
    """Return γ and β of LayerNorm number ``k``, counted from 0 through both layers, as NormParams.

    γ_j = 1 + 0.1 ((j+k) mod 3) and β_j = −0.03 + 0.02 ((j+k) mod 4). For k = 0 and 1 the print fixes
    them in the features 0 to 3 (``reconstruction.recover_layer_norm``); the rest carries the pattern on.
    """
    j = np.arange(D_MODEL)
    return NormParams(gamma=1 + 0.1 * ((j + k) % 3), beta=-0.03 + 0.02 * ((j + k) % 4))


def layer_params(index, w_q, w_k, w_v, w_o, w_1, w_2):
    """Return layer ``index`` (0 or 1) from its matrices: γ and β on the pattern, biases zero."""
    return EncoderLayerParams(
        attention=AttentionParams(w_q, w_k, w_v, w_o),
        norm_1=norm_pattern(2 * index),
        ffn=FeedForwardParams(w_1, np.zeros(D_FF), w_2, np.zeros(D_MODEL)),
        norm_2=norm_pattern(2 * index + 1),
    )


def load_weights(path=WEIGHTS):
    """Return the stored weights: a list of two EncoderLayerParams."""
    stored = json.loads(Path(path).read_text(encoding="utf-8"))
    return [
        layer_params(index, **{name: np.array(matrix) for name, matrix in layer.items()})
        for index, layer in enumerate(stored["layers"])
    ]


def trace(layers=None):
    """Run the sentence through both layers and return every intermediate.

    Parameters
    ----------
    layers : list of two EncoderLayerParams, default ``load_weights()``.

    Returns
    -------
    StackResult ``layers, output``; ``layers[0].x_mid`` and its like are what chapter 7 prints.
    """
    return encoder(x_0(), load_weights() if layers is None else layers)


def cosines(a, b):
    """Return the cosine of each row of ``a`` with the same row of ``b``."""
    lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
    return (a * b).sum(axis=-1) / lengths


def pair_cosines(x):
    """Return the cosines of 猫-吃, 吃-鱼 and 猫-鱼 in ``x`` (3, d)."""
    first, second = np.transpose(PAIRS)
    return cosines(x[first], x[second])


class Source(NamedTuple):
    """Where a printed figure stands, and how it is read from a trace."""

    name: str
    layer: int  # 1 or 2; 0: follows from the printed inputs, whatever the weights are
    claims: tuple  # ids in the ledger, whose prints together make up the figure
    compute: Callable  # (input of the layer, result of the layer) -> array


def _first(x):
    return x[:, :PRINTED_DIMS]


SOURCES = (
    Source("X₀", 0, ("DD-7.07", "DD-7.08", "DD-7.09"), lambda x, r: _first(x)),
    Source("cos(X₀, X₀)", 0, ("DD-7.45", "DD-7.46", "DD-7.47"), lambda x, r: pair_cosines(x)),
    Source("Q₁K₁ᵀ", 1, ("DD-7.10",), lambda x, r: r.attention.scores[0]),
    Source("Q₁K₁ᵀ/√4", 1, ("DD-7.11",), lambda x, r: r.attention.scaled_scores[0]),
    Source("A₁", 1, ("DD-7.12",), lambda x, r: r.attention.weights[0]),
    Source("Q₂K₂ᵀ", 1, ("DD-7.14",), lambda x, r: r.attention.scores[1]),
    Source("A₂", 1, ("DD-7.15",), lambda x, r: r.attention.weights[1]),
    Source("A₃", 1, ("DD-7.22",), lambda x, r: r.attention.weights[2]),
    Source("MHA", 1, ("DD-7.24",), lambda x, r: _first(r.attention.output)),
    Source("X_mid_raw", 1, ("DD-7.26", "DD-7.27", "DD-7.28"), lambda x, r: _first(r.x_mid_raw)),
    Source("X_mid", 1, ("DD-7.29",), lambda x, r: _first(r.x_mid)),
    Source("FFN", 1, ("DD-7.31",), lambda x, r: _first(r.ffn.output)),
    Source("X₁", 1, ("DD-7.34",), lambda x, r: _first(r.output)),
    Source("cos(X₀, X₁)", 1, ("DD-7.35", "DD-7.36", "DD-7.37"), lambda x, r: cosines(x, r.output)),
    Source("A₁ (Layer 2)", 2, ("DD-7.40",), lambda x, r: r.attention.weights[0]),
    Source("X₂", 2, ("DD-7.43",), lambda x, r: _first(r.output)),
    Source("cos(X₂, X₂)", 2, ("DD-7.44",), lambda x, r: pair_cosines(r.output)),
)


class Figure(NamedTuple):
    """A printed figure beside the computed one."""

    name: str
    layer: int
    printed: np.ndarray
    decimals: int
    computed: np.ndarray

    @property
    def agrees(self):
        """Element by element: does the computed number round to the printed digits?"""
        return abs(self.computed - self.printed) < 0.5 * 10.0**-self.decimals


def figures(result=None):
    """Return every figure that 7.2 to 7.4 print and a trace can meet, beside the computed one.

    Parameters
    ----------
    result : what ``trace`` returns, default ``trace()``.

    Returns
    -------
    List of Figure ``name, layer, printed, decimals, computed`` in the order of the text within a
    layer. The misprinted rows of the positional encoding are not among them.
    """
    result = trace() if result is None else result
    inputs = (x_0(), x_0(), result.layers[0].output)
    results = (None, *result.layers)
    return [
        Figure(s.name, s.layer, *_printed(s), s.compute(inputs[s.layer], results[s.layer]))
        for s in SOURCES
    ]


def printed(name):
    """Return the numbers that the text prints for the figure ``name``, as an array."""
    return _printed({s.name: s for s in SOURCES}[name])[0]


@functools.cache
def _printed(source):
    """Return the numbers printed for ``source``, claims below each other, and their decimals."""
    rows = [checks.read(claim(id).printed) for id in source.claims]
    cells = rows[0] if len(rows) == 1 else np.stack(rows)
    values = np.array([cell.value for cell in cells.flat]).reshape(cells.shape)
    values.flags.writeable = False
    return values, cells.flat[0].decimals
