"""Questions answered by a number or an array."""

import math
from dataclasses import dataclass

import numpy as np

from ... import numbers as formats
from ...words import word
from .question import RIGHT, UNFIT, WRONG, Question, Verdict, arrays

SLACK = 1e-9  # float noise at an exact half unit


class Unreadable(Exception):
    """The answer is not finite numbers; the text says what it is instead."""


@dataclass(frozen=True, kw_only=True)
class NumberQuestion(Question):
    """A question answered by a number or an array of numbers.

    Parameters
    ----------
    answer : function of the numbers (as keywords) -> the right number or array. Integers must be met
        exactly, floats to half a unit of the last decimal asked for.
    decimals : decimals asked for, default 3 (say so in ``ask``).
    significant : significant digits asked for, in place of decimals: for very small or large numbers.
    mistakes : pairs (function of the numbers -> the wrong number, hint).
    """

    answer: object
    decimals: int = 3
    significant: int = None

    def exact(self, numbers):
        """Return the right answer in full precision."""
        return np.asarray(self.answer(**arrays(numbers)))

    def reach(self, right):
        """Return how far from ``right`` an answer may lie, element by element."""
        if right.dtype.kind in "iu":
            return np.zeros(right.shape) + SLACK
        if self.significant is None:
            unit = np.full(right.shape, 10.0**-self.decimals)
        else:
            size = np.where(right == 0, 1e-300, np.abs(right))
            unit = 10.0 ** (np.floor(np.log10(size)) + 1 - self.significant)
        return unit / 2 + SLACK * np.maximum(unit, np.abs(right))

    def judge(self, answer, student=""):
        return self.judge_with(answer, self.numbers(student))

    def judge_with(self, answer, numbers):
        """Return the verdict on an answer for these numbers."""
        right = self.exact(numbers)
        try:
            given = read(answer)
        except Unreadable as problem:
            return Verdict(UNFIT, (str(problem),))
        given = given.reshape(()) if given.size == 1 and right.ndim == 0 else given
        if self._meets(given, right, right):
            return Verdict(RIGHT)
        for k, (wrong, hint) in enumerate(self.mistakes):
            if self._meets(given, np.asarray(wrong(**arrays(numbers))), right):
                return Verdict(WRONG, (self.tell(hint, numbers),), mistake=k)
        if given.shape != right.shape:
            return self._other_shape(given, right)
        return Verdict(WRONG, tuple(self._looks_like(given, right)))

    def _meets(self, given, target, right):
        if given.shape != target.shape:
            return False
        same_digits = target.shape == right.shape and self.significant is None
        reach = self.reach(right) if same_digits else self.reach(target)
        return bool(np.all(np.abs(given - target) <= reach))

    def _other_shape(self, given, right):
        says = word("exercises.shape", got=given.shape, expected=right.shape)
        if right.ndim < 2 and given.ndim < 2:
            says = word("exercises.count", got=given.size, expected=right.size)
        if self._meets(given.T, right, right):
            return Verdict(WRONG, (word("exercises.transposed"), says))
        return Verdict(UNFIT, (says,))

    def _looks_like(self, given, right):
        """Say what an unknown wrong answer looks like: slips that can happen in any question."""
        reach = self.reach(right)
        near = np.abs(given - right) <= reach
        if right.dtype.kind == "f" and np.all(np.abs(given - right) <= 3 * reach):
            yield word("exercises.rounding")
        elif self._meets(-given, right, right):
            yield word("exercises.sign")
        elif self._meets(given / 100, right, right):
            yield word("exercises.percent")
        elif given.ndim == 2 and self._meets(given.T, right, right):
            yield word("exercises.transposed")
        elif given.size > 1 and self._meets(given[::-1], right, right):
            yield word("exercises.reversed")
        elif near.any():
            where = list(int(i) for i in np.argwhere(~near)[0])
            yield word("exercises.some", right=int(near.sum()), all=near.size, where=where)

    def confusion(self, numbers):
        if not np.all(np.isfinite(self.exact(numbers))):
            return f"the answer is not finite for {numbers}"
        for k, (wrong, _) in enumerate(self.mistakes):
            value = np.asarray(wrong(**arrays(numbers)))
            for given in (value, self.rounded(value)):
                verdict = self.judge_with(given, numbers)
                if verdict.mistake != k:
                    taken = "right" if verdict.status == RIGHT else f"mistake {verdict.mistake}"
                    return f"mistake {k} of {self.id} is taken for {taken} with {numbers}"
        return ""

    def rounded(self, value):
        """Return a value as a student would write it down: to the decimals asked for."""
        if self.significant is None:
            places = np.full(value.shape, self.decimals)
        else:
            size = np.where(value == 0, 1.0, np.abs(value))
            places = self.significant - 1 - np.floor(np.log10(size)).astype(int)
        out = np.empty(value.shape)
        for index in np.ndindex(value.shape):
            out[index] = round(float(value[index]), int(places[index]))
        return value if value.dtype.kind in "iu" else out

    def right(self, student=""):
        return self.rounded(self.exact(self.numbers(student)))

    def key(self, student=""):
        right = self.right(student)
        if self.significant is not None:
            return " ".join(f"{float(v):.{self.significant}g}" for v in right.flat)
        return formats.text(right, self.decimals)


def read(answer):
    """Return an answer as a float array.

    Raises
    ------
    Unreadable, whose text tells the student what the answer is instead of finite numbers.
    """
    if answer is None:
        raise Unreadable(word("exercises.none"))
    if isinstance(answer, str):
        raise Unreadable(word("exercises.quoted", got=_short(repr(answer))))
    if callable(answer):
        raise Unreadable(word("exercises.not_called"))
    try:
        array = np.asarray(answer)
    except Exception:  # ragged lists, objects with an __array__ of their own that fails
        raise Unreadable(word("exercises.ragged")) from None
    if array.dtype.kind in "iuf":
        array = array.astype(float)
    elif array.dtype.kind == "O" and _all_real(array):
        array = np.array([float(v) for v in array.flat]).reshape(array.shape)  # Fraction, Decimal
    else:
        raise Unreadable(word("exercises.not_numbers", got=type(answer).__name__))
    if array.size == 0:
        raise Unreadable(word("exercises.empty"))
    if not np.all(np.isfinite(array)):
        raise Unreadable(word("exercises.not_finite"))
    return array


def _all_real(array):
    try:
        return all(
            not isinstance(v, (str, bytes, bool)) and not math.isnan(float(v)) for v in array.flat
        )
    except Exception:  # an element that is no number at all
        return False


def _short(text):
    return text if len(text) <= 40 else text[:39] + "…"
