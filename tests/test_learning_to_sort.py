"""The sorter: its gradient, what is stored of its training, and that training still does what is stored."""

import itertools

import numpy as np
import pytest

from helpers.lectures import learning_to_sort as sort
from helpers.models.results import PostNormEncoderLayerResult, PreNormEncoderLayerResult
from helpers.models.trees import flatten, unflatten

NORMS = sort.GRID["norm"]


@pytest.mark.parametrize("norm", NORMS)
def test_the_gradient_is_that_of_the_loss(norm):
    rng = np.random.default_rng(0)
    params = sort.init_sorter(rng, 2, norm, np.float64)
    batch = sort.draw_batch(rng, 3)
    theta = flatten(params)
    gradient = flatten(sort.loss_and_gradients(params, *batch)[1])
    assert gradient.shape == theta.shape and len(params.layers) == 2

    def loss(vector):
        return float(sort.loss_and_gradients(unflatten(vector, params), *batch)[0])

    for _ in range(4):
        way = rng.standard_normal(theta.shape)
        nudged = (loss(theta + 1e-6 * way) - loss(theta - 1e-6 * way)) / 2e-6
        assert np.isclose(nudged, gradient @ way, rtol=1e-4, atol=1e-6)


def test_the_task_is_sorting():
    digits, wanted = sort.draw_batch(np.random.default_rng(1))
    assert digits.shape == wanted.shape == (sort.BATCH, sort.LENGTH)
    assert (np.diff(wanted) >= 0).all() and set(digits.ravel()) <= set(range(sort.DIGITS))
    for row, ordered in zip(digits, wanted):
        assert sorted(row) == list(ordered)


def test_the_wiring_is_the_one_asked_for():
    digits, _ = sort.draw_batch(np.random.default_rng(4), 1)
    for norm, kind in (("post", PostNormEncoderLayerResult), ("pre", PreNormEncoderLayerResult)):
        result = sort.sorter(digits, sort.init_sorter(np.random.default_rng(4), 3, norm))
        assert [type(layer) for layer in result.encoder.layers] == [kind] * 3
        assert np.allclose(result.encoder.output.std(axis=-1), 1, atol=1e-3)  # both end in a LayerNorm


def test_no_position_can_answer_alone():
    params = sort.init_sorter(np.random.default_rng(2), 1, "pre", np.float64)
    digits = np.array([[0, 1, 2, 3, 4, 5, 6, 7]])
    other = np.array([[0, 1, 2, 3, 4, 5, 6, 1]])
    a, b = (sort.sorter(d, params).logits[0, 0] for d in (digits, other))
    assert not np.allclose(a, b)


def test_warm_up_starts_with_small_steps_from_the_same_place():
    moved = {}
    for warmup in (0, 100):
        (step,) = sort.learn("pre", 2, warmup, 0.003, seed=0, steps=1)
        moved[warmup] = step.params.w_out - sort.init_sorter(np.random.default_rng(0), 2, "pre").w_out
    assert np.isclose(abs(moved[0]).max(), 0.003, rtol=0.01)  # Adam's first step is the learning rate
    assert np.isclose(abs(moved[100]).max(), 0.003 / 100, rtol=0.01)


def test_training_learns():
    curve = sort.losses("pre", 2, 0, 0.003, seed=0, steps=60)
    assert curve.shape == (6,) and curve[0] > 1.3 and curve[-1] < 0.8


# -- what is stored ------------------------------------------------------------------------------


def test_the_whole_grid_is_stored():
    curves = sort.stored_curves()
    assert list(curves) == list(itertools.product(*sort.GRID.values()))
    for curve in curves.values():
        assert curve.shape == (len(sort.SEEDS), sort.STEPS // sort.AVERAGED)
        assert ((curve > 0) & (curve < 3)).all()


def test_a_stored_curve_starts_where_a_fresh_one_starts():
    for norm in NORMS:
        first = next(iter(sort.learn(norm, 6, 100, 0.001, seed=1, steps=1))).loss
        assert abs(sort.stored_curves()[norm, 6, 100, 0.001][1, 0] - first) < 0.3


def test_the_stored_curves_say_what_the_notebook_says():
    def ends(norm, depth, warmup, rate):
        return sort.stored_curves()[norm, depth, warmup, rate][:, -3:].mean(axis=1)  # each seed

    for depth, warmup, rate in itertools.product(*list(sort.GRID.values())[1:]):
        assert (ends("pre", depth, warmup, rate) < 0.4).all()  # Pre-LN always learns
        if depth <= 6:
            assert (ends("post", depth, warmup, rate) < 0.6).all()
    assert (ends("post", 10, 0, 0.003) > 1.7).all()  # stays near guessing
    assert (ends("post", 10, 100, 0.003) < 0.7).all()  # warm-up mends it
    assert (ends("post", 10, 0, 0.001) < 0.7).all()  # so does a smaller rate
    assert (ends("post", 16, 0, 0.003) > 2.0).all()
    assert (ends("post", 16, 100, 0.003) > 1.5).all()  # where warm-up alone is not enough


def test_saved_curves_come_back(tmp_path):
    settings = list(itertools.product(*sort.GRID.values()))[:3]
    curves = {setting: np.arange(6.0).reshape(2, 3) + k for k, setting in enumerate(settings)}
    sort.save(curves, tmp_path / "curves.json")
    back = sort.stored_curves(tmp_path / "curves.json")
    assert list(back) == settings
    assert all(np.array_equal(back[s], curves[s]) for s in settings)
