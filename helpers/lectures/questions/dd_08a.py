"""Questions of 08a_speed_and_paths."""

import math

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion

QUESTIONS = [
    NumberQuestion(
        "dd-08a-1",
        "一句话有 {n} 个词元，宽度 d = {d}。只看打分 QKᵀ 和 RNN 的 h·W_h：RNN 的乘加次数是打分的几倍？写成小数也行。",
        default={"n": 40, "d": 60},
        draw=lambda dice: dict(zip(("n", "d"), dice.pick([(50, 200), (80, 100), (25, 40), (200, 50)]), strict=True)),
        answer=lambda n, d: d / n,
        decimals=2,
        mistakes=[
            (lambda n, d: n / d, "倒过来了：RNN 是 n·d²，打分是 n²·d，谁除以谁？"),
            (lambda n, d: (d / n) ** 2, "约掉 n·d 以后，只剩一个 d 和一个 n。"),
            (lambda n, d: 2 * d / n, "AV 不算，只比 QKᵀ 和 h·W_h。"),
        ],
        hints=["QKᵀ 有 n² 个分数，每个是 d 维的点积。", "h·W_h 每步 d² 次，走 n 步。"],
    ),
    ChoiceQuestion(
        "dd-08a-2",
        "把一句话从 {few} 个词元加长到 {many} 个（没有掩码，权重大致平均）。从最后一个位置传回第 1 个词元的梯度，"
        "在一层注意力里和在“每步乘 0.9”的 RNN 里，各变成原来的多少？",
        default={"few": 100, "many": 200},
        draw=lambda dice: dict(zip(("few", "many"), dice.pick([(50, 100), (100, 200), (150, 300)]), strict=True)),
        right_option="注意力约二分之一；RNN 缩到不足百分之一",
        wrong_options=[
            ("注意力不变；RNN 约二分之一", "权重加起来是 1，词元多了一倍，平均每个分到多少？"),
            ("两边都约二分之一", "RNN 多走了几十步，每一步都要乘 0.9。"),
            ("注意力约四分之一；RNN 约二分之一", "n² 是乘法的次数，不是梯度。梯度看的是一行权重怎么分。"),
        ],
        why="注意力的权重平均是 1/n，n 加倍就减半；RNN 多走 {few} 步，再乘 0.9 的 {few} 次方。",
    ),
    FunctionQuestion(
        "dd-08a-3",
        "还有第三种读法：每一层里，每个位置只看前后各 `width` 个邻居（像卷积）。写出 `steps_of_a_window(n, width)`："
        "一句 `n` 个词元，消息从第 1 个走到第 n 个，最少要几层？",
        answer=lambda n, width: math.ceil((n - 1) / width),
        cases=lambda case: (case.whole(2, 60), case.whole(1, 7)),
        mistakes=[
            (lambda n, width: math.ceil(n / width), "从第 1 个到第 n 个，要走的距离是 n − 1。"),
            (lambda n, width: (n - 1) // width, "除不尽的时候，最后还差一段，也要一层。"),
            (lambda n, width: math.ceil((n - 1) / (2 * width + 1)), "窗口两边都有，可是往一个方向每层只走 width 步。"),
            (lambda n, width: n - 1, "width 大于 1 时，一层能走几步？"),
        ],
        hints=["往一个方向，一层最多走 `width` 步。", "向上取整：`math.ceil`，或者 `-(-a // b)`。"],
    ),
]
