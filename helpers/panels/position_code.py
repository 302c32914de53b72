"""The sin/cos code as an image and as hands of clocks: k positions on is a turn (Deep Dive, 3.3)."""

from html import escape

import numpy as np

from helpers.kernels.positions import sinusoidal_positional_encoding
from helpers.numbers import number
from helpers.panels.panel import Panel, Slider
from helpers.views.heat_map import heat_map
from helpers.views.svg import COLOURS, DASHES
from helpers.views.table import line_html, matrix_html, row_html, sign_html
from helpers.words import word

D_MODEL = 12  # as in the worked sentence of chapter 7
POSITIONS = 64
DIAL = 128  # pixels for one clock
RADIUS = 44


def position_code_panel():
    """Return the panel: a position, how many positions on, and the pair of features to look at."""
    return Panel(
        "position_code", picture,
        position=Slider(word("position_code.position"), 3, 0, POSITIONS // 2 - 1),
        offset=Slider(word("position_code.offset"), 5, 0, POSITIONS // 2),
        pair=Slider(word("position_code.pair"), 1, 0, D_MODEL // 2 - 1),
    )


def picture(position, offset, pair):
    """Return the code of both positions and the 2×2 turn that leads from one to the other."""
    table = sinusoidal_positional_encoding(POSITIONS, D_MODEL)  # (64, 12)
    code, further = table[position], table[position + offset]  # (12,) each
    sin, cos = table[offset].reshape(-1, 2).T  # (6,) each: the turns' numbers are the row of k
    turn = np.array([[cos[pair], sin[pair]], [-sin[pair], cos[pair]]])  # (2, 2)
    both = slice(2 * pair, 2 * pair + 2)
    speeds = np.arctan2(*table[1].reshape(-1, 2).T)  # (6,): radians for one position
    numbers = {
        "code": code, "further": further, "turn": turn, "turned": turn @ code[both],
        "speed": speeds[pair], "wavelength": 2 * np.pi / speeds[pair],
        "turns": offset * speeds[pair] / (2 * np.pi), "dot": code @ further,
    }
    return _html(table, position, offset, pair, speeds, numbers), numbers


def _html(table, position, offset, pair, speeds, numbers):
    image = heat_map(
        table.T, [word("position_code.feature", j=j) for j in range(D_MODEL)],
        word("position_code.image"), largest=1.0, cell=(12, 15), left=72,
        frames={
            "pos": (0, position, D_MODEL, 1),
            "" if offset < 3 else "pos + k": (0, position + offset, D_MODEL, 1),
            " ": (2 * pair, 0, 2, POSITIONS),
        },
        column_label=word("position_code.axis"),
    )
    code, further = (numbers[key].reshape(-1, 2) for key in ("code", "further"))  # (6, 2)
    dials = _dials(code, further, pair, 2 * np.pi / speeds)
    equation = row_html(
        _box(numbers["turn"], 190, word("position_code.turn", pair=pair, offset=offset)),
        sign_html("·"), _box(code[pair][:, None], 110, f"PE({position})", ["sin", "cos"]),
        sign_html("="),
        _box(numbers["turned"][:, None], 110, f"PE({position + offset})", ["sin", "cos"]),
    )
    says = word(
        "position_code.says", pair=pair, speed=number(numbers["speed"], 4),
        wavelength=wave_text(numbers["wavelength"]), offset=offset, turns=number(numbers["turns"], 3),
        position=position, further=position + offset, dot=number(numbers["dot"], 3),
    )
    legend = word("position_code.legend", pair=pair, sin=2 * pair, cos=2 * pair + 1)
    return image + line_html(legend) + dials + equation + line_html(says)


def _box(a, width, title, rows=None):
    """A table in a box of its own width, so that a minus sign moves nothing beside it."""
    table = matrix_html(a, rows, title=title, decimals=3, largest=1.0)
    return f'<div style="width:{width}px">{table}</div>'


def wave_text(wavelength):
    """Return a wavelength with one decimal where that says something."""
    return f"{wavelength:,.2f}" if wavelength < 100 else f"{wavelength:,.0f}"


def _dials(code, further, chosen, wavelengths):
    """All pairs as clocks: zero is at twelve, and a larger angle lies clockwise."""
    parts = []
    for k, (at, then, wave) in enumerate(zip(code, further, wavelengths, strict=True)):
        x, y = DIAL * (k + 0.5) + 60, RADIUS + 8
        width = 3 if k == chosen else 1
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="none" stroke="currentColor" '
            f'stroke-width="{width}"/>'
            f'<line x1="{x}" y1="{y - RADIUS}" x2="{x}" y2="{y - RADIUS + 6}" stroke="currentColor"/>'
        )
        parts += [_hand(x, y, then, COLOURS[1], DASHES[1]), _hand(x, y, at, COLOURS[0], DASHES[0])]
        name = word("position_code.dial", pair=k, wavelength=wave_text(wave))
        weight = "700" if k == chosen else "400"
        parts.append(
            f'<text x="{x}" y="{y + RADIUS + 18}" text-anchor="middle" fill="currentColor" '
            f'font-family="inherit" font-size="12" font-weight="{weight}">{escape(name)}</text>'
        )
    width, height = DIAL * len(code) + 100, 2 * RADIUS + 34
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'aria-label="{escape(word("position_code.dials"), quote=True)}" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" style="max-width:100%;height:auto;display:block">'
        f'{"".join(parts)}</svg>'
    )


def _hand(x, y, pair, colour, dash):
    """A hand whose tip lies at (sin, cos)."""
    sin, cos = RADIUS * 0.86 * pair
    return (
        f'<line x1="{x}" y1="{y}" x2="{x + sin:.1f}" y2="{y - cos:.1f}" stroke="{colour}" '
        f'stroke-width="3" stroke-dasharray="{dash}"/>'
        f'<circle cx="{x + sin:.1f}" cy="{y - cos:.1f}" r="4" fill="{colour}"/>'
    )
