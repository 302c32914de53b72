"""Groups that share a mean: every choice of axes against NumPy, and against the kernels that have a name."""

import itertools

import numpy as np
import pytest

from helpers.kernels.normalization import batch_norm, layer_norm
from helpers.panels import norm_axes_panel
from helpers.panels.norm_axes import BLOCK, LENGTHS, REAL

TRUE_FALSE = (False, True)


def shown(**values):
    panel = norm_axes_panel()
    panel.set(**values)
    return panel.values()


@pytest.mark.parametrize("axes", list(itertools.product(TRUE_FALSE, repeat=3)))
def test_every_choice_of_axes(axes):
    values = shown(**dict(zip(("sentences", "positions", "features"), axes)))
    along = tuple(k for k, shared in enumerate(axes) if shared)
    mean, variance = BLOCK.mean(axis=along, keepdims=True), BLOCK.var(axis=along, keepdims=True)
    assert np.allclose(values["block"], (BLOCK - mean) / np.sqrt(variance + 1e-5))
    assert values["count"] == np.prod([BLOCK.shape[k] for k in along], dtype=int)


@pytest.mark.parametrize("batch_size", [1, 2, 3, 4])
def test_the_two_that_have_a_kernel(batch_size):
    x = BLOCK[:batch_size]
    layer = shown(batch_size=batch_size)
    batch = shown(batch_size=batch_size, sentences=True, positions=True, features=False)
    assert np.allclose(layer["block"], layer_norm(x)) and np.allclose(batch["block"], batch_norm(x))
    assert np.isclose(layer["x_hat"], layer_norm(BLOCK)[0, 0, 1])  # whatever the batch


def test_padding_left_out():
    values = shown(sentences=True, positions=True, features=False, counted=False)
    words = BLOCK[REAL]
    assert values["count"] == len(words) == LENGTHS.sum() == 9
    assert np.allclose(values["block"][REAL], batch_norm(words)) and not values["block"][~REAL].any()
    assert np.allclose(shown(counted=False)["block"][REAL], layer_norm(BLOCK)[REAL])


def test_padding_is_zeros_behind_the_words():
    assert not BLOCK[~REAL].any() and BLOCK[REAL].any(axis=-1).all()


@pytest.mark.parametrize("position, feature", [(1, 1), (2, 3), (3, 4)])
def test_the_chosen_number(position, feature):
    values = shown(position=position, feature=feature)
    row = BLOCK[0, position - 1]
    assert np.isclose(values["mean"], row.mean()) and np.isclose(values["std"], row.std())
    assert np.isclose(values["x_hat"], layer_norm(row)[feature - 1])
