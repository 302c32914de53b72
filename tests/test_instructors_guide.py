"""The instructor's guide has a page for every notebook: minutes, question, wrong answer, what to show."""

import re

import pytest
from hygiene.notebook import ROOT, all_paths, load

GUIDE = ROOT / "notebooks" / "instructors_guide.ipynb"
TAUGHT = [p for p in all_paths() if p.parent.name in ("lecture10", "deep_dive", "lab")]


@pytest.fixture(scope="module")
def pages():
    """Title -> text of each page."""
    text = "\n".join(cell.source for cell in load(GUIDE).cells)
    parts = re.split(r"^### ", text, flags=re.MULTILINE)[1:]
    return {part.split("\n")[0]: part for part in parts}


def title_and_minutes(path):
    first = load(path).cells[0].source
    title = re.match(r"# (.+)", first)[1]
    return re.split(r"[：:]", title)[0].strip(), re.search(r"(\d+) 分钟", first)[1]


@pytest.mark.parametrize("path", TAUGHT, ids=lambda p: p.stem)
def test_a_page_for_each_notebook(path, pages):
    title, minutes = title_and_minutes(path)
    key = re.sub(r"\s+", " ", title)
    found = [page for head, page in pages.items() if re.sub(r"\s+", " ", head).startswith(key)]
    assert len(found) == 1, key
    assert f"{minutes} 分钟" in found[0].split("\n")[0]
    for part in ("**先问**", "**常见的错**", "看"):
        assert part in found[0]


def test_no_page_without_a_notebook(pages):
    assert len(pages) == len(TAUGHT)


def test_the_map_leads_to_it():
    start = load(ROOT / "notebooks" / "00_start_here.ipynb")
    assert any("(instructors_guide.ipynb)" in cell.source for cell in start.cells)
