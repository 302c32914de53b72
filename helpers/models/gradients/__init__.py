"""Backward passes, one for each forward one: from the gradient of the output to those of the inputs.

Backpropagation after Rumelhart, Hinton, Williams 1986: start from how the loss changes with the
output, and walk the formulas of the forward pass from the last line to the first. ``d_x`` stands for
∂loss/∂x and always has the shape of ``x``. A backward function takes ``d_output``, then what the
forward function took, then the ``result`` that it gave: no line of the forward pass is computed twice
unless its value was not kept.
"""

from .attention import (
    AttentionGradients,
    MultiHeadGradients,
    multi_head_attention_backward,
    scaled_dot_product_attention_backward,
    softmax_backward,
)
from .feed_forward import FeedForwardGradients, feed_forward_backward, gelu_backward, relu_backward
from .layers import (
    DecoderGradients,
    DecoderLayerGradients,
    EncoderGradients,
    EncoderLayerGradients,
    decoder_backward,
    decoder_layer_backward,
    encoder_backward,
    encoder_layer_backward,
)
from .linear import LinearGradients, embedding_backward, linear_backward
from .loss import CrossEntropyResult, cross_entropy, cross_entropy_backward
from .normalization import LayerNormGradients, layer_norm_backward
from .recurrent import RNNGradients, rnn_backward

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
