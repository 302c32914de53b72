"""The project's own environment: made, found complete, updated, mended, and its failures explained.

The packages are wheels that the tests write, so nothing is fetched.
"""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from commands import dot_venv, pip
from commands.dot_venv import Venv, check_path_length
from commands.messages import MESSAGES, Stop, say


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """An empty environment, really made, once: it takes seconds."""
    pytest.importorskip("ensurepip")
    venv = Venv(tmp_path_factory.mktemp("bare"))
    venv.create()
    return venv.path


@pytest.fixture
def project(tmp_path, monkeypatch, bare):
    """A project in a Chinese path that needs one package, which lies in its folder wheels/."""

    def create(venv):
        say("env.create")
        shutil.copytree(bare, venv.path, symlinks=True)

    monkeypatch.setattr(Venv, "create", create)
    root = tmp_path / "课堂 test"
    (root / "wheels").mkdir(parents=True)
    _write_wheel(root / "wheels", "tiny", "1.0")
    (root / "pyproject.toml").write_text(
        '[project]\ndependencies = ["tiny>=1,<2"]\n[dependency-groups]\ndev = ["extra>=1"]\n',
        encoding="utf-8",
    )
    (root / "requirements.txt").write_text("tiny==1.0\nextra==1.0\n", encoding="utf-8")
    (root / "helpers").mkdir()
    (root / "helpers" / "__init__.py").write_text("here = True\n", encoding="utf-8")
    monkeypatch.setattr(dot_venv, "IMPORTS", "tiny")
    return root


def _write_wheel(folder, name, version):
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}.py", f"version = {version!r}\n")
        wheel.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        )
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(
            f"{info}/RECORD", f"{name}.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n"
        )


def answer(venv, code):
    done = subprocess.run(
        [venv.python, "-E", "-c", code], capture_output=True, text=True, cwd=venv.path
    )
    return done.stdout.strip()


def test_life_of_an_environment(project, capsys, monkeypatch):
    venv = Venv(project)
    venv.prepare([])
    assert "wheels/" in capsys.readouterr().out
    assert answer(venv, "import tiny, helpers; print(tiny.version, helpers.here)") == "1.0 True"

    calls = []
    real = pip.install
    monkeypatch.setattr(pip, "install", lambda *rest: (calls.append(rest), real(*rest)))
    venv.prepare([])
    assert not calls and capsys.readouterr().out == ""  # the second start does and says nothing

    with pytest.raises(Stop, match="wheels/"):  # a group whose package is not in wheels/
        venv.prepare(["dev"])
    _write_wheel(project / "wheels", "extra", "1.0")
    venv.prepare(["dev"])
    assert answer(venv, "import extra; print(extra.version)") == "1.0"
    calls.clear()
    venv.prepare([])
    venv.prepare(["dev"])
    assert not calls

    settings = project / "pyproject.toml"  # what says nothing of packages moves nothing, nor do Windows' line ends
    settings.write_text(settings.read_text(encoding="utf-8") + "[tool.ruff]\nline-length = 99\n", encoding="utf-8")
    pins = project / "requirements.txt"
    pins.write_bytes(pins.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    venv.prepare(["dev"])
    assert not calls

    _write_wheel(project / "wheels", "tiny", "1.1")  # an update of the repository moves a pin
    (project / "requirements.txt").write_text("tiny==1.1\nextra==1.0\n", encoding="utf-8")
    venv.prepare([])
    assert answer(venv, "import tiny, extra; print(tiny.version)") == "1.1"

    shutil.rmtree(next(venv.path.rglob("tiny-1.1.dist-info")))  # a package is damaged
    next(venv.path.rglob("site-packages/tiny.py")).unlink()
    venv.prepare([])
    assert answer(venv, "import tiny; print(tiny.version)") == "1.1"


def test_interrupted_installation_is_taken_up_again(project, monkeypatch):
    venv = Venv(project)
    real = pip.install

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(pip, "install", interrupted)
    with pytest.raises(KeyboardInterrupt):
        venv.prepare([])
    monkeypatch.setattr(pip, "install", real)
    venv.prepare([])
    assert answer(venv, "import tiny; print(tiny.version)") == "1.0"


@pytest.mark.skipif(os.name == "nt", reason="there .venv has a copy of Python and no link to it")
def test_environment_whose_python_has_gone_is_built_anew(project, capsys):
    venv = Venv(project)
    venv.prepare([])
    capsys.readouterr()
    venv.python.unlink()
    venv.python.symlink_to(project / "gone")
    venv.prepare([])
    assert capsys.readouterr().out.startswith(MESSAGES["env.broken_python"][0])
    assert answer(venv, "import tiny; print(tiny.version)") == "1.0"


def test_environment_that_pip_cannot_mend_is_built_anew(project, capsys):
    venv = Venv(project)
    venv.prepare([])
    next(venv.path.rglob("site-packages/tiny.py")).write_text("raise ImportError", encoding="utf-8")
    stamp = json.loads(venv.stamp.read_text(encoding="utf-8"))
    venv.stamp.write_text(json.dumps(stamp | {"sources": "older"}), encoding="utf-8")
    venv.prepare([])
    assert MESSAGES["env.broken_imports"][1] in capsys.readouterr().out
    assert answer(venv, "import tiny; print(tiny.version)") == "1.0"


def test_environment_of_another_tool_is_taken_as_it_is(project, monkeypatch):
    """uv makes .venv too; what is within the bounds stays."""
    venv = Venv(project)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv.path], check=True)
    monkeypatch.setattr(Venv, "missing", lambda self, groups: [])
    monkeypatch.setattr(pip, "install", lambda *_: pytest.fail("pip was called"))
    venv.prepare(["dev"])
    venv.prepare([])
    assert answer(venv, "import helpers; print(helpers.here)") == "True"


