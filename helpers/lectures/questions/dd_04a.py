"""Questions of 04a_residual_connection."""

import numpy as np

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _cosines(G):
    unit = G / np.linalg.norm(G, axis=-1, keepdims=True)
    return unit @ unit.T


def _pairs(table):
    return table[np.triu_indices(len(table), 1)].mean()


QUESTIONS = [
    NumberQuestion(
        "dd-04a-1",
        "假设梯度每往回走一层乘 {factor}。走完 {layers} 层，还剩百分之几？保留一位小数，写成 12.3 这样。",
        default={"factor": 0.8, "layers": 12},
        draw=lambda dice: {"factor": dice.pick([0.7, 0.75, 0.85, 0.95]), "layers": dice.whole(8, 16)},
        answer=lambda factor, layers: 100 * factor**layers,
        decimals=1,
        mistakes=[
            (lambda factor, layers: factor**layers, "这是比例。题目问百分之几，再乘 100。"),
            (lambda factor, layers: 100 * factor ** (layers - 1), "少乘了一层：{layers} 层就乘 {layers} 次。"),
            (lambda factor, layers: 100 * (1 - factor**layers), "这是丢掉的，不是剩下的。"),
            (lambda factor, layers: 100 * factor * layers, "层与层是相乘，不是相加。"),
        ],
        hints=["一层剩 {factor}，两层剩 {factor} × {factor}。"],
    ),
    NumberQuestion(
        "dd-04a-2",
        "一个 Transformer 有 {encoder} 个编码器层、{decoder} 个解码器层（解码器层会看编码器的输出）。一共有多少个残差相加？",
        default={"encoder": 12, "decoder": 5},
        draw=lambda dice: {"encoder": dice.whole(3, 12), "decoder": dice.whole(2, 12)},
        answer=lambda encoder, decoder: 2 * encoder + 3 * decoder,
        mistakes=[
            (lambda encoder, decoder: 2 * (encoder + decoder), "解码器层有几个子层？数一数：除了自注意力和前馈，还有一个。"),
            (lambda encoder, decoder: 3 * (encoder + decoder), "编码器层没有交叉注意力。"),
            (lambda encoder, decoder: encoder + decoder, "一层里不止一个：每个子层外面都有一个残差。"),
            (lambda encoder, decoder: 3 * encoder + 2 * decoder, "两种层弄反了。"),
        ],
        hints=["先数一个编码器层有几个子层，再数一个解码器层有几个。"],
    ),
    ChoiceQuestion(
        "dd-04a-3",
        "x = {x}，做 LayerNorm (eps = 0)。下面哪一种推法，输出一点不动，所以梯度也传不回来？",
        default={"x": [2, 8, -4, -6]},
        draw=lambda dice: {"x": dice.pick([[1, 3, 8, 0], [5, 1, -2, 4], [3, 9, 1, -5]])},
        right_option="四个数都加 0.01",
        wrong_options=[
            ("第一个数加 0.01", "只有它变了，它与平均的差也变了。"),
            ("第一个数加 0.01，第二个数减 0.01", "平均没有变，可这两个数与平均的差变了。"),
            ("只把最大的数放大 1%", "要所有数与平均的差一起放大，输出才不动。只放大一个不行。"),
        ],
        why="平均也多了 0.01，一减就没有了。另一个不动的方向，是把 x − μ 整体放大一点。",
    ),
    FunctionQuestion(
        "dd-04a-4",
        "写出 `mean_cosine_of(G)`：`G` 的形状是 (n, d)，一行一个梯度。返回所有两行之间余弦的绝对值的平均（自己和自己不算）。",
        answer=lambda G: _pairs(np.abs(_cosines(G))),
        cases=lambda case: (case.array("n", "d"),),
        mistakes=[
            (lambda G: _pairs(_cosines(G)), "先取绝对值，再平均：方向正好相反，也算挤在同一条线上。"),
            (lambda G: np.abs(_cosines(G)).mean(), "把自己和自己的余弦 1 也算进去了。只取对角线以上的。"),
            (lambda G: _pairs(np.abs(G @ G.T)), "这是点积。每行要先除以自己的长度。"),
            (lambda G: _pairs(np.abs(_cosines(G.T))), "比的是列。一个梯度占一行。"),
            (lambda G: abs(_pairs(_cosines(G))), "绝对值取晚了：每一对先取绝对值，再求平均。"),
        ],
        hints=["每行除以自己的长度，再算 `unit @ unit.T`，得到所有的余弦。", "`np.triu_indices(n, 1)` 给出对角线以上的位置。"],
    ),
]
