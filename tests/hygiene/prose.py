"""Markdown cells: what renders wrong, links that lead nowhere, the voice."""

import re
from urllib.parse import unquote

from hygiene.emphasis import literal_asterisks, loose_dollars, without_fences

CITED_HOSTS = ("https://arxiv.org/", "https://doi.org/", "https://aclanthology.org/")
_LINK = re.compile(r"\]\(\s*<?([^)\s>]+)|<a\b[^>]*\bhref\s*=\s*[\"']([^\"']+)", re.IGNORECASE)
_REMOTE_IMAGE = re.compile(r"!\[[^\]]*\]\((?:https?:)?//[^)]*\)")  # outputs.nothing_remote has these
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)


def headings(notebook):
    """Return (level, text) of each heading, in order."""
    return [
        (len(match[1]), match[2])
        for cell in notebook.markdown
        for match in _HEADING.finditer(without_fences(cell.source))
    ]


def links(notebook):
    """Yield (cell, target) of each link in the prose."""
    for cell in notebook.markdown:
        for match in _LINK.finditer(_REMOTE_IMAGE.sub("", without_fences(cell.source))):
            yield cell, match[1] or match[2]


def emphasis_renders(notebook):
    for cell in notebook.markdown:
        for excerpt in literal_asterisks(cell.source):
            yield f"cell {cell.number}, asterisks stay literal: {excerpt!r}"


def formulas_are_closed(notebook):
    for cell in notebook.markdown:
        for excerpt in loose_dollars(cell.source):
            yield f"cell {cell.number}, a dollar sign without its partner: {excerpt!r}"


def links_resolve(notebook):
    anchors = {re.sub(r"\s", "-", text) for _, text in headings(notebook)}
    for cell, target in links(notebook):
        if re.match(r"[a-z]+:", target):
            if not target.startswith(CITED_HOSTS):
                yield f"cell {cell.number} links to another host: {target}"
            continue
        path, _, anchor = unquote(target).partition("#")
        if path and not (notebook.folder / path).exists():
            yield f"cell {cell.number} links to {target}, which is not there"
        if not path and anchor not in anchors:
            yield f"cell {cell.number} links to #{anchor}, and no heading reads so"


def says_ni(notebook):
    for cell in notebook.cells:
        if "您" in cell.source:
            yield f"cell {cell.number} says 您"


RULES = [emphasis_renders, formulas_are_closed, links_resolve, says_ni]
