"""Each rule is seen to fail once on a small notebook that breaks only it."""

import copy
import json

import nbformat
import pytest
from hygiene import RULES, complaints
from hygiene.emphasis import literal_asterisks, loose_dollars
from hygiene.notebook import Notebook

from commands.normal_form import KERNEL, LANGUAGE

NAME = "lecture10/99_sample.ipynb"


def md(source, slide="fragment"):
    return {"cell_type": "markdown", "metadata": {"slideshow": {"slide_type": slide}}, "source": source}


def code(source, *outputs, tags=(), slide=None):
    metadata = {"tags": list(tags)} if tags else {}
    if slide:
        metadata["slideshow"] = {"slide_type": slide}
    return {"cell_type": "code", "metadata": metadata, "source": source, "outputs": list(outputs)}


def stream(text, name="stdout"):
    return {"output_type": "stream", "name": name, "text": text}


def result(**data):
    data = {key.replace("_", "/"): value for key, value in data.items()}
    return {"output_type": "execute_result", "metadata": {}, "data": data}


def error():
    return {"output_type": "error", "ename": "ValueError", "evalue": "", "traceback": ["ValueError: "]}


PANEL = result(text_plain="Panel sample: a=1.0000", text_html="<div>1.0000</div>")


OPENING = "# 样例\n\n约 20 分钟。\n\n1. 一\n2. 二\n3. 三\n\n[上一篇](98_before.ipynb)"


def good_cells():
    return [
        md(OPENING, "slide"),
        code("from helpers import softmax\nimport numpy as np"),
        md("## 一步一步\n\n这是**重点**：$x_i * 2$ 与 `a ** b`。", "slide"),
        code("rng = np.random.default_rng(1)\nprint(1.5)", stream("1.5000\n")),
        md("先猜一猜。"),
        code("sample_panel()", PANEL, slide="fragment"),
        md("## 人话\n\n谁高谁低没有变。", "slide"),
        md("## 小结", "slide"),
        md("## 自测", "slide"),
        code('check("sample-1", ...)', result(text_plain="练习 sample-1")),
        code('check("sample-2", ...)', result(text_plain="练习 sample-2")),
        md("[下一篇](98_before.ipynb)"),
    ]


@pytest.fixture
def notebook(tmp_path):
    (tmp_path / "98_before.ipynb").write_text("{}", encoding="utf-8")

    def make(cells, name=NAME, change=None, raw=None):
        cells, count = copy.deepcopy(cells), 0
        for k, cell in enumerate(cells):
            cell["id"] = f"cell-{k}"
            if cell["cell_type"] == "code":
                count += 1
                cell["execution_count"] = count
                for output in cell["outputs"]:
                    if output["output_type"] == "execute_result":
                        output["execution_count"] = count
        data = {
            "cells": cells, "nbformat": 4, "nbformat_minor": 5,
            "metadata": {"kernelspec": dict(KERNEL), "language_info": dict(LANGUAGE)},
        }
        if change:
            change(data)
        text = nbformat.v4.writes(nbformat.from_dict(data)) + "\n"  # as it is, without mending
        return Notebook(name, (raw or str.encode)(text), tmp_path)

    return make


def test_a_good_notebook_keeps_every_rule(notebook):
    assert complaints(notebook(good_cells())) == []


def test_a_row_of_the_ledger_may_show_one_digit_more(notebook):
    cells = good_cells()
    cells[3] = code("compare('DD-7.11', x)", result(text_plain="0.0322 · 0.03225"))
    assert complaints(notebook(cells)) == []


