"""The panel of 02 lights what the notebook says it lights, wherever the reader pushes."""

import itertools

import numpy as np
import pytest

from helpers.panels import perturbation_panel

AMOUNTS = [-3.0, -1.3, -0.1, 0.1, 0.7, 3.0]
STEPS = ["x", "normed_1", "attention", "x_mid", "normed_2", "ffn", "output"]


def _rows(panel):
    values = panel.values()
    return {name: (values[name].sum(axis=1)).tolist() for name in STEPS}


@pytest.mark.parametrize("token", [1, 2, 3])
def test_only_attention_carries_a_change_to_other_rows(token):
    panel = perturbation_panel()
    alone = [4 * (row == token - 1) for row in range(3)]
    for feature, amount in itertools.product([1, 2, 3, 4], AMOUNTS):
        panel.set(token=token, feature=feature, amount=amount, look="all")
        rows = _rows(panel)
        assert rows.pop("x")[token - 1] == 1 and panel.values()["x"].sum() == 1
        assert rows.pop("normed_1") == alone
        assert all(row == [4, 4, 4] for row in rows.values())
        panel.set(look="self")
        assert all(row == alone for name, row in _rows(panel).items() if name != "x")


def test_no_push_lights_nothing():
    panel = perturbation_panel()
    for look in ("all", "self"):
        panel.set(amount=0.0, look=look)
        assert not any(np.any(panel.values()[name]) for name in STEPS)
