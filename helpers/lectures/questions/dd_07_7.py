"""Questions of 07_7_rnn_comparison of the deep dive."""

import numpy as np

from helpers.lectures.exercises import FunctionQuestion, NumberQuestion


def _far_jacobian(w_h, states):
    product = np.eye(len(w_h))
    for h in states[1:]:
        product = product @ (w_h * (1 - h * h))
    return product


def _with_the_first(w_h, states):
    return w_h * (1 - states[0] ** 2) @ _far_jacobian(w_h, states)


def _slope_on_rows(w_h, states):
    product = np.eye(len(w_h))
    for h in states[1:]:
        product = product @ (w_h * (1 - h * h)[:, None])
    return product


def _other_order(w_h, states):
    product = np.eye(len(w_h))
    for h in states[1:]:
        product = (w_h * (1 - h * h)) @ product
    return product


def _without_slope(w_h, states):
    return np.linalg.matrix_power(w_h, len(states) - 1)


def _slope_before(w_h, states):
    product = np.eye(len(w_h))
    for h in states[:-1]:
        product = product @ (w_h * (1 - h * h))
    return product


def _sum(w_h, states):
    return sum(w_h * (1 - h * h) for h in states[1:])


def _chain(w, h):
    return (w**2 * (1 - h[1] ** 2) * (1 - h[2] ** 2)).item()


QUESTIONS = [
    NumberQuestion(
        "dd-07-7-1",
        "一个 Transformer，编码器 {enc} 层，解码器 {dec} 层。它读 {n} 个词，写出 {m} 个词元，一次写一个，"
        "写出来的接着当输入。一层算一步，必须一个接一个做的，一共几步？",
        default={"enc": 4, "dec": 3, "n": 300, "m": 20},
        draw=lambda dice: {"enc": dice.pick([4, 5, 6]), "dec": dice.pick([2, 3]), "n": dice.pick([120, 250, 400]),
                           "m": dice.pick([11, 15, 18])},
        answer=lambda enc, dec, n, m: enc + dec * m,
        mistakes=[
            (lambda enc, dec, n, m: enc + dec, "写每个词元，解码器都要从头走一遍；下一个要等上一个。"),
            (lambda enc, dec, n, m: enc * n + dec * m, "编码器的同一层里，词与词要不要互相等？"),
            (lambda enc, dec, n, m: (enc + dec) * m, "原句没有变，编码器的输出算一次就够。"),
            (lambda enc, dec, n, m: n + m, "这是数词，题目数的是层。"),
            (lambda enc, dec, n, m: dec * m, "编码器那几层也要等。"),
            (lambda enc, dec, n, m: enc + m, "写一个词元，要经过解码器的几层？"),
        ],
        hints=["编码器只走一遍，词再多也是那么多层。", "解码器写几个词元，就走几遍。"],
    ),
    NumberQuestion(
        "dd-07-7-2",
        "状态只有一个数的 RNN：h_t = tanh({w}·h_(t−1) + x_t)，三个状态是 h₁, h₂, h₃ = `{h}`。"
        "把 h₁ 推一点点，h₃ 跟着动几倍？保留四位小数。",
        default={"w": 0.7, "h": [0.2, 0.6, -0.5]},
        draw=lambda dice: {"w": dice.pick([0.6, 0.8, 0.9, 1.2]), "h": dice.decimal(-0.9, 0.9, 3)},
        answer=_chain,
        decimals=4,
        mistakes=[
            (lambda w, h: w**2, "tanh 的斜率漏了，每一步还要乘 1 − h²。"),
            (lambda w, h: w**3 * np.prod(1 - h**2), "从 h₁ 到 h₃ 只走两步。"),
            (lambda w, h: w**2 * (1 - h[0] ** 2) * (1 - h[1] ** 2), "斜率取的是走到的那个状态的：h₂ 和 h₃。"),
            (lambda w, h: w * (1 - h[2] ** 2), "这是 h₂ 到 h₃ 的一步，前面还有一步。"),
            (lambda w, h: w * (1 - h[1] ** 2) + w * (1 - h[2] ** 2), "一步接一步，是乘，不是加。"),
            (lambda w, h: w * (1 - h[1] ** 2) * (1 - h[2] ** 2), "w 每一步都要乘，一共两次。"),
            (lambda w, h: w**2 * (1 - h[1]) * (1 - h[2]), "斜率是 1 − h²，不是 1 − h。"),
        ],
        hints=["h₁ → h₂ → h₃，两步。", "每一步的倍数是 w·(1 − h²)，h 取走到的那个状态。"],
    ),
    FunctionQuestion(
        "dd-07-7-3",
        "写出 `far_jacobian(w_h, states)`：`w_h` 是 (d, d)，`states` 是 (n, d)，一行一个状态，从 h₁ 到 h_n。"
        "返回从 h₁ 到 h_n 的那张 Jacobi 矩阵，形状 (d, d)：第 i 行第 j 列，是推 h₁ 的第 i 个数时，h_n 的第 j 个数跟着动几倍。",
        answer=_far_jacobian,
        cases=lambda case: (case.array("d", "d"), np.tanh(case.array("n", "d"))),
        mistakes=[
            (_with_the_first, "多乘了一个：h₁ 是起点，不用它的斜率。"),
            (_slope_on_rows, "斜率应当乘在列上：第 j 列乘 1 − h_t[j]²。"),
            (_other_order, "顺序反了：先走的一步在左边。"),
            (_without_slope, "tanh 的斜率 1 − h² 漏了。"),
            (_slope_before, "斜率取的是走到的那个状态的，不是出发的那个。"),
            (_sum, "一步接一步，矩阵要连乘，不是相加。"),
        ],
        hints=["从 h_(t−1) 到 h_t 的那张是 `w_h * (1 - h_t**2)`，列上乘斜率。",
               "从单位矩阵 `np.eye(d)` 开始，t = 2 到 n，一张一张乘在右边。"],
    ),
]