# rule -> what to put in place of cell k (or after the end, for k = None) of the good notebook
BREAKS = [
    ("no_empty_cells", 4, md("  ")),
    ("known_metadata", 3, code("print(1)", tags=["nbval-skip"])),
    ("known_metadata", 4, md("先猜。", "chapter")),
    ("known_metadata", 4, md("先猜。") | {"metadata": {"chapter": 3}}),
    ("slide_for_each_heading", 2, md("## 一步一步", "fragment")),
    ("answer_waits_for_the_guess", 5, code("sample_panel()", PANEL)),
    ("size_cap", 4, md("长" * 140_000)),
    ("short_cells", 3, code("\n".join(f"x = {k}" for k in range(21)))),
    ("few_code_cells_in_a_row", 4, code("x = 1")),
    ("imports_in_the_first_code_cell", 1, code("import numpy as np\nx = 1")),
    ("imports_in_the_first_code_cell", 1, code("import torch")),
    ("imports_in_the_first_code_cell", 3, code("def f():\n    import math\n    return math")),
    ("plain_python", 3, code("!pip install numpy")),
    ("plain_python", 3, code("%matplotlib inline")),
    ("plain_python", 3, code("files = !ls")),
    ("plain_python", 3, code("x = (")),
    ("plain_python", 3, code("warnings.filterwarnings('ignore')")),
    ("plain_python", 3, code("with warnings.catch_warnings():\n    pass")),
    ("plain_python", 3, code("x;")),
    ("figures_are_shown", 3, code("fig, ax = figure()\nax.plot([1, 2])")),
    ("own_random_numbers", 5, code("x = rng.normal()\nsample_panel()", PANEL, slide="fragment")),
    ("ignored_output_is_asserted", 3, code("print(loss)", tags=["nbval-ignore-output"])),
    ("no_errors", 3, code("x", stream("warned", name="stderr"))),
    ("no_errors", 3, code("x", error())),
    ("raises_as_tagged", 3, code("x", tags=["raises-exception"])),
    ("short_numbers", 3, code("x", stream("1.23456\n"))),
    ("short_numbers", 3, code("compare('L10-07', x)", result(text_plain="1.123456"))),
    ("short_numbers", 3, code("x", stream("[-0.0000 1.0000]"))),
    ("short_numbers", 3, code("x", result(text_plain="np.float64(1.5)"))),
    ("short_numbers", 3, code("x", result(text_plain="array([1.5])"))),
    ("short_numbers", 3, code("x", result(text_html="<td x='1.23456'>0.1234567</td>"))),
    ("same_on_every_run", 3, code("x", result(text_plain="<function f at 0x7f1234567890>"))),
    ("same_on_every_run", 3, code("x", result(text_plain="<Figure size 640x480 with 1 Axes>"))),
    ("same_on_every_run", 3, code("x", result(**{"image/svg+xml": "<svg/>"}))),
    ("same_on_every_run", 3, code("x", result(text_html="<img src='data:image/png;base64,AA'>"))),
    ("nothing_remote", 4, md("![图](https://example.org/a.png)")),
    ("nothing_remote", 4, md('<img src="//example.org/a.png">')),
    ("nothing_remote", 3, code("x", result(text_html="<script>1</script>"))),
    ("nothing_remote", 3, code("x", result(text_html="<style>@import 'a.css'; p {}</style>"))),
    ("nothing_remote", 3, code("x", result(text_html="<p style=\"background:url('http://a.b/c')\">"))),
    ("no_machine_paths", 3, code("open('/ho" + "me/ann/a.txt')")),
    ("no_machine_paths", 3, code("x", stream("C:\\Us" + "ers\\ann\\a.txt"))),
    ("emphasis_renders", 4, md("**注意：**下面")),
    ("formulas_are_closed", 4, md("设 $x_i 为")),
    ("links_resolve", 4, md("[图](nowhere.ipynb)")),
    ("links_resolve", 4, md("[图](#没有这一节)")),
    ("links_resolve", 4, md("[站](https://example.org/)")),
    ("says_ni", 4, md("请您看。")),
    ("one_title", 4, md("# 又一个标题", "slide")),
    ("one_title", 0, md("先说几句。\n\n" + OPENING)),
    ("states_goals_and_time", 0, md(OPENING.replace("3. 三", ""), "slide")),
    ("states_goals_and_time", 0, md(OPENING.replace("20 分钟", ""), "slide")),
    ("has_its_sections", 6, md("人话也要有标题。")),
    ("has_its_sections", 7, md("没有了。")),
    ("has_a_panel", 5, code("x", result(text_plain="1"), slide="fragment")),
    ("has_a_panel", 5, code("x", result(text_plain="Panel sample: a=1"), slide="fragment")),
    ("links_back_and_on", 0, md(OPENING.split("[")[0], "slide")),
    ("asks_questions", 9, code("print(1.5)")),
    ("links_back_and_on", 11, md("完。")),
]


