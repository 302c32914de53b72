"""The rules that every notebook of the series keeps, each a function from a notebook to complaints."""

from hygiene import code, form, outputs, prose, structure

RULES = [
    *form.RULES,
    *code.RULES,
    *outputs.RULES,
    *prose.RULES,
    *structure.RULES,
]


def complaints(notebook):
    """Return one line for each place where the notebook breaks a rule."""
    return [
        f"[{rule.__name__}] {complaint}" for rule in RULES for complaint in rule(notebook)
    ]
