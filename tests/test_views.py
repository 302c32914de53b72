"""Tables and SVG curves: right cells under right names, and points where the data say."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from helpers.views.arrows import arrow_plane
from helpers.views.svg import COLOURS, bar_chart, line_chart, ticks
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


def test_room_gives_every_cell_a_least_width():
    styles = re.findall(r"<td style=\"([^\"]*)\"", matrix_html(A, room=6))
    assert all("min-width:6ch" in s for s in styles) and "min-width" not in matrix_html(A)


def test_hidden_cells_are_empty():
    assert cells(matrix_html(A, hidden=A <= 0)) == ["1.00", "", "", "0.50", "4.00", ""]


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


@pytest.mark.parametrize(
    "wrong", [None, "x", [[1, 2], [3]], (A, A[0]), {}, ..., [1, None], A + 1j, np.array([["a"]]), object(), np.zeros((2, 2, 2))]
)
def test_what_is_no_matrix_is_refused_in_one_line(wrong):
    with pytest.raises((TypeError, ValueError)) as caught:
        show(wrong)
    said = str(caught.value)
    assert " | " in said and "\n" not in said and re.search("[一-鿿]", said)


def test_of_a_large_matrix_a_corner_is_shown_and_said_to_be_one():
    """All of it would be 100 MB of HTML, and the end of the browser's tab."""
    large = np.arange(1000 * 300).reshape(1000, 300)
    names = [f"第{k}行" for k in range(1000)]
    shown = show(large, rows=names, title="W")
    for text in (shown.html, repr(shown)):
        assert "(1000, 300)" in text and "左上角" in text and len(text) < 1_000_000
    assert cells(shown.html)[:2] == ["0", "1"] and "第59行" in shown.html and "第60行" not in shown.html
    for row in (large[0], large[0][None]):
        assert len(cells(show(row).html)) == 40
    for all_of_it in (large[:60, :40], large[0, :40]):
        assert "左上角" not in show(all_of_it).html and len(cells(show(all_of_it).html)) == all_of_it.size
    with pytest.raises(ValueError, match="1000"):
        show(large, rows=names[:60])


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


def test_a_single_point_is_seen():
    svg = line_chart(np.arange(4), {"c": [np.nan, 2, np.nan, np.nan], "d": [1, 2, 3, 4]})
    drawn = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="3.5"', svg)
    assert np.allclose(np.array(drawn, dtype=float), svg_points(svg)[0], atol=0.11)


def test_counts_have_whole_numbers_below_them():
    def below(x):
        svg = line_chart(x, {"y": 0 * x}, height=300)
        return [float(t) for t in re.findall(r'y="271" text-anchor="middle"[^>]*>([\d.]+)<', svg)]

    assert below(np.arange(1, 4)) == [1, 2, 3]
    assert below(np.array([1, 1.5, 3])) == [1, 1.5, 2, 2.5, 3]


def test_a_name_does_not_run_over_the_end_of_another_curve():
    def starts(end):
        b = np.where(np.arange(101) <= end, np.linspace(1, 0, 101), np.nan)
        svg = line_chart(np.arange(101), {"a": np.linspace(1, 0, 101) ** 2, "b": b}, y_range=(0, 1))
        return {name: float(x) for x, name in re.findall(r'<text x="([\d.]+)"[^>]*>([ab])<', svg)}

    assert starts(97)["a"] == starts(97)["b"] and starts(40)["a"] > starts(40)["b"] + 100


def test_rings_stand_on_the_curve_and_only_inside_the_frame():
    x = np.arange(4)
    svg = line_chart(x, {"y": x * x}, y_range=(0, 5), rings=[(1, 1), (2, 4), (3, 9)])
    drawn = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="7" fill="none"', svg)
    (curve,) = svg_points(svg)
    assert np.allclose(np.array(drawn, dtype=float), curve[1:3], atol=0.11)


def test_a_curve_ends_where_it_leaves_the_frame_and_goes_on_where_it_comes_back():
    x = np.arange(5)
    svg = line_chart(x, {"y": np.array([0.0, 4.0, 12.0, 4.0, 0.0])}, y_range=(0, 8), width=294)
    (d,) = re.findall(r'<path d="([^"]*)" fill="none" stroke="#', svg)
    parts = [[float(v) for v in re.split("[L ]", part)] for part in d.split("M")[1:]]
    (_, floor, *_, out, top), (back, top_2, *_) = parts
    assert top == top_2 == 14.0 and floor == 320 - 46
    assert (out, back) == pytest.approx((74 + 1.5 * 25, 74 + 2.5 * 25), abs=0.06)  # 25 pixels for a step


