"""``check`` and what belongs to it: students' numbers, the answer key, what was answered so far."""

from dataclasses import dataclass

from ...result_file import normal_form
from ...views.table import Shown
from ...words import word
from . import bank
from .card import Card, KeyTable, marked_up
from .question import NOT_YET, RIGHT, UNFIT, WRONG, Verdict, holds_ellipsis

_student = ""
_results = {}


@dataclass(frozen=True)
class Result:
    """What became of one question: its id, whether it was answered right, after how many tries."""

    id: str
    student: str
    correct: bool = False
    tries: int = 0


def check(id, answer=..., hint=False):
    """Show a question and say at once whether the answer is right. Let it be the last line of a cell.

    Parameters
    ----------
    id : e.g. ``"l10-06-1"``.
    answer : a number, an array, a letter or a function, as the question asks; ``...`` for none yet.
    hint : 1 (or True) shows the first hint, 2 the second as well, and so on.

    Returns
    -------
    Card, which the notebook displays; ``card.correct`` is a bool. A wrong answer of any kind
    never raises.

    Raises
    ------
    ValueError if there is no such question.
    """
    question = bank.question(id)
    if holds_ellipsis(answer):
        verdict = Verdict(NOT_YET)
    else:
        verdict = question.judge(answer, _student)
        if verdict.status in (RIGHT, WRONG):
            _record(id, verdict.status == RIGHT)
    numbers = question.numbers(_student)
    if verdict.status == RIGHT and question.why:
        says = (*verdict.says, question.tell(question.why, numbers))
        verdict = Verdict(RIGHT, says)
    asked = _hints_asked(hint, len(question.hints))
    unexplained = verdict.status == WRONG and verdict.mistake is None
    shown = 0 if verdict.status == RIGHT else max(asked, int(unexplained))
    hints = [question.tell(text, numbers) for text in question.hints[:shown]]
    more = shown + 1 if verdict.status in (WRONG, UNFIT) and shown < len(question.hints) else 0
    return Card(id, question.text(_student), verdict, hints, more)


def _hints_asked(hint, available):
    try:
        return max(0, min(int(hint), available))
    except (TypeError, ValueError, OverflowError):
        return available


def _record(id, correct):
    before = _results.get((_student, id), Result(id, _student))
    if not before.correct:
        _results[_student, id] = Result(id, _student, correct, before.tries + 1)


def exercise_results():
    """Return what was answered in this session, one ``Result`` for each question judged so far."""
    return list(_results.values())


def current_student():
    """Return the student whose numbers the questions have, empty for nobody."""
    return _student


def set_student(student=""):
    """Give the questions that follow the numbers of one student; no argument: those of the notebook.

    Parameters
    ----------
    student : student number or name. The numbers depend on a hash of it; ``save_results`` writes it
        into the file that the student hands in.
    """
    global _student
    _student = normal_form(student)
    said = word("exercises.student", student=_student) if _student else word("exercises.no_student")
    return Shown(f'<div style="margin:4px 0">{marked_up(said)}</div>', said)


def answer_key(student="", of=""):
    """Return the answers for one student, for instructors.

    Parameters
    ----------
    student : as in ``set_student``; default: the numbers of the committed notebooks.
    of : a notebook (``"l10-06"``), a question (``"l10-06-2"``) or, by default, everything.

    Returns
    -------
    KeyTable, which the notebook displays; iterate over it for rows (id, question, answer).

    Raises
    ------
    ValueError if there is no such notebook or question.
    """
    student = normal_form(student)
    if not of or of in bank.sheets():
        names = [of] if of else bank.sheets()
        found = [question for name in names for question in bank.sheet(name)]
    else:
        found = [bank.question(of)]
    return KeyTable(
        student, [(q.id, q.tell(q.ask, q.numbers(student)), q.key(student)) for q in found]
    )
