"""Does a value bear out the verdict? Figures, by the digits printed; predicates, by a threshold."""

from dataclasses import dataclass

import numpy as np

from ... import numbers
from ...words import both
from .ledger import LedgerError

SLACK = 1e-9  # float noise at an exact half unit, e.g. 0.03225 printed as 0.0322


@dataclass(frozen=True)
class Printed:
    """A number as printed: ``−0.340`` has three decimals, ``72%`` is 0.72 to the hundredth."""

    value: float
    decimals: int
    percent: bool
    minus: str

    @classmethod
    def read(cls, string):
        percent = string.endswith("%")
        digits = string.rstrip("%").replace(numbers.MINUS, "-")
        decimals = len(digits.partition(".")[2])
        minus = numbers.MINUS if numbers.MINUS in string else "-"
        return cls(float(digits) / (100 if percent else 1), decimals, percent, minus)

    @property
    def unit(self):
        return 10.0 ** -(self.decimals + 2 * self.percent)

    def show(self, value, more=0):
        """Write another value the way this one is printed, with ``more`` decimals."""
        shown = numbers.number(float(value) * (100 if self.percent else 1), self.decimals + more)
        return shown.replace("-", self.minus) + ("%" if self.percent else "")


def strings(nested):
    """Return nested lists of strings as an object array (0-d for a single string)."""
    array = np.empty(np.shape(nested), dtype=object)
    array[...] = nested if array.ndim == 0 else np.array(nested, dtype=object)
    return array


def read(nested):
    """Return nested lists of printed strings as an object array of ``Printed``."""
    array = strings(nested)
    for index in np.ndindex(array.shape):
        array[index] = Printed.read(array[index])
    return array


def numeric(claim, value):
    """Return ``value`` as a float array; refuse what is not finite numbers."""
    try:
        array = np.asarray(value)
    except ValueError:  # ragged lists
        raise LedgerError(both("published.not_numeric", id=claim.id, got="[…]")) from None
    if array.dtype == bool:
        raise LedgerError(both("published.bool", id=claim.id))
    if array.dtype.kind not in "iuf":
        raise LedgerError(both("published.not_numeric", id=claim.id, got=_short(value)))
    if not np.isfinite(array).all():
        raise LedgerError(both("published.not_finite", id=claim.id))
    return array.astype(float)


def check_shape(claim, array, shape):
    if array.shape != shape:
        raise LedgerError(both("published.shape", id=claim.id, got=array.shape, expected=shape))


def check_figure(claim, value, basis):
    """Raise unless ``value`` bears out the verdict of a figure; return it as an array.

    ``reproduces`` and ``underdetermined``: within half a unit of the print. ``rounding``: at most
    one unit off, equal to the correct digits, not to the print. ``misprint``, ``wrong``,
    ``claim-wrong``: equal to the correct digits, not to the print.
    """
    array = numeric(claim, value)
    target = claim.printed if claim.correct is None else claim.correct
    check_shape(claim, array, np.shape(target))
    widen = claim.widen.get(basis, 0.0)
    print_is_wrong = claim.printed is not None and claim.correct is not None
    if print_is_wrong and agrees(array, claim.printed, claim.exact).all():
        raise LedgerError(both("published.is_the_print", id=claim.id, printed=flat(claim.printed)))
    if not agrees(array, target, claim.exact, widen).all():
        raise _off(claim, array, target)
    if claim.verdict == "rounding" and not agrees(array, claim.printed, units=1.0).all():
        raise _off(claim, array, claim.printed)
    return array


def agrees(array, target, exact=False, widen=0.0, units=0.5):
    """Return element by element whether ``array`` lies within ``units`` of the printed ``target``."""
    out = np.empty(array.shape, dtype=bool)
    printed = read(target)
    for index in np.ndindex(array.shape):
        p = printed[index]
        reach = 0.0 if exact else units * p.unit + widen
        out[index] = abs(array[index] - p.value) <= reach + SLACK
    return out


def _off(claim, array, target):
    printed = read(target)
    far = [abs(array[i] - printed[i].value) / printed[i].unit for i in np.ndindex(array.shape)]
    worst = list(np.ndindex(array.shape))[int(np.argmax(far))]
    return LedgerError(
        both(
            "published.off",
            id=claim.id,
            where=list(worst) if worst else "",
            got=printed[worst].show(array[worst], more=2),
            expected=strings(target)[worst],
            units=numbers.number(max(far), 1),
        )
    )


def check_predicate(claim, value):
    """Raise unless the statement is found true (or false, where ``holds`` is false)."""
    array = numeric(claim, value)
    check_shape(claim, array, ())
    number = float(array)
    if is_true(claim.statement, number) != claim.holds:
        raise LedgerError(
            both(
                "published.true" if not claim.holds else "published.false",
                id=claim.id,
                got=show_number(number),
                statement=show_statement(claim.statement),
            )
        )
    return number


def is_true(statement, number):
    """Return whether ``number`` satisfies ``{"op", "threshold", "tolerance"}``."""
    op, threshold = statement["op"], statement["threshold"]
    tolerance = statement.get("tolerance", SLACK)
    if op == "between":
        return threshold[0] <= number <= threshold[1]
    return {
        "<": number < threshold,
        "<=": number <= threshold + tolerance,
        ">": number > threshold,
        ">=": number >= threshold - tolerance,
        "==": abs(number - threshold) <= tolerance,
        "differs": abs(number - threshold) > tolerance,
    }[op]


def show_statement(statement):
    """Return a statement as text, e.g. ``≥ 0.3``."""
    op, threshold = statement["op"], statement["threshold"]
    if op == "between":
        return f"{_short_number(threshold[0])} … {_short_number(threshold[1])}"
    sign = {"<=": "≤", ">=": "≥", "==": "=", "differs": "≠"}.get(op, op)
    return f"{sign} {_short_number(threshold)}"


def show_decision(claim, number):
    """Return the deciding number and its test as two texts that are the same on every machine.

    A residual shows only the bound that it keeps: its digits, and whether it is exactly zero,
    differ from one processor to another.
    """
    statement = claim.statement
    test = show_statement(statement)
    if statement["op"] == "<" and statement["threshold"] <= 1e-6 and "show" not in statement:
        return test, ""
    return show_number(number, statement.get("show")), test


def show_number(number, show=None):
    """Return a number as text; ``show="scientific"`` is for exact small ones, like 0.5⁵⁰."""
    if show == "scientific":
        return _short_number(float(f"{number:.1e}"))
    if abs(number) < 1e-12:
        return "0"
    if abs(number) < 1e-4:
        return numbers.bound(number)
    return str(round(number)) if abs(number - round(number)) < SLACK else numbers.number(number)


def _short_number(number):
    mantissa, _, exponent = f"{number:g}".partition("e")
    return f"{mantissa}e{int(exponent)}" if exponent else mantissa


def flat(nested):
    """Return printed strings on one line."""
    if isinstance(nested, str):
        return nested
    return "[" + ", ".join(flat(part) for part in nested) + "]"


def _short(value):
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:39] + "…"
