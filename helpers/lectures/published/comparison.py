"""``compare``: one call under each published figure of a notebook; it raises or shows one row."""

from dataclasses import dataclass

from ...words import both
from . import checks, row
from .ledger import Claim, LedgerError, claim

_NOTHING = object()


@dataclass(frozen=True)
class Comparison:
    """A comparison that held. JupyterLab shows it as a row; ``claim`` is the record, ``value`` the number."""

    claim: Claim
    value: object
    basis: str

    def _repr_html_(self):
        return row.html([self])

    def __repr__(self):
        return row.plain(self)


@dataclass(frozen=True)
class Comparisons:
    """Several comparisons under one heading."""

    rows: tuple

    def _repr_html_(self):
        return row.html(self.rows)

    def __repr__(self):
        return "\n".join(row.plain(one) for one in self.rows)


def compare(id, value=_NOTHING, basis=None):
    """Compare a computed value with what a text prints under ``id``.

    Parameters
    ----------
    id : as in the ledger, e.g. ``"L10-07"``.
    value : figure: the number or array, in the shape printed (percentages as fractions);
        predicate: the deciding number, never a bool; literature and absent: nothing.
    basis : ``"print"``, ``"reconstruction"`` or ``"example"``: from what the value was computed,
        if not in the usual way of that claim (the first of ``claim(id).basis``).

    Returns
    -------
    Comparison, shown as one row: printed, computed, verdict.

    Raises
    ------
    LedgerError (an AssertionError) if the verdict of the ledger does not hold for the value.
    """
    record = claim(id)
    if record.kind in ("literature", "absent"):
        if value is not _NOTHING:
            raise LedgerError(both("published.takes_no_value", id=id, kind=record.kind))
        return Comparison(record, None, None)
    if value is _NOTHING:
        raise LedgerError(both("published.needs_value", id=id, **_quantity(record)))
    basis = basis or record.basis[0]
    if basis not in record.basis:
        known = ", ".join(record.basis)
        raise LedgerError(both("published.basis_unknown", id=id, basis=basis, known=known))
    if record.kind == "figure":
        return Comparison(record, checks.check_figure(record, value, basis), basis)
    return Comparison(record, checks.check_predicate(record, value), basis)


def compare_rows(*comparisons):
    """Show several comparisons as one table: ``compare_rows(compare(...), compare(...))``."""
    return Comparisons(comparisons)


def _quantity(record):
    return {"zh": record.quantity["zh"], "en": record.quantity["en"]}
