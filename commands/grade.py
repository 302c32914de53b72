"""run.py grade FOLDER [--to FILE]: one table (CSV) of the result files that students handed in.

Files are read as data by helpers/result_file.py, and nothing in the folder is imported or run. What a
student wrote reaches the table only as a name, made harmless for spreadsheets, and as known question ids.
"""

import argparse
import ast
import csv
import io
import os
import re
from pathlib import Path

from helpers import result_file

from .environment import ROOT
from .messages import Stop, say

QUESTIONS = ROOT / "helpers" / "lectures" / "questions"
HEADER = ["学号 student", "答对 right", "做过 answered", "尝试 tries", "最后保存 saved", "文件 files", "备注 note"]
EDITED = "封条不符：文件坏了或被改过 seal broken: damaged or edited"
MOST_FILES = 20_000
# Student numbers of which a spreadsheet would drop zeros or digits, or make powers of ten, dates, times.
REWRITTEN = re.compile(r"0\d+|\d{16,}|[\d.]+[eE][+-]?\d+|\d+([-/:.]\d+)+")


def main(arguments):
    parser = argparse.ArgumentParser(prog="run.py grade", allow_abbrev=False)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--to", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    if not options.folder.is_dir():
        raise Stop("grade.no_folder", folder=printable(options.folder))
    target = options.to or options.folder / "grades.csv"
    if target.exists() and not is_ours(target):
        raise Stop("grade.not_ours", file=printable(target))
    ids = question_ids()
    students, refused = collect(options.folder, ids)
    target.write_bytes(table(students, ids).encode("utf-8-sig"))  # with BOM: Excel reads it as UTF-8
    say("grade.done", students=len(students), refused=refused, file=printable(target))
    return 0 if students else 1


def collect(folder, ids):
    """Read all files below a folder, saying in one line what is wrong with a file that is no use.

    Returns the students, ``{student: [ResultFile, ...]}``, and how many files were refused.
    """
    students, refused = {}, 0
    for path in candidates(folder):
        name = printable(path.relative_to(folder))
        try:
            found = result_file.read(path)
        except (result_file.Unreadable, OSError) as why:
            refused += 1
            print(f"✗ {name}: {printable(getattr(why, 'strerror', None) or why)}", flush=True)
            continue
        unknown = [id for id in found.entries if id not in ids]
        if unknown:
            say("grade.unknown", file=name, count=len(unknown), id=unknown[0])
        if not found.sealed:
            say("grade.edited", file=name)
        students.setdefault(found.student, []).append(found)
    return students, refused


def candidates(folder):
    """Return the files that may be meant: JSON, and notebooks, to say that they are not it."""
    found = []
    for where, folders, names in os.walk(folder, followlinks=False):
        folders.sort()
        for name in sorted(names):
            if name.lower().endswith((".json", ".ipynb")):
                found.append(Path(where, name))
        if len(found) > MOST_FILES:
            raise Stop("grade.too_many", most=MOST_FILES, folder=printable(folder))
    return found


def table(students, ids):
    """Return the CSV: a line for each student, a column for each question that anyone answered."""
    rows = {student: merged(files, ids) for student, files in students.items()}
    columns = [id for id in ids if any(id in entries for entries in rows.values())]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([*HEADER, *columns])
    for student in sorted(students):
        entries, files = rows[student], students[student]
        right, tries = (sum(part) for part in zip(*entries.values())) if entries else (0, 0)
        note = "" if all(file.sealed for file in files) else EDITED
        saved = max(file.saved for file in files)
        marks = [int(entries[id].correct) if id in entries else "" for id in columns]
        writer.writerow(
            [harmless(student), right, len(entries), tries, saved, len(files), note, *marks]
        )
    return out.getvalue()


def merged(files, ids):
    """Return the entries of several files of one student, those of each question joined."""
    entries = {}
    for file in files:
        for id, entry in file.entries.items():
            if id in ids:
                entries[id] = entry.joined(entries.get(id, entry))
    return entries


def question_ids():
    """Return the ids of all questions in order, read from the source: the questions need NumPy."""
    ids = []
    for path in sorted(QUESTIONS.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "").endswith("Question"):
                ids.append(node.args[0].value)
    return ids


def harmless(text):
    """Return a text that no spreadsheet takes for a formula, a date, or a number that it writes anew."""
    formula = text.lstrip()[:1] in ("=", "+", "-", "@", "|", "%")
    return "'" + text if formula or REWRITTEN.fullmatch(text) else text


def is_ours(path):
    """Say whether a file is a table that this command wrote, which may be written anew."""
    with open(path, "rb") as file:
        return file.read(100).decode("utf-8-sig", errors="replace").startswith(HEADER[0])


def printable(name):
    """Return a name that cannot move the cursor of a terminal: the file may be anybody's."""
    return "".join(c if c.isprintable() else "?" for c in str(name))
