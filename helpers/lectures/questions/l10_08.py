"""Questions of 08_costs."""

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _sizes(dice):
    return dict(zip("dh", dice.pick([(768, 12), (1024, 16), (384, 6), (256, 4), (640, 10)]), strict=True))


QUESTIONS = [
    NumberQuestion(
        "l10-08-1",
        "d = {d}，{h} 个头，每个头宽 d/h，不计偏置。多头注意力（W^Q、W^K、W^V 和 W^O）一共多少个参数？",
        default={"d": 768, "h": 12},
        draw=_sizes,
        answer=lambda d, h: 4 * d * d,
        mistakes=[
            (lambda d, h: 3 * d * d, "W^Q、W^K、W^V 数到了，还有一个矩阵。"),
            (lambda d, h: 4 * d * d // h, "这像是只有一个头。一共 {h} 个头。"),
            (lambda d, h: 3 * d * d // h + d * d, "W^Q、W^K、W^V 只数了一个头的。一共 {h} 个头。"),
            (lambda d, h: 3 * h * d * d + d * d, "按 d/h 切头，每个头的矩阵是 (d, d/h)，不是 (d, d)。"),
            (lambda d, h: 12 * d * d, "前馈层也算进来了，题目只问注意力。"),
            (lambda d, h: d * d, "这只是 W^O。"),
        ],
        hints=["一个头的 W^Q 是 (d, d/h)。{h} 个头的 W^Q 合起来是多少个数？", "W^O 是 (d, d)。"],
    ),
    ChoiceQuestion(
        "l10-08-2",
        "d 和 h 不变，句子从 {n} 个词元加长到 {k} 倍。打分 QKᵀ 的乘加、前馈层的乘加，各变成原来的几倍？",
        default={"n": 1000, "k": 3, "square": 9},
        draw=lambda dice: dict(zip(("n", "k", "square"),
                                   dice.pick([(1000, 3, 9), (500, 4, 16), (2000, 5, 25)]), strict=True)),
        right_option="打分 {square} 倍，前馈层 {k} 倍",
        wrong_options=[
            ("都是 {k} 倍", "打分是一张 n × n 的表：行变成 {k} 倍，列呢？"),
            ("都是 {square} 倍", "前馈层一个词元一个词元地做，词元之间不见面。"),
            ("打分 {k} 倍，前馈层 {square} 倍", "反了。哪一个要让每个词元看每个词元？"),
            ("打分 {square} 倍，前馈层不变", "不变的是前馈层的参数。要加工的词元多了。"),
        ],
        why="打分是 n²d，前馈层是 8nd²：前者随 n 的平方，后者随 n。",
    ),
    FunctionQuestion(
        "l10-08-3",
        "写出 `my_multiply_adds(n, d, d_ff)`：一层里所有矩阵乘法的乘加总数（各头宽 d/h，h 约掉了）。",
        answer=lambda n, d, d_ff: 4 * n * d * d + 2 * n * n * d + 2 * n * d * d_ff,
        cases=lambda case: (case.size("n"), case.size("d"), case.size("f")),
        mistakes=[
            (lambda n, d, d_ff: 4 * n * d * d + n * n * d + 2 * n * d * d_ff,
             "(n, n) 的表用到了两次：一次是打分，一次是用权重去混合 V。"),
            (lambda n, d, d_ff: 3 * n * d * d + 2 * n * n * d + 2 * n * d * d_ff, "W^O 也是一次矩阵乘法。"),
            (lambda n, d, d_ff: 4 * n * d * d + 2 * n * n * d + n * d * d_ff, "前馈层有两次矩阵乘法：放宽，再收窄。"),
            (lambda n, d, d_ff: 4 * n * d * d + 2 * n * d * d_ff, "打分和混合漏掉了，它们随 n 的平方长。"),
            (lambda n, d, d_ff: 4 * d * d + 2 * d * d_ff, "这是参数。每个词元都要乘一遍。"),
            (lambda n, d, d_ff: 12 * n * d * d + 2 * n * n * d, "d_ff 不一定是 4d，要用传进来的那个数。"),
            (lambda n, d, d_ff: 2 * (4 * n * d * d + 2 * n * n * d + 2 * n * d * d_ff), "这是 FLOP：一次乘加算 2 FLOP。题目问的是乘加。"),
        ],
        hints=["(m, k) @ (k, p) 是 m·k·p 次乘加。", "q、k、v、Wᴼ 四次 n·d·d；打分和混合两次 n·n·d；前馈层两次 n·d·d_ff。"],
    ),
]
