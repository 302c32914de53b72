"""What each step of the block shows: the matrices that meet, and one number of one token written out."""

from typing import NamedTuple

import numpy as np

from helpers.lectures.rain_stopped import TOKENS, X
from helpers.numbers import MINUS, in_brackets, typeset
from helpers.views.table import matrix_html, row_html, shape_text, sign_html
from helpers.words import word

LAST = 10  # steps are counted from 0, the input
DEEPEST = 6.0  # the magnitude that gets the deepest colour, in every scene
WIDE, NARROW = 46, 34  # pixels of a cell of data, of a weight
_ORDER = {
    "pre": ("input", "norm_1", "qkv", "weights", "heads", "w_o", "sum_1", "norm_2", "hidden", "w_2", "sum_2"),
    "post": ("input", "qkv", "weights", "heads", "w_o", "sum_1", "norm_1", "hidden", "w_2", "sum_2", "norm_2"),
}


class Scene(NamedTuple):
    """One step."""

    name: str
    formula: str  # HTML
    shapes: str
    written: str  # the calculation of one number, HTML
    tables: str  # HTML
    value: np.ndarray  # what the step makes


class Flow(NamedTuple):
    """The arrays between the parts, with the names that the kernel's result gives them."""

    norm_1: tuple  # (name, array) that goes in, (name, array) that comes out
    attention_in: tuple
    sum_1: tuple
    norm_2: tuple
    ffn_in: tuple
    sum_2: tuple


def _flow(norm, r):
    x, mid, out = ("x", X), ("x_mid", r.x_mid), ("output", r.output)
    if norm == "pre":
        n_1, n_2 = ("normed_1", r.normed_1), ("normed_2", r.normed_2)
        return Flow((x, n_1), n_1, (x, mid), (mid, n_2), n_2, (mid, out))
    raw_1, raw_2 = ("x_mid_raw", r.x_mid_raw), ("output_raw", r.output_raw)
    return Flow((raw_1, mid), x, (x, raw_1), (raw_2, out), mid, (mid, raw_2))


def scene(step, norm, token, params, result):
    """Return the Scene of a step, with the row of ``token`` (counted from 0) framed."""
    name, flow = _ORDER[norm][step], _flow(norm, result)
    if name == "input":
        return _input(token)
    if name in ("norm_1", "norm_2"):
        return _norm(name, token, *getattr(flow, name))
    if name in ("sum_1", "sum_2"):
        added = result.attention.output if name == "sum_1" else result.ffn.output
        label = "attention.output" if name == "sum_1" else "ffn.output"
        return _sum(name, token, *getattr(flow, name), (label, added))
    if name in ("hidden", "w_2"):
        return (_hidden if name == "hidden" else _w_2)(token, flow.ffn_in, params.ffn, result.ffn)
    makers = {"qkv": _qkv, "weights": _weights, "heads": _heads, "w_o": _w_o}
    return makers[name](token, flow.attention_in, params.attention, result.attention)


def _input(i):
    written = word("block.input_says", token=TOKENS[i], mean=_text(X[i].mean()), std=_text(X[i].std()))
    return Scene("input", "x", shape_text(X), written, _roomy("x", X, [(i, None)]), X)


def _norm(name, i, before, after):
    (a_name, a), (b_name, b) = before, after
    mean, std = a.mean(axis=-1, keepdims=True), a.std(axis=-1, keepdims=True)
    written = word("block.norm_says", token=TOKENS[i], mean=_text(mean[i, 0]), std=_text(std[i, 0]))
    written += f"({_text(a[i, 0])} {MINUS} {_paren(mean[i, 0])}) / {_text(std[i, 0])} = <b>{_text(b[i, 0])}</b>"
    ruler = matrix_html(np.hstack([mean, std]), TOKENS, ["μ", "σ"], "", 2, [(i, None)], shade=False)
    tables = row_html(
        _roomy(a_name, a, [(i, None)]), ruler, sign_html("→"), _roomy(b_name, b, [(i, 0)]),
    )  # fmt: skip
    formula = f"{b_name} = ({a_name} {MINUS} μ) / √(σ² + ε)"
    return Scene(name, formula, f"{shape_text(a)} → {shape_text(b)}", written, tables, b)


