"""The student's copy: new and unchanged files follow the originals, and no change is ever lost."""

import json
import os
import re
from pathlib import Path

import pytest

from commands import lab, working_copy
from commands.messages import Stop
from commands.working_copy import MANIFEST, restore, update


def notebook(text, **metadata):
    cell = {"cell_type": "markdown", "id": "a", "metadata": {}, "source": [text]}
    data = {"cells": [cell], "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(data, ensure_ascii=False)


@pytest.fixture
def folders(tmp_path):
    originals, copies = tmp_path / "notebooks", tmp_path / "my_notebooks"
    for name in ("00_start_here", "lecture10/03_heads", "lecture10/06_norm", "solutions/06_norm"):
        write(originals / f"{name}.ipynb", notebook(f"{name} 初版"))
    (originals / "lecture10" / "data.txt").write_text("1 2 3", encoding="utf-8")
    (originals / ".ipynb_checkpoints").mkdir()
    (originals / ".ipynb_checkpoints" / "x.ipynb").write_text("{}", encoding="utf-8")
    return originals, copies


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def read(path):
    return path.read_text(encoding="utf-8")


def test_first_copy_is_whole_and_the_second_does_nothing(folders):
    originals, copies = folders
    assert len(update(*folders).brought) == 5
    for name in working_copy.files(originals):
        assert (copies / name).read_bytes() == (originals / name).read_bytes()
    assert working_copy.files(copies) == working_copy.files(originals)
    report = update(*folders)
    assert (report.brought, report.behind) == ([], [])


def test_an_update_comes_to_what_was_not_changed(folders):
    originals, copies = folders
    update(*folders)
    write(originals / "lecture10/03_heads.ipynb", notebook("新版"))
    write(originals / "lecture10/04_new.ipynb", notebook("新的"))
    report = update(*folders)
    assert report.brought == ["lecture10/03_heads.ipynb", "lecture10/04_new.ipynb"]
    assert "新版" in read(copies / "lecture10/03_heads.ipynb")


@pytest.mark.parametrize("name", ["lecture10/06_norm.ipynb", "lecture10/data.txt"])
def test_what_the_student_changed_stays(folders, name):
    originals, copies = folders
    update(*folders)
    write(copies / name, notebook("我的答案"))
    assert update(*folders).behind == []  # the original has not moved: nothing to say
    write(originals / name, notebook("新版"))
    for _ in range(2):
        report = update(*folders)
        assert (report.brought, report.behind) == ([], [name])
        assert "我的答案" in read(copies / name)


def test_outputs_count_as_the_students(folders):
    originals, copies = folders
    name = "00_start_here.ipynb"
    update(*folders)
    mine = json.loads(read(copies / name))
    mine["cells"][0]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "1"}]
    write(copies / name, json.dumps(mine))
    write(originals / name, notebook("新版"))
    assert update(*folders).behind == [name]


def test_what_jupyter_writes_by_itself_does_not_count(folders):
    """Opening a notebook lets JupyterLab rewrite its JSON and note the version of the kernel."""
    originals, copies = folders
    name = "00_start_here.ipynb"
    update(*folders)
    opened = json.loads(read(copies / name))
    opened["metadata"]["language_info"] = {"name": "python", "version": "3.11.7"}
    opened["cells"][0]["source"] = "".join(opened["cells"][0]["source"])
    write(copies / name, json.dumps(opened, indent=4).replace("\n", "\r\n"))
    write(originals / name, notebook("新版"))
    assert update(*folders).brought == [name]


def test_a_deleted_copy_comes_back(folders):
    originals, copies = folders
    update(*folders)
    (copies / "lecture10/06_norm.ipynb").unlink()
    assert update(*folders).brought == ["lecture10/06_norm.ipynb"]


