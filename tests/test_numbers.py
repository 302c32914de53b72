"""The formatter: the same text on every machine."""

import doctest

import numpy as np
import pytest

from helpers import numbers, set_language
from helpers.numbers import bound, in_brackets, number, text, typeset
from helpers.words import WORDS, both, word


@pytest.mark.parametrize(
    "value, shown",
    [(0.0, "0.0000"), (-0.0, "0.0000"), (-1e-9, "0.0000"), (1.00005, "1.0001"), (np.float64(1.5), "1.5000"),
     (np.float32(-2), "-2.0000"), (7, "7"), (np.int64(-7), "-7"), (True, "True"), (np.bool_(False), "False")],
)
def test_one_number(value, shown):
    assert number(value) == shown


def test_arrays_are_aligned_and_nested():
    assert text([1.0, -0.5]) == "[1.0000, -0.5000]"
    assert text([[1, -20], [300, 4]]) == "[[  1 -20]\n [300   4]]"
    assert text(np.zeros((2, 1, 2)), decimals=1) == "[[[0.0 0.0]]\n\n [[0.0 0.0]]]"
    assert text(np.zeros((0,))) == "[]"


@pytest.mark.parametrize(
    "residual, shown",
    [(0, "< 1e-12"), (1e-16, "< 1e-12"), (-1e-10, "< 1e-9"), ([1e-7, 0], "< 1e-6"), (0.25, "0.250000")],
)
def test_residuals_print_as_a_bound(residual, shown):
    assert bound(residual) == shown


def test_a_negative_number_after_a_sign_stands_in_brackets():
    shown = [in_brackets(typeset(value, 2)) for value in (-1, -1.5, -0.001, 0.0, 1.5)]
    assert shown == ["(−1)", "(−1.50)", "0.00", "0.00", "1.50"]


def test_the_examples_in_the_docstrings_are_true():
    result = doctest.testmod(numbers)
    assert result.attempted > 3 and result.failed == 0


def test_every_word_has_two_languages_with_the_same_values():
    import string

    for key, pair in WORDS.items():
        assert len(pair) == 2 and all(pair), key
        fields = [{f for _, f, _, _ in string.Formatter().parse(p) if f} - {"zh", "en"} for p in pair]
        assert fields[0] == fields[1], key


def test_the_language_can_be_chosen():
    try:
        set_language("en")
        assert word("panel.reset") == "Reset"
    finally:
        set_language("zh")
    assert word("panel.reset") == "复位"
    assert both("panel.reset") == "复位 | Reset"
    with pytest.raises(ValueError, match="zh"):
        set_language("fr")
