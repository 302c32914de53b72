"""Experts and how many of them a token uses: all parameters against active ones (Lecture 10, 五)."""

import numpy as np

from helpers.models.mixture_of_experts import (
    init_mixture,
    mixture_of_experts,
    mixture_parameter_counts,
)
from helpers.panels.panel import Panel, Slider
from helpers.views.svg import bar_chart
from helpers.views.table import line_html, matrix_html, row_html
from helpers.words import word

TOKENS = ("猫", "吃", "鱼", "狗", "追")
D_MODEL, D_FF = 4, 16
MOST = 8
LARGEST = mixture_parameter_counts(D_MODEL, D_FF, MOST, MOST)[0]


def experts_panel():
    """Return the panel: the number of experts, and k, how many of them each token uses."""
    return Panel(
        "experts", picture,
        experts=Slider(word("experts.experts"), 4, 1, MOST),
        k=Slider(word("experts.k"), 2, 1, MOST),
    )


def picture(experts, k):
    """Return which expert each token is sent to, and the parameters in all and in use."""
    asked, k = k, min(k, experts)
    rng = np.random.default_rng(12)
    x = rng.normal(size=(len(TOKENS), D_MODEL))
    everyone = init_mixture(rng, D_MODEL, D_FF, MOST)  # one more expert leaves the others as they are
    gates = mixture_of_experts(x, everyone.w_gate[:, :experts], everyone.experts[:experts], k).gates
    total, active = mixture_parameter_counts(D_MODEL, D_FF, experts, k)
    names = [f"{word('experts.expert')} {e + 1}" for e in range(experts)]
    bars = bar_chart(
        [total, active], [word("experts.total"), word("experts.active")],
        texts=[f"{total:,}", f"{active:,}"], largest=LARGEST, width=560,
    )
    html = row_html(
        matrix_html(gates, TOKENS, names, word("experts.gates"), 2, largest=1.0, hidden=gates == 0)
    )
    share = word("experts.share", k=k, experts=experts, share=f"{active / total:.0%}")
    html += bars + line_html(share + (word("experts.all", asked=asked, experts=k) if asked > k else ""))
    return html, {"gates": gates, "total": total, "active": active}
