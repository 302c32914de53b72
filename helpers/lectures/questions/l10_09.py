"""Questions of 09_where_it_leads."""

import numpy as np

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _softmax(s):
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def _masked(s, mask):
    return _softmax(np.where(mask, s, -np.inf))


QUESTIONS = [
    NumberQuestion(
        "l10-09-1",
        "一个模型有 {layers} 层，{heads} 个头（键和值也是 {heads} 个），每头 128 维，数用 float16 存。"
        "上下文有 {n} 个位置，KV 缓存是多少 MiB？（1 MiB = 1,048,576 字节）",
        default={"layers": 24, "heads": 16, "n": 1024},
        draw=lambda dice: {"layers": dice.pick([12, 16, 24]), "heads": dice.pick([8, 16, 32]),
                           "n": dice.pick([512, 2048, 4096])},
        answer=lambda layers, heads, n: 2 * layers * heads * 128 * n * 2 // 2**20,
        mistakes=[
            (lambda layers, heads, n: layers * heads * 128 * n * 2 // 2**20,
             "少乘了一个 2：键和值各要一份，float16 的一个数又占 2 个字节，两个 2 都要乘。"),
            (lambda layers, heads, n: 2 * layers * heads * 128 * n * 4 // 2**20, "float32 才是 4 个字节。"),
            (lambda layers, heads, n: 2 * heads * 128 * n * 2 // 2**20, "每一层都有自己的键和值。"),
        ],
        hints=["键、值两份 × 层数 × 头数 × 每头维数 × 位置数 × 字节。", "float16 的一个数是 2 字节。最后除以 1,048,576。"],
    ),
    ChoiceQuestion(
        "l10-09-2",
        "一个 MoE 层有 {experts} 位专家，每个词元用 {k} 位。专家加到 {more} 位，k 不变。下面哪一句对？",
        default={"experts": 8, "k": 2, "more": 16},
        draw=lambda dice: dict(zip(("experts", "k", "more"),
                                   dice.pick([(4, 1, 8), (8, 1, 16), (16, 2, 32)]), strict=True)),
        right_option="要放进内存的参数约翻一倍，每个词元的计算几乎不变",
        wrong_options=[
            ("参数和每个词元的计算都约翻一倍", "每个词元还是只找 {k} 位专家。"),
            ("参数几乎不变，每个词元的计算约翻一倍", "专家是前馈层，多一位就多一份 W₁ 和 W₂。"),
            ("两样都几乎不变", "多出来的专家要放在哪里？"),
        ],
        why="专家各有一份参数；计算只发生在被选中的 {k} 位里，多出来的只有门的几列。",
    ),
    FunctionQuestion(
        "l10-09-3",
        "写出 `causal_weights(scores)`：`scores` 的形状是 (n, n)，已经缩放过。加上因果掩码，再做 softmax。",
        answer=lambda s: _masked(s, np.tri(len(s), dtype=bool)),
        cases=lambda case: ((lambda n: case.array(n, n))(case.size("n")),),
        mistakes=[
            (_softmax, "没有加掩码：第 1 行应当只看得到自己。"),
            (lambda s: _masked(s, np.tri(len(s), dtype=bool).T), "掩码反了：现在是只看自己和后面。"),
            (lambda s: _softmax(s) * np.tri(len(s)), "softmax 之后才改成 0，一行加起来不到 1。"),
            (lambda s: _softmax(np.where(np.tri(len(s), dtype=bool), s, 0.0)),
             "不许看的格子换成了 0。e⁰ = 1，它还是分走了一份。要换成 −∞。"),
            (lambda s: _masked(s.T, np.tri(len(s), dtype=bool)), "打分转置了：第 i 行是第 i 个词元的打分。"),
        ],
        hints=["`np.tri(n, dtype=bool)` 是下三角的 True。", "`np.where(mask, scores, -np.inf)`，然后逐行 softmax。"],
    ),
]
