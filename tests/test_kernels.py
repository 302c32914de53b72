"""Each kernel against a reference written here as plain loops, on sizes that all differ."""

import math
import tracemalloc
from types import SimpleNamespace

import numpy as np
import pytest

from helpers import (
    RNNParams,
    batch_norm,
    blockwise_attention,
    causal_mask,
    feed_forward,
    gelu,
    init_attention,
    init_feed_forward,
    layer_norm,
    multi_head_attention,
    relu,
    rms_norm,
    rnn,
    rotary_position_embedding,
    scaled_dot_product_attention,
    sinusoidal_positional_encoding,
    softmax,
)
from helpers.kernels.attention import SHORT, SMALL
from helpers.kernels.linear import linear

B, N, M, H, D_K, D_V, D_MODEL, D_FF = 2, 5, 6, 3, 4, 7, 10, 13


@pytest.fixture
def rng():
    return np.random.default_rng(7)


def assert_same(result, reference, dtype=np.float64):
    assert result.dtype == dtype
    tolerance = 1e-12 if dtype == np.float64 else 3e-5
    np.testing.assert_allclose(result, reference, rtol=tolerance, atol=tolerance)


# ---- references: one number at a time, in Python floats -----------------------------------------


def softmax_of(row):
    e = [math.exp(s) for s in row]
    return [x / sum(e) for x in e]


def attention_of(q, k, v, visible=lambda i, j: True):
    """Scores, weights and output of one head for lists of vectors."""
    scores = [[sum(a * b for a, b in zip(q_i, k_j)) for k_j in k] for q_i in q]
    weights = []
    for i, row in enumerate(scores):
        seen = [j for j in range(len(k)) if visible(i, j)]
        w = softmax_of([row[j] / math.sqrt(len(q[0])) for j in seen])
        weights.append([w[seen.index(j)] if j in seen else 0.0 for j in range(len(k))])
    output = [
        [sum(w * v_j[c] for w, v_j in zip(row, v)) for c in range(len(v[0]))] for row in weights
    ]
    return scores, weights, output


def normalized(numbers, eps):
    mean = sum(numbers) / len(numbers)
    variance = sum((x - mean) ** 2 for x in numbers) / len(numbers)
    return [(x - mean) / math.sqrt(variance + eps) for x in numbers]


def draw(rng, *shape, dtype=np.float64):
    return rng.normal(size=shape).astype(dtype)


def with_biases(rng, params):
    """The same weights with biases that are not zero: a forgotten one must show."""
    drawn = {
        name: 0.5 * draw(rng, *b.shape, dtype=b.dtype)
        for name, b in params._asdict().items()
        if name.startswith("b_")
    }
    return params._replace(**drawn)


# ---- softmax ------------------------------------------------------------------------------------


def test_softmax_along_each_axis(rng, dtype):
    x = draw(rng, B, N, M, dtype=dtype)
    rows = [[softmax_of(row) for row in sentence] for sentence in x.tolist()]
    assert_same(softmax(x), rows, dtype)
    columns = [np.transpose([softmax_of(c) for c in s.T.tolist()]) for s in x]
    assert_same(softmax(x, axis=1), columns, dtype)


@pytest.mark.parametrize("size", [1, SHORT - 1, SHORT, SHORT + 1, SMALL])
def test_softmax_of_rows_of_any_length(rng, dtype, size):
    """Short rows lie otherwise in memory on the way; the result lies as usual, and x stays as it is."""
    x = draw(rng, B, N, size, dtype=dtype)
    kept = x.copy()
    weights = softmax(x)
    assert_same(weights, [[softmax_of(row) for row in sentence] for sentence in x.tolist()], dtype)
    assert weights.flags.c_contiguous and (x == kept).all()
    assert_same(softmax(x[0, 0]), softmax_of(x[0, 0].tolist()), dtype)


