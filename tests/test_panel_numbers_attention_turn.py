"""What 01 says about the two turning tokens holds at every angle and length."""

import numpy as np

from helpers.panels import attention_turn_panel


def test_the_lecture_stands_at_ninety_degrees():
    values = attention_turn_panel().values()
    assert np.round(values["weights"][0], 3).tolist() == [0.670, 0.330]
    assert np.round(values["output"], 3).tolist() == [[1.340, 0.660], [0.660, 1.340]]


def test_the_output_lies_between_the_values_and_weights_stay_positive():
    panel = attention_turn_panel()
    for angle in range(0, 361, 15):
        for scale in (0.0, 0.3, 1.0, 2.0):
            panel.set(angle=angle, scale=scale)
            v, a, out = (panel.values()[key] for key in ("v", "weights", "output"))
            assert np.all(a > 0) and np.allclose(a.sum(axis=1), 1)
            along, off = v[1] - v[0], out[0] - v[0]
            assert np.isclose(along[0] * off[1], along[1] * off[0])  # on the line through both values
            assert np.allclose(off, a[0, 1] * along)  # and between them
            assert np.allclose(np.linalg.norm(panel.values()["x"], axis=1), scale)


def test_same_direction_shares_equally_and_opposite_keeps_a_fifth():
    panel = attention_turn_panel()
    panel.set(angle=0)
    assert np.allclose(panel.values()["weights"], 0.5)
    panel.set(angle=180)
    assert np.round(panel.values()["weights"][0], 3).tolist() == [0.804, 0.196]
    panel.set(scale=0)
    assert np.allclose(panel.values()["weights"], 0.5)
