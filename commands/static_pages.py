"""Runs inside the environment: notebooks as static pages or slides that need no network.

The stored outputs are shown as they are, a panel with its first picture. nbconvert's own templates fetch
require.js, MathJax and reveal.js from other hosts; here formulas become MathML, which browsers draw
themselves, and the slides are a few lines of script in the page.
"""

import argparse
import re
import sys
from html import escape
from pathlib import Path

import nbformat
from jinja2 import pass_context
from latex2mathml.converter import convert
from nbconvert.exporters import HTMLExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from .messages import say, text

PAGES = Path(__file__).with_name("pages")
ENDINGS = {"html": ".html", "slides": ".slides.html"}


class MathML(IPythonRenderer):
    """Markdown with formulas as MathML."""

    def inline_math(self, body):
        return convert(_plain(body), display="inline")

    def block_math(self, body):
        return convert(_plain(body), display="block")


def _plain(formula):
    r"""Return LaTeX without what only sets sizes, and with ``\_`` as text has it."""
    return re.sub(r"\\(?:Big|big)[lr]?\b", "", formula.strip())


@pass_context
def markdown2html(context, source):
    """Return Markdown as HTML; a link to a notebook leads to its page."""
    html = MarkdownWithMath(renderer=MathML(escape=False, exclude_anchor_links=True)).render(source)
    ending = context["resources"]["ending"]
    return re.sub(r'(href="(?![a-z]+:)[^"#]*)\.ipynb', lambda link: link[1] + ending, html)


def page(notebook, name, kind, hide_code=False):
    """Return the notebook as one HTML page.

    Parameters
    ----------
    notebook : nbformat notebook node.
    name : what the browser's tab says.
    kind : ``"html"`` (an article) or ``"slides"``.
    hide_code : leave the code out; default False.
    """
    exporter = HTMLExporter(
        template_name="offline",
        extra_template_basedirs=[str(PAGES)],
        filters={"markdown2html": markdown2html},
        exclude_input=hide_code,
    )
    slides = (PAGES / "slides.js").read_text(encoding="utf-8") if kind == "slides" else ""
    resources = {
        "metadata": {"name": name},
        "ending": ENDINGS[kind],
        "page_css": (PAGES / "page.css").read_text(encoding="utf-8"),
        "slides_js": slides,
    }
    html, _ = exporter.from_notebook_node(_described(notebook), resources)
    return html.replace('<html lang="en">', '<html lang="zh-CN">', 1)


def _described(notebook):
    """Return a copy in which each figure is an <img> that has its text form as its alternative."""
    notebook = nbformat.from_dict(notebook)
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "image/png" in data and "text/html" not in data:
                words = escape("".join(data.get("text/plain", "")), quote=True)
                source = "".join(data.pop("image/png")).replace("\n", "")
                data["text/html"] = f'<img alt="{words}" src="data:image/png;base64,{source}">'
    return notebook


def title(notebook):
    """Return the first heading, or an empty string."""
    found = re.search(r"^# (.+)$", notebook.cells[0].source if notebook.cells else "", re.MULTILINE)
    return escape(found[1]) if found else ""


def main(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--to", choices=ENDINGS, required=True)
    parser.add_argument("--hide-code", action="store_true")
    parser.add_argument("--from", dest="source", type=Path, required=True)
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("names", nargs="+")
    options = parser.parse_args(arguments)
    try:
        write(options)
    except OSError as error:
        print("\n" + text("os_error", error=error), file=sys.stderr)
        return 2
    return 0


def write(options):
    """Write the pages of the named notebooks."""
    for name in options.names:
        notebook = nbformat.read(options.source / name, as_version=4)
        target = options.into / name.replace(".ipynb", ENDINGS[options.to])
        target.parent.mkdir(parents=True, exist_ok=True)
        html = page(notebook, title(notebook) or name, options.to, options.hide_code)
        target.write_text(html, encoding="utf-8")
        say("export.done", name=target)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
