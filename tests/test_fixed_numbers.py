"""What modules keep for every cell, printed numbers and stored weights, cannot be changed by one of them."""

import ast
import importlib
import inspect
import pkgutil

import numpy as np
import pytest
from hygiene.notebook import all_paths, load

import helpers.lectures

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(helpers.lectures.__path__, "helpers.lectures.")
    if ".questions." not in module.name
)


def writable(value, path, depth=6):
    """Yield the paths of the arrays in a value that can be written to."""
    if isinstance(value, np.ndarray):
        if value.flags.writeable:
            yield path
    elif isinstance(value, dict) and depth:
        for key, part in value.items():
            yield from writable(part, f"{path}[{key!r}]", depth - 1)
    elif isinstance(value, (list, tuple)) and depth:
        for k, part in enumerate(value):
            yield from writable(part, f"{path}[{k}]", depth - 1)
    elif hasattr(value, "__dict__") and type(value).__module__.startswith("helpers") and depth:
        yield from writable(vars(value), path, depth - 1)


def kept(module):
    """Yield the name and value of what a module keeps: its variables, and results of cached functions."""
    for name, value in list(vars(module).items()):
        if name.startswith("__") or inspect.ismodule(value) or inspect.isclass(value):
            continue
        if not hasattr(value, "cache_info"):
            yield name, value
        elif value.__module__ == module.__name__ and not name.startswith("_"):
            parameters = inspect.signature(value).parameters.values()
            if all(p.default is not p.empty for p in parameters):
                yield f"{name}()", value()


@pytest.mark.parametrize("name", MODULES)
def test_numbers_that_cells_share_are_read_only(name):
    module = importlib.import_module(name)
    found = [path for where, value in kept(module) for path in writable(value, where)]
    assert not found, f"{name}: {found[:5]}"


def test_numbers_that_notebooks_import_are_read_only():
    found, arrays = [], 0
    for path in all_paths():
        for cell in load(path).code:
            for node in ast.walk(ast.parse(cell.source)):
                if isinstance(node, ast.ImportFrom) and node.module.startswith("helpers"):
                    for name in (alias.name for alias in node.names):
                        value = getattr(importlib.import_module(node.module), name)
                        arrays += isinstance(value, np.ndarray)
                        found += writable(value, f"{path.name}: {name}")
    assert arrays and not found
