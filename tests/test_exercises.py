"""The checker itself: slips it knows, functions that misbehave, students' numbers."""

import functools
import subprocess
import sys
import threading
import time
from collections import namedtuple
from fractions import Fraction

import numpy as np
import pytest
from hygiene.notebook import ROOT

from helpers import words
from helpers.lectures.exercises import (
    ChoiceQuestion,
    FunctionQuestion,
    NumberQuestion,
    answer_key,
    bank,
    calls,
    check,
    session,
    set_student,
)
from helpers.lectures.exercises.card import Card, marked_up
from helpers.lectures.exercises.dice import Case, Dice
from helpers.lectures.exercises.question import NOT_YET, RIGHT, UNFIT, WRONG, Verdict
from helpers.result_file import normal_form

ID = "l10-10-1b"  # any question of the bank


def number(answer, **fields):
    return NumberQuestion("test-1", "?", answer=answer, **fields)


def says(verdict):
    return " ".join(verdict.says)


# -- numbers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("given, status", [
    (1.674404, RIGHT), (1.674, RIGHT), ([1.674], RIGHT), (np.float32(1.6744), RIGHT), (Fraction(1674, 1000), RIGHT),
    (1.6739, WRONG), (1.675, WRONG), (1.673, WRONG), (-1.674, WRONG), (167.44, WRONG),
    ("1.674", UNFIT), (None, UNFIT), (True, UNFIT), ([1.674, 0], UNFIT), (float("inf"), UNFIT),
])
def test_half_a_unit_of_the_last_decimal_counts(given, status):
    assert number(lambda: 1.674404).judge(given).status == status


def test_integers_must_be_met_exactly():
    count = number(lambda: 786432)
    assert count.judge(786432).status == count.judge(786432.0).status == RIGHT
    assert count.judge(786432.4).status == count.judge(786431).status == WRONG


def test_significant_digits_for_very_small_numbers():
    tiny = number(lambda: 0.5**50, significant=2)
    assert tiny.judge(8.9e-16).status == tiny.judge(0.5**50).status == RIGHT
    assert tiny.judge(8.8e-16).status == tiny.judge(0.0).status == WRONG


@pytest.mark.parametrize("given, key", [
    ([1.675, 0.826], "rounding"), ([-1.674, -0.826], "sign"), ([167.44, 82.56], "percent"),
    ([0.826, 1.674], "reversed"),
])
def test_slips_of_any_question_are_named(given, key):
    verdict = number(lambda: np.array([1.674404, 0.825596])).judge(given)
    assert verdict.status == WRONG and verdict.says == (words.word("exercises." + key),)


def test_transposed_and_partly_right_arrays_are_named():
    square, wide = number(lambda: np.array([[1.0, 2], [3, 4]])), number(lambda: np.arange(6.0).reshape(2, 3))
    transposed = words.word("exercises.transposed")
    assert transposed in says(square.judge([[1, 3], [2, 4]]))
    assert transposed in says(wide.judge(np.arange(6.0).reshape(2, 3).T))
    assert "3" in says(square.judge([[1, 2], [3, 9]])) and "[1, 1]" in says(square.judge([[1, 2], [3, 9]]))
    assert wide.judge(np.arange(6.0)).status == UNFIT
    few = number(lambda: np.arange(3.0)).judge([1, 2])
    assert few.status == UNFIT and few.says == (words.word("exercises.count", expected=3, got=2),)


def test_a_mistake_that_passes_as_right_is_refused():
    hopeless = number(lambda x: x, draw=lambda dice: {"x": dice.whole(1, 9)}, mistakes=[(lambda x: x + 0.0001, "")])
    with pytest.raises(RuntimeError, match="mistake 0 of test-1 is taken for right"):
        hopeless.numbers("s")
    sometimes = number(lambda x: x * x, draw=lambda dice: {"x": dice.whole(1, 3)}, mistakes=[(lambda x: 2 * x, "")])
    assert {sometimes.numbers(f"{k}")["x"] for k in range(30)} == {1, 3}


def test_hints_come_where_no_mistake_is_known_and_where_they_are_asked_for():
    unknown, known = [0.3, 7.0], [2.009, 0.991]  # both heads added, not halved
    assert [len(check(ID, unknown, hint=level).hints) for level in (False, True, 2, 9, np.inf)] == [1, 1, 2, 2, 2]
    assert [len(check(ID, known, hint=level).hints) for level in (False, True, 2)] == [0, 1, 2]
    assert len(check(ID, ..., hint=1).hints) == 1 and not check(ID, ...).hints
    assert not check(ID, [1.005, 0.495], hint=2).hints
    assert "hint=1" in repr(check(ID, known)) and "hint=2" in repr(check(ID, unknown))
    assert "hint=" not in repr(check(ID, known, hint=2))


