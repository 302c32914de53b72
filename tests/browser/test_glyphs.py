"""No character of the series is a box: in the fonts of the page, as this machine has them."""

import pytest
from hygiene.notebook import ROOT, load, output_texts

from browser.conftest import NOTEBOOKS
from helpers.words import WORDS


@pytest.fixture(scope="module")
def used():
    """Every character that the notebooks and the words of helpers show."""
    texts = [text for pair in WORDS.values() for text in pair]
    for name in NOTEBOOKS:
        for cell in load(ROOT / "notebooks" / name).cells:
            texts += [cell.source, *(text for _, text in output_texts(cell))]
    return "".join(sorted(c for c in set("".join(texts)) if not c.isspace() and c.isprintable()))


@pytest.mark.parametrize("place", range(3), ids=["prose", "code", "interface"])
def test_every_character_has_a_glyph(lab, used, place):
    font = lab.page.evaluate("() => probe.fonts()")[place]
    combining = {"\u0302"}  # drawn with the letter before it
    found = lab.page.evaluate("([text, font]) => probe.tofu(text, font)", [used, font])
    assert len(used) > 1000 and set(found) - combining == set()


def test_a_missing_glyph_would_be_found(lab):
    font = lab.page.evaluate("() => probe.fonts()")[0]
    assert lab.page.evaluate("([text, font]) => probe.tofu(text, font)", ["a\u0379中", font]) == ["\u0379"]
