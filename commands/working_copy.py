"""The student's working copy: my_notebooks/ follows notebooks/, and what a student changed stays.

A manifest in the copy remembers, for each file, the fingerprints of the originals that were ever put
there. A file that has one of them is not the student's work and may be replaced; any other is kept.
The manifest is written before the files are, so an interrupted run leaves no file unaccounted for.
"""

import contextlib
import hashlib
import json
import os
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from .messages import Stop

MANIFEST = ".originals.json"


@dataclass
class Report:
    """What ``update`` did: files brought up to date, and changed files whose original has moved on.

    ``refused`` says of each file that the system did not let be read or replaced why not.
    """

    brought: list = field(default_factory=list)
    behind: list = field(default_factory=list)
    refused: dict = field(default_factory=dict)

    @contextlib.contextmanager
    def noting_refusals(self, name):
        """Go on with the next file where the system refuses this one."""
        try:
            yield
        except OSError as error:
            self.refused[name] = error.strerror or str(error)


def update(originals, copies):
    """Bring new and unchanged files of the copy up to date; return a Report."""
    report = Report()
    manifest = _read_manifest(copies)
    present = files(originals)
    for name in present:
        new = fingerprint(originals / name)
        known = manifest.setdefault(name, [])
        with report.noting_refusals(name):
            mine = fingerprint(copies / name) if (copies / name).exists() else None
        if name in report.refused:
            continue
        if mine is None or (mine != new and mine in known):
            report.brought.append(name)
        elif mine != new and new not in known:
            report.behind.append(name)
        if new not in known and name not in report.behind:
            known.append(new)
    gone = [name for name in manifest if name not in present]
    ours = [name for name in gone if _is_ours(copies / name, manifest[name])]
    for name in set(gone) - set(ours):
        del manifest[name]
    _write(copies / MANIFEST, json.dumps(manifest, indent=1, ensure_ascii=False).encode("utf-8"))
    for name in report.brought:
        with report.noting_refusals(name):
            _write(copies / name, (originals / name).read_bytes())
    report.brought = [name for name in report.brought if name not in report.refused]
    for name in ours:
        with report.noting_refusals(name):
            (copies / name).unlink()
    return report


def restore(name, originals, copies):
    """Move the student's file aside, so that ``update`` brings the original back.

    Returns the name of the notebook and that of the student's file, None where it is the original.
    """
    name = find(name, originals)
    target = copies / name
    if not target.exists() or is_original(target, originals / name):
        return name, None
    kept = _free_name(target)
    target.rename(kept)
    return name, kept.relative_to(copies).as_posix()


def find(name, originals):
    """Return the file that is meant by a path, a file name, or the beginning of one ("03")."""
    known = notebooks(originals)
    wanted = PurePosixPath(name.replace("\\", "/").removeprefix("./"))
    if wanted.parts[:1] in (("my_notebooks",), ("notebooks",)):
        wanted = PurePosixPath(*wanted.parts[1:])
    wanted = str(wanted).removesuffix(".ipynb")
    for fits in (
        lambda file: wanted in (file, file.removesuffix(".ipynb")),
        lambda file: PurePosixPath(file).stem == wanted,
        lambda file: file.startswith(wanted) or PurePosixPath(file).name.startswith(wanted),
    ):
        found = [file for file in known if fits(file)]
        if len(found) == 1:
            return found[0]
        if found:
            raise Stop("lab.which_notebook", name=name, known="\n".join(found))
    raise Stop("lab.no_such_notebook", name=name, known="\n".join(known))


def files(folder):
    """Return the names of all files below a folder, hidden ones and caches left out."""
    found = []
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith(".") or part == "__pycache__" for part in parts)
        if path.is_file() and not hidden:
            found.append("/".join(parts))
    return found


def notebooks(folder):
    """Return the names of all notebooks below a folder."""
    return [name for name in files(folder) if name.endswith(".ipynb")]


def fingerprint(path):
    """Return a hash of what a student could have changed.

    JupyterLab rewrites kernelspec, language_info and the layout of the JSON in a notebook that was
    only opened; git may have changed line ends. Everything else in a notebook counts, outputs too.
    """
    content = path.read_bytes()
    if path.suffix == ".ipynb":
        try:
            content = _canonical(json.loads(content))
        except (ValueError, TypeError, AttributeError):
            pass  # not a notebook, so its bytes count
    return hashlib.sha256(content).hexdigest()


def is_original(copy, original):
    """Say whether a copy is as its original is; one that cannot be read is not."""
    try:
        return original.is_file() and fingerprint(copy) == fingerprint(original)
    except OSError:
        return False


def _canonical(notebook):
    metadata = notebook.pop("metadata", {})
    notebook["metadata"] = {
        key: value for key, value in metadata.items() if key not in ("kernelspec", "language_info")
    }
    notebook.pop("nbformat_minor", None)
    for cell in notebook["cells"]:
        source = cell["source"]
        cell["source"] = source if isinstance(source, str) else "".join(source)
    return json.dumps(notebook, sort_keys=True).encode("ascii")


def _read_manifest(copies):
    try:
        manifest = json.loads((copies / MANIFEST).read_text(encoding="utf-8"))
        return {name: list(known) for name, known in manifest.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}  # then every file that differs from its original counts as the student's


def _is_ours(path, known):
    return path.is_file() and fingerprint(path) in known


def _free_name(path):
    """Return name.mine.ipynb, or name.mine-2.ipynb and so on."""
    number = 1
    while True:
        ending = "" if number == 1 else f"-{number}"
        candidate = path.with_name(f"{path.stem}.mine{ending}{path.suffix}")
        if not candidate.exists():
            return candidate
        number += 1


def _write(path, content):
    """Write whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.new")
    try:
        with open(temporary, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
