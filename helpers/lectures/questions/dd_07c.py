"""Questions of 07c_reconstruction."""

import numpy as np

from helpers.lectures.exercises import FunctionQuestion, NumberQuestion


def _nearest(x, start, target):
    return start + x * (target - x @ start) / (x @ x)


def _first_alone(x, start, target):
    return np.array([(target - x[1] * start[1]) / x[0], start[1]])


QUESTIONS = [
    NumberQuestion(
        "dd-07c-1",
        "未知数 a、b 满足 {x}·[a, b] = {target}（点积）。起点是 [a, b] = {start}。"
        "离起点最近的解是哪一组？保留三位小数，写成列表。",
        default={"x": [3, 4], "start": [1, 0], "target": 20},
        draw=lambda dice: {"x": dice.pick([[1, 3], [4, 2], [5, 2], [2, 5], [3, 1]]),
                           "start": dice.whole(0, 3, 2), "target": dice.whole(18, 30)},
        answer=_nearest,
        decimals=3,
        mistakes=[
            (lambda x, start, target: x * target / (x @ x), "这是离原点最近的解。要从起点出发。"),
            (lambda x, start, target: start + (target - x @ start) / x.sum(),
             "a 和 b 不该加得一样多：谁的系数大，谁更管用。"),
            (_first_alone, "只改 a 也能满足方程，但不是改动最少的。"),
            (lambda x, start, target: start + x * (target - x @ start) / np.sqrt(x @ x),
             "要除以系数的平方和，不用开方。"),
            (lambda x, start, target: start + x * (target - x @ start), "还要除以系数的平方和。"),
        ],
        hints=["先看起点差多少，再按系数的比例来改。", "a 加 x₀·t，b 加 x₁·t，结果就加 (x₀² + x₁²)·t。"],
    ),
    NumberQuestion(
        "dd-07c-2",
        "另一张讲义用一个头，未知的权重有 {u} 个。它印了 {n} × {n} 的打分表、同一张表除以 √d 的结果、softmax 之后的权重表，"
        "再没有别的（打分表里的数彼此独立，每个都带来新方程）。权重一共有几个自由的方向（只看一小步）？",
        default={"u": 80, "n": 4},
        draw=lambda dice: dict(zip("un", dice.pick([(90, 5), (60, 3), (120, 6), (70, 4), (100, 3)]), strict=True)),
        answer=lambda u, n: u - n * n,
        mistakes=[
            (lambda u, n: u - 3 * n * n, "三张表里，后两张由第一张就能算出来，没有新方程。"),
            (lambda u, n: u - n * n - n * (n - 1), "权重表由打分决定，连“每行 n − 1 个”也不是新的。"),
            (lambda u, n: u - 2 * n * n, "除以 √d 的那张没有新方程，softmax 之后的那张呢？"),
            (lambda u, n: n * n, "这是新方程的个数。自由的方向是剩下的那些。"),
        ],
        hints=["先数新方程：哪张表可以由另一张算出来？", "自由的方向 = 未知数 − 新方程。"],
    ),
    FunctionQuestion(
        "dd-07c-3",
        "写出 `shortest_step(J, r)`：`J` 的形状是 (m, k)，m 个方程、k 个未知数，m < k，各行互不重复；`r` 的形状是 (m,)，是算出的减去印的。"
        "返回形状 (k,) 的 Δ：满足 J @ Δ = −r 的那些里，最短的一个。",
        answer=lambda J, r: -J.T @ np.linalg.solve(J @ J.T, r),
        cases=lambda case: _case(case),
        rtol=1e-4,
        mistakes=[
            (lambda J, r: J.T @ np.linalg.solve(J @ J.T, r), "方向反了：算出的比印的大，就该往回走。"),
            (lambda J, r: -J.T @ r, "还要除以 J Jᵀ：方程有远有近，步子才正好。"),
            (lambda J, r: -J.T @ r / np.trace(J @ J.T), "J Jᵀ 是矩阵，要解方程组，不能只除以一个数。"),
            (lambda J, r: -np.concatenate([np.linalg.solve(J[:, : len(J)], r), np.zeros(J.shape[1] - len(J))]),
             "方程是满足了，但只动了前几个未知数，不是最短的。"),
        ],
        hints=["最短的一步一定是 J 的各行的组合，也就是 J.T 乘一个长度为 m 的向量。",
               "那个向量是 `np.linalg.solve(J @ J.T, r)`，别忘了负号。"],
    ),
]


def _case(case):
    """Return a wide matrix whose first columns are far from singular, and a right-hand side."""
    m = case.size("m")
    J = case.array(m, m + case.size("more"))
    J[:, :m] += 3 * np.eye(m)
    return J, case.array(m)
