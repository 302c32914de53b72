"""The panel of the gradient through softmax: both gradients against central differences."""

import math

import numpy as np
import pytest

from helpers.panels import softmax_gradient_panel


@pytest.mark.parametrize("wanted", [0, 1, 2])
@pytest.mark.parametrize("measure", ["weight", "loss"])
def test_gradients_are_those_of_the_value(wanted, measure):
    panel = softmax_gradient_panel()
    base = {"s_1": 0.4, "s_2": -1.2, "s_3": 2.0, "wanted": wanted, "measure": measure}

    def value(**changes):
        panel.set(**base | changes)
        return panel.values()["value"]

    slopes = [
        (value(**{name: base[name] + 1e-5}) - value(**{name: base[name] - 1e-5})) / 2e-5
        for name in ("s_1", "s_2", "s_3")
    ]
    panel.set(**base)
    numbers = panel.values()
    np.testing.assert_allclose(numbers["d_scores"], slopes, rtol=1e-6, atol=1e-9)
    w = numbers["weights"][wanted]
    assert numbers["value"] == pytest.approx(w if measure == "weight" else -math.log(w))
    assert numbers["d_weights"].tolist() == [(1 if measure == "weight" else -1 / w) * (k == wanted) for k in range(3)]


def test_a_saturated_weight_gets_no_gradient_and_a_wrong_guess_gets_a_full_one():
    panel = softmax_gradient_panel()
    panel.set(s_3=5, times=10)
    assert np.abs(panel.values()["d_scores"]).max() < 1e-12
    panel.set(s_3=-5, measure="loss")
    np.testing.assert_allclose(panel.values()["d_scores"], panel.values()["weights"] - [0, 0, 1], atol=1e-12)
    assert panel.values()["d_scores"][2] < -0.999
