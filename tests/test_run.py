"""run.py: what it says to an old Python, to a wrong command, and how it starts JupyterLab."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import nbformat.sign
import pytest

import run
from commands import COMMANDS, browser, environment, lab, messages, refresh
from commands import run as run_command
from commands.messages import MESSAGES, Stop

ROOT = Path(__file__).resolve().parent.parent


def test_run_py_can_be_read_by_an_old_python():
    source = (ROOT / "run.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 6))
    for newer_than_2_7 in ('f"', "f'", "nonlocal", "yield from", ":=", " -> "):
        assert newer_than_2_7 not in source


def test_old_python_is_told_the_way_out(monkeypatch, capfd):
    monkeypatch.setattr(sys, "version_info", (3, 8, 10, "final", 0))
    monkeypatch.setattr(run, "newer_python", lambda: "python3.12")
    monkeypatch.setattr(sys, "argv", ["run.py", "lab", "--no-browser"])
    monkeypatch.setattr("commands.run", lambda _: pytest.fail("went on"))
    assert run.main(["lab"]) == 2
    said = capfd.readouterr().err
    assert "3.8.10" in said and "python3.12 run.py lab --no-browser" in said
    assert "Python 3.11 或更新" in said and "conda env create" in said
    assert "请安装" in run.old_python((3, 8, 10), None)


@pytest.mark.parametrize("name, shown", [("课", "课"), ("课".encode(), "课"), ("\udce8课", "?课"), (b"\xe8", "\ufffd")])
def test_old_python_is_answered_whatever_the_arguments_are(name, shown, monkeypatch, capfd):
    """Python 2 hands them over as bytes; in a C locale, Python 3 with what it could not decode."""
    monkeypatch.setattr(sys, "version_info", (2, 7, 18, "final", 0))
    monkeypatch.setattr(run, "newer_python", lambda: "python3.12")
    monkeypatch.setattr(sys, "argv", ["run.py", "lab", name])
    monkeypatch.setattr(sys, "executable", "/usr/bin/\udce8")
    assert run.main(["lab"]) == 2
    assert f"python3.12 run.py lab {shown}\n" in capfd.readouterr().err


@pytest.mark.parametrize("arguments, code", [([], 0), (["--help"], 0), (["lap"], 2)])
def test_usage_in_both_languages(arguments, code, capsys):
    assert run_command(arguments) == code
    said = capsys.readouterr().out
    assert "打开讲义" in said and "open the notebooks" in said
    assert ("lap" in said) == bool(code)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_after_any_command_is_the_usage(command, flag, capsys, monkeypatch):
    monkeypatch.setattr("commands.environment.prepare", lambda *_: pytest.fail("prepared"))
    assert run_command([command, flag]) == 0
    assert "打开讲义" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [["grade"], ["grade", "a", "b"], ["grade", "--to"], ["export", "--to", "pdf"], ["lab", "--restore"], ["export", "--x"]],
)
def test_arguments_that_do_not_fit_are_answered_in_both_languages(arguments, capfd):
    assert run_command(arguments) == 2
    out, err = capfd.readouterr()
    assert f"run.py {arguments[0]}" in err and "参数不对" in out and "打开讲义" in out


@pytest.mark.parametrize("ending", [">&-", "2>&- >&-", "| true", "> /dev/full"])
@pytest.mark.skipif(os.name == "nt" or not os.path.exists("/dev/full"), reason="needs a shell of Unix")
def test_a_console_that_takes_nothing_is_no_traceback(ending):
    shell = f'"{sys.executable}" run.py {ending}'
    done = subprocess.run(["sh", "-c", shell], cwd=ROOT, capture_output=True, encoding="utf-8")
    assert "Traceback" not in done.stderr and "Exception ignored" not in done.stderr


def test_a_home_that_cannot_be_written_is_replaced(tmp_path, monkeypatch, capsys):
    """Jupyter, IPython and matplotlib keep files in the home folder and end in tracebacks without."""
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    environment.make_sure_of_a_home()
    assert os.environ["HOME"] == str(tmp_path) and capsys.readouterr().out == ""
    closed = tmp_path / "closed"
    monkeypatch.setenv("HOME", str(closed / "home"))
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: closed not in [path, *path.parents] and access(path, mode))
    closed.mkdir()
    environment.make_sure_of_a_home()
    home = Path(os.environ["HOME"])
    assert home.is_dir() and home.is_relative_to(tmp_path / "my_notebooks")
    assert str(home) in capsys.readouterr().out
    monkeypatch.setattr(environment, "ROOT", closed)  # the project cannot be written either
    monkeypatch.setenv("HOME", str(closed / "home"))
    environment.make_sure_of_a_home()
    assert Path(os.environ["HOME"]).is_dir()


def test_a_folder_that_cannot_be_written_is_named(monkeypatch, capsys):
    def refused(_):
        raise PermissionError(13, "Permission denied", "my_notebooks")

    monkeypatch.setattr("commands.lab.main", refused)
    assert run_command(["lab"]) == 2
    assert MESSAGES["read_only"][1].partition("{")[0] not in capsys.readouterr().err  # only one file
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert run_command(["lab"]) == 2
    assert str(ROOT) in (said := capsys.readouterr().err) and "复制到你自己的文件夹" in said


def test_every_message_has_both_languages_with_the_same_values():
    for key, (chinese, english) in MESSAGES.items():
        fields = [set(_fields(part)) for part in (chinese, english)]
        assert fields[0] == fields[1], key
        assert any("\u4e00" <= letter <= "\u9fff" for letter in chinese), key
        assert not any("\u4e00" <= letter <= "\u9fff" for letter in english), key


def test_every_message_that_is_used_exists():
    for path in (ROOT / "commands").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("say", "Stop"):
                key = node.args[0]
                if isinstance(key, ast.Constant):
                    assert key.value in MESSAGES, f"{path.name}: {key.value}"


def _fields(template):
    import string

    return [name for _, name, _, _ in string.Formatter().parse(template) if name]


def test_lab_tells_its_own_arguments_from_those_of_jupyter():
    options, rest = lab.parse(["--no-browser", "--restore", "03", "--port=9000", "--restore=06"])
    assert (options.restore, options.edit, rest) == (
        ["03", "06"],
        False,
        ["--no-browser", "--port=9000"],
    )
    assert lab.parse(["--edit"])[0].edit


@pytest.mark.parametrize(
    "arguments, first, for_jupyter",
    [
        ([], lab.START, []),
        (["06_layer"], "lecture10/06_layer_norm.ipynb", []),
        (["--no-browser", "lecture10/06"], "lecture10/06_layer_norm.ipynb", ["--no-browser"]),
        (["--port", "9000"], lab.START, ["--port", "9000"]),  # a port is no notebook
        (["--ip=0.0.0.0", "06_layer", "--port", "9000"], "lecture10/06_layer_norm.ipynb", ["--ip=0.0.0.0", "--port", "9000"]),
        (["lecture10/我的.ipynb"], "lecture10/我的.ipynb", []),  # of the student's own
        (["lecture10/我的"], "lecture10/我的.ipynb", []),
        (["my_notebooks/lecture10/我的.ipynb"], "lecture10/我的.ipynb", []),
    ],
)  # fmt: skip
def test_lab_and_present_open_the_notebook_that_is_named(arguments, first, for_jupyter, monkeypatch, tmp_path):
    started = []
    monkeypatch.setattr(lab, "start", lambda *arguments, **_: started.append(arguments[1:]) or 0)
    monkeypatch.setattr(lab, "COPIES", tmp_path)
    (tmp_path / "lecture10").mkdir()
    (tmp_path / "lecture10" / "我的.ipynb").touch()
    for command in ("lab", "present"):
        assert run_command([command, *arguments]) == 0
    assert started == [(for_jupyter, first)] * 2
    for name in ("no_such", str(lab.ORIGINALS / lab.START), "../README.md"):
        assert run_command(["lab", name]) == 2 and len(started) == 2


def test_lab_puts_the_arguments_of_the_user_last():
    command = lab.command("python", Path("copies"), "00.ipynb", ["--port=9000"])
    assert command[-1] == "--port=9000"
    assert "--LabApp.default_url=/lab/tree/00.ipynb" in command
    command = lab.command("python", Path("copies"), "课/我的 a.ipynb", [])
    assert "--LabApp.default_url=/lab/tree/%E8%AF%BE/%E6%88%91%E7%9A%84%20a.ipynb" in command


def test_one_thread_unless_the_user_says_otherwise(monkeypatch):
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "4")
    variables = lab.variables(Path("my_notebooks"))
    assert (variables["OMP_NUM_THREADS"], variables["OPENBLAS_NUM_THREADS"]) == ("1", "4")


def test_users_variables_are_kept(monkeypatch):
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "mine")
    monkeypatch.setenv("PYTHONPATH", "mine too")
    variables = lab.variables(Path("my_notebooks"))
    assert variables["JUPYTER_CONFIG_PATH"] == str(lab.SETTINGS) + os.pathsep + "mine"
    assert variables["PYTHONPATH"] == str(ROOT) + os.pathsep + "mine too"


def test_jupyter_reads_the_settings_of_the_series(tmp_path):
    """No question about news, the Chinese interface, and no warnings about the connection."""
    variables = lab.variables(tmp_path) | {"JUPYTER_CONFIG_DIR": str(tmp_path)}
    code = (
        "import json; from jupyterlab_server.settings_utils import _get_overrides as get;"
        "from jupyterlab.labapp import LabApp as App; app = App.initialize_server(['--no-browser']);"
        "print(json.dumps([get('nowhere')[0], dict(app.config.KernelManager)]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=variables, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    overrides, kernels = json.loads(done.stdout)
    assert overrides["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"
    assert overrides["@jupyterlab/translation-extension:plugin"]["locale"] == "zh_CN"
    assert kernels["transport_encryption"] == "auto"


def test_messages_to_the_page_leave_at_once(monkeypatch):
    """Held back to fill a packet, they took 48 ms in place of 22 from a key to the picture."""
    from types import SimpleNamespace

    from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
    from traitlets.config.loader import PyFileConfigLoader

    config = PyFileConfigLoader("jupyter_server_config.py", path=str(lab.SETTINGS)).load_config()
    chosen, said = config.ServerApp.kernel_websocket_connection_class, []
    monkeypatch.setattr(ZMQChannelsWebsocketConnection, "connect", lambda self: said.append("connected"))
    monkeypatch.setattr(chosen, "websocket_handler", SimpleNamespace(set_nodelay=said.append))
    chosen.__new__(chosen).connect()
    assert said == [True, "connected"]


def test_an_open_notebook_stays_connected():
    """Jupyter ends a connection whose last answer is older than the timeout, and asks only each 30 s."""
    from jupyter_server.base.websocket import WebSocketMixin
    from traitlets.config.loader import PyFileConfigLoader

    config = PyFileConfigLoader("jupyter_server_config.py", path=str(lab.SETTINGS)).load_config()
    connection = WebSocketMixin()
    connection.settings = dict(config.ServerApp.get("tornado_settings", {}))
    assert connection.ping_interval == 0 or connection.ping_timeout >= 2 * connection.ping_interval


def test_originals_are_signed_and_changed_copies_are_not(tmp_path, monkeypatch):
    """JupyterLab strips SVG from the outputs of notebooks without a signature."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr(lab, "ORIGINALS", tmp_path / "notebooks")
    copies = tmp_path / "课堂 copies"
    for folder in (lab.ORIGINALS, copies):
        (folder / "lecture10").mkdir(parents=True)
        for name in ("a.ipynb", "lecture10/b.ipynb"):
            cell = nbformat.v4.new_markdown_cell(name, id="x")
            nbformat.write(nbformat.v4.new_notebook(cells=[cell]), folder / name)
    changed = nbformat.read(copies / "a.ipynb", as_version=4)
    changed.cells[0].source = "from elsewhere"
    nbformat.write(changed, copies / "a.ipynb")
    lab.trust(sys.executable, copies)
    notary = nbformat.sign.NotebookNotary(data_dir=str(tmp_path / "data"))
    signed = [
        notary.check_signature(nbformat.read(copies / name, as_version=4))
        for name in ("a.ipynb", "lecture10/b.ipynb")
    ]
    assert signed == [False, True]


