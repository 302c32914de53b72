"""Layers and stacks, in both wirings, against a reference written here with einsum."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from helpers import (
    NormParams,
    causal_mask,
    decoder,
    decoder_layer,
    encoder,
    encoder_layer,
    init_attention,
    init_decoder_layer,
    init_encoder_layer,
    init_feed_forward,
    init_rnn,
    layer_norm,
    relu,
    rnn,
)

B, N, M, H, D_MODEL, D_FF = 2, 5, 6, 3, 12, 17
WIRINGS = ["post", "pre"]


@pytest.fixture
def rng():
    return np.random.default_rng(11)


def assert_same(result, reference, dtype=np.float64):
    assert result.dtype == dtype
    tolerance = 1e-11 if dtype == np.float64 else 1e-4
    np.testing.assert_allclose(result, reference, rtol=tolerance, atol=tolerance)


def draw(rng, *shape, dtype=np.float64):
    return rng.normal(size=shape).astype(dtype)


def stir(params, rng):
    """The same tree of weights with noise on each: no bias stays 0, no gamma stays 1."""
    if isinstance(params, np.ndarray):
        return params + rng.normal(scale=0.3, size=params.shape).astype(params.dtype)
    return type(params)(*(stir(p, rng) for p in params))


def zeroed(attention_or_ffn):
    return type(attention_or_ffn)(*(None if p is None else 0 * p for p in attention_or_ffn))


# ---- references ---------------------------------------------------------------------------------


def attend(x, p, source, mask):
    q = np.einsum("bnd,hdk->bhnk", x, p.w_q) + p.b_q[:, None]
    k = np.einsum("bmd,hdk->bhmk", source, p.w_k) + p.b_k[:, None]
    v = np.einsum("bmd,hdv->bhmv", source, p.w_v) + p.b_v[:, None]
    e = np.exp(np.einsum("bhnk,bhmk->bhnm", q, k) / math.sqrt(q.shape[-1])) * mask
    heads = np.einsum("bhnm,bhmv->bhnv", e / e.sum(axis=-1)[..., None], v)
    w_o = p.w_o.reshape(heads.shape[1], heads.shape[3], -1)  # (h, d_v, d_model)
    return np.einsum("bhnv,hvd->bnd", heads, w_o) + p.b_o


def normalize(x, p, eps=1e-5):
    deviation = x - x.sum(axis=-1)[..., None] / x.shape[-1]
    variance = (deviation**2).sum(axis=-1)[..., None] / x.shape[-1]
    return p.gamma * deviation / (variance + eps) ** 0.5 + p.beta


def think(x, p):
    hidden = np.maximum(np.einsum("bnd,df->bnf", x, p.w_1) + p.b_1, 0)
    return np.einsum("bnf,fd->bnd", hidden, p.w_2) + p.b_2


def pass_through(x, steps, norm):
    """x through (sub-layer, norm parameters) pairs; returns the value after each."""
    values = []
    for sublayer, p in steps:
        x = x + sublayer(normalize(x, p)) if norm == "pre" else normalize(x + sublayer(x), p)
        values.append(x)
    return values


# ---- one layer ----------------------------------------------------------------------------------


@pytest.mark.parametrize("norm", WIRINGS)
def test_encoder_layer(rng, dtype, norm):
    p = stir(init_encoder_layer(rng, D_MODEL, H, D_FF, biases=True, dtype=dtype), rng)
    x = draw(rng, B, N, D_MODEL, dtype=dtype)
    mask = causal_mask(N)
    r = encoder_layer(x, p, norm, mask, activation=relu)
    steps = [
        (lambda z: attend(z, p.attention, z, mask), p.norm_1),
        (lambda z: think(z, p.ffn), p.norm_2),
    ]
    x_mid, output = pass_through(x, steps, norm)
    assert_same(r.x_mid, x_mid, dtype)
    assert_same(r.output, output, dtype)
    if norm == "post":
        assert r._fields == ("attention", "x_mid_raw", "x_mid", "ffn", "output_raw", "output")
        assert_same(r.x_mid_raw, x + r.attention.output, dtype)
        assert_same(r.output_raw, r.x_mid + r.ffn.output, dtype)
    else:
        assert r._fields == ("normed_1", "attention", "x_mid", "normed_2", "ffn", "output")
        assert_same(r.normed_1, normalize(x, p.norm_1), dtype)
        assert_same(r.normed_2, normalize(x_mid, p.norm_2), dtype)


@pytest.mark.parametrize("norm", WIRINGS)
def test_decoder_layer(rng, dtype, norm):
    p = stir(init_decoder_layer(rng, D_MODEL, H, D_FF, biases=True, dtype=dtype), rng)
    y, memory = draw(rng, B, N, D_MODEL, dtype=dtype), draw(rng, B, M, D_MODEL, dtype=dtype)
    seen = np.ones((B, 1, M), bool)
    seen[1, 0, 4:] = False  # the second sentence is shorter
    r = decoder_layer(y, memory, p, norm, memory_mask=seen, activation=relu)
    steps = [
        (lambda z: attend(z, p.self_attention, z, causal_mask(N)), p.norm_1),
        (lambda z: attend(z, p.cross_attention, memory, seen[:, None]), p.norm_2),
        (lambda z: think(z, p.ffn), p.norm_3),
    ]
    for name, value in zip(("y_self", "y_cross", "output"), pass_through(y, steps, norm)):
        assert_same(getattr(r, name), value, dtype)
    if norm == "post":
        assert_same(r.y_self_raw, y + r.self_attention.output, dtype)
        assert_same(r.y_cross_raw, r.y_self + r.cross_attention.output, dtype)
        assert_same(r.output_raw, r.y_cross + r.ffn.output, dtype)
    else:
        normed = [(r.normed_1, y, 1), (r.normed_2, r.y_self, 2), (r.normed_3, r.y_cross, 3)]
        for value, raw, i in normed:
            assert_same(value, normalize(raw, getattr(p, f"norm_{i}")), dtype)


@pytest.mark.parametrize("norm", WIRINGS)
def test_results_are_in_order_of_computation(rng, norm):
    """Each array is what the ones before it give, so a reader can step through the fields."""
    p = init_decoder_layer(rng, D_MODEL, H, D_FF)
    r = decoder_layer(draw(rng, N, D_MODEL), draw(rng, M, D_MODEL), p, norm)
    expected = {
        "post": (
            "self_attention", "y_self_raw", "y_self", "cross_attention", "y_cross_raw", "y_cross",
            "ffn", "output_raw", "output",
        ),
        "pre": (
            "normed_1", "self_attention", "y_self", "normed_2", "cross_attention", "y_cross",
            "normed_3", "ffn", "output",
        ),
    }  # fmt: skip
    assert r._fields == expected[norm]


def test_the_decoder_is_causal_unless_told_otherwise(rng):
    p = init_decoder_layer(rng, D_MODEL, H, D_FF)
    y, memory = draw(rng, N, D_MODEL), draw(rng, M, D_MODEL)
    r = decoder_layer(y, memory, p)
    for n in range(1, N):
        assert_same(decoder_layer(y[:n], memory, p).output, r.output[:n])
    open_eyes = decoder_layer(y, memory, p, mask=np.ones((N, N), bool))
    assert not np.allclose(open_eyes.output[0], r.output[0])
    assert not r.self_attention.weights[..., ~causal_mask(N)].any()
    assert r.cross_attention.weights.shape == (H, N, M)


def test_eps_reaches_every_norm(rng):
    x, memory = draw(rng, N, D_MODEL), draw(rng, M, D_MODEL)
    e, d = init_encoder_layer(rng, D_MODEL, H, D_FF), init_decoder_layer(rng, D_MODEL, H, D_FF)
    r = encoder_layer(x, e, eps=0.5)
    assert_same(r.x_mid, normalize(r.x_mid_raw, e.norm_1, 0.5))
    assert_same(r.output, normalize(r.output_raw, e.norm_2, 0.5))
    r = decoder_layer(x, memory, d, "pre", eps=0.5)
    assert_same(r.normed_3, normalize(r.y_cross, d.norm_3, 0.5))
    r = encoder(x, [e], "pre", eps=0.5)
    assert_same(r.output, layer_norm(r.layers[0].output, eps=0.5))


# ---- identities ---------------------------------------------------------------------------------


def test_without_sublayers_pre_norm_is_the_identity_and_post_norm_is_not(rng):
    p = init_encoder_layer(rng, D_MODEL, H, D_FF)
    p = p._replace(attention=zeroed(p.attention), ffn=zeroed(p.ffn))
    x = 4 * draw(rng, B, N, D_MODEL)
    assert encoder_layer(x, p, "pre").output.tolist() == x.tolist()
    stack = encoder(x, [p, p, p], "pre")
    assert stack.layers[-1].output.tolist() == x.tolist()
    assert_same(stack.output, layer_norm(x))  # the stack ends in a norm
    assert_same(encoder_layer(x, p, "post").output, layer_norm(layer_norm(x)))


@pytest.mark.parametrize("norm", WIRINGS)
def test_without_positions_order_is_invisible(rng, norm):
    layers = [init_encoder_layer(rng, D_MODEL, H, D_FF) for _ in range(2)]
    x, order = draw(rng, N, D_MODEL), rng.permutation(N)
    assert_same(encoder(x[order], layers, norm).output, encoder(x, layers, norm).output[order])


@pytest.mark.parametrize("norm", WIRINGS)
def test_batch_axes_are_the_single_calls(rng, norm):
    layers = [init_decoder_layer(rng, D_MODEL, H, D_FF) for _ in range(2)]
    y, memory = draw(rng, 3, B, N, D_MODEL), draw(rng, 3, B, M, D_MODEL)
    together = decoder(y, memory, layers, norm)
    for i in np.ndindex(3, B):
        assert_same(together.output[i], decoder(y[i], memory[i], layers, norm).output)


# ---- stacks -------------------------------------------------------------------------------------


@pytest.mark.parametrize("norm", WIRINGS)
def test_a_stack_feeds_each_layer_with_the_last(rng, dtype, norm):
    end = NormParams(draw(rng, D_MODEL, dtype=dtype), draw(rng, D_MODEL, dtype=dtype))
    x, memory = draw(rng, N, D_MODEL, dtype=dtype), draw(rng, M, D_MODEL, dtype=dtype)
    layers = [init_encoder_layer(rng, D_MODEL, H, f, dtype=dtype) for f in (17, 19)]
    mask = causal_mask(N)
    options = {"mask": mask, "activation": relu, "eps": 0.1}
    one = encoder_layer(x, layers[0], norm, **options)
    two = encoder_layer(one.output, layers[1], norm, **options)
    r = encoder(x, layers, norm, end, **options)
    assert r._fields == ("layers", "output")
    assert_same(r.layers[0].output, one.output, dtype)
    assert_same(r.layers[1].output, two.output, dtype)
    assert_same(r.output, normalize(two.output, end, 0.1), dtype)
    bare = encoder(x, layers, norm, **options)
    plain = two.output if norm == "post" else layer_norm(two.output, eps=0.1)
    assert_same(bare.output, plain, dtype)

    layers = [init_decoder_layer(rng, D_MODEL, H, D_FF, dtype=dtype) for _ in range(2)]
    options |= {"memory_mask": rng.random((N, M)) < 0.8}
    options["memory_mask"][:, 0] = True
    one = decoder_layer(x, memory, layers[0], norm, **options)
    two = decoder_layer(one.output, memory, layers[1], norm, **options)
    r = decoder(x, memory, layers, norm, end, **options)
    assert_same(r.layers[1].output, two.output, dtype)
    assert_same(r.output, normalize(two.output, end, 0.1), dtype)


def test_a_stack_of_no_layers_is_its_input(rng):
    x = draw(rng, N, D_MODEL)
    assert encoder(x, []).output.tolist() == x.tolist()


def test_layers_take_any_object_with_the_names(rng):
    p = init_encoder_layer(rng, D_MODEL, H, D_FF)
    loose = SimpleNamespace(**{n: SimpleNamespace(**getattr(p, n)._asdict()) for n in p._fields})
    x = draw(rng, N, D_MODEL)
    assert_same(encoder_layer(x, loose).output, encoder_layer(x, p).output)


# ---- parameters ---------------------------------------------------------------------------------


def leaves(params):
    if params is None or isinstance(params, np.ndarray):
        return [] if params is None else [params]
    return [leaf for p in params for leaf in leaves(p)]


def test_initial_weights_have_the_shapes_and_types_of_the_table(rng, dtype):
    a = init_attention(rng, 10, 3, d_k=4, d_v=7, biases=True, dtype=dtype)
    shapes = [(3, 10, 4), (3, 10, 4), (3, 10, 7), (21, 10), (3, 4), (3, 4), (3, 7), (10,)]
    assert [w.shape for w in a] == shapes
    assert init_attention(rng, 12, 3).w_v.shape == (3, 12, 4)
    assert [w.shape for w in init_feed_forward(rng, 10, 13)] == [(10, 13), (13,), (13, 10), (10,)]
    layer = init_decoder_layer(rng, 12, 3, 17, dtype=dtype)
    assert {w.dtype for w in leaves(layer)} == {np.dtype(dtype)}
    assert len(leaves(layer)) == 2 * 4 + 4 + 3 * 2
    assert len(leaves(init_decoder_layer(rng, 12, 3, 17, biases=True))) == 18 + 8


@pytest.mark.parametrize("wrong", [0, -3, 2.5, float("nan"), None, "3", [3], True])
@pytest.mark.parametrize(
    "init, sizes",
    [
        (init_attention, {"d_model": 12, "h": 3}), (init_attention, {"d_model": 12, "h": 3, "d_k": 4, "d_v": 5}),
        (init_feed_forward, {"d_model": 12, "d_ff": 7}), (init_rnn, {"d_in": 3, "d_h": 4}),
        (init_encoder_layer, {"d_model": 12, "h": 3, "d_ff": 7}), (init_decoder_layer, {"d_model": 12, "h": 3, "d_ff": 7}),
    ],
)  # fmt: skip
def test_sizes_that_are_none_are_refused_by_name(init, sizes, wrong, rng):
    init(rng, **sizes)
    for name in sizes:
        if wrong is None and name in ("d_k", "d_v"):
            continue
        with pytest.raises((TypeError, ValueError), match=rf"^{name} .* \| {name} "):
            init(rng, **sizes | {name: wrong})


def test_heads_that_do_not_divide_the_features_are_refused(rng):
    for init in (init_attention, lambda *sizes: init_encoder_layer(*sizes, 7), lambda *sizes: init_decoder_layer(*sizes, 7)):
        with pytest.raises(ValueError, match=r"d_model.*10.*h.*3.* \| .*10.*3"):
            init(rng, 10, 3)
    assert init_attention(rng, 10, 3, d_k=3, d_v=4).w_o.shape == (12, 10)


def test_the_scale_of_initial_weights(rng):
    p = init_encoder_layer(rng, 64, 4, 256)
    for w, inputs in ((p.attention.w_q, 64), (p.attention.w_o, 64), (p.ffn.w_2, 256)):
        assert abs(w.std() * math.sqrt(inputs) - 1) < 0.05
    p = init_encoder_layer(rng, 64, 4, 256, scale=0.3)
    for w in (p.attention.w_q, p.attention.w_o, p.ffn.w_1, p.ffn.w_2):
        assert abs(w.std() / 0.3 - 1) < 0.05
    assert not p.ffn.b_1.any()
    assert (p.norm_1.gamma == 1).all()


def test_the_same_seed_draws_the_same_weights():
    one, two = (init_encoder_layer(np.random.default_rng(5), 12, 3, 17) for _ in range(2))
    for a, b in zip(leaves(one), leaves(two)):
        assert a.tolist() == b.tolist()
    assert one.attention.w_q.tolist() != one.attention.w_k.tolist()


def test_rnn_weights_run(rng):
    assert rnn(draw(rng, B, N, 4), init_rnn(rng, 4, 7)).shape == (B, N, 7)
