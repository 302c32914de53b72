"""Questions answered by a function, tested on random shapes that all differ."""

from dataclasses import dataclass

import numpy as np

from ... import numbers as formats
from ...words import word
from . import calls
from .dice import Case
from .number import Unreadable, read
from .question import ATTEMPTS, NOT_YET, RIGHT, UNFIT, WRONG, Question, Verdict

MOST_SHOWN = 600  # numbers of an array
NUDGE = 1e-9  # far more than rounding moves a number


@dataclass(frozen=True, kw_only=True)
class FunctionQuestion(Question):
    """A question answered by a function.

    Parameters
    ----------
    answer : the reference: a function of arrays (or tuples of arrays) -> array, or tuple of arrays.
    cases : function of a ``Case`` -> tuple of arguments; called ``count`` times, small sizes first.
    mistakes : pairs (wrong implementation, hint).
    count : how many random inputs, default 12.
    rtol, atol : how close a result must come, default 1e-5 and 1e-7.
    """

    answer: object
    cases: object
    count: int = 12
    rtol: float = 1e-5
    atol: float = 1e-7

    def inputs(self, student=""):
        """Return the arguments of every call, smallest first."""
        return sorted((self._case(level, student) for level in range(self.count)), key=_size)

    def _case(self, level, student):
        """Return arguments that have one right result: no division by zero or almost zero on the way."""
        again = ()
        for attempt in range(ATTEMPTS):
            arguments = self.cases(Case(level, student, self.id, *again))
            if self._is_sure(arguments):
                return arguments
            again = (attempt,)
        raise RuntimeError(f"{self.id}: no case of size {level} has a result that rounding leaves alone")

    def _is_sure(self, arguments):
        with np.errstate(all="ignore"):
            expected = self.answer(*arguments)
            moved = [self.answer(*calls.nudged(arguments, by)) for by in (NUDGE, -NUDGE)]
        numbers = [_numeric(leaf) for _, leaf in calls.leaves(expected)]
        finite = all(np.all(np.isfinite(a)) for a in numbers if a is not None)
        return finite and not any(self._difference(m, expected)[0] for m in moved)

    def judge(self, answer, student=""):
        if not callable(answer):
            return Verdict(UNFIT, (word("exercises.function", got=type(answer).__name__),))
        inputs = self.inputs(student)
        if calls.is_blank(answer):
            return Verdict(NOT_YET, (word("exercises.blank"),))
        if not calls.takes(answer, inputs[0]):
            names = ", ".join(calls.parameter_names(self.answer, inputs[0]))
            return Verdict(UNFIT, (word("exercises.parameters", names=names),))
        outcomes, failed = [], None
        for arguments in inputs:
            outcome = calls.call(answer, arguments)
            outcomes.append(outcome)
            if outcome.too_long:  # eleven more endless loops would tell nothing new
                seconds = formats.number(calls.SECONDS, 0)
                return Verdict(WRONG, (word("exercises.too_long", seconds=seconds),))
            if outcome.unfinished:
                return Verdict(NOT_YET, (word("exercises.blank"),))
            problem = self._problem(outcome, self.answer(*arguments))
            if problem and failed is None:
                failed = arguments, outcome, problem
        if failed is None:
            return Verdict(RIGHT, (word("exercises.passed", count=self.count),))
        return self._failure(inputs, outcomes, *failed)

    def _problem(self, outcome, expected):
        """Return what is wrong with one outcome, or an empty string."""
        if outcome.error:
            return word("exercises.raised", error=outcome.error) + (
                word("exercises.at_line", line=outcome.line[0], source=outcome.line[1])
                if outcome.line
                else ""
            )
        if outcome.changed_input:
            return word("exercises.changed_input")
        return self._difference(outcome.value, expected)[0]

    def _difference(self, got, expected):
        """Return what is wrong with a result and the path of the part that is, or two empty strings."""
        wanted, given = list(calls.leaves(expected)), list(calls.leaves(got))
        if got is None:
            return word("exercises.no_return"), ""
        if len(wanted) == 1:  # a list where an array is expected is fine
            given = [("", got)]
        if len(wanted) != len(given):
            return word("exercises.parts", expected=len(wanted), got=len(given)), ""
        for (path, target), (_, value) in zip(wanted, given, strict=True):
            target, where = np.asarray(target), f"`{path}` " if path else ""
            try:
                value = read(value) if target.dtype != bool else np.asarray(value)
            except Unreadable as problem:
                return where + word("exercises.returned", problem=problem), path
            if value.shape != target.shape and value.T.shape == target.shape:
                if self._close(value.T, target):
                    return where + word("exercises.transposed"), path
            if value.shape != target.shape:
                return where + word("exercises.shape", got=value.shape, expected=target.shape), path
            if not self._close(value, target):
                return where + word("exercises.other_numbers"), path
        return "", ""

    def _close(self, value, target):
        if target.dtype == bool:
            return bool(np.array_equal(value, target))
        return bool(np.allclose(value, target, rtol=self.rtol, atol=self.atol))

    def _failure(self, inputs, outcomes, arguments, outcome, problem):
        mistake = self._mistake(inputs, outcomes)
        hint = () if mistake is None else (self.tell(self.mistakes[mistake][1], {}),)
        names = calls.parameter_names(self.answer, arguments)
        exhibits = [(word("exercises.input"), _written(dict(zip(names, arguments, strict=True))))]
        expected, got, compared = self.answer(*arguments), outcome.value, not outcome.error
        if compared:  # of a result with many parts, the part that is wrong
            expected, got = _wrong_part(expected, got, self._difference(got, expected)[1])
        decimals = _decimals(expected, got) if compared else 4
        exhibits.append((word("exercises.expected"), _written(expected, decimals)))
        if compared and not outcome.changed_input:
            exhibits.append((word("exercises.got"), _written(got, decimals)))
        return Verdict(WRONG, (problem, *hint), mistake=mistake, exhibits=tuple(exhibits))

    def _mistake(self, inputs, outcomes):
        """Return which known mistake gives the same results: all parts of each, or else the last part.

        A student may be right in a step that the listed mistake spoils, and wrong in the end all the same.
        """
        ends = [_end(outcome.value) for outcome in outcomes]
        right_in_the_end = all(self._alike(e, _end(self.answer(*a))) for e, a in zip(ends, inputs))
        for part in [_whole] if right_in_the_end else [_whole, _end]:
            for k, (wrong, _) in enumerate(self.mistakes):
                if self._behaves_like(wrong, inputs, outcomes, part):
                    return k
        return None

    def _behaves_like(self, wrong, inputs, outcomes, part):
        for arguments, outcome in zip(inputs, outcomes, strict=True):
            other = calls.call(wrong, arguments)
            if other.error != outcome.error or other.changed_input != outcome.changed_input:
                return False
            if not other.error and not self._alike(part(outcome.value), part(other.value)):
                return False
        return True

    def _alike(self, a, b):
        """Return whether two results are the same within the tolerance, NaN for NaN."""
        parts, others = ([_numeric(leaf) for _, leaf in calls.leaves(x)] for x in (a, b))
        if len(parts) != len(others) or any(x is None for x in parts + others):
            return False
        return all(
            x.shape == y.shape and np.allclose(x, y, self.rtol, self.atol, equal_nan=True)
            for x, y in zip(parts, others)
        )

    def right(self, student=""):
        return self.answer

    def key(self, student=""):
        names = calls.parameter_names(self.answer, self.inputs(student)[0])
        return word("exercises.reference", names=", ".join(names))


