"""Softmax and attention: one head, many heads, and the mask that hides the future."""

import math
from typing import NamedTuple

import numpy as np

from .checks import axis_exists, positive_integer
from .door import door
from .linear import bias, linear
from .shapes import Fields

SHORT = 16  # numbers in a row
SMALL = 8192  # numbers in all
ATTENTION = Fields(
    w_q="h d_model d_k",
    w_k="h d_model d_k",
    w_v="h d_model d_v",
    w_o="(h*d_v) d_model",
    b_q="[h d_k]",
    b_k="[h d_k]",
    b_v="[h d_v]",
    b_o="[d_model]",
)


class AttentionResult(NamedTuple):
    """What one head computes, in order of computation."""

    scores: np.ndarray  # (..., n, m)
    scaled_scores: np.ndarray  # (..., n, m)
    weights: np.ndarray  # (..., n, m)
    output: np.ndarray  # (..., n, d_v)


class MultiHeadResult(NamedTuple):
    """What all heads compute, in order of computation."""

    q: np.ndarray  # (..., h, n, d_k)
    k: np.ndarray  # (..., h, m, d_k)
    v: np.ndarray  # (..., h, m, d_v)
    scores: np.ndarray  # (..., h, n, m)
    scaled_scores: np.ndarray  # (..., h, n, m)
    weights: np.ndarray  # (..., h, n, m)
    heads: np.ndarray  # (..., h, n, d_v)
    concat: np.ndarray  # (..., n, h*d_v)
    output: np.ndarray  # (..., n, d_model)


@door(axis_exists, x="...")
def softmax(x, axis=-1):
    """Turn scores into positive weights that sum to 1 along ``axis``.

    Parameters
    ----------
    x : array of any shape with at least one axis.
    axis : the axis along which the weights sum to 1, default the last.

    Returns
    -------
    Array of the shape of ``x``.

    Raises
    ------
    ValueError : a number is not finite, ``x`` is empty or has no such axis.
    TypeError : not real numbers, or ``axis`` is not an integer.

    Notes
    -----
    The maximum is subtracted first. That changes no weight, and ``exp`` cannot overflow.
    """
    x = as_columns(x, axis)
    shifted = x - x.max(axis=axis, keepdims=True)
    e = np.exp(shifted)
    return np.divide(e, e.sum(axis=axis, keepdims=True), order="C")


@door(q="... n d_k", k="... m d_k", v="... m d_v", mask="[bool (...) n/1 m]")
def scaled_dot_product_attention(q, k, v, mask=None):
    """Attention(Q, K, V) = softmax(Q Kᵀ / √d_k) V, after Vaswani et al. 2017, section 3.2.1, eq. 1.

    Parameters
    ----------
    q : (..., n, d_k) queries.
    k : (..., m, d_k) keys.
    v : (..., m, d_v) values.
    mask : boolean (..., n, m), True = may look; default None: everything may be looked at.

    Returns
    -------
    AttentionResult ``scores, scaled_scores, weights, output``. The scores are those before the
    mask; the weight of a hidden key is exactly 0.

    Raises
    ------
    ValueError : the shapes do not fit, a number is not finite, or a row of ``mask`` hides every
        key.
    TypeError : not real numbers, or ``mask`` is not boolean.
    """
    scores = q @ k.swapaxes(-1, -2)  # (n, d_k) @ (d_k, m) -> (n, m)
    scaled_scores = scores / math.sqrt(q.shape[-1])  # (n, m); np.sqrt would make it float64
    visible = scaled_scores if mask is None else np.where(mask, scaled_scores, -np.inf)  # (n, m)
    weights = softmax(visible)  # (n, m), each row sums to 1
    output = weights @ v  # (n, m) @ (m, d_v) -> (n, d_v)
    return AttentionResult(scores, scaled_scores, weights, output)


@door(
    x="... n d_model",
    context="[... m d_model else m=n]",
    mask="[bool (...) n/1 m]",
    params=ATTENTION,
    shows_in=lambda result: (result.output,),
)
def multi_head_attention(x, params, context=None, mask=None):
    """MultiHead = Concat(head_1, ..., head_h) W^O, after Vaswani et al. 2017, section 3.2.2.

    Parameters
    ----------
    x : (..., n, d_model), the queries come from here.
    params : any object with ``w_q, w_k`` (h, d_model, d_k), ``w_v`` (h, d_model, d_v) and
        ``w_o`` (h*d_v, d_model); optional biases ``b_q, b_k`` (h, d_k), ``b_v`` (h, d_v),
        ``b_o`` (d_model,).
    context : (..., m, d_model), keys and values come from here; default None: from ``x`` itself.
    mask : boolean (..., n, m), True = may look, the same for every head; default None.

    Returns
    -------
    MultiHeadResult ``q, k, v, scores, scaled_scores, weights, heads, concat, output``.

    Raises
    ------
    ValueError : the shapes do not fit, a number is not finite, or a row of ``mask`` hides every
        key.
    TypeError : not real numbers, or ``mask`` is not boolean.
    """
    source = x if context is None else context
    mask = None if mask is None else mask[..., None, :, :]  # (..., 1, n, m): one mask for all heads
    # Per head: (n, d_model) @ (h, d_model, d_k) -> (h, n, d_k)
    q = per_head(x, params.w_q, bias(params, "b_q"))  # (h, n, d_k)
    k = per_head(source, params.w_k, bias(params, "b_k"))  # (h, m, d_k)
    v = per_head(source, params.w_v, bias(params, "b_v"))  # (h, m, d_v)
    scores, scaled_scores, weights, heads = scaled_dot_product_attention(q, k, v, mask)
    concat = join_heads(heads)  # (h, n, d_v) -> (n, h*d_v)
    output = linear(concat, params.w_o, bias(params, "b_o"))  # (n, h*d_v) @ (h*d_v, d_model)
    return MultiHeadResult(q, k, v, scores, scaled_scores, weights, heads, concat, output)


@door(n=positive_integer, shows_in=lambda mask: ())
def causal_mask(n):
    """Position i may look at positions 0..i, never at the future.

    Vaswani et al. 2017, section 3.2.3 (the decoder's self-attention).

    Parameters
    ----------
    n : number of positions.

    Returns
    -------
    Boolean (n, n), True = may look.

    Raises
    ------
    ValueError : ``n`` is not positive.
    TypeError : ``n`` is not an integer.
    """
    return np.tri(n, dtype=bool)


def per_head(x, w, b):
    """Project x (..., n, d_model) for each head by w (h, d_model, d): (..., h, n, d); b (h, d) or None."""
    projected = x[..., None, :, :] @ w  # (..., 1, n, d_model) @ (h, d_model, d) -> (..., h, n, d)
    return projected if b is None else projected + b[:, None, :]  # (h, d) -> (h, 1, d)


def join_heads(heads):
    """Put the heads side by side: (..., h, n, d) -> (..., n, h*d)."""
    rows = heads.swapaxes(-3, -2)  # (..., h, n, d_v) -> (..., n, h, d_v)
    return rows.reshape(*rows.shape[:-2], -1)  # (..., n, h*d_v)


def as_columns(x, axis):
    """Return x, short rows as columns in memory: NumPy takes the maximum of many rows one by one.

    Of columns it takes all maxima at once: softmax of many rows of 6 numbers is twice as fast.
    """
    rows = axis in (-1, x.ndim - 1) and x.shape[-1] <= SHORT
    return x.copy(order="F") if rows and x.size <= SMALL else x  # a large one would leave the cache
