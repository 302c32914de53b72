"""The file as git sees it: valid, executed from top to bottom, small, without leftovers."""

import re

import nbformat

from commands.normal_form import normal_form

SIZE_CAP = 400_000  # bytes: a notebook still opens at once, and git stays small
TAGS = {"nbval-ignore-output", "raises-exception", "hide-input"}
SLIDES = {"slide", "subslide", "fragment", "skip", "notes", "-"}
CELL_METADATA = {"tags", "slideshow"}
NOTEBOOK_METADATA = {"kernelspec", "language_info"}


def valid_format(notebook):
    if (notebook.data.get("nbformat"), notebook.data.get("nbformat_minor")) != (4, 5):
        yield "not in format 4.5"
    parsed = nbformat.from_dict(notebook.data)
    error = next(nbformat.validator.iter_validate(parsed, version=4, version_minor=5), None)
    if error is not None:
        yield f"not valid: {error.message[:200]}"


def unique_ids(notebook):
    ids = [cell.raw.get("id") for cell in notebook.cells]
    for repeated in sorted({i for i in ids if i is not None and ids.count(i) > 1}):
        yield f"the id {repeated} stands at more than one cell"


def executed_in_order(notebook):
    for wanted, cell in enumerate(notebook.code, 1):
        count = cell.raw.get("execution_count")
        if count != wanted:
            yield f"cell {cell.number} has execution count {count}, not {wanted}"


def no_empty_cells(notebook):
    for cell in notebook.cells:
        if not cell.source.strip():
            yield f"cell {cell.number} is empty"


def known_metadata(notebook):
    for key in notebook.data["metadata"].keys() - NOTEBOOK_METADATA:
        yield f"metadata.{key} of the notebook"
    if notebook.data["metadata"].get("kernelspec", {}).get("name") != "python3":
        yield "the kernel is not python3"
    for cell in notebook.cells:
        metadata = cell.raw.get("metadata", {})
        for key in metadata.keys() - CELL_METADATA:
            yield f"metadata.{key} of cell {cell.number}"
        for tag in set(cell.tags) - TAGS:
            yield f"tag {tag} of cell {cell.number}"
        slide = metadata.get("slideshow")
        if slide is not None and (set(slide) != {"slide_type"} or slide["slide_type"] not in SLIDES):
            yield f"slideshow of cell {cell.number}: {slide}"


def slide_for_each_heading(notebook):
    for cell in notebook.markdown:
        slide = cell.raw.get("metadata", {}).get("slideshow", {}).get("slide_type")
        if re.match(r"#{1,2} ", cell.source) and slide not in ("slide", "subslide"):
            yield f"cell {cell.number} has a heading and no new slide"


def answer_waits_for_the_guess(notebook):
    """On a slide, the cell that answers a question to guess comes with the next key."""
    for before, cell in zip(notebook.cells, notebook.cells[1:]):
        slide = cell.raw.get("metadata", {}).get("slideshow", {}).get("slide_type")
        if cell.kind == "code" and before.kind == "markdown" and "猜" in before.source and slide is None:
            yield f"cell {cell.number} answers a question to guess and is no fragment"


def size_cap(notebook):
    if len(notebook.raw) > SIZE_CAP:
        yield f"{len(notebook.raw)} bytes, more than {SIZE_CAP}"


def as_refresh_writes_it(notebook):
    if notebook.raw != normal_form(notebook.raw.decode("utf-8")).encode("utf-8"):
        yield f"not in normal form; `python run.py refresh notebooks/{notebook.name}` writes it"


RULES = [
    valid_format, unique_ids, executed_in_order, no_empty_cells, known_metadata,
    slide_for_each_heading, answer_waits_for_the_guess, size_cap, as_refresh_writes_it,
]
