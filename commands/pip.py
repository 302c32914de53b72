"""Call pip inside the environment, show that it moves, and turn its failures into a way out."""

import os
import re
import subprocess
import sys

from .messages import Stop, say

# In the order in which they are looked for: the first that appears in pip's output is the reason.
REASONS = {
    "pip.disk": ("No space left on device", "[Errno 28]", "[WinError 112]"),
    "pip.permission": ("Permission denied", "[WinError 5]", "[WinError 32]", "[Errno 13]"),
    "pip.network": (
        "NewConnectionError",
        "NameResolutionError",
        "Temporary failure in name resolution",
        "Max retries exceeded",
        "ConnectTimeout",
        "ReadTimeout",
        "Read timed out",
        "ConnectionResetError",
        "Connection aborted",
        "ProxyError",
        "SSLError",
        "CERTIFICATE_VERIFY_FAILED",
        "IncompleteRead",
    ),
    "pip.not_found": (
        "No matching distribution found",
        "Could not find a version that satisfies",
        "ResolutionImpossible",
    ),
}


def arguments(requirements, constraints, wheels):
    """Return the arguments of pip: a mirror in pip's own settings holds, unless there is wheels/."""
    source = ["--no-index", "--find-links", str(wheels)] if wheels.is_dir() else []
    return [
        *("install", "--no-input", "--disable-pip-version-check", "--progress-bar=off"),
        *(*source, "--constraint", str(constraints), *requirements),
    ]


def reason(output, wheels):
    """Return the key of the message that fits a failed pip's output."""
    for key, signs in REASONS.items():
        if any(sign in output for sign in signs):
            return "pip.wheels" if key == "pip.not_found" and wheels.is_dir() else key
    return "pip.other"


def install(python, requirements, constraints, wheels, log):
    """Install into the environment of python; raise Stop with the reason when pip fails."""
    _make_sure_of_pip(python)
    environment = {**os.environ, "PIP_USER": "0", "PIP_NO_COLOR": "1"}
    environment.pop("PYTHONHOME", None)
    command = [str(python), "-m", "pip", *arguments(requirements, constraints, wheels)]
    process = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    lines = list(_ticking(process.stdout))
    log.write_text("".join(lines), encoding="utf-8")
    if process.wait() != 0:
        output = "".join(lines)
        errors = [line for line in lines if line.startswith("ERROR")] or lines[-10:]
        raise Stop(reason(output, wheels), output="".join(errors).strip(), log=log)


def _make_sure_of_pip(python):
    """An environment made by uv has no pip."""
    if _quiet(python, "-m", "pip", "--version").returncode != 0:
        _quiet(python, "-m", "ensurepip")


def _quiet(python, *rest):
    return subprocess.run([str(python), *rest], stdin=subprocess.DEVNULL, capture_output=True)


def _ticking(lines):
    """Pass the lines on; say when pip has to retry, and in a terminal show the package it is at."""
    seen, retrying = 0, False
    for line in lines:
        yield line
        if "Retrying (" in line and not retrying:
            retrying = True
            say("pip.retrying")
        if line.startswith("Collecting ") and sys.stdout.isatty():
            seen += 1
            name = re.split("[^A-Za-z0-9._-]", line.split()[1])[0]
            print(f"\r  {seen:3d}  {name:<40.40}", end="", flush=True)
    if seen:
        print("\r" + " " * 50 + "\r", end="", flush=True)
