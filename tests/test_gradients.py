"""The backward pass of every kernel against central differences, on sizes that all differ."""

from functools import partial

import numpy as np
import pytest
from differences import (
    BATCH,
    D_FF,
    D_K,
    D_MODEL,
    D_V,
    M,
    N,
    attention_params,
    check,
    draw,
    ffn_params,
    mask,
)

from helpers.kernels.attention import multi_head_attention, scaled_dot_product_attention, softmax
from helpers.kernels.feed_forward import feed_forward, gelu, relu
from helpers.kernels.normalization import layer_norm
from helpers.kernels.recurrent import rnn
from helpers.models import gradients as g
from helpers.models.gradients.feed_forward import activation_backward
from helpers.models.parameters import RNNParams
from helpers.models.trees import leaves, map_tree

EXACT = partial(gelu, approximate="none")


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_softmax(axis):
    x = draw(BATCH, N, M)
    check(
        lambda: softmax(x, axis),
        (x,),
        lambda d: (g.softmax_backward(d, softmax(x, axis), axis),),
    )


@pytest.mark.parametrize("hidden", [None, (N, M), (1, M), (BATCH, N, M)])
def test_attention(hidden):
    q, k, v = draw(BATCH, N, D_K), draw(BATCH, M, D_K), draw(BATCH, M, D_V)
    shown = None if hidden is None else mask(*hidden)
    check(
        lambda: scaled_dot_product_attention(q, k, v, shown).output,
        (q, k, v),
        lambda d: tuple(
            g.scaled_dot_product_attention_backward(
                d, q, k, v, scaled_dot_product_attention(q, k, v, shown)
            )
        ),
    )


def test_attention_with_keys_that_all_batches_share():
    q, k, v = draw(BATCH, N, D_K), draw(M, D_K), draw(1, M, D_V)
    result = scaled_dot_product_attention(q, k, v)
    check(
        lambda: scaled_dot_product_attention(q, k, v).output,
        (q, k, v),
        lambda d: tuple(g.scaled_dot_product_attention_backward(d, q, k, v, result)),
    )


@pytest.mark.parametrize("biases", [True, False])
@pytest.mark.parametrize("batch", [(), (BATCH,), (2, BATCH)])
def test_self_attention(batch, biases):
    x, params, shown = draw(*batch, N, D_MODEL), attention_params(1, biases), mask(N, N)
    result = multi_head_attention(x, params, mask=shown)
    check(
        lambda: multi_head_attention(x, params, mask=shown).output,
        (x, params, None),
        lambda d: tuple(g.multi_head_attention_backward(d, x, params, result)),
    )


@pytest.mark.parametrize("x_batch, context_batch", [((BATCH,), (BATCH,)), ((BATCH,), ()), ((), (BATCH,))])
def test_cross_attention(x_batch, context_batch):
    x, context, params = draw(*x_batch, N, D_MODEL), draw(*context_batch, M, D_MODEL), attention_params(1)
    shown = mask(BATCH, N, M)
    result = multi_head_attention(x, params, context, shown)
    check(
        lambda: multi_head_attention(x, params, context, shown).output,
        (x, params, context),
        lambda d: tuple(g.multi_head_attention_backward(d, x, params, result, context)),
    )


@pytest.mark.parametrize("gamma", [1.0, draw(D_MODEL)])
@pytest.mark.parametrize("shape", [(D_MODEL,), (N, D_MODEL), (BATCH, N, D_MODEL)])
def test_layer_norm(shape, gamma):
    x, gamma, beta = draw(*shape), np.array(gamma), np.zeros_like(gamma)
    check(
        lambda: layer_norm(x, gamma, beta, eps=0.1),  # an eps that can be seen
        (x, gamma, beta),
        lambda d: tuple(g.layer_norm_backward(d, x, gamma, eps=0.1)),
    )


@pytest.mark.parametrize("activation", [relu, gelu, EXACT])
def test_activation(activation):
    x = draw(BATCH, N, D_FF)
    backward = activation_backward(activation)
    check(lambda: activation(x), (x,), lambda d: (backward(d, x),))


@pytest.mark.parametrize("biases", [True, False])
@pytest.mark.parametrize("activation", [relu, gelu, EXACT])
def test_feed_forward(activation, biases):
    x, params = draw(BATCH, N, D_MODEL), ffn_params(1, biases)
    result = feed_forward(x, params, activation)
    check(
        lambda: feed_forward(x, params, activation).output,
        (x, params),
        lambda d: tuple(g.feed_forward_backward(d, x, params, result, activation)),
    )


@pytest.mark.parametrize("start", ["none", "each", "shared"])
@pytest.mark.parametrize("biases", [True, False])
def test_rnn(start, biases):
    x = draw(BATCH, N, D_MODEL)
    params = RNNParams(draw(D_MODEL, D_K), draw(D_K, D_K) / 2, draw(D_K) if biases else None)
    h_0 = {"none": None, "each": draw(BATCH, D_K), "shared": draw(D_K)}[start]
    states = rnn(x, params, h_0)

    def backward(d):
        d_x, d_params, d_h_0 = g.rnn_backward(d, x, params, states, h_0)
        return d_x, d_params, None if h_0 is None else d_h_0

    check(lambda: rnn(x, params, h_0), (x, params, h_0), backward)
    zero = np.zeros((BATCH, D_K))  # what the forward pass starts from where it is given nothing
    if h_0 is None:
        check(
            lambda: rnn(x, params, zero),
            (zero,),
            lambda d: (g.rnn_backward(d, x, params, states).h_0,),
        )


