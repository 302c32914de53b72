"""Push one number of the input and see which cells of a Transformer block change (Lecture 10, 二)."""

import numpy as np

from helpers.models.parameters import init_encoder_layer
from helpers.models.transformer import encoder_layer
from helpers.panels.panel import Choice, Panel, Slider
from helpers.views.table import line_html, matrix_html, row_html
from helpers.words import word

X = np.array([
    [1.0, -0.5, 0.3, 2.0],
    [0.2, 1.5, -1.0, 0.7],
    [-0.8, 0.4, 1.2, -0.3],
])  # (3, 4): three tokens, four features
# A draw in which no change of the first position is too small for two decimals
PARAMS = init_encoder_layer(np.random.default_rng(157), d_model=4, h=2, d_ff=8, scale=0.8)
TOKENS = ("x₁", "x₂", "x₃")
LOOKS = {"all": np.ones((3, 3), dtype=bool), "self": np.eye(3, dtype=bool)}
UNMOVED = 1e-12  # what rounding may leave behind
STRONG = 2.0  # a change of this size gets the deepest colour


def perturbation_panel():
    """Return the panel: which number of X is pushed, how far, and who may look at whom."""
    looks = {word(f"perturbation.{key}"): key for key in LOOKS}
    return Panel(
        "perturbation", picture,
        token=Choice(word("perturbation.token"), 2, {name: k + 1 for k, name in enumerate(TOKENS)}),
        feature=Choice(word("perturbation.feature"), 1, [1, 2, 3, 4]),
        amount=Slider(word("perturbation.amount"), 1.0, -3.0, 3.0, 0.1),
        look=Choice(word("perturbation.look"), "all", looks),
    )


def picture(token, feature, amount, look):
    """Return the change that each step of the block makes of the push, and where there is one."""
    push = np.zeros_like(X)
    push[token - 1, feature - 1] = amount
    before, after = steps(X, LOOKS[look]), steps(X + push, LOOKS[look])
    changes = {name: after[name] - before[name] for name in before}  # (3, 4) each
    lit = {name: np.abs(change) > UNMOVED for name, change in changes.items()}
    return _html(changes, lit), lit


def steps(x, mask):
    """Return what each part of a Pre-LN block puts out, in order of computation."""
    block = encoder_layer(x, PARAMS, norm="pre", mask=mask)
    return {
        "x": x, "normed_1": block.normed_1, "attention": block.attention.output,
        "x_mid": block.x_mid, "normed_2": block.normed_2, "ffn": block.ffn.output,
        "output": block.output,
    }


def _html(changes, lit):
    tables = [_table(name, changes[name], lit[name]) for name in changes]
    verdict = f'<div style="width:500px">{line_html(_sentence(lit))}</div>'
    rows = row_html(*tables[:3]) + row_html(*tables[3:6]) + row_html(tables[6], verdict, align="center")
    return line_html(word("perturbation.legend")) + rows


def _table(name, change, lit):
    title = word(f"perturbation.step.{name}")
    cells = matrix_html(
        change, TOKENS, None, title, 2, mark=list(zip(*np.nonzero(lit), strict=True)), largest=STRONG,
        room=5,
    )
    count = word("perturbation.lit", lit=int(lit.sum()), all=lit.size)
    return f'<div style="width:276px">{cells}<span style="opacity:.8">{count}</span></div>'


def _sentence(lit):
    rows = {name: int(grid.any(axis=1).sum()) for name, grid in lit.items()}
    if not rows["x"]:
        return word("perturbation.nothing")
    crossed = next((name for name in rows if rows[name] > 1), None)
    if crossed is None:
        return word("perturbation.stays")
    return word("perturbation.crosses", step=word(f"perturbation.step.{crossed}"))
