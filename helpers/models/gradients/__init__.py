"""Backward passes, one for each forward one: from the gradient of the output to those of the inputs.

Backpropagation after Rumelhart, Hinton, Williams 1986: start from how the loss changes with the
output, and walk the formulas of the forward pass from the last line to the first. ``d_x`` stands for
∂loss/∂x and always has the shape of ``x``. A backward function takes ``d_output``, then what the
forward function took, then the ``result`` that it gave: no line of the forward pass is computed twice
unless its value was not kept.

The files of this folder hold the formulas; here the doors are put in front of them. Among themselves
the formulas call each other without a door. Each function raises ``ValueError`` where shapes do not fit
or a number is not finite, and ``TypeError`` for what is no array of real numbers, or of integers where
tokens are asked for.
"""

from ...kernels.attention import ATTENTION
from ...kernels.checks import function, no_spread, not_negative, one_of
from ...kernels.door import door
from ...kernels.feed_forward import FEED_FORWARD
from ...kernels.normalization import NORM
from ...kernels.recurrent import RNN
from ...kernels.shapes import Each, Fields
from ..parameters import DECODER_LAYER, ENCODER_LAYER
from ..trees import leaves
from . import attention, feed_forward, layers, linear, loss, normalization, recurrent
from .attention import AttentionGradients, MultiHeadGradients
from .checks import (
    as_many_results_as_layers,
    axis_of_weights,
    boolean_or_none,
    one_target_per_row,
    row_for_each,
    same_rows,
    same_shape,
    tokens,
    tokens_of,
)
from .feed_forward import FeedForwardGradients
from .layers import (
    DecoderGradients,
    DecoderLayerGradients,
    EncoderGradients,
    EncoderLayerGradients,
)
from .linear import LinearGradients
from .loss import CrossEntropyResult
from .normalization import LayerNormGradients
from .recurrent import RNNGradients

__all__ = [
    "AttentionGradients",
    "CrossEntropyResult",
    "DecoderGradients",
    "DecoderLayerGradients",
    "EncoderGradients",
    "EncoderLayerGradients",
    "FeedForwardGradients",
    "LayerNormGradients",
    "LinearGradients",
    "MultiHeadGradients",
    "RNNGradients",
    "cross_entropy",
    "cross_entropy_backward",
    "decoder_backward",
    "decoder_layer_backward",
    "embedding_backward",
    "encoder_backward",
    "encoder_layer_backward",
    "feed_forward_backward",
    "gelu_backward",
    "layer_norm_backward",
    "linear_backward",
    "multi_head_attention_backward",
    "relu_backward",
    "rnn_backward",
    "scaled_dot_product_attention_backward",
    "softmax_backward",
]

softmax_backward = door(
    same_shape("d_output", "weights"), axis_of_weights, d_output="...", weights="..."
)(attention.softmax_backward)

scaled_dot_product_attention_backward = door(
    d_output="... n d_v",
    q="... n d_k",
    k="... m d_k",
    v="... m d_v",
    result=Fields(weights="... n m"),
    shows_in=leaves,
)(attention.scaled_dot_product_attention_backward)

multi_head_attention_backward = door(
    d_output="... n d_model",
    x="... n d_model",
    context="[... m d_model else m=n]",
    params=ATTENTION,
    result=Fields(output="... n d_model"),
    shows_in=leaves,
)(attention.multi_head_attention_backward)

relu_backward = door(same_shape("d_output", "x"), d_output="...", x="...")(
    feed_forward.relu_backward
)

gelu_backward = door(
    same_shape("d_output", "x"), d_output="...", x="...", approximate=one_of("tanh", "none")
)(feed_forward.gelu_backward)

feed_forward_backward = door(
    same_shape("d_output", "x"),
    d_output="... d_model",
    x="... d_model",
    params=FEED_FORWARD,
    result=Fields(output="... d_model"),
    activation=function,
    shows_in=leaves,
)(feed_forward.feed_forward_backward)

layer_norm_backward = door(
    same_shape("d_output", "x"),
    d_output="... d_model",
    x="... d_model",
    gamma="d_model or number",
    eps=not_negative,
    shows_in=leaves,
    why=no_spread,
)(normalization.layer_norm_backward)

_LAYER = {
    "d_output": "... n d_model",
    "result": Fields(output="... n d_model"),
    "activation": function,
    "eps": not_negative,
    "shows_in": leaves,
}
_ENCODER = {"x": "... n d_model"} | _LAYER
_DECODER = {"y": "... n d_model", "memory": "... m d_model"} | _LAYER

encoder_layer_backward = door(params=ENCODER_LAYER, **_ENCODER)(layers.encoder_layer_backward)

decoder_layer_backward = door(params=DECODER_LAYER, **_DECODER)(layers.decoder_layer_backward)

encoder_backward = door(
    as_many_results_as_layers, layers=Each(ENCODER_LAYER), final_norm=NORM, **_ENCODER
)(layers.encoder_backward)

decoder_backward = door(
    as_many_results_as_layers, layers=Each(DECODER_LAYER), final_norm=NORM, **_DECODER
)(layers.decoder_backward)

rnn_backward = door(
    same_shape("d_output", "states"),
    d_output="... n d_h",
    x="... n d_in",
    params=RNN,
    states="... n d_h",
    h_0="[(...) d_h]",
    shows_in=leaves,
)(recurrent.rnn_backward)

linear_backward = door(
    same_rows("d_output", "x"),
    d_output="... d_out",
    x="... d_in",
    w="d_in d_out",
    b="[d_out]",
    shows_in=leaves,
)(linear.linear_backward)

embedding_backward = door(
    tokens_of("tokens", "table"),
    row_for_each("d_output", "tokens"),
    d_output="... d_model",
    tokens=tokens,
    table="vocabulary d_model",
)(linear.embedding_backward)

cross_entropy = door(
    one_target_per_row(lambda given: given["logits"]),
    logits="... vocabulary",
    targets=tokens,
    counts=boolean_or_none,
    shows_in=lambda result: (result.losses,),
)(loss.cross_entropy)

cross_entropy_backward = door(
    one_target_per_row(lambda given: given["result"].probabilities),
    targets=tokens,
    counts=boolean_or_none,
    result=Fields(probabilities="... vocabulary", losses="..."),
)(loss.cross_entropy_backward)