def test_a_notebook_that_was_renamed_leaves_no_stale_copy_unless_it_was_changed(folders):
    originals, copies = folders
    update(*folders)
    write(copies / "lecture10/03_heads.ipynb", notebook("我的答案"))
    (originals / "lecture10/03_heads.ipynb").unlink()
    (originals / "lecture10/06_norm.ipynb").rename(originals / "lecture10/06_layer_norm.ipynb")
    update(*folders)
    assert not (copies / "lecture10/06_norm.ipynb").exists()
    assert (copies / "lecture10/06_layer_norm.ipynb").exists()
    assert "我的答案" in read(copies / "lecture10/03_heads.ipynb")
    update(*folders)
    assert "我的答案" in read(copies / "lecture10/03_heads.ipynb")


def test_files_of_the_students_own_are_left_alone(folders):
    _, copies = folders
    write(copies / "lecture10/my_notes.ipynb", notebook("笔记"))
    write(copies / "00_start_here.ipynb", notebook("先有的"))  # before the first copy
    update(*folders)
    assert "笔记" in read(copies / "lecture10/my_notes.ipynb")
    assert "先有的" in read(copies / "00_start_here.ipynb")


def test_a_file_that_the_system_refuses_does_not_hold_up_the_others(folders, monkeypatch):
    originals, copies = folders
    update(*folders)
    stuck, held, gone = "00_start_here.ipynb", "lecture10/03_heads.ipynb", "solutions/06_norm.ipynb"
    (copies / stuck).unlink()
    (copies / stuck).mkdir()  # something that cannot be read
    assert not working_copy.is_original(copies / stuck, originals / stuck)
    for name in (stuck, held, "lecture10/06_norm.ipynb"):
        write(originals / name, notebook("新版"))
    (originals / gone).unlink()
    replace, unlink = os.replace, Path.unlink

    def refuse(action):
        def tried(*arguments, **options):
            if str(arguments[-1]).endswith((os.path.normpath(held), os.path.normpath(gone))):
                raise PermissionError(13, "held by another program")
            return action(*arguments, **options)

        return tried

    monkeypatch.setattr(os, "replace", refuse(replace))
    monkeypatch.setattr(Path, "unlink", refuse(unlink))
    report = update(*folders)
    assert report.brought == ["lecture10/06_norm.ipynb"] and set(report.refused) == {stuck, held, gone}
    assert "held by another program" in report.refused[held]
    assert "初版" in read(copies / held) and "新版" in read(copies / "lecture10/06_norm.ipynb")
    assert not list(copies.rglob(".*.new"))
    monkeypatch.setattr(os, "replace", replace)
    monkeypatch.setattr(Path, "unlink", unlink)
    (copies / stuck).rmdir()
    report = update(*folders)
    assert set(report.brought) == {stuck, held} and not report.refused
    assert not (copies / gone).exists()


@pytest.mark.parametrize("manifest", ["", "[]", '{"00_start_here.ipynb": 1}', None])
def test_a_lost_manifest_loses_nothing(folders, manifest):
    originals, copies = folders
    update(*folders)
    write(copies / "00_start_here.ipynb", notebook("我的答案"))
    write(copies / MANIFEST, manifest) if manifest is not None else (copies / MANIFEST).unlink()
    write(originals / "00_start_here.ipynb", notebook("新版"))
    assert update(*folders).behind == ["00_start_here.ipynb"]
    assert "我的答案" in read(copies / "00_start_here.ipynb")


