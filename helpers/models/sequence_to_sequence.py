"""The whole Transformer of Vaswani et al. 2017, figure 1: tokens in, tokens out."""

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..kernels.attention import causal_mask
from ..kernels.checks import positive_integer
from ..kernels.door import door
from ..kernels.feed_forward import relu
from ..kernels.linear import linear
from ..kernels.positions import sinusoidal_positional_encoding
from ..kernels.shapes import Fields, first
from ..words import both
from .gradients import (
    cross_entropy,
    cross_entropy_backward,
    decoder_backward,
    embedding_backward,
    encoder_backward,
    linear_backward,
)
from .gradients.checks import tokens, tokens_of
from .parameters import NormParams, init_decoder_layer, init_encoder_layer, init_norm
from .results import StackResult
from .transformer import decoder, encoder

PAD, START, END = 0, 1, 2  # the first tokens of both vocabularies
TABLES = Fields(
    source_embedding="source_vocabulary d_model",
    target_embedding="target_vocabulary d_model",
    w_out="d_model target_vocabulary",
    b_out="[target_vocabulary]",
)


class SequenceToSequenceParams(NamedTuple):
    """Weights of ``sequence_to_sequence``."""

    source_embedding: np.ndarray  # (source_vocabulary, d_model)
    target_embedding: np.ndarray  # (target_vocabulary, d_model)
    encoder: tuple  # EncoderLayerParams of each layer
    decoder: tuple  # DecoderLayerParams of each layer
    w_out: np.ndarray  # (d_model, target_vocabulary)
    b_out: np.ndarray | None  # (target_vocabulary,)
    encoder_norm: NormParams | None = None  # the final norms of pre-norm stacks
    decoder_norm: NormParams | None = None


class SequenceToSequenceResult(NamedTuple):
    """What ``sequence_to_sequence`` computes, in order of computation."""

    x: np.ndarray  # (..., m, d_model) = source embedding + PE
    encoder: StackResult
    y: np.ndarray  # (..., n, d_model) = target embedding + PE
    decoder: StackResult
    logits: np.ndarray  # (..., n, target_vocabulary)


class LossAndGradients(NamedTuple):
    """What ``loss_and_gradients`` gives."""

    loss: np.ndarray  # ()
    gradients: SequenceToSequenceParams


class Wiring(NamedTuple):
    """What is built in and what is left out; the defaults are the whole Transformer."""

    norm: str = "post"  # or "pre"
    activation: Callable = relu
    eps: float = 1e-5  # of every LayerNorm
    positions: bool = True  # False leaves out the positional encoding
    causal: bool = True  # False lets the decoder look at the future


WHOLE = Wiring()


def init_sequence_to_sequence(
    rng, source_vocabulary, target_vocabulary, d_model=32, h=4, d_ff=None, layers=2,
    norm="post", biases=False, dtype=np.float32,
):  # fmt: skip
    """Draw SequenceToSequenceParams.

    Parameters
    ----------
    rng : ``np.random.Generator``.
    source_vocabulary, target_vocabulary : numbers of tokens, ``PAD, START, END`` among them.
    d_model, h, d_ff : defaults 32, 4 and ``4 * d_model``.
    layers : of the encoder, and as many of the decoder; default 2.
    norm : ``"pre"`` adds the final norms; default ``"post"``.
    biases : True gives the attention biases; default False.
    dtype : default float32, which trains about twice as fast as float64.
    """
    d_ff = 4 * d_model if d_ff is None else d_ff
    drawn = {"d_model": d_model, "h": h, "d_ff": d_ff, "biases": biases, "dtype": dtype}

    def table(*shape):
        return rng.standard_normal(shape).astype(dtype)

    return SequenceToSequenceParams(
        source_embedding=table(source_vocabulary, d_model),
        target_embedding=table(target_vocabulary, d_model),
        encoder=tuple(init_encoder_layer(rng, **drawn) for _ in range(layers)),
        decoder=tuple(init_decoder_layer(rng, **drawn) for _ in range(layers)),
        w_out=table(d_model, target_vocabulary) / d_model**0.5,
        b_out=np.zeros(target_vocabulary, dtype),
        encoder_norm=init_norm(d_model, dtype) if norm == "pre" else None,
        decoder_norm=init_norm(d_model, dtype) if norm == "pre" else None,
    )


def sequence_to_sequence(source, target, params, wiring=WHOLE):
    """Read a source, and for each prefix of the target say what the next token may be.

    Parameters
    ----------
    source : (..., m) tokens; ``PAD`` stands after the end of the shorter ones and is not looked at.
    target : (..., n) tokens, of which the first is ``START``.
    params : any object with the names of SequenceToSequenceParams.
    wiring : default: everything is built in.

    Returns
    -------
    SequenceToSequenceResult ``x, encoder, y, decoder, logits``; ``logits[..., i, :]`` is about
    ``target[..., i + 1]``.
    """
    x, encoded = encode(source, params, wiring)
    return _decode(source, target, x, encoded, params, wiring)


def encode(source, params, wiring=WHOLE):
    """Return ``x``, (..., m, d_model) embedding + PE, and the StackResult of the encoder."""
    x = embed(source, params.source_embedding, wiring.positions)
    return x, encoder(
        x, params.encoder, wiring.norm, params.encoder_norm,
        mask=_may_look(source), activation=wiring.activation, eps=wiring.eps,
    )  # fmt: skip


def _decode(source, target, x, encoded, params, wiring):
    y = embed(target, params.target_embedding, wiring.positions)
    decoded = decoder(
        y, encoded.output, params.decoder, wiring.norm, params.decoder_norm,
        mask=_mask(y.shape[-2], wiring.causal), memory_mask=_may_look(source),
        activation=wiring.activation, eps=wiring.eps,
    )  # fmt: skip
    logits = to_logits(decoded.output, params.w_out, params.b_out)
    return SequenceToSequenceResult(x, encoded, y, decoded, logits)


