"""How far the last word is from the first: along a recurrent network, and across attention (Deep Dive 7.7).

The unrolled chain with one path lit, and the gradient that reaches every word, on a logarithmic scale
that never changes.
"""

import functools

import numpy as np

from helpers.kernels.attention import multi_head_attention
from helpers.kernels.recurrent import rnn
from helpers.models.gradients import multi_head_attention_backward, rnn_backward
from helpers.models.parameters import AttentionParams, RNNParams
from helpers.numbers import size_text
from helpers.panels.panel import Choice, Panel
from helpers.views.svg import COLOURS, line_chart, svg_image
from helpers.views.table import line_html
from helpers.words import word

LENGTHS = [3, 8, 32, 128, 512]
D_WORD = 64
TURN = np.array([[0.8, 0.6], [-0.6, 0.8]])  # a rotation: the length of a row stays
GRADIENTS = (1e-24, 1e24)  # what the picture shows
WIDTH, LEFT, RIGHT = 940, 130, 20
FEW = 32  # so many words are drawn one by one
H, X_RNN, Y, X_ATTENTION = 34, 92, 150, 208  # heights of the four rows


def rnn_path_panel():
    """Return the panel: sentence length, path, recurrent strength, size of the inputs, attention."""
    return Panel(
        "rnn path", picture,
        n=Choice(word("rnn_path.n"), 8, LENGTHS),
        path=Choice(word("rnn_path.path"), "last-first",
                    {word("rnn_path." + key): key for key in PLACES}),
        strength=Choice(word("rnn_path.strength"), 0.9, [0.5, 0.9, 1.0, 1.1]),
        size=Choice(word("rnn_path.size"), 0.1, [0.0, 0.1, 1.0]),
        attention=Choice(word("rnn_path.attention"), "even",
                         {word("rnn_path.even"): "even", word("rnn_path.alike"): "alike"}),
    )  # fmt: skip


