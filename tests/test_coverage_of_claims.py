"""Each claim of the ledger is exercised by a notebook, as far as its notebook exists.

The record of a claim names the notebook that exercises it. The claim is due as soon as a notebook
with that number exists in that folder: ``03a_…`` and ``03b_…`` make the claims of ``03_…`` due.
``COMPLETE`` names the folders that are finished: every notebook that the ledger names there exists.
Coverage by kind and verdict: ``pytest -s tests/test_coverage_of_claims.py``.
"""

import ast
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from helpers.lectures.published import audited_ids, ledger

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"

COMPLETE = ("lecture10", "deep_dive")  # add a folder when its last notebook is there


def code_cells(notebook):
    """Yield the source of each code cell, without lines that are not Python."""
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            lines = "".join(cell["source"]).splitlines()
            yield "\n".join(line for line in lines if not line.lstrip().startswith(("%", "!")))


def compared(notebook):
    """Return the ids of all ``compare("…")`` calls of a notebook; ``None`` for one not written out."""
    ids = []
    for source in code_cells(notebook):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and _name(node.func) == "compare":
                first = node.args[0] if node.args else None
                ids.append(first.value if isinstance(first, ast.Constant) else None)
    return ids


def _name(function):
    return getattr(function, "id", getattr(function, "attr", None))


def notebooks(folder=NOTEBOOKS):
    return sorted(p for p in folder.rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)


def number(path):
    """Return folder and number: ``("deep_dive", "07_5")`` for ``deep_dive/07_5_decoder.ipynb``."""
    folder, _, name = str(path).replace("\\", "/").rpartition("/")
    return folder, re.match(r"\d*(_\d+)?", name)[0]


def due(folder=NOTEBOOKS):
    """Return the ids whose notebook exists, in whole or in parts."""
    there = {number(path.relative_to(folder).as_posix()) for path in notebooks(folder)}
    return {claim.id for claim in ledger().values() if number(claim.notebook) in there}


def exercised(folder=NOTEBOOKS):
    return {id for path in notebooks(folder) for id in compared(path)}


def missing(folder=NOTEBOOKS):
    """Return the due ids that no notebook compares, in the order of the texts."""
    wanted = due(folder) - exercised(folder)
    return [id for id in audited_ids() if id in wanted]


def report(folder=NOTEBOOKS):
    """Return coverage by text, kind and verdict as lines of text."""
    done = exercised(folder)
    lines = [f"due {len(due(folder))}, of these missing {len(missing(folder))}"]
    for field in ("text", "kind", "verdict"):
        all_of = Counter(getattr(c, field) for c in ledger().values())
        done_of = Counter(getattr(c, field) for c in ledger().values() if c.id in done)
        counts = [f"{value} {done_of[value]}/{all_of[value]}" for value in sorted(all_of)]
        lines.append(f"{field}: {', '.join(counts)}")
    return "\n".join(lines)


def test_every_due_claim_is_exercised():
    print(report())
    assert not missing(), f"{missing()} not compared by any notebook\n{report()}"


def test_every_id_in_a_notebook_is_in_the_ledger():
    unknown = {
        path.name: sorted(map(str, set(compared(path)) - set(ledger()))) for path in notebooks()
    }
    assert not any(unknown.values()), f"unknown, or not written out as a string: {unknown}"


def test_every_notebook_of_a_complete_folder_exists():
    named = {claim.notebook for claim in ledger().values() if claim.notebook.startswith(COMPLETE)}
    absent = {name for name in named if not (NOTEBOOKS / name).exists()}
    assert not absent, f"named in the ledger, or to be renamed there: {sorted(absent)}"


@pytest.fixture
def write(tmp_path):
    def write(name, *cells):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        cells = [{"cell_type": "code", "source": cell.splitlines(True)} for cell in cells]
        path.write_text(json.dumps({"cells": cells}), encoding="utf-8")
        return path

    return write


def test_a_claim_left_out_is_noticed(write, tmp_path):
    assert not due(tmp_path)
    ids = [c.id for c in ledger().values() if c.notebook.startswith("lecture10/03")]
    write("lecture10/03_multi_head_attention.ipynb", *(f'compare("{id}", 1)' for id in ids[1:]))
    assert due(tmp_path) == set(ids)
    assert missing(tmp_path) == [ids[0]]
    write("lecture10/10_summary.ipynb", f'%time x\ncompare_rows(helpers.compare("{ids[0]}", x))')
    assert ids[0] not in missing(tmp_path) and "L10-Q1" in missing(tmp_path)
    assert f"due {len(ids) + 5}, of these missing 5" in report(tmp_path)


def test_a_split_chapter_makes_its_claims_due(write, tmp_path):
    write("deep_dive/03a_equivariance.ipynb")
    assert {"DD-3.01", "DD-3.15"} <= due(tmp_path)
    write("deep_dive/07_5_decoder.ipynb")
    assert "DD-7.51" in due(tmp_path) and "DD-7.12" not in due(tmp_path)


def test_only_an_id_written_out_counts(write):
    path = write("a.ipynb", 'for id in ("L10-07",):\n    compare(id, x)\n# compare("L10-08")')
    assert compared(path) == [None]
