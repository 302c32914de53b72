"""Attention block by block: the (n, m) matrix of weights never exists as a whole."""

import math

import numpy as np

from .checks import positive_integer, square_if_causal, truth
from .door import door


@door(
    square_if_causal,
    q="... n d_k",
    k="... m d_k",
    v="... m d_v",
    causal=truth,
    block_size=positive_integer,
)
def blockwise_attention(q, k, v, causal=False, block_size=512):
    """The output of ``scaled_dot_product_attention`` in memory that does not grow with n.

    Each block of keys brings new scores, so the largest score of a row and with it the scale of
    the row's sums may change; what was summed so far is then rescaled. This is the running softmax
    of FlashAttention (Dao et al. 2022, section 3.1).

    Parameters
    ----------
    q : (..., n, d_k) queries.
    k : (..., m, d_k) keys.
    v : (..., m, d_v) values.
    causal : True hides the future (n must equal m), default False.
    block_size : keys per block, default 512; queries come in blocks a quarter as long.

    Returns
    -------
    (..., n, d_v).

    Raises
    ------
    ValueError : the shapes do not fit, a number is not finite, ``causal`` with n different from m,
        or ``block_size`` is not positive.
    TypeError : not real numbers, or ``block_size`` is not an integer.
    """
    batch = np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    q, k, v = (np.broadcast_to(a, batch + a.shape[-2:]) for a in (q, k, v))  # views, no copies
    output = np.empty(batch + (q.shape[-2], v.shape[-1]), np.result_type(q, k, v))
    step = max(1, block_size // 4)  # a tile of few queries and many keys: as fast as a square one
    for one in np.ndindex(batch):
        for start in range(0, q.shape[-2], step):
            rows = slice(start, start + step)
            output[one][rows] = _attend(q[one][rows], k[one], v[one], start, causal, block_size)
    return output


def _attend(q, k, v, first, causal, block_size):
    """Attention of one block of b queries, which starts at position ``first``, to all keys."""
    b, dtype = len(q), np.result_type(q, k, v)
    q = q * (math.log2(math.e) / math.sqrt(q.shape[-1]))  # (b, d_k): e^x = 2^(x log2 e)
    largest = np.full((b, 1), -np.inf, dtype)  # the largest score of each row so far
    total = np.zeros((b, 1), dtype)  # the sum of the weights so far
    output = np.zeros((b, v.shape[-1]), dtype)  # (b, d_v) the weighted sum of values so far
    tile = np.empty((b, block_size), dtype)  # all the memory that scores take, reused
    ones = np.ones((block_size, 1), dtype)
    visible = first + b if causal else len(k)  # keys from here on are hidden from all rows
    for start in range(0, visible, block_size):
        keys = slice(start, min(start + block_size, visible))  # c of them
        scores = np.matmul(q, k[keys].T, out=tile[:, : keys.stop - start])  # (b, d_k) @ (d_k, c)
        if causal and keys.stop > first:
            scores[~np.tri(*scores.shape, first - start, dtype=bool)] = -np.inf  # the future
        new_largest = np.maximum(largest, scores.max(axis=-1, keepdims=True))  # (b, 1)
        scores -= new_largest
        weights = np.exp2(scores, out=scores)  # (b, c), not yet divided by their sum
        rescale = np.exp2(largest - new_largest)  # (b, 1): 0 at first, 1 where the largest stays
        total = total * rescale + weights @ ones[: keys.stop - start]  # (b, c) @ (c, 1): row sums
        output = output * rescale + weights @ v[keys]  # (b, c) @ (c, d_v) -> (b, d_v)
        largest = new_largest
    return output / total  # dividing once here is cheaper than dividing every weight
