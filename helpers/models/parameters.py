"""Parameters as named tuples, and where they start; kernels take any object with these names."""

import math
from typing import NamedTuple

import numpy as np

from ..kernels.attention import ATTENTION
from ..kernels.checks import positive_integer
from ..kernels.feed_forward import FEED_FORWARD
from ..kernels.normalization import NORM
from ..kernels.shapes import Fields
from ..words import both

# What the doors of the layers check; the comments in the classes below say the same to readers.
ENCODER_LAYER = Fields(attention=ATTENTION, norm_1=NORM, ffn=FEED_FORWARD, norm_2=NORM)
DECODER_LAYER = Fields(
    self_attention=ATTENTION,
    norm_1=NORM,
    cross_attention=ATTENTION,
    norm_2=NORM,
    ffn=FEED_FORWARD,
    norm_3=NORM,
)


class AttentionParams(NamedTuple):
    """Weights of ``multi_head_attention``; a bias that is None is left out."""

    w_q: np.ndarray  # (h, d_model, d_k)
    w_k: np.ndarray  # (h, d_model, d_k)
    w_v: np.ndarray  # (h, d_model, d_v)
    w_o: np.ndarray  # (h*d_v, d_model)
    b_q: np.ndarray | None = None  # (h, d_k)
    b_k: np.ndarray | None = None  # (h, d_k)
    b_v: np.ndarray | None = None  # (h, d_v)
    b_o: np.ndarray | None = None  # (d_model,)


class FeedForwardParams(NamedTuple):
    """Weights of ``feed_forward``."""

    w_1: np.ndarray  # (d_model, d_ff)
    b_1: np.ndarray | None  # (d_ff,)
    w_2: np.ndarray  # (d_ff, d_model)
    b_2: np.ndarray | None  # (d_model,)


class NormParams(NamedTuple):
    """Scale and shift of ``layer_norm``."""

    gamma: np.ndarray  # (d_model,)
    beta: np.ndarray  # (d_model,)


class EncoderLayerParams(NamedTuple):
    """Weights of ``encoder_layer``."""

    attention: AttentionParams
    norm_1: NormParams
    ffn: FeedForwardParams
    norm_2: NormParams


class DecoderLayerParams(NamedTuple):
    """Weights of ``decoder_layer``."""

    self_attention: AttentionParams
    norm_1: NormParams
    cross_attention: AttentionParams
    norm_2: NormParams
    ffn: FeedForwardParams
    norm_3: NormParams


class RNNParams(NamedTuple):
    """Weights of ``rnn``."""

    w_x: np.ndarray  # (d_in, d_h)
    w_h: np.ndarray  # (d_h, d_h)
    b: np.ndarray | None = None  # (d_h,)


def init_attention(rng, d_model, h, d_k=None, d_v=None, scale=None, biases=False, dtype=np.float64):
    """Draw AttentionParams.

    Parameters
    ----------
    rng : ``np.random.Generator``.
    d_model, h : features and heads.
    d_k, d_v : features per head, default ``d_model // h``.
    scale : standard deviation of every weight, default 1/√(number of inputs of the matrix).
    biases : True adds biases, which start at zero; default False.
    dtype : default float64.

    Raises
    ------
    TypeError, ValueError : a size is no positive integer, or ``d_k`` or ``d_v`` is missing and h does
        not divide d_model.
    """
    _check(d_model=d_model, h=h)
    if d_model % h and (d_k is None or d_v is None):
        raise ValueError(both("parameters.heads", d_model=d_model, h=h))
    d_k = d_model // h if d_k is None else d_k
    d_v = d_model // h if d_v is None else d_v
    _check(d_k=d_k, d_v=d_v)
    return AttentionParams(
        w_q=_normal(rng, (h, d_model, d_k), scale, dtype),
        w_k=_normal(rng, (h, d_model, d_k), scale, dtype),
        w_v=_normal(rng, (h, d_model, d_v), scale, dtype),
        w_o=_normal(rng, (h * d_v, d_model), scale, dtype),
        b_q=np.zeros((h, d_k), dtype) if biases else None,
        b_k=np.zeros((h, d_k), dtype) if biases else None,
        b_v=np.zeros((h, d_v), dtype) if biases else None,
        b_o=np.zeros(d_model, dtype) if biases else None,
    )


def init_feed_forward(rng, d_model, d_ff, scale=None, dtype=np.float64):
    """Draw FeedForwardParams with biases at zero; ``scale`` as in ``init_attention``."""
    _check(d_model=d_model, d_ff=d_ff)
    return FeedForwardParams(
        w_1=_normal(rng, (d_model, d_ff), scale, dtype),
        b_1=np.zeros(d_ff, dtype),
        w_2=_normal(rng, (d_ff, d_model), scale, dtype),
        b_2=np.zeros(d_model, dtype),
    )


def init_norm(d_model, dtype=np.float64):
    """Return NormParams that change nothing: gamma 1, beta 0."""
    _check(d_model=d_model)
    return NormParams(gamma=np.ones(d_model, dtype), beta=np.zeros(d_model, dtype))


def init_encoder_layer(rng, d_model, h, d_ff, scale=None, biases=False, dtype=np.float64):
    """Draw EncoderLayerParams; the arguments are those of ``init_attention``."""
    return EncoderLayerParams(
        attention=init_attention(rng, d_model, h, scale=scale, biases=biases, dtype=dtype),
        norm_1=init_norm(d_model, dtype),
        ffn=init_feed_forward(rng, d_model, d_ff, scale, dtype),
        norm_2=init_norm(d_model, dtype),
    )


def init_decoder_layer(rng, d_model, h, d_ff, scale=None, biases=False, dtype=np.float64):
    """Draw DecoderLayerParams; the arguments are those of ``init_attention``."""
    return DecoderLayerParams(
        self_attention=init_attention(rng, d_model, h, scale=scale, biases=biases, dtype=dtype),
        norm_1=init_norm(d_model, dtype),
        cross_attention=init_attention(rng, d_model, h, scale=scale, biases=biases, dtype=dtype),
        norm_2=init_norm(d_model, dtype),
        ffn=init_feed_forward(rng, d_model, d_ff, scale, dtype),
        norm_3=init_norm(d_model, dtype),
    )


def init_rnn(rng, d_in, d_h, scale=None, dtype=np.float64):
    """Draw RNNParams with the bias at zero; ``scale`` as in ``init_attention``."""
    _check(d_in=d_in, d_h=d_h)
    return RNNParams(
        w_x=_normal(rng, (d_in, d_h), scale, dtype),
        w_h=_normal(rng, (d_h, d_h), scale, dtype),
        b=np.zeros(d_h, dtype),
    )


def _check(**sizes):
    for name, size in sizes.items():
        positive_integer(name, size)


def _normal(rng, shape, scale, dtype):
    scale = 1 / math.sqrt(shape[-2]) if scale is None else scale  # keeps the variance
    return (scale * rng.standard_normal(shape)).astype(dtype)
