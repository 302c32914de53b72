"""Back through encoder and decoder layers and their stacks, in both wirings."""

from typing import NamedTuple

import numpy as np

from ...kernels.feed_forward import gelu
from ..parameters import DecoderLayerParams, EncoderLayerParams, NormParams
from ..results import (
    PostNormDecoderLayerResult,
    PostNormEncoderLayerResult,
    PreNormDecoderLayerResult,
    PreNormEncoderLayerResult,
)
from .attention import multi_head_attention_backward
from .feed_forward import feed_forward_backward
from .linear import sum_to_shape
from .normalization import layer_norm_backward


class EncoderLayerGradients(NamedTuple):
    """What ``encoder_layer_backward`` gives."""

    x: np.ndarray  # (..., n, d_model)
    params: EncoderLayerParams


class DecoderLayerGradients(NamedTuple):
    """What ``decoder_layer_backward`` gives."""

    y: np.ndarray  # (..., n, d_model)
    memory: np.ndarray  # (..., m, d_model)
    params: DecoderLayerParams


class EncoderGradients(NamedTuple):
    """What ``encoder_backward`` gives."""

    x: np.ndarray  # (..., n, d_model)
    layers: tuple  # EncoderLayerParams of each layer
    final_norm: NormParams | None


class DecoderGradients(NamedTuple):
    """What ``decoder_backward`` gives."""

    y: np.ndarray  # (..., n, d_model)
    memory: np.ndarray  # (..., m, d_model), the sum over the layers: all looked at the same memory
    layers: tuple  # DecoderLayerParams of each layer
    final_norm: NormParams | None


def encoder_layer_backward(d_output, x, params, result, activation=gelu, eps=1e-5):
    """Back through an encoder layer: through each residual sum the gradient goes two ways.

    From y = x + f(x) follows d_x = d_y + (d_y back through f): the first term passes unchanged, however
    many layers lie below (He et al. 2016, Identity Mappings in Deep Residual Networks, section 2).

    Parameters
    ----------
    d_output : (..., n, d_model).
    x, params, activation, eps : what ``encoder_layer`` took.
    result : what it gave; its type tells ``"post"`` from ``"pre"``.

    Returns
    -------
    EncoderLayerGradients ``x, params``.
    """
    if isinstance(result, PostNormEncoderLayerResult):
        d_output_raw, d_norm_2 = _norm_backward(d_output, result.output_raw, params.norm_2, eps)
        d_inner, d_ffn = feed_forward_backward(
            d_output_raw, result.x_mid, params.ffn, result.ffn, activation
        )
        d_x_mid = d_output_raw + d_inner  # (n, d_model)
        d_x_mid_raw, d_norm_1 = _norm_backward(d_x_mid, result.x_mid_raw, params.norm_1, eps)
        d_inner, d_attention, _ = multi_head_attention_backward(
            d_x_mid_raw, x, params.attention, result.attention
        )
        d_x = d_x_mid_raw + d_inner  # (n, d_model)
    else:
        d_normed_2, d_ffn = feed_forward_backward(
            d_output, result.normed_2, params.ffn, result.ffn, activation
        )
        d_inner, d_norm_2 = _norm_backward(d_normed_2, result.x_mid, params.norm_2, eps)
        d_x_mid = d_output + d_inner  # (n, d_model)
        d_normed_1, d_attention, _ = multi_head_attention_backward(
            d_x_mid, result.normed_1, params.attention, result.attention
        )
        d_inner, d_norm_1 = _norm_backward(d_normed_1, x, params.norm_1, eps)
        d_x = d_x_mid + d_inner  # (n, d_model)
    return EncoderLayerGradients(d_x, EncoderLayerParams(d_attention, d_norm_1, d_ffn, d_norm_2))


