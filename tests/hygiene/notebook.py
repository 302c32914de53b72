"""A notebook as the rules see it."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"


@dataclass
class Cell:
    number: int  # from 1, as a reader of a complaint counts
    kind: str
    source: str
    raw: dict

    @property
    def tags(self):
        return self.raw.get("metadata", {}).get("tags", [])

    @property
    def outputs(self):
        return self.raw.get("outputs", [])


@dataclass
class Notebook:
    """``name`` is the path below notebooks/, with forward slashes."""

    name: str
    raw: bytes
    folder: Path
    data: dict = field(init=False)
    cells: list = field(init=False)

    def __post_init__(self):
        self.data = json.loads(self.raw)
        self.cells = [
            Cell(number, cell["cell_type"], _joined(cell.get("source", "")), cell)
            for number, cell in enumerate(self.data["cells"], 1)
        ]

    @property
    def code(self):
        return [cell for cell in self.cells if cell.kind == "code"]

    @property
    def markdown(self):
        return [cell for cell in self.cells if cell.kind == "markdown"]


def load(path):
    return Notebook(path.relative_to(NOTEBOOKS).as_posix(), path.read_bytes(), path.parent)


def all_paths():
    found = NOTEBOOKS.rglob("*.ipynb")
    return sorted(path for path in found if ".ipynb_checkpoints" not in path.parts)


def output_texts(cell):
    """Yield (MIME type, text) for everything that the cell has put out as text."""
    for output in cell.outputs:
        if output["output_type"] == "stream":
            yield "text/plain", _joined(output.get("text", ""))
        for mime, content in output.get("data", {}).items():
            if isinstance(content, (str, list)) and not mime.startswith("image/png"):
                yield mime, _joined(content)


def visible(html):
    """Return what a reader of the HTML sees."""
    html = re.sub(r"<(style|script)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return re.sub(r"<[^>]*>", " ", html)


def _joined(text):
    return "".join(text)