def test_softmax_knows_only_differences(rng):
    x = draw(rng, N, M)
    assert_same(softmax(x + 1000), softmax(x))
    assert softmax([0.0, 5000.0]).tolist() == [0, 1]  # exp(5000) alone would overflow


# ---- a matrix and a bias ------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(), (N,), (B, N), (B, M, N)])
def test_linear_treats_each_position_alike(rng, dtype, shape):
    x, w, b = (draw(rng, *s, dtype=dtype) for s in ((*shape, D_MODEL), (D_MODEL, D_FF), (D_FF,)))
    reference = np.empty((*shape, D_FF))
    for place in np.ndindex(*shape):
        for j in range(D_FF):
            reference[*place, j] = sum(float(x[*place, i]) * float(w[i, j]) for i in range(D_MODEL))
    assert_same(linear(x, w), reference, dtype)
    assert_same(linear(x, w, b), reference + b, dtype)


# ---- attention ----------------------------------------------------------------------------------


def test_attention_of_one_head(rng, dtype):
    q, k, v = (draw(rng, *s, dtype=dtype) for s in ((N, D_K), (M, D_K), (M, D_V)))
    scores, weights, output = attention_of(q.tolist(), k.tolist(), v.tolist())
    result = scaled_dot_product_attention(q, k, v)
    assert result._fields == ("scores", "scaled_scores", "weights", "output")
    assert_same(result.scores, scores, dtype)
    assert_same(result.scaled_scores, np.array(scores) / 2, dtype)  # sqrt(d_k) = 2
    assert_same(result.weights, weights, dtype)
    assert_same(result.output, output, dtype)


def test_hidden_keys_have_no_weight(rng, dtype):
    q, k, v = (draw(rng, *s, dtype=dtype) for s in ((N, D_K), (M, D_K), (M, D_V)))
    mask = rng.random((N, M)) < 0.5
    mask[:, 2] = True
    _, weights, output = attention_of(q.tolist(), k.tolist(), v.tolist(), lambda i, j: mask[i, j])
    result = scaled_dot_product_attention(q, k, v, mask)
    assert_same(result.weights, weights, dtype)
    assert_same(result.output, output, dtype)
    assert not result.weights[~mask].any()


def test_batch_axes_are_the_single_calls(rng):
    q, k, v = draw(rng, B, H, N, D_K), draw(rng, B, H, M, D_K), draw(rng, B, H, M, D_V)
    mask = rng.random((B, 1, N, M)) < 0.7
    mask[..., 0] = True
    result = scaled_dot_product_attention(q, k, v, mask)
    for b in range(B):
        for h in range(H):
            one = scaled_dot_product_attention(q[b, h], k[b, h], v[b, h], mask[b, 0])
            assert_same(result.weights[b, h], one.weights)
            assert_same(result.output[b, h], one.output)


def test_a_mask_of_one_row_serves_every_query(rng):
    q, k, v = draw(rng, N, D_K), draw(rng, M, D_K), draw(rng, M, D_V)
    row = np.array([[True, True, False, True, False, True]])
    one = scaled_dot_product_attention(q, k, v, row).output
    assert_same(scaled_dot_product_attention(q, k, v, np.repeat(row, N, axis=0)).output, one)


def test_attention_identities(rng):
    q, k, v = draw(rng, N, D_K), draw(rng, M, D_K), draw(rng, M, D_V)
    result = scaled_dot_product_attention(q, k, v)
    assert_same(result.weights.sum(axis=-1), np.ones(N))
    order, keys = rng.permutation(N), rng.permutation(M)
    assert_same(scaled_dot_product_attention(q[order], k, v).output, result.output[order])
    assert_same(scaled_dot_product_attention(q, k[keys], v[keys]).output, result.output)
    assert_same(scaled_dot_product_attention(0 * q, k, v).output, np.tile(v.mean(axis=0), (N, 1)))
    # For fixed weights the output is linear in the values.
    w = draw(rng, M, D_V)
    both = scaled_dot_product_attention(q, k, 2 * v - 3 * w).output
    assert_same(both, 2 * result.output - 3 * scaled_dot_product_attention(q, k, w).output)


