"""Questions of 07_transformer_block."""

from helpers import layer_norm, relu
from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _norm(x):
    return layer_norm(x, eps=0)


def _pre_block(x, a, w, w_1, w_2):
    x_mid = x + a @ layer_norm(x) @ w
    return x_mid + relu(layer_norm(x_mid) @ w_1) @ w_2


def _post_block(x, a, w, w_1, w_2):
    x_mid = layer_norm(x + a @ x @ w)
    return layer_norm(x_mid + relu(x_mid @ w_1) @ w_2)


def _without_residual(x, a, w, w_1, w_2):
    return relu(layer_norm(a @ layer_norm(x) @ w) @ w_1) @ w_2


def _copy_of_the_normed(x, a, w, w_1, w_2):
    normed = layer_norm(x)
    mid = layer_norm(normed + a @ normed @ w)
    return mid + relu(mid @ w_1) @ w_2


def _from_the_start(x, a, w, w_1, w_2):
    x_mid = x + a @ layer_norm(x) @ w
    return x + relu(layer_norm(x_mid) @ w_1) @ w_2


def _second_norm_forgotten(x, a, w, w_1, w_2):
    x_mid = x + a @ layer_norm(x) @ w
    return x_mid + relu(x_mid @ w_1) @ w_2


def _norms_forgotten(x, a, w, w_1, w_2):
    x_mid = x + a @ x @ w
    return x_mid + relu(x_mid @ w_1) @ w_2


def _bend_forgotten(x, a, w, w_1, w_2):
    x_mid = x + a @ layer_norm(x) @ w
    return x_mid + layer_norm(x_mid) @ w_1 @ w_2


QUESTIONS = [
    NumberQuestion(
        "l10-07-1",
        "一个词元 `x = {x}`。子层很简单：把收到的向量乘 {k}。按 Pre-LN 接线（γ = 1，β = 0，不用 ε），"
        "这个子层连同残差的输出是哪四个数？写成列表。",
        default={"x": [2, 6, 6, 2], "k": 3},
        draw=lambda dice: {"x": dice.pick([[2, 6, 6, 2], [5, 1, 1, 5], [3, 9, 3, 9], [8, 0, 0, 8]]),
                           "k": dice.pick([2, 3, 5])},
        answer=lambda x, k: x + k * _norm(x),
        decimals=3,
        mistakes=[
            (lambda x, k: _norm(x + k * x), "这是 Post-LN：先相加，再归一化。"),
            (lambda x, k: _norm(x) + k * _norm(x), "加回去的应当是原来的 x，不是归一化之后的那一份。"),
            (lambda x, k: k * _norm(x), "还没有把原来的 x 加回去。"),
            (lambda x, k: x + k * x, "子层收到的不是 x 本身，先要过一次 LayerNorm。"),
            (lambda x, k: x + _norm(x), "LayerNorm 之后还有子层，它要乘 {k}。"),
        ],
        hints=["先算 LayerNorm(x)：这四个数的均值是多少，标准差又是多少？", "支路上：LayerNorm，再乘 {k}。最后加到原来的 x 上。"],
    ),
    ChoiceQuestion(
        "l10-07-2",
        "把 {layers} 个 Pre-LN 模块叠起来，再按惯例在最末尾补一次 LayerNorm。一共有几个 LayerNorm？其中几个在主干上？",
        default={"layers": 12},
        draw=lambda dice: {"layers": dice.pick([8, 16, 24])},
        right_option=lambda layers: f"{2 * layers + 1} 个，主干上只有末尾那 1 个",
        wrong_options=[
            (lambda layers: f"{2 * layers} 个，都不在主干上", "末尾补的那一个也要数。"),
            (lambda layers: f"{2 * layers + 1} 个，都在主干上", "Pre-LN 模块里的 LayerNorm 画在哪条路上？再看一眼接线图。"),
            (lambda layers: f"{layers + 1} 个，主干上只有末尾那 1 个", "一个模块有两个子层，每个子层配几个 LayerNorm？"),
        ],
        why="每个模块两个，都在支路上，只给子层看；主干上唯一的一个，是末尾补的那个。",
    ),
    FunctionQuestion(
        "l10-07-3",
        "写出 `my_block(x, a, w, w_1, w_2)`，一个 Pre-LN 模块。注意力简化成 `a @ 收到的矩阵 @ w`，其中 `a` 是 (n, n) 的权重表；"
        "前馈层是 `relu(收到的矩阵 @ w_1) @ w_2`。`layer_norm` 和 `relu` 用现成的。",
        answer=_pre_block,
        cases=lambda case: (case.array("n", "d", low=-6.0, high=6.0), case.array("n", "n"), case.array("d", "d"),
                            case.array("d", "f"), case.array("f", "d")),
        mistakes=[
            (_post_block, "这是 Post-LN：LayerNorm 放在了相加之后。Pre-LN 的 LayerNorm 在子层之前。"),
            (_from_the_start, "第二次加回去的应当是 x_mid，也就是主干当时的样子。"),
            (_copy_of_the_normed, "加回去的是归一化之后的那一份。主干上应当是没有归一化的。"),
            (_without_residual, "两次残差相加都没有做。"),
            (_second_norm_forgotten, "前馈层之前也要过一次 LayerNorm。"),
            (_norms_forgotten, "两个 LayerNorm 都没有用上。"),
            (_bend_forgotten, "前馈层两个矩阵之间，少了 relu。"),
        ],
        hints=["先写第一半：x_mid 等于 x 加上什么？", "第二半和第一半一个样子，只是 x 换成 x_mid，注意力换成前馈层。"],
    ),
]