@pytest.mark.parametrize("rule, k, cell", BREAKS, ids=[f"{b[0]}-{n}" for n, b in enumerate(BREAKS)])
def test_rule_fails_alone(notebook, rule, k, cell):
    cells = good_cells()
    cells[k] = cell
    found = complaints(notebook(cells))
    assert found and all(line.startswith(f"[{rule}]") for line in found), found


def _format_4_4(data):
    data["nbformat_minor"] = 4


def _bad_id(data):
    data["cells"][2]["id"] = "not an id!"


def _same_id(data):
    data["cells"][2]["id"] = data["cells"][4]["id"]


def _not_run(data):
    data["cells"][3]["execution_count"] = None


def _run_twice(data):
    data["cells"][3]["execution_count"] = 7


def _widgets(data):
    data["metadata"]["widgets"] = {}


def _other_kernel(data):
    data["metadata"]["kernelspec"]["name"] = "conda-env-course"


@pytest.mark.filterwarnings("ignore::nbformat.warnings.DuplicateCellId")
@pytest.mark.parametrize("rule, change", [
    ("valid_format", _format_4_4), ("valid_format", _bad_id), ("unique_ids", _same_id),
    ("executed_in_order", _not_run), ("executed_in_order", _run_twice),
    ("known_metadata", _widgets), ("known_metadata", _other_kernel),
])
def test_rule_fails_on_changed_data(notebook, rule, change):
    found = complaints(notebook(good_cells(), change=change))
    mendable = "[as_refresh_writes_it]"  # refresh would mend most of these, so that rule may speak too
    found = [line for line in found if not line.startswith(mendable)]
    assert found and all(line.startswith(f"[{rule}]") for line in found), found


@pytest.mark.parametrize("raw", [
    lambda text: text.replace("\n", "\r\n").encode(),
    lambda text: text.rstrip("\n").encode(),
    lambda text: json.dumps(json.loads(text), indent=1).encode() + b"\n",
    lambda text: json.dumps(json.loads(text), ensure_ascii=False, indent=2).encode() + b"\n",
    lambda text: text.replace('"metadata": {}', '"metadata": {"tags": []}', 1).encode(),
], ids=["CRLF", "no final line end", "escaped Chinese", "other indent", "empty tags"])
def test_other_than_refresh_writes_it_fails(notebook, raw):
    found = complaints(notebook(good_cells(), raw=raw))
    assert found and all(line.startswith("[as_refresh_writes_it]") for line in found), found


def test_every_rule_is_shown_to_fail():
    shown = {rule for rule, *_ in BREAKS} | {
        "valid_format", "unique_ids", "executed_in_order", "as_refresh_writes_it",
    }
    assert {rule.__name__ for rule in RULES} == shown


def test_structure_is_asked_of_lectures_only(notebook):
    assert complaints(notebook([md("# 开始", "slide")], name="00_start_here.ipynb")) == []


@pytest.mark.parametrize("text", [
    "**注意：**下面", "形状是**$QK^T$**的", "**`softmax`**的", "**“门”**的", "乘以**（缩放）**之后",
    "- 一项\n- **注意：**下面", "| a | b |\n| --- | --- |\n| **一**。 | **注意：**下面 |",
    "**没有关上", "*注意：*下面", "<div>**重点**</div>", "> **注意：**下面", "** 重点 **", "*一**二*",
])
def test_asterisks_that_stay_literal(text):
    assert literal_asterisks(text)


@pytest.mark.parametrize("text", [
    "**注意**：下面", "**注意：** 下面", "形状 **$QK^T$** 的", "*斜*体", "***强调***字", "“**重点**”。",
    "2 * 3", "`a ** b` 和 $a^*b^*$", "```python\na ** b\n```", "\\*不是强调\\*", "* 一项\n* **二**项",
    "$$\na ** b\n$$", "<div>\n\n**重点**\n\n</div>", "| **a** | `x**2` |\n| --- | --- |",
])
def test_asterisks_that_render(text):
    assert literal_asterisks(text) == []


@pytest.mark.parametrize("text, loose", [
    ("$x$ 与 $$y$$", 0), ("价格 \\$5", 0), ("`$x`", 0), ("$x", 1), ("$x$ 与 y$", 1),
    ("$$\nx\n$$", 0), ("一 $x\n\n二 y$", 2),
])
def test_dollars(text, loose):
    assert len(loose_dollars(text)) == loose
