"""Result files: what a student saves, what an instructor reads, and files that mean no good."""

import csv
import json
import os
import subprocess
import sys

import pytest
from hygiene.notebook import ROOT

from commands import grade, run
from helpers import result_file, save_results, set_student
from helpers.lectures.exercises import bank, check, session
from helpers.result_file import Entry, Unreadable

NOW = "2025-09-01T10:00:00+08:00"


@pytest.fixture(autouse=True)
def a_new_session(monkeypatch):
    monkeypatch.setattr(session, "_results", {})
    yield
    set_student()


def content(**changes):
    text = result_file.written("20230001", NOW, {"lab4-1": Entry(True, 2), "l10-06-1": Entry(False, 5)})
    return json.loads(text) | changes


def raw(**changes):
    return json.dumps(content(**changes), ensure_ascii=False).encode()


def put(folder, student, name=None, **entries):
    marks = {id.replace("_", "-"): Entry(*entry) for id, entry in entries.items()}
    path = folder / (name or result_file.file_name(student))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(result_file.written(student, NOW, marks), encoding="utf-8")
    return path


def rows(path):
    raw = path.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf") and b"\r\n" in raw  # what Excel needs for Chinese
    return list(csv.reader(raw.decode("utf-8-sig").splitlines()))


# -- the student's side ------------------------------------------------------------------------------


def answer(id, right=True):
    return check(id, bank.question(id).right(session.current_student()) if right else "Z")


