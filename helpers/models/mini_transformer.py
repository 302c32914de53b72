"""The mini-Transformer of Lab 4: tokens, a few blocks, logits, and switches that leave parts out.

The block is that of Lecture 10, with LayerNorm before each sub-layer. ``encoder_layer(norm="pre")`` is
the same block; here each part can be switched off, to see in training what it buys.
"""

import functools
from typing import NamedTuple

import numpy as np

from ..kernels.attention import causal_mask, multi_head_attention
from ..kernels.feed_forward import feed_forward, relu
from ..kernels.normalization import layer_norm
from .gradients import (
    cross_entropy,
    cross_entropy_backward,
    embedding_backward,
    feed_forward_backward,
    layer_norm_backward,
    linear_backward,
    multi_head_attention_backward,
)
from .parameters import EncoderLayerParams, NormParams, init_encoder_layer, init_norm
from .results import PreNormEncoderLayerResult
from .sequence_to_sequence import embed, to_logits


class MiniParams(NamedTuple):
    """Weights of ``mini_transformer``."""

    embedding: np.ndarray  # (vocabulary, d_model)
    blocks: tuple  # EncoderLayerParams of each block
    final_norm: NormParams
    w_out: np.ndarray  # (d_model, vocabulary)


class MiniResult(NamedTuple):
    """What ``mini_transformer`` computes, in order of computation."""

    x: np.ndarray  # (..., n, d_model) = embedding + PE
    blocks: tuple  # PreNormEncoderLayerResult of each block
    normed: np.ndarray  # (..., n, d_model) = LN(output of the last block)
    logits: np.ndarray  # (..., n, vocabulary)


class Switches(NamedTuple):
    """What is built in; the defaults are the whole mini-Transformer."""

    residual: bool = True
    norm: bool = True  # False leaves out every LayerNorm, the final one too
    positions: bool = True  # False leaves out the positional encoding
    causal: bool = False  # True: no position looks at those after it


ALL_ON = Switches()


def init_mini_transformer(rng, vocabulary, d_model=32, h=4, d_ff=None, blocks=2, dtype=np.float32):
    """Draw MiniParams.

    Parameters
    ----------
    rng : ``np.random.Generator``.
    vocabulary : number of tokens.
    d_model, h, d_ff, blocks : defaults 32, 4, ``2 * d_model`` and 2.
    dtype : default float32, which trains faster than float64.
    """
    d_ff = 2 * d_model if d_ff is None else d_ff
    return MiniParams(
        embedding=rng.standard_normal((vocabulary, d_model)).astype(dtype),
        blocks=tuple(init_encoder_layer(rng, d_model, h, d_ff, dtype=dtype) for _ in range(blocks)),
        final_norm=init_norm(d_model, dtype),
        w_out=(rng.standard_normal((d_model, vocabulary)) / d_model**0.5).astype(dtype),
    )


def block(x, params, mask=None, switches=ALL_ON):
    """x + attention(LN(x)), then the same with the feed-forward network: the block of Lecture 10.

    Parameters
    ----------
    x : (..., n, d_model).
    params : EncoderLayerParams.
    mask : boolean (..., n, n), True = may look; default None.
    switches : default: everything is built in.

    Returns
    -------
    PreNormEncoderLayerResult; what is switched off hands on what it was given.
    """
    normed_1 = _norm(x, params.norm_1, switches)  # (n, d_model)
    attention = multi_head_attention(normed_1, params.attention, mask=mask)
    x_mid = x + attention.output if switches.residual else attention.output  # (n, d_model)
    normed_2 = _norm(x_mid, params.norm_2, switches)  # (n, d_model)
    ffn = feed_forward(normed_2, params.ffn, relu)
    output = x_mid + ffn.output if switches.residual else ffn.output  # (n, d_model)
    return PreNormEncoderLayerResult(normed_1, attention, x_mid, normed_2, ffn, output)


_block = block  # the name that an argument hides below