def test_causal_mask_hides_the_future_only():
    assert causal_mask(4).dtype == bool
    assert causal_mask(4).tolist() == [[j <= i for j in range(4)] for i in range(4)]


def test_a_causal_prefix_does_not_change_when_words_follow(rng):
    params = init_attention(rng, D_MODEL, 2)
    x = draw(rng, N, D_MODEL)
    long = multi_head_attention(x, params, mask=causal_mask(N)).output
    for n in range(1, N):
        short = multi_head_attention(x[:n], params, mask=causal_mask(n)).output
        assert_same(short, long[:n])


# ---- many heads ---------------------------------------------------------------------------------


@pytest.mark.parametrize("biases", [False, True])
@pytest.mark.parametrize("cross", [False, True])
def test_multi_head_attention(rng, dtype, biases, cross):
    params = init_attention(rng, D_MODEL, H, D_K, D_V, biases=biases, dtype=dtype)
    params = with_biases(rng, params) if biases else params
    x = draw(rng, B, N, D_MODEL, dtype=dtype)
    context = draw(rng, B, M, D_MODEL, dtype=dtype) if cross else None
    mask = rng.random((B, N, M if cross else N)) < 0.6
    mask[..., 0] = True
    result = multi_head_attention(x, params, context, mask)
    assert result._fields == (
        "q", "k", "v", "scores", "scaled_scores", "weights", "heads", "concat", "output",
    )  # fmt: skip
    source = context if cross else x
    assert result.q.shape == (B, H, N, D_K)
    assert result.v.shape == (B, H, source.shape[1], D_V)
    for b in range(B):
        concat = np.empty((N, 0))
        for h in range(H):
            q, k, v = (
                np.einsum("nd,dk->nk", a, w[h]) + (bias[h] if biases else 0)
                for a, w, bias in (
                    (x[b], params.w_q, params.b_q),
                    (source[b], params.w_k, params.b_k),
                    (source[b], params.w_v, params.b_v),
                )
            )
            visible = mask[b].item
            scores, weights, head = attention_of(
                q.tolist(), k.tolist(), v.tolist(), lambda i, j, seen=visible: seen((i, j))
            )
            for name, value in (
                ("q", q), ("k", k), ("v", v), ("scores", scores), ("weights", weights),
                ("scaled_scores", np.array(scores) / math.sqrt(D_K)), ("heads", head),
            ):  # fmt: skip
                assert_same(getattr(result, name)[b, h], value, dtype)
            concat = np.hstack([concat, head])
        assert_same(result.concat[b], concat, dtype)
        output = np.einsum("nc,cd->nd", concat, params.w_o) + (params.b_o if biases else 0)
        assert_same(result.output[b], output, dtype)


def test_heads_add_up(rng):
    """Concat then W^O is the sum over heads of head times its rows of W^O."""
    params = init_attention(rng, D_MODEL, H, D_K, D_V)
    result = multi_head_attention(draw(rng, N, D_MODEL), params)
    blocks = params.w_o.reshape(H, D_V, D_MODEL)
    assert_same(result.output, sum(result.heads[h] @ blocks[h] for h in range(H)))


def test_params_may_be_any_object(rng):
    params = init_attention(rng, D_MODEL, 2)
    plain = SimpleNamespace(w_q=params.w_q, w_k=params.w_k, w_v=params.w_v, w_o=params.w_o)
    x = draw(rng, N, D_MODEL)
    assert_same(multi_head_attention(x, plain).output, multi_head_attention(x, params).output)


# ---- block by block -----------------------------------------------------------------------------


