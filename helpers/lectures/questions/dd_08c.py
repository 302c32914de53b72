"""Questions of 08c_language_and_structure."""

from helpers.lectures.exercises import ChoiceQuestion, NumberQuestion


def _values(v, a):
    return {"v": v, "a": a}


QUESTIONS = [
    NumberQuestion(
        "dd-08c-1",
        "三个词的值排成 `V = {v}`，某个词分给它们的权重是 `{a}`，Wⱽ、Wᴼ 都取单位矩阵，这个词自己的 x 就是 V 的第 1 行。"
        "加上残差以后，它的向量是多少？写成两个数的列表，保留两位小数。",
        default=_values([[1.0, 2.0], [3.0, 0.0], [-2.0, 1.0]], [0.2, 0.5, 0.3]),
        draw=lambda dice: _values(
            dice.whole(-3, 4, 3, 2), dice.pick([[0.6, 0.3, 0.1], [0.1, 0.7, 0.2], [0.4, 0.1, 0.5]])
        ),
        answer=lambda v, a: a @ v + v[0],
        decimals=2,
        mistakes=[
            (lambda v, a: a @ v, "这是一个头的输出，还要加上 x。"),
            (lambda v, a: (a @ v + v[0]) / 2, "残差是相加，不是取平均。"),
            (lambda v, a: v.mean(axis=0) + v[0], "不是平均分，按权重来。"),
            (lambda v, a: a @ v - v[0], "残差是加。"),
        ],
        hints=["先按权重把三行混在一起。", "再加上 V 的第 1 行。"],
    ),
    ChoiceQuestion(
        "dd-08c-2",
        "语言模型读到“{before}”，给词表里每个词一个概率。把“{word}”的打分抬高一点，{rival}的概率就跌了一点。"
        "这是哪一种关系，在哪一步？",
        default={"before": "我想喝", "word": "茶", "rival": "“咖啡”"},
        draw=lambda dice: dict(zip(("before", "word", "rival"), dice.pick(
            [("今天真", "热", "“冷”"), ("他骑着", "马", "“车”"), ("请关上", "门", "“窗”")]), strict=True)),
        right_option="聚合，在输出层的 softmax",
        wrong_options=[
            ("组合，在自注意力的 softmax", "自注意力的权重分给在场的词。“{word}”和{rival}都在场吗？"),
            ("聚合，在多头注意力", "每个头的权重也只分给在场的词。"),
            ("组合，在输出层的 softmax", "它们争的是同一个位置，来了一个，另一个就不在场。"),
        ],
        why="争同一个位置、只来一个，是聚合；全词表一起竞争，发生在输出层。",
    ),
]
