"""Figures with matplotlib: Chinese that renders everywhere, sizes for a projector, safe colours.

A notebook needs no set-up code:

    fig, ax = figure()
    ax.plot(depths, gradients)
    ax.set(title="梯度随深度的变化", xlabel="层数", ylabel="梯度")
    show_figure(fig)

matplotlib is imported by the first call, not by the import of this module.
"""

import io
import sys
from pathlib import Path

from helpers.views.svg import COLOURS
from helpers.words import both, word

FAMILY = "Transformer Lecture Sans"
FONT_FILE = Path(__file__).with_name("fonts") / "TransformerLectureSans.otf"
SYSTEM_FONTS = (
    "Microsoft YaHei", "PingFang SC", "Hiragino Sans GB", "Noto Sans CJK SC", "Noto Sans SC",
    "Source Han Sans SC", "WenQuanYi Micro Hei", "SimHei",
)
DPI = 110  # 8 inches are 880 pixels: the width of a notebook cell

_styled = False


def use_style():
    """Put the font, sizes and colours of the lectures into matplotlib's settings.

    ``figure`` does it by itself; call it before drawing with ``matplotlib.pyplot`` directly.
    Without the bundled font a Chinese font of the system serves, and one line on stderr says so.
    """
    global _styled
    import matplotlib
    from cycler import cycler

    chinese = _chinese_family()
    matplotlib.rcParams.update({
        # The Chinese font comes first: text that holds a formula looks only into the first family.
        "font.family": [*chinese, "DejaVu Sans"],
        "axes.unicode_minus": True,
        "font.size": 13,
        "axes.titlesize": 15,
        "axes.labelsize": 13,
        "xtick.labelsize": 12,
        "ytick.labelsize": 12,
        "legend.fontsize": 12,
        "figure.figsize": (8, 4.5),
        "figure.dpi": DPI,
        "savefig.dpi": DPI,
        # White, not transparent: dark labels stay legible in JupyterLab's dark theme.
        "figure.facecolor": "white",
        "savefig.facecolor": "white",
        "axes.prop_cycle": cycler(color=COLOURS),
        "lines.linewidth": 2.2,
        "lines.markersize": 7,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": "#dddddd",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "legend.frameon": False,
        "image.cmap": "cividis",
    })
    _styled = True


def _chinese_family():
    from matplotlib.font_manager import fontManager

    known = {font.name for font in fontManager.ttflist}
    if FAMILY in known:
        return [FAMILY]
    if FONT_FILE.exists():
        fontManager.addfont(str(FONT_FILE))
        return [FAMILY]
    found = next((name for name in SYSTEM_FONTS if name in known), None)
    key = "style.font_from_system" if found else "style.no_chinese_font"
    print(both(key, file=FONT_FILE.name, found=found), file=sys.stderr)
    return [found] if found else []


def figure(width=8.0, height=4.5, rows=1, columns=1, **options):
    """Return ``fig, ax`` in the style of the lectures, to be shown with ``show_figure(fig)``.

    Parameters
    ----------
    width, height : inches, default 8 by 4.5; an inch is 110 pixels.
    rows, columns : a grid of axes; above 1 ``ax`` is an array, as in ``Figure.subplots``.
    options : passed to ``Figure.subplots``, e.g. ``sharey=True``.

    pyplot does not know the figure, so nothing has to be closed and nothing shows twice.
    """
    if not _styled:
        use_style()
    from matplotlib.figure import Figure

    fig = Figure(figsize=(width, height), layout="constrained")
    return fig, fig.subplots(rows, columns, **options)


def png_bytes(fig):
    """Return the figure as PNG: exactly ``width x 110`` by ``height x 110`` pixels."""
    picture = io.BytesIO()
    fig.savefig(picture, format="png", dpi=DPI, metadata={"Software": None})
    return picture.getvalue()


class _Picture:
    def __init__(self, png, title):
        self._png, self._title = png, title

    def _repr_png_(self):
        return self._png

    def __repr__(self):
        return self._title


def show_figure(fig):
    """Show the figure below the cell, as PNG whatever the notebook's own settings are.

    Its titles are what remains where no picture can be shown.
    """
    from IPython.display import display

    titles = [fig.get_suptitle(), *(ax.get_title() for ax in fig.axes)]
    title = word("style.figure", title=" / ".join(t for t in titles if t))
    display(_Picture(png_bytes(fig), title))
