"""Which γ and β does the print of 猫吃鱼 allow (Deep Dive 7.3)? The best μ and σ of each word, and what stays off."""

import numpy as np

from helpers.lectures.cat_eats_fish import PRINTED_DIMS, TOKENS, norm_pattern
from helpers.lectures.evidence import fit_layer_norm, printed_norms
from helpers.numbers import number
from helpers.panels.panel import Choice, Panel, Slider
from helpers.views.table import line_html, matrix_html, row_html
from helpers.words import word

ROUNDING = 1e-4  # what four printed decimals on both sides leave open, for numbers of this size
CELL = 62  # pixels, so that nothing moves sideways
NAMES = [f"dim {j}" for j in range(PRINTED_DIMS)]


def norm_fit_panel():
    """Return the panel: which LayerNorm, whose γ and β, the pattern's start, and the two free choices."""
    return Panel(
        "norm_fit", picture,
        norm=Choice(word("norm_fit.norm"), 0, {word("norm_fit.first"): 0, word("norm_fit.second"): 1}),
        model=Choice(
            word("norm_fit.model"), "plain",
            {word(f"norm_fit.{key}"): key for key in ("plain", "gamma", "beta", "both")},
        ),
        k=Slider(word("norm_fit.k"), 0, 0, 11, 1),
        scale=Slider(word("norm_fit.scale"), 1.0, 0.5, 2.0, 0.1),
        shift=Slider(word("norm_fit.shift"), 0.0, -1.0, 1.0, 0.1),
    )  # fmt: skip


def parameters(model, k, scale, shift):
    """Return γ and β of the four printed features: (γ, σ) scaled together, (β, μ) moved together."""
    pattern = norm_pattern(k)
    gamma = pattern.gamma[:PRINTED_DIMS] if model in ("gamma", "both") else np.ones(PRINTED_DIMS)
    beta = pattern.beta[:PRINTED_DIMS] if model in ("beta", "both") else np.zeros(PRINTED_DIMS)
    return scale * gamma, beta + shift * gamma


def picture(norm, model, k, scale, shift):
    """Return γ and β, the best that any μ and σ make of them, and how far that is from the print."""
    gamma, beta = parameters(model, k, scale, shift)
    x, y = printed_norms()[norm]
    fit = fit_layer_norm(x, y, gamma, beta)
    numbers = {"gamma": gamma, "beta": beta, "mean": fit.mean, "std": fit.std, "worst": fit.worst}
    off = abs(fit.residual) > ROUNDING
    tables = row_html(
        matrix_html([gamma, beta], ["γ", "β"], NAMES, "γ, β", shade=False, compact=CELL),
        matrix_html(
            np.stack([fit.mean, fit.std], axis=1), TOKENS, ["μ", "σ"], word("norm_fit.best"), 4,
            shade=False, compact=CELL,
        ),
        matrix_html(
            fit.residual, TOKENS, NAMES, word("norm_fit.off"), 4, np.argwhere(off).tolist(), 0.1, compact=CELL
        ),
    )
    says = "norm_fit.no" if off.any() else "norm_fit.yes"
    line = word(says, worst=number(fit.worst), count=int(off.sum()))
    line += word("norm_fit.no_k") if model == "plain" else ""
    return tables + line_html(f"<b>{'≠' if off.any() else '✓'}</b> {line}"), numbers
