"""What each step of 猫吃鱼 shows, in order of computation."""

import functools

import numpy as np

from helpers.kernels.feed_forward import gelu
from helpers.lectures.cat_eats_fish import (
    D_MODEL,
    EMBEDDINGS,
    HEADS,
    TOKENS,
    figures,
    load_weights,
    trace,
    x_0,
)
from helpers.numbers import typeset
from helpers.panels.cat_eats_fish.blocks import (
    WIDE,
    Scene,
    captioned,
    cell_of,
    inside,
    norm,
    product,
    rolled,
    table,
    term,
    total,
)
from helpers.views.svg import line_chart
from helpers.views.table import matrix_html, shape_text
from helpers.words import word

LAYERS = 2
CURVE = np.linspace(-4, 4, 81)
SUB = "₀₁₂₃"


@functools.cache
def run():
    """Return input, result and weights of each layer, from one run of the trace."""
    result = trace()
    return tuple(zip((x_0(), result.layers[0].output), result.layers, load_weights()))


@functools.cache
def prints():
    """Return the printed figures by step: (layer, step) or (layer, step, head) -> Figure."""
    where = {
        "X₀": (0, "input"), "Q₁K₁ᵀ": (0, "scores", 0), "Q₁K₁ᵀ/√4": (0, "scaled", 0),
        "A₁": (0, "weights", 0), "Q₂K₂ᵀ": (0, "scores", 1), "A₂": (0, "weights", 1),
        "A₃": (0, "weights", 2), "MHA": (0, "projection"), "X_mid_raw": (0, "add_1"),
        "X_mid": (0, "norm_1"), "FFN": (0, "down"), "X₁": (0, "norm_2"),
        "A₁ (Layer 2)": (1, "weights", 0), "X₂": (1, "norm_2"),
    }  # fmt: skip
    found = {where[figure.name]: figure for figure in figures() if figure.name in where}
    return found | {(1, "input"): found[0, "norm_2"]}


def printed_at(place, step, column):
    """Return (number, decimals) as the text prints it at this place of a step, or None."""
    figure = prints().get((place.layer, step)) or prints().get((place.layer, step, place.head))
    if figure is None or column >= figure.printed.shape[1]:
        return None
    return figure.printed[place.token, column], figure.decimals


def _input(p):
    x, _, _ = run()[p.layer]
    if p.layer == 0:
        names = "Embedding", "PE", "X₀"
        return total(p, "X₀ = Embedding + PE", (EMBEDDINGS, x - EMBEDDINGS, x), names)
    i, j = p.token, p.column
    shown = table(f"X₁ {shape_text(x)}", x, [(i, j)])
    return Scene("X₁", shape_text(x), cell_of(p, j), "", "", shown, x[i, j], j)


def _of_words(letter):
    """Return the scene of Q, K or V: the tokens times a matrix of the head."""

    def scene(p):
        x, result, params = run()[p.layer]
        source, name, w_name = _x(p), letter + SUB[p.head + 1], f"W<sup>{letter}</sup>{SUB[p.head + 1]}"
        w = getattr(params.attention, f"w_{letter.lower()}")[p.head]
        out = getattr(result.attention, letter.lower())[p.head]
        return product(p, f"{name} = {source}·{w_name}", (x, w, out), (source, w_name, name))

    return scene


def _scores(p):
    a, h = run()[p.layer][1].attention, SUB[p.head + 1]
    matrices = a.q[p.head], a.k[p.head].T, a.scores[p.head]
    names = f"Q{h}", f"K{h}ᵀ", f"S{h}"
    return product(p, f"S{h} = Q{h}·K{h}ᵀ", matrices, names, columns=TOKENS)


def _scaled(p):
    a, h = run()[p.layer][1].attention, SUB[p.head + 1]
    before, after = a.scores[p.head], a.scaled_scores[p.head]
    root = f"√{a.q.shape[-1]}"
    names = f"S{h}", f"S{h} / {root}"
    return _cell_by_cell(p, f"S{h} / √d<sub>k</sub>", before, after, names, f"{{}} / {root}")


def _weights(p):
    a, h = run()[p.layer][1].attention, SUB[p.head + 1]
    before, after = a.scaled_scores[p.head], a.weights[p.head]
    powers = [f"e<sup>{typeset(s)}</sup>" for s in before[p.token]]
    share = f"{powers[inside(p, after)]} / ({' + '.join(powers)})"
    names = f"S{h} / √{a.q.shape[-1]}", f"A{h}"
    return _cell_by_cell(p, f"A{h} = softmax({names[0]})", before, after, names, share, row=True)


def _cell_by_cell(p, formula, before, after, names, numbers, row=False):
    """A table of scores that becomes another one of the same shape."""
    i, j = p.token, inside(p, after)
    return Scene(
        formula, f"{shape_text(before)} → {shape_text(after)}",
        f"{cell_of(p, TOKENS[j])}<br>{numbers.format(term(before[i, j]))}",
        table(f"{names[0]} {shape_text(before)}", before, [(i, None if row else j)], columns=TOKENS), "",
        table(f"{names[1]} {shape_text(after)}", after, [(i, j)], columns=TOKENS), after[i, j], j,
    )  # fmt: skip


