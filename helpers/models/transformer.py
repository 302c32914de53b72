"""Encoder and decoder: the layers, and the stacks of them, in both wirings."""

from ..kernels.attention import causal_mask, multi_head_attention
from ..kernels.checks import function, not_negative, one_of
from ..kernels.door import door
from ..kernels.feed_forward import feed_forward, gelu
from ..kernels.normalization import NORM, layer_norm
from ..kernels.shapes import Each
from .parameters import DECODER_LAYER, ENCODER_LAYER
from .results import (
    PostNormDecoderLayerResult,
    PostNormEncoderLayerResult,
    PreNormDecoderLayerResult,
    PreNormEncoderLayerResult,
    StackResult,
)

OPTIONS = {"norm": one_of("post", "pre"), "activation": function, "eps": not_negative}


def _layer_shows_in(result):
    return result.ffn.hidden, result.output


def _stack_shows_in(result):
    return *(layer.ffn.hidden for layer in result.layers), result.output


@door(
    x="... n d_model",
    mask="[bool (...) n/1 n]",
    params=ENCODER_LAYER,
    shows_in=_layer_shows_in,
    **OPTIONS,
)
def encoder_layer(x, params, norm="post", mask=None, activation=gelu, eps=1e-5):
    """Self-attention, then a feed-forward network, each with a residual connection and a LayerNorm.

    Parameters
    ----------
    x : (..., n, d_model).
    params : any object with ``attention, norm_1, ffn, norm_2``, as EncoderLayerParams has.
    norm : ``"post"`` (default), LN(x + sublayer(x)) after Vaswani et al. 2017, section 3.1, or
        ``"pre"``, x + sublayer(LN(x)), see Xiong et al. 2020.
    mask : boolean (..., n, n), True = may look; default None.
    activation : function of an array, default ``gelu``.
    eps : of both LayerNorms, default 1e-5.

    Returns
    -------
    ``"post"``: PostNormEncoderLayerResult ``attention, x_mid_raw, x_mid, ffn, output_raw, output``;
    ``"pre"``: PreNormEncoderLayerResult ``normed_1, attention, x_mid, normed_2, ffn, output``.

    Raises
    ------
    ValueError : the shapes do not fit, a number is not finite, a row of ``mask`` hides every key,
        ``norm`` is another word, ``eps < 0``, or a vector has variance 0 while ``eps`` is 0.
    TypeError : not real numbers, or ``mask`` is not boolean.
    """
    if norm == "post":
        attention = multi_head_attention(x, params.attention, mask=mask)
        x_mid_raw = x + attention.output  # (n, d_model)
        x_mid = _norm(x_mid_raw, params.norm_1, eps)  # (n, d_model)
        ffn = feed_forward(x_mid, params.ffn, activation)
        output_raw = x_mid + ffn.output  # (n, d_model)
        output = _norm(output_raw, params.norm_2, eps)  # (n, d_model)
        return PostNormEncoderLayerResult(attention, x_mid_raw, x_mid, ffn, output_raw, output)
    normed_1 = _norm(x, params.norm_1, eps)  # (n, d_model)
    attention = multi_head_attention(normed_1, params.attention, mask=mask)
    x_mid = x + attention.output  # (n, d_model)
    normed_2 = _norm(x_mid, params.norm_2, eps)  # (n, d_model)
    ffn = feed_forward(normed_2, params.ffn, activation)
    output = x_mid + ffn.output  # (n, d_model)
    return PreNormEncoderLayerResult(normed_1, attention, x_mid, normed_2, ffn, output)


