"""Colours that everybody can use: contrast in both themes, and distance under colour blindness.

A browser measures the real pages (tests/browser); here stand the colours at their deepest.
"""

import itertools
import re

import numpy as np
import pytest

from helpers.lectures.exercises import card
from helpers.lectures.published import row
from helpers.views import table
from helpers.views.svg import COLOURS

TEXT, GRAPHIC = 4.5, 3.0  # WCAG 2.2, criteria 1.4.3 and 1.4.11
# JupyterLab 4: background and text (with its opacity) of a notebook
THEMES = {"light": ((255, 255, 255), (0, 0, 0), 0.87), "dark": ((17, 17, 17), (255, 255, 255), 0.87)}

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB
SIGHT = {
    "usual": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}  # fmt: skip
LEAST_DISTANCE = 15  # in CIELAB, where 2.3 can just be seen


def rgb(text):
    """Return "#0072B2" or "0,114,178" as three numbers."""
    return [int(text[k : k + 2], 16) for k in (1, 3, 5)] if text[0] == "#" else [int(v) for v in text.split(",")]


def linear(colour):
    c = np.asarray(colour, dtype=float) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def contrast(a, b):
    dark, bright = sorted(float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (a, b))
    return (bright + 0.05) / (dark + 0.05)


def over(colour, alpha, ground):
    return alpha * np.asarray(colour, dtype=float) + (1 - alpha) * np.asarray(ground, dtype=float)


def text_contrast(theme, shade=None, depth=0.0, opacity=1.0):
    """Contrast of a theme's text on a shade of this depth over its background."""
    ground, ink, alpha = THEMES[theme]
    if shade is not None:
        ground = over(rgb(shade), depth, ground)
    return contrast(over(ink, alpha * opacity, ground), ground)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("shade", [table.POSITIVE, table.NEGATIVE])
def test_numbers_in_the_deepest_cells(theme, shade):
    assert text_contrast(theme, shade, table.DEEPEST) >= TEXT


def test_a_cell_is_no_deeper_than_that():
    depths = re.findall(r"rgba\([\d,]+,([\d.]+)\)", table.matrix_html([-7.0, 7.0, 1.0], largest=2.0))
    assert max(map(float, depths)) == table.DEEPEST


@pytest.mark.parametrize("theme", THEMES)
def test_badges_and_cards(theme):
    badges = [colour for _, colour in row.SIGNS.values()]
    cards = [colour for _, colour in card._LOOK.values()]
    for colour in badges + cards:
        assert text_contrast(theme, colour, 0.16) >= TEXT, colour


@pytest.mark.parametrize("theme", THEMES)
def test_faint_words_are_not_too_faint(theme):
    assert text_contrast(theme, opacity=0.75) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
def test_lines_and_bars_stand_out(theme):
    for colour in COLOURS:
        assert contrast(rgb(colour), THEMES[theme][0]) >= GRAPHIC, colour


def lab(colour):
    """CIELAB of a linear RGB colour."""
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    ratio = to_xyz @ np.clip(colour, 0, 1) / [0.95047, 1.0, 1.08883]
    f = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def nearest(colours, sight):
    """Return the smallest distance between two of the colours, as this sight has it."""
    seen = [lab(np.asarray(SIGHT[sight]) @ linear(rgb(colour))) for colour in colours]
    return min(float(np.linalg.norm(a - b)) for a, b in itertools.combinations(seen, 2))


@pytest.mark.parametrize("sight", SIGHT)
def test_no_two_series_look_alike_to_anyone(sight):
    assert nearest(COLOURS, sight) >= LEAST_DISTANCE
    assert nearest([f"#{int(r):02X}{int(g):02X}{int(b):02X}" for r, g, b in deepest()], sight) >= LEAST_DISTANCE


def deepest():
    """The two deepest cells on a white page: above and below zero."""
    return [over(rgb(shade), table.DEEPEST, (255, 255, 255)) for shade in (table.POSITIVE, table.NEGATIVE)]


def test_red_and_green_would_be_refused():
    assert nearest(["#D55E00", "#8A7A00"], "protanopia") < LEAST_DISTANCE
    assert text_contrast("light", opacity=0.42) < TEXT
