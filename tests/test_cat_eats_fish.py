"""猫吃鱼: the stored weights give every printed figure, told by the kernels and by plain loops."""

import json
import math

import numpy as np
import pytest

from helpers.lectures import cat_eats_fish, reconstruction
from helpers.lectures.cat_eats_fish import figures, load_weights, trace

NAMES = [source.name for source in cat_eats_fish.SOURCES]
BY_NAME = {figure.name: figure for figure in figures()}
MARGIN = 1e-6  # a BLAS moves a figure by 1e-13 or so: none can move it over the half unit


def test_the_count_of_printed_figures():
    of_weights = [f for f in figures() if f.layer > 0]
    assert len(figures()) == 17 and sum(f.printed.size for f in figures()) == 156
    assert len(of_weights) == 15 and sum(f.printed.size for f in of_weights) == 141
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_stored_weights_give_every_printed_digit(name):
    figure = BY_NAME[name]
    assert figure.printed.shape == figure.computed.shape
    assert figure.agrees.all()
    assert (figure.computed.round(figure.decimals) == figure.printed).all()
    assert abs(figure.computed - figure.printed).max() < 0.5 * 10.0**-figure.decimals - MARGIN


@pytest.mark.parametrize("layer", [0, 1])
@pytest.mark.parametrize("matrix", reconstruction.SHAPES)
def test_every_matrix_counts(layer, matrix):
    """One weight in a hundred off by a hundredth, and printed digits no longer come out."""
    layers = load_weights()
    part = "attention" if matrix in layers[layer].attention._fields else "ffn"
    params = getattr(layers[layer], part)
    weights = getattr(params, matrix).copy()
    weights.flat[::100] += 0.01
    layers[layer] = layers[layer]._replace(**{part: params._replace(**{matrix: weights})})
    assert any(not f.agrees.all() for f in figures(trace(layers)))


