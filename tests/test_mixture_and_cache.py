"""Experts against a loop over tokens, and the cache against the whole sequence at once."""

import numpy as np
import pytest

from helpers import (
    KVCache,
    MixtureParams,
    cached_attention,
    causal_mask,
    feed_forward,
    init_attention,
    init_mixture,
    kv_cache_bytes,
    mixture_of_experts,
    mixture_parameter_counts,
    multi_head_attention,
    relu,
)

N, D, D_FF, EXPERTS = 7, 5, 11, 6


@pytest.fixture
def rng():
    return np.random.default_rng(9)


@pytest.mark.parametrize("k", [1, 2, EXPERTS])
def test_each_token_hears_its_k_experts(rng, k):
    x, params = rng.normal(size=(N, D)), init_mixture(rng, D, D_FF, EXPERTS)
    result = mixture_of_experts(x, *params, k, activation=relu)
    for token, out, gates in zip(x, result.output, result.gates, strict=True):
        logits = token @ params.w_gate
        best = sorted(range(EXPERTS), key=lambda e: -logits[e])[:k]
        e_to = {e: np.exp(logits[e]) for e in best}
        total = sum(e_to.values())
        expected = np.zeros(D)
        for e in best:
            p = params.experts[e]
            expected += e_to[e] / total * (np.maximum(token @ p.w_1 + p.b_1, 0) @ p.w_2 + p.b_2)
        assert np.allclose(out, expected, atol=1e-12)
        assert np.count_nonzero(gates) == k and gates.sum() == pytest.approx(1)


def test_all_experts_alike_are_one_feed_forward_layer(rng):
    x, params = rng.normal(size=(N, D)), init_mixture(rng, D, D_FF, EXPERTS)
    alike = MixtureParams(params.w_gate, [params.experts[0]] * EXPERTS)
    one = feed_forward(x, params.experts[0]).output
    assert np.allclose(mixture_of_experts(x, *alike, 3).output, one, atol=1e-12)


def test_an_expert_sees_only_its_tokens(rng, monkeypatch):
    from helpers.models import mixture_of_experts as module

    seen = []

    def counting(x, *rest):
        seen.append(len(x))
        return feed_forward(x, *rest)

    monkeypatch.setattr(module, "feed_forward", counting)
    mixture_of_experts(rng.normal(size=(N, D)), *init_mixture(rng, D, D_FF, EXPERTS), 2)
    assert sum(seen) == 2 * N


@pytest.mark.parametrize("k", [1, 4])
def test_parameters_are_counted_right(rng, k):
    params = init_mixture(rng, D, D_FF, EXPERTS)
    sizes = [sum(a.size for a in expert) for expert in params.experts]
    total, active = mixture_parameter_counts(D, D_FF, EXPERTS, k)
    assert total == params.w_gate.size + sum(sizes)
    assert active == params.w_gate.size + k * sizes[0]


@pytest.mark.parametrize("k, problem", [(0, ValueError), (EXPERTS + 1, ValueError), (1.5, TypeError)])
def test_k_out_of_range_is_answered(rng, k, problem):
    with pytest.raises(problem, match=r" \| "):
        mixture_of_experts(rng.normal(size=(N, D)), *init_mixture(rng, D, D_FF, EXPERTS), k)


def test_the_gate_needs_a_column_for_each_expert(rng):
    params = init_mixture(rng, D, D_FF, EXPERTS)
    with pytest.raises(ValueError, match="columns"):
        mixture_of_experts(rng.normal(size=(N, D)), params.w_gate, params.experts[1:], 1)


@pytest.mark.parametrize("steps", [[1] * N, [3, 1, 2, 1], [N]])
@pytest.mark.parametrize("biases", [False, True])
def test_cached_steps_equal_the_whole_sequence(rng, steps, biases):
    x = rng.normal(size=(N, D))
    params = init_attention(rng, D, h=3, d_k=4, d_v=2, biases=biases)
    if biases:
        params = params._replace(b_k=rng.normal(size=(3, 4)), b_v=rng.normal(size=(3, 2)))
    whole = multi_head_attention(x, params, mask=causal_mask(N))
    cache, outputs, at = None, [], 0
    for size in steps:
        step = cached_attention(x[at : at + size], params, cache)
        assert np.allclose(step.weights, whole.weights[:, at : at + size, : at + size], atol=1e-12)
        outputs.append(step.output)
        cache, at = step.cache, at + size
    assert np.allclose(np.vstack(outputs), whole.output, atol=1e-12)
    assert cache.k.shape == (3, N, 4) and cache.v.shape == (3, N, 2)


@pytest.mark.parametrize(
    ("past", "error", "words"),
    [
        (lambda k, v: KVCache(k[:, :, :3], v), ValueError, r"cache\.k .*\(3, 7, 3\).*d_k=4"),
        (lambda k, v: KVCache(k, v[..., :1]), ValueError, r"cache\.v .*d_v=2"),
        (lambda k, v: KVCache(k, v[:, 1:]), ValueError, r"cache\.v .*t=7"),
        (lambda k, v: KVCache(k[:2], v[:2]), ValueError, r"cache\.k .*h=3"),
        (lambda k, v: k, TypeError, "cache"),
    ],
)
def test_a_cache_of_other_heads_is_refused_in_words(rng, past, error, words):
    x, params = rng.normal(size=(N, D)), init_attention(rng, D, h=3, d_k=4, d_v=2)
    cache = cached_attention(x, params).cache
    with pytest.raises(error, match=words) as problem:
        cached_attention(x, params, past(*cache))
    assert " | " in str(problem.value)


def test_the_formula_gives_the_bytes_of_a_real_cache(rng):
    layers = [init_attention(rng, 12, h=3, dtype=np.float32) for _ in range(2)]
    x = rng.normal(size=(N, 12)).astype(np.float32)
    caches = [cached_attention(x, p).cache for p in layers]
    real = sum(c.k.nbytes + c.v.nbytes for c in caches)
    assert real == kv_cache_bytes(2, 3, 4, N, bytes_per_number=4)
