"""Questions with options; each wrong option is a mistake with a hint of its own."""

import unicodedata
from dataclasses import dataclass

from ...words import word
from .dice import Dice
from .question import RIGHT, UNFIT, WRONG, Question, Verdict

LETTERS = "ABCDEFG"


@dataclass(frozen=True, kw_only=True)
class ChoiceQuestion(Question):
    """A question answered by a letter. The order of the options differs from student to student.

    Parameters
    ----------
    right_option : text of the right option.
    wrong_options : pairs (text, hint) of the others.
    """

    right_option: object
    wrong_options: tuple

    def order(self, student=""):
        """Return the options by letter: 0 for the right one, k for the k-th wrong one."""
        return Dice(student, self.id, "order").shuffled(range(len(self.wrong_options) + 1))

    def option(self, k, student=""):
        text = self.right_option if k == 0 else self.wrong_options[k - 1][0]
        return self.tell(text, self.numbers(student))

    def text(self, student=""):
        options = zip(LETTERS, self.order(student), strict=False)
        return super().text(student) + [f"{letter}. {self.option(k, student)}" for letter, k in options]

    def letter(self, k, student=""):
        """Return the letter of the k-th option (0 is the right one) for this student."""
        return LETTERS[self.order(student).index(k)]

    def judge(self, answer, student=""):
        letters = LETTERS[: len(self.wrong_options) + 1]
        if not isinstance(answer, str):
            return Verdict(UNFIT, (word("exercises.letter", letters=", ".join(letters)),))
        given = unicodedata.normalize("NFKC", answer).strip().rstrip(".").upper()
        if len(given) != 1 or given not in letters:
            return Verdict(UNFIT, (word("exercises.letter", letters=", ".join(letters)),))
        k = self.order(student)[letters.index(given)]
        if k == 0:
            return Verdict(RIGHT)
        hint = self.tell(self.wrong_options[k - 1][1], self.numbers(student))
        return Verdict(WRONG, (hint,), mistake=k - 1)

    def right(self, student=""):
        return self.letter(0, student)

    def key(self, student=""):
        return f"{self.letter(0, student)}. {self.option(0, student)}"