def test_browser_named_by_the_user_comes_first(monkeypatch, tmp_path):
    chosen = tmp_path / "my-browser"
    chosen.touch()
    monkeypatch.setenv("BROWSER_PATH", str(chosen))
    assert browser.find_browser() == str(chosen)
    monkeypatch.setenv("BROWSER_PATH", str(tmp_path / "gone"))
    assert browser.find_browser() is None


def test_no_browser_is_said_before_anything_is_installed(monkeypatch, capsys):
    monkeypatch.setenv("BROWSER_PATH", "gone")
    monkeypatch.setattr("commands.environment.prepare", lambda _: pytest.fail("prepared"))
    assert run_command(["test", "--browser"]) == 2
    assert "chromium" in capsys.readouterr().err


def test_refresh_takes_files_and_names_and_says_what_is_not_there(capsys, monkeypatch, tmp_path):
    commands = []
    monkeypatch.setattr("commands.environment.prepare", lambda: "python")
    monkeypatch.setattr("subprocess.call", lambda command, cwd: commands.append(command[3:]) or 0)
    mine = tmp_path / "mine.ipynb"
    mine.touch()
    assert run_command(["refresh", str(mine), "06_layer"]) == 0
    assert commands == [[str(mine), str(lab.ORIGINALS / "lecture10" / "06_layer_norm.ipynb")]]
    for name in ("notebooks/no_such.ipynb", "06", ""):
        assert run_command(["refresh", name]) == 2
        assert name in capsys.readouterr().err
    assert len(commands) == 1
    assert all(path.suffix == ".ipynb" for path in refresh.all_notebooks())


@pytest.mark.parametrize("codes, code", [([0, 0], 0), ([0, 3], 3), ([-11, 0], -11)])
def test_bench_does_not_hide_a_benchmark_that_fails_or_is_killed(monkeypatch, codes, code):
    left = list(codes)
    monkeypatch.setattr("commands.bench.IN_A_BROWSER", set())
    monkeypatch.setattr("commands.environment.prepare", lambda groups: "python")
    monkeypatch.setattr("subprocess.call", lambda command, cwd, env: left.pop(0))
    assert run_command(["bench", "panels", "training"]) == code and left == []


def test_stop_is_a_text_in_both_languages():
    assert str(Stop("usage.unknown", command="x")) == messages.text("usage.unknown", command="x")
    assert " | " in str(Stop("usage.unknown", command="x"))
