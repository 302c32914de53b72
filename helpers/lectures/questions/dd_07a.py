"""Questions of 07a_cat_eats_fish_print."""

import numpy as np

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _after(x, gamma, beta, mean, std):
    return [round(g * (v - mean) / std + b, 3) for v, g, b in zip(x, gamma, beta)]


def _draw(dice):
    x = [dice.decimal(-1, 1), dice.decimal(2, 4)]
    gamma, beta = dice.pick([([1.0, 1.2], [0.1, -0.2]), ([1.5, 0.8], [-0.3, 0.2]), ([0.7, 1.1], [0.2, 0.3])])
    return {"x": x, "gamma": gamma, "beta": beta,
            "y": _after(x, gamma, beta, dice.decimal(0, 1), dice.decimal(1, 3))}


def _deviation(x, y, gamma, beta):
    known = (y - beta) / gamma
    return (x[1] - x[0]) / (known[1] - known[0])


QUESTIONS = [
    NumberQuestion(
        "dd-07a-1",
        "某个词元有许多维，只印出两维。进 LayerNorm 之前是 `x = {x}`，出来是 `y = {y}`。"
        "已知这两维的 `γ = {gamma}`，`β = {beta}`。这个词元的 σ 是多少？保留两位小数。",
        default={"x": [0.5, 3.0], "y": [-0.163, 1.429], "gamma": [1.0, 1.5], "beta": [0.1, -0.15]},
        draw=_draw,
        answer=_deviation,
        decimals=2,
        mistakes=[
            (lambda x, y, gamma, beta: (x[1] - x[0]) / (y[1] - y[0]), "γ 不是 1，β 不是 0：先把 y 还原成乘 γ、加 β 之前的样子。"),
            (lambda x, y, gamma, beta: _deviation(x, y, gamma, 0 * beta), "β 也要先减掉。"),
            (lambda x, y, gamma, beta: _deviation(x, y, 1 + 0 * gamma, beta), "减掉 β 以后，还要除以 γ。"),
            (lambda x, y, gamma, beta: 1 / _deviation(x, y, gamma, beta), "倒过来了：两维的差之比是 1/σ。"),
            (lambda x, y, gamma, beta: x.std(), "这是印出的两维的标准差。σ 要用全部维度，所以得从 y 倒推。"),
        ],
        hints=["先算 (y − β)/γ，它等于 (x − μ)/σ。", "两维相减，μ 就消掉了。"],
    ),
    ChoiceQuestion(
        "dd-07a-2",
        "假如印 PE 的时候，把“吃”的 dim{first} 和 dim{second} 两个数印对调了（别处都没有错）。下面哪一样查得出来？",
        default={"first": 0, "second": 1},
        draw=lambda dice: dict(zip(("first", "second"), dice.pick([(0, 1), (2, 3)]), strict=True)),
        right_option="圆的检验查不出，X₀ 和 X_mid_raw 的前四维查得出",
        wrong_options=[
            ("圆的检验和 X_mid_raw 的前四维都查得出", "两个数对调，平方和变了吗？"),
            ("圆的检验查得出，X_mid_raw 的前四维查不出", "两个数对调，平方和变了吗？X_mid_raw 印了哪几维？"),
            ("两样都查不出，只有 12 维的余弦查得出", "X_mid_raw 印了 dim0 到 dim3，对调的两维在不在里面？"),
        ],
        why="对调以后仍在同一个圆上，只是角变了；而这两维就在印出的前四维里，加起来就对不上。",
    ),
    FunctionQuestion(
        "dd-07a-3",
        "写出 `off_the_circle(row)`：`row` 是一行位置编码，形状 (d,)，d 是偶数，dim0 和 dim1 是一对，dim2 和 dim3 是一对，依此类推。"
        "返回形状 (d/2,) 的数组：每一对的平方和减去 1。",
        answer=lambda row: row[0::2] ** 2 + row[1::2] ** 2 - 1,
        cases=lambda case: (case.array(2 * case.size("pairs")),),
        mistakes=[
            (lambda row: row[0::2] ** 2 + row[1::2] ** 2, "还要减去 1：在圆上的一对应当得 0。"),
            (lambda row: row[: len(row) // 2] ** 2 + row[len(row) // 2 :] ** 2 - 1,
             "一对是相邻的两个数，不是前一半配后一半。"),
            (lambda row: row[0::2] + row[1::2] - 1, "忘了平方。"),
            (lambda row: np.sqrt(row[0::2] ** 2 + row[1::2] ** 2) - 1, "这是到圆心的距离减 1。题目要的是平方和减 1，不开方。"),
        ],
        hints=["`row[0::2]` 取 dim0、dim2、dim4……", "`row[1::2]` 取 dim1、dim3、dim5……"],
    ),
]
