"""Every backward pass against central differences, on sizes that all differ, and against PyTorch."""

from functools import partial
from importlib.util import find_spec

import numpy as np
import pytest

from helpers.kernels.attention import multi_head_attention, scaled_dot_product_attention, softmax
from helpers.kernels.feed_forward import feed_forward, gelu, relu
from helpers.kernels.normalization import layer_norm
from helpers.kernels.recurrent import rnn
from helpers.models import gradients as g
from helpers.models.gradients.feed_forward import activation_backward
from helpers.models.parameters import (
    AttentionParams,
    DecoderLayerParams,
    EncoderLayerParams,
    FeedForwardParams,
    NormParams,
    RNNParams,
)
from helpers.models.sequence_to_sequence import (
    Wiring,
    init_sequence_to_sequence,
    loss_and_gradients,
)
from helpers.models.transformer import decoder, decoder_layer, encoder, encoder_layer
from helpers.models.trees import map_tree, named_leaves

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")

TOLERANCE = 1e-6  # of the largest element of each gradient
BATCH, HEADS, M, N, D_MODEL, D_K, D_V, D_FF = 3, 2, 4, 5, 6, 7, 8, 9  # no two alike
EXACT = partial(gelu, approximate="none")


def draw(*shape, seed=0):
    return np.random.default_rng([seed, *shape]).standard_normal(shape)


def attention_params(seed, biases=True):
    rng = np.random.default_rng(seed)
    params = AttentionParams(
        rng.standard_normal((HEADS, D_MODEL, D_K)),
        rng.standard_normal((HEADS, D_MODEL, D_K)),
        rng.standard_normal((HEADS, D_MODEL, D_V)),
        rng.standard_normal((HEADS * D_V, D_MODEL)),
        rng.standard_normal((HEADS, D_K)),
        rng.standard_normal((HEADS, D_K)),
        rng.standard_normal((HEADS, D_V)),
        rng.standard_normal(D_MODEL),
    )
    return params if biases else AttentionParams(*params[:4])


def ffn_params(seed, biases=True):
    w_1, w_2 = draw(D_MODEL, D_FF, seed=seed), draw(D_FF, D_MODEL, seed=seed)
    if not biases:
        return FeedForwardParams(w_1, None, w_2, None)
    return FeedForwardParams(w_1, draw(D_FF, seed=seed), w_2, draw(D_MODEL, seed=seed))


def norm_params(seed):
    return NormParams(1 + 0.3 * draw(D_MODEL, seed=seed), draw(D_MODEL, seed=seed + 1))


def encoder_params(seed, biases=True):
    return EncoderLayerParams(
        attention_params(seed, biases), norm_params(seed), ffn_params(seed, biases), norm_params(seed + 9)
    )


def decoder_params(seed, biases=True):
    return DecoderLayerParams(
        attention_params(seed, biases), norm_params(seed),
        attention_params(seed + 5, biases), norm_params(seed + 7),
        ffn_params(seed, biases), norm_params(seed + 9),
    )  # fmt: skip


def mask(*shape):
    """A random mask in which every row may look at something."""
    n, m = shape[-2:]
    return (draw(*shape) > 0) | (np.arange(n)[:, None] % m == np.arange(m))


def difference(f, array, step=1e-5):
    """The gradient of the number f() by each element of ``array``, by central differences."""
    gradient = np.empty_like(array)
    for i in np.ndindex(array.shape):
        kept = array[i]
        array[i] = kept + step
        above = f()
        array[i] = kept - step
        below = f()
        array[i] = kept
        gradient[i] = (above - below) / (2 * step)
    return gradient


def check(forward, inputs, backward):
    """Compare ``backward(d_output)``, a tree like ``inputs``, with central differences of ``forward()``.

    The loss is the sum of output * d_output with a random d_output. Returns the largest relative error.
    """
    d_output = draw(*np.shape(forward()), seed=99)
    found = backward(d_output)
    assert same_form(found, inputs)
    worst = 0.0
    arrays = named_leaves(inputs)
    for name, gradient in named_leaves(found).items():
        assert gradient.shape == arrays[name].shape and gradient.dtype == arrays[name].dtype, name
        expected = difference(lambda: np.sum(forward() * d_output), arrays[name])
        # where nothing matters (b_k shifts all scores of a row alike), 1 is the scale
        scale = np.abs(expected).max() if np.abs(expected).max() > 1e-7 else 1.0
        error = np.abs(gradient - expected).max() / scale
        assert error < TOLERANCE, f"{name}: relative error {error:.1e}"
        worst = max(worst, error)
    return worst


