"""Questions of 07_5_decoder."""

import numpy as np

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _softmax(s, axis=-1):
    e = np.exp(s - s.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def _cross(q, m, scale=True, axis=-1):
    return _softmax(q @ m.T / (np.sqrt(q.shape[-1]) if scale else 1.0), axis) @ m


QUESTIONS = [
    NumberQuestion(
        "dd-07-5-1",
        "原文有 {m} 个词元，译文已经写了 {n} 个（连 <start> 在内），有 {h} 个头。"
        "一层里交叉注意力的权重一共有多少个数？",
        default={"m": 7, "n": 4, "h": 3},
        draw=lambda dice: dict(zip("mnh", dice.pick([(5, 3, 2), (9, 4, 8), (6, 5, 4)]), strict=True)),
        answer=lambda m, n, h: h * n * m,
        mistakes=[
            (lambda m, n, h: n * m, "这是一个头的。每个头各有一张表。"),
            (lambda m, n, h: h * n * n, "这是自注意力的。交叉注意力的列是原文的词元。"),
            (lambda m, n, h: h * m * m, "这是编码器的自注意力。行是译文的位置。"),
        ],
        hints=["一行一个译文位置，一列一个原文词元。"],
    ),
    ChoiceQuestion(
        "dd-07-5-2",
        "训练解码器时忘了加因果掩码。会看到什么？",
        right_option="训练的代价很低，自己写的时候却写不对",
        wrong_options=[
            ("训练的代价降不下去", "答案就摆在右边一格，抄起来比猜容易得多。"),
            ("训练和自己写都很好", "自己写的时候，右边还没有词可抄。"),
            ("只有长句子会写错", "第一个词就没有东西可抄了。"),
        ],
        why="它学会的是抄右边的词；自己写的时候右边是空的。",
    ),
    FunctionQuestion(
        "dd-07-5-3",
        "写出 `cross_attention(queries, memory)`：`queries` 是 (n, d)，`memory` 是 (m, d)，键和值都取 `memory`。"
        "打分要除以 √d，返回 (n, d)。",
        answer=_cross,
        cases=lambda case: (case.array("n", "d"), case.array("m", "d")),
        mistakes=[
            (lambda q, m: _cross(q, m, scale=False), "打分忘了除以 √d。"),
            (lambda q, m: _cross(q, m, axis=0), "softmax 做反了方向：每一行（一个译文位置）之和是 1。"),
            (lambda q, m: _cross(q, q), "键和值要取 `memory`，只有查询来自译文。"),
            (lambda q, m: _cross(m, q), "查询和笔记对调了。"),
            (lambda q, m: _softmax(q @ m.T / np.sqrt(len(m))) @ m, "除的是 √m，应当除以 √d：向量的维数。"),
        ],
        hints=["打分 (n, d) @ (d, m) -> (n, m)，逐行 softmax，再乘 `memory`。"],
    ),
]