@pytest.mark.parametrize(
    "stamp",
    [
        "[1]", "null", "{", '{"sources": 5, "groups": ["gone"], "packages": []}',
        '{"sources": null, "groups": null, "packages": null}', '{"sources": "x", "groups": [["dev"]], "packages": 3}',
    ],
)  # fmt: skip
def test_stamp_of_another_version_or_a_broken_one_is_overcome(project, monkeypatch, stamp):
    """A group that pyproject.toml no longer has is one of them: the repository may rename it."""
    venv = Venv(project)
    shutil.copytree(dot_venv_of(project), venv.path, symlinks=True)
    venv.stamp.write_text(stamp, encoding="utf-8")
    venv.prepare([])
    assert answer(venv, "import tiny; print(tiny.version)") == "1.0"


def dot_venv_of(project):
    """Return an environment as uv or a student would make it by hand."""
    other = Venv(project.parent / "other")
    other.root.mkdir()
    other.create()
    return other.path


def test_environment_without_its_configuration_is_built_anew(project, capsys):
    """Without pyvenv.cfg, its Python is the system's, and pip would install there."""
    venv = Venv(project)
    venv.prepare([])
    (venv.path / "pyvenv.cfg").unlink()
    venv.prepare([])
    assert MESSAGES["env.broken_python"][1] in capsys.readouterr().out
    assert answer(venv, "import tiny; print(tiny.version)") == "1.0"


def test_what_is_no_folder_makes_room_and_a_link_leads_nowhere(project, tmp_path):
    venv = Venv(project)
    venv.path.write_text("a file", encoding="utf-8")
    venv.prepare([])
    assert venv.path.is_dir()
    if os.name != "nt":
        kept = tmp_path / "kept"
        venv.path.rename(kept)
        (kept / "bin" / "python").unlink()
        for target in (kept, tmp_path / "gone"):
            venv.path.symlink_to(target, target_is_directory=True)
            venv.prepare([])
            assert venv.path.is_dir() and not venv.path.is_symlink() and kept.is_dir()
            shutil.rmtree(venv.path)


def test_a_folder_that_cannot_be_written_is_said_to_be_one(project, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(Stop) as stop:
        Venv(project).prepare([])
    assert stop.value.key == "read_only" and str(project) in str(stop.value)


def test_missing_ensurepip_names_the_package(tmp_path, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(Stop) as stop:
        Venv(tmp_path).prepare([])
    version = ".".join(map(str, sys.version_info[:2]))
    assert f"apt install python{version}-venv" in str(stop.value)


def test_path_length_on_windows():
    short, long = Path("C:/a"), Path("C:/" + "很长" * 60)
    check_path_length(short, windows=True, long_paths=False)
    check_path_length(long, windows=True, long_paths=True)
    check_path_length(long, windows=False)
    with pytest.raises(Stop, match=r"C:\\transformer"):
        check_path_length(long, windows=True, long_paths=False)


@pytest.mark.parametrize(
    "output, key",
    [
        (
            "WARNING: Retrying (Retry(total=4)) after connection broken by 'NewConnectionError('",
            "network",
        ),
        ("Temporary failure in name resolution\nERROR: No matching distribution found", "network"),
        ("ReadTimeoutError: HTTPSConnectionPool: Read timed out.", "network"),
        ("SSLError(SSLCertVerificationError(1, 'CERTIFICATE_VERIFY_FAILED'))", "network"),
        ("ERROR: No matching distribution found for numpy==9", "not_found"),
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left", "disk"),
        (
            "ERROR: Could not install packages due to an OSError: [WinError 5] 拒绝访问。",
            "permission",
        ),
        ("Traceback (most recent call last):\nAssertionError", "other"),
    ],
)
def test_reason_of_a_failed_pip(output, key, tmp_path):
    assert pip.reason(output, tmp_path / "wheels") == f"pip.{key}"


def test_no_network(project, monkeypatch, capsys):
    """With an index that refuses connections, as on a machine without network."""
    shutil.rmtree(project / "wheels")
    for name, value in {
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple",  # nothing listens there
        "PIP_EXTRA_INDEX_URL": "",
        "PIP_FIND_LINKS": "",
        "PIP_RETRIES": "1",
        "PIP_CONFIG_FILE": os.devnull,
    }.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(Stop) as stop:
        Venv(project).prepare([])
    assert stop.value.key == "pip.network"
    assert "pip download" in str(stop.value) and "镜像" in str(stop.value)
    assert MESSAGES["pip.retrying"][0] in capsys.readouterr().out


def test_settings_of_pip_hold_unless_there_is_a_folder_of_wheels(tmp_path):
    wheels = tmp_path / "wheels"
    arguments = pip.arguments(["numpy"], tmp_path / "requirements.txt", wheels)
    assert not {"--index-url", "-i", "--isolated", "--no-index"} & set(arguments)
    wheels.mkdir()
    arguments = pip.arguments(["numpy"], tmp_path / "requirements.txt", wheels)
    assert arguments[arguments.index("--find-links") + 1] == str(wheels)
    assert "--no-index" in arguments
