"""Wrong input is answered in one line that names the argument, its shape and the expected one."""

import warnings
from fractions import Fraction

import numpy as np
import pytest

import helpers as H

N, M, D_K, D_V, D = 5, 6, 4, 7, 10
RNG = np.random.default_rng(3)
Q, K, V = (RNG.normal(size=s) for s in ((N, D_K), (M, D_K), (M, D_V)))
X, Y = RNG.normal(size=(N, D)), RNG.normal(size=(M, D))
PAIR = np.stack([X, X])
LAYER = H.init_encoder_layer(RNG, D, 2, 13, biases=True)
DECODER_LAYER = H.init_decoder_layer(RNG, D, 2, 13)
RNN = H.RNNParams(RNG.normal(size=(D, 3)), RNG.normal(size=(3, 3)))


def change(array, value, index=0):
    changed = array.copy()
    changed.flat[index] = value
    return changed


def attention_with(**fields):
    return LAYER.attention._replace(**fields)


def see(n, m, *hidden_rows):
    mask = np.ones((n, m), bool)
    mask[list(hidden_rows)] = False
    return mask


sdpa, mha, blockwise = (
    H.scaled_dot_product_attention, H.multi_head_attention, H.blockwise_attention,
)  # fmt: skip

# What is called, and what its error says in both languages (a shape, or what was expected).
VALUE_ERRORS = {
    # shapes
    "k of another width": (lambda: sdpa(Q, K[:, :3], V), "k ", "(6, 3)", "(..., m, d_k=4)"),
    "v of another length": (lambda: sdpa(Q, K, V[:5]), "v ", "(5, 7)", "(..., m=6, d_v)"),
    "q without positions": (lambda: sdpa(Q[0], K, V), "q ", "(4,)", "(..., n, d_k)"),
    "mask transposed": (lambda: sdpa(Q, K, V, see(M, N)), "mask ", "(6, 5)", "(..., n=5 / 1, m=6)"),
    "mask with a batch": (lambda: sdpa(Q, K, V, see(N, M)[None]), "mask ", "(1,)", "()"),
    "batches that differ": (lambda: sdpa(PAIR, np.stack([X] * 3), X), "k ", "(3,)", "(2,)"),
    "the third batch": (lambda: sdpa(X[None], PAIR, np.stack([X] * 3)), "v ", "(3,)", "k", "(2,)"),
    "one mask per head": (lambda: mha(X, LAYER.attention, None, np.ones((2, N, N), bool)), "mask ", "(2,)"),
    "mask for a context": (lambda: mha(X, LAYER.attention, None, see(N, M)), "mask ", "(5, 6)", "m=5"),
    "w_o of another height": (
        lambda: mha(X, attention_with(w_o=LAYER.attention.w_o[:9])),
        "params.w_o ", "(9, 10)", "(h*d_v=10, d_model=10)", "h=2", "d_v=5",
    ),
    "w_k of other heads": (
        lambda: mha(X, attention_with(w_k=LAYER.attention.w_k[:1])),
        "params.w_k ", "(1, 10, 5)", "(h=2, d_model=10, d_k=5)",
    ),
    "b_v of another width": (
        lambda: mha(X, attention_with(b_v=np.zeros((2, 4)))), "params.b_v ", "(2, 4)", "(h=2, d_v=5)",
    ),
    "context of another width": (lambda: mha(X, LAYER.attention, Q), "context ", "(5, 4)", "d_model=10"),
    "w_1 inside a layer": (
        lambda: H.encoder_layer(X, LAYER._replace(ffn=LAYER.ffn._replace(w_1=np.ones((9, 13))))),
        "params.ffn.w_1 ", "(9, 13)", "(d_model=10, d_ff)",
    ),
    "a layer in a stack": (
        lambda: H.encoder(X, [LAYER, LAYER._replace(norm_2=H.init_norm(9))]),
        "layers[1].norm_2.gamma ", "(9,)", "(d_model=10,)",
    ),
    "memory of another width": (
        lambda: H.decoder_layer(X, Q, DECODER_LAYER), "memory ", "(5, 4)", "(..., m, d_model=10)",
    ),
    "memory mask": (
        lambda: H.decoder(X, Y, [DECODER_LAYER], memory_mask=see(N, N)), "memory_mask ", "(5, 5)", "m=6",
    ),
    "final norm": (lambda: H.encoder(X, [], "pre", H.init_norm(3)), "final_norm.gamma ", "(3,)", "10"),
    "gamma": (lambda: H.layer_norm(X, gamma=np.ones(3)), "gamma ", "(3,)", "(d_model=10,)"),
    "gamma as a column": (lambda: H.layer_norm(X, np.ones((N, 1))), "gamma ", "(5, 1)", "(d_model=10,)"),
    "batch norm of one vector": (lambda: H.batch_norm(X[0]), "x ", "(10,)", "(..., n, d_model)"),
    "mean": (lambda: H.batch_norm(X, mean=[1, 2]), "mean ", "(2,)", "(d_model=10,)"),
    "b_2": (
        lambda: H.feed_forward(X, LAYER.ffn._replace(b_2=np.ones(13))), "params.b_2 ", "(13,)", "10",
    ),
    "positions": (lambda: H.rotary_position_embedding(X, [1, 2]), "positions ", "(2,)", "n=5"),
    "w_h not square": (lambda: H.rnn(X, RNN._replace(w_h=np.ones((3, 2)))), "params.w_h ", "(3, 2)", "3"),
    "h_0": (lambda: H.rnn(X, RNN, np.ones(4)), "h_0 ", "(4,)", "d_h"),
    "causal with other keys": (lambda: blockwise(Q, K, V, True), "causal", "(5, 4)", "(6, 4)"),
    # empty, ragged
    "empty": (lambda: sdpa(Q[:0], K, V), "q ", "(0, 4)"),
    "empty softmax": (lambda: H.softmax([]), "x ", "(0,)"),
    "ragged": (lambda: H.layer_norm([[1, 2], [3]]), "x "),
    # not finite
    "nan": (lambda: H.softmax(change(X, np.nan, 23)), "x ", "nan", "(2, 3)", "(5, 10)"),
    "inf": (lambda: sdpa(Q, change(K, -np.inf), V), "k ", "-inf", "(0, 0)", "(6, 4)"),
    "nan in a scalar": (lambda: H.layer_norm(X, gamma=float("nan")), "gamma ", "nan"),
    "nan in x of a layer": (lambda: H.encoder_layer(change(X, np.nan, 7), LAYER), "x ", "nan", "(0, 7)"),
    "nan in a weight": (
        lambda: H.encoder_layer(X, LAYER._replace(norm_2=H.NormParams(change(np.ones(D), np.nan), np.ones(D)))),
        "params.norm_2.gamma ", "nan", "(10,)",
    ),
    "a weight that relu would hide": (
        lambda: H.feed_forward(
            np.abs(X), LAYER.ffn._replace(w_1=change(LAYER.ffn.w_1, -np.inf)), H.relu
        ),
        "params.w_1 ", "-inf", "(10, 13)",
    ),
    "a weight that relu would hide in a stack": (
        lambda: H.encoder(
            X, [LAYER, LAYER._replace(ffn=LAYER.ffn._replace(b_1=change(LAYER.ffn.b_1, -np.inf)))],
            activation=H.relu,
        ),
        "layers[1].ffn.b_1 ", "-inf", "(13,)",
    ),
    "a weight that tanh would hide": (
        lambda: H.rnn(X, RNN._replace(w_x=change(RNN.w_x, np.inf))), "params.w_x ", "inf", "(10, 3)",
    ),
    # results that are not finite
    "variance 0": (lambda: H.layer_norm([[1, 2, 3], [4, 4, 4]], eps=0), "σ²", "eps", " 1 ", "(2, 3)"),
    "variance 0 of one vector": (lambda: H.layer_norm([4, 4, 4], eps=0), "σ²", "eps", "(3,)"),
    "variance 0 in a layer": (
        lambda: H.encoder_layer(np.ones((N, D)), LAYER, "pre", eps=0),
        "encoder_layer: layer_norm: ", "σ²", "eps", "(5, 10)",
    ),
    "variance 0 behind a mask": (
        lambda: H.decoder(np.ones((N, D)), Y, [DECODER_LAYER], "pre", eps=0), "layer_norm: ", "σ²", "eps",
    ),
    "variance 0 in a batch": (lambda: H.batch_norm([[1, 2], [1, 3]], eps=0), "σ²", "eps", "(2, 2)"),
    "training variance 0": (lambda: H.batch_norm(X, variance=np.zeros(D), eps=0), "σ²", "eps"),
    "zeros": (lambda: H.rms_norm(np.zeros((2, 3)), eps=0), "mean(x²)", "eps", "(2, 3)"),
    "overflow": (lambda: H.feed_forward(X * 1e300, LAYER.ffn._replace(w_1=LAYER.ffn.w_1 * 1e300)), "NaN"),
    "overflow inside": (lambda: sdpa(Q * 1e200, K * 1e200, V), "softmax: ", "NaN"),
    "activation": (lambda: H.feed_forward(X, LAYER.ffn, lambda a: a * np.nan), "feed_forward: ", "NaN"),
    # masks, words, numbers
    "hidden row": (lambda: sdpa(Q, K, V, see(N, M, 3)), "mask ", " 3 ", "(5, 6)", "True"),
    "hidden row of a batch": (
        lambda: mha(PAIR, LAYER.attention, mask=np.stack([see(N, N), see(N, N, 2)])), "mask ", "(1, 2)",
    ),
    "norm": (lambda: H.encoder_layer(X, LAYER, "middle"), "norm ", "post / pre", "'middle'"),
    "approximate": (lambda: H.gelu(X, "erf"), "approximate ", "tanh / none", "'erf'"),
    "eps": (lambda: H.layer_norm(X, eps=-1e-5), "eps ", "≥ 0", "-1e-05"),
    "eps of 400 digits": (lambda: H.layer_norm(X, eps=10**400), "eps ", "≥ 0"),
    "eps nan": (lambda: H.rms_norm(X, eps=float("nan")), "eps ", "≥ 0", "nan"),
    "eps in a stack": (lambda: H.decoder(X, Y, [DECODER_LAYER], eps=-1), "eps ", "≥ 0"),
    "variance": (lambda: H.batch_norm(X, variance=-np.ones(D)), "variance ", "≥ 0", "-1.0"),
    "odd d_model": (lambda: H.sinusoidal_positional_encoding(4, 7), "d_model ", "7"),
    "odd rotary": (lambda: H.rotary_position_embedding(X[:, :9], np.arange(N)), "x ", "(5, 9)", "9"),
    "base": (lambda: H.sinusoidal_positional_encoding(4, 6, base=0), "base ", "> 0"),
    "n": (lambda: H.causal_mask(0), "n ", "≥ 1", "0"),
    "block size": (lambda: blockwise(Q, K, V, block_size=0), "block_size ", "≥ 1"),
    "axis": (lambda: H.softmax(X, axis=2), "x ", "(5, 10)", "2"),
    "no axis": (lambda: H.softmax(3.0), "x ", "()"),
}  # fmt: skip

