"""Questions of 01_open_questions."""

import numpy as np

from helpers import softmax
from helpers.lectures.exercises import ChoiceQuestion, NumberQuestion


def _scores(x_1, x_2):
    """The scores of position 1, with W^Q = W^K = I."""
    return np.array([x_1 @ x_1, x_1 @ x_2], dtype=float)


def _layers(slope, smallest=1e-6):
    """Count the layers after which the product of ``slope`` is below ``smallest``."""
    product, layers = 1.0, 0
    while product >= smallest:
        product, layers = product * slope, layers + 1
    return layers


QUESTIONS = [
    NumberQuestion(
        "l10-01-1",
        "x₁ = {x_1}，x₂ = {x_2}，W^Q、W^K 都是单位矩阵 I。位置 1 给 x₁ 和 x₂ 的权重各是多少？"
        "保留三位小数，写成列表。",
        default={"x_1": [1, 1], "x_2": [1, -1]},
        draw=lambda dice: {"x_1": dice.whole(0, 2, 2), "x_2": dice.whole(-2, 2, 2)},
        answer=lambda x_1, x_2: softmax(_scores(x_1, x_2) / np.sqrt(2)),
        decimals=3,
        mistakes=[
            (lambda x_1, x_2: softmax(_scores(x_1, x_2)), "打分之后、softmax 之前，漏了除以 √2。"),
            (lambda x_1, x_2: softmax(_scores(x_1, x_2) / 2), "打分除以了 d。要除的是 √d。"),
            (lambda x_1, x_2: softmax(_scores(x_2, x_1)[::-1] / np.sqrt(2)),
             "这是位置 2 的权重。位置 1 拿 q₁ 去对两个键。"),
            (lambda x_1, x_2: _scores(x_1, x_2) / np.sqrt(2), "这是缩放后的分数，还没有做 softmax。"),
        ],
        hints=["先算两个点积：q₁·k₁ 和 q₁·k₂。", "除以 √2，取 e 的幂，再除以总和。"],
    ),
    ChoiceQuestion(
        "l10-01-2",
        "把所有词元都变号，X 换成 −X，三个矩阵不变。自注意力的输出会怎样？",
        right_option="每个数都变号，大小不变",
        wrong_options=[
            ("完全不变", "打分没有变，所以权重没有变。值呢？"),
            ("权重会颠倒过来：原来最看重谁，现在就最不看重谁", "q 变了号，k 也变了号。它们的点积呢？"),
            ("权重全变成负数", "softmax 的结果有可能是负数吗？"),
        ],
        why="q·k 里两个负号相消，权重不变；v 变号，输出就变号。这里碰巧和线性的函数一样；乘 2 就不一样了。",
    ),
    NumberQuestion(
        "l10-01-3",
        "每层的局部导数都是 {slope}。至少叠几层，连乘的结果才小于百万分之一 (1e-6)？",
        default={"slope": 0.8},
        draw=lambda dice: {"slope": dice.pick([0.5, 0.6, 0.7, 0.9, 0.95])},
        answer=_layers,
        mistakes=[
            (lambda slope: _layers(slope) - 1, "差一层：这时还没有小于百万分之一。"),
            (lambda slope: _layers(slope) + 1, "多了一层：少一层就已经小于百万分之一。"),
            (lambda slope: _layers(slope, 1e-3), "这是小于千分之一的层数。百万分之一是 1e-6。"),
            (lambda slope: round(1 / (1 - slope)), "每层不是减去同一个数，是乘同一个数。"),
        ],
        hints=["从 1 开始，每过一层乘一次 {slope}，数一数乘了几次。", "用 `while` 循环：只要还没有小于 1e-6，就再乘一次。"],
    ),
]