@pytest.mark.parametrize("block_size", [1, 4, 7, 64, 512])
@pytest.mark.parametrize("causal", [False, True])
def test_blockwise_is_plain_attention(rng, dtype, block_size, causal):
    n, m = (37, 37) if causal else (37, 23)  # no multiples of a block
    q, k, v = (draw(rng, B, H, *s, dtype=dtype) for s in ((n, D_K), (m, D_K), (m, D_V)))
    plain = scaled_dot_product_attention(q, k, v, causal_mask(n) if causal else None).output
    assert_same(blockwise_attention(q, k, v, causal, block_size), plain, dtype)


def test_blockwise_shares_keys_between_heads(rng):
    q, k, v = draw(rng, B, H, N, D_K), draw(rng, B, 1, M, D_K), draw(rng, M, D_V)
    plain = scaled_dot_product_attention(q, k, v).output
    assert_same(blockwise_attention(q, k, v, block_size=4), plain)


def test_blockwise_bears_large_scores_in_any_order():
    q, v = np.ones((1, 1)), np.arange(4.0)[:, None]
    for k in ([-4000, 0, 3000, 2999], [2999, 3000, 0, -4000]):
        k = np.array(k, dtype=float)[:, None]
        plain = scaled_dot_product_attention(q, k, v).output
        assert_same(blockwise_attention(q, k, v, block_size=1), plain)


@pytest.mark.parametrize("causal", [False, True])
def test_blockwise_memory_does_not_grow_with_n(rng, dtype, causal):
    def extra(n):
        q, k, v = (draw(rng, n, 64, dtype=dtype) for _ in range(3))
        blockwise_attention(q, k, v, causal)
        tracemalloc.start()
        try:
            output = blockwise_attention(q, k, v, causal)
            return tracemalloc.get_traced_memory()[1] - output.nbytes
        finally:
            tracemalloc.stop()

    short, long = extra(1024), extra(3072)
    assert long < 1.5 * 2**20  # plain attention needs at least 36 MiB here
    assert long < short + 2**16


# ---- normalization ------------------------------------------------------------------------------


@pytest.mark.parametrize("eps", [1e-5, 0.5, 0.0])
def test_layer_norm(rng, dtype, eps):
    x, gamma, beta = (draw(rng, *s, dtype=dtype) for s in ((B, N, D_MODEL), (D_MODEL,), (D_MODEL,)))
    x = 3 * x + 2
    reference = [[normalized(row, eps) for row in sentence] for sentence in x.tolist()]
    assert_same(layer_norm(x, eps=eps), reference, dtype)
    assert_same(layer_norm(x, gamma, beta, eps), gamma * np.array(reference) + beta, dtype)
    assert_same(layer_norm(x, 2.0, 0.5, eps), 2 * np.array(reference) + 0.5, dtype)
    assert_same(layer_norm(x, np.float64(2), 0.5, eps), 2 * np.array(reference) + 0.5, dtype)


def test_layer_norm_identities(rng):
    x = 5 * draw(rng, N, D_MODEL) + 3
    y = layer_norm(x, eps=0)
    assert_same(y.mean(axis=-1), np.zeros(N))
    assert_same((y * y).mean(axis=-1), np.ones(N))
    assert_same(layer_norm(100 * x - 7, eps=0), y)  # scale and shift are gone
    assert_same(layer_norm(-x, eps=0), -y)


def test_layer_norm_of_the_lecture():
    assert np.round(layer_norm([1, 3, 8]), 3).tolist() == [-1.019, -0.340, 1.359]


@pytest.mark.parametrize("eps", [1e-5, 0.5])
def test_batch_norm(rng, dtype, eps):
    x, gamma, beta = (draw(rng, *s, dtype=dtype) for s in ((B, N, D_MODEL), (D_MODEL,), (D_MODEL,)))
    x = 3 * x + 2
    features = x.reshape(B * N, D_MODEL).T.tolist()
    reference = np.transpose([normalized(f, eps) for f in features]).reshape(B, N, D_MODEL)
    assert_same(batch_norm(x, eps=eps), reference, dtype)
    assert_same(batch_norm(x, gamma, beta, eps), gamma * reference + beta, dtype)


