"""The backward passes of layers, stacks and the whole model: central differences, and PyTorch."""

from functools import partial
from importlib.util import find_spec

import numpy as np
import pytest
from differences import (
    BATCH,
    D_MODEL,
    M,
    N,
    check,
    decoder_params,
    draw,
    encoder_params,
    mask,
    norm_params,
)

from helpers.kernels.feed_forward import gelu, relu
from helpers.models import gradients as g
from helpers.models.sequence_to_sequence import (
    Wiring,
    init_sequence_to_sequence,
    loss_and_gradients,
)
from helpers.models.transformer import decoder, decoder_layer, encoder, encoder_layer
from helpers.models.trees import map_tree

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")

EXACT = partial(gelu, approximate="none")


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


def test_a_result_of_other_layers():
    x, layers = draw(N, D_MODEL), [encoder_params(1), encoder_params(2)]
    result = encoder(x, layers)
    for other in ([], layers[:1]):
        with pytest.raises(ValueError, match=rf"{len(other)} 层.* 2 层.* \| {len(other)} layers"):
            g.encoder_backward(x, x, other, result)


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
