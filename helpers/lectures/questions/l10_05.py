"""Questions of 05_residual_connection."""

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _back(g, jacobians):
    for jacobian in jacobians:
        g = g + g @ jacobian
    return g


def _without_residual(g, jacobians):
    for jacobian in jacobians:
        g = g @ jacobian
    return g


def _transposed(g, jacobians):
    for jacobian in jacobians:
        g = g + jacobian @ g
    return g


def _plus_one(g, jacobians):
    for jacobian in jacobians:
        g = g @ jacobian + 1
    return g


def _front_first(g, jacobians):
    return _back(g, jacobians[::-1])


def _branches_apart(g, jacobians):
    return g + sum(g @ jacobian for jacobian in jacobians)


def _ones_everywhere(g, jacobians):
    for jacobian in jacobians:
        g = g @ (jacobian + 1)
    return g


QUESTIONS = [
    NumberQuestion(
        "l10-05-1",
        "F(x) = {a}·x²，y = F(x) + x。在 x = {x} 处，dy/dx 是多少？保留两位小数。",
        default={"a": 0.25, "x": 3},
        draw=lambda dice: {"a": dice.pick([0.05, 0.15, 0.2, 0.3, 0.45]), "x": dice.pick([-4, -3, 2, 4, 5])},
        answer=lambda a, x: 2 * a * x + 1,
        decimals=2,
        mistakes=[
            (lambda a, x: 2 * a * x, "这是 dF/dx。x 自己也原样加进了 y。"),
            (lambda a, x: a * x * x + x, "这是 y 的值。要的是 x 动一点，y 动多少倍。"),
            (lambda a, x: a * x * x + 1, "1 加对了，可前面应当是 dF/dx，不是 F 的值。"),
            (lambda a, x: a * x + 1, "平方的导数有个 2：把 x 推一小步，算算 F 动了多少倍。"),
        ],
        hints=["把 x 往两边各推 0.01，看 F 一共动了多少，再除以 0.02。", "x 动多少，y 里的那个 x 就跟着动多少。"],
    ),
    ChoiceQuestion(
        "l10-05-2",
        "y = F(x) + x。下面哪一个 F，会让梯度传到这一层就变成 0？",
        right_option="F(x) = 5 − x",
        wrong_options=[
            ("F(x) = 0", "dF/dx = 0，再加 1 是多少？"),
            ("F(x) = 7（不管 x 是几）", "F 一动不动，dF/dx = 0。再加 1 呢？"),
            ("F(x) = x", "dF/dx = 1，再加 1 呢？"),
        ],
        why="dF/dx = −1，正好抵消那个 +1：支路把主干擦掉了。支路什么都不做，反而没有关系。",
    ),
    FunctionQuestion(
        "l10-05-3",
        "写出 `back(g, jacobians)`：`g` 是输出端的梯度，形状 (d,)；`jacobians` 是各层的 J_F，"
        "形状都是 (d, d)，最靠近输出的排在最前面。每层都有残差，返回传到输入端的梯度 (d,)。",
        answer=_back,
        cases=lambda case: (
            case.array("d"), tuple(case.array("d", "d", low=-0.8, high=0.8) for _ in range(case.size("layers"))),
        ),
        mistakes=[
            (_without_residual, "这是没有残差的网络。每一层还有一条捷径。"),
            (_transposed, "乘反了：梯度是一行，写在左边，`g @ J`。"),
            (_plus_one, "“+1”是给每个方向的 1，合起来是 + g，不是给每个数都加 1。"),
            (_ones_everywhere, "`J + 1` 给表里每一格都加了 1。要加的是单位矩阵 I，只有对角线上是 1。"),
            (_front_first, "次序反了：先穿过最靠近输出的那一层，它排在最前面。"),
            (_branches_apart, "每层的支路都只用了最初的 g。上一层改过的梯度要接着往下传。"),
        ],
        hints=["一层的因子是 I + J：`g @ (I + J)` 就是 `g + g @ J`。", "用一个 for 循环，逐层更新 g。"],
    ),
]
