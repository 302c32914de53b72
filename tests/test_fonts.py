"""Chinese renders everywhere: a glyph for every character, and an alarm that works."""

import io
import struct
import tokenize

import matplotlib
import numpy as np
import pytest
from hygiene.notebook import ROOT, all_paths, load, output_texts
from matplotlib import font_manager
from matplotlib.ft2font import FT2Font

from helpers.views import style

# Characters that only DejaVu Sans has: fine in prose and labels, not beside a formula in one string.
FALLBACK = set("↺↻ℝ⟦⟧⌈⌉⌊⌋\u0302")


def _characters(font_file):
    return {chr(code) for code in FT2Font(str(font_file)).get_charmap()}


@pytest.fixture(scope="module")
def bundled():
    return _characters(style.FONT_FILE)


@pytest.fixture
def without_the_font(monkeypatch, tmp_path):
    """matplotlib as it is in a clone that lost the font file; settings come back afterwards."""
    others = [f for f in font_manager.fontManager.ttflist if f.name != style.FAMILY]
    monkeypatch.setattr(style, "FONT_FILE", tmp_path / style.FONT_FILE.name)
    monkeypatch.setattr(font_manager.fontManager, "ttflist", others)
    font_manager.fontManager._findfont_cached.cache_clear()
    with matplotlib.rc_context():
        yield
    font_manager.fontManager._findfont_cached.cache_clear()


def _drawn(fig):
    picture = io.BytesIO()
    fig.savefig(picture, format="png")
    return picture.getvalue()


# -- coverage ---------------------------------------------------------------------------------------


def missing(text, known):
    return sorted({c for c in text if not (c.isascii() or c in known)})


def test_fallback_characters_are_in_dejavu_and_not_in_the_bundled_font(bundled):
    dejavu = _characters(font_manager.findfont("DejaVu Sans"))
    assert FALLBACK <= dejavu and not FALLBACK & bundled


@pytest.mark.parametrize("path", sorted((ROOT / "helpers").rglob("*.py")), ids=lambda p: p.stem)
def test_helpers_use_only_characters_with_a_glyph(path, bundled):
    with tokenize.open(path) as source:
        assert missing(source.read(), bundled | FALLBACK) == []


@pytest.mark.parametrize("path", all_paths(), ids=lambda p: p.stem)
def test_notebook_uses_only_characters_with_a_glyph(path, bundled):
    for cell in load(path).cells:
        shown = [cell.source, *(text for _, text in output_texts(cell))]
        assert missing("".join(shown), bundled | FALLBACK) == [], f"cell {cell.number}"


def test_a_character_without_glyph_is_found(bundled):
    assert missing("中文 x₁ 한 🐟", bundled | FALLBACK) == ["한", "🐟"]


def test_gb2312_and_the_signs_of_the_lectures_are_bundled(bundled):
    gb2312 = b"".join(
        bytes([row, cell]) for row in range(0xB0, 0xF8) for cell in range(0xA1, 0xFF)
    ).decode("gb2312", errors="ignore")
    signs = "₀₁₂₃₄₅₆₇₈₉ᵢⱼₖ⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᵀᴼᴷⱽᵏˣαβγδεημσφω−×÷·√∂∇∑∏∞≈≠≤≥∈∘⊙⊕←→↑↓⇒①⑳✓✗⚠▶◀⏸⏮「」《》“”，。"
    assert len(gb2312) > 6700 and missing(gb2312 + signs, bundled) == []


# -- figures ----------------------------------------------------------------------------------------


def _awkward_figure():
    fig, ax = style.figure()
    ax.plot([-2, -1, 1], [1e-3, 1, 10], label="带残差 $x_i$，dₖ = 64")
    ax.set_yscale("log")
    ax.set(title="猫吃鱼 $x_i$ 与 −1：Wᴼ、Xᵀ、10⁻³", xlabel="层数 ₀₁₂₃", ylabel="梯度 $\\partial L$")
    ax.legend()
    return fig


