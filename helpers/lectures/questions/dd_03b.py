"""Questions of 03b_relative_positions."""

import numpy as np

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _rotate(x, angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([x[0] * c - x[1] * s, x[0] * s + x[1] * c])


def _score(q, k, i, j):
    return float(_rotate(q, i) @ _rotate(k, j))


def _attend_back(scores, b):
    """Weights of causal attention, with b[t] added for t steps back; farther than b reaches: the last."""
    n = len(scores)
    back = np.arange(n)[:, None] - np.arange(n)[None, :]
    return _softmax(np.where(back >= 0, scores + b[np.clip(back, 0, len(b) - 1)], -np.inf))


def _softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def _too_far_is_nothing(scores, b):
    n = len(scores)
    back = np.arange(n)[:, None] - np.arange(n)[None, :]
    bias = np.where(back < len(b), b[np.clip(back, 0, len(b) - 1)], 0.0)
    return _softmax(np.where(back >= 0, scores + bias, -np.inf))


def _no_mask(scores, b):
    n = len(scores)
    back = np.arange(n)[:, None] - np.arange(n)[None, :]
    return _softmax(scores + b[np.clip(back, 0, len(b) - 1)])


def _after_softmax(scores, b):
    n = len(scores)
    back = np.arange(n)[:, None] - np.arange(n)[None, :]
    weights = _softmax(np.where(back >= 0, scores, -np.inf))
    return weights + np.where(back >= 0, b[np.clip(back, 0, len(b) - 1)], 0.0)


def _ahead(scores, b):
    n = len(scores)
    back = np.arange(n)[:, None] - np.arange(n)[None, :]
    return _softmax(np.where(back <= 0, scores + b[np.clip(-back, 0, len(b) - 1)], -np.inf))


def _by_column(scores, b):
    n = len(scores)
    bias = b[np.clip(np.arange(n), 0, len(b) - 1)]
    return _softmax(np.where(np.tri(n, dtype=bool), scores + bias[None, :], -np.inf))


def _no_bias(scores, b):
    return _softmax(np.where(np.tri(len(scores), dtype=bool), scores, -np.inf))


def _biased(case):
    """More tokens than biases, so that the last bias serves several distances."""
    n, reach = sorted(case.size(name) for name in ("n", "reach"))[::-1]
    return case.array(n, n), case.array(reach)


QUESTIONS = [
    ChoiceQuestion(
        "dd-03b-1",
        "PE(p)·PE(q) 是两行 sin/cos 编码的点积，d 是 512。PE({p})·PE({q}) 等于下面哪一个？",
        default={"p": 10, "q": 17},
        draw=lambda dice: dict(zip("pq", dice.pick([(4, 13), (20, 31), (6, 11), (12, 25)]), strict=True)),
        right_option=lambda p, q: f"PE({5 * q + p})·PE({5 * q + 2 * p - q})",
        wrong_options=[
            (lambda p, q: f"PE({2 * p})·PE({2 * q})", "两个位置都乘 2，隔的步数也变成了 2 倍。"),
            (lambda p, q: f"PE({q})·PE({p + q})", "数一数这两个位置隔几步。"),
            (lambda p, q: f"PE(0)·PE({p + q})", "点积看的是差，不是和。"),
        ],
        why=lambda p, q: f"都隔 {q - p} 步。点积只看隔几步，也不分谁先谁后。",
    ),
    NumberQuestion(
        "dd-03b-2",
        "RoPE，只有一对，每步逆时针转 1 弧度。q = {q}，站在位置 {i}；k = {k}，站在位置 {j}。"
        "转过以后的点积 q·k 是多少？保留三位小数。",
        default={"q": [1, 1], "k": [2, 0], "i": 7, "j": 5},
        draw=lambda dice: {
            "q": dice.pick([[1, 2], [2, 1], [1, 3]]), "k": dice.pick([[3, 0], [0, 2], [3, -1]]),
            "i": dice.whole(6, 9), "j": dice.whole(2, 5),
        },
        answer=_score,
        decimals=3,
        mistakes=[
            (lambda q, k, i, j: _score(q, k, 0, 0), "这是没有转过的点积。"),
            (lambda q, k, i, j: _score(q, k, j, i), "转的方向反了：q 转 {i} 步，k 转 {j} 步。"),
            (lambda q, k, i, j: _score(q, k, i, 0), "只转了 q。k 也要转。"),
            (lambda q, k, i, j: _score(q, k, 0, j), "只转了 k。q 也要转。"),
            (lambda q, k, i, j: _score(q, k, 0, i + j), "两边都转，剩下的是角度差，不是角度和。"),
            (lambda q, k, i, j: _score(q, k, np.deg2rad(i), np.deg2rad(j)), "每步是 1 弧度，不是 1 度。"),
        ],
        hints=["逆时针转 θ：(x cos θ − y sin θ, x sin θ + y cos θ)。", "q 不动，k 转 j − i 步，结果相同。"],
    ),
    FunctionQuestion(
        "dd-03b-3",
        "写出 `weights_with_bias(scores, b)`：`scores` 的形状是 (n, n)，已经缩放过。加因果掩码，只看自己和前面；"
        "看往回 t 步的词元，打分加上 `b[t]`；比 `b` 更远的，都加最后一个数。返回 softmax 之后的权重 (n, n)。",
        answer=_attend_back,
        cases=_biased,
        mistakes=[
            (_no_mask, "没有加因果掩码：每一行只能看自己和前面。"),
            (_too_far_is_nothing, "太远的也要加，加的是 `b` 的最后一个数。"),
            (_after_softmax, "偏置加在 softmax 之前，加在打分上。"),
            (_ahead, "方向反了：往回，看的是前面的词元，i − j ≥ 0。"),
            (_by_column, "`b` 认的是往回几步 i − j，不是第几列。"),
            (_no_bias, "掩码对了，偏置没有加。"),
        ],
        hints=["`back = np.arange(n)[:, None] - np.arange(n)[None, :]` 就是往回几步。",
               "`b[np.clip(back, 0, len(b) - 1)]`，再用 `np.where(back >= 0, …, -np.inf)`。"],
    ),
]