def _heads(p):
    a, h = run()[p.layer][1].attention, SUB[p.head + 1]
    matrices = a.weights[p.head], a.v[p.head], a.heads[p.head]
    return product(p, f"head{h} = A{h}·V{h}", matrices, (f"A{h}", f"V{h}", f"head{h}"), inner=TOKENS)


def _concat(p):
    a = run()[p.layer][1].attention
    i, j = p.token, p.column
    from_head, k = divmod(j, a.heads.shape[-1])
    parts = "".join(
        captioned(
            f"head{SUB[n + 1]} {shape_text(head)}",
            matrix_html(head, compact=WIDE, mark=[(i, k)] if n == from_head else ()),
        ).join(("<div>", "</div>"))
        for n, head in enumerate(a.heads)
    )
    return Scene(
        "Concat(head₁, head₂, head₃)", f"{HEADS} × {shape_text(a.heads[0])} → {shape_text(a.concat)}",
        f"{cell_of(p, j)}<br>" + word("cat_eats_fish.copied", head=from_head + 1, column=k),
        f'<div style="display:flex;gap:12px">{parts}</div>', "",
        table(f"Concat {shape_text(a.concat)}", a.concat, [(i, j)]), a.concat[i, j], j,
    )  # fmt: skip


def _projection(p):
    _, result, params = run()[p.layer]
    a = result.attention
    matrices = a.concat, params.attention.w_o, a.output
    return product(p, "MHA = Concat·Wᴼ", matrices, ("Concat", "Wᴼ", "MHA"))


def _add_1(p):
    x, result, _ = run()[p.layer]
    names = _x(p), "MHA", "X_mid_raw"
    matrices = x, result.attention.output, result.x_mid_raw
    return total(p, f"X_mid_raw = {names[0]} + MHA", matrices, names)


def _norm_1(p):
    _, result, params = run()[p.layer]
    return norm(p, result.x_mid_raw, params.norm_1, result.x_mid, ("X_mid_raw", "X_mid"))


def _up(p):
    _, result, params = run()[p.layer]
    whole = result.x_mid, params.ffn.w_1, result.ffn.hidden
    part = word("cat_eats_fish.part", shown=D_MODEL, all=whole[1].shape[1])
    names = "X_mid", f"W₁ {part}", f"H {part}"
    matrices = [m[:, :D_MODEL] for m in whole]
    shapes = [shape_text(m) for m in whole]
    return product(p, "H = X_mid·W₁ + b₁", matrices, names, shapes=shapes, after=" + 0")


def _gelu(p):
    ffn = run()[p.layer][1].ffn
    i, j = p.token, p.column
    before, after = ffn.hidden[i], ffn.activated[i]
    row = word("cat_eats_fish.row", token=TOKENS[i])
    point = [(before[j], after[j], typeset(after[j]))]
    curve = line_chart(
        CURVE, {"GELU": gelu(CURVE)}, "H", "GELU(H)", y_range=(-0.5, 4), points=point, width=480, height=280
    )
    return Scene(
        "GELU(H)", f"{shape_text(ffn.hidden)} → {shape_text(ffn.activated)}",
        f"{cell_of(p, j)}<br>GELU({typeset(before[j])})",
        rolled(f"H，{row} (48,) → (4, 12)", before, [(0, j)]), curve,
        rolled(f"GELU(H)，{row} (48,) → (4, 12)", after, [(0, j)]), after[j], j,
    )  # fmt: skip


def _down(p):
    _, result, params = run()[p.layer]
    i, j = p.token, p.column
    active, w, out = result.ffn.activated, params.ffn.w_2, result.ffn.output
    terms = [f"{term(x)}×{term(y)}" for x, y in zip(active[i], w[:, j])]
    row = word("cat_eats_fish.row", token=TOKENS[i])
    column = word("cat_eats_fish.whole_column", column=j)
    return Scene(
        "FFN = GELU(H)·W₂ + b₂", f"{shape_text(active)} @ {shape_text(w)} → {shape_text(out)}",
        f"{cell_of(p, j)}<br>{' + '.join(terms[:3])} + … + {terms[-1]} + 0",
        rolled(f"GELU(H)，{row} (48,) → (4, 12)", active[i]),
        rolled(f"W₂，{column} (48,) → (4, 12)", w[:, j]),
        table(f"FFN {shape_text(out)}", out, [(i, j)]), out[i, j], j,
    )  # fmt: skip


def _add_2(p):
    result = run()[p.layer][1]
    names = "X_mid", "FFN", "X_mid + FFN"
    return total(p, "X_mid + FFN", (result.x_mid, result.ffn.output, result.output_raw), names)


def _norm_2(p):
    _, result, params = run()[p.layer]
    names = "X_mid + FFN", f"X{SUB[p.layer + 1]}"
    return norm(p, result.output_raw, params.norm_2, result.output, names)


def _x(p):
    return f"X{SUB[p.layer]}"


SCENES = {
    "input": _input,
    "q": _of_words("Q"),
    "k": _of_words("K"),
    "scores": _scores,
    "scaled": _scaled,
    "weights": _weights,
    "v": _of_words("V"),
    "heads": _heads,
    "concat": _concat,
    "projection": _projection,
    "add_1": _add_1,
    "norm_1": _norm_1,
    "up": _up,
    "gelu": _gelu,
    "down": _down,
    "add_2": _add_2,
    "norm_2": _norm_2,
}