def test_nothing_is_written_without_a_student_or_an_answer(tmp_path):
    assert "set_student" in repr(save_results(tmp_path))
    set_student("20230001")
    assert "没有" in repr(save_results(tmp_path))
    set_student("x" * 65)
    assert "65" not in repr(save_results(tmp_path)) and "64" in repr(save_results(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_what_is_saved_is_read_again_and_holds_no_answer(tmp_path):
    set_student(" ２０２３０００１ ")
    check("lab4-9", 0.5)
    answer("lab4-9")
    check("lab4-1", lambda x: x)
    said = repr(save_results(tmp_path))
    path, = tmp_path.iterdir()
    found = result_file.read(path)
    assert path.name == "results-20230001.json" and path.name in said and "2 道题，答对 1" in said
    assert found.entries == {"lab4-9": Entry(True, 2), "lab4-1": Entry(False, 1)}
    assert found.sealed and found.student == "20230001"
    assert set(json.loads(path.read_text(encoding="utf-8"))["results"][0]) == {"id", "correct", "tries"}


def test_later_sittings_and_other_notebooks_add_to_the_file(tmp_path, monkeypatch):
    set_student("张三")
    answer("lab4-9")
    check("lab4-1", lambda x: x)
    save_results(tmp_path)
    save_results(tmp_path)  # twice in one sitting counts once
    monkeypatch.setattr(session, "_results", {})
    check("lab4-9", 0.5)  # right once stays right
    check("lab4-1", lambda x: x)
    check("lab4-1", lambda x: x)
    save_results(tmp_path)
    path, = tmp_path.iterdir()
    assert result_file.read(path).entries == {"lab4-9": Entry(True, 1), "lab4-1": Entry(False, 2)}


def test_another_students_answers_stay_out_and_a_broken_file_is_put_aside(tmp_path):
    set_student("a")
    answer("lab4-9")
    set_student("b")
    check("lab4-9", 0.5)
    path = tmp_path / "results-b.json"
    path.write_text("not ours", encoding="utf-8")
    save_results(tmp_path)
    assert result_file.read(path).entries == {"lab4-9": Entry(False, 1)}
    assert (tmp_path / "results-b.old.json").read_text(encoding="utf-8") == "not ours"


def test_file_names_suit_every_system_and_tell_students_apart():
    names = [result_file.file_name(s) for s in ("../a", "..\\a", "a/b", "a b", "a_b", "张三", "CON", "a" * 64)]
    assert len(set(names)) == len(names)
    for name in names:
        assert name.startswith("results-") and not set(name) & set('/\\:*?"<>| ') and len(name) < 70


def test_the_seal_shows_an_edit_and_this_file_says_what_it_does_not_show():
    assert result_file.parsed(raw()).sealed
    edited = content()
    edited["results"][0]["correct"] = True
    found = result_file.parsed(json.dumps(edited).encode())
    assert found.entries["l10-06-1"].correct and not found.sealed
    assert "does not\nshow who answered" in result_file.__doc__


# -- files that are no result files -------------------------------------------------------------------

ONE = {"id": "lab4-1", "correct": True, "tries": 1}
REFUSED = {
    "empty": b"", "text": b"hello", "half": raw()[:-20], "latin": "é".encode("latin-1"), "utf-16": raw().decode().encode("utf-16"),
    "pickle": b"\x80\x04\x95\x1f\x00", "list": b"[]", "number": b"1", "other": b'{"a": 1}',
    "twice": raw()[:-1] + b', "seal": ""}', "nan": raw().replace(b'"tries": 2', b'"tries": NaN'),
    "deep": b"[" * 90_000, "long number": b'{"a": ' + b"9" * 90_000 + b"}", "large": b" " * 200_000 + raw(),
    "version": raw(version=2), "version true": raw(version=True), "more": raw(more=1),
    "student": raw(student=1), "no student": raw(student=""), "long": raw(student="x" * 65), "control": raw(student="a\x1b[2J"),
    "line": raw(student="a\nb"), "turned": raw(student="a\u202eb"), "half a letter": json.dumps(content(student="\ud800")).encode(),
    "blank": raw(student=" a "), "time": raw(saved="=1+1"), "no list": raw(results={}), "many": raw(results=[ONE] * 1001),
    "same id": raw(results=[ONE, ONE]), "no dict": raw(results=[1]), "entry": raw(results=[ONE | {"x": 1}]),
    "id": raw(results=[ONE | {"id": "=cmd|x"}]), "long id": raw(results=[ONE | {"id": "a-" * 40 + "a"}]),
    "id 1": raw(results=[ONE | {"id": 1}]), "one": raw(results=[ONE | {"correct": 1}]), "true": raw(results=[ONE | {"tries": True}]),
    "zero": raw(results=[ONE | {"tries": 0}]), "float": raw(results=[ONE | {"tries": 1.5}]), "huge": raw(results=[ONE | {"tries": 10**9}]),
}  # fmt: skip


@pytest.mark.parametrize("bad", REFUSED.values(), ids=REFUSED)
def test_anything_else_is_refused_in_one_line(bad, tmp_path, capsys):
    (tmp_path / "x.json").write_bytes(bad)
    with pytest.raises(Unreadable) as refused:
        result_file.read(tmp_path / "x.json")
    assert " | " in str(refused.value) and "\n" not in str(refused.value)
    put(tmp_path, "good", lab4_1=(True, 1))
    assert run(["grade", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert said.count("x.json") == 1 and len(rows(tmp_path / "grades.csv")) == 2


def test_a_large_file_is_refused_before_it_is_parsed():
    with pytest.raises(Unreadable, match=str(result_file.SIZE_CAP)):
        result_file.parsed(REFUSED["large"])


@pytest.mark.parametrize("student", ["20230001", "张三", "O'Neil", "a" * 64, "Ünal"])
def test_names_that_people_have_are_read(student):
    assert result_file.parsed(result_file.written(student, NOW, {}).encode()).student == student


@pytest.mark.skipif(os.name == "nt", reason="links and pipes of POSIX")
def test_links_and_pipes_are_not_opened(tmp_path, capsys):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "link.json").symlink_to(put(tmp_path, "other", lab4_1=(True, 1)))
    (tmp_path / "in" / "away").symlink_to(tmp_path, target_is_directory=True)
    os.mkfifo(tmp_path / "in" / "pipe.json")
    assert run(["grade", str(tmp_path / "in")]) == 1
    said = capsys.readouterr().out
    assert said.count("link.json") == said.count("pipe.json") == 1 and "other" not in said


# -- the instructor's table ----------------------------------------------------------------------------


def test_one_line_for_each_student_and_one_column_for_each_question(tmp_path, capsys):
    put(tmp_path, "张三", lab4_1=(True, 3), l10_06_1=(False, 2))
    put(tmp_path, "李四", "a/b/later.JSON", lab4_1=(False, 1))
    put(tmp_path, "张三", "again/x.json", l10_06_1=(True, 1))
    assert run(["grade", str(tmp_path)]) == 0
    head, *lines = rows(tmp_path / "grades.csv")
    assert head[0] == "学号 student" and head[7:] == ["l10-06-1", "lab4-1"]
    assert lines == [
        ["张三", "2", "2", "5", NOW, "2", "", "1", "1"], ["李四", "0", "1", "1", NOW, "1", "", "", "0"],
    ]
    assert "2 个学生，0 个文件" in capsys.readouterr().out


def test_formulas_in_names_are_made_harmless(tmp_path):
    for k, name in enumerate(["=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("x")', "|cmd", "a=1"]):
        put(tmp_path, name, f"{k}.json", lab4_1=(True, 1))
    (tmp_path / "full.json").write_bytes(raw(student="＝1"))  # not in normal form: refused
    run(["grade", str(tmp_path)])
    names = [line[0] for line in rows(tmp_path / "grades.csv")[1:]]
    assert len(names) == 7 and sum(name.startswith("'") for name in names) == 6 and "a=1" in names


@pytest.mark.parametrize("student", ["0123", "20230001000000001", "202E15", "2.0e3", "2025-01-02", "3/4", "10:30"])
def test_numbers_that_a_spreadsheet_would_write_anew_stay_text(student):
    assert grade.harmless(student) == "'" + student
    for plain in ("123", "20230001", "202300010001234", "E15", "A0123", "张三", "0", "2025级3班"):
        assert grade.harmless(plain) == plain


def test_edited_files_unknown_questions_and_notebooks_are_said(tmp_path, capsys):
    path = put(tmp_path, "a", lab4_1=(False, 1))
    path.write_text(path.read_text(encoding="utf-8").replace("false", "true"), encoding="utf-8")
    put(tmp_path, "b", lab9_1=(True, 1))
    (tmp_path / "c\x1b[2J.ipynb").write_text("{}", encoding="utf-8")
    run(["grade", str(tmp_path)])
    said = capsys.readouterr().out
    assert "封条不符" in said and "lab9-1" in said and "save_results()" in said and "\x1b" not in said
    first, second = rows(tmp_path / "grades.csv")[1:]
    assert first[6].startswith("封条不符") and second[:3] == ["b", "0", "0"]


def test_another_file_is_not_written_over(tmp_path, capsys):
    put(tmp_path, "a", lab4_1=(True, 1))
    (tmp_path / "grades.csv").write_text("my own notes", encoding="utf-8")
    assert run(["grade", str(tmp_path)]) == 2
    assert (tmp_path / "grades.csv").read_text(encoding="utf-8") == "my own notes"
    assert run(["grade", str(tmp_path), "--to", str(tmp_path / "new.csv")]) == 0
    assert run(["grade", str(tmp_path), "--to", str(tmp_path / "new.csv")]) == 0  # ours: written anew
    assert run(["grade", str(tmp_path / "nowhere")]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_ids_are_read_from_the_source_as_they_are():
    assert grade.question_ids() == [q.id for name in sorted(bank.sheets()) for q in bank.sheet(name)]


def test_nothing_in_the_folder_runs(tmp_path):
    """Modules of the names that the command imports lie about, and it is started right there."""
    for name in ("json", "csv", "ast", "helpers", "numpy", "sitecustomize", "conftest"):
        (tmp_path / f"{name}.py").write_text("open('ran', 'w')\nraise SystemExit(3)", encoding="utf-8")
    cell = {"cell_type": "code", "source": "open('ran', 'w')", "metadata": {}, "outputs": []}
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": [cell], "nbformat": 4}), encoding="utf-8")
    put(tmp_path, "a", lab4_1=(True, 1))
    code = [sys.executable, str(ROOT / "run.py"), "grade", "."]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run(code, cwd=tmp_path, capture_output=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "ran").exists() and len(rows(tmp_path / "grades.csv")) == 2


def test_the_command_needs_the_standard_library_only(tmp_path):
    put(tmp_path, "a", lab4_1=(True, 1))
    code = (
        "import sys; from commands import run; code = run(['grade', sys.argv[1]]);"
        "assert code == 0 and 'numpy' not in sys.modules, sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, check=True, capture_output=True)