def _qkv(i, source, w, r):
    name, x = source
    columns = ["q₁", "q₂", "k₁", "k₂", "v₁", "v₂"]
    rows = []
    for h in range(len(r.q)):
        joint = np.hstack([w.w_q[h], w.w_k[h], w.w_v[h]])  # (4, 6)
        made = np.hstack([r.q[h], r.k[h], r.v[h]])  # (3, 6)
        first = [(i, None)], [(None, 0)], [(i, 0)]
        marks = first if h == 0 else ([], [], [])
        rows.append(row_html(
            _data(name, x, marks[0]), sign_html("@"),
            _weight(f"{word('block.head')} {h + 1}：w_q | w_k | w_v", joint, marks[1], columns),
            sign_html("="), _data("q | k | v", made, marks[2], columns),
        ))  # fmt: skip
    says = f"{TOKENS[i]}，{word('block.head')} 1，q₁：{_product(x[i], w.w_q[0, :, 0], r.q[0, i, 0])}"
    formula = "　".join(f"{q} = {name}·W{_up(q.upper())}" for q in "qkv")
    shapes = f"2 × 3 × {_meet(x, w.w_q[0], r.q[0])}"
    return Scene("qkv", formula, shapes, says, "".join(rows), r.q)


def _weights(i, source, w, r):
    rows = []
    for h in range(len(r.q)):
        marks = ([(i, None)], [(None, 0)], [(i, 0)]) if h == 0 else ([], [], [])
        rows.append(row_html(
            _data(f"{word('block.head')} {h + 1}：q", r.q[h], marks[0]), sign_html("@"),
            _data("kᵀ", r.k[h].T, marks[1], TOKENS, rows=None), sign_html("/ √2 ="),
            _data("scaled_scores", r.scaled_scores[h], marks[2], TOKENS), sign_html("softmax →"),
            _data("weights", r.weights[h], marks[2], TOKENS, largest=1.0),
        ))  # fmt: skip
    scores = r.scaled_scores[0, i]
    powers = " + ".join(f"e{_up(_text(s))}" for s in scores)
    written = word("block.weights_says", token=TOKENS[i], other=TOKENS[0])
    written += f"e{_up(_text(scores[0]))} / ({powers}) = <b>{_text(r.weights[0, i, 0])}</b>"
    formula = "weights = softmax(q·kᵀ / √dₖ)"
    return Scene("weights", formula, f"2 × {_meet(r.q[0], r.k[0].T, r.weights[0])}", written, "".join(rows), r.weights)


def _heads(i, source, w, r):
    rows = []
    for h in range(len(r.q)):
        marks = ([(i, None)], [(None, 0)], [(i, 0)]) if h == 0 else ([], [], [])
        rows.append(row_html(
            _data(f"{word('block.head')} {h + 1}：weights", r.weights[h], marks[0], TOKENS, largest=1.0),
            sign_html("@"), _data("v", r.v[h], marks[1]), sign_html("="),
            _data("heads", r.heads[h], marks[2]),
        ))  # fmt: skip
    concat = _data("concat", r.concat, [(i, 0)])
    tables = row_html("".join(rows), sign_html(word("block.concat")), concat, align="center")
    says = f"{TOKENS[i]}，{word('block.head')} 1："
    says += _product(r.weights[0, i], r.v[0, :, 0], r.heads[0, i, 0])
    shapes = f"2 × {_meet(r.weights[0], r.v[0], r.heads[0])}；{word('block.concat')} {shape_text(r.concat)}"
    formula = "heads = weights·v　concat = [head₁ | head₂]"
    return Scene("heads", formula, shapes, says, tables, r.concat)


def _w_o(i, source, w, r):
    tables = row_html(
        _roomy("concat", r.concat, [(i, None)]), sign_html("@"), _weight("w_o", w.w_o, [(None, 0)], compact=0),
        sign_html("="), _roomy("attention.output", r.output, [(i, 0)]),
    )  # fmt: skip
    says = f"{TOKENS[i]}：{_product(r.concat[i], w.w_o[:, 0], r.output[i, 0])}"
    return Scene("w_o", f"attention.output = concat·W{_up('O')}", _meet(r.concat, w.w_o, r.output), says, tables, r.output)


