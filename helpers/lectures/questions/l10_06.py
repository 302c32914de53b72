"""Questions of 06_layer_norm."""

import numpy as np

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _along(axis, ddof=0):
    return lambda x: (x - x.mean(axis, keepdims=True)) / x.std(axis, ddof=ddof, keepdims=True)


QUESTIONS = [
    NumberQuestion(
        "l10-06-1",
        "`x = {x}`，γ = 1，β = 0，不用 ε。LayerNorm 的结果是哪几个数？保留三位小数，写成列表。",
        default={"x": [1, 2, 9]},
        draw=lambda dice: {"x": dice.whole(0, 12, 3)},
        answer=lambda x: (x - x.mean()) / x.std(),
        decimals=3,
        mistakes=[
            (lambda x: (x - x.mean()) / x.std(ddof=1), "方差除以了 n − 1。LayerNorm 除以 n。"),
            (lambda x: (x - x.mean()) / x.var(), "除以了方差。还要开平方，得到标准差再除。"),
            (lambda x: x - x.mean(), "减了平均，还没有除以标准差。"),
            (lambda x: x / x.std(), "除了标准差，却忘了先减平均。"),
        ],
        hints=["先算平均，再看每个数离平均多远。", "距离的平方取平均、开平方，就是要除的数。"],
    ),
    ChoiceQuestion(
        "l10-06-2",
        "把一个词元的向量整体乘 {k}，再加上 5（ε 可以忽略）。LayerNorm 的结果会怎样？",
        default={"k": -2},
        draw=lambda dice: {"k": dice.pick([-2, -3, -10])},
        right_option="每个数都变号，大小不变",
        wrong_options=[
            ("完全不变", "乘正数时不变。现在乘的是负数，谁高谁低会怎样？"),
            ("每个数变成原来的 {k} 倍", "分子乘了 {k}，分母也乘了它的绝对值。"),
            ("每个数多了 5", "加一个常数，平均也多了 5，一减就没有了。"),
        ],
        why="x − μ 乘了 {k}，σ 乘了它的绝对值，一除只剩下负号；加上的 5 被均值带走了。",
    ),
    FunctionQuestion(
        "l10-06-3",
        "写出 `my_layer_norm(x)`：`x` 的形状是 (n, d)，一行一个词元；γ = 1，β = 0，不用 ε。",
        answer=_along(-1),
        cases=lambda case: (case.array("n", "d"),),
        mistakes=[
            (_along(0), "你竖着算了：`axis=0` 是同一个特征的一列。一个词元的数都在一行里。"),
            (lambda x: (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5),
             "分母里多加了 ε。这一题不用 ε。"),
            (_along(-1, ddof=1), "标准差除以了 d − 1。LayerNorm 除以 d。"),
            (lambda x: (x - x.mean()) / x.std(), "你对整张表求了一个平均。每一行要有自己的平均和标准差。"),
            (lambda x: (x - x.mean(-1, keepdims=True)) / x.var(-1, keepdims=True), "除以了方差，还要开平方。"),
            (lambda x: x - x.mean(-1, keepdims=True), "减了平均，还没有除以标准差。"),
            (lambda x: x / np.linalg.norm(x, axis=-1, keepdims=True), "这是除以长度。先减平均，再除以标准差。"),
        ],
        hints=["`axis=-1` 是横着算；加上 `keepdims=True`，(n,) 留成 (n, 1)，每一行才能减自己的平均。"],
    ),
]