@pytest.mark.parametrize("k", range(4))
def test_every_layer_norm_counts(k):
    layers = load_weights()
    norm = f"norm_{k % 2 + 1}"
    off = cat_eats_fish.norm_pattern(k + 1)
    layers[k // 2] = layers[k // 2]._replace(**{norm: off})
    assert any(not f.agrees.all() for f in figures(trace(layers)))


def test_six_decimals_are_needed_and_enough():
    for params in load_weights():
        weights = reconstruction.flatten(params)
        assert (weights == weights.round(6)).all()
    five = [
        reconstruction.unflatten(reconstruction.flatten(params).round(5), index)
        for index, params in enumerate(load_weights())
    ]
    assert any(not f.agrees.all() for f in figures(trace(five)))


def test_the_file_says_where_it_comes_from_and_is_what_the_program_writes(tmp_path):
    stored = json.loads(cat_eats_fish.WEIGHTS.read_text(encoding="utf-8"))
    assert stored["seed"] == reconstruction.SEED
    assert stored["program"] == "python -m helpers.lectures.reconstruction"
    assert "not the author's" in stored["about"]
    again = tmp_path / "again.json"
    reconstruction.save(load_weights(), reconstruction.SEED, again)
    assert again.read_bytes() == cat_eats_fish.WEIGHTS.read_bytes()
    assert max(map(len, again.read_text(encoding="utf-8").splitlines())) < 600, "a matrix row on each line"


def test_the_weights_look_like_what_they_were_drawn_from():
    weights = np.concatenate([reconstruction.flatten(params) for params in load_weights()])
    assert weights.shape == (3456,)
    assert 0.28 < weights.std() < 0.32
    assert abs(weights).max() < 1.5
    for params in load_weights():
        assert not params.ffn.b_1.any() and not params.ffn.b_2.any()
        assert params.attention.b_q is None and params.attention.b_o is None


def test_the_norm_pattern_by_hand():
    first, second = cat_eats_fish.norm_pattern(0), cat_eats_fish.norm_pattern(1)
    np.testing.assert_allclose(first.gamma[:4], [1.0, 1.1, 1.2, 1.0], atol=1e-15)
    np.testing.assert_allclose(first.beta[:4], [-0.03, -0.01, 0.01, 0.03], atol=1e-15)
    np.testing.assert_allclose(second.gamma[:4], [1.1, 1.2, 1.0, 1.1], atol=1e-15)
    np.testing.assert_allclose(second.beta[:4], [-0.01, 0.01, 0.03, -0.03], atol=1e-15)


def test_a_cell_cannot_change_what_other_cells_read():
    with pytest.raises(ValueError, match="read-only"):
        cat_eats_fish.EMBEDDINGS[0, 0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        cat_eats_fish.printed("X₁")[0, 0] = 1.0
    load_weights()[0].ffn.b_1[0] = 1.0
    assert load_weights()[0].ffn.b_1[0] == 0.0


# The trace once more, from the formulas, with lists and loops and nothing of the kernels.


def product(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def plain_softmax(row):
    e = [math.exp(x) for x in row]
    return [x / sum(e) for x in e]


def plain_layer_norm(row, gamma, beta):
    mean = sum(row) / len(row)
    variance = sum((x - mean) ** 2 for x in row) / len(row)
    root = math.sqrt(variance + 1e-5)
    return [g * (x - mean) / root + b for x, g, b in zip(row, gamma, beta)]


def plain_gelu(x):
    return x / 2 * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def plus(a, b):
    return [[x + y for x, y in zip(*rows)] for rows in zip(a, b)]


def plain_layer(x, attention, norm_1, ffn, norm_2):
    """Return every intermediate of an encoder layer by name, as nested lists."""
    scores, scaled, weights, heads = [], [], [], []
    for w_q, w_k, w_v in zip(attention["w_q"], attention["w_k"], attention["w_v"]):
        q, k, v = product(x, w_q), product(x, w_k), product(x, w_v)
        scores.append([[sum(a * b for a, b in zip(q_i, k_j)) for k_j in k] for q_i in q])
        scaled.append([[s / math.sqrt(len(w_q[0])) for s in row] for row in scores[-1]])
        weights.append([plain_softmax(row) for row in scaled[-1]])
        heads.append(product(weights[-1], v))
    concat = [[value for head in heads for value in head[i]] for i in range(len(x))]
    output = product(concat, attention["w_o"])
    x_mid_raw = plus(x, output)
    x_mid = [plain_layer_norm(row, **norm_1) for row in x_mid_raw]
    hidden = product(x_mid, ffn["w_1"])
    ffn_output = product([[plain_gelu(u) for u in row] for row in hidden], ffn["w_2"])
    last_raw = plus(x_mid, ffn_output)
    return {
        "attention.scores": scores,
        "attention.scaled_scores": scaled,
        "attention.weights": weights,
        "attention.heads": heads,
        "attention.concat": concat,
        "attention.output": output,
        "x_mid_raw": x_mid_raw,
        "x_mid": x_mid,
        "ffn.hidden": hidden,
        "ffn.output": ffn_output,
        "output_raw": last_raw,
        "output": [plain_layer_norm(row, **norm_2) for row in last_raw],
    }


def plain_input():
    rows = []
    for pos, embedding in enumerate(cat_eats_fish.EMBEDDINGS.tolist()):
        angles = [pos / 10000 ** (2 * (j // 2) / 12) for j in range(12)]
        waves = [math.cos(a) if j % 2 else math.sin(a) for j, a in enumerate(angles)]
        rows.append([e + w for e, w in zip(embedding, waves)])
    return rows


def test_plain_loops_and_the_kernels_agree_on_the_whole_trace():
    """The γ and β come from the formula of design and text again, the matrices from the file itself."""
    stored = json.loads(cat_eats_fish.WEIGHTS.read_text(encoding="utf-8"))
    x, compared = plain_input(), 0
    np.testing.assert_allclose(cat_eats_fish.x_0(), x, rtol=0, atol=1e-12)
    for index, (layer, result) in enumerate(zip(stored["layers"], trace().layers)):
        norms = [
            {
                "gamma": [1 + 0.1 * ((j + k) % 3) for j in range(12)],
                "beta": [-0.03 + 0.02 * ((j + k) % 4) for j in range(12)],
            }
            for k in (2 * index, 2 * index + 1)
        ]
        plain = plain_layer(x, layer, norms[0], layer, norms[1])
        for name, value in plain.items():
            kernel = result
            for part in name.split("."):
                kernel = getattr(kernel, part)
            np.testing.assert_allclose(kernel, value, rtol=0, atol=1e-12, err_msg=name)
            compared += kernel.size
        x = plain["output"]
    assert compared == 2 * (3 * 27 + 8 * 36 + 144)
