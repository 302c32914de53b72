"""Questions of 03_multi_head_attention."""

import numpy as np

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _toy(a, b, part=0.5, scale=True):
    """Output at position 1 of the lecture's toy with W^V = a·I and b·I."""
    e = np.exp(np.array([1.0, 0.0]) / (np.sqrt(2) if scale else 1.0))
    return ((1 - part) * a + part * b) * e / e.sum()


def _by_blocks(heads, w_o):
    d_v = heads.shape[-1]
    return sum(head @ w_o[i * d_v : (i + 1) * d_v] for i, head in enumerate(heads))


def _blocks_reversed(heads, w_o):
    return _by_blocks(heads[::-1], w_o)


def _first_block_for_all(heads, w_o):
    return sum(head @ w_o[: heads.shape[-1]] for head in heads)


def _strided(heads, w_o):
    return sum(head @ w_o[i :: len(heads)] for i, head in enumerate(heads))


def _mean(heads, w_o):
    return _by_blocks(heads, w_o) / len(heads)


QUESTIONS = [
    NumberQuestion(
        "l10-03-1",
        "讲义的例子里，把头 1 的 Wⱽ 换成 {a}·I，头 2 的换成 {b}·I，Wᴼ 不变（各取一半）。"
        "位置 1 的最终输出是什么？保留三位小数，写成列表。",
        default={"a": 4, "b": 2},
        draw=lambda dice: dict(zip("ab", dice.pick([(4, 2), (5, 1), (6, 3), (1, 7), (2, 6)]), strict=True)),
        answer=lambda a, b: _toy(a, b),
        decimals=3,
        mistakes=[
            (lambda a, b: _toy(a, b, scale=False), "打分忘了除以 √2。"),
            (lambda a, b: 2 * _toy(a, b), "两个头各取一半：加起来以后还要乘 0.5。"),
            (lambda a, b: np.concatenate([_toy(a, a), _toy(b, b)]), "这是拼接的结果，还没有乘 Wᴼ。"),
            (lambda a, b: _toy(a, b)[::-1], "这是位置 2 的输出。位置 1 更关注自己。"),
            (lambda a, b: _toy(a, b, part=0), "只用了头 1。Wᴼ 让头 2 也占一半。"),
            (lambda a, b: _toy(a, b, part=1), "只用了头 2。Wᴼ 让头 1 也占一半。"),
        ],
        hints=["两个头的权重没有变，还是 0.670 和 0.330（全精度 0.669762 和 0.330238）。",
               "权重相同的两个头可以合成一个：Wⱽ 取两者的平均。"],
    ),
    ChoiceQuestion(
        "l10-03-2",
        "d = {d}，从 {h} 个头改成 {more} 个头，每个头的宽度仍是 d/h。W^Q、W^K、W^V 的参数总数会怎样？",
        default={"d": 512, "h": 8, "more": 16},
        draw=lambda dice: dict(zip(("d", "h", "more"),
                                   dice.pick([(768, 12, 24), (1024, 16, 32), (256, 4, 8)]), strict=True)),
        right_option="不变",
        wrong_options=[
            ("变成原来的 2 倍", "头多了，每个头也窄了。乘起来看看。"),
            ("变成原来的一半", "每个头窄了，头也多了。乘起来看看。"),
            ("要看句子有多长", "W^Q、W^K、W^V 的形状里没有 n。"),
        ],
        why="h × 3 × d × (d/h) = 3d²，h 约掉了。",
    ),
    FunctionQuestion(
        "l10-03-3",
        "写出 `project_without_concat(heads, w_o)`：`heads` 的形状是 (h, n, d_v)，`w_o` 是 (h·d_v, d_model)。"
        "试着不用拼接：让每个头乘自己那块 `w_o`，再相加，得到 (n, d_model)。",
        answer=_by_blocks,
        cases=lambda case: (case.array("h", "n", "d_v"), case.array(case.size("h") * case.size("d_v"), "d_model")),
        mistakes=[
            (_blocks_reversed, "头和块对反了：头 1 用最上面的 d_v 行。"),
            (_first_block_for_all, "每个头都用了第一块。头 i 用第 i 块。"),
            (_strided, "块是连续的 d_v 行，不是隔几行取一行。"),
            (_mean, "相加就可以了，不用再除以头数。"),
        ],
        hints=["头 i 那一块是 `w_o[i*d_v : (i+1)*d_v]`。", "一个头的贡献是 (n, d_v) @ (d_v, d_model)。"],
    ),
]
