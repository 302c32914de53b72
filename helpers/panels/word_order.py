"""The same words in another order, with and without their positions (Deep Dive, 3.1)."""

import numpy as np

from helpers.kernels.attention import causal_mask, scaled_dot_product_attention
from helpers.kernels.positions import sinusoidal_positional_encoding
from helpers.numbers import number
from helpers.panels.panel import Choice, Panel, Slider, Switch
from helpers.views.table import line_html, matrix_html, row_html
from helpers.words import word

WORDS = ("我", "爱", "你")
# The first four features of the embeddings of 我, 爱, 你 that chapter 1 prints.
EMBEDDINGS = np.array([[0.2, 0.5, 0.1, 0.8], [0.1, 0.3, 0.9, 0.2], [0.7, 0.1, 0.4, 0.3]])
ORDERS = {"我 爱 你": (0, 1, 2), "你 爱 我": (2, 1, 0), "爱 我 你": (1, 0, 2), "你 我 爱": (2, 0, 1)}
LARGEST = 2.0


def word_order_panel():
    """Return the panel: the order of the second sentence, how much PE is added, the causal mask."""
    return Panel(
        "word_order", picture,
        order=Choice(word("word_order.order"), ORDERS["你 爱 我"], ORDERS),
        strength=Slider(word("word_order.strength"), 0.0, 0.0, 1.5, 0.1),
        masked=Switch(word("word_order.masked"), False),
    )


def picture(order, strength, masked):
    """Return attention over 我爱你 and over the other order, and each word's change of output."""
    first, second = (_attend(places, strength, masked) for places in (ORDERS["我 爱 你"], order))
    change = second["by_word"] - first["by_word"]  # (3, 4), rows 我 爱 你
    largest = np.abs(change).max(axis=1)  # (3,)
    numbers = {
        "first": first["output"], "second": second["output"], "weights": second["weights"],
        "change": change, "largest": largest,
    }
    return _html((ORDERS["我 爱 你"], first), (order, second), change, largest), numbers


def _attend(places, strength, masked):
    """W^Q = W^K = W^V = I; ``by_word`` has the rows of the output in the order 我 爱 你."""
    places = list(places)
    x = EMBEDDINGS[places] + strength * sinusoidal_positional_encoding(*EMBEDDINGS.shape)  # (3, 4)
    result = scaled_dot_product_attention(x, x, x, causal_mask(len(x)) if masked else None)
    return {"x": x, "weights": result.weights, "output": result.output,
            "by_word": result.output[np.argsort(places)]}


def _html(first, second, change, largest):
    rows = "".join(
        row_html(_box(result["x"], _names(places), None, word(f"word_order.{which}"), 228, decimals=2),
                 _box(result["weights"], _names(places), _names(places), "A", 196, 1.0),
                 _box(result["output"], _names(places), None, word("word_order.output"), 258))
        for which, (places, result) in (("first", first), ("second", second))
    )
    moved = [name for name, size in zip(WORDS, largest, strict=True) if size > 1e-12]
    same = "word_order.identical" if first[0] == second[0] else "word_order.same"
    said = word("word_order.moved", words=" ".join(moved)) if moved else word(same)
    sizes = " · ".join(f"{name} {number(size, 4)}" for name, size in zip(WORDS, largest, strict=True))
    return (rows + row_html(_box(change, WORDS, None, word("word_order.change"), 260, 0.5, 4))
            + line_html(f"{word('word_order.largest')}{sizes}<br><b>{said}</b>"))


def _box(a, rows, columns, title, width, largest=LARGEST, decimals=3):
    """A table in a box of its own width, so that a minus sign moves nothing beside it."""
    table = matrix_html(a, rows, columns, title, decimals, largest=largest)
    return f'<div style="width:{width}px">{table}</div>'


def _names(places):
    return [WORDS[k] for k in places]
