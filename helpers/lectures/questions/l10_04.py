"""Questions of 04_feed_forward."""

import numpy as np

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion

W_1 = [[1, -1, 2], [1, 2, 0]]  # (2, 3)
W_2 = [[2, 0], [1, 1], [-1, 1]]  # (3, 2)


def relu(x):
    return np.maximum(x, 0)


def _ffn(x, w_1, b_1, w_2, b_2):
    return relu(x @ w_1 + b_1) @ w_2 + b_2


def _without_activation(x, w_1, b_1, w_2, b_2):
    return (x @ w_1 + b_1) @ w_2 + b_2


def _without_b_1(x, w_1, b_1, w_2, b_2):
    return relu(x @ w_1) @ w_2 + b_2


def _without_b_2(x, w_1, b_1, w_2, b_2):
    return relu(x @ w_1 + b_1) @ w_2


def _activated_twice(x, w_1, b_1, w_2, b_2):
    return relu(_ffn(x, w_1, b_1, w_2, b_2))


def _activated_too_late(x, w_1, b_1, w_2, b_2):
    return relu(_without_activation(x, w_1, b_1, w_2, b_2))


def _bias_after_activation(x, w_1, b_1, w_2, b_2):
    return (relu(x @ w_1) + b_1) @ w_2 + b_2


MISTAKES = [
    (_without_activation, "负数没有变成 0：中间少了 ReLU。"),
    (_without_b_1, "ReLU 之前漏了加 b₁。"),
    (_without_b_2, "最后漏了加 b₂。"),
    (_activated_twice, "输出又过了一次 ReLU。激活只在中间用一次，输出可以是负数。"),
    (_activated_too_late, "ReLU 用在了最后。它的位置在两次矩阵乘法之间。"),
    (_bias_after_activation, "b₁ 加在了 ReLU 之后。先加 b₁，再弯。"),
]


def _layer(x, b_1):
    return {"x": x, "w_1": W_1, "b_1": b_1, "w_2": W_2, "b_2": [2, -1]}


QUESTIONS = [
    NumberQuestion(
        "l10-04-1",
        "`x = {x}`，`W₁ = {w_1}`，`b₁ = {b_1}`，`W₂ = {w_2}`，`b₂ = {b_2}`，激活用 ReLU。\n"
        "FFN(x) 是哪两个数？都是整数，写成列表。",
        default=_layer([3, -2], [0, 1, -1]),
        draw=lambda dice: _layer(dice.whole(-3, 3, 2), dice.whole(-2, 2, 3)),
        answer=_ffn,
        mistakes=MISTAKES,
        hints=["先算 x·W₁ + b₁，应当有 3 个数。", "3 个数里的负数换成 0，再乘 W₂，最后加 b₂。"],
    ),
    ChoiceQuestion(
        "l10-04-2",
        "一个数进、一个数出的前馈层，没有激活函数。把隐藏单元从 {few} 个加到 {many} 个，画出来的曲线会怎样？",
        default={"few": 4, "many": 16},
        draw=lambda dice: dict(zip(("few", "many"), dice.pick([(2, 8), (8, 32), (16, 64)]), strict=True)),
        right_option="始终是一条直线",
        wrong_options=[
            ("从 {few} 个弯变成 {many} 个弯", "弯是激活函数给的。没有它，每个单元自己画出来的是什么？"),
            ("弯还是 {few} 个，只是更圆", "圆不圆要看激活函数用哪一种。这里一种也没有。"),
            ("弯多少个要看怎么训练", "把 (xW₁ + b₁)W₂ + b₂ 展开看看，不管权重是多少，它都是什么形状？"),
        ],
        why="两次线性合并成一次：x·(W₁W₂) + (b₁W₂ + b₂)。一个数进、一个数出，就是一条直线。",
    ),
    FunctionQuestion(
        "l10-04-3",
        "写出 `my_feed_forward(x, w_1, b_1, w_2, b_2)`：`x` 是 (n, d)，`w_1` 是 (d, d_ff)，"
        "`w_2` 是 (d_ff, d)，激活用 ReLU。",
        answer=_ffn,
        cases=lambda case: (
            case.array("n", "d"), case.array("d", "d_ff"), case.array("d_ff"),
            case.array("d_ff", "d"), case.array("d"),
        ),
        mistakes=MISTAKES,
        hints=["ReLU 就是 `np.maximum(z, 0)`。", "三步：`x @ w_1 + b_1`，弯一下，`@ w_2 + b_2`。"],
    ),
]
