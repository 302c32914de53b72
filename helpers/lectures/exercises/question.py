"""What every question has: a text with numbers in it, mistakes that it knows, hints."""

from dataclasses import dataclass, field

import numpy as np

from ...words import chosen
from . import bank
from .dice import Dice

RIGHT, WRONG, NOT_YET, UNFIT = "right", "wrong", "not_yet", "unfit"
ATTEMPTS = 500  # draws until every known mistake gives another answer than the right one


@dataclass(frozen=True)
class Verdict:
    """What the checker says about an answer.

    Attributes
    ----------
    status : ``right``, ``wrong``, ``not_yet`` (nothing to judge) or ``unfit`` (cannot be judged).
    says : sentences for the student.
    mistake : which of the known mistakes it is, counted from 0; None if none of them.
    exhibits : pairs (label, text in fixed width), e.g. input, expected and got of a function.
    """

    status: str
    says: tuple = ()
    mistake: int | None = None
    exhibits: tuple = ()


@dataclass(frozen=True, kw_only=True)
class Question:
    """The part that all kinds share. Texts are a string, a pair (zh, en) or a function of the numbers.

    Parameters
    ----------
    id : notebook and number, ``"l10-06-1"``; stands in the file ``questions/l10_06.py``.
    ask : the question; ``{x}`` shows the number x, a line break stays, `` `code` `` is set as code.
    default : the numbers that the committed notebook shows; without it the draw for no student.
    draw : function of ``Dice`` -> dict of numbers for one student; default: everyone has ``default``.
    same_as : id of the question whose numbers this one shares ("接上题"), in place of the two above.
    mistakes : pairs (function, hint), see the kinds.
    hints : texts from faint to strong; none of them gives the answer away.
    why : what to take along, shown with a right answer.
    """

    id: str = field(kw_only=False)
    ask: object = field(kw_only=False)
    default: dict = None
    draw: object = None
    same_as: str = ""
    mistakes: tuple = ()
    hints: tuple = ()
    why: object = ""

    def numbers(self, student=""):
        """Return the numbers of one student; they never let a known mistake pass as right."""
        if self.same_as:
            return bank.question(self.same_as).numbers(student)
        if self.draw is None or (not student and self.default is not None):
            return dict(self.default or {})
        dice, family = Dice(student, self.id), bank.family(self)
        for _ in range(ATTEMPTS):
            numbers = self.draw(dice)
            with np.errstate(all="ignore"):  # a draw that divides by zero is simply drawn again
                confusions = [question.confusion(numbers) for question in family]
            if not any(confusions):
                return numbers
        raise RuntimeError(f"{self.id}: no draw tells the mistakes apart; {' '.join(confusions)}")

    def confusion(self, numbers):
        """Return which known mistake would not be recognised with these numbers, or an empty string."""
        return ""

    def text(self, student=""):
        """Return the question as this student sees it, one string for each line."""
        return self.tell(self.ask, self.numbers(student)).split("\n")

    def tell(self, text, numbers):
        """Return a text of this question in the chosen language with the numbers put in."""
        if callable(text):
            return text(**arrays(numbers))
        return chosen(text).format(**{name: shown(value) for name, value in numbers.items()})

    def judge(self, answer, student=""):
        """Return the ``Verdict`` on an answer."""
        raise NotImplementedError

    def right(self, student=""):
        """Return an answer that is right for this student."""
        raise NotImplementedError

    def key(self, student=""):
        """Return the right answer as text, for the instructor's key."""
        raise NotImplementedError


def arrays(numbers):
    """Return the numbers as question functions take them: lists become arrays."""
    return {k: np.array(v) if isinstance(v, (list, tuple)) else v for k, v in numbers.items()}


def shown(value):
    """Return a number or array of a question as text that can be pasted into a code cell."""
    if isinstance(value, (list, tuple, np.ndarray)):
        return "[" + ", ".join(shown(part) for part in value) + "]"
    if isinstance(value, (float, np.floating)):
        return f"{float(value):.10g}"
    return str(value)


def holds_ellipsis(answer):
    """Return whether an answer is ``...`` or still has one in it."""
    if isinstance(answer, (list, tuple)):
        return any(holds_ellipsis(part) for part in answer)
    return answer is ...
