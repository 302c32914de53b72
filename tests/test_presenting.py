"""run.py present and run.py export: what they start, and with which settings."""

import json
from pathlib import Path

import pytest

from commands import environment, export, lab
from commands import run as run_command


@pytest.fixture
def started(monkeypatch, tmp_path):
    """What lab.start is called with; nothing is started."""
    calls = {}

    def start(options, for_jupyter, first, groups, settings):
        calls.update(options=options, for_jupyter=for_jupyter, first=first, groups=groups, settings=settings)
        return 0

    monkeypatch.setattr(lab, "start", start)
    monkeypatch.setattr(lab, "COPIES", tmp_path)
    return calls


def test_a_notebook_is_opened_as_slides_with_the_extension(started):
    assert run_command(["present", "06_layer", "--no-browser", "--port=9000"]) == 0
    assert started["first"] == "lecture10/06_layer_norm.ipynb"
    assert started["groups"] == ["present"]
    assert started["for_jupyter"] == ["--no-browser", "--port=9000"]
    assert not started["options"].edit


def test_the_series_begins_where_no_notebook_is_named(started):
    assert run_command(["present"]) == 0
    assert started["first"] == lab.START and started["for_jupyter"] == []


@pytest.mark.parametrize("flags", [[], ["--large"], ["--hide-code"], ["--large", "--hide-code"]])
def test_large_type_and_hidden_code_on_request(started, flags):
    run_command(["present", *flags])
    (folder,) = started["settings"]
    file = folder / "labconfig" / "default_setting_overrides.json"
    settings = json.loads(file.read_text(encoding="utf-8"))
    assert settings["jupyterlab-slideshow:plugin"]["active"]
    styles = json.dumps(settings["@deathbeds/jupyterlab-fonts:fonts"]["styles"])
    assert ("zoom" in styles) == ("--large" in flags)
    assert ("inputWrapper" in styles) == ("--hide-code" in flags)


def test_the_settings_of_presenting_come_first():
    path = lab.variables(Path("my_notebooks"), ["mine"])["JUPYTER_CONFIG_PATH"]
    assert path.startswith("mine") and str(lab.SETTINGS) in path


@pytest.fixture
def exported(monkeypatch, tmp_path):
    """The command that export runs; nothing is run."""
    calls = []
    monkeypatch.setattr(environment, "prepare", lambda groups: calls.append(groups) or "python")
    monkeypatch.setattr("subprocess.call", lambda command, cwd: calls.append(command) or 0)
    return calls


def test_export_of_one_notebook_as_slides(exported, tmp_path):
    assert run_command(["export", "--to", "slides", "--hide-code", "--into", str(tmp_path), "06_layer"]) == 0
    groups, command = exported
    assert groups == ["present"]
    assert command[:5] == ["python", "-m", "commands.static_pages", "--to", "slides"]
    assert command[-2:] == ["--hide-code", "lecture10/06_layer_norm.ipynb"]
    assert command[command.index("--into") + 1] == str(tmp_path.resolve())


def test_export_says_where_it_cannot_write(tmp_path, monkeypatch, capsys):
    pytest.importorskip("latex2mathml")
    from commands import static_pages

    (tmp_path / "in_the_way").touch()
    from_to = ["--from", str(lab.ORIGINALS), "--into", str(tmp_path / "in_the_way")]
    assert static_pages.main(["--to", "html", *from_to, lab.START]) == 2
    assert "in_the_way" in (said := capsys.readouterr().err) and " | " not in said and "系统不让" in said


def test_export_takes_all_notebooks(exported):
    assert run_command(["export"]) == 0
    names = [part for part in exported[1] if part.endswith(".ipynb")]
    assert len(names) > 10 and names == sorted(names)
    assert exported[1][exported[1].index("--into") + 1] == str(export.FOLDER)
