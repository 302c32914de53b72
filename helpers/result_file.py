"""The small file of results that a student hands in: what it holds, how it is written and read.

Standard library only: ``python run.py grade`` reads the files of strangers with it. Reading runs nothing
that a file contains; a file is JSON with these fields and no others, and small, or it is refused.

What the seal is worth: it is a checksum. It shows that a file was damaged, or edited by hand. It does not
show who answered, or how: the program that makes it lies on the student's own machine, and whoever reads
it can seal whatever he or she likes, look answers up, or copy those of a friend (``set_student`` gives
each student other numbers, which makes copying of numbers useless, not of functions). Results are good
for seeing where a class stands; where marks depend on them, let students explain an answer.
"""

import hashlib
import json
import re
import stat
import unicodedata
from typing import NamedTuple

from .words import both

FORMAT, VERSION = "compute-the-transformer results", 1
SIZE_CAP = 100_000  # bytes; a file with every question of the series has about 15,000
MOST_RESULTS, MOST_TRIES, LONGEST_NAME = 1000, 9999, 64
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d")
FIELDS = {"format", "version", "student", "saved", "results", "seal"}


class Entry(NamedTuple):
    """What became of one question."""

    correct: bool
    tries: int

    def joined(self, other):
        """Return what two sittings come to: right once is right, and the most tries."""
        return Entry(self.correct or other.correct, max(self.tries, other.tries))


class ResultFile(NamedTuple):
    """The content of a file."""

    student: str
    saved: str  # local time with offset, as in 2025-09-01T10:00:00+08:00
    entries: dict  # id -> Entry
    sealed: bool  # whether the content is as it was written


class Unreadable(ValueError):
    """The file is no result file; the text says why, in one line."""


def written(student, saved, entries):
    """Return the text of a file.

    Parameters
    ----------
    student, saved : strings as in ``ResultFile``.
    entries : dict id -> Entry.
    """
    results = [{"id": id, **entry._asdict()} for id, entry in sorted(entries.items())]
    content = {
        "format": FORMAT, "version": VERSION, "student": student, "saved": saved, "results": results
    }
    return json.dumps(content | {"seal": seal(content)}, ensure_ascii=False, indent=1) + "\n"


def read(path):
    """Return the ``ResultFile`` of a path.

    Raises
    ------
    Unreadable : anything but a file as ``written`` makes it; a seal that does not fit is no error.
    OSError : the system does not let it be read.
    """
    if path.suffix.lower() == ".ipynb":
        raise Unreadable(both("results.notebook"))
    return parsed(_bytes(path))


def parsed(raw):
    """Return the ``ResultFile`` of the bytes of a file; raises as ``read`` does."""
    if len(raw) > SIZE_CAP:
        raise Unreadable(both("results.large", cap=SIZE_CAP))
    try:
        content = json.loads(
            raw.decode("utf-8-sig"), object_pairs_hook=_each_once, parse_constant=_refuse
        )
    except (ValueError, RecursionError):
        raise Unreadable(both("results.no_json")) from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise Unreadable(both("results.other"))
    if type(content.get("version")) is not int or content["version"] != VERSION:
        raise Unreadable(both("results.version", version=VERSION))
    _demand(content.keys() == FIELDS, "fields")
    _demand(is_name(content["student"]), "student")
    _demand(isinstance(content["saved"], str) and TIME.fullmatch(content["saved"]), "saved")
    results = content["results"]
    _demand(isinstance(results, list) and len(results) <= MOST_RESULTS, "results")
    entries = dict(_entry(result) for result in results)
    _demand(len(entries) == len(results), "results")
    mark = content.pop("seal")
    return ResultFile(content["student"], content["saved"], entries, mark == seal(content))


def seal(content):
    """Return the checksum of a content without its seal."""
    canonical = json.dumps(content, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def is_name(student):
    """Say whether a value can stand as a student: a short line of visible characters, as it counts."""
    return (
        isinstance(student, str)
        and 0 < len(student) <= LONGEST_NAME
        and normal_form(student) == student
        and all(unicodedata.category(c)[0] != "C" for c in student)  # no control characters
    )


def normal_form(student):
    """Return a student number as it counts: no blanks around it, full-width digits as plain ones."""
    return unicodedata.normalize("NFKC", str(student)).strip()


def file_name(student):
    """Return a file name for a student that every system takes."""
    plain = re.sub(r"[^\w-]", "_", student)[:40]
    mark = "" if plain == student else "-" + hashlib.sha256(student.encode()).hexdigest()[:6]
    return f"results-{plain}{mark}.json"


def _bytes(path):
    if not stat.S_ISREG(path.lstat().st_mode):  # a link may point anywhere, a pipe never ends
        raise Unreadable(both("results.no_file"))
    with open(path, "rb") as file:
        return file.read(SIZE_CAP + 1)


def _entry(result):
    _demand(isinstance(result, dict) and result.keys() == {"id", *Entry._fields}, "results")
    id, correct, tries = result["id"], result["correct"], result["tries"]
    _demand(isinstance(id, str) and len(id) <= LONGEST_NAME and ID.fullmatch(id), "id")
    _demand(type(correct) is bool, "correct")
    _demand(type(tries) is int and 1 <= tries <= MOST_TRIES, "tries")
    return id, Entry(correct, tries)


def _demand(holds, field):
    if not holds:
        raise Unreadable(both("results.field", field=field))


def _each_once(pairs):
    content = dict(pairs)
    if len(content) != len(pairs):
        raise ValueError("a key twice")
    return content


def _refuse(constant):
    raise ValueError(constant)
