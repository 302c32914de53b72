"""The cache of keys and values in bytes, for the shapes of real models (Lecture 10, 五)."""

import numpy as np

from helpers.models.kv_cache import kv_cache_bytes
from helpers.panels.panel import Choice, Panel, Slider
from helpers.views.svg import line_chart
from helpers.views.table import line_html, matrix_html, row_html
from helpers.words import word

# layers, heads of keys and values, width of a head
MODELS = {
    "Transformer base": (6, 8, 64),  # Vaswani et al. 2017, table 3 (decoder self-attention)
    "GPT-3 175B": (96, 96, 128),  # Brown et al. 2020, table 2.1
    "Llama 2 7B": (32, 32, 128),  # Touvron et al. 2023, Llama 2
    "Llama 2 70B": (80, 8, 128),  # the same; 64 heads of queries share 8 of keys and values
}
POWERS = np.arange(7, 18)  # 128 to 131072 positions
GIB = 2**30
LOW, HIGH = 5e-4, 5e4  # GiB that the picture shows


def kv_cache_panel():
    """Return the panel: the length of the context, the sentences at once, bytes for a number."""
    return Panel(
        "kv_cache", picture,
        power=Slider(word("kv_cache.power"), 12, 7, 17),
        batch=Slider(word("kv_cache.batch"), 1, 1, 32),
        size=Choice(word("kv_cache.size"), 2, {"float32 (4)": 4, "float16 (2)": 2, "int8 (1)": 1}),
    )


def picture(power, batch, size):
    """Return a curve over the length for each model, and the bytes of its cache at this length."""
    n = 2**power
    sizes = {name: batch * kv_cache_bytes(*shape, n, size) for name, shape in MODELS.items()}
    curves = {name: bytes_ / n * 2.0**POWERS / GIB for name, bytes_ in sizes.items()}  # n times as many
    chart = line_chart(
        POWERS, curves, word("kv_cache.power"), word("kv_cache.y"), log_y=True, y_range=(LOW, HIGH),
        points=[(power, bytes_ / GIB, "") for bytes_ in sizes.values()], width=640, height=300,
    )
    table = matrix_html(
        [[readable(b)] for b in sizes.values()], list(sizes), [word("kv_cache.table")], room=10
    )
    layers, heads, width = MODELS["Llama 2 7B"]
    example = readable(sizes["Llama 2 7B"])
    formula = f"2 × {layers} × {heads} × {width} × {n:,} × {size} × {batch} = <b>{example}</b>"
    return line_html(f"n = {n:,} {word('kv_cache.positions')}") + row_html(chart, table, align="center") + line_html(
        f"Llama 2 7B: {formula}<br>{word('kv_cache.formula')}"
    ), {"bytes": sizes["Llama 2 7B"], "n": n}


def readable(count):
    """Return bytes as KiB, MiB, GiB or TiB with three digits."""
    for unit, scale in (("TiB", 2**40), ("GiB", GIB), ("MiB", 2**20)):
        if count >= scale:
            return f"{count / scale:.3g} {unit}" if count / scale < 1000 else f"{count / scale:,.0f} {unit}"
    return f"{count / 2**10:.3g} KiB"
