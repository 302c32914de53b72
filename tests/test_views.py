"""Tables and SVG curves: right cells under right names, and points where the data say."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from helpers.views.svg import arrow_plane, bar_chart, line_chart, ticks
from helpers.views.table import matrix_html, show, side_by_side

A = np.array([[1.0, -2.0, 0.0], [0.5, 4.0, -0.00001]])


def cells(html):
    return re.findall(r"<td[^>]*>([^<]*)</td>", html)


def test_a_cell_for_each_number_in_order():
    html = matrix_html(A, ["我", "你"], ["a", "b", "c"], "A", decimals=2)
    assert cells(html) == ["1.00", "−2.00", "0.00", "0.50", "4.00", "0.00"]
    assert re.findall(r'scope="col"[^>]*>([^<]*)<', html) == ["a", "b", "c"]
    assert re.findall(r'scope="row"[^>]*>([^<]*)<', html) == ["我", "你"]
    assert "(2, 3)" in html


def test_colour_follows_sign_and_size():
    styles = re.findall(r"<td style=\"([^\"]*)\"", matrix_html(A))
    assert "rgba(0,114,178" in styles[0] and "rgba(213,94,0" in styles[1]
    depth = [float(m) for m in re.findall(r"background:rgba\([\d,]+,([\d.]+)\)", styles[0] + styles[1] + styles[4])]
    assert depth[0] < depth[1] < depth[2]


def test_a_rounding_residual_has_the_colour_of_zero():
    assert matrix_html([1.0, -1e-16, 0.5]) == matrix_html([1.0, 0.0, 0.5]) == matrix_html([1.0, 1e-16, 0.5])
    assert matrix_html([1.0, -1e-9, 0.5]) != matrix_html([1.0, 0.0, 0.5])


def test_a_rounding_residual_does_not_move_the_depth_of_a_colour():
    on_the_edge = [m / 90 for m in range(1, 90)]  # depths that end in half a hundredth
    moved = [np.array(on_the_edge) + noise for noise in (0.0, 3e-16, -3e-16)]
    pictures = {matrix_html(np.append(row, 1.0), largest=1.0) for row in moved}
    assert len(pictures) == 1


def test_marks_frame_a_cell_a_row_or_a_column():
    def framed(mark):
        return ["outline" in s for s in re.findall(r"<td style=\"([^\"]*)\"", matrix_html(A, mark=mark))]

    assert framed([(1, 2)]) == [False] * 5 + [True]
    assert framed([(0, None)]) == [True] * 3 + [False] * 3
    assert framed([(None, 1)]) == [False, True, False] * 2


def test_compact_tables_have_equal_cells_and_lines_along_a_row_or_column():
    def styles(mark):
        return re.findall(r"<td style=\"([^\"]*)\"", matrix_html(A, mark=mark, compact=40))

    assert all("min-width:40px" in s for s in styles([]))
    assert ["inset 0 2px" in s for s in styles([(0, None)])] == [True] * 3 + [False] * 3
    assert ["inset 2px 0" in s for s in styles([(None, 1)])] == [False, True, False] * 2
    assert ["outline" in s for s in styles([(1, 2)])] == [False] * 5 + [True]
    assert cells(matrix_html(A, compact=40)) == cells(matrix_html(A))


def test_a_table_without_a_title_says_what_it_is():
    label = re.search(r'<table aria-label="([^"]*)"', matrix_html(A, ["我", "<你>"], [0, 1, 2]))[1]
    assert "(2, 3)" in label and "我–&lt;你&gt;" in label and "0–2" in label
    assert "aria-label" not in matrix_html(A, title="A") and "<caption" in matrix_html(A, title="A")


def test_texts_are_escaped_and_not_coloured():
    html = matrix_html([["<b>", "x"]], title="a<b")
    assert "<b>" not in html and "&lt;b&gt;" in html and "rgba(0,114" not in html


@pytest.mark.parametrize("wrong", [dict(rows=["a"]), dict(columns=["a", "b"])])
def test_names_must_fit(wrong):
    with pytest.raises(ValueError, match=r" \| "):
        matrix_html(A, **wrong)
    with pytest.raises(ValueError, match=r" \| "):
        show(np.zeros((2, 2, 2)))


def test_show_has_html_and_text():
    shown = side_by_side(show(A, title="A"), "@", show(A.T, title="Aᵀ"))
    assert "A (2, 3)" in repr(shown) and "@" in repr(shown)
    assert shown._repr_html_().count("<table") == 2


def svg_points(svg):
    root = ElementTree.fromstring(svg)
    tag = "{http://www.w3.org/2000/svg}path"
    curves = [p.get("d") for p in root.iter(tag) if p.get("stroke") != "currentColor"]
    return [
        np.array([[float(v) for v in pair.split()] for pair in re.split("[ML]", d) if pair])
        for d in curves
    ]


def test_a_straight_line_is_drawn_straight():
    x = np.arange(6)
    (points,) = svg_points(line_chart(x, {"y": 2 * x + 1}))
    steps = np.diff(points, axis=0)
    assert np.ptp(steps[:, 0]) <= 0.11 and np.ptp(steps[:, 1]) <= 0.11
    assert (steps[:, 0] > 0).all() and (steps[:, 1] < 0).all()  # right and up


def test_powers_are_straight_on_a_log_axis_and_zero_is_left_out():
    x = np.arange(1, 8)
    y = 0.5**x
    y[3] = 0.0
    points = svg_points(line_chart(x, {"y": y}, log_y=True))[0]
    assert len(points) == 6
    slopes = np.diff(points[:3], axis=0)
    assert abs(slopes[0, 1] - slopes[1, 1]) < 0.2


def test_a_constant_and_a_single_point_can_be_drawn():
    assert svg_points(line_chart([0, 1], {"c": [3, 3]}))[0].shape == (2, 2)
    assert svg_points(line_chart([5], {"c": [3]}))[0].shape == (1, 2)


def test_rings_stand_on_the_curve_and_only_inside_the_frame():
    x = np.arange(4)
    svg = line_chart(x, {"y": x * x}, y_range=(0, 5), rings=[(1, 1), (2, 4), (3, 9)])
    drawn = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="7" fill="none"', svg)
    (curve,) = svg_points(svg)
    assert np.allclose(np.array(drawn, dtype=float), curve[1:3], atol=0.11)


def test_bars_are_as_long_as_their_values():
    root = ElementTree.fromstring(bar_chart([1.0, -0.5, 0.0], ["a", "b", "c"]))
    widths = [float(r.get("width")) for r in root.iter("{http://www.w3.org/2000/svg}rect")]
    assert widths[0] == pytest.approx(2 * widths[1], abs=0.2) and widths[2] == 0


def test_arrows_end_where_the_vectors_do():
    svg = arrow_plane({"a": (1, 0), "b": (0, -1)}, limit=2, size=200)
    ends = re.findall(r'x2="([\d.]+)" y2="([\d.]+)" stroke="#', svg)
    assert {("150.0", "100.0"), ("100.0", "150.0")} == set(ends)


@pytest.mark.parametrize("low, high", [(0, 1), (-3, 7), (0.001, 0.0012), (0, 1e6), (-1e-9, 1e-9)])
def test_ticks_are_round_and_inside(low, high):
    marks = ticks(low, high)
    assert 2 <= len(marks) <= 12
    assert all(low - 1e-12 <= t <= high + 1e-12 for t in marks)
    assert np.allclose(np.diff(marks), marks[1] - marks[0])
