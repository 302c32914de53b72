"""Questions of 06_feed_forward of the deep dive."""

import numpy as np

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def relu(x):
    return np.maximum(x, 0)


def gelu(z):
    return 0.5 * z * (1 + np.tanh(np.sqrt(2 / np.pi) * (z + 0.044715 * z**3)))


def _middle(a, b, w, bias):
    return (relu(a @ w + bias) + relu(b @ w + bias)) / 2 - relu((a + b) / 2 @ w + bias)


def _lifted_only(a, b, w, bias):
    return ((a @ w + bias) + (b @ w + bias)) / 2 - ((a + b) / 2 @ w + bias)


def _sum_not_middle(a, b, w, bias):
    return relu(a @ w + bias) + relu(b @ w + bias) - relu((a + b) / 2 @ w + bias)


def _middle_of_the_sum(a, b, w, bias):
    return (relu(a @ w + bias) + relu(b @ w + bias)) / 2 - relu((a + b) @ w + bias)


def _without_bias(a, b, w, bias):
    return _middle(a, b, w, 0 * bias)


QUESTIONS = [
    NumberQuestion(
        "dd-06-1",
        "一个隐藏单元：`x = {x}`，它在 W₁ 里的那一列是 `{w}`，偏置是 `{b}`。激活用 GELU 的 tanh 近似。"
        "这个单元的输出是多少？保留三位小数。",
        default={"x": [0.5, -1.2, 0.8], "w": [0.3, 0.6, 0.4], "b": -0.15},
        draw=lambda dice: {"x": dice.decimal(-2, 2, 3), "w": dice.decimal(-1, 1, 3), "b": dice.pick([-0.2, 0.15, 0.3])},
        answer=lambda x, w, b: gelu(x @ w + b),
        decimals=3,
        mistakes=[
            (lambda x, w, b: x @ w + b, "这是弯之前的数，还要过 GELU。"),
            (lambda x, w, b: relu(x @ w + b), "这是 ReLU。GELU 在负的一侧一般不是 0。"),
            (lambda x, w, b: gelu(x @ w), "偏置漏加了。"),
            (lambda x, w, b: gelu(x @ w) + b, "偏置要在弯之前加。"),
            (lambda x, w, b: (x @ w + b) / 2, "旋钮不总是 0.5，只有 z = 0 时才是。"),
            (lambda x, w, b: 0.5 * (1 + np.tanh(np.sqrt(2 / np.pi) * ((x @ w + b) + 0.044715 * (x @ w + b) ** 3))),
             "这是旋钮开到多大，还要乘 z。"),
        ],
        hints=["先求 z = x·w + b。", "GELU(z) = 0.5·z·(1 + tanh(√(2/π)·(z + 0.044715·z³)))。"],
    ),
    ChoiceQuestion(
        "dd-06-2",
        "三个点在平面上：两个叉，它们的正中间是一个圆点。下面哪一种做法，**有可能**让一刀把叉和圆点切开？",
        default={"few": 3, "many": 64},
        draw=lambda dice: dict(zip(("few", "many"), dice.pick([(2, 100), (3, 64), (4, 512)]), strict=True)),
        right_option="升到 {few} 维，过一次 ReLU",
        wrong_options=[
            ("升到 {many} 维，加上偏置", "正中间的点升上去以后，还在不在正中间？"),
            ("先升到 {few} 维，再升到 {many} 维", "两次线性合起来是几次？"),
            ("升到 {many} 维，再降回 2 维", "中间没有弯，一升一降合起来是一个什么矩阵？"),
        ],
        why="线性的升（加不加偏置、升几次都一样）让正中间的点还在正中间，一刀总是切不开；ReLU 才可能把它挪走。",
    ),
    FunctionQuestion(
        "dd-06-3",
        "写出 `how_far_from_the_middle(a, b, w, bias)`：`a`、`b` 是两个点，形状 (d,)，`w` 是 (d, d_ff)，`bias` 是 (d_ff,)。"
        "把 a、b 和它们的正中间都送过 relu(x·w + bias)，返回“a、b 结果的平均，减去正中间的结果”，形状 (d_ff,)。",
        answer=_middle,
        cases=lambda case: (case.array("d"), case.array("d"), case.array("d", "d_ff"), case.array("d_ff")),
        mistakes=[
            (_lifted_only, "差总是 0：漏了 ReLU，或者先平均再弯了。两个点要各自先弯，再平均。"),
            (_sum_not_middle, "两个结果相加以后，还要除以 2。"),
            (_middle_of_the_sum, "正中间是 (a + b) / 2。"),
            (_without_bias, "偏置漏加了。"),
        ],
        hints=["正中间的点是 `(a + b) / 2`。", "ReLU 可以写成 `np.maximum(z, 0)`。"],
    ),
]
