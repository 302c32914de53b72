"""A comparison as one row of a table: 讲义印的 · 这里算的 · 结论, as HTML and as a plain line."""

from html import escape

import numpy as np

from ...words import word
from . import checks

SIGNS = {
    "reproduces": ("✓", "0, 140, 70"),
    "ok": ("✓", "0, 140, 70"),
    "rounding": ("≈", "0, 110, 190"),
    "imprecise": ("△", "0, 110, 190"),
    "underdetermined": ("◇", "120, 90, 190"),
    "misprint": ("✗", "200, 90, 0"),
    "wrong": ("✗", "200, 90, 0"),
    "claim-wrong": ("✗", "200, 90, 0"),
}  # verdict -> sign and colour of its badge; a word always stands beside them

_CELL = "padding:4px 10px; text-align:left; vertical-align:top; border:0;"
_LINE = "border-top:1px solid rgba(128,128,128,.35);"
_MONO = "font-family:var(--jp-code-font-family,monospace);"
_SMALL = "font-size:88%; white-space:normal;"
_TABLE = "border-collapse:collapse; margin:2px 0; color:var(--jp-ui-font-color1,inherit);"


def html(comparisons):
    """Return comparisons as one table with a heading."""
    keys = ("published.printed", "published.computed", "published.verdict")
    heads = "".join(
        f'<th style="{_CELL} {_SMALL} font-weight:600">{word(key)}</th>' for key in keys
    )
    rows = "".join(_row(one) for one in comparisons)
    return f'<table style="{_TABLE}"><tr style="background:none">{heads}</tr>{rows}</table>'


def _row(one):
    style = f"{_CELL} {_LINE}"
    digits = style + _MONO + ("white-space:pre;" if np.ndim(one.value) > 1 else "")
    cells = (
        (printed(one.claim), digits if _is_figure(one.claim) else style),
        (computed(one), digits if _is_figure(one.claim) else style),
        (_badge(one.claim), style),
    )
    numbers = "".join(f'<td style="{style}">{cell}</td>' for cell, style in cells)
    below = f'<td colspan="3" style="{_CELL} {_SMALL} padding-top:0">{_below(one)}</td>'
    plain = 'style="background:none"'
    return f"<tr {plain}>{numbers}</tr><tr {plain}>{below}</tr>"


def _is_figure(claim):
    return claim.kind == "figure"


def printed(claim):
    """Return what the text prints, as HTML; what is wrong in it is underlined."""
    if not _is_figure(claim):
        return escape(claim.printed or f"「{claim.quote}」")
    if claim.printed is None:
        return escape(word("published.no_answer"))
    cells = checks.strings(claim.printed)
    if claim.correct is None:
        return _lines(cells)
    wrong = ~checks.agrees(_values(claim.correct), claim.printed, claim.exact)
    return _lines(cells, wrong)


def _values(nested):
    cells = checks.read(nested)
    return np.array([cell.value for cell in cells.flat]).reshape(cells.shape)


def computed(one):
    """Return what was computed, as HTML, with the digits of the print."""
    claim = one.claim
    if _is_figure(claim):
        return _lines(shown(claim, one.value))
    if claim.kind == "predicate":
        return f"{escape(_in_language(claim.quantity))}:<br>{escape(_decision(one))}"
    if claim.kind == "literature":
        return escape(citation(claim.source))
    return escape(_supplied_by(claim))


def shown(claim, array):
    """Return a figure as strings: the digits printed, one more where those hide what is told."""
    target = checks.read(claim.printed if claim.printed is not None else claim.correct)
    cells = np.empty(array.shape, dtype=object)
    for more in (0, 1):
        for index in np.ndindex(array.shape):
            cells[index] = target[index].show(array[index], more)
        same = (cells == checks.strings(claim.printed)).all() if claim.printed else True
        if claim.verdict != "rounding" and (same or claim.correct is not None):
            break
    return cells


def _lines(cells, marked=None):
    """Return strings (0-d, a row or a matrix) as aligned lines of HTML, the marked ones underlined."""
    if cells.ndim == 0:
        return _cell(cells[()], 0, marked is not None and bool(marked))
    rows = cells[None] if cells.ndim == 1 else cells
    marks = np.zeros(rows.shape, bool) if marked is None else marked.reshape(rows.shape)
    width = max(map(len, rows.flat)) if cells.ndim > 1 else 0
    return "<br>".join(
        "[" + ", ".join(_cell(c, width, m) for c, m in zip(row, mark)) + "]"
        for row, mark in zip(rows, marks)
    )


def _cell(string, width, marked):
    pad = " " * (width - len(string))
    return f"{pad}<u><b>{escape(string)}</b></u>" if marked else pad + escape(string)


def _badge(claim):
    sign, colour = SIGNS[claim.verdict]
    style = (
        f"background:rgba({colour},.16); border:1px solid rgba({colour},.6); border-radius:4px;"
        " padding:1px 7px; white-space:nowrap;"
    )
    return f'<span style="{style}">{sign} {escape(verdict(claim))}</span>'


def verdict(claim):
    """Return the verdict as a word or two; literature and absence are named as what they are."""
    said = word(f"published.verdict.{claim.verdict}")
    if claim.kind in ("literature", "absent"):
        kind = word(f"published.kind.{claim.kind}")
        return kind if claim.verdict in ("ok", "underdetermined") else f"{said} · {kind}"
    if claim.verdict == "underdetermined" and "reconstruction" in claim.basis:
        return word("published.verdict.completed")
    return said


def _below(one):
    claim = one.claim
    parts = [f"<b>{claim.id}</b> {word('published.text.' + claim.text)} {claim.section}"]
    if claim.printed is not None or claim.kind == "figure":
        parts.append(f"「{claim.quote}」")
    if one.basis:
        parts.append(word(f"published.basis.{one.basis}"))
    first = " · ".join(p if p.startswith("<b>") else escape(p) for p in parts)
    return first + (f"<br>{escape(claim.note)}" if claim.note else "")


def citation(source):
    """Return ``authors (year): title, where``."""
    where = f", {source['where']}" if source.get("where") else ""
    return f"{source['authors']} ({source['year']}): {source['title']}{where}"


def _supplied_by(claim):
    if claim.supplied_by is None:
        return word("published.not_supplied")
    return word("published.supplied_by", notebook=claim.supplied_by)


def _decision(one):
    holds = word("published.holds" if one.claim.holds else "published.fails")
    shown, test = checks.show_decision(one.claim, one.value)
    return f"{shown} ({test} {holds})" if test else shown


def _in_language(pair):
    return pair["zh"] if word("published.language") == "zh" else pair["en"]


def plain(one):
    """Return a comparison on one plain line."""
    claim = one.claim
    sign = SIGNS[claim.verdict][0]
    if _is_figure(claim):
        value = checks.flat(shown(claim, one.value).tolist())
        text = word("published.no_answer") if claim.printed is None else checks.flat(claim.printed)
        middle = f"{word('published.printed')} {text} · {word('published.computed')} {value}"
    elif claim.kind == "predicate":
        middle = f"{_in_language(claim.quantity)}: {_decision(one)}"
    elif claim.kind == "literature":
        middle = citation(claim.source)
    else:
        middle = _supplied_by(claim)
    basis = f" · {word('published.basis.' + one.basis)}" if one.basis else ""
    return f"{claim.id} · {middle} · {sign} {verdict(claim)}{basis}"
