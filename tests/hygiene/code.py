"""Code cells: short, few in a row, imports first, nothing that hides or installs."""

import ast
import re

LINES_CAP = 20
IN_A_ROW_CAP = 2
IMPORTS = {"helpers", "numpy", "matplotlib"}  # and the standard library
STANDARD = {"math", "itertools", "functools", "collections", "time", "sys", "random", "pathlib"}


def short_cells(notebook):
    for cell in notebook.code:
        lines = len(cell.source.rstrip().split("\n"))
        if lines > LINES_CAP:
            yield f"cell {cell.number} has {lines} lines, more than {LINES_CAP}"


def few_code_cells_in_a_row(notebook):
    row = 0
    for cell in notebook.cells:
        row = row + 1 if cell.kind == "code" else 0
        if row == IN_A_ROW_CAP + 1:
            yield f"cell {cell.number} is the {row}rd code cell in a row"


def imports_in_the_first_code_cell(notebook):
    for k, cell in enumerate(notebook.code):
        statements = _parsed(cell)
        if statements is None:
            continue
        imports = [n for s in statements for n in ast.walk(s) if isinstance(n, (ast.Import, ast.ImportFrom))]
        if k == 0 and any(s not in imports for s in statements):
            yield f"cell {cell.number}, the first code cell, holds more than imports"
        if k > 0 and imports:
            yield f"cell {cell.number} imports; only the first code cell does"
        for name in sorted({top for node in imports for top in _tops(node)} - IMPORTS - STANDARD):
            yield f"cell {cell.number} imports {name}"


def plain_python(notebook):
    for cell in notebook.code:
        if re.search(r"^\s*[%!]|^\s*\w+\s*=\s*[%!]", cell.source, re.MULTILINE):
            yield f"cell {cell.number} holds a magic or a shell command"
        elif _parsed(cell) is None and "raises-exception" not in cell.tags:
            yield f"cell {cell.number} does not parse"
        if re.search(r"filterwarnings|simplefilter|catch_warnings|logging\.disable", cell.source):
            yield f"cell {cell.number} silences warnings"
        if cell.source.rstrip().endswith(";"):
            yield f"cell {cell.number} ends in a semicolon, which does not hide the output from nbval"


def figures_are_shown(notebook):
    for cell in notebook.code:
        if re.search(r"(?<![\w.])figure\(", cell.source) and "show_figure(" not in cell.source:
            yield f"cell {cell.number} makes a figure and does not show it with show_figure(fig)"


def own_random_numbers(notebook):
    """A generator that two cells share gives other numbers when a reader runs one of them twice."""
    made = set()
    for cell in notebook.code:
        statements = _parsed(cell) or []
        own = {name for s in statements for n in ast.walk(s) for name in _generators(n)}
        names = [n for s in statements for n in ast.walk(s) if isinstance(n, ast.Name)]
        parameters = {a.arg for s in statements for n in ast.walk(s) if isinstance(n, ast.arguments) for a in n.args}
        for name in sorted({n.id for n in names} & made - own - parameters):
            yield f"cell {cell.number} draws from {name}, which another cell has made"
        made |= {name for s in statements for name in _generators(s)}


def ignored_output_is_asserted(notebook):
    """nbval does not look at the output of such a cell, so a property of it must be asserted."""
    code = notebook.code
    for k, cell in enumerate(code):
        if "nbval-ignore-output" in cell.tags:
            near = cell.source + (code[k + 1].source if k + 1 < len(code) else "")
            if not re.search(r"^\s*assert\b|\bcompare\(", near, re.MULTILINE):
                yield f"cell {cell.number} ignores its output, and nothing is asserted there or next"


def _parsed(cell):
    try:
        return ast.parse(cell.source).body
    except SyntaxError:
        return None


def _generators(statement):
    """Yield the names that a statement binds to a new random generator."""
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
        if ast.unparse(statement.value.func).endswith("default_rng"):
            yield from (target.id for target in statement.targets if isinstance(target, ast.Name))


def _tops(node):
    if isinstance(node, ast.ImportFrom):
        return [(node.module or ".").split(".")[0]]
    return [alias.name.split(".")[0] for alias in node.names]


RULES = [
    short_cells, few_code_cells_in_a_row, imports_in_the_first_code_cell, plain_python,
    figures_are_shown, own_random_numbers, ignored_output_is_asserted,
]