def same_form(a, b):
    """True where both are the same tree: the same named tuples, None in the same places."""
    if not isinstance(b, tuple):
        return (a is None) == (b is None) and not isinstance(a, tuple)
    return type(a) is type(b) and len(a) == len(b) and all(map(same_form, a, b))


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


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("biases", [True, False])
def test_encoder_layer(norm, biases):
    x, params = draw(BATCH, N, D_MODEL), encoder_params(1, biases)
    options = {"activation": relu, "eps": 0.1}
    result = encoder_layer(x, params, norm, mask(N, N), **options)
    check(
        lambda: encoder_layer(x, params, norm, mask(N, N), **options).output,
        (x, params),
        lambda d: tuple(g.encoder_layer_backward(d, x, params, result, **options)),
    )


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("batch", [(BATCH,), ()])
def test_decoder_layer(norm, batch):
    y, memory, params = draw(*batch, N, D_MODEL), draw(BATCH, M, D_MODEL), decoder_params(1)
    options = {"activation": EXACT, "eps": 0.1}
    masks = {"mask": mask(N, N), "memory_mask": mask(BATCH, 1, M)}
    result = decoder_layer(y, memory, params, norm, **masks, **options)
    check(
        lambda: decoder_layer(y, memory, params, norm, **masks, **options).output,
        (y, memory, params),
        lambda d: tuple(g.decoder_layer_backward(d, y, memory, params, result, **options)),
    )


@pytest.mark.parametrize("norm, final", [("post", False), ("post", True), ("pre", False), ("pre", True)])
def test_encoder(norm, final):
    x, layers = draw(N, D_MODEL), (encoder_params(1), encoder_params(2, biases=False))
    final_norm = norm_params(3) if final else None
    result = encoder(x, layers, norm, final_norm)
    check(
        lambda: encoder(x, layers, norm, final_norm).output,
        (x, layers, final_norm),
        lambda d: tuple(g.encoder_backward(d, x, layers, result, final_norm)),
    )


@pytest.mark.parametrize("norm, final", [("post", True), ("pre", False)])
def test_decoder(norm, final):
    y, memory = draw(N, D_MODEL), draw(M, D_MODEL)
    layers, final_norm = (decoder_params(1), decoder_params(2)), norm_params(3) if final else None
    result = decoder(y, memory, layers, norm, final_norm)
    check(
        lambda: decoder(y, memory, layers, norm, final_norm).output,
        (y, memory, layers, final_norm),
        lambda d: tuple(g.decoder_backward(d, y, memory, layers, result, final_norm)),
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


def sentences():
    source = np.array([[3, 4, 5, 6], [5, 3, 0, 0], [4, 7, 3, 0]])  # PAD = 0 at the end
    target = np.array([[1, 3, 4, 5, 6, 2], [1, 8, 4, 2, 0, 0], [1, 3, 3, 4, 2, 0]])
    return source, target


def model(seed, norm="post", biases=True, layers=1, d_model=6, h=3, d_ff=5):
    """Params of an encoder-decoder with no gamma at 1, no beta and no bias at 0."""
    rng = np.random.default_rng(seed)
    params = init_sequence_to_sequence(
        rng, 8, 9, d_model, h, d_ff, layers, norm, biases, dtype=np.float64
    )
    return map_tree(lambda a: a + 0.3 * rng.standard_normal(a.shape), params)


@pytest.mark.parametrize(
    "wiring",
    [
        Wiring(),
        Wiring(norm="pre", activation=gelu, eps=0.1),
        Wiring(positions=False, causal=False),
    ],
)
def test_the_whole_model(wiring):
    (source, target), params = sentences(), model(1, wiring.norm)
    check(
        lambda: loss_and_gradients(params, source, target, wiring).loss,
        params,
        lambda d: map_tree(
            lambda a: a * d, loss_and_gradients(params, source, target, wiring).gradients
        ),
    )


@needs_torch
@pytest.mark.parametrize(
    "norm, activation, biases", [("post", relu, False), ("post", relu, True), ("pre", gelu, True)]
)
def test_the_whole_model_against_pytorch(norm, activation, biases):
    import pytorch_twin
    import torch

    (source, target), params = sentences(), model(2, norm, biases, layers=2)
    wiring = Wiring(norm=norm, activation=activation)
    loss, gradients = loss_and_gradients(params, source, target, wiring)
    functions = {relu: torch.relu, gelu: partial(torch.nn.functional.gelu, approximate="tanh")}
    twin = pytorch_twin.Twin(params, norm, functions[activation])
    theirs = pytorch_twin.loss(twin, torch.from_numpy(source), torch.from_numpy(target))
    theirs.backward()
    assert abs(loss - theirs.item()) < 1e-12
    expected = {name: p.grad.numpy() for name, p in twin.named_parameters()}
    ours = pytorch_twin.by_torch_name(gradients)
    assert ours.keys() == expected.keys()
    for name in ours:
        np.testing.assert_allclose(
            ours[name], expected[name], rtol=0, atol=1e-10 * np.abs(expected[name]).max() + 1e-15
        )