def test_numbers_that_are_shared_suit_every_question_that_shares_them(monkeypatch):
    leader = number(lambda x: x, draw=lambda dice: {"x": dice.whole(1, 3)})
    follower = number(lambda x: x * x, mistakes=[(lambda x: 2 * x, "")])  # 2 does not tell them apart
    assert {leader.numbers(f"{k}")["x"] for k in range(30)} == {1, 2, 3}
    monkeypatch.setattr(bank, "family", lambda question: [leader, follower])
    assert {leader.numbers(f"{k}")["x"] for k in range(30)} == {1, 3}


def test_a_question_can_share_the_numbers_of_another():
    leader, follower = bank.question("l10-10-1a"), bank.question(ID)
    assert follower in bank.family(leader)
    assert leader.numbers("7") == follower.numbers("7")


# -- choices -----------------------------------------------------------------------------------------


def test_letters_are_taken_however_they_are_typed():
    choice = ChoiceQuestion("test-1", "?", right_option="r", wrong_options=[("a", "ha"), ("b", "hb")])
    letter = choice.letter(0)
    for given in (letter, letter.lower(), f" {letter}. ", chr(ord(letter) - ord("A") + 0xFF21)):
        assert choice.judge(given).status == RIGHT
    for given in ("D", "AB", 1, None, ["A"]):
        assert choice.judge(given).status == UNFIT
    assert len({choice.letter(0, f"{k}") for k in range(20)}) == 3


# -- functions ---------------------------------------------------------------------------------------

Params = namedtuple("Params", "w b")
LINEAR = FunctionQuestion(
    "test-3",
    "?",
    answer=lambda x, params: x @ params.w + params.b,
    cases=lambda case: (case.array("n", "d"), Params(case.array("d", "m"), case.array("m"))),
    mistakes=[(lambda x, params: x @ params.w, "no b"), (lambda x, params: x.T @ params.w, "x.T")],
)


def linear(change):
    """A right answer with a fault: ``change`` gets (x, params, right result)."""
    return lambda x, params: change(x, params, x @ params.w + params.b)


def test_a_right_function_passes_also_as_lists_and_float32():
    assert LINEAR.judge(linear(lambda x, p, y: y)).status == RIGHT
    assert LINEAR.judge(linear(lambda x, p, y: y.tolist())).status == RIGHT
    assert LINEAR.judge(linear(lambda x, p, y: y.astype("float32"))).status == RIGHT
    assert LINEAR.judge(functools.partial(LINEAR.answer)).status == RIGHT


def test_the_smallest_failing_input_is_shown():
    broken = linear(lambda x, p, y: y if len(x) < 4 else y + 1)
    verdict = LINEAR.judge(broken)
    smallest = next(a for a in LINEAR.inputs() if len(a[0]) >= 4)
    assert verdict.status == WRONG
    label, shown = verdict.exhibits[0]
    assert label == words.word("exercises.input") and f"x {smallest[0].shape} =" in shown and "params.w" in shown
    sizes = [x.size + p.w.size + p.b.size for x, p in LINEAR.inputs()]
    assert sizes == sorted(sizes) and sizes[0] < sizes[-1]


@pytest.mark.parametrize("change, key", [
    (lambda x, p, y: None, "no_return"),
    (lambda x, p, y: y.T, "transposed"),
    (lambda x, p, y: y + 1, "other_numbers"),
])
def test_what_comes_back_wrong_is_named(change, key):
    assert words.word("exercises." + key) in says(LINEAR.judge(linear(change)))


@pytest.mark.parametrize("change, part", [
    (lambda x, p, y: y[0], "(5,)"), (lambda x, p, y: y * np.nan, "nan"), (lambda x, p, y: "y", "'y'"),
    (lambda x, p, y: x[99], "IndexError"), (lambda x, p, y: exit(), "SystemExit"), (lambda x, p, y: {}, ""),
    (lambda x, p, y: object(), "object"),
])
def test_what_cannot_be_compared_is_answered(change, part):
    verdict = LINEAR.judge(linear(change))
    assert verdict.status == WRONG and (part in says(verdict) or part in str(verdict.exhibits))


