"""The panel of patches: its numbers follow from the picture, and shuffling does what the notebook says."""

import re

import numpy as np
import pytest

from helpers.lectures import find_orange
from helpers.models.vision_transformer import vision_transformer
from helpers.panels import patches_panel
from helpers.panels.patches import HEADS, PATCHES, SCENES, _painted, looked, order, scenes


def test_weights_and_answer_are_those_of_the_model():
    panel = patches_panel()
    panel.set(scene=3, query=0, head=3)
    scene = scenes()[2]
    patches = find_orange.read(scene.image).astype(float)
    result = vision_transformer(patches, find_orange.load_weights())
    places = find_orange.patches_of(scene.shapes[0], least=0)
    for k, (layer, head) in enumerate(HEADS):
        row = result.encoder.layers[layer].attention.weights[head, 0, 1:]
        assert np.isclose(panel.values()["on_orange"][k], row[places].sum(), atol=1e-6)
    answer = find_orange.in_pixels(result.output)
    assert np.allclose(panel.values()["answer"], answer)
    assert np.isclose(panel.values()["off"], np.linalg.norm(answer - scene.target))


def test_trained_it_finds_the_shape_in_every_picture_and_at_random_it_does_not():
    panel = patches_panel()
    off = {True: [], False: []}
    for trained in off:
        for scene in range(1, SCENES + 1):
            panel.set(scene=scene, trained=trained)
            off[trained].append(panel.values()["off"])
    assert max(off[True]) < 16 and np.median(off[False]) > 40


def test_shuffling_moves_whole_patches():
    assert sorted(order(True)) == list(range(PATCHES)) and not np.array_equal(order(True), order(False))
    still, moved = (_painted(1, shuffled) for shuffled in (False, True))

    def area(svg):  # the widths of all runs of pixels
        return sum(int(width) for width in re.findall(r"h(\d+)v", svg))

    assert area(still) == area(moved) > 0


@pytest.mark.parametrize("scene", [1, 5])
def test_without_positions_the_answer_does_not_notice_the_shuffling(scene):
    answers = [looked(scene, True, shuffled, False)[1] for shuffled in (False, True)]
    assert np.allclose(*answers, atol=1e-9)
    answers = [looked(scene, True, shuffled, True)[1] for shuffled in (False, True)]
    assert np.linalg.norm(answers[0] - answers[1]) > 5


def test_shuffled_places_are_where_the_orange_patches_went():
    panel = patches_panel()
    panel.set(scene=2, shuffled=True, trained=True)
    touched = find_orange.patches_of(scenes()[1].shapes[0], least=0)
    places = np.array([np.flatnonzero(order(True) == patch)[0] for patch in touched])
    weights, _ = looked(2, True, True, True)
    assert np.isclose(panel.values()["on_orange"][3], weights[3, 0, 1 + places].sum(), atol=1e-6)
