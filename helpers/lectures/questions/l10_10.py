"""The 思考题 of Lecture 10; where the text gives numbers, they are the default ones."""

import numpy as np

from helpers import layer_norm, softmax
from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion

TOKENS = np.eye(2)  # x₁ = [1, 0], x₂ = [0, 1], as in lecture 9


def _heads(first, second, position=0, d_k=2):
    """Return both heads' outputs at one position, one below the other: (2, 2)."""
    weights = softmax(TOKENS @ TOKENS.T / np.sqrt(d_k))  # (2, 2)
    return np.array([first * weights[position], second * weights[position]])


def _scales(dice):
    return {"first": dice.whole(2, 5), "second": dice.pick([1, 4, 5, 6])}


def _sizes(dice):
    h = dice.pick([4, 8, 12, 16])
    return {"d": h * dice.pick([32, 48, 64, 96]), "h": h}


def _depths(dice):
    dead = 10 * dice.whole(3, 6)
    live = 10 * dice.whole(3, 6)
    return {"layers": dead + live, "dead": dead, "live": live, "slope": dice.pick([0.1, 0.2, -0.2, -0.3])}


def _scaled(dice):
    x, k = dice.whole(0, 9, 3), dice.pick([10, 50, 100, 200])
    return {"small": x, "k": k, "x": k * x}


def _standardized(x, ddof=0, power=0.5, eps=0.0):
    return (x - x.mean()) / (x.var(ddof=ddof) + eps) ** power


def _change_elsewhere(before, after, j):
    return np.abs(np.delete(after - before, j, axis=0)).max()


def _perturbed(case):
    before = case.array("n", "d", low=-9.0, high=9.0)
    after = before + case.array("n", "d")
    j = case.whole(0, len(before) - 1)
    after[j] += case.pick([0.0, 5.0])  # row j changes most, or it does not
    low = (j + 1) % len(before)
    after[low, 0] = before[low, 0] - 3.0  # the largest change elsewhere is downwards
    return before, after, j


