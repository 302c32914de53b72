"""pyproject.toml, environment.yml and requirements.txt say the same, and this environment satisfies them."""

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from commands.dot_venv import LONGEST
from commands.satisfied import missing

ROOT = Path(__file__).resolve().parent.parent
CONDA_NAMES = {"matplotlib-base": "matplotlib"}  # without the Qt that conda's matplotlib brings
ADDRESS = re.compile(r"://|\.(com|org|net|cn|io|edu)\b", re.IGNORECASE)


@pytest.fixture(scope="module")
def project():
    with open(ROOT / "pyproject.toml", "rb") as file:
        return tomllib.load(file)


@pytest.fixture(scope="module")
def pins():
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines]


def bounds(requirements):
    found = {}
    for requirement in requirements:
        name = canonicalize_name(requirement.name)
        found[CONDA_NAMES.get(name, name)] = requirement.specifier
    return found


def conda_bounds(text):
    """Return the channels, the python bound, the other bounds and pip's list of an environment.yml."""
    environment = yaml.safe_load(text)
    conda = [line for line in environment["dependencies"] if isinstance(line, str)]
    (for_pip,) = (line["pip"] for line in environment["dependencies"] if isinstance(line, dict))
    found = bounds(Requirement(line) for line in conda)
    assert found.pop("pip") == SpecifierSet()
    return environment, found.pop("python"), found, for_pip


def project_bounds(project, *groups):
    lines = list(project["project"]["dependencies"])
    for group in groups:
        lines += project["dependency-groups"][group]
    return bounds(map(Requirement, lines))


def installed(pins):
    """Return the pins that are installed here, just so; conda may have brought other versions."""
    versions = {canonicalize_name(found.name): found.version for found in metadata.distributions()}
    return [
        pin
        for pin in pins
        if pin.specifier.contains(versions.get(canonicalize_name(pin.name), "0"))
    ]


def test_conda_and_pip_are_told_the_same(project):
    text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    environment, python, found, for_pip = conda_bounds(text)
    assert found == project_bounds(project, "dev")
    assert python == SpecifierSet(project["project"]["requires-python"])
    assert environment["name"] == project["project"]["name"]
    assert environment["channels"][0] == "conda-forge"
    assert for_pip == ["-e ."]


@pytest.mark.parametrize(
    "change",
    [("numpy >=2.1", "numpy >=2.0"), ("  - nbval >=0.11,<1\n", ""), (">=3.11", ">=3.12")],
)
def test_a_difference_would_be_seen(project, change):
    text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    assert change[0] in text
    _, python, found, _ = conda_bounds(text.replace(*change, 1))
    same_python = python == SpecifierSet(project["project"]["requires-python"])
    assert found != project_bounds(project, "dev") or not same_python


def test_every_bound_has_two_ends(project):
    for name, specifier in project_bounds(project, "dev", "browser", "present").items():
        assert sorted(part.operator for part in specifier) == ["<", ">="], name


def test_requirements_are_pins_within_the_bounds(project, pins):
    for pin in pins:
        assert [part.operator for part in pin.specifier] == ["=="], pin
    for name, specifier in project_bounds(project, "dev", "browser", "present").items():
        versions = [
            next(iter(pin.specifier)).version for pin in pins if canonicalize_name(pin.name) == name
        ]
        assert versions, name
        assert all(specifier.contains(version) for version in versions), name


@pytest.mark.parametrize("python", ["3.11.0", "3.12.0", "3.13.0", "3.14.0"])
@pytest.mark.parametrize("platform", [("linux", "posix"), ("darwin", "posix"), ("win32", "nt")])
def test_each_platform_and_python_has_one_pin_for_each_package(pins, python, platform):
    target = {
        "python_version": python.rpartition(".")[0],
        "python_full_version": python,
        "sys_platform": platform[0],
        "os_name": platform[1],
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    names = [pin.name for pin in pins if pin.marker is None or pin.marker.evaluate(target)]
    assert len(names) == len(set(names))
    assert {"numpy", "jupyterlab", "nbval", "playwright"} <= set(names)


@pytest.mark.parametrize("file", ["requirements.txt", "pyproject.toml", "environment.yml"])
def test_no_address_of_a_package_index(file):
    assert not ADDRESS.search((ROOT / file).read_text(encoding="utf-8"))


def test_every_requirement_of_what_is_pinned_is_pinned(pins):
    """A package that is not pinned would come in another version each month."""
    known = {canonicalize_name(pin.name) for pin in pins}
    for pin in installed(pins):
        needs = metadata.requires(pin.name) or []
        for need in map(Requirement, needs):
            if need.marker is None or need.marker.evaluate({"extra": ""}):
                assert canonicalize_name(need.name) in known, f"{pin.name} needs {need.name}"


def test_this_environment_satisfies_the_bounds(project):
    assert missing(project["project"]["dependencies"] + project["dependency-groups"]["dev"]) == []


def test_missing_names_what_is_absent_or_out_of_bounds():
    asked = ["numpy>=2", "numpy<2", "no-such-package-at-all>=1"]
    assert missing(asked) == ["numpy<2", "no-such-package-at-all>=1"]


def test_a_release_candidate_is_within_the_bounds(monkeypatch):
    monkeypatch.setattr("commands.satisfied.version", lambda name: "4.6.0rc1")
    assert missing(["jupyterlab>=4.3,<5", "jupyterlab>=5"]) == ["jupyterlab>=5"]


def test_room_for_the_longest_path_on_windows(pins):
    """The check before installing on Windows knows how long the paths become."""
    prefix = len(r".venv\Lib\site-packages" + "\\")
    for pin in installed(pins):
        longest = max((str(file) for file in metadata.files(pin.name)), key=len)
        assert prefix + len(longest) <= LONGEST, longest


def test_the_package_carries_its_data(project):
    """Every kind of file that helpers reads is named in pyproject.toml."""
    patterns = project["tool"]["setuptools"]["package-data"]["*"]
    files = [path for path in (ROOT / "helpers").rglob("*") if path.is_file()]
    shown = [path for path in files if not any(part.startswith(".") for part in path.parts)]
    assert {f"*{path.suffix}" for path in shown} - {"*.py", "*.pyc", "*.md"} <= set(patterns)