def test_batch_norm_with_the_statistics_of_training(rng):
    x = draw(rng, B, N, D_MODEL)
    mean, variance = x.mean(axis=(0, 1)), x.var(axis=(0, 1))
    assert_same(batch_norm(x, mean=mean, variance=variance), batch_norm(x))
    single = batch_norm(x[0, :1], mean=mean, variance=variance)  # one row has no spread of its own
    assert_same(single, batch_norm(x)[0, :1])


def test_rms_norm(rng, dtype):
    x, gamma = draw(rng, B, N, D_MODEL, dtype=dtype), draw(rng, D_MODEL, dtype=dtype)
    root = [[math.sqrt(sum(a * a for a in r) / D_MODEL + 0.1) for r in s] for s in x.tolist()]
    assert_same(rms_norm(x, gamma, eps=0.1), gamma * x / np.array(root)[..., None], dtype)
    centred = x - x.mean(axis=-1, keepdims=True)
    assert_same(rms_norm(centred), layer_norm(x), dtype)


# ---- feed-forward -------------------------------------------------------------------------------


def test_relu(rng, dtype):
    x = draw(rng, B, N, dtype=dtype)
    assert_same(relu(x), [[max(0.0, a) for a in row] for row in x.tolist()], dtype)


def test_gelu_in_both_forms(rng, dtype):
    x = np.linspace(-9, 9, 181).astype(dtype)
    c = math.sqrt(2 / math.pi)
    tanh = [0.5 * a * (1 + math.tanh(c * (a + 0.044715 * a**3))) for a in x.tolist()]
    exact = [a * math.erfc(-a / math.sqrt(2)) / 2 for a in x.tolist()]
    assert_same(gelu(x), tanh, dtype)
    assert_same(gelu(x, approximate="tanh"), tanh, dtype)
    assert_same(gelu(x, approximate="none"), exact, dtype)


def test_exact_gelu_keeps_its_digits_far_to_the_left():
    # x times the integral of the normal density up to x, by the asymptotic series at -30
    x, term, series = -30.0, 1.0, 1.0
    for k in range(1, 20):
        term *= -(2 * k - 1) / x**2
        series += term
    expected = -math.exp(-x * x / 2) / math.sqrt(2 * math.pi) * series
    np.testing.assert_allclose(gelu(x, "none"), expected, rtol=1e-12)


def test_the_two_gelus_differ_by_less_than_the_docstring_says():
    x = np.linspace(-8, 8, 100_001)
    worst = np.abs(gelu(x) - gelu(x, "none")).max()
    assert 4.7e-4 < worst < 4.8e-4


@pytest.mark.parametrize("activation", [gelu, relu])
def test_feed_forward(rng, dtype, activation):
    params = with_biases(rng, init_feed_forward(rng, D_MODEL, D_FF, dtype=dtype))
    x = draw(rng, B, N, D_MODEL, dtype=dtype)
    result = feed_forward(x, params, activation)
    assert result._fields == ("hidden", "activated", "output")
    hidden = np.einsum("bnd,df->bnf", x, params.w_1) + params.b_1
    assert_same(result.hidden, hidden, dtype)
    assert_same(result.activated, activation(hidden), dtype)
    output = np.einsum("bnf,fd->bnd", activation(hidden), params.w_2) + params.b_2
    assert_same(result.output, output, dtype)
    assert_same(feed_forward(x[1, 3], params, activation).output, result.output[1, 3], dtype)
    without = feed_forward(x, params._replace(b_1=None, b_2=None), activation).hidden
    assert_same(without, hidden - params.b_1, dtype)


def test_feed_forward_uses_gelu_by_default(rng):
    params = init_feed_forward(rng, D_MODEL, D_FF)
    x = draw(rng, N, D_MODEL)
    assert_same(feed_forward(x, params).output, feed_forward(x, params, gelu).output)


