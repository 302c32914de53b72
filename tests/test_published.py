"""The ledger: complete, well formed, and every comparison able to fail."""

import dataclasses
import re

import numpy as np
import pytest
from hygiene.notebook import ROOT

from helpers.lectures.published import (
    Claim,
    LedgerError,
    audited_ids,
    checks,
    claim,
    compare,
    ledger,
    row,
)
from helpers.words import set_language

KINDS = {"figure", "predicate", "literature", "absent"}
VERDICTS = {
    "reproduces",
    "rounding",
    "misprint",
    "wrong",
    "underdetermined",
    "ok",
    "imprecise",
    "claim-wrong",
}
PRINT_IS_WRONG = {"rounding", "misprint", "wrong", "claim-wrong"}

FIGURES = [c for c in ledger().values() if c.kind == "figure"]
PREDICATES = [c for c in ledger().values() if c.kind == "predicate"]
WITHOUT_VALUE = [c for c in ledger().values() if c.kind in ("literature", "absent")]


def by_id(claims):
    return pytest.mark.parametrize("record", claims, ids=[c.id for c in claims])


def test_the_ledger_holds_each_audited_claim_once():
    assert len(audited_ids()) == len(set(audited_ids())) == 224
    assert tuple(ledger()) == audited_ids()


def test_the_readme_lists_what_was_corrected_and_nothing_else():
    _, table = (ROOT / "README.md").read_text(encoding="utf-8").split("## 改正了什么")
    listed = re.findall(r"\b(?:L10|DD)-[\d.]+", table)
    assert sorted(listed) == sorted(c.id for c in ledger().values() if c.verdict in PRINT_IS_WRONG)


@by_id(ledger().values())
def test_a_record_is_well_formed(record):
    assert record.kind in KINDS and record.verdict in VERDICTS
    assert record.text == record.id.split("-")[0]
    assert record.section and record.quote
    assert len(record.quote) <= 90, "quotes stay short"
    assert re.fullmatch(r"(lecture10|deep_dive)/\w+\.ipynb", record.notebook)
    if record.verdict not in ("reproduces", "ok"):
        assert record.note, "what is not plainly right is explained"
    if record.kind in ("figure", "predicate"):
        assert record.quantity["zh"] and record.quantity["en"]
        assert record.basis and set(record.basis) <= {"print", "reconstruction", "example"}
        assert set(record.widen) <= set(record.basis)
    if record.kind == "figure":
        assert (record.printed is None) <= (record.correct is not None)
        if record.printed is not None:
            assert (record.correct is not None) == (record.verdict in PRINT_IS_WRONG)
    if record.kind == "predicate":
        assert record.holds == (record.verdict not in ("claim-wrong", "misprint", "wrong"))
    if record.kind == "literature":
        assert record.source["authors"] and record.source["title"]
        assert 1900 < record.source["year"] < 2030
    if record.kind == "absent" and record.id != "DD-00":  # nobody can supply the previous article
        assert re.fullmatch(r"notebooks/[\w/]+\.ipynb", record.supplied_by)


def right(record):
    target = record.printed if record.correct is None else record.correct
    cells = checks.read(target)
    return np.array([cell.value for cell in cells.flat]).reshape(cells.shape)


def units(record):
    cells = checks.read(record.printed if record.correct is None else record.correct)
    unit = np.array([cell.unit for cell in cells.flat]).reshape(cells.shape)
    return np.maximum(unit, 1.5 * max([*record.widen.values(), 0.0]))


@by_id(FIGURES)
def test_a_figure_passes_with_the_right_value_and_fails_with_others(record):
    value = right(record)
    for basis in record.basis:
        compare(record.id, value, basis=basis)
        for index in np.ndindex(value.shape):
            for sign in (1, -1):
                off = value.copy()
                off[index] += sign * 1.5 * units(record)[index]
                with pytest.raises(LedgerError, match=re.escape(record.id)):
                    compare(record.id, off, basis=basis)
    with pytest.raises(LedgerError, match="形状.*shape"):
        compare(record.id, value[None])


@by_id([c for c in FIGURES if c.exact])
def test_a_count_must_be_exact(record):
    with pytest.raises(LedgerError, match=re.escape(record.id)):
        compare(record.id, right(record) + 0.01)


@by_id([c for c in FIGURES if c.printed is not None and c.correct is not None])
def test_where_the_print_is_wrong_the_printed_value_is_refused(record):
    cells = checks.read(record.printed)
    as_printed = np.array([cell.value for cell in cells.flat]).reshape(cells.shape)
    with pytest.raises(LedgerError, match="讲义印的"):
        compare(record.id, as_printed)


@by_id([c for c in FIGURES if c.verdict == "rounding"])
def test_a_rounding_slip_is_at_most_one_unit(record):
    printed, correct = checks.read(record.printed), checks.read(record.correct)
    gap = [abs(p.value - c.value) / p.unit for p, c in zip(printed.flat, correct.flat)]
    assert max(gap) == pytest.approx(1.0)


def either_side(statement):
    """Return a number for which the statement is plainly true, and those for which it is false."""
    op, t = statement["op"], statement["threshold"]
    if op == "between":
        return (t[0] + t[1]) / 2, [t[0] - (t[1] - t[0]), t[1] + (t[1] - t[0])]
    step = max(abs(t), 1e-6, 10 * statement.get("tolerance", 0.0))
    below, above = t - step / 2, t + step / 2
    return {
        "<": (below, [above, t]),
        "<=": (below, [above]),
        ">": (above, [below, t]),
        ">=": (above, [below]),
        "==": (t, [below, above]),
        "differs": (above, [t]),
    }[op]