def decoder_layer_backward(d_output, y, memory, params, result, activation=gelu, eps=1e-5):
    """Back through a decoder layer: through three residual sums, and to the memory on the way.

    Parameters
    ----------
    d_output : (..., n, d_model).
    y, memory, params, activation, eps : what ``decoder_layer`` took.
    result : what it gave; its type tells ``"post"`` from ``"pre"``.

    Returns
    -------
    DecoderLayerGradients ``y, memory, params``.
    """
    if isinstance(result, PostNormDecoderLayerResult):
        d_output_raw, d_norm_3 = _norm_backward(d_output, result.output_raw, params.norm_3, eps)
        d_inner, d_ffn = feed_forward_backward(
            d_output_raw, result.y_cross, params.ffn, result.ffn, activation
        )
        d_y_cross = d_output_raw + d_inner  # (n, d_model)
        d_y_cross_raw, d_norm_2 = _norm_backward(d_y_cross, result.y_cross_raw, params.norm_2, eps)
        d_inner, d_cross, d_memory = multi_head_attention_backward(
            d_y_cross_raw, result.y_self, params.cross_attention, result.cross_attention, memory
        )
        d_y_self = sum_to_shape(d_y_cross_raw, result.y_self.shape) + d_inner  # (n, d_model)
        d_y_self_raw, d_norm_1 = _norm_backward(d_y_self, result.y_self_raw, params.norm_1, eps)
        d_inner, d_self, _ = multi_head_attention_backward(
            d_y_self_raw, y, params.self_attention, result.self_attention
        )
        d_y = d_y_self_raw + d_inner  # (n, d_model)
    else:
        d_normed_3, d_ffn = feed_forward_backward(
            d_output, result.normed_3, params.ffn, result.ffn, activation
        )
        d_inner, d_norm_3 = _norm_backward(d_normed_3, result.y_cross, params.norm_3, eps)
        d_y_cross = d_output + d_inner  # (n, d_model)
        d_normed_2, d_cross, d_memory = multi_head_attention_backward(
            d_y_cross, result.normed_2, params.cross_attention, result.cross_attention, memory
        )
        d_inner, d_norm_2 = _norm_backward(d_normed_2, result.y_self, params.norm_2, eps)
        d_y_self = sum_to_shape(d_y_cross, result.y_self.shape) + d_inner  # (n, d_model)
        d_normed_1, d_self, _ = multi_head_attention_backward(
            d_y_self, result.normed_1, params.self_attention, result.self_attention
        )
        d_inner, d_norm_1 = _norm_backward(d_normed_1, y, params.norm_1, eps)
        d_y = d_y_self + d_inner  # (n, d_model)
    d_params = DecoderLayerParams(d_self, d_norm_1, d_cross, d_norm_2, d_ffn, d_norm_3)
    return DecoderLayerGradients(d_y, d_memory, d_params)


def encoder_backward(d_output, x, layers, result, final_norm=None, activation=gelu, eps=1e-5):
    """Back through a stack of encoder layers, from the top to the bottom.

    Parameters
    ----------
    d_output : (..., n, d_model).
    x, layers, final_norm, activation, eps : what ``encoder`` took.
    result : StackResult, what it gave.

    Returns
    -------
    EncoderGradients ``x, layers, final_norm``; the last is None where the forward pass was given none.
    """
    d_x, d_final_norm = _end_backward(d_output, result.layers[-1], final_norm, eps)
    inputs = (x, *(layer.output for layer in result.layers[:-1]))
    d_layers = []
    for layer_x, params, layer in reversed(list(zip(inputs, layers, result.layers))):
        d_x, d_params = encoder_layer_backward(d_x, layer_x, params, layer, activation, eps)
        d_layers.insert(0, d_params)
    return EncoderGradients(d_x, tuple(d_layers), d_final_norm)


def decoder_backward(d_output, y, memory, layers, result, final_norm=None, activation=gelu, eps=1e-5):
    """Back through a stack of decoder layers, from the top to the bottom.

    Parameters
    ----------
    d_output : (..., n, d_model).
    y, memory, layers, final_norm, activation, eps : what ``decoder`` took.
    result : StackResult, what it gave.

    Returns
    -------
    DecoderGradients ``y, memory, layers, final_norm``.
    """
    d_y, d_final_norm = _end_backward(d_output, result.layers[-1], final_norm, eps)
    inputs = (y, *(layer.output for layer in result.layers[:-1]))
    d_memory, d_layers = 0, []
    for layer_y, params, layer in reversed(list(zip(inputs, layers, result.layers))):
        d_y, d_looked_at, d_params = decoder_layer_backward(
            d_y, layer_y, memory, params, layer, activation, eps
        )
        d_memory = d_memory + d_looked_at  # (m, d_model)
        d_layers.insert(0, d_params)
    return DecoderGradients(d_y, d_memory, tuple(d_layers), d_final_norm)


def _norm_backward(d_output, x, params, eps):
    d_x, d_gamma, d_beta = layer_norm_backward(d_output, x, params.gamma, eps)
    return d_x, NormParams(d_gamma, d_beta)


def _end_backward(d_output, last, final_norm, eps):
    """Back through the end of a stack, where ``"pre"`` always has a LayerNorm and ``"post"`` may."""
    if final_norm is not None:
        return _norm_backward(d_output, last.output, final_norm, eps)
    if isinstance(last, PreNormEncoderLayerResult | PreNormDecoderLayerResult):
        return layer_norm_backward(d_output, last.output, eps=eps).x, None
    return d_output, None
