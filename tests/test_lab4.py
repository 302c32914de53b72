"""Lab 4: the empty notebook passes nothing, the solutions pass, slips are known however they are written,
and the lab goes on with the kernels where a student is not done."""

import ast
import functools
import json
import math

import numpy as np
import pytest
from hygiene.notebook import NOTEBOOKS

import helpers
from helpers import AttentionResult, FeedForwardResult, MultiHeadResult
from helpers.lectures.exercises import bank
from helpers.lectures.exercises.question import NOT_YET, RIGHT, WRONG
from helpers.lectures.lab4 import (
    Story,
    larger_neighbours,
    learn,
    reversed_digits,
    stored_rows,
    switched_off,
    take,
    the_story,
)
from helpers.lectures.lab4.parts import QUESTIONS
from helpers.models.mini_transformer import block

NAMES = {f"my_{name}": name for name in QUESTIONS}


def functions(notebook):
    """Return the functions ``my_…`` that the cells of a notebook define, as they stand there."""
    cells = json.loads((NOTEBOOKS / notebook).read_text(encoding="utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    space = {name: getattr(helpers, name) for name in helpers.__all__} | {"np": np, "math": math}
    for source in sources:
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef) and node.name in NAMES:
                exec(compile(ast.Module([node], []), notebook, "exec"), space)
    return {NAMES[name]: space[name] for name in NAMES if name in space}


def judge(name, function):
    return bank.question(QUESTIONS[name]).judge(function)


# -- the two notebooks -------------------------------------------------------------------------------


def test_the_empty_notebook_passes_no_check():
    empty = functions("lab/lab4_mini_transformer.ipynb")
    assert empty.keys() == QUESTIONS.keys()
    for name, function in empty.items():
        assert function.__doc__, name
        assert judge(name, function).status == NOT_YET, name
    assert take(**empty).mine == ()


def test_the_solutions_pass_every_check():
    solved = functions("solutions/lab4_mini_transformer.ipynb")
    assert solved.keys() == QUESTIONS.keys()
    for name, function in solved.items():
        assert judge(name, function).status == RIGHT, name
    assert take(**solved).mine == tuple(QUESTIONS)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_half_filled_blank_is_not_yet_either(name):
    """Fill the first line of each blank only, as a student in the middle of the work would."""
    solved = functions("solutions/lab4_mini_transformer.ipynb")[name]

    def half(*arguments):
        result = solved(*arguments)
        if not hasattr(result, "_fields"):
            return ...
        return type(result)(result[0], *[...] * (len(result) - 1))

    assert judge(name, half).status == NOT_YET


# -- slips as students write them ---------------------------------------------------------------------


def per_head(x, params, mask=None, scale=lambda q: math.sqrt(q.shape[-1]), hidden=-1e9, order=lambda parts: parts):
    """Multi-head attention with loops and −1e9, for one sentence or many."""
    qs, ks, vs = ([x @ w for w in matrices] for matrices in (params.w_q, params.w_k, params.w_v))
    steps = []
    for q, k, v in zip(qs, ks, vs):
        scores = q @ np.moveaxis(k, -1, -2)
        scaled = scores / scale(q)
        seen = scaled if mask is None else scaled + np.where(mask, 0, hidden)
        weights = helpers.softmax(seen)
        steps.append((scores, scaled, weights, weights @ v))
    stacked = [np.stack(part, axis=-3) for part in (qs, ks, vs, *zip(*steps))]
    joined = np.concatenate(order([step[-1] for step in steps]), axis=-1)
    return MultiHeadResult(*stacked, joined, joined @ params.w_o)


def with_einsum(q, k, v, mask=None, scaled_by=None):
    scores = np.einsum("...nd,...md->...nm", q, k)
    scaled = scores / np.sqrt(scaled_by or q.shape[-1])
    seen = scaled if mask is None else np.where(mask, scaled, -1e30)
    weights = helpers.softmax(seen)
    return AttentionResult(scores, scaled, weights, np.einsum("...nm,...md->...nd", weights, v))


def norm_by_sums(x, gamma, beta, eps=1e-5, lost=0):
    d = x.shape[-1]
    mean = x.sum(-1)[..., None] / d
    return gamma * (x - mean) * (((x - mean) ** 2).sum(-1)[..., None] / (d - lost) + eps) ** -0.5 + beta


def test_other_ways_to_be_right_pass():
    assert judge("multi_head_attention", per_head).status == RIGHT
    assert judge("attention", with_einsum).status == RIGHT
    assert judge("layer_norm", norm_by_sums).status == RIGHT
    assert judge("loss", lambda z, t: -np.mean(np.log(helpers.softmax(z).reshape(-1, z.shape[-1])[
        np.arange(t.size), t.ravel()]))).status == RIGHT


def unscaled_in_softmax(q, k, v, mask=None):
    right = with_einsum(q, k, v, mask)
    wrong = with_einsum(q, k, v, mask, 1)
    return right._replace(weights=wrong.weights, output=wrong.output)


def reads_x_twice(x, params, mask=None):
    r = block(x, params, mask)
    return r._replace(output=x + r.ffn.output)


def counted(x, params, mask=None):
    sums = [0.0] * 4
    return sums[x.shape[-1] * 99]


SLIPS = [
    ("attention", lambda *a: with_einsum(*a, scaled_by=1), "漏了缩放"),
    ("attention", unscaled_in_softmax, "漏了缩放"),  # the scaled scores are right, and not used
    ("attention", lambda q, k, v, mask=None: with_einsum(q, k, v, None if mask is None else ~mask), "方向反了"),
    ("attention", lambda q, k, v, mask=None: with_einsum(q, k, v), "没有用上 mask"),
    ("multi_head_attention", lambda x, p, m=None: per_head(x, p, m, lambda q: math.sqrt(x.shape[-1])), "d_model"),
    ("multi_head_attention", lambda x, p, m=None: per_head(x, p, m, lambda q: 1), "漏了缩放"),
    ("multi_head_attention", lambda x, p, m=None: per_head(x, p), "没有把 mask"),
    ("layer_norm", functools.partial(norm_by_sums, lost=1), "n − 1"),
    ("block", reads_x_twice, "最早的 x"),
    ("feed_forward", lambda x, p: FeedForwardResult(
        h := x @ p.w_1 + p.b_1, np.where(h > 0, h, 0), np.where(h > 0, h, 0) @ p.w_2), "b₂"),
]


@pytest.mark.parametrize("name, slip, says", SLIPS, ids=[f"{s[0]}-{k}" for k, s in enumerate(SLIPS)])
def test_slips_are_known_however_they_are_written(name, slip, says):
    verdict = judge(name, slip)
    assert verdict.status == WRONG and says in verdict.says[-1], verdict.says


def test_every_slip_of_the_assignment_is_listed():
    hints = " ".join(hint for id in QUESTIONS.values() for _, hint in bank.question(id).mistakes)
    for slip in ("axis=-1", "√d_k", "n − 1", "方向反了", "√d_model", "根号外面", "残差都漏了", "Post-LN", "W^O", "漏了 γ"):
        assert slip in hints, slip
    assert sum(len(bank.question(id).mistakes) for id in QUESTIONS.values()) > 70


# -- whose functions are used -------------------------------------------------------------------------


def test_take_uses_what_is_right_and_says_whose_it_is():
    def plain(q, k, v, mask=None):
        return tuple(with_einsum(q, k, v, mask))  # right, but without names

    parts = take(attention=plain, softmax=helpers.softmax, layer_norm=lambda x, g, b, e=1: x, block=counted,
                 residual=7, loss=lambda z, t: ...)
    assert parts.mine == ("softmax",) and parts.softmax is helpers.softmax
    text = repr(parts)
    assert text.count("内核的") >= 5 and "没有用题目里写的那个名字" in text and "lab4-8 还没写" in text
    assert "lab4-5 还不对" in text and parts._repr_html_().count("<tr") == 6
    x = np.ones((2, 3, 4))
    assert np.array_equal(parts.residual(x, x), 2 * x)
    assert parts.attention(x, x, x).output.shape == (2, 3, 4)  # the kernel, without a mask
    with pytest.raises(KeyError):
        take(unknown=plain)


# -- tasks ---------------------------------------------------------------------------------------------


def test_digits_are_turned_and_compared():
    digits, wanted = reversed_digits(np.random.default_rng(0), 5)
    assert digits.shape == wanted.shape == (5, 8) and digits.max() == 9
    assert [row[::-1] for row in digits.tolist()] == wanted.tolist()
    digits, wanted = larger_neighbours(np.random.default_rng(0), 50)
    for row, answers in zip(digits.tolist(), wanted.tolist()):
        for i in range(8):
            left, right = row[i - 1], row[(i + 1) % 8]
            assert answers[i] == (left if left > right else row[i])


def test_a_story_is_read_and_written():
    story = Story("猫看鱼，鱼看猫。")
    assert story.vocabulary == 5 and story.decode(story.encode("鱼看猫")) == "鱼看猫"
    tokens, following = story.batch(np.random.default_rng(0), size=6, window=3)
    assert tokens.shape == following.shape == (6, 3) and np.array_equal(tokens[:, 1:], following[:, :-1])
    assert all(story.decode([*t, f[-1]]) in story.text for t, f in zip(tokens, following))
    with pytest.raises(KeyError):
        story.encode("狗")
    params = helpers.init_mini_transformer(np.random.default_rng(0), 5, d_model=8, h=2)
    assert len(story.write(params, "猫", 30)) == 31
    drawn = [story.write(params, "猫", 9, 1.0, np.random.default_rng(seed)) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert 300 < len(the_story().text) < 500 and set(the_story().text) >= set("猫狗鱼，。")


# -- the stored table ---------------------------------------------------------------------------------


def test_the_table_has_every_row_and_every_seed():
    rows = stored_rows()
    assert list(rows) == list(switched_off.settings())
    for (task, _, _), row in rows.items():
        steps = switched_off.TASKS[task].steps
        assert row.losses.shape == (len(switched_off.SEEDS), steps // switched_off.AVERAGED)
        assert np.all(np.isfinite(row.losses)) and np.all((0 <= row.accuracy) & (row.accuracy <= 1))


def test_the_table_says_what_the_lab_says():
    right = {setting: row.accuracy for setting, row in stored_rows().items()}
    assert right["reverse", 2, "positions"].max() < 0.4 and right["neighbours", 2, "positions"].max() < 0.7
    assert abs(right["story", 2, "positions"].mean() - right["story", 2, "nothing"].mean()) < 0.01
    assert 0.7 < right["reverse", 2, "residual"].min() and right["reverse", 6, "residual"].max() < 0.3
    assert right["reverse", 6, "norm"].mean() < right["reverse", 2, "norm"].mean() < right["reverse", 2, "nothing"].min()
    assert right["reverse", 2, "heads"].min() > 0.95 and right["neighbours", 1, "heads"].max() < 0.85
    assert right["neighbours", 1, "nothing"].min() > 0.99 and right["neighbours", 2, "heads"].min() > 0.99


@pytest.mark.parametrize("setting", [("reverse", 2, "residual"), ("neighbours", 1, "heads"), ("story", 2, "norm")])
def test_the_program_makes_the_table(setting):
    """Only the first steps: training magnifies how a processor rounds."""
    row = switched_off.row(*setting, seeds=(1,), steps=20)
    np.testing.assert_allclose(row.losses[0], stored_rows()[setting].losses[1, :2], atol=0.01)
    assert row.accuracy.shape == (1,)


def test_what_is_saved_is_read_again(tmp_path):
    some = {key: row for key, row in stored_rows().items() if key[0] == "story"}
    switched_off.save(some, tmp_path / "x.json")
    again = switched_off.stored_rows(tmp_path / "x.json")
    assert again.keys() == some.keys()
    for key in some:
        assert all(np.array_equal(a, b) for a, b in zip(again[key], some[key]))


def test_a_run_can_be_shorter_and_repeats():
    runs = [[step.loss for step in learn("reverse", 2, "heads", seed, steps=5)] for seed in (3, 3, 4)]
    assert runs[0] == runs[1] != runs[2] and len(runs[0]) == 5
