"""Questions of 07_7_rnn_comparison of the deep dive."""

import numpy as np

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


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
    ChoiceQuestion(
        "dd-07-7-1",
        "一个 {layers} 层的 Transformer 编码器，句子从 {few} 个词变成 {many} 个词。必须一个接一个做的层数怎样变？",
        default={"layers": 6, "few": 50, "many": 400},
        draw=lambda dice: dice.pick([
            {"layers": 12, "few": 20, "many": 300}, {"layers": 4, "few": 60, "many": 900},
            {"layers": 8, "few": 30, "many": 250},
        ]),
        right_option="不变，一直是 {layers} 层",
        wrong_options=[
            ("不变，一直是 1 层", "第 2 层的输入从哪里来？"),
            ("从 {few} 变成 {many}", "这是 RNN 的步数。"),
            ("从 {few} × {layers} 变成 {many} × {layers}", "同一层里的词，要不要互相等？"),
        ],
        why="同一层里的词不用互相等，层与层之间要等。词多了，每一层的计算量变大，层数不变。",
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
