"""Questions of 01a_self_attention."""

import numpy as np

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def _weights(q, k_1, k_2, k_3):
    return _softmax(np.array([q @ k_1, q @ k_2, q @ k_3]) / 2)


def _unscaled(q, k_1, k_2, k_3):
    return _softmax(np.array([q @ k_1, q @ k_2, q @ k_3]) * 1.0)


def _divided_by_d_k(q, k_1, k_2, k_3):
    return _softmax(np.array([q @ k_1, q @ k_2, q @ k_3]) / 4)


def _scores(q, k_1, k_2, k_3):
    return np.array([q @ k_1, q @ k_2, q @ k_3]) / 2


def _without_exp(q, k_1, k_2, k_3):
    scores = np.array([q @ k_1, q @ k_2, q @ k_3]) / 2
    return scores / scores.sum() if scores.sum() else scores


def _attention(x, w_q, w_k, w_v):
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    return _softmax(q @ k.T / np.sqrt(q.shape[1])) @ v


def _no_scaling(x, w_q, w_k, w_v):
    return _softmax(x @ w_q @ (x @ w_k).T) @ (x @ w_v)


def _scaled_by_d_model(x, w_q, w_k, w_v):
    return _softmax(x @ w_q @ (x @ w_k).T / np.sqrt(x.shape[1])) @ (x @ w_v)


def _down_the_columns(x, w_q, w_k, w_v):
    s = x @ w_q @ (x @ w_k).T / np.sqrt(w_q.shape[1])
    return _softmax(s.T).T @ (x @ w_v)


def _keys_ask(x, w_q, w_k, w_v):
    return _softmax(x @ w_k @ (x @ w_q).T / np.sqrt(w_q.shape[1])) @ (x @ w_v)


def _only_weights(x, w_q, w_k, w_v):
    return _softmax(x @ w_q @ (x @ w_k).T / np.sqrt(w_q.shape[1]))


def _vectors(dice):
    return {name: dice.whole(-2, 2, 4) for name in ("q", "k_1", "k_2", "k_3")}


QUESTIONS = [
    NumberQuestion(
        "dd-01a-1",
        "一个词的查询 `q = {q}`，三个词的键是 `k₁ = {k_1}`、`k₂ = {k_2}`、`k₃ = {k_3}`。\n"
        "打分，除以 √4，再做 softmax，三个权重是多少？保留三位小数，写成列表。",
        default={"q": [1, 0, 2, -1], "k_1": [2, 1, 0, 0], "k_2": [0, 2, 1, 1], "k_3": [1, 1, 2, 1]},
        draw=_vectors,
        answer=_weights,
        decimals=3,
        mistakes=[
            (_unscaled, "忘了除以 √4。"),
            (_divided_by_d_k, "除以的是 √4，不是 4。"),
            (_scores, "这是缩放以后的分数，还没有做 softmax。"),
            (_without_exp, "先取 e 的幂，再除以和。分数有正有负，不能直接除。"),
        ],
        hints=["分数是 q 与每个键的点积：对应相乘再相加。", "除以 2 以后，各取 e 的幂，再除以三个幂的和。"],
    ),
    ChoiceQuestion(
        "dd-01a-2",
        "分数表的行是提问的词、列是被找的词，次序是 {first}、{second}、{third}。从 1 数起，S₃,₁ 是谁对谁的分数？",
        default={"first": "我", "second": "爱", "third": "你"},
        draw=lambda dice: dict(zip(("first", "second", "third"),
                                   dice.pick([("猫", "吃", "鱼"), ("雨", "停", "了"), ("茶", "太", "烫")]), strict=True)),
        right_option="“{third}”对“{first}”",
        wrong_options=[
            ("“{first}”对“{third}”", "先看行，再看列：第一个下标是提问的人。"),
            ("“{third}”对“{second}”", "从 1 数，第 1 列是谁？你是不是在列上从 0 数了？"),
            ("没有这一格：只有 0、1、2", "那是从 0 数。题目说从 1 数。"),
        ],
        why="从 1 数，第 3 行是“{third}”在提问，第 1 列是“{first}”被找。",
    ),
    FunctionQuestion(
        "dd-01a-3",
        "写出 `self_attention(x, w_q, w_k, w_v)`：`x` 是 (n, d)，`w_q`、`w_k` 是 (d, d_k)，`w_v` 是 (d, d_v)，"
        "返回 (n, d_v) 的输出。",
        answer=_attention,
        cases=lambda case: (
            case.array("n", "d"), case.array("d", "d_k"), case.array("d", "d_k"), case.array("d", "d_v"),
        ),
        mistakes=[
            (_no_scaling, "忘了除以 √d_k。"),
            (_scaled_by_d_model, "√ 里面是 d_k，也就是 `w_q` 的列数，不是词向量的宽度。"),
            (_down_the_columns, "softmax 要按行做：每一行之和为 1。"),
            (_keys_ask, "提问的是 Q：分数是 Q 乘 K 的转置，不是反过来。"),
            (_only_weights, "这是权重。还要乘 V。"),
        ],
        hints=["先算 `q, k, v = x @ w_q, x @ w_k, x @ w_v`。",
               "softmax：`e = np.exp(s)`，再除以 `e.sum(axis=-1, keepdims=True)`。"],
    ),
]
