"""猫吃鱼 in the panel: what stands there is the trace, and the formulas that are written out hold."""

import html
import itertools
import math
import re

import numpy as np
import pytest

from helpers.lectures.cat_eats_fish import figures, load_weights, trace, x_0
from helpers.panels import cat_eats_fish_panel
from helpers.panels.cat_eats_fish import picture, scenes
from helpers.panels.cat_eats_fish.blocks import Place
from helpers.panels.cat_eats_fish.scenes import SCENES, printed_at

NAMES = list(SCENES)
PLACES = list(itertools.product(range(2), range(3), range(3), (0, 1, 3, 7, 11)))
EVERYWHERE = [(name, place) for name in NAMES for place in PLACES]


def expected(name, layer, head):
    """Return the matrix of a step from a trace of its own."""
    result = trace()
    r = result.layers[layer]
    a = r.attention
    return {
        "input": x_0() if layer == 0 else result.layers[0].output,
        "q": a.q[head], "k": a.k[head], "scores": a.scores[head], "scaled": a.scaled_scores[head],
        "weights": a.weights[head], "v": a.v[head], "heads": a.heads[head], "concat": a.concat,
        "projection": a.output, "add_1": r.x_mid_raw, "norm_1": r.x_mid, "up": r.ffn.hidden,
        "gelu": r.ffn.activated, "down": r.ffn.output, "add_2": r.output_raw, "norm_2": r.output,
    }[name]  # fmt: skip


def gelu(x):
    return x / 2 * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def calculated(text):
    """Work out a formula as it is written in the picture."""
    text = text.rpartition("<br>")[2]
    text = re.sub(r"e<sup>([^<]*)</sup>", r"exp(\1)", text)
    text = text.replace("−", "-").replace("×", "*").replace("√4", "sqrt(4)").replace("GELU", "gelu")
    assert re.fullmatch(r"[\d.\-+*/() a-z]*", text), text
    return eval(text, {"exp": math.exp, "sqrt": math.sqrt, "gelu": gelu})  # noqa: S307  digits and signs only


def test_the_steps_are_those_of_an_encoder_layer_twice():
    assert len(NAMES) == 17
    assert cat_eats_fish_panel().controls["step"].sweep() == list(range(34))


@pytest.mark.parametrize("name", NAMES)
def test_the_number_in_play_is_that_of_the_trace(name):
    for layer, head, token, column in PLACES:
        step = layer * len(NAMES) + NAMES.index(name)
        matrix = expected(name, layer, head)
        _, numbers = picture(step, head, token, column)
        assert numbers["value"] == matrix[token, min(column, matrix.shape[1] - 1)]
        assert numbers["shapes"].endswith(str(matrix.shape))


@pytest.mark.parametrize("name", [n for n in NAMES if n not in ("concat", "down")])
def test_the_formula_with_the_numbers_put_in_gives_the_number(name):
    for place in itertools.starmap(Place, PLACES):
        scene = SCENES[name](place)
        if name == "input" and place.layer == 1:
            assert "<br>" not in scene.numbers  # nothing is computed
            continue
        assert calculated(scene.numbers) == pytest.approx(scene.value, abs=1.5e-3)


def test_the_formula_of_48_products_shows_the_first_three_and_the_last():
    place = Place(0, 0, 0, 2)
    shown = SCENES["down"](place).numbers.rpartition("<br>")[2]
    first, last = shown.split(" + … + ")
    row, column = trace().layers[0].ffn.activated[0], load_weights()[0].ffn.w_2[:, 2]
    assert calculated(first) == pytest.approx(row[:3] @ column[:3], abs=1e-3)
    assert calculated(last) == pytest.approx(row[-1] * column[-1], abs=1e-3)


def test_concat_says_where_the_number_comes_from():
    for column in range(12):
        scene = SCENES["concat"](Place(0, 0, 1, column))
        head, inner = map(int, re.findall(r"\d+", scene.numbers.rpartition("<br>")[2]))
        assert scene.value == trace().layers[0].attention.heads[head - 1, 1, inner]


def test_every_printed_matrix_of_the_text_is_pointed_out():
    """13 matrices with 129 numbers stand at a step; X₁ stands there twice, as output and as input."""
    shown = {}
    for (name, place) in itertools.product(NAMES, itertools.product(range(2), range(3), range(3), range(12))):
        matrix = expected(name, place[0], place[1])
        if place[3] < matrix.shape[1] and (found := printed_at(Place(*place), name, place[3])):
            value = matrix[place[2], place[3]]
            assert abs(value - found[0]) < 0.5 * 10.0 ** -found[1]
            head = place[1] if matrix.shape[1] < 12 else None
            shown[place[0], name, head, place[2], place[3]] = found[0]
    matrices = [f for f in figures() if f.printed.ndim == 2]
    wanted = sum(f.printed.size for f in matrices)
    assert len(shown) == wanted + 12  # 12: X₁ once more, where it enters layer 2


def test_the_printed_number_stands_in_the_picture():
    text, numbers = picture(NAMES.index("scores"), head=1, token=0, column=2)
    assert numbers["printed"] == 3.3434
    assert "讲义印的：3.3434" in html.unescape(text)
    text, numbers = picture(NAMES.index("q"), head=1, token=0, column=2)
    assert "printed" not in numbers and "讲义没有印" in text


def framed(table):
    """Return the numbers that a table frames."""
    return re.findall(r"<td style=\"[^\"]*(?:outline|box-shadow)[^\"]*\">([^<]*)</td>", table)


def test_the_row_and_the_column_in_play_are_framed():
    scene = SCENES["q"](Place(0, 1, 2, 3))
    x, w = x_0()[2], load_weights()[0].attention.w_q[1][:, 3]
    assert [float(v.replace("−", "-")) for v in framed(scene.left)] == pytest.approx(x, abs=0.005)
    assert [float(v.replace("−", "-")) for v in framed(scene.above)] == pytest.approx(w, abs=5e-5)
    assert [float(v.replace("−", "-")) for v in framed(scene.below)] == pytest.approx([scene.value], abs=5e-5)


def test_the_picture_keeps_its_size():
    frames = set()
    for step in range(34):
        text, _ = picture(step, 0, 0, 0)
        pixels = re.search(
            r"grid-template-columns:(\d+)px (\d+)px;grid-template-rows:\d+px \d+px;[^\"]*width:(\d+)px", text
        )
        left, right, width = map(int, pixels.groups())
        assert left + right <= width <= 1000
        frames.add(pixels[0])
        assert len(text) < 40_000
    assert len(frames) == 1


def test_the_trace_runs_once_however_long_the_walk(monkeypatch):
    scenes.run.cache_clear()
    calls = []
    monkeypatch.setattr(scenes, "trace", lambda: calls.append(1) or trace())
    for step in range(34):
        picture(step, step % 3, step % 3, step % 12)
    assert calls == [1]
    scenes.run.cache_clear()


def test_every_number_in_a_table_is_a_number():
    text, _ = picture(NAMES.index("projection"), 0, 0, 0)
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", text)
    assert len(cells) == 36 + 144 + 36
    assert np.isfinite([float(c.replace("−", "-")) for c in cells]).all()
