"""The claims as records, read from ``claims/*.json`` when the first one is asked for."""

import difflib
import functools
import json
import re
import types
from dataclasses import dataclass, field
from pathlib import Path

from ...words import both

FOLDER = Path(__file__).parent / "claims"
IDS = FOLDER / "audited_ids.json"


class LedgerError(AssertionError):
    """A value does not bear out what the ledger says, or cannot be compared at all."""


@dataclass(frozen=True)
class Claim:
    """One claim of a text.

    Attributes
    ----------
    id, text, section, quote : where it stands; ``text`` is ``"L10"`` or ``"DD"``.
    notebook : path below ``notebooks/`` of the notebook that exercises it.
    kind : ``figure``, ``predicate``, ``literature`` or ``absent``.
    verdict : ``reproduces, rounding, misprint, wrong, underdetermined, ok, imprecise, claim-wrong``.
    note : a sentence or two for readers (Chinese).
    printed : figure: nested lists of number strings as printed, ``None`` where the text gives no
        answer; predicate: what the text says, in a few words (``None``: the quote says it).
    correct : figure: what should stand there, where the print is wrong or missing.
    exact : figure: a count or an exact result; half a unit of slack would prove nothing.
    basis : from what the value may be computed, the usual way first: ``print`` (inputs that the
        text prints), ``reconstruction`` (reconstructed weights), ``example`` (numbers that the
        notebook chose).
    widen : added to the half unit for a basis that starts from rounded printed inputs.
    quantity : ``{"zh", "en"}``, what the notebook passes.
    statement : predicate: ``{"op", "threshold"}`` and, for ``==`` and ``differs``, ``"tolerance"``.
    holds : predicate: whether the statement must be found true.
    source : literature: ``{"authors", "title", "year"}`` and ``"where"`` if it was seen.
    supplied_by : absent: the notebook that supplies what the text lacks.
    """

    id: str
    text: str
    section: str
    notebook: str
    kind: str
    verdict: str
    quote: str
    note: str
    printed: object = None
    correct: object = None
    exact: bool = False
    basis: tuple = ()
    widen: dict = field(default_factory=dict)
    quantity: dict = None
    statement: dict = None
    holds: bool = True
    source: dict = None
    supplied_by: str = None


@functools.cache
def ledger():
    """Return all claims, ``{id: Claim}``, read-only, in the order of the audit."""
    found = {}
    for path in sorted(FOLDER.glob("*.json")):
        if path != IDS:
            for fields in json.loads(path.read_text(encoding="utf-8")):
                fields["basis"] = tuple(fields.get("basis", ()))
                if fields["id"] in found:
                    raise LedgerError(both("published.twice", id=fields["id"]))
                found[fields["id"]] = Claim(**fields)
    order = {name: place for place, name in enumerate(audited_ids())}
    return types.MappingProxyType(
        dict(sorted(found.items(), key=lambda item: order.get(item[0], len(order))))
    )


@functools.cache
def audited_ids():
    """Return the ids of the audit, in the order of the texts: the ledger must hold exactly these."""
    return tuple(json.loads(IDS.read_text(encoding="utf-8")))


def claim(id):
    """Return the record of one claim; an unknown id is answered with those that look like it."""
    try:
        return ledger()[id]
    except (KeyError, TypeError):
        meant = re.sub(r"\b(\d)\b", r"0\1", str(id).upper())  # L10-7 for L10-07
        close = difflib.get_close_matches(meant, ledger(), n=3, cutoff=0.5)
        close = ", ".join(close) or "L10-07, DD-7.12"
        raise LedgerError(both("published.unknown", id=id, close=close)) from None