@pytest.mark.parametrize("stop_at", range(1, 7))
def test_an_interruption_at_any_point_is_made_good_by_the_next_start(folders, monkeypatch, stop_at):
    """The power fails before file number stop_at is whole: its old content must still be there."""
    originals, copies = folders
    update(*folders)
    write(copies / "lecture10/03_heads.ipynb", notebook("我的答案"))
    for name in working_copy.files(originals):
        write(originals / name, notebook(f"{name} 新版"))
    replaced, really = [], os.replace
    before = {path: path.read_bytes() for path in copies.rglob("*") if path.is_file()}

    def failing(source, target):
        replaced.append(target)
        assert target.read_bytes() == before[target]
        if len(replaced) == stop_at:
            source.write_bytes(source.read_bytes()[:10])
            raise KeyboardInterrupt
        really(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(working_copy.os, "replace", failing)
        if stop_at < 6:  # the manifest and four files
            with pytest.raises(KeyboardInterrupt):
                update(*folders)
        else:
            update(*folders)
    for name in working_copy.files(copies):
        if name.endswith(".ipynb"):
            json.loads(read(copies / name))
    report = update(*folders)
    assert report.behind == ["lecture10/03_heads.ipynb"]
    assert "我的答案" in read(copies / "lecture10/03_heads.ipynb")
    for name in working_copy.files(originals):
        if name != "lecture10/03_heads.ipynb":
            assert "新版" in read(copies / name)


def test_restore_keeps_both(folders):
    originals, copies = folders
    update(*folders)
    for number, text in enumerate(["第一次", "第二次"], 1):
        write(copies / "lecture10/03_heads.ipynb", notebook(text))
        name, kept = restore("03", *folders)
        update(*folders)
        assert name == "lecture10/03_heads.ipynb"
        assert kept == f"lecture10/03_heads.mine{'' if number == 1 else '-2'}.ipynb"
        assert text in read(copies / kept)
        assert read(copies / name) == read(originals / name)
    assert "第一次" in read(copies / "lecture10/03_heads.mine.ipynb")
    assert restore("03", *folders) == ("lecture10/03_heads.ipynb", None)


@pytest.mark.parametrize(
    "name",
    [
        "lecture10/06_norm",
        "lecture10/06_norm.ipynb",
        "my_notebooks/lecture10/06_norm.ipynb",
        "notebooks\\lecture10\\06_norm.ipynb",
        "./lecture10/06",
    ],
)
def test_restore_finds_a_notebook_by_any_way_of_naming_it(folders, name):
    assert working_copy.find(name, folders[0]) == "lecture10/06_norm.ipynb"


@pytest.mark.parametrize("name, key", [("06_norm", "which_notebook"), ("99", "no_such_notebook")])
def test_restore_asks_when_it_is_not_clear(folders, name, key):
    with pytest.raises(Stop) as stop:
        restore(name, *folders)
    assert stop.value.key == f"lab.{key}"
    assert "lecture10/06_norm.ipynb" in str(stop.value)


def test_lab_says_what_happened_in_one_line_each(folders, capsys, monkeypatch):
    originals, copies = folders
    monkeypatch.setattr(lab, "ORIGINALS", originals)
    monkeypatch.setattr(lab, "COPIES", copies)
    monkeypatch.setattr(lab.environment, "prepare", lambda groups=(): "no such command")
    monkeypatch.setattr(lab, "trust", lambda python, folder: None)
    served = []

    def serve(command, folder, settings):
        served.append((command, folder))
        return 0

    monkeypatch.setattr(lab, "serve", serve)
    assert lab.main([]) == 0
    write(copies / "lecture10/03_heads.ipynb", notebook("我的答案"))
    write(originals / "lecture10/03_heads.ipynb", notebook("新版"))
    capsys.readouterr()
    lab.main(["--no-browser"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 and re.search("lecture10/03_heads.*--restore", lines[0])
    assert served[-1][1] == copies and "--no-browser" in served[-1][0]
    lab.main(["--restore", "03"])
    said = capsys.readouterr().out
    assert "lecture10/03_heads.mine.ipynb" in said and "有了新版" not in said
    assert "--LabApp.default_url=/lab/tree/lecture10/03_heads.ipynb" in served[-1][0]
    lab.main(["--edit"])
    assert served[-1][1] == lab.environment.ROOT
    (copies / "00_start_here.ipynb").unlink()
    (copies / "00_start_here.ipynb").mkdir()
    capsys.readouterr()
    lab.main([])
    assert re.search("系统不让.*00_start_here.*\\|.*refused", capsys.readouterr().out)


def test_every_link_between_notebooks_stays_inside_the_copy():
    """A link that leaves notebooks/ would be dead in the student's copy."""
    for path in lab.ORIGINALS.rglob("*.ipynb"):
        for target in re.findall(r"\]\(([^)#?\s]+\.ipynb)", read(path)):
            wanted = (path.parent / target).resolve()
            assert wanted.is_relative_to(lab.ORIGINALS.resolve()), f"{path.name}: {target}"
