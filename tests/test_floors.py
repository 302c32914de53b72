"""helpers has floors, and a module imports only from floors below; nothing names one machine."""

import ast
import os
import subprocess
import sys

import pytest
from hygiene.notebook import ROOT
from hygiene.places import machine_paths, package_hosts

import helpers

HELPERS = ROOT / "helpers"
FLOORS = {"words": 0, "numbers": 0, "result_file": 0, "kernels": 1, "models": 2, "views": 3, "lectures": 4, "panels": 5}
HEAVY = {"matplotlib", "ipywidgets", "traitlets", "IPython", "cycler"}
SKIPPED = {".git", ".venv", "my_notebooks", "wheels", "build", "dist", "__pycache__"}


def modules():
    """The files of the package; helpers/__init__.py is only a table of names, and fonts/ no package."""
    files = sorted(HELPERS.rglob("*.py"))
    return [f for f in files if f != HELPERS / "__init__.py" and f.parent.name != "fonts"]


def name_of(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(source, module, package):
    """Yield (dotted name, inside a function) of each import in the source of the module."""
    base = module.split(".") if package else module.split(".")[:-1]
    tree = ast.parse(source)
    inside = {
        id(node) for f in ast.walk(tree) if isinstance(f, (ast.FunctionDef, ast.Lambda)) for node in ast.walk(f)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, id(node) in inside) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = base[: len(base) - node.level + 1] if node.level else []
            target = ".".join([*start, *filter(None, [node.module])])
            for alias in node.names:
                deeper = target == "helpers" or not node.module
                yield (f"{target}.{alias.name}" if deeper else target), id(node) in inside


def floor_of(name):
    """Return the floor of helpers.x.y or of a public name as helpers.softmax; None for helpers itself."""
    part = name.partition(".")[2]
    home = helpers._HOME.get(part, part)
    return FLOORS.get(home.split(".")[0])


def broken_floors(source, module, package=False):
    """Return what the module imports from above, or from no floor, or too heavy for its own."""
    own, found = floor_of(module), []
    for name, inside in imported(source, module, package):
        top = name.split(".")[0]
        if top == "helpers":
            floor = floor_of(name)
            sibling = name.split(".")[:2] == module.split(".")[:2]
            if floor is None or floor > own or (floor == own and own > 0 and not sibling):
                found.append(name)
        elif top not in sys.stdlib_module_names and top != "numpy":
            if top not in HEAVY or own < 3 or (own < 5 and not inside):
                found.append(name)
    return found


def test_every_part_of_helpers_has_a_floor():
    parts = {name_of(path).split(".")[1] for path in modules()}
    assert parts == set(FLOORS)


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_module_imports_only_from_below(path):
    source = path.read_text(encoding="utf-8")
    assert broken_floors(source, name_of(path), path.name == "__init__.py") == []


@pytest.mark.parametrize("module, source, broken", [
    ("helpers.kernels.attention", "from helpers.kernels.door import f", []),
    ("helpers.kernels.attention", "from .door import f", []),
    ("helpers.kernels.attention", "from helpers.models.transformer import f", ["helpers.models.transformer"]),
    ("helpers.kernels.attention", "from ..models import transformer", ["helpers.models"]),
    ("helpers.kernels.attention", "def f():\n    import helpers.views.table", ["helpers.views.table"]),
    ("helpers.models.transformer", "from helpers import softmax", []),
    ("helpers.kernels.attention", "from helpers import compare", ["helpers.compare"]),
    ("helpers.models.transformer", "import helpers", ["helpers"]),
    ("helpers.models.transformer", "from helpers import panels", ["helpers.panels"]),
    ("helpers.models.transformer", "from .. import words, views", ["helpers.views"]),
    ("helpers.numbers", "from helpers.words import both", []),
    ("helpers.numbers", "import torch", ["torch"]),
    ("helpers.kernels.attention", "def f():\n    import matplotlib", ["matplotlib"]),
    ("helpers.views.style", "def f():\n    import matplotlib", []),
    ("helpers.views.style", "import matplotlib", ["matplotlib"]),
    ("helpers.lectures.exercises", "from helpers.panels.panel import Panel", ["helpers.panels.panel"]),
    ("helpers.panels.panel", "import ipywidgets", []),
])
def test_a_broken_floor_is_found(module, source, broken):
    assert broken_floors(source, module) == broken


def test_modules_of_one_floor_do_not_import_in_a_circle():
    graph = {}
    for path in modules():
        name = name_of(path)
        wanted = imported(path.read_text(encoding="utf-8"), name, path.name == "__init__.py")
        graph[name] = {target for target, inside in wanted if not inside}
    done = set()

    def visit(name, trail):
        assert name not in trail, " -> ".join([*trail, name])
        if name not in done:
            for target in graph.get(name, ()):
                visit(target, [*trail, name])
            done.add(name)

    for name in graph:
        visit(name, [])


def test_import_helpers_loads_numpy_and_nothing_heavy():
    code = (
        "import sys; import helpers\n"
        "heavy = [m for m in ('matplotlib', 'ipywidgets', 'IPython', 'helpers.panels', 'helpers.views')"
        " if m in sys.modules]\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, env=os.environ)


# -- addresses ---------------------------------------------------------------------------------------


def text_files():
    """Every text file of the project: what git knows or would take, or else what lies in the folder."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
        files = [ROOT / name for name in listed.decode("utf-8").split("\0") if name]
    except (OSError, subprocess.CalledProcessError):  # a download without git
        files = [f for f in ROOT.rglob("*") if not SKIPPED & set(f.relative_to(ROOT).parts)]
    for path in sorted(files):
        if path.is_file():
            raw = path.read_bytes()
            if b"\0" not in raw:
                yield path, raw.decode("utf-8")


def test_no_file_names_a_path_of_one_machine_or_a_host_of_packages():
    seen, found = 0, []
    for path, text in text_files():
        seen += 1
        found += [f"{path.relative_to(ROOT)}: {a}" for a in machine_paths(text) + package_hosts(text)]
    assert seen > 20 and not found, "\n".join(found)


# Put together here, so that this very file passes.
@pytest.mark.parametrize("text, wrong", [
    ("cd /wo" + "rk/main", True), ("'/ro" + "ot'", True), ("see /ho" + "me/ann/x", True),
    ("C:\\\\Us" + "ers\\\\ann", True), ("D:/Us" + "ers/ann", True), ("(/tm" + "p/x)", True),
    ("/usr/bin/chromium", False), ("helpers/work/x", False), ("see https://a.b/ho" + "me/x", False),
    ("${ROOT}/wo" + "rk", False), ("and/or", False),
])
def test_paths_of_machines_are_found(text, wrong):
    assert bool(machine_paths(text)) == wrong


@pytest.mark.parametrize("text, wrong", [
    ("https://py" + "pi.org/simple", True), ("files.python" + "hosted.org", True),
    ("https://py" + "pi.tuna.tsinghua.edu.cn/simple", True), ("mir" + "rors.aliyun.com", True),
    ("registry.np" + "mjs.org", True), ("https://arxiv.org/abs/1706.03762", False), ("pypi", False),
])
def test_hosts_of_packages_are_found(text, wrong):
    assert bool(package_hosts(text)) == wrong
