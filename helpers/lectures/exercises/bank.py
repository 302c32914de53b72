"""Finding questions: ``l10-06-2`` stands in ``questions/l10_06.py``, and only that file is read."""

import difflib
import importlib
import pkgutil
import re

from ...words import both
from .. import questions

ID = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)-([a-z0-9]+)")


def question(id):
    """Return the question ``id``.

    Raises
    ------
    ValueError if there is none; it names those whose ids look like it.
    """
    match = ID.fullmatch(id) if isinstance(id, str) else None
    if match and match[1] in sheets():
        for found in sheet(match[1]):
            if found.id == id:
                return found
    known = [q.id for q in sheet(match[1])] if match and match[1] in sheets() else sheets()
    close = difflib.get_close_matches(str(id), known, n=3, cutoff=0) or known[:3]
    raise ValueError(both("exercises.unknown", id=repr(id), close=", ".join(close)))


def sheets():
    """Return the names of all question files as they stand in ids: ``l10-06``."""
    return sorted(m.name.replace("_", "-") for m in pkgutil.iter_modules(questions.__path__))


def sheet(name):
    """Return the questions of one file, in order."""
    module = importlib.import_module(f"{questions.__name__}.{name.replace('-', '_')}")
    return module.QUESTIONS


def family(question):
    """Return a question and those that share its numbers."""
    name = question.id.rpartition("-")[0]
    others = sheet(name) if name in sheets() else []
    return [question, *(other for other in others if other.same_as == question.id)]