def test_the_line_that_raised_is_quoted():
    def student(x, params):
        y = x @ params.w
        return y + missing  # noqa: F821

    assert "return y + missing" in says(LINEAR.judge(student)) and "NameError" in says(LINEAR.judge(student))


def test_a_changed_input_is_noticed():
    def in_place(x, params):
        x -= 1
        return (x + 1) @ params.w + params.b

    def deep(x, params):
        params.b[:] += 0.5
        return x @ params.w + params.b - 0.5

    assert words.word("exercises.changed_input") in says(LINEAR.judge(in_place))
    assert words.word("exercises.changed_input") in says(LINEAR.judge(deep))


def test_mistakes_are_recognised_by_what_they_do():
    assert LINEAR.judge(lambda x, params: np.einsum("nd,dm->nm", x, params.w)).mistake == 0
    assert LINEAR.judge(lambda x, params: x.T @ params.w).mistake == 1  # both raise
    assert LINEAR.judge(lambda x, params: x @ params.w - params.b).mistake is None
    assert LINEAR.judge(lambda x, params: [][0]).mistake is None  # raises too, but something else


Steps = namedtuple("Steps", "doubled raised squared output")


def steps(x, raised=None, end=1):
    raised = 2 * x + 1 if raised is None else raised
    return Steps(2 * x, raised, raised**2, end * raised**2)


STEPS = FunctionQuestion(
    "test-3", "?", answer=steps, cases=lambda case: (case.array("n", "d"),),
    mistakes=[
        (lambda x: steps(x, 2 * x), "forgot the 1"),
        (lambda x: steps(x)._replace(squared=x), "the square is of something else"),
        (lambda x: steps(x, end=np.inf), "infinite"),
    ],
)


def test_of_a_result_with_many_parts_the_first_wrong_one_is_shown():
    verdict = STEPS.judge(lambda x: steps(x, 2 * x))
    assert "`.raised`" in says(verdict) and verdict.mistake == 0
    assert [text.split()[0] for _, text in verdict.exhibits] == ["x", "raised", "raised"]


def test_a_mistake_is_recognised_by_its_end_where_a_step_differs():
    assert STEPS.judge(lambda x: steps(x, 2 * x)._replace(raised=2 * x + 1)).mistake == 0
    assert STEPS.judge(lambda x: steps(x)._replace(squared=-x)).mistake is None  # the end is right
    assert STEPS.judge(lambda x: steps(x, end=np.inf)).mistake == 2  # infinity is like infinity


def test_a_result_with_a_blank_part_is_not_yet():
    assert STEPS.judge(lambda x: Steps(2 * x, ..., ..., ...)).status == NOT_YET
    assert STEPS.judge(lambda x: Steps(..., ..., ..., ...)).status == NOT_YET


def test_blanks_are_not_yet():
    def dots(x, params): ...

    def half(x, params):
        scores = ...
        return scores / 2

    def later(x, params):
        raise NotImplementedError("later")

    for blank in (dots, half, later, lambda x, params: ...):
        assert LINEAR.judge(blank).status == NOT_YET
    assert LINEAR.judge(lambda x, params: x).status == WRONG  # short, but not blank


def test_other_parameters_are_refused_before_the_call():
    for other in (lambda x: x, lambda: 0, lambda x, y, z: x):
        assert "x, params" in says(LINEAR.judge(other))
    assert LINEAR.judge(lambda x, params, scale=1: x @ params.w + params.b).status == RIGHT


@pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="needs the main thread")
def test_an_endless_loop_is_stopped(monkeypatch):
    end = time.monotonic() + 20  # endless enough, and the test ends even where nothing stops it

    def endless(x, params):
        while time.monotonic() < end:
            pass

    monkeypatch.setattr(calls, "SECONDS", 0.2)
    assert words.word("exercises.too_long", seconds="0") in says(LINEAR.judge(endless))
    for _ in range(50):  # and no interrupt comes late
        outcome = calls.call(lambda: sum(range(2000)), (), seconds=0.0002)
        assert outcome.too_long or outcome.value == 1999000


def test_outside_the_main_thread_a_slow_call_interrupts_nobody():
    outcomes = []
    slow = threading.Thread(
        target=lambda: outcomes.append(calls.call(lambda: time.sleep(0.2) or 1, (), seconds=0.05))
    )
    slow.start()
    slow.join()
    assert outcomes == [calls.Outcome(1)]


def test_the_stop_button_still_works():
    def stopped(x, params):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        LINEAR.judge(stopped)