QUESTIONS = [
    # -- 1: another W_v for head 2
    NumberQuestion(
        "l10-10-1a",
        "x₁ = [1, 0]，x₂ = [0, 1]，W^Q、W^K 都是单位矩阵 I。头 1 的 W^V = {first}·I，头 2 的 W^V 换成 {second}·I。\n"
        "位置 1 上，两个头拼接起来的 4 个数是什么？先头 1，后头 2；保留三位小数，写成列表。",
        default={"first": 2, "second": 1},
        draw=_scales,
        answer=lambda first, second: _heads(first, second).ravel(),
        mistakes=[
            (lambda first, second: _heads(first, second, d_k=1).ravel(), "打分之后、softmax 之前，漏了除以 √2。"),
            (lambda first, second: _heads(first, second, 1).ravel(), "这是位置 2 的结果。位置 1 更关注自己。"),
            (lambda first, second: _heads(second, first).ravel(), "两个头的次序反了：先头 1，后头 2。"),
            (lambda first, second: _heads(first, 3).ravel(), "头 2 还在用讲义例子里的 3·I。"),
        ],
        hints=["W^Q 和 W^K 没有变，所以权重也没有变。变的只是头 2 带回来的内容。",
               "头 2 的输出 = 权重的第一行，乘 W^V 前面的那个倍数。"],
    ),
    NumberQuestion(
        "l10-10-1b",
        "还是 W^V = {first}·I 和 {second}·I 的两个头。Wᴼ 让对应的维各取一半相加，位置 1 的最终输出是哪两个数？"
        "保留三位小数。",
        same_as="l10-10-1a",
        answer=lambda first, second: _heads(first, second).mean(0),
        mistakes=[
            (lambda first, second: _heads(first, second).sum(0), "两个头加起来了，还没有各取一半。"),
            (lambda first, second: _heads(first, second).mean(1),
             "你在每个头内部取了平均。应该让头 1 的第 1 维配头 2 的第 1 维。"),
            (lambda first, second: _heads(first, second, d_k=1).mean(0), "打分之后、softmax 之前，漏了除以 √2。"),
            (lambda first, second: _heads(first, second, 1).mean(0), "这是位置 2 的结果。"),
            (lambda first, second: _heads(first, 3).mean(0), "头 2 还在用讲义例子里的 3·I。"),
        ],
        hints=["第 1 个数只用两个头的第 1 维，第 2 个数只用两个头的第 2 维。",
               "拼接的 4 个数里，第 1 个配第 3 个，第 2 个配第 4 个。"],
        why="两个头的权重相同，所以合起来就是一个头，它的 W^V 是两个 W^V 的平均。",
    ),
    # -- 2: what heads cost
    NumberQuestion(
        "l10-10-2a",
        "总维度 d = {d}，切成 {h} 个头，每个头多少维？",
        default={"d": 512, "h": 8},
        draw=_sizes,
        answer=lambda d, h: d // h,
        mistakes=[
            (lambda d, h: d, "这是所有头合起来的宽度。"),
            (lambda d, h: d * h, "切开是除，不是乘。"),
            (lambda d, h: d // h // 2, "多除了一次 2。"),
        ],
        hints=["{h} 个头并排拼起来，要正好拼回 {d} 维。"],
    ),
    NumberQuestion(
        "l10-10-2b",
        "d = {d}，{h} 个头，每个头有自己的 W^Q、W^K、W^V，不计偏置。全部的头加起来，这三种矩阵一共多少个参数？",
        same_as="l10-10-2a",
        answer=lambda d, h: 3 * d * d,
        mistakes=[
            (lambda d, h: 3 * d * d // h, "这只是一个头的。一共有 {h} 个头。"),
            (lambda d, h: d * d, "这只是 W^Q、W^K、W^V 三种里的一种。"),
            (lambda d, h: 4 * d * d, "你把 Wᴼ 也数进来了，题目只问 W^Q、W^K、W^V。"),
            (lambda d, h: 3 * d * d * h, "每个头的输出只有 d/h 维，不是 d 维。"),
        ],
        hints=["一个头的 W^Q 形状是 (d, d/h)。", "一个头有 3 个这样的矩阵，一共 {h} 个头。"],
    ),
    ChoiceQuestion(
        "l10-10-2c",
        "和不切头、直接用一组 {d} 维的 Q/K/V 相比，{h} 个头的 W^Q、W^K、W^V 参数总数怎么样？",
        same_as="l10-10-2a",
        right_option="一个不多，一个不少",
        wrong_options=[
            ("只有 1/{h}", "一个头是 1/{h}，可是有 {h} 个头。"),
            ("是 {h} 倍", "头数是 {h} 倍，每个头的宽度却只有 1/{h}。"),
            ("多出一个 Wᴼ，也就是多三分之一", "Wᴼ 确实是另加的，但题目只比 W^Q、W^K、W^V。"),
        ],
        why="{h} × 3 × d × (d/{h}) = 3d²：头数约掉了。多头要的是不同的视角，不是省钱。",
    ),
    # -- 3: half of the layers dead
    ChoiceQuestion(
        "l10-10-3a",
        "{layers} 层全部用残差 y = F(x) + x 搭成，其中 {dead} 层的 dF/dx 恰好是 0。"
        "从输出传回输入的梯度会不会因为这 {dead} 层变成 0？",
        default={"layers": 100, "dead": 50, "live": 50, "slope": 0.05},  # 0.1 stands in section 05
        draw=_depths,
        right_option="不会因为它们变成 0：这 {dead} 层各贡献一个因子 1；结果由另外 {live} 层决定",
        wrong_options=[
            ("会：连乘里只要有一个 0，结果就是 0", "连乘的是 dy/dx，不是 dF/dx。把 dF/dx = 0 代进 dy/dx = dF/dx + 1 看看。"),
            ("不会，而且有了 +1，梯度无论如何都不会是 0", "前半句对。可是如果另外某一层的 dF/dx 恰好是 −1 呢？"),
            ("会变成原来的一半，因为一半的层没有用", "连乘里乘上一个 1，结果会变小吗？"),
        ],
        why="没有残差，连乘里就有 {dead} 个 0，梯度必定是 0。有了残差，这些层原样放行。",
    ),
    NumberQuestion(
        "l10-10-3b",
        "接着算：{layers} 层里 {dead} 层的 dF/dx = 0，另外 {live} 层的 dF/dx 都是 {slope}。"
        "从输出传回输入的 dy/dx 是多少？三位有效数字，可以写成 `1.23e-4` 这样。",
        same_as="l10-10-3a",
        answer=lambda layers, dead, live, slope: (1 + slope) ** live,
        significant=3,
        mistakes=[
            (lambda layers, dead, live, slope: 0.0, "连乘的因子是 dF/dx + 1。dF/dx = 0 的层，因子是几？"),
            (lambda layers, dead, live, slope: slope**live, "漏了 +1：每层的因子是 dF/dx + 1。"),
            (lambda layers, dead, live, slope: (1 + slope) ** layers, "什么都没学到的 {dead} 层，因子不是这个数。"),
            (lambda layers, dead, live, slope: 1 + live * slope, "各层的因子要相乘，不是相加。"),
        ],
        hints=["一层一个因子，{layers} 个因子连乘。", "其中 {dead} 个因子等于 1。"],
        why="残差防的是“乘上 0”，防不了连乘变得很大或很小。这就是残差之外还要 LayerNorm 和好的初始化的缘故。",
    ),
    NumberQuestion(
        "l10-10-3c",
        "有残差的一层 y = F(x) + x，在 dF/dx 等于几的地方，会把传回来的梯度变成 0？",
        answer=lambda: -1,
        mistakes=[
            (lambda: 0, "dF/dx = 0 时，这一层的因子是 0 + 1 = 1，梯度原样通过。"),
            (lambda: 1, "dF/dx = 1 时，这一层的因子是 1 + 1 = 2。"),
        ],
        hints=["让 dF/dx + 1 等于 0。"],
        why="例如 F(x) = −x，这一层的输出恒为 0。“+1 永远在”不等于“和永远不为 0”。",
    ),
    # -- 4: LayerNorm of a vector that is k times as large
    NumberQuestion(
        "l10-10-4a",
        "把 {small} 的每个数乘 {k}，得到 x = {x}。γ = 1，β = 0，不用 ε，LayerNorm(x) 是哪几个数？保留三位小数。",
        default={"small": [1, 3, 8], "k": 100, "x": [100, 300, 800]},
        draw=_scaled,
        answer=lambda small, k, x: _standardized(x),
        mistakes=[
            (lambda small, k, x: k * _standardized(small), "分子放大了 {k} 倍，分母 σ 有没有跟着放大？"),
            (lambda small, k, x: _standardized(small) / k, "分母 σ 放大了 {k} 倍，分子有没有跟着放大？"),
            (lambda small, k, x: _standardized(x, ddof=1), "方差除以了 n − 1。LayerNorm 除以 n。"),
            (lambda small, k, x: _standardized(x, power=1), "除以了方差。先开平方得到标准差，再除。"),
            (lambda small, k, x: x - x.mean(), "减了平均，还没有除以标准差。"),
        ],
        hints=["μ 和 σ 各变成原来的几倍？", "先算 {small} 的结果，再想想乘 {k} 改变了什么。"],
    ),
    ChoiceQuestion(
        "l10-10-4b",
        "那么 LayerNorm 对“大小”到底敏感不敏感？（ε 可以忽略）",
        right_option="整个向量一起放大，结果不变；只放大其中一个数，结果会变",
        wrong_options=[
            ("整个放大或只放大一个数，结果都不变", "把 [1, 3, 8] 的第一个数换成 10，谁高谁低还和原来一样吗？"),
            ("只有恰好放大 100 倍时结果不变", "分子和分母同乘 k，k 是几都可以约掉。"),
            ("放大几倍，结果就放大几倍", "σ 也放大了同样的倍数，除的时候会怎样？"),
        ],
        why="LayerNorm(a·x + b) = LayerNorm(x)，只要 a > 0。它看的是一个向量内部谁高谁低。",
    ),
    NumberQuestion(
        "l10-10-4c",
        "不变也有条件。x = {x}，这一次 ε = 1e-5，加在方差上、开平方之前。LayerNorm(x) 是哪几个数？保留三位小数。",
        default={"x": [0.002, 0.006, 0.016]},
        draw=lambda dice: {"x": dice.whole(0, 9, 3) * dice.pick([0.001, 0.002])},
        answer=lambda x: layer_norm(x, eps=1e-5),
        mistakes=[
            (lambda x: _standardized(x), "这是 ε = 0 的结果。σ² 和 ε 差不多大时，ε 不能忽略。"),
            (lambda x: (x - x.mean()) / (x.std() + 1e-5), "ε 加在了标准差上。先加在方差上，再开平方。"),
            (lambda x: _standardized(x, ddof=1, eps=1e-5), "方差除以了 n − 1。LayerNorm 除以 n。"),
        ],
        hints=["先算方差，看看它和 1e-5 差几倍。", "分母是 √(σ² + ε)。"],
        why="向量小到 σ² 和 ε 差不多时，ε 就压低了结果，“大小无关”不再成立。",
    ),
    # -- 5: feed-forward layers only
    ChoiceQuestion(
        "l10-10-5a",
        "一个模块只有前馈层、残差和 LayerNorm，没有注意力，叠很多层。“苹果”的表示能参考上下文里的“公司”吗？",
        right_option="不能：每个位置从头到尾只看自己，叠多少层都一样",
        wrong_options=[
            ("能：层数够多，信息总会一点点传过去", "一层一步都没有迈出自己的位置，走一百步呢？"),
            ("能：W₁ 把输入的各个数混在一起", "W₁ 混合的是同一个位置的 d 个特征，还是不同的位置？"),
            ("能：LayerNorm 要求平均，会把各个词混起来", "LayerNorm 沿哪个方向求平均？"),
            ("不能：因为前馈层里没有非线性", "前馈层里恰恰有激活函数。缺的是别的东西。"),
        ],
        why="跨位置搬运信息的只有注意力。第 9 讲的“苹果”要靠它才能看见“公司”。",
    ),
    FunctionQuestion(
        "l10-10-5b",
        "写出做实验要用的尺子 `change_elsewhere(before, after, j)`：\n"
        "`before` 和 `after` 是改动输入的第 j 行（从 0 数）之前和之后的输出，形状都是 (n, d)。"
        "返回第 j 行以外变化最大的那个数变了多少（绝对值）。",
        answer=_change_elsewhere,
        cases=_perturbed,
        mistakes=[
            (lambda before, after, j: np.abs(after - before).max(), "第 j 行也算进来了。我们关心的是别的行。"),
            (lambda before, after, j: np.delete(after - before, j, axis=0).max(),
             "变小也是变化：取最大之前，先取绝对值。"),
            (lambda before, after, j: np.abs((after - before)[j]).max(), "这是第 j 行自己的变化。要的是其余的行。"),
            (lambda before, after, j: np.abs(np.delete(after - before, j, axis=0)).mean(), "要最大的变化，不是平均。"),
            (lambda before, after, j: np.abs(np.delete(after - before, j, axis=0)).sum(), "要最大的变化，不是总和。"),
            (lambda before, after, j: np.abs(np.delete(after - before, j - 1, axis=0)).max(), "j 从 0 数起，不用减 1。"),
        ],
        hints=["先求 `after - before`，再去掉第 j 行。", "`np.delete(a, j, axis=0)` 去掉第 j 行。"],
    ),
]