def block_backward(d_output, x, params, result, switches=ALL_ON):
    """Back through ``block``: return the gradient of x and that of the weights."""
    d_normed_2, d_ffn = feed_forward_backward(d_output, result.normed_2, params.ffn, result.ffn, relu)
    d_x_mid, d_norm_2 = _norm_backward(d_normed_2, result.x_mid, params.norm_2, switches)
    if switches.residual:
        d_x_mid = d_x_mid + d_output  # (n, d_model)
    d_normed_1, d_attention, _ = multi_head_attention_backward(
        d_x_mid, result.normed_1, params.attention, result.attention
    )
    d_x, d_norm_1 = _norm_backward(d_normed_1, x, params.norm_1, switches)
    if switches.residual:
        d_x = d_x + d_x_mid  # (n, d_model)
    return d_x, EncoderLayerParams(d_attention, d_norm_1, d_ffn, d_norm_2)


def mini_transformer(tokens, params, switches=ALL_ON, block=None):
    """Say for each position which token belongs there, or comes next.

    Parameters
    ----------
    tokens : (..., n) integers.
    params : MiniParams.
    switches : default: everything is built in.
    block : function of ``(x, params, mask)`` that returns a PreNormEncoderLayerResult, such as one that
        a student wrote; it knows nothing of the switches. Default: the ``block`` of this module.

    Returns
    -------
    MiniResult ``x, blocks, normed, logits``.
    """
    x = out = embed(tokens, params.embedding, switches.positions)  # (..., n, d_model)
    mask = causal_mask(tokens.shape[-1]) if switches.causal else None  # (n, n)
    block = block or functools.partial(_block, switches=switches)
    results = []
    for block_params in params.blocks:
        results.append(block(out, block_params, mask))
        out = results[-1].output  # (..., n, d_model)
    normed = _norm(out, params.final_norm, switches)  # (..., n, d_model)
    return MiniResult(x, tuple(results), normed, to_logits(normed, params.w_out))


def mini_transformer_backward(d_logits, tokens, params, result, switches=ALL_ON):
    """Back from the logits (..., n, vocabulary) to every weight: return the gradients as MiniParams."""
    d_normed, d_w_out, _ = linear_backward(d_logits, result.normed, params.w_out)
    d_x, d_final_norm = _norm_backward(
        d_normed, result.blocks[-1].output, params.final_norm, switches
    )
    inputs = (result.x, *(block.output for block in result.blocks[:-1]))
    d_blocks = []
    for x, block_params, block_result in reversed(list(zip(inputs, params.blocks, result.blocks))):
        d_x, d_params = block_backward(d_x, x, block_params, block_result, switches)
        d_blocks.insert(0, d_params)
    return MiniParams(
        embedding_backward(d_x, tokens, params.embedding), tuple(d_blocks), d_final_norm, d_w_out
    )


def objective(switches=ALL_ON, block=None, loss=None):
    """Return the function ``(params, tokens, wanted)`` -> loss and gradients that ``train`` takes.

    ``wanted`` (..., n) is the right token at each position; the loss is the mean cross entropy.

    Parameters
    ----------
    switches, block : as in ``mini_transformer``.
    loss : function of ``(logits, wanted)`` that is to compute the loss that is shown; the gradient is
        that of the cross entropy in any case. Default: the kernel.
    """

    def loss_and_gradients(params, tokens, wanted):
        result = mini_transformer(tokens, params, switches, block)
        cost = cross_entropy(result.logits, wanted)
        d_logits = cross_entropy_backward(1, wanted, cost)  # (..., n, vocabulary)
        shown = cost.loss if loss is None else loss(result.logits, wanted)
        return shown, mini_transformer_backward(d_logits, tokens, params, result, switches)

    return loss_and_gradients


def accuracy(params, tokens, wanted, switches=ALL_ON, block=None):
    """Return the share of positions at which the most probable token is the wanted one."""
    logits = mini_transformer(tokens, params, switches, block).logits
    return float((logits.argmax(axis=-1) == wanted).mean())


def _norm(x, params, switches):
    return layer_norm(x, params.gamma, params.beta) if switches.norm else x


def _norm_backward(d_output, x, params, switches):
    if not switches.norm:
        return d_output, NormParams(np.zeros_like(params.gamma), np.zeros_like(params.beta))
    d_x, d_gamma, d_beta = layer_norm_backward(d_output, x, params.gamma)
    return d_x, NormParams(d_gamma, d_beta)
