"""Back through softmax, through one head, and through many."""

import math
from typing import NamedTuple

import numpy as np

from ...kernels.attention import join_heads
from ...kernels.linear import bias
from ..parameters import AttentionParams
from .linear import linear_backward, sum_to_shape


class AttentionGradients(NamedTuple):
    """What ``scaled_dot_product_attention_backward`` gives."""

    q: np.ndarray  # (..., n, d_k)
    k: np.ndarray  # (..., m, d_k)
    v: np.ndarray  # (..., m, d_v)


class MultiHeadGradients(NamedTuple):
    """What ``multi_head_attention_backward`` gives."""

    x: np.ndarray  # (..., n, d_model)
    params: AttentionParams
    context: np.ndarray | None  # (..., m, d_model), None for self-attention


def softmax_backward(d_output, weights, axis=-1):
    """Back through w = softmax(x): d_x = w ∘ (d_w − Σ w ∘ d_w), the sum along ``axis``.

    From ∂wᵢ/∂xⱼ = wᵢ (δᵢⱼ − wⱼ) (Bridle 1990). What raises all weights alike changes nothing: only
    the part of d_w that differs from its weighted mean gets through.

    Parameters
    ----------
    d_output : array of any shape, the gradient of the weights.
    weights : array of that shape, what ``softmax`` gave.
    axis : the axis along which the weights sum to 1, default the last.

    Returns
    -------
    Array of the shape of ``weights``, which sums to 0 along ``axis``.
    """
    mean = np.vecdot(weights, d_output, axis=axis, keepdims=True)  # (..., 1): Σ w ∘ d_w
    return weights * (d_output - mean)


def scaled_dot_product_attention_backward(d_output, q, k, v, result):
    """Back through softmax(Q Kᵀ / √d_k) V (Dao et al. 2022, FlashAttention, appendix B.2).

    A mask needs no mention: a hidden key has weight 0, and ``softmax_backward`` gives it gradient 0.

    Parameters
    ----------
    d_output : (..., n, d_v).
    q, k, v : (..., n, d_k), (..., m, d_k), (..., m, d_v), what the forward pass took.
    result : AttentionResult or any object with ``weights`` (..., n, m), what it gave.

    Returns
    -------
    AttentionGradients ``q, k, v``.
    """
    weights = result.weights
    d_v = _transpose(weights) @ d_output  # (m, n) @ (n, d_v) -> (m, d_v)
    d_weights = d_output @ _transpose(v)  # (n, d_v) @ (d_v, m) -> (n, m)
    d_scaled_scores = softmax_backward(d_weights, weights)  # (n, m)
    d_scores = d_scaled_scores / math.sqrt(q.shape[-1])  # (n, m)
    d_q = d_scores @ k  # (n, m) @ (m, d_k) -> (n, d_k)
    d_k = _transpose(d_scores) @ q  # (m, n) @ (n, d_k) -> (m, d_k)
    return AttentionGradients(
        sum_to_shape(d_q, q.shape), sum_to_shape(d_k, k.shape), sum_to_shape(d_v, v.shape)
    )


def multi_head_attention_backward(d_output, x, params, result, context=None):
    """Back through Concat(head_1, ..., head_h) W^O, and through each head to x and the context.

    Vaswani et al. 2017, section 3.2.2, read from right to left. In self-attention x is asked in three
    roles, as query, key and value, and gets the sum of three gradients.

    Parameters
    ----------
    d_output : (..., n, d_model).
    x, params, context : what ``multi_head_attention`` took.
    result : MultiHeadResult, what it gave.

    Returns
    -------
    MultiHeadGradients ``x, params, context``.
    """
    source = x if context is None else context
    d_concat, d_w_o, d_b_o = linear_backward(d_output, result.concat, params.w_o, bias(params, "b_o"))
    d_heads = _apart(d_concat, len(params.w_q))  # (n, h*d_v) -> (h, n, d_v)
    d_q, d_k, d_v = scaled_dot_product_attention_backward(
        d_heads, result.q, result.k, result.v, result
    )
    x_q, d_w_q, d_b_q = _per_head_backward(d_q, x, params.w_q, bias(params, "b_q"))
    x_k, d_w_k, d_b_k = _per_head_backward(d_k, source, params.w_k, bias(params, "b_k"))
    x_v, d_w_v, d_b_v = _per_head_backward(d_v, source, params.w_v, bias(params, "b_v"))
    d_params = AttentionParams(d_w_q, d_w_k, d_w_v, d_w_o, d_b_q, d_b_k, d_b_v, d_b_o)
    if context is None:
        return MultiHeadGradients(x_q + x_k + x_v, d_params, None)
    return MultiHeadGradients(x_q, d_params, x_k + x_v)


def _per_head_backward(d_projected, x, w, b):
    """Back through x @ w of each head: side by side, the h small matrices are one large one."""
    d_x, d_w, d_b = linear_backward(join_heads(d_projected), x, join_heads(w), b)
    h = len(w)
    return d_x, _apart(d_w, h), None if b is None else d_b.reshape(h, -1)


def _transpose(a):
    return a.swapaxes(-1, -2)


def _apart(rows, h):
    heads = rows.reshape(*rows.shape[:-1], h, -1)  # (..., n, h*d) -> (..., n, h, d)
    return heads.swapaxes(-3, -2)  # (..., h, n, d)
