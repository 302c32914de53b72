"""Outputs: no errors, no leftovers of one run, numbers as the formatter prints them."""

import re

from hygiene.notebook import output_texts, visible
from hygiene.places import machine_paths

DECIMALS_CAP = 4
_LONG_NUMBER, _LONGER_NUMBER = (
    re.compile(rf"(?<![\w.])\d+\.\d{{{cap + 1},}}(?![\d.]|e[-+]?\d)") for cap in (DECIMALS_CAP, DECIMALS_CAP + 1)
)
_NEGATIVE_ZERO = re.compile(r"(?<![\w.])[-\u2212]0\.0*(?!\d)")
_NUMPY_REPR = re.compile(r"np\.(?:float|int|bool|str)\w*\(|(?<!\w)array\(|dtype=")
_ADDRESS = re.compile(r"\bat 0x[0-9a-f]{6,}|<Figure size")
_REMOTE = re.compile(
    r"<(?:script|link|iframe|object|embed)\b[^>]*|\b(?:src|srcset|poster)\s*=\s*[\"']?\s*(?:https?:)?//[^\"'>\s]*"
    r"|url\(\s*[\"']?\s*(?:https?:)?//[^)]*|@import\b[^;]*|!\[[^\]]*\]\(\s*<?(?:https?:)?//[^)]*",
    re.IGNORECASE,
)


def remote_content(text):
    """Return what would be fetched from another host when the text is shown."""
    return [match[0][:80] for match in _REMOTE.finditer(text)]


def no_errors(notebook):
    for cell in notebook.code:
        for output in cell.outputs:
            if output["output_type"] == "stream" and output["name"] == "stderr":
                yield f"cell {cell.number} writes to stderr"
            if output["output_type"] == "error" and "raises-exception" not in cell.tags:
                yield f"cell {cell.number} ends in {output['ename']}"


def raises_as_tagged(notebook):
    for cell in notebook.code:
        failed = any(output["output_type"] == "error" for output in cell.outputs)
        if "raises-exception" in cell.tags and not failed:
            yield f"cell {cell.number} is tagged raises-exception and raises nothing"


def short_numbers(notebook):
    """A row of the ledger may show one digit more than the print, where that tells the two apart."""
    for cell, mime, text in _shown(notebook):
        long = _LONGER_NUMBER if "compare(" in cell.source else _LONG_NUMBER
        for pattern, what in (
            (long, f"more than {DECIMALS_CAP} decimals"),
            (_NEGATIVE_ZERO, "a negative zero"),
            (_NUMPY_REPR, "a NumPy repr, not a number as the formatter prints it"),
        ):
            found = pattern.search(text)
            if found:
                yield f"cell {cell.number} shows {what} ({mime}): {_around(text, found)}"


def same_on_every_run(notebook):
    for cell, mime, text in _shown(notebook):
        found = _ADDRESS.search(text)
        if found:
            yield f"cell {cell.number} shows {found[0]} ({mime})"
    for cell in notebook.code:
        for output in cell.outputs:
            data = output.get("data", {})
            if "image/svg+xml" in data or "image/jpeg" in data:
                yield f"cell {cell.number} holds a picture that is not PNG"
            if any("data:image" in text for mime, text in output_texts(cell) if mime == "text/html"):
                yield f"cell {cell.number} hides a picture inside HTML, where nbval compares it"


def nothing_remote(notebook):
    for cell in notebook.cells:
        texts = [cell.source] if cell.kind != "code" else []
        texts += [text for _, text in output_texts(cell)]
        for text in texts:
            for found in remote_content(text):
                yield f"cell {cell.number} fetches {found}"


def no_machine_paths(notebook):
    for cell in notebook.cells:
        for text in (cell.source, *(text for _, text in output_texts(cell))):
            for found in machine_paths(text):
                yield f"cell {cell.number} names a path of one machine: {found}"


def _shown(notebook):
    """Yield (cell, MIME type, text) for what a reader sees of each output."""
    for cell in notebook.code:
        for mime, text in output_texts(cell):
            if mime in ("text/plain", "text/markdown", "text/latex"):
                yield cell, mime, text
            if mime == "text/html":
                yield cell, mime, visible(text)


def _around(text, found):
    return text[max(0, found.start() - 15) : found.end() + 15].replace("\n", " ")


RULES = [
    no_errors, raises_as_tagged, short_numbers, same_on_every_run, nothing_remote, no_machine_paths,
]
