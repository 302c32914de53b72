"""Central differences, and random arrays and parameters to take them of, on sizes that all differ."""

import numpy as np

from helpers.models.parameters import (
    AttentionParams,
    DecoderLayerParams,
    EncoderLayerParams,
    FeedForwardParams,
    NormParams,
)
from helpers.models.sequence_to_sequence import init_sequence_to_sequence
from helpers.models.trees import map_tree, named_leaves

TOLERANCE = 1e-6  # of the largest element of each gradient
BATCH, HEADS, M, N, D_MODEL, D_K, D_V, D_FF = 3, 2, 4, 5, 6, 7, 8, 9  # no two alike


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
