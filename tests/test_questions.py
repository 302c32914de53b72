"""Every question of every file: the right answer passes, each listed mistake is recognised, nothing raises."""

import ast
import json
import re
from collections import Counter

import numpy as np
import pytest
from hygiene.notebook import ROOT

from helpers import words
from helpers.lectures.exercises import (
    ChoiceQuestion,
    FunctionQuestion,
    NumberQuestion,
    bank,
    calls,
    check,
    session,
    set_student,
)
from helpers.lectures.exercises.question import NOT_YET, RIGHT, UNFIT, WRONG

NOTEBOOKS = ROOT / "notebooks"
FOLDERS = {"l10": "lecture10", "dd": "deep_dive"}  # l10-06: lecture10/06_…; others: a word of the file name
STUDENTS = ["", "20230001", "20230002", "20230003", "张三"]
QUESTIONS = [question for name in bank.sheets() for question in bank.sheet(name)]
every_question = pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.id)
for_students = pytest.mark.parametrize("student", STUDENTS)


@pytest.fixture(autouse=True)
def nobody():
    yield
    set_student()
    words.set_language("zh")


def of_kind(kind):
    return pytest.mark.parametrize(
        "question", [q for q in QUESTIONS if isinstance(q, kind)], ids=lambda q: q.id
    )


def test_ids_are_unique_and_name_their_file():
    ids = [question.id for question in QUESTIONS]
    assert len(ids) > 3 and len(set(ids)) == len(ids)
    for name in bank.sheets():
        assert all(bank.ID.fullmatch(q.id)[1] == name for q in bank.sheet(name)), name


@every_question
@for_students
def test_the_right_answer_passes(question, student):
    set_student(student)
    card = check(question.id, question.right(student))
    assert card.correct and "✓" in repr(card) and "✓" in card._repr_html_()


@every_question
@for_students
def test_no_answer_is_not_yet(question, student):
    set_student(student)
    card = check(question.id, ...)
    assert card.verdict.status == NOT_YET and not card.correct
    assert question.text(student)[0] in repr(card)
    assert repr(card) == repr(check(question.id)) and card._repr_html_() == check(question.id)._repr_html_()


@of_kind(NumberQuestion)
@for_students
def test_wrong_numbers_are_recognised(question, student):
    numbers = question.numbers(student)
    right = question.exact(numbers)
    assert question.judge(right, student).status == RIGHT  # full precision as well as rounded
    assert question.confusion(numbers) == ""
    for k, (wrong, hint) in enumerate(question.mistakes):
        value = np.asarray(wrong(**{n: np.array(v) if isinstance(v, list) else v for n, v in numbers.items()}))
        for given in (value, question.rounded(value)):
            verdict = question.judge(given.tolist(), student)
            assert (verdict.status, verdict.mistake) == (WRONG, k), hint
            assert verdict.says == (question.tell(hint, numbers),)


@of_kind(ChoiceQuestion)
@for_students
def test_wrong_options_are_recognised(question, student):
    options = [question.option(k, student) for k in range(len(question.wrong_options) + 1)]
    assert len(set(options)) == len(options) >= 2
    for k in range(1, len(options)):
        verdict = question.judge(question.letter(k, student).lower() + " ", student)
        assert (verdict.status, verdict.mistake) == (WRONG, k - 1)
        assert verdict.says[0]


@of_kind(FunctionQuestion)
@for_students
def test_wrong_functions_are_recognised(question, student):
    for k, (wrong, hint) in enumerate(question.mistakes):
        verdict = question.judge(wrong, student)
        assert (verdict.status, verdict.mistake) == (WRONG, k), hint
        assert verdict.says[-1] == question.tell(hint, {}) and len(verdict.exhibits) >= 2


@of_kind(FunctionQuestion)
def test_references_leave_their_input_alone_and_stay_finite(question):
    for arguments in question.inputs():
        outcome = calls.call(question.answer, arguments)
        assert not outcome.error and not outcome.changed_input
        assert all(np.all(np.isfinite(leaf)) for _, leaf in calls.leaves(outcome.value))


@every_question
def test_answers_of_a_wrong_kind_are_answered(question):
    wrong = ["?", "", "1.5", None, float("nan"), [1, "a"], [[1, 2], [3]], {}, object(), True, 1j, int, set()]
    wrong += [np.full((2, 3, 4, 5), 0.5), np.array([]), np.array(["A"]), lambda: 0, lambda *_: [].clear()]
    for answer in wrong:
        card = check(question.id, answer)
        assert card.verdict.status in (UNFIT, WRONG), answer
        assert card.verdict.says and all(card.verdict.says)
        assert repr(card) and card._repr_html_()


class Touchy:
    """An object that lets itself be neither seen nor converted."""

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("no array")

    def __repr__(self):
        raise RuntimeError("no text")


@of_kind(FunctionQuestion)
def test_functions_that_return_anything_are_answered_in_few_words(question):
    returned = ["?", None, (), [], {}, {1: 2}, object(), 1j, True, float("nan"), [[1, 2], [3]], int, iter(()), Touchy()]
    returned += [[Touchy()], np.datetime64("2025-01-01"), np.zeros((300, 300)), "很长" * 9999, np.array(None)]
    for value in returned:
        card = check(question.id, lambda *_, value=value: value)
        assert card.verdict.status == WRONG, type(value)
        assert card.verdict.says and max(map(len, [repr(card), card._repr_html_()])) < 20_000
    for problem in (ValueError("很长" * 9999), KeyError(Touchy()), RecursionError(), MemoryError()):
        def broken(*_, problem=problem):
            raise problem

        card = check(question.id, broken)
        assert card.verdict.status == WRONG and max(map(len, [repr(card), card._repr_html_()])) < 20_000