@door(x="... d_model", w_out="d_model vocabulary", b_out="[vocabulary]")
def to_logits(x, w_out, b_out=None):
    """x W_out + b_out: one number for each token of the vocabulary, (..., vocabulary)."""
    return linear(x, w_out, b_out)  # (n, d_model) @ (d_model, V)


@door(tokens_of("tokens", "table"), tokens=tokens, table="vocabulary d_model")
def embed(tokens, table, positions=True):
    """table[tokens] + PE: (..., n) tokens -> (..., n, d_model)."""
    rows = table[tokens]  # (..., n, d_model)
    return rows + _positions(*rows.shape[-2:], rows.dtype) if positions else rows


def _sentences(given):
    """Rule: each source and each target has a token to look at and one to say."""
    if given["target"].shape[-1] < 2:
        raise ValueError(both("tokens.too_short", shape=given["target"].shape))
    for name, tokens_ in (("source", given["source"]), ("target", given["target"][..., 1:])):
        empty = ~(tokens_ != PAD).any(axis=-1)
        if empty.any():
            raise ValueError(both("tokens.only_padding", name=name, row=first(empty)))


@door(
    tokens_of("source", "params", "source_embedding"),
    tokens_of("target", "params", "target_embedding"),
    _sentences,
    source=tokens,
    target=tokens,
    params=TABLES,
    shows_in=lambda result: (result.loss,),
)
def loss_and_gradients(params, source, target, wiring=WHOLE):
    """Return the mean cross entropy of the next tokens and its gradient by every weight.

    Parameters
    ----------
    params, wiring : as in ``sequence_to_sequence``.
    source : (..., m) tokens.
    target : (..., n + 1) tokens: ``START``, the sentence, ``END``, and ``PAD`` up to the common length.
        The decoder reads all but the last and should say all but the first.
    """
    given, wanted = target[..., :-1], target[..., 1:]  # (..., n) each
    result = sequence_to_sequence(source, given, params, wiring)
    counts = wanted != PAD  # (..., n)
    cost = cross_entropy(result.logits, wanted, counts)
    d_logits = cross_entropy_backward(1, wanted, cost, counts)  # (..., n, target_vocabulary)
    return LossAndGradients(
        cost.loss, sequence_to_sequence_backward(d_logits, source, given, params, result, wiring)
    )


def sequence_to_sequence_backward(d_logits, source, target, params, result, wiring=WHOLE):
    """Back from the logits through the decoder and the encoder to the two tables of embeddings.

    Parameters
    ----------
    d_logits : (..., n, target_vocabulary).
    source, target, params, wiring : what ``sequence_to_sequence`` took.
    result : SequenceToSequenceResult, what it gave.

    Returns
    -------
    The gradients as SequenceToSequenceParams.
    """
    activation, eps = wiring.activation, wiring.eps
    d_decoded, d_w_out, d_b_out = linear_backward(
        d_logits, result.decoder.output, params.w_out, params.b_out
    )
    d_y, d_memory, d_decoder, d_decoder_norm = decoder_backward(
        d_decoded, result.y, result.encoder.output, params.decoder, result.decoder,
        params.decoder_norm, activation, eps,
    )  # fmt: skip
    d_x, d_encoder, d_encoder_norm = encoder_backward(
        d_memory, result.x, params.encoder, result.encoder, params.encoder_norm, activation, eps
    )
    return SequenceToSequenceParams(
        source_embedding=embedding_backward(d_x, source, params.source_embedding),
        target_embedding=embedding_backward(d_y, target, params.target_embedding),
        encoder=d_encoder,
        decoder=d_decoder,
        w_out=d_w_out,
        b_out=d_b_out,
        encoder_norm=d_encoder_norm,
        decoder_norm=d_decoder_norm,
    )


def greedy_decode(source, params, max_length=20, wiring=WHOLE):
    """Say the most probable next token, again and again, until it is ``END``.

    Parameters
    ----------
    source : (m,) tokens of one sentence, or (b, m) of several.
    params, wiring : as in ``sequence_to_sequence``.
    max_length : tokens at most, default 20.

    Returns
    -------
    The tokens of the sentence without ``START`` and ``END`` as a list, or a list of such lists.
    """
    positive_integer("max_length", max_length)
    source = np.asarray(source)
    x, encoded = encode(source, params, wiring)  # once: the source does not change
    target = np.full((*source.shape[:-1], 1), START)  # (..., 1)
    for _ in range(max_length):
        logits = _decode(source, target, x, encoded, params, wiring).logits  # (..., n, V)
        said = logits[..., -1:, :].argmax(axis=-1)  # (..., 1): what follows the last token
        target = np.concatenate([target, said], axis=-1)  # (..., n + 1)
        if (target == END).any(axis=-1).all():
            break
    sentences = [_until_end(tokens) for tokens in target.reshape(-1, target.shape[-1])[:, 1:]]
    return sentences if source.ndim > 1 else sentences[0]


def _until_end(tokens):
    tokens = tokens.tolist()
    return tokens[: tokens.index(END)] if END in tokens else tokens


def _may_look(source):
    return (source != PAD)[..., None, :]  # (..., 1, m): every position may look at every token but PAD


@functools.lru_cache(maxsize=64)
def _mask(n, causal):
    return causal_mask(n) if causal else np.ones((n, n), bool)  # (n, n)


@functools.lru_cache(maxsize=64)
def _positions(n, d_model, dtype):
    return sinusoidal_positional_encoding(n, d_model).astype(dtype)  # (n, d_model)