# ---- positions ----------------------------------------------------------------------------------


def test_sinusoidal_positional_encoding():
    pe = sinusoidal_positional_encoding(N, D_MODEL)
    reference = np.empty((N, D_MODEL))
    for pos in range(N):
        for i in range(D_MODEL // 2):
            angle = pos / 10000 ** (2 * i / D_MODEL)
            reference[pos, 2 * i : 2 * i + 2] = math.sin(angle), math.cos(angle)
    assert_same(pe, reference)
    assert pe[0].tolist() == [0, 1] * (D_MODEL // 2)


def test_a_shift_of_the_encoding_is_a_rotation():
    pe = sinusoidal_positional_encoding(40, D_MODEL)
    swapped = np.arange(D_MODEL) ^ 1  # (sin, cos) -> (cos, sin): the point at that angle
    turned = rotary_position_embedding(pe[:, swapped], np.full(40, 3))
    assert_same(turned[:-3, swapped], pe[3:])


def test_rotary_position_embedding(rng, dtype):
    x, positions = draw(rng, B, H, N, D_K, dtype=dtype), np.array([0, 3, 1, 17, 200])
    reference = np.empty(x.shape)
    for n, pos in enumerate(positions.tolist()):
        for i in range(D_K // 2):
            z = (x[:, :, n, 2 * i] + 1j * x[:, :, n, 2 * i + 1]).astype(complex)
            z = z * np.exp(1j * pos / 10000 ** (2 * i / D_K))  # a turn is a complex factor
            reference[:, :, n, 2 * i], reference[:, :, n, 2 * i + 1] = z.real, z.imag
    assert_same(rotary_position_embedding(x, positions), reference, dtype)
    own = np.broadcast_to(positions, (B, H, N)).copy()
    assert_same(rotary_position_embedding(x, own), reference, dtype)


def test_rotary_scores_know_only_the_distance(rng):
    q, k = draw(rng, 1, D_MODEL), draw(rng, 1, D_MODEL)

    def score(i, j):
        turned = (rotary_position_embedding(a, [p]) for a, p in ((q, i), (k, j)))
        return float(np.vdot(*turned))

    assert abs(score(5, 2) - score(105, 102)) < 1e-12
    assert abs(score(5, 2) - score(5, 3)) > 1e-3
    turned = rotary_position_embedding(q, [9])
    assert_same(np.linalg.norm(turned), np.linalg.norm(q))
    assert_same(rotary_position_embedding(q, [0]), q)


# ---- recurrent ----------------------------------------------------------------------------------


@pytest.mark.parametrize("started", [False, True])
def test_rnn(rng, dtype, started):
    params = RNNParams(*(draw(rng, *s, dtype=dtype) for s in ((D_K, D_V), (D_V, D_V), (D_V,))))
    x, h_0 = draw(rng, B, N, D_K, dtype=dtype), draw(rng, B, D_V, dtype=dtype)
    states = rnn(x, params, h_0 if started else None)
    for b in range(B):
        h = h_0[b].tolist() if started else [0.0] * D_V
        for t in range(N):
            h = [
                math.tanh(
                    sum(x[b, t, i].item() * params.w_x[i, j].item() for i in range(D_K))
                    + sum(h[i] * params.w_h[i, j].item() for i in range(D_V))
                    + params.b[j].item()
                )
                for j in range(D_V)
            ]
            assert_same(states[b, t], h, dtype)


def test_rnn_cannot_see_ahead_and_forgets_nothing_exactly(rng):
    params = RNNParams(draw(rng, D_K, D_V), draw(rng, D_V, D_V))
    x = draw(rng, N, D_K)
    changed = x.copy()
    changed[2] += 1
    differs = np.abs(rnn(x, params) - rnn(changed, params)).max(axis=-1) > 1e-9
    assert differs.tolist() == [False, False, True, True, True]
