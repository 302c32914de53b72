"""The formulas of costs.py against arrays that are there and matrix products that are done."""

import numpy as np
import pytest

from helpers import (
    encoder_layer,
    init_encoder_layer,
    layer_memory,
    layer_multiply_adds,
    layer_parameters,
)
from helpers.kernels import door

N, D, H, D_FF = 5, 12, 3, 7  # and d_k = 4: all differ
RNG = np.random.default_rng(8)
PARAMS = init_encoder_layer(RNG, D, H, D_FF)
X = RNG.normal(size=(N, D))


def sizes(*arrays):
    return sum(a.size for a in arrays if a is not None)


def test_parameters_are_those_of_the_arrays():
    attention = PARAMS.attention
    counted = layer_parameters(D, H, D_FF)
    assert counted.norms == sizes(*PARAMS.norm_1, *PARAMS.norm_2)
    assert counted.qkv == sizes(attention.w_q, attention.w_k, attention.w_v)
    assert counted.w_o == sizes(attention.w_o)
    assert counted.ffn == sizes(*PARAMS.ffn)
    assert sum(counted) == sizes(*attention, *PARAMS.ffn, *PARAMS.norm_1, *PARAMS.norm_2)
    assert sum(counted) == 4 * D * D + 2 * D * D_FF + 5 * D + D_FF


class Watched(np.ndarray):
    """An array that writes down every matrix product that it takes part in."""

    products = []

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        plain = [np.asarray(a) for a in inputs]
        result = getattr(ufunc, method)(*plain, **options)
        if ufunc is np.matmul:
            Watched.products.append(result.size * plain[0].shape[-1])
        return np.asarray(result).view(Watched)


@pytest.fixture
def products(monkeypatch):
    """The multiply-adds of each product of a layer, in order, for both wirings."""

    def products(norm):
        monkeypatch.setattr(Watched, "products", [])
        encoder_layer(X.view(Watched), PARAMS, norm=norm)
        return Watched.products

    monkeypatch.setattr(door._here, "inside", True)  # the doors would hand on plain arrays
    return products


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_multiply_adds_are_those_of_the_products_that_the_kernels_do(products, norm):
    done = products(norm)
    q, k, v, scores, mixing, w_o, w_1, w_2 = done
    counted = layer_multiply_adds(N, D, H, D_FF)
    assert (counted.qkv, counted.scores, counted.mixing) == (q + k + v, scores, mixing)
    assert (counted.w_o, counted.ffn) == (w_o, w_1 + w_2)
    assert sum(counted) == sum(done) == 4 * N * D * D + 2 * N * N * D + 2 * N * D * D_FF


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("norm", ["pre", "post"])
def test_memory_is_that_of_the_results(norm, dtype):
    params = init_encoder_layer(RNG, D, H, D_FF, dtype=dtype)
    result = encoder_layer(X.astype(dtype), params, norm=norm)
    attention, ffn = result.attention, result.ffn
    kept = {
        "norms": (result.normed_1, result.normed_2) if norm == "pre" else (result.x_mid, result.output),
        "qkv": (attention.q, attention.k, attention.v),
        "scores": (attention.scores, attention.scaled_scores, attention.weights),
        "mixing": (attention.heads, attention.concat),
        "w_o": (attention.output,),
        "ffn": tuple(ffn),
        "residuals": (
            (result.x_mid, result.output) if norm == "pre" else (result.x_mid_raw, result.output_raw)
        ),
    }
    counted = layer_memory(N, D, H, D_FF, itemsize=np.dtype(dtype).itemsize)
    assert counted._asdict() == {name: sum(a.nbytes for a in arrays) for name, arrays in kept.items()}
    own = [a for a in result if isinstance(a, np.ndarray)]
    assert sum(counted) == sum(a.nbytes for a in [*own, *attention, *ffn])


def test_the_number_of_heads_changes_the_memory_of_the_scores_alone():
    one, four = layer_memory(N, D, 1, D_FF), layer_memory(N, D, 4, D_FF)
    assert four.scores == 4 * one.scores and four._replace(scores=0) == one._replace(scores=0)
    assert layer_parameters(D, 1, D_FF) == layer_parameters(D, 4, D_FF)
    assert layer_multiply_adds(N, D, 1, D_FF) == layer_multiply_adds(N, D, 4, D_FF)


@pytest.mark.parametrize("sizes, problem, says", [
    ({"h": 5}, ValueError, "12"),
    ({"h": 0}, ValueError, "h"),
    ({"n": -1}, ValueError, "n"),
    ({"d_model": 12.0}, TypeError, "d_model"),
    ({"d_ff": "7"}, TypeError, "d_ff"),
])
def test_sizes_that_make_no_layer_are_refused(sizes, problem, says):
    given = {"n": N, "d_model": D, "h": H, "d_ff": D_FF} | sizes
    with pytest.raises(problem, match=f"(?s){says}.* \\| "):
        layer_multiply_adds(**given)
