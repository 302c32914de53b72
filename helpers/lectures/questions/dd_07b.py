"""Questions of 07b_cat_eats_fish_trace."""

import numpy as np

from helpers import softmax
from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _one_head(scale=True, axis=-1, look="rows"):
    def head(x, w_q, w_k, w_v):
        scores = (x @ w_q) @ (x @ w_k).T
        scores = scores.T if look == "columns" else scores
        if scale:
            scores = scores / (np.sqrt(w_q.shape[1]) if scale is True else scale(x, w_q))
        return softmax(scores, axis=axis) @ (x @ w_v)

    return head


def _unprojected(x, w_q, w_k, w_v):
    return softmax(x @ x.T / np.sqrt(w_q.shape[1])) @ (x @ w_v)


QUESTIONS = [
    NumberQuestion(
        "dd-07b-1",
        "一个编码器层：`d_model = {d}`，`h = {h}` 个头（每个头宽 d_model / h），`d_ff = {f}`。"
        "六种矩阵 W^Q、W^K、W^V、W^O、W₁、W₂ 一共多少个数？（γ、β 和偏置不算。）",
        default={"d": 16, "h": 4, "f": 64},
        draw=lambda dice: dict(zip("dhf", dice.pick(
            [(8, 2, 32), (24, 3, 96), (32, 4, 128), (64, 8, 256), (20, 5, 50), (48, 6, 192)]), strict=True)),
        answer=lambda d, h, f: 4 * d * d + 2 * d * f,
        mistakes=[
            (lambda d, h, f: 3 * d * d // h + d * d + 2 * d * f, "W^Q、W^K、W^V 只数了一个头的。"),
            (lambda d, h, f: 3 * d * d + 2 * d * f, "W^O 漏了。"),
            (lambda d, h, f: 4 * d * d + d * f, "前馈层有两个矩阵，升上去，再降下来。"),
            (lambda d, h, f: 3 * h * d * d + d * d + 2 * d * f, "每个头的宽度是 d_model / h，不是 d_model。"),
            (lambda d, h, f: 4 * d * d, "前馈层的两个矩阵漏了。"),
        ],
        hints=["所有头的 W^Q 并排放在一起，是一个多大的矩阵？", "注意力部分有四个这么大的矩阵，再加上前馈层的两个。"],
    ),
    ChoiceQuestion(
        "dd-07b-2",
        "有人训练了一个模型，发现某个头在 {seen} 个句子里，有 {hit} 个都把最高的权重给了宾语，于是说“它学会了找宾语”。"
        "下面哪一样证据最能支持他？",
        default={"seen": 200, "hit": 130},
        draw=lambda dice: dict(zip(("seen", "hit"), dice.pick([(300, 201), (500, 320), (400, 260)]), strict=True)),
        right_option="同样的句子，训练之前的同一个模型里，没有一个头接近这个比例",
        wrong_options=[
            ("这个头的权重可以逐位重算出来，没有算错", "算得对，和“为什么是这个数”是两回事。"),
            ("{hit} 除以 {seen}，大于三分之一", "未训练的头也常常偏爱某个位置。要和什么比？"),
            ("这个头的权重表很不均匀", "随机的头也可以很不均匀。"),
        ],
        why="要说“学会”，就要有没学过的来对照；句子也最好是训练时没见过的。",
    ),
    FunctionQuestion(
        "dd-07b-3",
        "写出 `one_head(x, w_q, w_k, w_v)`：`x` 的形状是 (n, d_model)，`w_q`、`w_k` 是 (d_model, d_k)，"
        "`w_v` 是 (d_model, d_v)，没有偏置，没有掩码。返回这个头的输出，形状 (n, d_v)。",
        answer=_one_head(),
        cases=lambda case: (case.array("n", "d_model"), case.array("d_model", "d_k"),
                            case.array("d_model", "d_k"), case.array("d_model", "d_v")),
        mistakes=[
            (_one_head(scale=lambda x, w_q: 2), "打分除以的是 √d_k，不总是 2。"),
            (_one_head(scale=False), "打分还要除以 √d_k。"),
            (_one_head(scale=lambda x, w_q: w_q.shape[1]), "除以的是 √d_k，不是 d_k。"),
            (_one_head(scale=lambda x, w_q: np.sqrt(x.shape[1])), "√ 里面是 d_k（键的宽度），不是 d_model。"),
            (_one_head(axis=0), "softmax 要横着做：每一行的权重加起来是 1。"),
            (_one_head(look="columns"), "Q 和 K 的次序反了：一行是一个提问的词元。"),
            (_unprojected, "打分要用 x @ w_q 和 x @ w_k，不是 x 自己。"),
        ],
        hints=["Q、K、V 各是 x 乘一个矩阵。", "打分 (n, n)：Q 乘 K 的转置，再除以 √d_k；softmax 以后乘 V。"],
    ),
]
