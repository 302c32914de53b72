"""Questions of 04b_post_ln_and_pre_ln."""

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _layer_norm(x):
    return (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True)


def _pre(x, matrices):
    for w in matrices:
        x = x + _layer_norm(x) @ w
    return x


def _post(x, matrices):
    for w in matrices:
        x = _layer_norm(x + x @ w)
    return x


def _forgets_x(x, matrices):
    for w in matrices:
        x = _layer_norm(x) @ w
    return _layer_norm(x)


def _adds_the_copy(x, matrices):
    for w in matrices:
        x = _layer_norm(x) + _layer_norm(x) @ w
    return _layer_norm(x)


def _not_normed(x, matrices):
    for w in matrices:
        x = x + x @ w
    return _layer_norm(x)


QUESTIONS = [
    NumberQuestion(
        "dd-04b-1",
        "Pre-LN，{layers} 个编码器层。输入主干的方差是 1；假设每个子层各自独立，都往主干上添 {added} 的方差。"
        "最后主干的方差是多少？",
        default={"layers": 24, "added": 0.5},
        draw=lambda dice: {"layers": dice.whole(6, 40), "added": dice.pick([0.2, 0.3, 0.4, 0.6])},
        answer=lambda layers, added: 1 + 2 * layers * added,
        decimals=1,
        mistakes=[
            (lambda layers, added: 1 + layers * added, "一个编码器层里有几个子层？每个都添一份。"),
            (lambda layers, added: 2 * layers * added, "忘了输入自己的方差。"),
            (lambda layers, added: (1 + added) ** (2 * layers), "独立的量相加，方差是相加，不是相乘。"),
            (lambda layers, added: 1.0, "子层的输入才是 1。主干上没有 LayerNorm 管着。"),
        ],
        hints=["主干只做加法。数一数一共加了几次。"],
    ),
    ChoiceQuestion(
        "dd-04b-2",
        "{layers} 层的 Post-LN 编码器，随机权重，γ = 1，β = 0。第 {layers} 层的前馈层，拿到的输入方差大约是多少？",
        default={"layers": 24},
        draw=lambda dice: {"layers": dice.pick([12, 18, 30, 48])},
        right_option="1",
        wrong_options=[
            ("{layers}", "它刚从 LayerNorm 里出来，γ = 1。"),
            ("越往上越大，大小要看初始权重", "这说的是 Pre-LN 的主干。"),
            ("接近 0", "LayerNorm 把起伏调到固定的大小，不会压没。"),
        ],
        why="Post-LN 的每个子层之后都有 LayerNorm，下一个子层接到的就是它的输出。",
    ),
    FunctionQuestion(
        "dd-04b-3",
        "写出 `pre_ln_stack(x, matrices)`：`x` 的形状是 (n, d)；每个子层是 F(u) = u @ W，`matrices` 是各层的 W，"
        "形状都是 (d, d)。按 Pre-LN 的接法走完所有子层，末尾再补一次 LayerNorm（γ = 1，β = 0，不用 ε）。",
        answer=lambda x, matrices: _layer_norm(_pre(x, matrices)),
        cases=lambda case: (
            case.array("n", "d"),
            tuple(case.array("d", "d", low=-0.8, high=0.8) for _ in range(case.size("layers"))),
        ),
        mistakes=[
            (_pre, "末尾还要补一次 LayerNorm，主干自己从不归一化。"),
            (_post, "这是 Post-LN：相加之后才归一化。"),
            (_adds_the_copy, "加回去的应是原来的 x，不是归一化之后的那一份。"),
            (_forgets_x, "残差呢？要把 x 加回来。"),
            (_not_normed, "子层的入口没有做 LayerNorm。"),
        ],
        hints=["循环里一行：x 加上 F(LayerNorm(x))。", "写一个小函数做 LayerNorm，用 `axis=-1, keepdims=True`。"],
    ),
]
