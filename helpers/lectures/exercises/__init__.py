"""Questions that answer at once: ``check("l10-06-1", ...)`` shows one and judges the answer.

For authors: three questions in ten minutes
===========================================
The questions of a notebook stand in one file, ``helpers/lectures/questions/l10_06.py`` for
``06_layer_norm``, as a list ``QUESTIONS``. The id is the file's name with hyphens, and a number:
``l10-06-1``. Each question is used by one cell of its notebook, whose last line is the call::

    check("l10-06-1", ...)                  # a number, an array or a letter goes in place of the ...

    def layer_norm(x):
        ...

    check("l10-06-3", layer_norm)           # a question that asks for a function

One example of each kind::

    from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion

    QUESTIONS = [
        NumberQuestion(
            "l10-06-1",
            "`x = {x}`。它的标准差 σ 是多少？保留三位小数。",
            default={"x": [1, 3, 8]},                            # what the committed notebook shows
            draw=lambda dice: {"x": dice.whole(0, 12, 3)},       # other numbers for each student
            answer=lambda x: x.std(),                            # lists arrive as arrays
            decimals=3,
            mistakes=[
                (lambda x: x.std(ddof=1), "你除以了 n − 1。LayerNorm 除以 n。"),
                (lambda x: x.var(), "这是方差。标准差还要开平方。"),
            ],
            hints=["先求平均，再求每个数与平均的差。", "差的平方取平均，最后开平方。"],
        ),
        ChoiceQuestion(
            "l10-06-2",
            "`x` 的每个数都乘 {k}，LayerNorm 的结果会怎样？",
            default={"k": 100},
            draw=lambda dice: {"k": dice.pick([10, 50, 1000])},
            right_option="几乎不变",
            wrong_options=[
                ("变成原来的 {k} 倍", "分子是乘了 {k}，分母呢？"),
                ("变成原来的 1/{k}", "分母是乘了 {k}，分子呢？"),
            ],
            why="分子分母同乘 {k}，约掉了；只差 ε 的一点点。",
        ),
        FunctionQuestion(
            "l10-06-3",
            "写出 `layer_norm(x)`：每一行减去自己的平均，再除以自己的标准差（不用 ε）。",
            answer=lambda x: (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True),
            cases=lambda case: (case.array("n", "d"),),          # sizes n and d always differ
            mistakes=[
                (lambda x: (x - x.mean(0)) / x.std(0), "你竖着算了：`axis=0` 是一列。"),
            ],
        ),
    ]

* A text is a string with the numbers in braces, a pair ``(中文, English)``, or a function of the
  numbers; literal braces are doubled. `` `code` `` is set as code, ``\\n`` starts a new line.
* Say in the text how many decimals are wanted. Integers must be met exactly. For very small or large
  numbers give ``significant=2`` in place of ``decimals``.
* ``draw`` gets a ``Dice``: ``whole(low, high, *shape)`` (both ends included),
  ``decimal(low, high, *shape, places=1)``, ``pick(options)``. Numbers with which a listed mistake
  would pass as right are drawn again by themselves. Leave ``draw`` out where there is nothing to vary.
  ``same_as="l10-06-1a"`` in place of ``default`` and ``draw`` takes the numbers of another question.
* ``cases`` gets a ``Case``, a ``Dice`` that also has ``size("h")`` and ``array("n", "d")``; arguments
  may be arrays, numbers and (named) tuples of arrays; the reference may return a tuple of arrays.
* ``mistakes`` are pairs (wrong answer or wrong implementation, hint), the most usual ones first. A hint
  says where to look; it never gives the answer. Known without being listed: rounding too early, wrong
  sign, percent, transposed, reversed order, wrong shape, text in quotes, NaN, ``None``, no return,
  an error, an endless loop, input changed in place.
* ``tests/test_questions.py`` finds the file by itself: right answers must pass, every mistake must be
  recognised, for several students.

``set_student("学号")`` gives a student numbers of his or her own; ``answer_key("学号", "l10-06")``
lists the answers for the instructor. ``save_results()`` writes the small file that a student hands in,
and ``python run.py grade FOLDER`` makes one table of many.
"""

from .choice import ChoiceQuestion
from .function import FunctionQuestion
from .number import NumberQuestion
from .saving import save_results
from .session import Result, answer_key, check, exercise_results, set_student

__all__ = [
    "ChoiceQuestion",
    "FunctionQuestion",
    "NumberQuestion",
    "Result",
    "answer_key",
    "check",
    "exercise_results",
    "save_results",
    "set_student",
]
