"""The mini-Transformer of Lab 4: the block is the encoder layer, and every switch has its own gradient."""

import numpy as np
import pytest

from helpers.kernels.attention import causal_mask
from helpers.kernels.feed_forward import relu
from helpers.models.mini_transformer import (
    ALL_ON,
    Switches,
    accuracy,
    block,
    init_mini_transformer,
    mini_transformer,
    objective,
)
from helpers.models.parameters import init_encoder_layer
from helpers.models.training import train
from helpers.models.transformer import encoder_layer
from helpers.models.trees import flatten, leaves, unflatten

VOCABULARY, B, N, D, H, D_FF = 7, 2, 5, 6, 3, 4  # sizes that all differ but D = H * 2
SWITCHED = {
    "everything on": ALL_ON,
    "no residual": Switches(residual=False),
    "no norm": Switches(norm=False),
    "no positions": Switches(positions=False),
    "causal": Switches(causal=True),
    "nothing": Switches(residual=False, norm=False, positions=False),
}


def model(seed=0):
    rng = np.random.default_rng(seed)
    params = init_mini_transformer(rng, VOCABULARY, D, H, D_FF, blocks=2, dtype=np.float64)
    theta = flatten(params)
    params = unflatten(theta + 0.3 * rng.standard_normal(theta.size), params)  # no γ is 1, no β is 0
    tokens, wanted = rng.integers(VOCABULARY, size=(2, B, N))
    return params, tokens, wanted


def test_the_block_is_the_encoder_layer():
    rng = np.random.default_rng(1)
    x, params, mask = rng.standard_normal((B, N, D)), init_encoder_layer(rng, D, H, D_FF), causal_mask(N)
    ours, theirs = block(x, params, mask), encoder_layer(x, params, "pre", mask, relu)
    assert type(ours) is type(theirs)
    for a, b in zip(leaves(ours), leaves(theirs), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("switches", SWITCHED.values(), ids=SWITCHED)
def test_gradients_against_central_differences(switches):
    params, tokens, wanted = model()
    loss_and_gradients = objective(switches)
    theta, gradient = flatten(params), flatten(loss_and_gradients(params, tokens, wanted)[1])
    rng = np.random.default_rng(2)
    for _ in range(8):  # along random directions, each of which all weights take part in
        way = rng.standard_normal(theta.size)
        plus, minus = (
            loss_and_gradients(unflatten(theta + h * way, params), tokens, wanted)[0] for h in (1e-6, -1e-6)
        )
        assert gradient @ way == pytest.approx((plus - minus) / 2e-6, rel=1e-6, abs=1e-8)


def test_each_switch_changes_the_result():
    params, tokens, _ = model()
    logits = [mini_transformer(tokens, params, switches).logits for switches in SWITCHED.values()]
    for k, one in enumerate(logits):
        assert not any(np.allclose(one, other) for other in logits[:k])


def test_what_a_switch_leaves_out_gets_no_gradient():
    params, tokens, wanted = model()
    gradients = objective(Switches(norm=False))(params, tokens, wanted)[1]
    assert not gradients.final_norm.gamma.any() and not gradients.blocks[0].norm_1.beta.any()


def test_positions_and_the_causal_mask_do_what_they_say():
    params, tokens, _ = model()
    later = tokens.copy()
    later[:, -1] = (later[:, -1] + 1) % VOCABULARY
    seen = [mini_transformer(t, params, Switches(causal=True)).logits for t in (tokens, later)]
    assert np.array_equal(seen[0][:, :-1], seen[1][:, :-1])
    assert not np.allclose(seen[0][:, -1], seen[1][:, -1])
    turned = mini_transformer(tokens[:, ::-1], params, Switches(positions=False)).logits
    np.testing.assert_allclose(
        turned[:, ::-1], mini_transformer(tokens, params, Switches(positions=False)).logits, rtol=1e-9
    )


def test_another_block_and_another_loss_are_used():
    params, tokens, wanted = model()
    calls = []

    def mine(x, params, mask):
        calls.append(mask)
        return block(x, params, mask)

    causal = Switches(causal=True)
    loss, gradients = objective(causal, mine, lambda logits, wanted: 42.0)(params, tokens, wanted)
    assert loss == 42.0 and len(calls) == 2 and calls[0].dtype == bool
    _, expected = objective(causal)(params, tokens, wanted)
    assert np.array_equal(flatten(gradients), flatten(expected))


def test_it_learns_and_accuracy_counts_positions():
    rng = np.random.default_rng(0)
    params = init_mini_transformer(rng, VOCABULARY)
    assert params.w_out.dtype == np.float32

    def batch():
        tokens = rng.integers(VOCABULARY, size=(16, 4))
        return tokens, tokens[:, ::-1]

    *_, last = train(params, (batch() for _ in range(80)), objective(), 1e-2)
    tokens, wanted = batch()
    assert accuracy(last.params, tokens, wanted) > 0.9 > 0.5 > accuracy(params, tokens, wanted)
    logits = mini_transformer(tokens, last.params).logits
    assert accuracy(last.params, tokens, logits.argmax(-1)) == 1
