"""The ledger of published figures: every audited claim of the two texts, and ``compare``.

``claims/*.json`` holds the claims as data, one file for each chapter; the fields are those of
``ledger.Claim``. ``checks`` decides whether a value bears out a verdict, ``row`` shows it.
"""

from .comparison import Comparison, compare, compare_rows
from .ledger import Claim, LedgerError, audited_ids, claim, ledger

__all__ = [
    "Claim",
    "Comparison",
    "LedgerError",
    "audited_ids",
    "claim",
    "compare",
    "compare_rows",
    "ledger",
]