# -- students ----------------------------------------------------------------------------------------


def test_numbers_are_the_same_on_every_machine():
    dice = Dice("20230001", "l10-06-1")
    assert [dice.whole(0, 99) for _ in range(4)] == [18, 92, 6, 58]
    assert dice.decimal(-1, 1, 3).tolist() == [0.5, 0.5, -0.5]
    assert dice.shuffled("abcd") == ["a", "b", "c", "d"]


def test_dice_stay_in_range_and_reach_both_ends():
    dice = Dice("x")
    assert set(dice.whole(2, 5, 200)) == {2, 3, 4, 5}
    decimals = dice.decimal(-0.5, 0.5, 500)
    assert (decimals.min(), decimals.max()) == (-0.5, 0.5) and np.array_equal(np.round(decimals, 1), decimals)
    assert dice.whole(1, 9, 2, 3).shape == (2, 3)


def test_sizes_of_a_case_differ_and_no_row_is_constant():
    for level in range(30):
        case = Case(level, "x")
        a = case.array("n", "h", "d")
        assert len(set(a.shape)) == 3 and min(a.shape) >= 2 and len(np.unique(a)) == a.size
        assert case.array("d", 7).shape == (a.shape[2], 7)


def test_student_numbers_are_read_as_they_are_meant():
    assert normal_form(" ２０２３ ") == normal_form(2023) == "2023"
    try:
        assert "20230001" in repr(set_student(" 20230001"))
        mine = repr(check("l10-10-1a"))
        set_student("20230001\n")
        assert repr(check("l10-10-1a")) == mine
        set_student()
        assert repr(check("l10-10-1a")) != mine
    finally:
        set_student()


def test_the_answer_key_lists_what_passes():
    rows = list(answer_key("20230001", "l10-10"))
    assert [row[0] for row in rows] == [q.id for q in bank.sheet("l10-10")]
    assert list(answer_key("20230001", ID)) == [row for row in rows if row[0] == ID]
    assert len(list(answer_key())) == sum(len(bank.sheet(name)) for name in bank.sheets())
    assert "<table" in answer_key("1", ID)._repr_html_() and ID in repr(answer_key("1", ID))


@pytest.mark.parametrize("id", ["l10-10-1", "l10-77-1", "nonsense", "", None, 3, "../x-1", "l10-10-1b "])
def test_an_unknown_id_is_answered_with_those_like_it(id):
    with pytest.raises(ValueError) as problem:
        check(id)
    named = str(problem.value).rpartition("similar: ")[2].split(", ")
    known = {q.id for name in bank.sheets() for q in bank.sheet(name)} | set(bank.sheets())
    assert named and set(named) <= known
    if str(id).startswith("l10-"):
        assert all(name.startswith("l10-") for name in named)


def test_only_the_file_asked_for_is_read():
    code = (
        "import sys; from helpers import check; check('l10-10-1b')\n"
        "read = [m for m in sys.modules if m.startswith('helpers.lectures.questions.')]\n"
        "assert read == ['helpers.lectures.questions.l10_10'], read"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_tries_count_up_to_the_right_answer(monkeypatch):
    monkeypatch.setattr(session, "_results", {})
    right = bank.question(ID).right()
    for answer in ([9, 9], "x", [9, 9], right, [9, 9], right):  # text in quotes cannot be judged
        check(ID, answer)
    assert session.exercise_results() == [session.Result(ID, "", True, 3)]


def test_a_right_answer_is_explained_and_code_is_shown_as_it_is():
    question = next(q for q in bank.sheet("l10-06") if q.why)
    why = question.tell(question.why, question.numbers())
    assert why in repr(check(question.id, question.right()))
    card = Card("x", ["?"], Verdict(WRONG, exhibits=(("got", "<b>1</b>"),)))
    assert "&lt;b&gt;1&lt;/b&gt;" in card._repr_html_() and "<b>1</b>" in repr(card)


def test_what_is_shown_is_told_by_words_and_follows_the_theme():
    for answer in (..., [1.005, 0.495], [9, 9], "x"):
        html = check(ID, answer)._repr_html_()
        assert any(sign in html for sign in "✓✗○⚠") and "color:inherit" in html
        assert "color:#" not in html and "background:#" not in html
    assert marked_up("`x < y` <b>") == "<code>x &lt; y</code> &lt;b&gt;"
    assert marked_up("W^Q、`x^2`") == "W<sup>Q</sup>、<code>x^2</code>"
