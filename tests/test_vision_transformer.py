"""The Vision Transformer: patches, gradients, order; and the small one that finds the orange shape."""

import itertools

import numpy as np
import pytest

from helpers import cut_into_patches, init_vision_transformer, vision_transformer
from helpers.lectures import find_orange
from helpers.models.training import train
from helpers.models.trees import flatten, map_tree, named_leaves, unflatten
from helpers.models.vision_transformer import vision_transformer_backward


@pytest.fixture
def small():
    """Params for 6 patches of 12 numbers, 8 features, 2 heads; and patches of a batch of 3 images."""
    rng = np.random.default_rng(1)
    params = init_vision_transformer(rng, 6, 12, 5, d_model=8, h=2, d_ff=7, dtype=np.float64)
    return params, cut_into_patches(rng.normal(size=(3, 4, 6, 3)), 2)


def test_each_patch_is_a_square_of_the_image_row_by_row():
    image = np.random.default_rng(2).normal(size=(6, 4, 3))
    patches = cut_into_patches(image, 2)
    squares = [image[2 * i : 2 * i + 2, 2 * j : 2 * j + 2] for i in range(3) for j in range(2)]
    assert np.array_equal(patches, np.stack([square.ravel() for square in squares]))
    assert cut_into_patches(np.zeros((224, 224, 3)), 16).shape == (196, 768)


def test_patches_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match=r"size = 4 .* \| .*\(5, 4, 3\)"):
        cut_into_patches(np.zeros((5, 4, 3)), 4)


def test_as_many_places_as_patches_and_one(small):
    params, patches = small
    with pytest.raises(ValueError, match="7 rows for 5 patches"):
        vision_transformer(patches[:, :5], params)


def test_wrong_arguments_are_named(small):
    params, patches = small
    for mask, problem, told in [
        (np.ones((6, 6), bool), ValueError, r"mask .*\(6, 6\).*places=7"),
        (np.ones((7, 7)), TypeError, "mask"),
    ]:
        with pytest.raises(problem, match=told):
            vision_transformer(patches, params, mask)
    with pytest.raises(ValueError, match="patches|w_patch"):
        vision_transformer(patches[..., :5], params)


def test_gradients_of_all_weights_are_those_of_differences(small):
    params, patches = small
    d_output = np.random.default_rng(3).normal(size=(3, 5))
    result = vision_transformer(patches, params)
    gradients = vision_transformer_backward(d_output, patches, params, result)
    assert named_leaves(gradients).keys() == named_leaves(params).keys()
    theta, given = flatten(params), flatten(gradients)

    def loss(theta):
        return (d_output * vision_transformer(patches, unflatten(theta, params)).output).sum()

    step = 1e-5
    for i in range(0, theta.size, 3):
        nudge = np.zeros_like(theta)
        nudge[i] = step
        slope = (loss(theta + nudge) - loss(theta - nudge)) / (2 * step)
        assert abs(slope - given[i]) < 1e-6 * max(1, abs(slope))


def test_without_positions_order_does_not_matter_and_with_them_it_does(small):
    params, patches = small
    turned = patches[:, ::-1]
    nowhere = params._replace(positions=np.zeros_like(params.positions))
    same = vision_transformer(patches, nowhere).output, vision_transformer(turned, nowhere).output
    assert np.allclose(*same, atol=1e-12)
    apart = vision_transformer(patches, params).output - vision_transformer(turned, params).output
    assert np.abs(apart).max() > 0.1


def test_a_hidden_patch_has_no_say(small):
    params, patches = small
    visible = np.ones((7, 7), bool)
    visible[:, 3] = False  # patch number 2 of the image: nobody may look at it
    other = patches.copy()
    other[:, 2] += 1
    hidden = [vision_transformer(p, params, visible).output for p in (patches, other)]
    seen = [vision_transformer(p, params).output for p in (patches, other)]
    assert np.array_equal(*hidden) and np.abs(seen[0] - seen[1]).max() > 1e-3


# -- where is the orange shape? -------------------------------------------------------------------


def scenes(seed, count, others=None):
    rng = np.random.default_rng(seed)
    return [find_orange.random_scene(rng, others) for _ in range(count)]


def test_a_scene_holds_what_it_says():
    for scene in scenes(4, 40):
        assert scene.image.shape == (224, 224, 3) and scene.image.dtype == np.float32
        orange = np.all(scene.image == find_orange.PALETTE[0], axis=-1)
        assert np.array_equal(orange, find_orange.inside(scene.shapes[0]))
        middle = np.argwhere(orange).mean(axis=0)
        assert np.allclose(middle, scene.target, atol=0.01)
        for one, other in itertools.combinations(scene.shapes, 2):
            assert not np.any(find_orange.inside(one) & find_orange.inside(other))


def test_a_square_covers_about_as_much_as_a_disc():
    for radius in range(find_orange.SMALLEST, find_orange.LARGEST + 1):
        areas = [
            find_orange.inside(find_orange.Shape(kind, 0, 100, 90, radius)).sum() for kind in ("disc", "square")
        ]
        assert 0.9 < areas[0] / areas[1] < 1.1


def test_the_stored_weights_find_it_in_pictures_never_seen():
    drawn = scenes(5, 60)
    patches = find_orange.read(np.stack([scene.image for scene in drawn]))
    output = vision_transformer(patches, find_orange.load_weights()).output
    off = np.linalg.norm(
        find_orange.in_pixels(output) - [scene.target for scene in drawn], axis=1
    )
    assert np.median(off) < 8 and np.mean(off < 16) > 0.9
    assert find_orange.WEIGHTS.stat().st_size < 200_000


def test_untrained_weights_do_not():
    drawn = scenes(5, 60)
    patches = find_orange.read(np.stack([scene.image for scene in drawn]))
    params = find_orange.untrained(np.random.default_rng(0))
    output = vision_transformer(patches, params).output
    off = np.linalg.norm(
        find_orange.in_pixels(output) - [scene.target for scene in drawn], axis=1
    )
    assert np.mean(off < 16) < 0.2


def test_the_training_program_learns():
    rng = np.random.default_rng(7)
    params = map_tree(np.copy, find_orange.untrained(rng))
    steps = train(
        params, find_orange.batches(rng, 60, size=4), find_orange.loss_and_gradients, 5e-3, max_norm=1.0
    )
    losses = [step.loss for step in steps]
    assert np.mean(losses[-20:]) < 0.8 * np.mean(losses[:10])


def test_the_learning_rate_rises_stays_and_falls():
    rates = [find_orange.learning_rate(step, 3000, 1.0) for step in (50, 100, 2000, 2500, 3000)]
    assert np.allclose(rates, [0.5, 1, 1, 0.5, 0.01])
