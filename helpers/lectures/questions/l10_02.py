"""Questions of 02_team_meeting."""

import numpy as np

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _moved(before, after):
    return (np.abs(after - before) > 1e-12).any(axis=1).sum()


def _one_cell_in_a_row(case):
    before = case.array("n", "d")
    after = before.copy()
    for i in range(0, len(before), 2):  # every second row moves, each in one or two cells
        after[i, i % before.shape[1]] -= 1.5
    after[0, -1] += 1.5  # in the first row the two changes cancel in the sum
    return before, after


QUESTIONS = [
    NumberQuestion(
        "l10-02-1",
        "一句话有 {n} 个词元，每个 {d} 维。LayerNorm 单独接上 X，只推动其中一个词元的一个数，"
        "输出最多亮几格？",
        default={"n": 5, "d": 8},
        draw=lambda dice: {"n": dice.whole(3, 7), "d": dice.pick([8, 10, 12, 16])},
        answer=lambda n, d: d,
        mistakes=[
            (lambda n, d: n * d, "整张表都亮，是注意力。LayerNorm 的平均在哪个范围里求？"),
            (lambda n, d: 1, "这一格变了，这一行的平均和标准差也跟着变。"),
            (lambda n, d: n, "这是一列的格数。LayerNorm 沿着一行算。"),
            (lambda n, d: d - 1, "被推的那一格自己也会变。"),
        ],
        hints=["一行一个词元；LayerNorm 只看一行。"],
    ),
    ChoiceQuestion(
        "l10-02-2",
        "某个零件单独接上 X。推动词元 {token} 的一个数，输出里只有同一格变了，同一行的邻格也不动。"
        "它最可能是哪一个？",
        default={"token": 2},
        draw=lambda dice: {"token": dice.whole(1, 3)},
        right_option="残差的加法，批注固定不动",
        wrong_options=[
            ("LayerNorm", "一格变了，这一行的平均也变，邻格会不会动？"),
            ("前馈层", "xW₁ 把同一行的各个数混在一起，邻格会不会动？"),
            ("多头注意力", "注意力会让别的行也动。"),
        ],
        why="加法是对着格子加的：批注不动，变的就只有那一格。",
    ),
    FunctionQuestion(
        "l10-02-3",
        "写出 `rows_that_moved(before, after)`：两张表的形状都是 (n, d)。"
        "一行里只要有一格变了（超过 1e-12），这一行就算动了。返回动了几行，一个整数。",
        answer=_moved,
        cases=_one_cell_in_a_row,
        mistakes=[
            (lambda before, after: (np.abs(after - before) > 1e-12).sum(), "这是亮了几格。题目问几行。"),
            (lambda before, after: (np.abs(after - before) > 1e-12).any(axis=0).sum(),
             "你数的是列。一行一个词元，沿着行看用 `axis=1`。"),
            (lambda before, after: (np.abs(after - before) > 1e-12).all(axis=1).sum(),
             "不必整行都变，有一格变了就算：用 `any`。"),
            (lambda before, after: (np.abs((after - before).sum(axis=1)) > 1e-12).sum(),
             "先求和，一增一减会抵消。先逐格取绝对值。"),
            (lambda before, after: (after - before > 1e-12).any(axis=1).sum(), "变小也是变：先取绝对值。"),
        ],
        hints=["`np.abs(after - before) > 1e-12` 是一张布尔表。", "`.any(axis=1)` 问每一行有没有 True。"],
    ),
]
