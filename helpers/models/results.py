"""What the layers and stacks compute, as named tuples in order of computation."""

from typing import NamedTuple

import numpy as np

from ..kernels.attention import MultiHeadResult
from ..kernels.feed_forward import FeedForwardResult


class PostNormEncoderLayerResult(NamedTuple):
    """An encoder layer that normalizes after each sum, in order of computation."""

    attention: MultiHeadResult
    x_mid_raw: np.ndarray  # (..., n, d_model) = x + attention.output
    x_mid: np.ndarray  # (..., n, d_model) = LN(x_mid_raw)
    ffn: FeedForwardResult
    output_raw: np.ndarray  # (..., n, d_model) = x_mid + ffn.output
    output: np.ndarray  # (..., n, d_model) = LN(output_raw)


class PreNormEncoderLayerResult(NamedTuple):
    """An encoder layer that normalizes before each sub-layer, in order of computation."""

    normed_1: np.ndarray  # (..., n, d_model) = LN(x)
    attention: MultiHeadResult
    x_mid: np.ndarray  # (..., n, d_model) = x + attention.output
    normed_2: np.ndarray  # (..., n, d_model) = LN(x_mid)
    ffn: FeedForwardResult
    output: np.ndarray  # (..., n, d_model) = x_mid + ffn.output


class PostNormDecoderLayerResult(NamedTuple):
    """A decoder layer that normalizes after each sum, in order of computation."""

    self_attention: MultiHeadResult
    y_self_raw: np.ndarray  # (..., n, d_model) = y + self_attention.output
    y_self: np.ndarray  # (..., n, d_model) = LN(y_self_raw)
    cross_attention: MultiHeadResult
    y_cross_raw: np.ndarray  # (..., n, d_model) = y_self + cross_attention.output
    y_cross: np.ndarray  # (..., n, d_model) = LN(y_cross_raw)
    ffn: FeedForwardResult
    output_raw: np.ndarray  # (..., n, d_model) = y_cross + ffn.output
    output: np.ndarray  # (..., n, d_model) = LN(output_raw)


class PreNormDecoderLayerResult(NamedTuple):
    """A decoder layer that normalizes before each sub-layer, in order of computation."""

    normed_1: np.ndarray  # (..., n, d_model) = LN(y)
    self_attention: MultiHeadResult
    y_self: np.ndarray  # (..., n, d_model) = y + self_attention.output
    normed_2: np.ndarray  # (..., n, d_model) = LN(y_self)
    cross_attention: MultiHeadResult
    y_cross: np.ndarray  # (..., n, d_model) = y_self + cross_attention.output
    normed_3: np.ndarray  # (..., n, d_model) = LN(y_cross)
    ffn: FeedForwardResult
    output: np.ndarray  # (..., n, d_model) = y_cross + ffn.output


class StackResult(NamedTuple):
    """What a stack computes: each layer's result, and the output after the final norm, if any."""

    layers: tuple
    output: np.ndarray  # (..., n, d_model)
