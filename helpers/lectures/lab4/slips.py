"""The formulas of Lab 4 with a place for each usual slip.

Without options each function is the right formula; ``questions/lab4.py`` makes one slip in each.
"""

import numpy as np

from helpers.kernels.attention import AttentionResult, MultiHeadResult, multi_head_attention
from helpers.kernels.feed_forward import FeedForwardResult, feed_forward, relu
from helpers.kernels.normalization import layer_norm
from helpers.models.results import PreNormEncoderLayerResult


def exp_shares(x, axis=-1, shift=True):
    """Softmax, along another axis or without the shift."""
    e = np.exp(x - x.max(axis=axis, keepdims=True) if shift else x)
    return e / e.sum(axis=axis, keepdims=True)


def root_d_k(q, k, v):
    return q.shape[-1] ** 0.5


def last_two(k):
    return k.swapaxes(-1, -2)


def hide(scores, mask):
    return scores if mask is None else np.where(mask, scores, -np.inf)


def attend(q, k, v, mask=None, scale=root_d_k, axis=-1, hidden=hide, after=None, turn=last_two):
    """Attention; scale, softmax axis, mask before and after the softmax, and transpose may be other ones."""
    scores = q @ turn(k)
    scaled = scores / scale(q, k, v)
    weights = exp_shares(hidden(scaled, mask), axis)
    if after and mask is not None:
        weights = after(weights, mask)
    return AttentionResult(scores, scaled, weights, weights @ v)


def concat(heads):
    rows = heads.swapaxes(-3, -2)
    return rows.reshape(*rows.shape[:-2], -1)


def multi_head(x, params, mask=None, order="qkv", joined=concat, project=True, **slip):
    """Many heads; the matrices in another order, joined otherwise, not projected, or with a slip inside."""
    q, k, v = (x[..., None, :, :] @ getattr(params, f"w_{name}") for name in order)
    attended = attend(q, k, v, mask, **slip)
    row = joined(attended.output)
    return MultiHeadResult(q, k, v, *attended, row, row @ params.w_o if project else row)


def network(x, params, first=relu, last=lambda y: y, b_1=True, b_2=True):
    """The feed-forward network, with other activations or without a bias."""
    hidden = x @ params.w_1 + (params.b_1 if b_1 else 0)
    activated = first(hidden)
    output = activated @ params.w_2 + (params.b_2 if b_2 else 0)
    return FeedForwardResult(hidden, activated, last(output))


def normalize(x, gamma, beta, eps, axis=-1, ddof=0, root=lambda v, eps: np.sqrt(v + eps)):
    """LayerNorm, along another axis, with another variance or another denominator."""
    centered = x - x.mean(axis, keepdims=True)
    return gamma * (centered / root(x.var(axis, ddof=ddof, keepdims=True), eps)) + beta


def norm(x, params):
    return layer_norm(x, params.gamma, params.beta)


def bare_norm(x, params):
    return layer_norm(x)


def no_norm(x, params):
    return x


def pre_norm_block(
    x, params, mask=None, norm_1=norm, norm_2=norm, second="norm_2", heeds_mask=True,
    add_1=lambda x, normed, change: x + change,
    add_2=lambda x, x_mid, normed, change: x_mid + change,
):  # fmt: skip
    """The block, with other norms or sums, one norm's weights used twice, or the mask not passed on."""
    normed_1 = norm_1(x, params.norm_1)
    attention = multi_head_attention(normed_1, params.attention, mask=mask if heeds_mask else None)
    x_mid = add_1(x, normed_1, attention.output)
    normed_2 = norm_2(x_mid, getattr(params, second))
    ffn = feed_forward(normed_2, params.ffn, relu)
    output = add_2(x, x_mid, normed_2, ffn.output)
    return PreNormEncoderLayerResult(normed_1, attention, x_mid, normed_2, ffn, output)


def post_norm_block(x, params, mask=None):
    """The block with each LayerNorm after the sum."""
    attention = multi_head_attention(x, params.attention, mask=mask)
    x_mid = norm(x + attention.output, params.norm_1)
    ffn = feed_forward(x_mid, params.ffn, relu)
    output = norm(x_mid + ffn.output, params.norm_2)
    return PreNormEncoderLayerResult(x, attention, x_mid, x_mid, ffn, output)


def mean_log_loss(logits, targets, mean=np.mean, log=np.log, axis=-1, sign=-1):
    """Cross entropy, with another mean, logarithm, softmax axis or sign."""
    p = exp_shares(logits, axis)
    return sign * mean(log(np.take_along_axis(p, targets[..., None], -1)))


def add_in_place(x, change):
    x += change
    return x
