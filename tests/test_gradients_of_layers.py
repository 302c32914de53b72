"""The backward passes of layers, stacks and the whole model: central differences."""

from functools import partial

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
    model,
    norm_params,
    sentences,
)

from helpers.kernels.feed_forward import gelu, relu
from helpers.models import gradients as g
from helpers.models.sequence_to_sequence import Wiring, loss_and_gradients
from helpers.models.transformer import decoder, decoder_layer, encoder, encoder_layer
from helpers.models.trees import map_tree

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
