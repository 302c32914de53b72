"""The form of a notebook in git: the same from every run and machine, and nothing of worth lost."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from nbclient.exceptions import CellTimeoutError, DeadKernelError

from commands import execute
from commands.normal_form import normal_form

ROOT = Path(__file__).resolve().parent.parent
VIEW = {"application/vnd.jupyter.widget-view+json": {"model_id": "0af3", "version_major": 2}}


def saved_by_jupyterlab():
    """A notebook as JupyterLab leaves it after a session: counts, models, versions, timings."""
    v4 = nbformat.v4
    stream = [
        v4.new_output("stream", name=name, text=text)
        for name, text in [
            ("stdout", "一\n"),
            ("stdout", "二\n"),
            ("stderr", "三\n"),
            ("stdout", "四\n"),
        ]
    ]
    panel = v4.new_output(
        "execute_result",
        data=VIEW | {"text/html": "<svg>①</svg>", "text/plain": "Panel"},
        execution_count=17,
    )
    only_view = v4.new_output("display_data", data=dict(VIEW))
    error = v4.new_output(
        "error", ename="ValueError", evalue="形状不对", traceback=["elsewhere:someone/x.py", "..."]
    )
    cells = [
        v4.new_markdown_cell("# 标题", id="title", metadata={"slideshow": {"slide_type": "slide"}}),
        v4.new_code_cell("print('一')\r\n", id="prints", execution_count=12, outputs=stream),
        v4.new_code_cell("panel", id="panel", execution_count=17, outputs=[panel, only_view]),
        v4.new_code_cell("attention(1)", id="fails", execution_count=3, outputs=[error]),
        v4.new_code_cell("never run", id="idle"),
    ]
    cells[1].metadata = {"execution": {"iopub.execute_input": "now"}, "trusted": True, "tags": []}
    cells[3].metadata = {"tags": ["raises-exception"], "slideshow": {"slide_type": ""}}
    metadata = {
        "kernelspec": {"name": "python3", "display_name": "我的 Python", "language": "python"},
        "language_info": {"name": "python", "version": "3.13.7"},
        "widgets": {"application/vnd.jupyter.widget-state+json": {"state": {}}},
    }
    return v4.new_notebook(cells=cells, metadata=metadata)


@pytest.fixture
def normal():
    return json.loads(normal_form(saved_by_jupyterlab()))


def test_layout_of_the_file():
    text = normal_form(saved_by_jupyterlab())
    assert text.endswith("}\n") and not text.endswith("\n\n") and "\r" not in text
    assert "标题" in text and '\n "cells": [\n  {\n' in text
    nbformat.validate(nbformat.reads(text, as_version=4))


def test_normal_form_of_a_normal_form_is_itself():
    text = normal_form(saved_by_jupyterlab())
    assert normal_form(text) == text
    assert normal_form(text.replace("\n", "\r\n")) == text
    assert normal_form(json.dumps(json.loads(text), indent=4)) == text


def test_its_argument_is_left_as_it_is():
    notebook = saved_by_jupyterlab()
    normal_form(notebook)
    assert notebook == saved_by_jupyterlab()


def test_counts_ids_and_streams(normal):
    code = [cell for cell in normal["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == [1, 2, 3, None]
    assert [cell["id"] for cell in code] == ["prints", "panel", "fails", "idle"]
    assert code[1]["outputs"][0]["execution_count"] == 2
    assert [output["text"] for output in code[0]["outputs"]] == [
        ["一\n", "二\n"],
        ["三\n"],
        ["四\n"],
    ]


def test_live_widgets_go_and_their_static_picture_stays(normal):
    assert "widgets" not in normal["metadata"]
    (output,) = normal["cells"][2]["outputs"]
    assert output["data"] == {"text/html": ["<svg>①</svg>"], "text/plain": ["Panel"]}


def test_nothing_of_the_machine_stays(normal):
    text = json.dumps(normal, ensure_ascii=False)
    for trace in ("3.13", "我的 Python", "elsewhere:someone", "iopub", "trusted"):
        assert trace not in text
    assert normal["cells"][3]["outputs"][0]["traceback"] == ["ValueError: 形状不对"]
    assert normal["metadata"]["kernelspec"]["name"] == "python3"


def test_metadata_with_a_meaning_stays(normal):
    assert normal["cells"][0]["metadata"] == {"slideshow": {"slide_type": "slide"}}
    assert normal["cells"][1]["metadata"] == {}
    assert normal["cells"][3]["metadata"] == {"tags": ["raises-exception"]}


def test_missing_ids_are_given_once_and_for_all():
    old = json.loads(normal_form(saved_by_jupyterlab()))
    old["nbformat_minor"] = 4
    for cell in old["cells"]:
        del cell["id"]
    text = json.dumps(old)
    assert normal_form(text) == normal_form(text)
    ids = [cell["id"] for cell in json.loads(normal_form(text))["cells"]]
    assert len(set(ids)) == 5
    nbformat.validate(nbformat.reads(normal_form(text), as_version=4))


@pytest.mark.parametrize(
    "content",
    ["# README", "", "{}", "[3]", '{"nbformat": 4, "cells": 3}', '{"nbformat": 9, "cells": []}', b"\xff\xfe", None],
)
def test_refresh_goes_on_after_a_file_that_is_no_notebook(content, tmp_path, monkeypatch, capsys):
    files = [tmp_path / "a.ipynb", tmp_path / "b.ipynb"]
    if isinstance(content, bytes):
        files[0].write_bytes(content)
    elif content is not None:
        files[0].write_text(content, encoding="utf-8")
    nbformat.write(nbformat.v4.new_notebook(), files[1])
    monkeypatch.setattr(execute, "NotebookClient", lambda *_, **__: SimpleNamespace(execute=lambda: None))
    assert execute.main(map(str, files)) == 1
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 2 and "a.ipynb" in said[0] and "b.ipynb" in said[1]


@pytest.mark.parametrize("ended", [CellTimeoutError("too long"), DeadKernelError("no memory")])
def test_refresh_goes_on_after_an_endless_cell_and_a_dead_kernel(ended, tmp_path, monkeypatch, capsys):
    def run():
        raise ended

    path = tmp_path / "a.ipynb"
    nbformat.write(nbformat.v4.new_notebook(), path)
    monkeypatch.setattr(execute, "NotebookClient", lambda *_, **__: SimpleNamespace(execute=run))
    assert execute.main([str(path)] * 2) == 1
    assert capsys.readouterr().out.count(str(ended)) == 2


def test_refresh_executes_in_the_folder_and_leaves_a_failing_notebook_alone(tmp_path):
    """A real kernel: helpers is found, the panel's picture stays, an error is shown with its cell."""
    v4 = nbformat.v4
    good, bad = tmp_path / "好.ipynb", tmp_path / "坏.ipynb"
    (tmp_path / "data.txt").write_text("42", encoding="utf-8")
    cells = [
        "import helpers\nprint(open('data.txt').read())",
        "import ipywidgets\nipywidgets.IntSlider()",
    ]
    nbformat.write(v4.new_notebook(cells=[v4.new_code_cell(source) for source in cells]), good)
    nbformat.write(v4.new_notebook(cells=[v4.new_code_cell("1 / 0  # 第一格")]), bad)
    untouched = bad.read_bytes()
    command = [sys.executable, "-m", "commands.execute", str(good), str(bad)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode == 1, done.stderr
    text = good.read_text(encoding="utf-8")
    assert normal_form(text) == text and '"42\\n"' in text and "widget-view" not in text
    assert "IntSlider" in text and '"execution_count": 2' in text
    assert bad.read_bytes() == untouched and "ZeroDivisionError" in done.stdout
