"""What is shown to a class: live slides in JupyterLab, and pages and slides that need no network."""

import json
import re

import nbformat
import pytest
from bs4 import BeautifulSoup

from browser.conftest import NOTEBOOKS
from browser.driving import SIZE, Lab
from browser.moves import moves
from browser.serving import serving
from browser.test_notebooks import follow, second
from commands import present
from commands.lab import ORIGINALS

static_pages = pytest.importorskip("commands.static_pages", exc_type=ImportError)

ELSEWHERE = re.compile(r"""(?:src|href)\s*=\s*["']?(?:https?:)?//|url\(\s*["']?https?:|@import""")
VISIBLE = "() => [...document.querySelectorAll('.cell')].flatMap((c, k) => c.offsetHeight ? [k] : [])"
DECK = "[data-jp-deck-mode='presenting']"


def read(name):
    return nbformat.read(ORIGINALS / name, as_version=4)


def slide_types(notebook):
    return [cell.metadata.get("slideshow", {}).get("slide_type", "-") for cell in notebook.cells]


# -- without network ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_page_has_all_in_it(name):
    notebook = read(name)
    html = static_pages.page(notebook, name, "html")
    assert not ELSEWHERE.findall(html)
    assert "<script" not in html
    assert not re.search(r"\$[^$<\n]{1,60}\$|\\(?:frac|sqrt|text|begin)\b", _without_code(html))
    seen = _words(_without_code(html))
    for panel in _static_panels(notebook):
        assert _words(panel) in seen
    images = re.findall(r"<img\b[^>]*>", html)
    assert all(re.search(r'alt="[^"]+"', image) and 'src="data:' in image for image in images)
    assert not re.search(r'href="[^"]+\.ipynb', html)


def _without_code(html):
    return re.sub(r"<(pre|code|style|annotation)\b.*?</\1>", "", html, flags=re.DOTALL)


def _words(html):
    return "".join(BeautifulSoup(html, "html.parser").get_text().split())


def _static_panels(notebook):
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "".join(data.get("text/plain", "")).startswith("Panel "):
                yield "".join(data["text/html"])


def test_code_can_be_left_out():
    notebook = read("lecture10/06_layer_norm.ipynb")
    assert "normalize_by_hand" in static_pages.page(notebook, "06", "html")
    assert "def normalize_by_hand" not in static_pages.page(notebook, "06", "html", hide_code=True)


@pytest.fixture(scope="module")
def bare_page(lab):
    """A page of the same browser, outside of JupyterLab; it may fetch nothing but its file."""
    page = lab.page.context.browser.new_page(viewport={"width": 1280, "height": 800})
    page.fetched = []
    page.on("request", lambda request: page.fetched.append(request.url))
    page.on("pageerror", lambda error: page.fetched.append(str(error)))
    yield page
    page.close()


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_slides_show_every_cell_that_is_not_skipped(name, bare_page, tmp_path):
    notebook = read(name)
    file = tmp_path / "slides.html"
    file.write_text(static_pages.page(notebook, name, "slides"), encoding="utf-8")
    bare_page.fetched.clear()
    bare_page.goto(file.as_uri())
    seen, before = set(), None
    while (at := bare_page.evaluate("() => location.hash")) != before:
        seen |= set(bare_page.evaluate(VISIBLE))
        before = at
        bare_page.keyboard.press("ArrowRight")
    wanted = {k for k, kind in enumerate(slide_types(notebook)) if kind not in ("skip", "notes")}
    assert seen == wanted
    count = int(bare_page.locator(".where").inner_text().split("/")[1])
    assert count == sum(kind in ("slide", "subslide") for kind in slide_types(notebook))
    assert bare_page.fetched == [file.as_uri()]


# -- in JupyterLab --------------------------------------------------------------------------------


@pytest.fixture
def deck(tmp_path, monkeypatch, lab):
    """JupyterLab as `run.py present --large --hide-code` starts it, or a skip without the extension."""
    if not lab.page.evaluate("() => jupyterapp.commands.hasCommand('deck:start')"):
        pytest.skip("jupyterlab-slideshow is not installed")
    folder = tmp_path / "labconfig"
    folder.mkdir()
    overrides = present.settings(large=True, hide_code=True)
    (folder / "default_setting_overrides.json").write_text(json.dumps(overrides), encoding="utf-8")
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", str(tmp_path))
    (tmp_path / "lab").mkdir()
    with serving(tmp_path / "lab") as server:
        page = lab.page.context.browser.new_page(viewport=SIZE)
        yield Lab(page, server)
        page.close()


def test_a_live_panel_on_a_large_slide_without_code(deck):
    with deck.notebook("lecture10/06_layer_norm.ipynb") as notebook:
        deck.page.wait_for_selector(DECK, state="attached")
        assert notebook.run_all() == []
        panel = notebook.panels()[0]
        panel.show()
        assert panel.root.is_visible()
        assert deck.page.locator(".jp-CodeCell .jp-Cell-inputWrapper:visible").count() == 0
        assert panel.root.evaluate("node => node.currentCSSZoom") == pytest.approx(1.4)
        twin = second(panel)
        panel.reset()
        twin.reset()
        state = panel.in_kernel()["state"]
        steps = moves(panel, "gamma", twin.controls["gamma"], lambda: state["gamma"])
        for how, act, wanted in steps:
            act()
            state |= follow(panel, twin, "gamma", wanted, f"on a slide, {how}")
    assert deck.complaints == []
