"""Questions of 02_multi_head_attention."""

import numpy as np

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _mixed(a, b, v, s, t):
    return s * (a @ v) + t * (b @ v)


def _row(dice):
    return np.array(dice.pick([[0.5, 0.3, 0.2], [0.1, 0.6, 0.3], [0.2, 0.2, 0.6], [0.7, 0.1, 0.2], [0.3, 0.5, 0.2]])).tolist()


def _drawn(dice):
    s = dice.pick([0.2, 0.3, 0.6, 0.8])
    return {"a": _row(dice), "b": _row(dice), "v": dice.whole(-3, 5, 3), "s": s, "t": round(1 - s, 1)}


def _offsets(A):
    n = len(A)
    return np.arange(n) - np.arange(n)[:, None]


def _mean_offset(A):
    return (A * _offsets(A)).sum(axis=1)


def _wrong_side(A):
    return -_mean_offset(A)


def _distance(A):
    return (A * abs(_offsets(A))).sum(axis=1)


def _of_the_largest(A):
    return A.argmax(axis=1) - np.arange(len(A))


def _place(A):
    return A @ np.arange(len(A))


def _down(A):
    return (A * _offsets(A)).sum(axis=0)


def _one_number(A):
    return _mean_offset(A).mean()


QUESTIONS = [
    NumberQuestion(
        "dd-02-1",
        "两个头。某个词在头 1 的权重是 {a}，在头 2 的权重是 {b}；两个头的值都只有一列，都是 {v}。"
        "Wᴼ 给头 1 的份额是 {s}，给头 2 的是 {t}。\n这个词的输出是多少？保留三位小数。",
        default={"a": [0.5, 0.3, 0.2], "b": [0.1, 0.2, 0.7], "v": [4, -1, 2], "s": 0.6, "t": 0.4},
        draw=_drawn,
        answer=_mixed,
        decimals=3,
        mistakes=[
            (lambda a, b, v, s, t: a @ v + b @ v, "两个头的输出还要各乘自己的份额。"),
            (lambda a, b, v, s, t: (a @ v + b @ v) / 2, "不是平均：份额是 {s} 和 {t}。"),
            (lambda a, b, v, s, t: t * (a @ v) + s * (b @ v), "两个份额用反了。"),
            (lambda a, b, v, s, t: s * (a @ v), "只算了头 1。"),
            (lambda a, b, v, s, t: t * (b @ v), "只算了头 2。"),
        ],
        hints=["先算每个头的输出：权重与值对应相乘，再相加。", "再乘份额，两个头相加。"],
    ),
    ChoiceQuestion(
        "dd-02-2",
        "在一个有 {count} 个头的模型里，你找到一个头，在“{sentence}”里把“{verb}”的大部分权重给了“{noun}”。"
        "要说它学会了找宾语，下一步最该做什么？",
        default={"count": 144, "sentence": "他买书", "verb": "买", "noun": "书"},
        draw=lambda dice: dict(zip(("count", "sentence", "verb", "noun"),
                                   dice.pick([(96, "她画山", "画", "山"), (144, "风吹树", "吹", "树"),
                                              (64, "我听雨", "听", "雨")]), strict=True)),
        right_option="在许多宾语不紧跟动词的句子上数对了几次，再和总猜下一个词的办法比",
        wrong_options=[
            ("看这一句里别的词的权重是不是也合理", "还是只有一句。随机的头也能在一句里凑巧。"),
            ("看这个头的熵够不够低", "熵低只说明它看得专，没说它看的是宾语。"),
            ("在“{sentence}”上把权重多算几位小数", "数再准，也还是一句话里的一次。"),
        ],
        why="一句话里宾语就在右边，分不清“找宾语”和“看下一个”；头又多，总有一个凑巧。",
    ),
    FunctionQuestion(
        "dd-02-3",
        "写出 `mean_offset_of(A)`：`A` 是 (n, n) 的权重表，返回 (n,)：每个词的平均位移，"
        "也就是被看的位置减自己的位置，按权重平均。",
        answer=_mean_offset,
        cases=lambda case: (_table(case),),
        mistakes=[
            (_wrong_side, "符号反了：被看的位置减自己的位置，往右看是正数。"),
            (_distance, "位移带符号：往左看是负数，不要取绝对值。"),
            (_of_the_largest, "不是只看最大的那个，要按权重平均。"),
            (_place, "这是被看的位置的平均，还要减去自己的位置。"),
            (_down, "每个词是一行：在一行之内求和。"),
            (_one_number, "每个词一个数，不要再对词求平均。"),
        ],
        hints=["位移表：`np.arange(n) - np.arange(n)[:, None]`，列号减行号。", "与 A 逐格相乘，再 `sum(axis=1)`。"],
    ),
]


def _table(case):
    """A table of weights: rows of positive numbers that sum to 1."""
    n = case.size("n")
    e = np.exp(case.array(n, n) / 2)
    return e / e.sum(axis=1, keepdims=True)
