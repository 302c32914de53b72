"""Decoding with a cache: the keys and values of the past are kept, not computed again."""

from typing import NamedTuple

import numpy as np

from ..kernels.attention import (
    ATTENTION,
    join_heads,
    per_head,
    scaled_dot_product_attention,
)
from ..kernels.door import door
from ..kernels.linear import bias, linear
from ..kernels.shapes import Fields, Sizes

CACHE = Fields(k="h t d_k", v="h t d_v")


class KVCache(NamedTuple):
    """Keys and values of all positions so far."""

    k: np.ndarray  # (h, t, d_k)
    v: np.ndarray  # (h, t, d_v)


class CachedAttentionResult(NamedTuple):
    """One step of attention with a cache, in order of computation."""

    q: np.ndarray  # (h, n, d_k), of the new positions only
    weights: np.ndarray  # (h, n, t + n)
    output: np.ndarray  # (n, d_model)
    cache: KVCache  # with the new positions at its end


def _cache_fits(given):
    """Rule: the past is that of the same heads. Not in the door: it would examine each new length anew."""
    if given["cache"] is not None:
        (h, _, d_k), d_v = given["params"].w_q.shape, given["params"].w_v.shape[-1]
        known = {"h": (h, "params"), "d_k": (d_k, "params"), "d_v": (d_v, "params")}
        CACHE.check("cache", given["cache"], Sizes(False, known))


@door(_cache_fits, x="n d_model", params=ATTENTION, shows_in=lambda result: (result.output,))
def cached_attention(x, params, cache=None):
    """Causal multi-head attention of n new positions over the cached past and themselves.

    The same rows as ``multi_head_attention`` with ``causal_mask`` over the whole sequence
    (Vaswani et al. 2017, section 3.2.3): a past key or value depends on nothing that comes later.

    Parameters
    ----------
    x : (n, d_model), the new positions.
    params : as in ``multi_head_attention``.
    cache : KVCache that an earlier call returned; default None: there is no past.

    Returns
    -------
    CachedAttentionResult ``q, weights, output, cache``.

    Raises
    ------
    ValueError : the shapes do not fit, or a number is not finite.
    TypeError : not real numbers, or ``cache`` has no ``k`` and ``v``.
    """
    q = per_head(x, params.w_q, bias(params, "b_q"))  # (h, n, d_k)
    k = per_head(x, params.w_k, bias(params, "b_k"))  # (h, n, d_k)
    v = per_head(x, params.w_v, bias(params, "b_v"))  # (h, n, d_v)
    if cache is not None:
        k = np.concatenate([cache.k, k], axis=-2)  # (h, t, d_k) | (h, n, d_k) -> (h, t+n, d_k)
        v = np.concatenate([cache.v, v], axis=-2)  # (h, t+n, d_v)
    n, seen = q.shape[-2], k.shape[-2]
    mask = np.tri(n, seen, seen - n, dtype=bool)  # (n, t+n): the past and itself
    attention = scaled_dot_product_attention(q, k, v, mask)
    concat = join_heads(attention.output)  # (h, n, d_v) -> (n, h*d_v)
    output = linear(concat, params.w_o, bias(params, "b_o"))  # (n, h*d_v) @ (h*d_v, d_model)
    return CachedAttentionResult(q, attention.weights, output, KVCache(k, v))


def kv_cache_bytes(layers, kv_heads, d_head, n, bytes_per_number=2):
    """Return the size of the cache: 2 (keys and values) · layers · kv_heads · d_head · n · bytes.

    Parameters
    ----------
    layers, kv_heads, d_head : of the model; kv_heads is h, or fewer where heads share keys and values
        (Ainslie et al. 2023, GQA).
    n : positions in the cache.
    bytes_per_number : 2 (default) for float16 and bfloat16, 4 for float32.
    """
    return 2 * layers * kv_heads * d_head * n * bytes_per_number
