"""Every figure of the ledger, and every predicate that the printed numbers decide, recomputed.

Plain formulas, no kernel of this project, except for the trace of 猫吃鱼 from reconstructed weights.
"""

import math

import numpy as np
import pytest

from helpers.lectures import cat_eats_fish
from helpers.lectures.published import checks, claim, compare, ledger


def printed(id):
    cells = checks.read(claim(id).printed)
    return np.array([cell.value for cell in cells.flat]).reshape(cells.shape)


def softmax(x):
    e = np.exp(np.asarray(x))
    return e / e.sum(axis=-1, keepdims=True)


def standardise(x):
    x = np.asarray(x, float)
    return (x - x.mean()) / math.sqrt(((x - x.mean()) ** 2).mean())


def encoding(pos, d, pairs=None):
    angles = [pos / 10000 ** (2 * i / d) for i in range(d // 2 if pairs is None else pairs)]
    return np.array([f(a) for a in angles for f in (math.sin, math.cos)])


def entropy(weights):
    """Return the entropy of each row, 1 = uniform."""
    return -(weights * np.log(weights)).sum(axis=-1) / math.log(weights.shape[-1])


def cosine(a, b):
    return a @ b / math.sqrt((a @ a) * (b @ b))


def between_pairs(measure, x):
    return np.array([measure(x[i], x[j]) for i, j in ((0, 1), (1, 2), (0, 2))])


def distance(a, b):
    return math.sqrt(((a - b) ** 2).sum())


def lecture_10():
    a = softmax(np.eye(2) / math.sqrt(2))
    head_1, head_2, head_3 = a * 2, a * 3, a * 1
    x = np.array([1.0, 3.0, 8.0])
    return {
        "L10-06": a[0],
        "L10-07": head_1[0],
        "L10-08": head_1[1],
        "L10-09": head_2[0],
        "L10-10": head_2[1],
        "L10-11": [*head_1[0], *head_2[0]],
        "L10-12": (head_1[0] + head_2[0]) / 2,
        "L10-22": x.sum() / 3,
        "L10-23": ((x - 4) ** 2).sum() / 3,
        "L10-24": math.sqrt(26 / 3),
        "L10-25": standardise(x),
        "L10-26": standardise(x).sum() / 3,
        "L10-Q1": (head_1[0] + head_3[0]) / 2,
        "L10-Q2": 8 * 3 * 512 * 64,
        "L10-Q3": math.prod([1 + 0.0] * 50),
        "L10-Q4": standardise(100 * x),
    }


def deep_dive_1_to_3():
    s = printed("DD-1.04")
    a = softmax(s / 2)
    a1, a2, a3 = (
        np.array([[0.60, 0.30, 0.10], [0.35, 0.25, 0.40], [0.10, 0.45, 0.45]]),
        np.array([[0.80, 0.05, 0.15], [0.10, 0.05, 0.85], [0.20, 0.75, 0.05]]),
        np.array([[0.45, 0.35, 0.20], [0.30, 0.40, 0.30], [0.25, 0.35, 0.40]]),
    )
    p = 1 / (1 + math.exp(-25))
    sentence = "猫吃了鱼，它很满足"
    longest = 2 * math.pi * 10000 ** (510 / 512)
    near, far = (encoding(1, 12), encoding(2, 12)), (encoding(0, 12), encoding(2, 12))
    return {
        "DD-1.01": 12 / 3,
        "DD-1.02": (np.ones((3, 12)) @ np.ones((12, 4))).shape[1],
        "DD-1.05": s[1, 2],
        "DD-1.06": s[2, 1],
        "DD-1.07": [s[0, 2], s[2, 0]],
        "DD-1.08": s[0, 2] - s[1, 2],
        "DD-1.11": p * (1 - p),
        "DD-1.13": s / 2,
        "DD-1.14": a[0],
        "DD-1.15": a[1],
        "DD-1.16": a[2],
        "DD-1.17": a[0, [0, 2, 1]],
        "DD-1.18": a[1, 2],
        "DD-1.19": a[2, 1],
        "DD-1.21": abs(a.sum(axis=0) - 1).max(),
        "DD-1.25": 0.70 + 0.20 + 0.10,
        "DD-2.02": 512 / 8,
        "DD-2.03": [8 * 64, 512],
        "DD-2.05": abs(a1.sum(axis=1) - 1).max(),
        "DD-2.06": abs(a2.sum(axis=1) - 1).max(),
        "DD-2.07": abs(a3.sum(axis=1) - 1).max(),
        "DD-2.08": a1[[0, 1, 1, 2], [1, 0, 2, 1]].mean() - a1[[0, 2], [2, 0]].mean(),
        "DD-2.09": a2[1, 2],
        "DD-2.10": entropy(a3).mean() - max(entropy(a1).mean(), entropy(a2).mean()),
        "DD-2.11": (np.ones((3, 12)) @ np.ones((12, 12))).shape,
        "DD-3.08": "猫吃".index("吃"),
        "DD-3.09": sentence.index("满足"),
        "DD-3.10": 2 * math.pi,
        "DD-3.11": distance(encoding(0, 12, 1), encoding(6, 12, 1)),
        "DD-3.12": longest,
        "DD-3.13": 50000 / longest,
        "DD-3.16": distance(*near) - distance(*far),
    }


def deep_dive_4_to_6():
    x = np.array([2.0, 8.0, -4.0, -6.0])
    y = np.array([1.2, 0.8, 1.0, 1.5]) * standardise(x) + [0.1, -0.1, 0, 0.2]
    products = np.array([-0.6, 0.29, -0.77, 1.28]) * [0.12, -0.08, 0.15, 0.22]
    partial = products.sum() - 0.01
    t = np.linspace(-8, 8, 16001)
    exact = np.array([v * math.erfc(-v / math.sqrt(2)) / 2 for v in t])
    approximate = 0.5 * t * (1 + np.tanh(math.sqrt(2 / math.pi) * (t + 0.044715 * t**3)))
    x_mid = printed("DD-7.29")[1]
    return {
        "DD-4.03": 0.9**20,
        "DD-4.04": 0.9**56,
        "DD-4.06": 0.9**6,
        "DD-4.11": len(("masked self-attention", "cross-attention", "feed-forward")),
        "DD-5.01": 80 - 55,
        "DD-5.03": x.mean(),
        "DD-5.04": (x**2).mean(),
        "DD-5.05": math.sqrt(30),
        "DD-5.06": x / math.sqrt(30),
        "DD-5.07": [standardise(x).mean(), (standardise(x) ** 2).mean()],
        "DD-5.08": y,
        "DD-5.09": [x.max() - x.min(), y.max() - y.min()],
        "DD-5.10": 14 / (y.max() - y.min()),
        "DD-5.11": ["mean", "variance", "standardise", "scale and shift"].index("standardise") + 1,
        "DD-5.13": 32 * 10,
        "DD-5.14": 2 * 10,
        "DD-6.01": 4 * 512,
        "DD-6.02": abs(approximate - exact).max(),
        "DD-6.03": abs(exact[t <= -4]).max(),
        "DD-6.06": products,
        "DD-6.07": partial,
        "DD-6.08": partial * math.erfc(-partial / math.sqrt(2)) / 2,
        "DD-6.09": abs(x_mid - [-0.6, 0.29, -0.77, 1.28]).max(),
        "DD-6.10": [12, 4 * 12, 12],
        "DD-6.14": ["attention", "add & norm", "ffn", "add & norm"].index("attention"),
    }


def chapter_7_from_the_print():
    e = cat_eats_fish.EMBEDDINGS
    x_0 = e + np.array([encoding(pos, 12) for pos in range(3)])
    a1, a2, a3 = (
        softmax(printed("DD-7.10") / 2),
        softmax(printed("DD-7.14") / 2),
        printed("DD-7.22"),
    )
    mha, ffn = printed("DD-7.24"), printed("DD-7.31")
    raw = np.array([printed(f"DD-7.{i}") for i in (26, 27, 28)])
    x_mid, second = printed("DD-7.29"), printed("DD-7.40")
    drift = np.array([printed(f"DD-7.{i}") for i in (35, 36, 37)])
    before = between_pairs(cosine, x_0)
    after = printed("DD-7.44")
    added = x_0[:, :4] + mha
    others = np.delete(a2, 2, axis=1).max(axis=1)
    return {
        "DD-7.02": [12 // 3, 12 * 4],
        "DD-7.03": encoding(0, 12),
        "DD-7.04": math.cos(1),
        "DD-7.05": encoding(1, 12)[:6],
        "DD-7.06": encoding(2, 12)[:6],
        "DD-7.07": x_0[0, :4],
        "DD-7.08": x_0[1, :4],
        "DD-7.09": x_0[2, :4],
        "DD-7.11": printed("DD-7.10") / 2,
        "DD-7.12": a1,
        "DD-7.13": a1.min(),
        "DD-7.15": a2,
        "DD-7.16": (a2[:, 2] - others).min(),
        "DD-7.17": entropy(a2)[2] - entropy(a1)[2],
        "DD-7.18": a2[0, [2, 1, 0]],
        "DD-7.19": a2[1, [2, 1, 0]],
        "DD-7.20": a2[2, [2, 0, 1]],
        "DD-7.23": entropy(a3).mean() - entropy(a2).mean(),
        "DD-7.25": between_pairs(cosine, mha).min(),
        "DD-7.26": added[0],
        "DD-7.27": added[1],
        "DD-7.28": added[2],
        "DD-7.29": fitted_layer_norm(raw, x_mid, k=0),
        "DD-7.30": (between_pairs(distance, x_mid) / between_pairs(distance, raw)).max(),
        "DD-7.32": [ffn[0, 0], ffn[2, 0], ffn[1, 1], ffn[0, 1]],
        "DD-7.33": (between_pairs(distance, x_mid + ffn) / between_pairs(distance, x_mid)).max(),
        "DD-7.34": fitted_layer_norm(x_mid + ffn, printed("DD-7.34"), k=1),
        "DD-7.38": abs(x_0 - e).max(),
        "DD-7.39": drift[0] ** 2,
        "DD-7.41": a1.mean(axis=0),
        "DD-7.42": second[:, 0].mean(),
        "DD-7.45": before[0],
        "DD-7.46": before[1],
        "DD-7.47": before[2],
        "DD-7.48": cosine(e[0], e[1]),
        "DD-7.48b": cosine(e[0], e[2]),
        "DD-7.49": (after - before).min(),
        "DD-7.50": after[2] / before[2] - 1,
        "DD-7.51": 3,
        "DD-7.53": max(12, 4, 3, 48),
        "DD-7.54": 3,
        "DD-7.55": 3 - 1,
        "DD-7.56": 2,
        "DD-7.57": 512,
        "DD-7.60": [math.sin(1), math.cos(1)],
        "DD-7.61": [e[0, 1], e[0, 1] + math.cos(0)],
        "DD-7.62": a1.min(),
        "DD-7.63": [a2[:, 2].min(), a2[:, 2].max()],
        "DD-7.64": [1 - drift[0], (1 - drift[1:]).mean()],
        "DD-7.65": second[:, 0].mean(),
        "DD-7.66": [before[2], after[2]],
        "DD-8.02": (3 * 12**2) / (3**2 * 12),
        "DD-8.03": 512 / 1,
        "DD-8.04": 1,
        "DD-8.05": 0.9**50,
        "DD-8.07": (224 / 16) ** 2,
    }


def fitted_layer_norm(x, y, k):
    """Return y as LayerNorm of x with the recovered γ and β; μ and σ of each word are fitted."""
    gamma = 1 + 0.1 * ((np.arange(4) + k) % 3)
    beta = -0.03 + 0.02 * ((np.arange(4) + k) % 4)
    fitted = []
    for row, target in zip(x, y):
        columns = np.stack([gamma * row, gamma], axis=1)
        fitted.append(columns @ np.linalg.lstsq(columns, target - beta, rcond=None)[0] + beta)
    return np.array(fitted)


FROM_THE_PRINT = lecture_10() | deep_dive_1_to_3() | deep_dive_4_to_6() | chapter_7_from_the_print()


@pytest.mark.parametrize("id", FROM_THE_PRINT)
def test_what_follows_from_the_print(id):
    compare(id, FROM_THE_PRINT[id], basis="print" if "print" in claim(id).basis else None)


def test_nothing_that_follows_from_the_print_is_left_out():
    follows = {
        c.id
        for c in ledger().values()
        if "print" in c.basis or (c.kind == "figure" and "example" in c.basis)
    }
    assert follows == set(FROM_THE_PRINT)


def from_reconstructed_weights():
    """Return every claim that the trace with the stored weights can decide."""
    x = cat_eats_fish.x_0()
    first, second = cat_eats_fish.trace().layers
    a1, a2, a3 = first.attention.weights
    x1, x2, four = first.output, second.output, np.s_[:, :4]
    drift = np.array([cosine(a, b) for a, b in zip(x, x1)])
    before, after = between_pairs(cosine, x), between_pairs(cosine, x2)
    raw, mid = first.x_mid_raw[four], first.x_mid[four]
    mha, ffn = first.attention.output[four], first.ffn.output[four]
    third = second.attention.weights[0]
    return {
        "DD-7.10": first.attention.scores[0],
        "DD-7.11": first.attention.scaled_scores[0],
        "DD-7.12": a1,
        "DD-7.13": a1.min(),
        "DD-7.14": first.attention.scores[1],
        "DD-7.15": a2,
        "DD-7.16": (a2[:, 2] - a2[:, :2].max(axis=1)).min(),
        "DD-7.17": entropy(a2)[2] - entropy(a1)[2],
        "DD-7.18": a2[0, [2, 1, 0]],
        "DD-7.19": a2[1, [2, 1, 0]],
        "DD-7.20": a2[2, [2, 0, 1]],
        "DD-7.22": a3,
        "DD-7.23": entropy(a3).mean() - entropy(a2).mean(),
        "DD-7.24": mha,
        "DD-7.25": between_pairs(cosine, mha).min(),
        "DD-7.26": raw[0],
        "DD-7.27": raw[1],
        "DD-7.28": raw[2],
        "DD-7.29": mid,
        "DD-7.30": (between_pairs(distance, mid) / between_pairs(distance, raw)).max(),
        "DD-7.31": ffn,
        "DD-7.32": [ffn[0, 0], ffn[2, 0], ffn[1, 1], ffn[0, 1]],
        "DD-7.33": (between_pairs(distance, mid + ffn) / between_pairs(distance, mid)).max(),
        "DD-7.34": x1[four],
        "DD-7.35": drift[0],
        "DD-7.36": drift[1],
        "DD-7.37": drift[2],
        "DD-7.39": drift[0] ** 2,
        "DD-7.40": third,
        "DD-7.41": a1.mean(axis=0),
        "DD-7.42": third[:, 0].mean(),
        "DD-7.43": x2[four],
        "DD-7.44": after,
        "DD-7.49": (after - before).min(),
        "DD-7.50": after[2] / before[2] - 1,
        "DD-7.62": a1.min(),
        "DD-7.63": [a2[:, 2].min(), a2[:, 2].max()],
        "DD-7.64": [1 - drift[0], (1 - drift[1:]).mean()],
        "DD-7.65": third[:, 0].mean(),
        "DD-7.66": [before[2], after[2]],
    }


def test_what_follows_from_reconstructed_weights():
    values = from_reconstructed_weights()
    for id, value in values.items():
        compare(id, value, basis="reconstruction")
    in_chapter_7 = {
        c.id for c in ledger().values() if "reconstruction" in c.basis and c.id.startswith("DD-7")
    }
    assert in_chapter_7 == set(values)
