"""Questions of backprop_by_hand."""

from helpers import layer_norm_backward, softmax, softmax_backward
from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _standardized(x, ddof=0):
    sigma = x.std(-1, ddof=ddof, keepdims=True)
    return (x - x.mean(-1, keepdims=True)) / sigma, sigma


def _norm_backward(d_y, x, mean=True, along=True, divide=True, ddof=0, axis=-1):
    x_hat, sigma = _standardized(x, ddof)
    through_mean = d_y.mean(axis, keepdims=True) if mean else 0
    through_sigma = x_hat * (d_y * x_hat).mean(axis, keepdims=True) if along else 0
    return (d_y - through_mean - through_sigma) / (sigma if divide else 1)


QUESTIONS = [
    NumberQuestion(
        "backprop-1",
        "打分 s = {s}，w = softmax(s)。∂w₁/∂s₁ 是多少？保留四位小数。",
        default={"s": [2, 0, 1]},
        draw=lambda dice: {"s": dice.decimal(-2, 2, 3)},
        answer=lambda s: softmax(s)[0] * (1 - softmax(s)[0]),
        decimals=4,
        mistakes=[
            (lambda s: softmax(s)[0], "这是 w₁ 本身。还要乘 (1 − w₁)。"),
            (lambda s: 1 - softmax(s)[0], "这是 1 − w₁。还要乘 w₁。"),
            (lambda s: -softmax(s)[0] * softmax(s)[1], "这是 ∂w₁/∂s₂，动的是第 2 个打分。"),
            (lambda s: softmax(s)[0] ** 2, "w₁ 乘的是 (1 − w₁)，不是 w₁。"),
        ],
        hints=["先算三个权重。", "∂w₁/∂s₁ = w₁ (1 − w₁)。"],
    ),
    ChoiceQuestion(
        "backprop-2",
        "一个向量 x 先做 LayerNorm（不计 ε），再往后算出损失 L。∂L/∂x 的所有分量加起来是多少？",
        right_option="一定是 0",
        wrong_options=[
            ("一定是 1", "把 x 的每个数都加上同一个 c，LayerNorm 的结果变不变？L 变不变？"),
            ("取决于 γ", "不管 γ 是多少，把 x 整体加一个 c，输出变不变？"),
            ("和 L 的大小成正比", "L 有多大不要紧，要紧的是整体加一个 c 时 L 变了多少。"),
        ],
        why="整体加 c，L 一点不变；而它的变化率正是各分量之和。凡是输出不在乎的方向，梯度在那个方向上就没有分量。",
    ),
    FunctionQuestion(
        "backprop-3",
        "写出 `my_softmax_backward(d_w, w)`：w 是 softmax 的结果，(n, m)，每一行和为 1；d_w 是 ∂L/∂w，形状相同。返回 ∂L/∂s。",
        answer=lambda d_w, w: softmax_backward(d_w, w),
        cases=lambda case: (case.array("n", "m"), softmax(case.array("n", "m"))),
        mistakes=[
            (lambda d_w, w: d_w * w * (1 - w), "只算了自己对自己的那一份。一个打分变了，同一行的其他权重也跟着变。"),
            (lambda d_w, w: d_w * w, "还要先从 d_w 里减去它的加权平均。"),
            (lambda d_w, w: w * (d_w - d_w.mean(-1, keepdims=True)), "减的是普通的平均。要按权重 w 加权：Σ w ∘ d_w。"),
            (lambda d_w, w: d_w - (w * d_w).sum(-1, keepdims=True), "减完以后还要乘 w。"),
            (lambda d_w, w: w * (d_w - (w * d_w).sum(0)), "方向错了：每一行是一次 softmax，沿 `axis=-1` 求和。"),
            (lambda d_w, w: w * (d_w - (w * d_w).sum()), "每一行有自己的加权平均，不要把整张表加在一起。"),
            (lambda d_w, w: w * ((w * d_w).sum(-1, keepdims=True) - d_w), "正负号反了。"),
        ],
        hints=["d_s = w ∘ (d_w − Σ w ∘ d_w)，Σ 在每一行之内。", "求和时加上 `keepdims=True`。"],
    ),
    FunctionQuestion(
        "backprop-4",
        "写出 `my_norm_backward(d_y, x)`：y 是 x 的每一行减均值、除以标准差（γ = 1，β = 0，不用 ε）。"
        "d_y 是 ∂L/∂y，返回 ∂L/∂x，都是 (n, d)。",
        answer=lambda d_y, x: layer_norm_backward(d_y, x, eps=0).x,
        cases=lambda case: (case.array(case.size("n"), case.size("d") + 1), case.array(case.size("n"), case.size("d") + 1)),
        mistakes=[
            (lambda d_y, x: _norm_backward(d_y, x, False, False), "均值和标准差也跟着 x 变，这两条路漏了。"),
            (lambda d_y, x: _norm_backward(d_y, x, along=False), "漏了标准差那条路：还要减 x̂ · mean(d_y ∘ x̂)。"),
            (lambda d_y, x: _norm_backward(d_y, x, mean=False), "漏了均值那条路：还要减 mean(d_y)。"),
            (lambda d_y, x: _norm_backward(d_y, x, divide=False), "最后还要除以标准差。"),
            (lambda d_y, x: _norm_backward(d_y, x, ddof=1), "标准差除以了 d − 1。LayerNorm 除以 d。"),
            (lambda d_y, x: _norm_backward(d_y, x, axis=0), "两个平均的方向错了：沿 `axis=-1`，在一行之内。"),
        ],
        hints=["先算 x̂ 和 σ，再照公式：(d_y − mean(d_y) − x̂ · mean(d_y ∘ x̂)) / σ。"],
    ),
]
