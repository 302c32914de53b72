"""The parts that every lecture and lab notebook has: title and goals, a panel, 人话, 小结, 自测, links."""

import re

from hygiene.notebook import output_texts
from hygiene.prose import headings, links

LECTURES = ("lecture10/", "deep_dive/", "lab/")
FEWEST_QUESTIONS = 2
SECTIONS = ("人话", "小结", "自测")
WITHOUT_PANEL = ("lecture10/10_",)  # the exercises: their answer cells take the place of a panel


def one_title(notebook):
    titles = [text for level, text in headings(notebook) if level == 1]
    if len(titles) != 1:
        yield f"{len(titles)} titles: {titles}"
    first = notebook.cells[0] if notebook.cells else None
    if first is None or first.kind != "markdown" or not first.source.startswith("# "):
        yield "the first cell does not begin with the title"


def states_goals_and_time(notebook):
    if _lecture(notebook):
        opening = "".join(cell.source for cell in notebook.cells[: _first_code(notebook)])
        if len(re.findall(r"^[123]\. ", opening, re.MULTILINE)) < 3:
            yield "no numbered list of three goals before the first code cell"
        if not re.search(r"\d+ 分钟", opening):
            yield "the minutes needed do not stand before the first code cell"


def has_its_sections(notebook):
    if _lecture(notebook):
        texts = [text for _, text in headings(notebook)]
        for section in SECTIONS:
            if not any(section in text for text in texts):
                yield f"no heading with {section}"


def has_a_panel(notebook):
    if _lecture(notebook) and not notebook.name.startswith(WITHOUT_PANEL):
        panels = [cell for cell in notebook.code if _panel(cell)]
        if not panels:
            yield "no panel"
        for cell in panels:
            if not any(mime == "text/html" for mime, _ in output_texts(cell)):
                yield f"the panel of cell {cell.number} has no static picture"


def asks_questions(notebook):
    if _lecture(notebook):
        asked = sum(bool(re.search(r"^check\(", cell.source, re.MULTILINE)) for cell in notebook.code)
        if asked < FEWEST_QUESTIONS:
            yield f"{asked} questions of the checker, fewer than {FEWEST_QUESTIONS}"


def links_back_and_on(notebook):
    if _lecture(notebook):
        to_notebooks = [cell.number for cell, target in links(notebook) if ".ipynb" in target]
        if not any(number <= _first_code(notebook) for number in to_notebooks):
            yield "no link to another notebook before the first code cell"
        if not any(number > len(notebook.cells) - 2 for number in to_notebooks):
            yield "no link to another notebook in the last two cells"


def _lecture(notebook):
    return notebook.name.startswith(LECTURES)


def _first_code(notebook):
    return notebook.code[0].number - 1 if notebook.code else len(notebook.cells)


def _panel(cell):
    return any(mime == "text/plain" and text.startswith("Panel ") for mime, text in output_texts(cell))


RULES = [
    one_title, states_goals_and_time, has_its_sections, has_a_panel, asks_questions, links_back_and_on,
]