@pytest.mark.parametrize("counted", [True, False])
def test_cross_entropy(counted):
    logits, targets = 3 * draw(BATCH, N, D_FF), np.arange(BATCH * N).reshape(BATCH, N) % 7
    counts = mask(BATCH, N) if counted else None
    check(
        lambda: g.cross_entropy(logits, targets, counts).loss,
        (logits,),
        lambda d: (
            g.cross_entropy_backward(
                float(d), targets, g.cross_entropy(logits, targets, counts), counts
            ),
        ),
    )


def test_cross_entropy_does_not_overflow():
    logits, targets = np.array([[1000.0, 0.0], [0.0, 1000.0]]), np.array([0, 0])
    result = g.cross_entropy(logits, targets)
    assert result.losses.tolist() == [0, 1000] and result.loss == 500


def test_embedding():
    table, tokens = draw(D_FF, D_MODEL), np.array([[1, 3, 1], [7, 1, 0]])  # 1 stands three times
    check(lambda: table[tokens], (table,), lambda d: (g.embedding_backward(d, tokens, table),))


def test_linear():
    x, w, b = draw(BATCH, N, D_MODEL), draw(D_MODEL, D_K), draw(D_K)
    check(lambda: x @ w + b, (x, w, b), lambda d: tuple(g.linear_backward(d, x, w, b)))


# ---- types, errors ------------------------------------------------------------------------------


def test_float32_stays_float32():
    def single(*arrays):
        return map_tree(lambda a: a.astype(np.float32), arrays)

    x, d, gamma = single(draw(BATCH, N, D_MODEL), draw(BATCH, N, D_MODEL, seed=1), draw(D_MODEL))
    params, ffn = single(attention_params(1), ffn_params(1))
    found = [
        g.softmax_backward(d, softmax(x)),
        g.relu_backward(d, x),
        g.gelu_backward(d, x),
        g.gelu_backward(d, x, "none"),
        g.layer_norm_backward(d, x, gamma),
        g.layer_norm_backward(d, x),
        g.multi_head_attention_backward(d, x, params, multi_head_attention(x, params)),
        g.feed_forward_backward(d, x, ffn, feed_forward(x, ffn)),
    ]
    logits, targets = x[0], np.arange(N)
    counts = targets > 1
    for c in (None, counts):
        result = g.cross_entropy(logits, targets, c)
        found += [result, g.cross_entropy_backward(1.0, targets, result, c)]
    recurrent = RNNParams(*single(draw(D_MODEL, D_K), draw(D_K, D_K), draw(D_K)))
    states = rnn(x, recurrent)
    found.append(g.rnn_backward(states, x, recurrent, states))
    assert {a.dtype for a in leaves(found)} == {np.dtype(np.float32)}


X, D = draw(N, D_MODEL), draw(N, D_MODEL, seed=1)
ATTENTION, FFN = attention_params(1), ffn_params(1)
HEADS = multi_head_attention(X, ATTENTION)
COST = g.cross_entropy(X, np.arange(N))


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: g.softmax_backward(D[:1], X), ValueError, r"d_output .*\(1, 6\).*\(5, 6\).* weights"),
        (lambda: g.softmax_backward(D, X, 2), ValueError, "axis 2"),
        (lambda: g.softmax_backward(D, X * np.nan), ValueError, "weights"),
        (lambda: g.layer_norm_backward(D, X, X[:, 0]), ValueError, r"gamma .*\(5,\).* d_model=6"),
        (lambda: g.layer_norm_backward(D, X, eps=-1), ValueError, "eps"),
        (lambda: g.layer_norm_backward(D, 0 * X, eps=0), ValueError, "eps"),
        (lambda: g.relu_backward(D.T, X), ValueError, "d_output"),
        (lambda: g.gelu_backward(D, X, "tan"), ValueError, "approximate"),
        (lambda: g.multi_head_attention_backward(D[:, :4], X, ATTENTION, HEADS), ValueError, "x .* d_model=4"),
        (lambda: g.multi_head_attention_backward(np.inf * D, X, ATTENTION, HEADS), ValueError, "d_output"),
        (lambda: g.feed_forward_backward(D, X, FFN, feed_forward(X, FFN), np.tanh), ValueError, "gelu"),
        (lambda: g.embedding_backward(D, np.array([1, 2, 3, 4, 9]), X), ValueError, "9.* 5 "),
        (lambda: g.embedding_backward(D, np.ones(5), X), TypeError, "float64"),
        (lambda: g.embedding_backward(D, np.array([1, 2]), X), ValueError, "d_output"),
        (lambda: g.cross_entropy(X, np.array([1, 2, 3, 4, 6])), ValueError, "targets.* 6"),
        (lambda: g.cross_entropy(X, np.array([1, 2])), ValueError, r"targets .*\(2,\).*\(5,\)"),
        (lambda: g.cross_entropy(X, np.arange(5), np.zeros(5, bool)), ValueError, "counts"),
        (lambda: g.cross_entropy(X, np.arange(5), np.ones(5, int)), TypeError, "counts .*int64"),
        (lambda: g.cross_entropy_backward(1, np.arange(5), COST, [True] * 5), TypeError, "counts .*list"),
        (lambda: g.linear_backward(D[:3], X, X.T), ValueError, r"x .*\(5,\).* d_output .*\(3,\)"),
        (lambda: g.linear_backward(D[:1, :5], X, X.T), ValueError, r"d_output .*\(1, 5\).*\(5, …\)"),
    ],
)
def test_wrong_input_is_named(call, error, words):
    with pytest.raises(error, match=words) as problem:
        call()
    assert " | " in str(problem.value)