def _whole(value):
    return value


def _end(value):
    """Return the last part of a result, which is what it was all about."""
    return [leaf for _, leaf in calls.leaves(value)][-1:]


def _wrong_part(expected, got, path):
    """Return the parts of both under this path, where the results have many; else both whole."""
    wanted, given = list(calls.leaves(expected)), list(calls.leaves(got))
    names = [name for name, _ in wanted]
    if len(wanted) < 4 or len(given) != len(wanted) or path not in names:
        return expected, got
    k = names.index(path)
    return {path.lstrip("."): wanted[k][1]}, {path.lstrip("."): given[k][1]}


def _decimals(expected, got):
    """Return as many decimals as it takes to see the difference, from 4 on."""
    for decimals in range(4, 8):
        if _written(expected, decimals) != _written(got, decimals):
            return decimals
    return 8


def _size(arguments):
    return sum(np.size(leaf) for _, leaf in calls.leaves(arguments))


def _written(value, decimals=None):
    """Return nested values as text: names and shapes, and no more decimals than an input has."""
    parts = []
    for path, leaf in calls.leaves(value):
        name = path.lstrip(".").replace("['", "", 1).replace("']", "", 1)
        array = _numeric(leaf)
        if array is None:
            parts.append((name, "= " if name else "", calls.short(leaf, repr, 60)))
        elif array.ndim == 0:
            parts.append((name, "= " if name else "", formats.number(array[()], _places(array, decimals))))
        else:
            shape = str(tuple(int(k) for k in array.shape))
            numbers = formats.text(array, _places(array, decimals)) if array.size <= MOST_SHOWN else "…"
            parts.append((name, f"{shape} =\n", numbers))
    return "\n".join(f"{name} {sign}{shown}".strip() for name, sign, shown in parts)


def _numeric(leaf):
    try:
        array = np.asarray(leaf)
    except Exception:  # ragged lists, objects with an __array__ of their own that fails
        return None
    return array if array.dtype.kind in "iufb" and array.size else None


def _places(array, decimals):
    if decimals is not None or array.dtype == bool:
        return decimals or 0
    return next((k for k in range(4) if np.all(np.round(array, k) == array)), 4)
