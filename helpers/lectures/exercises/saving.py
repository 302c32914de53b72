"""Saving what was answered as the small file that a student hands in (``helpers/result_file.py``)."""

import datetime
import os
from pathlib import Path

from ... import result_file
from ...views.table import Shown
from ...words import word
from . import session
from .card import marked_up


def save_results(folder="."):
    """Write the results of this student to a file in ``folder`` and say where it is; for the last cell.

    The file holds id, right or not, and number of tries of each question; no code and no answers. Results
    that stand in it already, from another notebook or another day, are kept: a question that was right
    once stays right, and its tries are the most of any sitting. Without a student nothing is written.

    Parameters
    ----------
    folder : default the one of the notebook.

    Returns
    -------
    Shown, which the notebook displays.

    Raises
    ------
    OSError : the system does not let the file be written.
    """
    student = session.current_student()
    if not student:
        return _said("saving.no_student")
    if not result_file.is_name(student):
        return _said("saving.name", longest=result_file.LONGEST_NAME)
    path = Path(folder) / result_file.file_name(student)
    entries = _earlier(path, student)
    for result in session.exercise_results():
        if result.student == student:
            now = result_file.Entry(result.correct, min(result.tries, result_file.MOST_TRIES))
            entries[result.id] = now.joined(entries.get(result.id, now))
    if not entries:
        return _said("saving.nothing")
    saved = datetime.datetime.now().astimezone().isoformat(timespec="seconds")
    _write(path, result_file.written(student, saved, entries))
    right = sum(entry.correct for entry in entries.values())
    return _said("saving.saved", name=path.name, count=len(entries), right=right)


def _earlier(path, student):
    """Return the entries of the file that is there; a file that is not ours is put aside, not lost."""
    if not path.exists():
        return {}
    try:
        found = result_file.read(path)
        if found.student == student:
            return found.entries
    except result_file.Unreadable:
        pass
    path.replace(path.with_suffix(".old.json"))
    return {}


def _write(path, text):
    """Write whole or not at all."""
    temporary = path.with_name(f".{path.name}.new")
    temporary.write_text(text, encoding="utf-8", newline="\n")
    os.replace(temporary, path)


def _said(key, **values):
    said = word(key, **values)
    return Shown(f'<div style="margin:4px 0">{marked_up(said)}</div>', said)
