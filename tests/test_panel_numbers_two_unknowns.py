"""The pencil case of the reconstruction: the nearest solution, by steps that the reader can check."""

import numpy as np
import pytest

from helpers.panels.two_unknowns import path, picture


def test_the_straight_problem_is_solved_in_one_step_at_the_foot_of_the_perpendicular():
    places = path("line", 10.0, 1.0, 2.0, 3)
    np.testing.assert_allclose(places[1], [3.4, 3.2], atol=1e-6)  # (1, 2) + 6/5 · (2, 1)
    np.testing.assert_allclose(places[2:], [places[1]] * 2, atol=1e-6)
    along = places[1] + np.outer(np.linspace(-1, 1, 9), [1.0, -2.0])  # other solutions
    distances = np.linalg.norm(along - places[0], axis=1)
    assert distances.argmin() == 4


def test_the_bent_problem_by_hand():
    places = path("curve", 6.0, 1.0, 2.0, 2)
    np.testing.assert_allclose(places[1], [2.6, 2.8], atol=1e-5)  # miss −4, derivatives (2, 1), 4/5 of them
    step = 1.28 / (2.8**2 + 2.6**2)
    np.testing.assert_allclose(places[2], [2.6 - 2.8 * step, 2.8 - 2.6 * step], atol=1e-5)


@pytest.mark.parametrize("decimals, met", [(0, 3), (1, 4), (2, 4), (3, 5)])
def test_more_decimals_need_more_steps(decimals, met):
    first = next(k for k in range(6) if picture("curve", 2.0, decimals, 6.0, 6.0, k)[1]["met"])
    assert first == met


def test_the_words_and_the_band_follow_the_decimals():
    html, numbers = picture("line", 10.0, 0, 1.0, 2.0, 1)
    assert numbers["met"] and ">10.5<" in html and ">9.5<" in html and "正好是 10；" in html
    html, numbers = picture("line", 10.0, 2, 1.0, 2.0, 0)
    assert not numbers["met"] and ">10.005<" in html and "还不是 10.00；" in html
