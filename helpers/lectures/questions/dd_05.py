"""Questions of 05_layer_norm."""

import numpy as np

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _standard(x, mean, std):
    return (x - mean) / std


def _masked(x, real):
    words = x[real]
    return np.where(real[..., None], _standard(x, words.mean(0), words.std(0)), 0.0)


def _padding_kept(x, real):
    words = x[real]
    return _standard(x, words.mean(0), words.std(0))


def _padding_counted(x, real):
    return np.where(real[..., None], _standard(x, x.mean((0, 1)), x.std((0, 1))), 0.0)


def _layer_norm(x, real):
    normed = _standard(x, x.mean(-1, keepdims=True), x.std(-1, keepdims=True))
    return np.where(real[..., None], normed, 0.0)


def _one_mean(x, real):
    words = x[real]
    return np.where(real[..., None], _standard(x, words.mean(), words.std()), 0.0)


def _case(case):
    x = case.array("b", "n", "d")
    real = np.ones(x.shape[:2], dtype=bool)
    real[0, -1] = real[-1, 1:] = False
    return x, real


QUESTIONS = [
    NumberQuestion(
        "dd-05-1",
        "一批 {sentences} 句，每句 {words} 个词，每个词 {features} 维，没有填充。BatchNorm 求一个均值，用到几个数？",
        default={"sentences": 16, "words": 12, "features": 64},
        draw=lambda dice: {
            "sentences": dice.whole(3, 40), "words": dice.whole(5, 30), "features": dice.pick([48, 96, 256])
        },
        answer=lambda sentences, words, features: sentences * words,
        mistakes=[
            (lambda sentences, words, features: features, "这是 LayerNorm 的一组：一个词的所有维。"),
            (lambda sentences, words, features: sentences, "不同位置的词也在同一组里。"),
            (lambda sentences, words, features: sentences * words * features, "不同的维各有各的均值，不混在一起。"),
            (lambda sentences, words, features: words, "不止一句：跨句子，也跨位置。"),
        ],
        hints=["BatchNorm 跨句子、跨位置，不跨特征。"],
    ),
    NumberQuestion(
        "dd-05-2",
        "三个词，三个特征，一个词一行：{x}。用 BatchNorm（γ = 1，β = 0，不用 ε）以后，第一行是哪三个数？写成列表，保留两位小数。",
        default={"x": [[2, 9, 4], [6, 1, 5], [1, 2, 3]]},
        draw=lambda dice: {"x": dice.pick([
            [[1, 0, 7], [4, 8, 2], [7, 1, 6]], [[8, 3, -1], [2, 5, 0], [2, -2, 4]], [[-3, 6, 1], [0, 2, 5], [9, 4, 0]],
        ])},
        answer=lambda x: _standard(x, x.mean(0), x.std(0))[0],
        decimals=2,
        mistakes=[
            (lambda x: _standard(x[0], x[0].mean(), x[0].std()), "这是 LayerNorm：在一行之内算的。BatchNorm 沿着列算。"),
            (lambda x: _standard(x, x.mean(0), x.std(0, ddof=1))[0], "方差除以了 n − 1。这里除以 n。"),
            (lambda x: (x - x.mean(0))[0], "减了列平均，还没有除以列的标准差。"),
            (lambda x: _standard(x, x.mean(), x.std())[0], "每一列要有自己的均值和标准差。"),
        ],
        hints=["第一列的三个数是一组：先求它们的平均。", "再求这三个数的标准差，第一行第一个数减平均、除标准差。"],
    ),
    ChoiceQuestion(
        "dd-05-3",
        "{judges} 位评委给同样的几道菜打分，有人手松，有人手紧。想知道他们口味是否相同，该怎样标准化？",
        default={"judges": 5},
        draw=lambda dice: {"judges": dice.pick([4, 6, 7])},
        right_option="每位评委减自己的平均，除自己的标准差 (LayerNorm 的方向)",
        wrong_options=[
            ("每道菜减这道菜的平均，除它的标准差 (BatchNorm 的方向)", "这样抹掉的是菜与菜的差别，手松手紧还在。"),
            ("所有分数放在一起，减一个总平均，除一个总标准差", "一把尺量所有人，手松的还是手松。"),
            ("不用标准化，直接比", "手松的给 8 分，手紧的给 5 分，可能是同一个意思。"),
        ],
        why="要抹掉的是评委与评委之间的松紧，所以一位评委一组。标准化抹掉的正是组与组之间的差别。",
    ),
    FunctionQuestion(
        "dd-05-4",
        "写出 `masked_batch_norm(x, real)`：`x` 的形状是 (b, n, d)，`real` 是 (b, n) 的布尔数组，True 是真的词。"
        "每个特征只用真的词求均值和标准差（γ = 1，β = 0，不用 ε）；填充位的输出填 0。",
        answer=_masked,
        cases=_case,
        mistakes=[
            (_padding_counted, "求均值的时候把填充位也算进去了。`x[real]` 只取真的词。"),
            (_padding_kept, "真的词对了。填充位的输出要填 0：`np.where(real[..., None], ..., 0)`。"),
            (_layer_norm, "你在一个词之内求平均，这是 LayerNorm。"),
            (_one_mean, "每个特征要有自己的均值：`axis=0`。"),
        ],
        hints=["`words = x[real]` 的形状是 (真的词的个数, d)。", "`words.mean(axis=0)` 每个特征一个均值。"],
    ),
]
