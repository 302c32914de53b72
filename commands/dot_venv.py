"""The project's own environment in .venv: made once, checked in a moment at each start, mended."""

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from . import pip
from .messages import Stop, say

WINDOWS = os.name == "nt"
DOWNLOAD = {"lab": 90, "dev": 90, "browser": 140}  # MB, for the progress line
IMPORTS = "numpy, matplotlib.pyplot, ipywidgets, jupyterlab.labapp, ipykernel.kernelapp"
LONGEST = 165  # characters of the longest path below the project that pip writes on Windows


class Venv:
    """The project's own environment, .venv, and the stamp that says what was put into it."""

    def __init__(self, root):
        self.root = root
        self.path = root / ".venv"
        self.stamp = self.path / "installed.json"
        self.wheels = root / "wheels"
        self.python = self.path / ("Scripts/python.exe" if WINDOWS else "bin/python")

    def prepare(self, groups):
        """Bring .venv to where it has everything; the second start finds that it has, and returns."""
        if os.path.lexists(self.path):
            why = self.why_broken()
            if why is None and self.is_complete(groups):
                return
            why = why or self.update(groups)
            if why is None:
                return
            self.remove(why)
        self.create()
        self.install(groups)
        error = self.import_error()
        if error:
            raise Stop("env.no_imports", output=error)

    def why_broken(self):
        """Return the key of the reason why .venv cannot be used, or None."""
        version = self.version()
        # Without pyvenv.cfg this is the system's Python, and pip would install there.
        configured = (self.path / "pyvenv.cfg").is_file()
        if version is None or not configured or not self.site_packages(version).is_dir():
            return "env.broken_python"
        return None

    def version(self):
        """Return "3.11" as .venv's Python says it, or None if it does not run."""
        ask = "import sys; print('%d.%d' % sys.version_info[:2])"
        try:
            answer = _run(self.python, "-I", "-S", "-c", ask, timeout=60)
        except (OSError, subprocess.TimeoutExpired):
            return None
        return answer.stdout.strip() if answer.returncode == 0 else None

    def site_packages(self, version):
        if WINDOWS:
            return self.path / "Lib" / "site-packages"
        return self.path / "lib" / f"python{version}" / "site-packages"

    def is_complete(self, groups):
        """Say whether the stamp covers the groups, today's requirements and what is really there."""
        stamp = self.read_stamp()
        if stamp["sources"] == self.sources() and set(groups) <= set(stamp["groups"]):
            if set(stamp["packages"]) <= set(self.packages()):
                return True
        elif stamp["sources"]:
            return False  # pins have moved, a group is new, or pip was interrupted
        # Made by uv, or changed by hand, but within the bounds: leave it as it is.
        groups = {*groups, *stamp["groups"]}
        if self.missing(groups):
            return False
        self.link()
        self.write_stamp(groups)
        return True

    def missing(self, groups):
        """Return the requirements that .venv does not satisfy."""
        script = Path(__file__).with_name("satisfied.py")
        answer = _run(self.python, "-I", script, *requirements(groups, self.root))
        return json.loads(answer.stdout) if answer.returncode == 0 else ["?"]

    def sources(self):
        """Return a hash that changes when a requirement or a pin does, and with nothing else."""
        table = project_table(self.root)
        wanted = table["project"]["dependencies"], table["dependency-groups"]
        pins = (self.root / "requirements.txt").read_text(encoding="utf-8")
        return hashlib.sha256(json.dumps([wanted, pins]).encode()).hexdigest()

    def packages(self):
        """Return the names and versions of the installed packages, from a directory listing."""
        site_packages = self.path.glob("Lib/site-packages" if WINDOWS else "lib/*/site-packages")
        return sorted(path.name for site in site_packages for path in site.glob("*.dist-info"))

    def read_stamp(self):
        try:
            stamp = json.loads(self.stamp.read_text(encoding="utf-8"))
            known = project_table(self.root)["dependency-groups"]  # a group may have been renamed since
            return {
                "sources": stamp["sources"],
                "groups": [group for group in stamp["groups"] if group in known],
                "packages": list(stamp["packages"]),
            }
        except (OSError, ValueError, KeyError, TypeError):
            return {"sources": None, "groups": [], "packages": []}

    def write_stamp(self, groups, complete=True):
        """Write what is installed; while pip works there is a stamp that fits nothing."""
        stamp = {
            "sources": self.sources() if complete else "pip was not finished",
            "groups": sorted(groups),
            "packages": self.packages() if complete else [],
        }
        self.stamp.write_text(json.dumps(stamp, indent=1), encoding="utf-8")

    def remove(self, why):
        """Delete .venv, saying why."""
        if in_use(self.path):
            raise Stop("env.inside")
        say(why)
        if self.path.is_symlink() or self.path.is_file():
            self.path.unlink()
        else:
            shutil.rmtree(self.path)

    def create(self):
        """Make an empty .venv."""
        check_path_length(self.root)
        if not os.access(self.root, os.W_OK):
            raise Stop("read_only", folder=self.root)
        if importlib.util.find_spec("ensurepip") is None:
            version = ".".join(map(str, sys.version_info[:2]))
            raise Stop("env.no_ensurepip", executable=sys.executable, version=version)
        say("env.create")
        made = _run(sys.executable, "-m", "venv", self.path)
        if made.returncode != 0 or self.why_broken():
            raise Stop("env.no_venv", output=(made.stdout + made.stderr).strip())

    def update(self, groups):
        """Let pip repair or update .venv; return the reason where only a new one will do."""
        try:
            self.install(groups)
        except Stop as stop:
            if stop.key != "pip.other":
                raise
            return "env.broken_pip"
        return "env.broken_imports" if self.import_error() else None

    def install(self, groups):
        """Let pip bring .venv to the pins of requirements.txt."""
        stamp = self.read_stamp()
        groups = sorted({*groups, *stamp["groups"]})
        if self.wheels.is_dir():
            say("env.install_wheels")
        elif stamp["sources"] is None:
            what = "browser" if "browser" in groups else "dev" if groups else "lab"
            say("env.install", size=DOWNLOAD[what])
        else:
            say("env.update")
        self.write_stamp(groups, complete=False)
        self.link()
        pip.install(
            self.python,
            requirements(groups, self.root),
            self.root / "requirements.txt",
            self.wheels,
            self.path / "pip.log",
        )
        self.write_stamp(groups)

    def link(self):
        """Let .venv find `helpers` in the project.

        An editable install would fetch a build backend. A relative line is ASCII on every machine
        (an absolute one may be Chinese, in some encoding of Windows) and survives a move.
        """
        site = self.site_packages(self.version())
        (site / "project.pth").write_text(os.path.relpath(self.root, site) + "\n", encoding="ascii")

    def import_error(self):
        """Return the error of importing what `lab` needs, "" for none: metadata proves little."""
        answer = _run(self.python, "-c", f"import {IMPORTS}")
        return answer.stderr.strip() if answer.returncode else ""