def test_figure_with_chinese_formula_and_minus_draws_without_alarm():
    assert _drawn(_awkward_figure()).startswith(b"\x89PNG")


def test_chinese_is_drawn_with_the_bundled_font():
    style.use_style()
    families = matplotlib.rcParams["font.family"]
    assert families == [style.FAMILY, "DejaVu Sans"]
    assert font_manager.findfont(families[0]) == str(style.FONT_FILE)


def test_missing_glyph_in_text_is_fatal():
    fig, ax = style.figure()
    ax.set_title("한글")
    with pytest.raises(UserWarning, match="Glyph"):
        _drawn(fig)


def test_missing_glyph_beside_a_formula_is_fatal():
    fig, ax = style.figure()
    ax.set_title("한글 $x_i$")
    with pytest.raises(AssertionError, match="does not have a glyph"):
        _drawn(fig)


def test_installed_fonts_of_similar_name_do_not_collide(monkeypatch):
    style.use_style()
    other = font_manager.findfont("DejaVu Serif")
    alike = [
        font_manager.FontEntry(fname=other, name=name)
        for name in ("Noto Sans SC", "Noto Sans CJK SC", "Source Han Sans SC", "Transformer Lecture")
    ]
    fonts = font_manager.fontManager
    monkeypatch.setattr(fonts, "ttflist", alike + fonts.ttflist)
    fonts._findfont_cached.cache_clear()
    assert font_manager.findfont("Noto Sans SC") == other
    assert font_manager.findfont(style.FAMILY) == str(style.FONT_FILE)
    assert _drawn(_awkward_figure())
    fonts._findfont_cached.cache_clear()


def test_style_can_be_asked_for_often():
    for _ in range(3):
        style.use_style()
    assert [f.name for f in font_manager.fontManager.ttflist].count(style.FAMILY) == 1


def test_without_the_file_a_system_font_serves_and_one_line_says_so(without_the_font, capsys):
    font_manager.fontManager.ttflist.append(
        font_manager.FontEntry(fname=font_manager.findfont("DejaVu Sans"), name="SimHei")
    )
    style.use_style()
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and style.FONT_FILE.name in said
    found = matplotlib.rcParams["font.family"][0]
    assert found in style.SYSTEM_FONTS and found in said


def test_without_any_chinese_font_one_line_says_what_to_do(without_the_font, capsys, monkeypatch):
    monkeypatch.setattr(style, "SYSTEM_FONTS", ())
    style.use_style()
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "方框" in said and "clone again" in said
    assert matplotlib.rcParams["font.family"] == ["DejaVu Sans"]


# -- figure and show_figure ---------------------------------------------------------------------------


def test_size_in_pixels_is_fixed_and_the_background_opaque_white():
    fig, ax = style.figure(width=5, height=3)
    ax.plot([1, 2])
    png = style.png_bytes(fig)
    assert b"Software" not in png  # the version of matplotlib would differ from machine to machine
    assert struct.unpack(">II", png[16:24]) == (5 * style.DPI, 3 * style.DPI)
    pixels = matplotlib.image.imread(io.BytesIO(png))
    assert np.all(pixels[0, 0] == 1) and np.all(pixels[..., 3] == 1)


def test_a_grid_of_axes():
    fig, axes = style.figure(rows=2, columns=3, sharey=True)
    assert axes.shape == (2, 3) and len(fig.axes) == 6


def test_figures_are_not_held_by_pyplot():
    import matplotlib.pyplot as plt

    for _ in range(3):
        style.png_bytes(_awkward_figure())
    assert plt.get_fignums() == []


def test_shown_figure_is_png_with_its_titles_as_text(monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", shown.append)
    fig, axes = style.figure(columns=2)
    axes[0].set_title("左")
    axes[1].set_title("右")
    style.show_figure(fig)
    assert repr(shown[0]) == "图：左 / 右"
    assert shown[0]._repr_png_().startswith(b"\x89PNG")
