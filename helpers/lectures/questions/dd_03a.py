"""Questions of 03a_position_codes."""

import numpy as np

from helpers.lectures.exercises import ChoiceQuestion, FunctionQuestion, NumberQuestion


def _angle(pos, i, d):
    return pos / 10000 ** (2 * i / d)


def _pair(pos, i, d):
    return np.array([np.sin(_angle(pos, i, d)), np.cos(_angle(pos, i, d))])


def _turned(codes, k, sign=1, exponent=2.0):
    """Turn each pair (sin, cos) by the angle of k positions."""
    d = codes.shape[-1]
    angles = sign * k / 10000 ** (exponent * np.arange(d // 2) / d)
    sin, cos = codes[:, 0::2], codes[:, 1::2]
    out = np.empty_like(codes)
    out[:, 0::2] = sin * np.cos(angles) + cos * np.sin(angles)
    out[:, 1::2] = cos * np.cos(angles) - sin * np.sin(angles)
    return out


def _one_speed(codes, k):
    return _turned(codes, k, exponent=0.0)


def _halves(codes, k):
    """As if the first half of the features were all sines, the second all cosines."""
    d = codes.shape[-1]
    mixed = _turned(codes.reshape(len(codes), 2, d // 2).swapaxes(1, 2).reshape(codes.shape), k)
    return mixed.reshape(len(codes), d // 2, 2).swapaxes(1, 2).reshape(codes.shape)


def _codes(case):
    """Codes of some positions in no order: rows cannot simply be moved up."""
    n, d, k = case.size("n"), 2 * case.size("pairs"), case.whole(1, 9)
    positions = case.shuffled(range(12))[:n]
    return np.array([np.concatenate([_pair(p, i, d) for i in range(d // 2)]) for p in positions]), k


QUESTIONS = [
    NumberQuestion(
        "dd-03a-1",
        "d = {d}，pos = {pos}（从 0 数）。第 {i} 对的两个数 (sin, cos) 是多少？"
        "保留三位小数，写成列表。",
        default={"d": 8, "pos": 5, "i": 1},
        draw=lambda dice: {"d": dice.pick([8, 16, 20]), "pos": dice.whole(3, 9), "i": dice.pick([1, 2])},
        answer=_pair,
        decimals=3,
        mistakes=[
            (lambda d, pos, i: _pair(pos, i, d)[::-1], "sin 在前，cos 在后。"),
            (lambda d, pos, i: _pair(pos, i / 2, d), "指数是 2i/d。i 是第几对，不是第几维。"),
            (lambda d, pos, i: _pair(pos, 2 * i, d), "指数里的 2 多乘了一次：第 i 对的指数是 2i/d。"),
            (lambda d, pos, i: _pair(pos + 1, i, d), "pos 已经是从 0 数的，不用再加 1。"),
            (lambda d, pos, i: _pair(pos - 1, i, d), "pos 已经是从 0 数的，不用再减 1。"),
            (lambda d, pos, i: _pair(np.deg2rad(pos), i, d), "角度是弧度，不是度。"),
        ],
        hints=["先算角度：pos 除以 10000 的 2i/d 次方。", "`math.sin` 和 `math.cos` 收的就是弧度。"],
    ),
    ChoiceQuestion(
        "dd-03a-2",
        "一个 {layers} 层的编码器，没有掩码，没有加位置编码。把它最后一层的各行求平均，当作整句话的向量。"
        "“{first}”和“{second}”的句子向量相比会怎样？",
        default={"layers": 6, "first": "猫 追 狗", "second": "狗 追 猫"},
        draw=lambda dice: {"layers": dice.pick([2, 12, 24]), **dice.pick([
            {"first": "人 咬 狗", "second": "狗 咬 人"}, {"first": "蛇 吞 象", "second": "象 吞 蛇"},
            {"first": "鸟 怕 虫", "second": "虫 怕 鸟"},
        ])},
        right_option="完全一样",
        wrong_options=[
            ("不一样，层数越多差得越多", "每一层都是先打乱、后打乱结果相同，再叠一层呢？"),
            ("不一样，因为中间那个字听到的先后不同", "加权求和时，加数的先后重要吗？"),
            ("长度一样，方向不一样", "各行只是换了座位。求平均的时候，座位还重要吗？"),
        ],
        why="每一层都置换等变，所以最后各行只是换了座位；求平均不管座位。",
    ),
    FunctionQuestion(
        "dd-03a-3",
        "写出 `codes_further_on(codes, k)`：`codes` 的形状是 (n, d)，每行是某个位置的 sin/cos 编码，"
        "你不知道是哪个位置。返回每行往后 k 个位置的编码，形状 (n, d)。",
        answer=_turned,
        cases=_codes,
        mistakes=[
            (lambda codes, k: _turned(codes, k, sign=-1), "转反了：这是往前 k 个位置的编码。"),
            (_one_speed, "每一对的快慢不同：第 i 对转的角度是 k/10000^(2i/d)。"),
            (lambda codes, k: _turned(codes, k, exponent=1.0), "指数是 2i/d，i 是第几对。"),
            (_halves, "sin 和 cos 是交替放的：第 2i 维和第 2i + 1 维是一对。"),
            (lambda codes, k: codes + _turned(np.tile([0.0, 1.0], codes.shape[1] // 2)[None], k),
             "两个位置的编码相加，不是往后走。要旋转。"),
            (lambda codes, k: np.roll(codes, -k, axis=0), "行与行之间的先后是打乱的，不能靠挪行。"),
        ],
        hints=["第 i 对转过的角度是 k/10000^(2i/d)。", "新的 sin 是 sin·cos(角) + cos·sin(角)，新的 cos 是 cos·cos(角) − sin·sin(角)。"],
    ),
]
