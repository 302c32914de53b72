"""Questions of 01b_roles_and_scaling."""

import numpy as np

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _jacobian(w):
    return np.diag(w) - np.outer(w, w)


def _only_diagonal(w):
    return np.diag(w * (1 - w))


def _plus(w):
    return np.diag(w) + np.outer(w, w)


def _without_diagonal(w):
    return -np.outer(w, w)


def _identity(w):
    return np.eye(len(w)) - np.outer(w, w)


QUESTIONS = [
    NumberQuestion(
        "dd-01b-1",
        "q 的每个分量均值为 0、标准差为 {a}，k 的每个分量均值为 0、标准差为 {b}，全部独立，d_k = {d_k}。\n"
        "q·k 除以 √d_k 之后，方差是多少？保留两位小数。",
        default={"a": 2, "b": 1.5, "d_k": 64},
        draw=lambda dice: {"a": dice.pick([2, 3, 4]), "b": dice.pick([0.5, 1.5, 2.5]), "d_k": dice.pick([16, 64, 256])},
        answer=lambda a, b, d_k: (a * b) ** 2,
        decimals=2,
        mistakes=[
            (lambda a, b, d_k: d_k * (a * b) ** 2, "这是除以 √d_k 之前的方差。"),
            (lambda a, b, d_k: a * b, "这是标准差。方差还要平方。"),
            (lambda a, b, d_k: a * b * np.sqrt(d_k), "这是 q·k 的标准差，没有除以 √d_k。"),
            (lambda a, b, d_k: np.sqrt(d_k) * (a * b) ** 2, "方差除以的是 √d_k 的平方。"),
            (lambda a, b, d_k: 1.0 + 0 * a, "方差为 1，要 q 和 k 的分量标准差都是 1。"),
            (lambda a, b, d_k: a**2 + b**2, "乘积的方差不是方差相加。均值为 0 时，是两个方差相乘。"),
        ],
        hints=["每一项的方差，是 q 那个分量的方差乘 k 那个分量的方差。", "一共 d_k 项；再除以 √d_k，方差就除以 d_k。"],
    ),
    ChoiceQuestion(
        "dd-01b-2",
        "如果 W^K 就用 W^Q，下面哪一张分数表有可能出现？",
        right_option="[[{a}, {b}], [{b}, {c}]]",
        wrong_options=[
            ("[[{a}, {b}], [{d}, {c}]]", "看对角线两侧的两个数。"),
            ("[[{a}, {b}], [{b}, −{c}]]", "对角线是一个向量和自己的点积。它能是负的吗？"),
            ("[[−{a}, {d}], [{d}, {c}]]", "对角线是一个向量和自己的点积。它能是负的吗？"),
        ],
        default={"a": 4, "b": -1, "c": 2, "d": 3},
        draw=lambda dice: dict(zip("abcd", dice.pick([(5, -2, 3, 1), (3, 1, 6, -2), (9, 2, 4, -1)]), strict=True)),
        why="对称，对角线不为负，而且两个对角数的乘积不小于非对角数的平方。",
    ),
    FunctionQuestion(
        "dd-01b-3",
        "写出 `softmax_jacobian(w)`：`w` 是 softmax 给出的权重，形状 (n,)，返回 (n, n) 的表，"
        "第 i 行第 j 列是 wᵢ(δᵢⱼ − wⱼ)。",
        answer=_jacobian,
        cases=lambda case: (case.array("n"),),
        mistakes=[
            (_only_diagonal, "只有对角线。推第 j 个分数，别的权重也会让出一点。"),
            (_plus, "非对角的数是负的：一个多拿，别的就少拿。"),
            (_without_diagonal, "对角线还要加上 w 自己。"),
            (_identity, "对角线上加的是 wᵢ，不是 1。"),
        ],
        hints=["`np.diag(w)` 把 w 放在对角线上。", "`np.outer(w, w)` 的第 i 行第 j 列是 wᵢwⱼ。"],
    ),
]
