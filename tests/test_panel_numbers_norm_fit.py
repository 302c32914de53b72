"""The panel on γ and β: only one start of the pattern fits, and two choices change nothing."""

import numpy as np
import pytest

from helpers.panels.norm_fit import picture


def worst(**moved):
    return picture(**({"norm": 0, "model": "both", "k": 0, "scale": 1.0, "shift": 0.0} | moved))[1]["worst"]


@pytest.mark.parametrize("norm", [0, 1])
def test_one_start_of_twelve_fits(norm):
    fits = [worst(norm=norm, k=k) < 1e-4 for k in range(12)]
    assert fits == [k == norm for k in range(12)]


@pytest.mark.parametrize("norm, off", [(0, 0.0854), (1, 0.0780)])
def test_plain_and_halves_of_the_pattern_do_not_fit(norm, off):
    assert worst(norm=norm, model="plain") == pytest.approx(off, abs=5e-5)
    assert worst(norm=norm, model="plain", k=7) == worst(norm=norm, model="plain")
    assert min(worst(norm=norm, model="gamma", k=norm), worst(norm=norm, model="beta", k=norm)) > 0.02


@pytest.mark.parametrize("model", ["plain", "both"])
def test_the_two_free_choices_move_mean_and_deviation_only(model):
    at = {"norm": 1, "model": model, "k": 1}
    still = picture(**at, scale=1.0, shift=0.0)[1]
    moved = picture(**at, scale=1.7, shift=-0.4)[1]
    assert moved["worst"] == pytest.approx(still["worst"], abs=1e-12)
    np.testing.assert_allclose(moved["std"], 1.7 * still["std"])
    np.testing.assert_allclose(moved["gamma"], 1.7 * still["gamma"])
    assert abs(moved["mean"] - still["mean"]).max() > 0.1


def test_the_words_follow_the_numbers():
    assert "全部对上" in picture(0, "both", 0, 1.0, 0.0)[0]
    wrong = picture(0, "plain", 0, 1.0, 0.0)[0]
    assert "有 12 个数对不上" in wrong and wrong.count("outline:") == 12