PLACES = {  # (where we stand, where we look), as functions of n; counted from 1
    "last-first": (lambda n: n, lambda n: 1),
    "last-middle": (lambda n: n, lambda n: (n + 1) // 2),
    "middle-first": (lambda n: (n + 1) // 2, lambda n: 1),
    "first-last": (lambda n: 1, lambda n: n),
}


@functools.cache
def words():
    """Return the words of the longest sentence, (512, 64): random numbers."""
    return np.random.default_rng(77).standard_normal((LENGTHS[-1], D_WORD))


@functools.cache
def rnn_gradients(n, stand, strength, size):
    """Return how long the gradient of h_stand[0] by each of the n words is; 0 after ``stand``.

    The network keeps two numbers: it takes features 0 and 2 of a word, and turns its state.
    """
    w_x = np.zeros((D_WORD, 2))
    w_x[[0, 2], [0, 1]] = 1
    x, params = size * words()[:n], RNNParams(w_x, strength * TURN)
    states = rnn(x, params)
    d_states = np.zeros_like(states)
    d_states[stand - 1, 0] = 1
    return np.linalg.norm(rnn_backward(d_states, x, params, states).x, axis=-1)


@functools.cache
def attention_gradients(n, stand, look, kind):
    """Return how long the gradient of y_stand[0] by each of the n words is, across one attention layer.

    ``even``: the queries are zero, so all words get the same weight. ``alike``: a word looks for words
    like itself, and the word at ``look`` is one.
    """
    x = words()[:n].copy()
    one = np.eye(D_WORD)[None]
    w_q = w_k = np.sqrt(2) * one
    if kind == "even":
        w_q = 0 * one
    else:
        x[stand - 1] = x[look - 1]
    return gradients_across(x, stand, AttentionParams(w_q, w_k, one, one[0]))


def gradients_across(x, stand, params):
    """Return how long the gradient of y_stand[0] by each row of ``x`` is, in self-attention."""
    here = x[stand - 1 : stand]
    result = multi_head_attention(here, params, context=x)
    d_output = np.zeros_like(here)
    d_output[0, 0] = 1
    back = multi_head_attention_backward(d_output, here, params, result, context=x)
    d_x = back.context.copy()
    d_x[stand - 1] += back.x[0]
    return np.linalg.norm(d_x, axis=-1)


def picture(n, path, strength, size, attention):
    """Return the chain with the lit path, the gradients, and the numbers at the end of the path."""
    stand, look = (place(n) for place in PLACES[path])
    recurrent = rnn_gradients(n, stand, strength, size)
    direct = attention_gradients(n, stand, look, attention)
    numbers = {
        "steps": n, "hops": stand - look + 1 if look <= stand else None,
        "rnn": recurrent[look - 1], "direct": direct[look - 1],
    }
    return _html(n, stand, look, recurrent, direct, numbers), numbers


def _html(n, stand, look, recurrent, direct, numbers):
    chart = line_chart(
        np.arange(1, n + 1),
        {word("rnn_path.rnn"): _visible(recurrent), word("rnn_path.direct"): direct},
        word("rnn_path.x"), word("rnn_path.y"), log_y=True, y_range=GRADIENTS,
        rings=[(look, recurrent[look - 1]), (look, direct[look - 1])],
        width=WIDTH, height=300, label=word("rnn_path.y"),
    )  # fmt: skip
    key = "rnn_path.says" if numbers["hops"] else "rnn_path.no_path"
    says = word(
        key, n=n, stand=stand, look=look, path=numbers["hops"],
        rnn=size_text(numbers["rnn"]), direct=size_text(numbers["direct"]),
    )
    return _chain(n, stand, look) + chart + line_html(says)


def _visible(gradients):
    """Drop what lies under the picture, but for the one place where the curve runs into its edge."""
    under = gradients < GRADIENTS[0]
    return np.where(under & np.append(under[1:], True), np.nan, gradients)


def _chain(n, stand, look):
    """Four rows: the states over their words, the outputs of attention over the same words."""
    at = LEFT + (np.arange(n) + 0.5) * (WIDTH - LEFT - RIGHT) / n  # word k stands at at[k - 1]
    here, there = at[stand - 1], at[look - 1]
    parts = [
        _line(at[0], H, at[-1], H),
        *(_nodes(at, y) for y in (H, X_RNN, Y, X_ATTENTION)),
        f'<path d="M{here:.1f} {Y}L{at[0]:.1f} {X_ATTENTION}H{at[-1]:.1f}Z" fill="currentColor" opacity=".08"/>',
        _line(here, Y, there, X_ATTENTION, COLOURS[1]),
    ]
    if n <= FEW:
        parts += [_line(x, X_RNN, x, H) for x in at]
    if look <= stand:
        parts += [_line(there, X_RNN, there, H, COLOURS[0]), _line(there, H, here, H, COLOURS[0])]
    rows = ((H, "states"), (X_RNN, "words"), (Y, "outputs"), (X_ATTENTION, "words"))
    parts += [_text(LEFT - 16, y + 5, word("rnn_path." + key), "end") for y, key in rows]
    parts += [_name(here, H - 14, "h", stand), _name(there, X_RNN + 22, "x", look)]
    parts += [_name(here, Y - 12, "y", stand), _name(there, X_ATTENTION + 22, "x", look)]
    return svg_image(WIDTH, 240, word("rnn_path.chain"), "".join(parts))


def _nodes(at, y):
    """One dot for each word, or a band where they would touch."""
    if len(at) > FEW:
        period = at[1] - at[0]
        return (
            f'<line x1="{at[0] - period / 4:.2f}" y1="{y}" x2="{at[-1] + period / 4:.2f}" y2="{y}" '
            f'stroke="currentColor" opacity=".55" stroke-width="9" '
            f'stroke-dasharray="{period / 2:.3f} {period / 2:.3f}"/>'
        )
    radius = min(7, (at[1] - at[0]) / 4)
    return "".join(f'<circle cx="{x:.1f}" cy="{y}" r="{radius:.1f}" fill="currentColor"/>' for x in at)


def _line(x1, y1, x2, y2, colour=None):
    look = f'stroke="{colour}" stroke-width="5"' if colour else 'stroke="currentColor" opacity=".3"'
    return f'<line x1="{x1:.1f}" y1="{y1}" x2="{x2:.1f}" y2="{y2}" {look} stroke-linecap="round"/>'


def _text(x, y, content, anchor="middle"):
    return (
        f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}" font-size="13" font-family="inherit" '
        f'fill="currentColor">{content}</text>'
    )


def _name(x, y, letter, k):
    return _text(x, y, f'{letter}<tspan dy="3" font-size="10">{k}</tspan>')