def test_a_curve_that_is_never_inside_is_not_drawn_and_has_no_name():
    svg = line_chart([0, 1], {"above": [9, 9], "below": [-9, 0.5]}, y_range=(0, 1))
    assert ">above<" not in svg and ">below<" in svg


def test_all_names_of_curves_stand_inside_the_picture():
    def heights(svg):
        return [float(y) for y in re.findall(r'y="([\d.]+)" fill="currentColor" [^>]*>c\d<', svg)]

    names = [f"c{k}" for k in range(5)]
    low = heights(line_chart([0, 1], dict.fromkeys(names, [0, 0]), y_range=(0, 1)))
    high = heights(line_chart([0, 1], dict.fromkeys(names, [1, 1]), y_range=(0, 1)))
    within = heights(line_chart([0, 1, 2], {"c0": [1, 0, np.nan]}, y_range=(0, 1)))
    for ys in (low, high):
        assert max(ys) <= 320 - 4 and min(ys) >= 12 and np.diff(sorted(ys)).min() >= 15.9
    assert within[0] < 320 - 46  # not on the line of the axis


def test_points_in_one_place_share_a_dot_and_all_are_named():
    svg = line_chart([0, 1], {"y": [0, 1]}, points=[(0, 0, "a"), (1, 1, "b"), (0, 0, "c")])
    assert ">a c<" in svg and ">b<" in svg and svg.count('r="5"') == 2


def test_numbers_have_the_minus_of_the_tables():
    assert ">−1.000<" in bar_chart([-1.0], ["a"])
    assert ">−2<" in line_chart([-2, 2], {"y": [0, 1]}) and "-" not in "".join(
        re.findall(r">([^<]*)<", line_chart([0, 1], {"y": [1e-4, 1]}, log_y=True))
    )


def test_zero_stays_in_its_place_where_bars_are_signed():
    starts = [
        re.findall(r'<rect x="([\d.]+)"', bar_chart([1.0, value], ["a", "b"], largest=2, signed=True))[0]
        for value in (0.5, -0.5)
    ]
    assert starts[0] == starts[1] != re.findall(r'<rect x="([\d.]+)"', bar_chart([1.0, 0.5], ["a", "b"]))[0]


def test_bars_are_as_long_as_their_values():
    root = ElementTree.fromstring(bar_chart([1.0, -0.5, 0.0], ["a", "b", "c"]))
    widths = [float(r.get("width")) for r in root.iter("{http://www.w3.org/2000/svg}rect")]
    assert widths[0] == pytest.approx(2 * widths[1], abs=0.2) and widths[2] == 0


def test_arrows_end_where_the_vectors_do():
    svg = arrow_plane({"a": (1, 0), "b": (0, -1)}, limit=2, size=200)
    ends = re.findall(r'x2="([\d.]+)" y2="([\d.]+)" stroke="#', svg)
    assert {("150.0", "100.0"), ("100.0", "150.0")} == set(ends)


def test_arrows_and_points_in_one_place_share_a_name_that_stays_in_the_plane():
    svg = arrow_plane({"a": (1, 0), "b": (0, 1), "c": (1, 0)}, limit=1, size=200, points={"d": (1, 0)})
    (x,) = re.findall(r'<text x="([\d.]+)"[^>]*>a = c = d<', svg)
    assert float(x) <= 200 - 9 * 7 and ">b<" in svg


def test_the_first_arrow_lies_on_top_and_near_names_make_room():
    svg = arrow_plane({"a": (1, 0), "b": (1, 0.01)}, limit=1, size=200)
    first, second = (svg.index(f'stroke="{colour}"') for colour in COLOURS[:2])
    assert first > second
    heights = [float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)" fill="currentColor" font-f', svg)]
    assert len(heights) == 2 and abs(heights[0] - heights[1]) >= 15


def test_a_ring_stands_at_its_place_and_not_outside_the_frame():
    def rings(y):
        svg = line_chart([0, 1], {"a": [0, 1]}, y_range=(0, 1), rings=[(0.5, y)])
        return [tuple(map(float, at)) for at in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="7"', svg)]

    ((x, y),) = rings(0.5)
    assert (x, y) == (pytest.approx((74 + 500) / 2), pytest.approx((14 + 274) / 2))
    assert rings(1.5) == rings(-0.5) == []


@pytest.mark.parametrize("low, high", [(0, 1), (-3, 7), (0.001, 0.0012), (0, 1e6), (-1e-9, 1e-9)])
def test_ticks_are_round_and_inside(low, high):
    marks = ticks(low, high)
    assert 2 <= len(marks) <= 12
    assert all(low - 1e-12 <= t <= high + 1e-12 for t in marks)
    assert np.allclose(np.diff(marks), marks[1] - marks[0])