@door(
    y="... n d_model",
    memory="... m d_model",
    mask="[bool (...) n/1 n]",
    memory_mask="[bool (...) n/1 m]",
    params=DECODER_LAYER,
    shows_in=_layer_shows_in,
    **OPTIONS,
)
def decoder_layer(
    y, memory, params, norm="post", mask=None, memory_mask=None, activation=gelu, eps=1e-5
):
    """Masked self-attention, attention to the encoder's output, and a feed-forward network.

    Parameters
    ----------
    y : (..., n, d_model).
    memory : (..., m, d_model), the output of the encoder.
    params : any object with ``self_attention, norm_1, cross_attention, norm_2, ffn, norm_3``, as
        DecoderLayerParams has.
    norm : ``"post"`` (default) or ``"pre"``, as in ``encoder_layer``.
    mask : boolean (..., n, n), True = may look; default None: ``causal_mask(n)``.
    memory_mask : boolean (..., n, m), True = may look; default None.
    activation : function of an array, default ``gelu``.
    eps : of the three LayerNorms, default 1e-5.

    Returns
    -------
    ``"post"``: PostNormDecoderLayerResult ``self_attention, y_self_raw, y_self, cross_attention,
    y_cross_raw, y_cross, ffn, output_raw, output``;
    ``"pre"``: PreNormDecoderLayerResult ``normed_1, self_attention, y_self, normed_2,
    cross_attention, y_cross, normed_3, ffn, output``.

    Raises
    ------
    As ``encoder_layer``. Source: Vaswani et al. 2017, section 3.1.
    """
    mask = causal_mask(y.shape[-2]) if mask is None else mask
    if norm == "post":
        self_attention = multi_head_attention(y, params.self_attention, mask=mask)
        y_self_raw = y + self_attention.output  # (n, d_model)
        y_self = _norm(y_self_raw, params.norm_1, eps)  # (n, d_model)
        cross_attention = multi_head_attention(y_self, params.cross_attention, memory, memory_mask)
        y_cross_raw = y_self + cross_attention.output  # (n, d_model)
        y_cross = _norm(y_cross_raw, params.norm_2, eps)  # (n, d_model)
        ffn = feed_forward(y_cross, params.ffn, activation)
        output_raw = y_cross + ffn.output  # (n, d_model)
        output = _norm(output_raw, params.norm_3, eps)  # (n, d_model)
        return PostNormDecoderLayerResult(
            self_attention, y_self_raw, y_self,
            cross_attention, y_cross_raw, y_cross,
            ffn, output_raw, output,
        )  # fmt: skip
    normed_1 = _norm(y, params.norm_1, eps)  # (n, d_model)
    self_attention = multi_head_attention(normed_1, params.self_attention, mask=mask)
    y_self = y + self_attention.output  # (n, d_model)
    normed_2 = _norm(y_self, params.norm_2, eps)  # (n, d_model)
    cross_attention = multi_head_attention(normed_2, params.cross_attention, memory, memory_mask)
    y_cross = y_self + cross_attention.output  # (n, d_model)
    normed_3 = _norm(y_cross, params.norm_3, eps)  # (n, d_model)
    ffn = feed_forward(normed_3, params.ffn, activation)
    output = y_cross + ffn.output  # (n, d_model)
    return PreNormDecoderLayerResult(
        normed_1, self_attention, y_self, normed_2, cross_attention, y_cross, normed_3, ffn, output
    )


@door(
    x="... n d_model",
    mask="[bool (...) n/1 n]",
    layers=Each(ENCODER_LAYER),
    final_norm=NORM,
    shows_in=_stack_shows_in,
    **OPTIONS,
)
def encoder(x, layers, norm="post", final_norm=None, mask=None, activation=gelu, eps=1e-5):
    """Layers one on top of the other: the output of each is the input of the next.

    Parameters
    ----------
    x : (..., n, d_model).
    layers : sequence of parameters for ``encoder_layer``.
    norm, mask, activation, eps : as in ``encoder_layer``.
    final_norm : any object with ``gamma, beta``; default None: ``"pre"`` ends in a LayerNorm with
        gamma 1 and beta 0, since nothing else would normalize its sum; ``"post"`` ends as it is.

    Returns
    -------
    StackResult ``layers, output``: the results of the layers, and the output after the final norm
    (before it: ``layers[-1].output``).

    Raises
    ------
    As ``encoder_layer``. Source: Vaswani et al. 2017, section 3.1; Xiong et al. 2020 for ``"pre"``.
    """
    results = []
    for params in layers:
        results.append(encoder_layer(x, params, norm, mask, activation, eps))
        x = results[-1].output  # (n, d_model)
    return StackResult(tuple(results), _end(x, norm, final_norm, eps))


@door(
    y="... n d_model",
    memory="... m d_model",
    mask="[bool (...) n/1 n]",
    memory_mask="[bool (...) n/1 m]",
    layers=Each(DECODER_LAYER),
    final_norm=NORM,
    shows_in=_stack_shows_in,
    **OPTIONS,
)
def decoder(
    y, memory, layers, norm="post", final_norm=None, mask=None, memory_mask=None,
    activation=gelu, eps=1e-5,
):  # fmt: skip
    """Decoder layers one on top of the other, each of which looks at the same ``memory``.

    Parameters
    ----------
    y : (..., n, d_model).
    memory : (..., m, d_model), the output of the encoder.
    layers : sequence of parameters for ``decoder_layer``.
    norm, mask, memory_mask, activation, eps : as in ``decoder_layer``.
    final_norm : as in ``encoder``.

    Returns
    -------
    StackResult ``layers, output``.

    Raises
    ------
    As ``encoder_layer``. Source: Vaswani et al. 2017, section 3.1; Xiong et al. 2020 for ``"pre"``.
    """
    results = []
    for params in layers:
        results.append(decoder_layer(y, memory, params, norm, mask, memory_mask, activation, eps))
        y = results[-1].output  # (n, d_model)
    return StackResult(tuple(results), _end(y, norm, final_norm, eps))


def _norm(x, params, eps):
    return layer_norm(x, params.gamma, params.beta, eps)


def _end(x, norm, final_norm, eps):
    if final_norm is None:
        return layer_norm(x, eps=eps) if norm == "pre" else x
    return _norm(x, final_norm, eps)
