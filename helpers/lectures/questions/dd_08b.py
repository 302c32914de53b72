"""Questions of 08b_what_attention_shows."""

import numpy as np

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _lengths(weights, values):
    return weights * np.linalg.norm(values, axis=-1)


QUESTIONS = [
    NumberQuestion(
        "dd-08b-1",
        "一张 {height} × {width} 的彩色图（红、绿、蓝），切成 {size} × {size} 的块，再加一个分类词元。"
        "一共多少个词元？每一块有多少个数？写成两个数的列表。",
        default={"height": 64, "width": 96, "size": 8},
        draw=lambda dice: dict(zip(("height", "width", "size"), dice.pick([(96, 160, 16), (60, 80, 20), (72, 48, 12)]), strict=True)),
        answer=lambda height, width, size: [height // size * (width // size) + 1, 3 * size * size],
        mistakes=[
            (lambda height, width, size: [height // size * (width // size), 3 * size * size], "还要加上分类词元。"),
            (lambda height, width, size: [height // size * (width // size) + 1, size * size], "每个像素有红、绿、蓝三个数。"),
            (lambda height, width, size: [height // size + width // size + 1, 3 * size * size],
             "块排成一个长方形：行数乘列数。"),
            (lambda height, width, size: [height * width // size + 1, 3 * size * size], "高和宽都要除以块的边长。"),
        ],
        hints=["先数一行有几块，一共几行。", "一块是 边长 × 边长 × 3 个数。"],
    ),
    ChoiceQuestion(
        "dd-08b-2",
        "你在一个训练好的模型里看到：第 {layer} 层的一个头，把 “他” 的权重的 {share}% 放在 “小明” 上。"
        "要说“模型靠‘小明’来判断‘他’是谁”，下面哪一样最有说服力？",
        default={"layer": 4, "share": 80},
        draw=lambda dice: {"layer": dice.whole(3, 9), "share": dice.pick([60, 70, 90])},
        right_option="在许多句子里遮住先行词，判断就变；遮住别的词，不变",
        wrong_options=[
            ("把热图画得更清楚，看到别的头也是这样", "再多的借书卡，也还是借书卡。"),
            ("再找三个句子，权重也都在 {share}% 以上", "例子多了，可是没训练的网络会不会也这样？有没有动手查？"),
            ("权重最高的就是“小明”，别的词都不到 10%", "权重高只说明拿了几成，没有说拿来的东西有没有用上。"),
        ],
        why="干预加对照：遮住它结果就变，遮住同样多的别处不变，才说得上“靠”。",
    ),
    FunctionQuestion(
        "dd-08b-3",
        "写出 `biggest_contributor(weights, values)`：`weights` 是一行权重，形状 (n,)，`values` 是 (n, d_v)。"
        "返回“带来的那一份最长”的词元的编号（从 0 数，整数）。",
        answer=lambda weights, values: int(_lengths(weights, values).argmax()),
        cases=lambda case: (np.abs(case.array("n")), case.array("n", "d_v")),
        mistakes=[
            (lambda weights, values: int(np.argmax(weights)), "权重最大的，带来的不一定最多。还要看值有多长。"),
            (lambda weights, values: int(np.linalg.norm(values, axis=-1).argmax()), "值最长的，可能只拿了一点点。还要乘权重。"),
            (lambda weights, values: int(_lengths(weights, values).argmin()), "要最长的，不是最短的。"),
            (lambda weights, values: float(_lengths(weights, values).max()), "要的是编号，不是长度：用 `argmax`。"),
        ],
        hints=["词元 j 带来的是 aⱼ·vⱼ，长度是 aⱼ 乘 vⱼ 的长度。", "一行的长度：`np.linalg.norm(values, axis=-1)`。"],
    ),
]