def requirements(groups, root):
    """Return the requirement strings of pyproject.toml: those of a reader and of the named groups."""
    project = project_table(root)
    wanted = list(project["project"]["dependencies"])
    for group in groups:
        wanted += project["dependency-groups"][group]
    return wanted


def project_table(root):
    """Return pyproject.toml as a dictionary."""
    with open(root / "pyproject.toml", "rb") as file:
        return tomllib.load(file)


def in_use(venv):
    """Say whether the running Python belongs to this environment."""
    return Path(sys.prefix).resolve() == venv.resolve()


def _run(*command, timeout=None):
    return subprocess.run(
        [str(part) for part in command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=timeout,
    )


def check_path_length(root, windows=WINDOWS, long_paths=None):
    """Raise Stop where Windows would cut the longest path below .venv."""
    room = 259 - LONGEST
    length = len(str(root))
    if not windows or length <= room or (_long_paths() if long_paths is None else long_paths):
        return
    raise Stop("env.path_too_long", path=root, room=room, length=length, shorter="C:\\transformer")


def _long_paths():
    """Say whether this Windows was told to allow long paths."""
    import winreg

    key = r"SYSTEM\CurrentControlSet\Control\FileSystem"
    try:
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, key) as opened:
            return winreg.QueryValueEx(opened, "LongPathsEnabled")[0] == 1
    except OSError:
        return False