def _sum(name, i, before, after, added):
    (a_name, a), (b_name, b), (f_name, f) = before, after, added
    tables = row_html(
        _roomy(a_name, a, [(i, 0)]), sign_html("+"), _roomy(f_name, f, [(i, 0)]), sign_html("="),
        _roomy(b_name, b, [(i, 0)]),
    )  # fmt: skip
    says = f"{TOKENS[i]}：{_text(a[i, 0])} + {_paren(f[i, 0])} = <b>{_text(b[i, 0])}</b>"
    shapes = f"{shape_text(a)} + {shape_text(f)} → {shape_text(b)}"
    return Scene(name, f"{b_name} = {a_name} + {f_name}", shapes, says, tables, b)


def _hidden(i, source, w, r):
    name, x = source
    above = row_html(
        _data(name, x, [(i, None)]), sign_html("@"), _weight("w_1", w.w_1, [(None, 0)]), sign_html("+"),
        _weight("b_1", w.b_1, [(0, 0)]),
    )  # fmt: skip
    below = row_html(
        sign_html("="), _data("ffn.hidden", r.hidden, [(i, 0)]), sign_html("ReLU →"),
        _data("ffn.activated", r.activated, [(i, 0)], rows=None),
    )  # fmt: skip
    says = f"{TOKENS[i]}：{_product(x[i], w.w_1[:, 0], r.hidden[i, 0], w.b_1[0])}，"
    says += f"max(0, {_text(r.hidden[i, 0])}) = <b>{_text(r.activated[i, 0])}</b>"
    formula = f"hidden = {name}·W₁ + b₁　activated = ReLU(hidden)"
    return Scene("hidden", formula, _meet(x, w.w_1, r.hidden), says, above + below, r.activated)


def _w_2(i, source, w, r):
    tables = row_html(
        _data("ffn.activated", r.activated, [(i, None)]), sign_html("@"),
        _weight("w_2", w.w_2, [(None, 0)]) + _weight("b_2", w.b_2, [(0, 0)]), sign_html("="),
        _data("ffn.output", r.output, [(i, 0)]),
    )  # fmt: skip
    says = f"{TOKENS[i]}：{_product(r.activated[i], w.w_2[:, 0], r.output[i, 0], w.b_2[0])}"
    return Scene("w_2", "ffn.output = activated·W₂ + b₂", _meet(r.activated, w.w_2, r.output), says, tables, r.output)


def _data(name, a, mark, columns=None, rows=TOKENS, largest=DEEPEST, compact=WIDE):
    """A coloured matrix: what flows through the block."""
    room = 0 if compact else 5
    return matrix_html(a, rows, columns, name, 2, mark, largest=largest, compact=compact, room=room)


def _roomy(name, a, mark):
    """The same where few matrices meet, with room around the digits."""
    return _data(name, a, mark, compact=0)


def _weight(name, a, mark, columns=None, compact=NARROW):
    """A matrix without colour: what the layer has learnt."""
    return matrix_html(a, None, columns, name, 1, mark, shade=False, compact=compact)


def _product(row, column, total, bias=None):
    """Write out row · column (+ bias), without the terms whose weight is 0."""
    terms = [f"{_text(a)}×{_paren(b)}" for a, b in zip(row, column) if b]
    terms = [t if k == 0 else in_brackets(t) for k, t in enumerate(terms)]
    if bias is not None:
        terms.append(_paren(bias))
    return f"{' + '.join(terms) or '0'} = <b>{_text(total)}</b>"


def _meet(a, b, c):
    return f"{shape_text(a)} @ {shape_text(b)} → {shape_text(c)}"


def _up(text):
    """Set higher, without making the line higher."""
    return f'<sup style="line-height:0">{text}</sup>'


def _text(value):
    return typeset(value, 2)


def _paren(value):
    return in_brackets(_text(value))
