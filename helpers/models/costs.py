"""What an encoder layer costs, part by part: numbers to learn, products to compute, bytes to keep.

The counts follow the formulas of Vaswani et al. 2017, sections 3.2 and 3.3, with heads of width
d_model / h and without biases in the attention, as ``init_encoder_layer`` draws it. All are exact:
``tests/test_costs.py`` holds them against the arrays and the matrix products of the kernels themselves.
"""

from typing import NamedTuple

from ..kernels.checks import positive_integer
from ..kernels.door import door
from ..words import both

_SIZES = dict.fromkeys(("n", "d_model", "h", "d_ff", "itemsize"), positive_integer)


class LayerCosts(NamedTuple):
    """One count for each part of an encoder layer; ``sum(costs)`` is the whole layer."""

    norms: int  # both LayerNorms
    qkv: int  # the projections to queries, keys and values, all heads
    scores: int  # Q Kᵀ, its scaling and softmax
    mixing: int  # A V, and the heads side by side
    w_o: int  # the projection of the concatenated heads
    ffn: int  # both matrices of the feed-forward layer
    residuals: int  # both sums


def _heads_fit(given):
    d_model, h = given["d_model"], given["h"]
    if d_model % h:
        raise ValueError(both("costs.heads", d_model=d_model, h=h))


def _counted(*names):
    """Sizes are whole numbers from 1 on, and heads share d_model evenly."""
    return door(_heads_fit, shows_in=lambda costs: (), **{name: _SIZES[name] for name in names})


@_counted("d_model", "h", "d_ff")
def layer_parameters(d_model, h, d_ff):
    """Return how many numbers each part learns: 4 d² + 2 d d_ff + 5 d + d_ff in all, whatever h is.

    Parameters
    ----------
    d_model, h, d_ff : features, heads (a divisor of d_model), hidden units.

    Returns
    -------
    LayerCosts of integers.

    Raises
    ------
    ValueError : a size is below 1, or h does not divide d_model. TypeError : not an integer.
    """
    d_k = d_model // h
    return LayerCosts(
        norms=2 * 2 * d_model,  # gamma and beta, twice
        qkv=h * 3 * d_model * d_k,  # = 3 d²
        scores=0,
        mixing=0,
        w_o=h * d_k * d_model,  # = d²
        ffn=2 * d_model * d_ff + d_ff + d_model,
        residuals=0,
    )


@_counted("n", "d_model", "h", "d_ff")
def layer_multiply_adds(n, d_model, h, d_ff):
    """Return the multiply-adds of each part's matrix products: 4 n d² + 2 n² d + 2 n d d_ff in all.

    A product (m, k) @ (k, p) takes m k p multiplications, each with an addition: 2 FLOPs. What works
    number by number (LayerNorm, softmax, activation, sums) is left out: it grows like n d and h n²,
    without the factor of the width.

    Parameters
    ----------
    n : tokens.
    d_model, h, d_ff : as in ``layer_parameters``.

    Returns
    -------
    LayerCosts of integers.

    Raises
    ------
    As ``layer_parameters``.
    """
    d_k = d_model // h
    return LayerCosts(
        norms=0,
        qkv=h * 3 * n * d_model * d_k,  # = 3 n d²
        scores=h * n * d_k * n,  # = n² d
        mixing=h * n * n * d_k,  # = n² d
        w_o=n * h * d_k * d_model,  # = n d²
        ffn=2 * n * d_model * d_ff,
        residuals=0,
    )


@_counted("n", "d_model", "h", "d_ff", "itemsize")
def layer_memory(n, d_model, h, d_ff, itemsize=8):
    """Return the bytes of all results of ``encoder_layer``, in either wiring, that training keeps.

    In numbers: 11 n d + 3 h n² + 2 n d_ff. The scores are kept three times: as they are, scaled, and
    as weights. Without training most of it can be thrown away at once, and ``blockwise_attention`` never
    writes the scores down.

    Parameters
    ----------
    n : tokens.
    d_model, h, d_ff : as in ``layer_parameters``.
    itemsize : bytes of one number, default 8 (float64).

    Returns
    -------
    LayerCosts of integers.

    Raises
    ------
    As ``layer_parameters``.
    """
    rows = n * d_model * itemsize  # one array (n, d_model)
    return LayerCosts(
        norms=2 * rows,
        qkv=3 * rows,
        scores=3 * h * n * n * itemsize,
        mixing=2 * rows,  # the heads, and the same side by side
        w_o=rows,
        ffn=2 * n * d_ff * itemsize + rows,  # hidden, activated, output
        residuals=2 * rows,
    )
