"""The backward passes against PyTorch's autograd, where PyTorch is installed."""

from functools import partial
from importlib.util import find_spec

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
    draw,
    mask,
    model,
    sentences,
)

from helpers.kernels.attention import scaled_dot_product_attention, softmax
from helpers.kernels.feed_forward import gelu, relu
from helpers.kernels.recurrent import rnn
from helpers.models import gradients as g
from helpers.models.parameters import RNNParams
from helpers.models.sequence_to_sequence import Wiring, loss_and_gradients

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")


def agree(ours, theirs):
    np.testing.assert_allclose(ours, theirs.numpy(), rtol=0, atol=1e-12 * max(1, np.abs(ours).max()))


def torch_gradients(function, *arrays):
    """The gradients of the sum of function(*arrays) * d by each array, and d, with PyTorch's autograd."""
    import torch

    tensors = [torch.from_numpy(a).requires_grad_() for a in arrays]
    output = function(*tensors)
    d_output = draw(*output.shape, seed=98)
    return d_output, torch.autograd.grad(output, tensors, torch.from_numpy(d_output))


def test_functions_against_pytorch():
    from torch.nn import functional as f

    x, gamma, beta = draw(BATCH, N, D_MODEL), draw(D_MODEL), draw(D_MODEL, seed=1)
    d, expected = torch_gradients(lambda t: f.softmax(t, 1), x)
    agree(g.softmax_backward(d, softmax(x, 1), 1), expected[0])
    d, expected = torch_gradients(f.relu, x)
    agree(g.relu_backward(d, x), expected[0])
    for approximate in ("tanh", "none"):
        d, expected = torch_gradients(lambda t, a=approximate: f.gelu(t, approximate=a), x)
        agree(g.gelu_backward(d, x, approximate), expected[0])
    d, expected = torch_gradients(lambda *t: f.layer_norm(t[0], (D_MODEL,), *t[1:]), x, gamma, beta)
    for ours, theirs in zip(g.layer_norm_backward(d, x, gamma), expected):
        agree(ours, theirs)


def test_attention_against_pytorch():
    import torch

    q, k, v = draw(BATCH, N, D_K), draw(BATCH, M, D_K), draw(BATCH, M, D_V)
    shown = mask(N, M)
    d, expected = torch_gradients(
        lambda *t: torch.nn.functional.scaled_dot_product_attention(*t, torch.from_numpy(shown)), q, k, v
    )
    result = scaled_dot_product_attention(q, k, v, shown)
    for ours, theirs in zip(g.scaled_dot_product_attention_backward(d, q, k, v, result), expected):
        agree(ours, theirs)


def test_rnn_against_pytorch():
    import torch

    x, h_0 = draw(BATCH, N, D_MODEL), draw(BATCH, D_K)
    params = RNNParams(draw(D_MODEL, D_K), draw(D_K, D_K), draw(D_K))

    def states(x, w_x, w_h, b, h):
        found = []
        for t in range(N):
            h = torch.tanh(x[:, t] @ w_x + h @ w_h + b)
            found.append(h)
        return torch.stack(found, dim=1)

    d, expected = torch_gradients(states, x, *params, h_0)
    ours = g.rnn_backward(d, x, params, rnn(x, params, h_0), h_0)
    for one, other in zip((ours.x, *ours.params, ours.h_0), expected):
        agree(one, other)


def test_cross_entropy_against_pytorch():
    import torch

    logits, targets = draw(BATCH * N, D_FF), np.arange(BATCH * N) % 7
    targets[:4] = 0
    d, expected = torch_gradients(
        lambda t: torch.nn.functional.cross_entropy(t, torch.from_numpy(targets), ignore_index=0), logits
    )
    result = g.cross_entropy(logits, targets, targets != 0)
    agree(g.cross_entropy_backward(float(d), targets, result, targets != 0), expected[0])


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
