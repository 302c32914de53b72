"""思考题 of Lecture 10; by default with the numbers of the text."""

import numpy as np

from helpers import softmax
from helpers.lectures.exercises import NumberQuestion

TOKENS = np.eye(2)  # x₁ = [1, 0], x₂ = [0, 1], as in lecture 9


def heads(first, second, position=0, d_k=2):
    """Return both heads' outputs at one position, one below the other: (2, 2)."""
    weights = softmax(TOKENS @ TOKENS.T / np.sqrt(d_k))  # (2, 2)
    return np.array([first * weights[position], second * weights[position]])


def scales(dice):
    return {"first": dice.whole(2, 5), "second": dice.pick([1, 4, 5, 6])}


def sizes(dice):
    h = dice.pick([4, 8, 12, 16])
    return {"h": h, "d": h * dice.pick([32, 48, 64, 96])}


def sum_of_slopes(layers, dead, slope):
    return 1 + (layers - dead) * slope


def depths(dice):
    layers = dice.pick([60, 80, 100, 120])
    return {"layers": layers, "dead": layers // 2 - dice.whole(1, 9), "slope": dice.pick([-0.4, -0.3, 0.1, 0.2])}


def vectors(dice):
    return {"x": dice.whole(0, 9, 3), "k": dice.pick([10, 50, 200, 1000])}


def by_hand(x, ddof=0, power=0.5):
    """Return (x − μ) / σ with the variance's divisor n − ddof; ``power=1`` forgets the root."""
    return (x - x.mean()) / x.var(ddof=ddof) ** power


def other_rows(before, after, j):
    return np.abs(np.delete(after - before, j, axis=0)).max()


QUESTIONS = [
    NumberQuestion(
        "l10-10-1a",
        "头 1 的 W_v 是 {first}·I，头 2 的 W_v 换成 {second}·I，W_q、W_k 都是单位矩阵，"
        "x₁ = [1, 0]，x₂ = [0, 1]。\n"
        "位置 1 上，两个头拼接之后的 4 个数是什么？先头 1，后头 2；保留三位小数。",
        default={"first": 2, "second": 1},
        draw=scales,
        answer=lambda first, second: heads(first, second).ravel(),
        mistakes=[
            (lambda first, second: heads(first, second, d_k=1).ravel(), "打分之后、softmax 之前，漏了除以 √d_k。"),
            (lambda first, second: heads(first, second, position=1).ravel(), "这是位置 2 的结果。位置 1 用权重的第一行。"),
            (lambda first, second: heads(second, first).ravel(), "两个头的次序反了：先头 1，后头 2。"),
            (lambda first, second: heads(first, 3).ravel(), "头 2 还在用例子里的 3·I。"),
        ],
        hints=["W_q 和 W_k 没有变，所以两个头的权重和例子里一样。", "每个头：权重的第一行乘 V，而 V = X·W_v。"],
    ),
    NumberQuestion(
        "l10-10-1b",
        "接上题，W_o 仍然把两个头的对应维各取一半相加。位置 1 的最终输出是哪两个数？保留三位小数。",
        same_as="l10-10-1a",
        answer=lambda first, second: heads(first, second).mean(0),
        mistakes=[
            (lambda first, second: heads(first, second).sum(0), "你把两个头加起来了，漏了各取一半。"),
            (lambda first, second: heads(first, second).mean(1), "你在每个头内部取了平均。要的是头 1 的第 1 维配头 2 的第 1 维。"),
            (lambda first, second: heads(first, second, d_k=1).mean(0), "打分之后、softmax 之前，漏了除以 √d_k。"),
            (lambda first, second: heads(first, second, position=1).mean(0), "这是位置 2 的结果。"),
        ],
        hints=["拼接得到 4 个数，W_o 的形状是 (4, 2)。", "第 1 个输出 = 0.5 × 头 1 的第 1 维 + 0.5 × 头 2 的第 1 维。"],
        why="两个头的权重相同，所以它们合起来就是一个头，W_v 是两个 W_v 的平均。",
    ),
]
