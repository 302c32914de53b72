"""What a stack of encoder layers costs (Lecture 10, 四): numbers to learn, multiply-adds, bytes to keep."""

from helpers.models.costs import layer_memory, layer_multiply_adds, layer_parameters
from helpers.numbers import number
from helpers.panels.panel import Choice, Panel, Slider
from helpers.views.svg import bar_chart
from helpers.views.table import line_html, row_html
from helpers.words import word

FIRST = {"n": 512, "d_model": 512, "h": 8, "depth": 6}
WIDER = 4  # d_ff ÷ d_model
ITEMSIZE = 4  # float32, as in training
ACCOUNTS = ("parameters", "multiply_adds", "memory")
ROOM = 1.2  # the longest bar leaves this much room for its number


def costs_panel():
    """Return the panel: tokens, features, heads and layers; d_ff is 4 d_model."""
    return Panel(
        "costs", picture,
        n=Slider(word("costs.n"), FIRST["n"], 64, 8192, 64),
        d_model=Slider(word("costs.d_model"), FIRST["d_model"], 64, 1024, 64),
        h=Choice(word("costs.h"), FIRST["h"], [1, 4, 8, 16, 64]),
        depth=Slider(word("costs.depth"), FIRST["depth"], 1, 48, 1),
    )  # fmt: skip


def accounts(n, d_model, h, depth):
    """Return LayerCosts of the whole stack for each of the three accounts, as a dict."""
    sizes = {"d_model": d_model, "h": h, "d_ff": WIDER * d_model}
    layer = (
        layer_parameters(**sizes),
        layer_multiply_adds(n, **sizes),
        layer_memory(n, **sizes, itemsize=ITEMSIZE),
    )
    return {
        name: costs._make(depth * part for part in costs)
        for name, costs in zip(ACCOUNTS, layer, strict=True)
    }


def picture(n, d_model, h, depth):
    """Return the three accounts part by part as bars, with their sums and how they compare to the start."""
    now, first = accounts(n, d_model, h, depth), accounts(**FIRST)
    totals = {name: sum(costs) for name, costs in now.items()}
    pairs = now["multiply_adds"].scores + now["multiply_adds"].mixing
    numbers = totals | {
        "pair_share": pairs / totals["multiply_adds"],
        "score_share": now["memory"].scores / totals["memory"],
    }
    charts = [_account(name, now[name], totals[name] / sum(first[name])) for name in ACCOUNTS]
    text = word(
        "costs.shares", pairs=_percent(numbers["pair_share"]), tables=_percent(numbers["score_share"]),
        even=6 * d_model, even_memory=round(19 * d_model / (3 * h)),
    )  # fmt: skip
    return row_html(*charts) + line_html(text), numbers


def _account(name, costs, ratio):
    """One account: its name and sum, and a bar for each part."""
    total = sum(costs)
    unit = "bytes" if name == "memory" else "count"
    names = [word(f"costs.part.{part}") for part in costs._fields]
    texts = [f"{_size(part, unit)} · {_percent(part / total)}" if part else "0" for part in costs]
    title = word(f"costs.{name}")
    bars = bar_chart(costs, names, title, texts, largest=ROOM * max(costs), width=318, left=84)
    head = f"<b>{title}：{_size(total, unit)}</b><br>{word('costs.ratio', ratio=_times(ratio))}"
    return f'<div style="width:318px">{line_html(head)}{bars}</div>'


def _size(value, unit):
    """Return a count or a number of bytes with three digits and the unit of its size."""
    for limit, name in zip((1e12, 1e9, 1e8, 1e6, 1e4, 1e3), word(f"costs.units.{unit}").split(), strict=True):
        if name != "·" and value >= limit:
            return f"{_three(value / limit)} {name}"
    return f"{value} {word('costs.byte')}" if unit == "bytes" else str(value)


def _three(value):
    return number(value, 0 if value >= 100 else 1 if value >= 10 else 2)


def _percent(share):
    if share < 0.0005:
        return "< 0.1%"
    return f"{number(100 * share, 1 if share < 0.0995 else 0)}%"


def _times(ratio):
    if ratio < 0.1:
        return f"1/{number(1 / ratio, 0)}"
    return number(ratio, 2 if ratio < 100 else 0)