@of_kind(FunctionQuestion)
def test_blank_and_broken_functions_are_answered(question):
    def blank(*arguments):
        """Not written yet."""
        ...

    def broken(*arguments):
        return arguments[99]

    assert check(question.id, blank).verdict.status == NOT_YET
    assert "IndexError" in repr(check(question.id, broken))


@every_question
def test_hints_do_not_give_the_answer_away(question):
    if isinstance(question, FunctionQuestion):
        return
    for student in STUDENTS:
        numbers = question.numbers(student)
        hints = [question.tell(h, numbers) for h in question.hints]
        hints += [question.tell(hint, numbers) for _, hint in question.mistakes]
        answers = re.findall(r"\d+\.\d{2,}|\d{4,}", question.key(student).partition(". ")[2] or question.key(student))
        asked = " ".join(question.text(student))
        for answer in answers:
            if answer not in asked:
                assert not any(answer in hint for hint in hints), answer


@every_question
def test_english_and_hints_at_every_level(question):
    for language in ("zh", "en"):
        words.set_language(language)
        for level in (True, *range(len(question.hints) + 2), "x"):
            card = check(question.id, "?", hint=level)
            assert repr(card) and card._repr_html_()
    assert len(card.hints) == len(question.hints)


@of_kind(NumberQuestion)
def test_numbers_differ_between_students(question):
    if question.draw is None and not question.same_as:
        return
    drawn = {question.key(f"s{k}") for k in range(12)}
    assert len(drawn) > 2


@every_question
def test_many_students_get_numbers_that_work(question):
    for k in range(60):
        student = f"2024{k:04}"
        assert not any(q.confusion(q.numbers(student)) for q in bank.family(question))
        if not isinstance(question, FunctionQuestion):
            assert question.judge(question.right(student), student).status == RIGHT


@of_kind(FunctionQuestion)
def test_many_students_get_cases_with_one_right_result(question):
    """A division by almost zero would call a right function wrong that only rounds in another order."""
    for k in range(60):
        student = f"2024{k:04}"
        for arguments in question.inputs(student):
            expected = question.answer(*arguments)
            assert all(np.all(np.isfinite(leaf)) for _, leaf in calls.leaves(expected)), student
            for by in (1e-9, -1e-9):
                moved = question.answer(*calls.nudged(arguments, by))
                assert question._difference(moved, expected) == ("", ""), student


# -- notebooks ---------------------------------------------------------------------------------------


def cells_with_checks(path):
    """Yield (source, ids, outputs) of each code cell that calls ``check``."""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code" and "check(" in source:
            found = [n for n in ast.walk(ast.parse(source)) if is_check(n)]
            if found:
                yield source, found, cell["outputs"]


def is_check(node):
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "check"


def id_of(call):
    return call.args[0].value


NOTEBOOK_FILES = sorted(p for p in NOTEBOOKS.rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)
STUDENT_FILES = [p for p in NOTEBOOK_FILES if p.parent.name != "solutions"]


def notebooks_of(name):
    """Return the notebooks that the questions ``l10-06`` belong to: one, or none yet."""
    prefix, _, number = name.replace("-", "_").partition("_")
    if prefix in FOLDERS:
        return [p for p in STUDENT_FILES if p.parent.name == FOLDERS[prefix] and p.name.startswith(f"{number}_")]
    return [p for p in STUDENT_FILES if f"_{prefix}{_}{number}_" in f"_{p.stem}_"]


def test_checks_in_notebooks_exist_and_stand_last_in_their_cell():
    for path in NOTEBOOK_FILES:
        for source, found, _ in cells_with_checks(path):
            last = ast.parse(source).body[-1]
            for call in found:
                assert bank.question(id_of(call)), path.name
                assert len(found) == 1 and getattr(last, "value", None) is not None, source
                assert is_check(last.value), f"{path.name}: check must be the last line of its cell"


@pytest.mark.parametrize("name", bank.sheets())
def test_every_question_is_used_once_in_its_notebook(name):
    homes = notebooks_of(name)
    assert len(homes) <= 1
    used = Counter(
        id_of(call) for path in STUDENT_FILES for _, found, _ in cells_with_checks(path) for call in found
    )
    for question in bank.sheet(name):
        assert used[question.id] == len(homes), question.id
    for path in homes:
        own = {id_of(call) for _, found, _ in cells_with_checks(path) for call in found}
        assert own == {q.id for q in bank.sheet(name)}, path.name


@pytest.mark.parametrize("path", NOTEBOOK_FILES, ids=lambda p: p.stem)
def test_student_notebooks_are_unanswered_and_solutions_are_right(path):
    expected = "✓" if path.parent.name == "solutions" else "○"
    for source, _, outputs in cells_with_checks(path):
        shown = ["".join(o["data"]["text/plain"]) for o in outputs if "data" in o]
        assert len(shown) == 1 and f"\n{expected} " in shown[0], source


def test_solutions_answer_every_question_of_their_notebook():
    solutions = [p for p in NOTEBOOK_FILES if p.parent.name == "solutions"]
    for path in solutions:
        ids = {id_of(call) for _, found, _ in cells_with_checks(path) for call in found}
        names = {bank.ID.fullmatch(id)[1] for id in ids}
        assert ids == {q.id for name in names for q in bank.sheet(name)}, path.name


def test_results_hold_what_was_answered(monkeypatch):
    monkeypatch.setattr(session, "_results", {})
    question = QUESTIONS[0]
    check(question.id, ...)
    assert session.exercise_results() == []
    check(question.id, question.right())
    check(question.id, question.right())
    result, = session.exercise_results()
    assert (result.id, result.correct, result.tries) == (question.id, True, 1)