@by_id(PREDICATES)
def test_a_predicate_passes_on_one_side_and_fails_on_the_other(record):
    true, false = either_side(record.statement)
    passing, failing = ([true], false) if record.holds else (false, [true])
    for number in passing:
        compare(record.id, number)
    for number in failing:
        with pytest.raises(LedgerError, match=re.escape(record.id)):
            compare(record.id, number)
    with pytest.raises(LedgerError, match="True / False"):
        compare(record.id, True)
    with pytest.raises(LedgerError, match="shape"):
        compare(record.id, [true])


@by_id(WITHOUT_VALUE)
def test_literature_and_absence_take_no_value(record):
    shown = repr(compare(record.id))
    assert (
        str(record.source["year"] if record.source else record.supplied_by or "无从核对") in shown
    )
    with pytest.raises(LedgerError, match="without a value"):
        compare(record.id, 1.0)


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (("l10-7", 1.0), r"L10-07, "),
        ((None, 1.0), "no None"),
        (("L10-07",), "needs a value"),
        (("L10-07", True), "True / False"),
        (("L10-07", np.array([True, False])), "True / False"),
        (("L10-07", "1.340"), "got '1.340'"),
        (("L10-07", [[1], [1, 2]]), "needs a number"),
        (("L10-07", None), "got None"),
        (("L10-07", [1.340, np.nan]), "NaN"),
        (("L10-07", [1.340, np.inf]), "NaN"),
        (("L10-07", [1.340]), r"shape \(2,\), got \(1,\)"),
        (("L10-07", [1.342, 0.660]), r"L10-07\[0\]: computed 1.34200, expected 1.340"),
        (("L10-07", [1.340, 0.660], "reconstruction"), "must be one of print"),
        (("L10-12", [1.675, 0.825]), r"is what the text prints, \[1.675, 0.825\]"),
        (("L10-16", 0.01), "so > 0.1 does not hold"),
    ],
)
def test_a_wrong_call_is_answered_in_both_languages(arguments, answer):
    with pytest.raises(LedgerError, match=answer) as caught:
        compare(*arguments)
    chinese, english = str(caught.value).split(" | ")
    assert re.search("[一-鿿]", chinese) and not re.search("[一-鿿]", english)


def test_a_printed_string_keeps_its_digits_sign_and_percent():
    minus = checks.Printed.read("−0.340")
    assert (minus.value, minus.decimals, minus.unit) == (-0.34, 3, 1e-3)
    assert minus.show(-0.33968) == "−0.340" and minus.show(-1e-9) == "0.000"
    percent = checks.Printed.read("72%")
    assert (percent.value, percent.unit) == (0.72, 0.01)
    assert percent.show(0.6635) == "66%" and percent.show(0.6635, more=1) == "66.3%"
    assert checks.Printed.read("786432").decimals == 0


def test_each_element_is_held_to_its_own_printed_digits():
    compare("L10-11", [1.3395, 0.6605, 2.0093, 0.9907])
    with pytest.raises(LedgerError):
        compare("L10-11", [1.3489, 0.6605, 2.0093, 0.9907])  # fine for two decimals, not for three


@by_id(ledger().values())
def test_a_row_shows_verdict_in_words_and_is_valid_in_both_languages(record):
    value = ()
    if record.kind == "figure":
        value = (right(record),)
    elif record.kind == "predicate":
        true, false = either_side(record.statement)
        value = (true if record.holds else false[0],)
    comparison = compare(record.id, *value)
    for language in ("zh", "en"):
        set_language(language)
        try:
            html, line = comparison._repr_html_(), repr(comparison)
        finally:
            set_language("zh")
        assert html.count("<td") == html.count("</td>") == 4
        assert "np.float64" not in html + line and "\n" not in line
        assert "color:#" not in html and "background:#" not in html  # the theme decides
        assert record.id in html and record.id in line


def rounding_slip(printed, correct):
    return Claim("X-1", "DD", "1", "deep_dive/x.ipynb", "figure", "rounding", "…", "…", printed, correct)


def test_a_slip_of_more_than_a_unit_is_no_rounding():
    assert checks.check_figure(rounding_slip("1.096", "1.095"), 1.0951, "print") == 1.0951
    with pytest.raises(LedgerError, match=r"X-1.* 1\.096"):
        checks.check_figure(rounding_slip("1.096", "1.094"), 1.0944, "print")


def test_a_row_shows_the_slip_and_where_it_is():
    slip = rounding_slip([["1.1", "2.2"], ["3.3", "4.4"]], [["1.1", "2.2"], ["3.2", "4.4"]])
    value = np.array([[1.1, 2.2], [3.24, 4.4]])
    assert re.findall(r"<u><b>([^<]*)</b></u>", row.printed(slip)) == ["3.3"]
    assert row.shown(slip, value).tolist() == [["1.10", "2.20"], ["3.24", "4.40"]]  # one digit more
    misprint = dataclasses.replace(slip, verdict="misprint")
    assert row.shown(misprint, value).tolist() == [["1.1", "2.2"], ["3.2", "4.4"]]


def test_what_reconstructed_weights_complete_is_called_so():
    open_figures = [c for c in FIGURES if c.verdict == "underdetermined"]
    said = {"reconstruction" in c.basis: row.verdict(c) for c in open_figures}
    assert len(set(said.values())) == len(said) == 2


@pytest.mark.parametrize("number, shown", [(3e-17, "0"), (3e-10, "< 1e-9"), (2 + 1e-12, "2"), (0.25, "0.2500")])
def test_a_deciding_number_shows_no_digits_of_rounding(number, shown):
    assert checks.show_number(number) == shown


def test_claim_gives_the_record():
    assert claim("L10-12").correct == ["1.674", "0.826"]
    assert claim("L10-12").verdict == "rounding"