TYPE_ERRORS = {
    "text": (lambda: sdpa(Q.astype(str), K, V), "q ", "<U"),
    "boolean numbers": (lambda: H.softmax(X > 0), "x ", "bool"),
    "objects": (lambda: H.layer_norm([1, None]), "x ", "object"),
    "complex": (lambda: H.relu(X + 1j), "x ", "complex128"),
    "None": (lambda: sdpa(None, K, V), "q ", "object"),
    "None for a weight": (lambda: mha(X, attention_with(w_q=None)), "params.w_q ", "object"),
    "text weight": (lambda: mha(X, attention_with(w_q=LAYER.attention.w_q.astype(str))), "params.w_q ", "<U"),
    "mask of numbers": (lambda: sdpa(Q, K, V, np.ones((N, M))), "mask ", "float64", "True"),
    "no such field": (lambda: mha(X, {"w_q": 1}), "params ", "w_q", "dict"),
    "one layer for a stack": (lambda: H.encoder(X, LAYER), "layers[0] ", "attention"),
    "no list of layers": (lambda: H.encoder(X, 3), "layers ", "int"),
    "activation": (lambda: H.feed_forward(X, LAYER.ffn, "gelu"), "activation ", "str"),
    "norm": (lambda: H.encoder(X, [LAYER], None), "norm ", "post / pre", "None"),
    "eps": (lambda: H.layer_norm(X, eps="small"), "eps ", "'small'"),
    "eps that no root takes": (lambda: H.layer_norm(X, eps=Fraction(1, 2)), "eps ", "Fraction(1, 2)"),
    "n": (lambda: H.sinusoidal_positional_encoding(4.0, 6), "n ", "4.0"),
    "true n": (lambda: H.causal_mask(True), "n ", "True"),
    "causal": (lambda: blockwise(Q, K, V, causal=1), "causal ", "1"),
    "axis": (lambda: H.softmax(X, axis=None), "axis ", "None"),
}  # fmt: skip


def check(kind, call, *expected):
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # one error, and no warning before it
        for _ in range(2):  # what is remembered after a call must not let the second one pass
            with pytest.raises((TypeError, ValueError)) as caught:
                call()
    assert caught.type is kind
    message = str(caught.value)
    assert "\n" not in message
    chinese, english = message.split(" | ")
    assert has_chinese(chinese)
    assert not has_chinese(english)
    for part in expected:
        if part.endswith(": "):  # the kernel where it went wrong
            assert part in chinese, message
        else:
            assert part.strip() in chinese, message
            assert part.strip() in english, message


def has_chinese(text):
    return any("\u4e00" <= c <= "\u9fff" for c in text)


@pytest.mark.parametrize("case", VALUE_ERRORS)
def test_wrong_values(case):
    check(ValueError, *VALUE_ERRORS[case])


@pytest.mark.parametrize("case", TYPE_ERRORS)
def test_wrong_types(case):
    check(TypeError, *TYPE_ERRORS[case])
