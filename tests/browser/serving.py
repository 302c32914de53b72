"""A JupyterLab of its own for tests and timings: the series as `run.py lab` serves it, from a copy."""

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from commands import lab

OURS = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
SECONDS_TO_START = 120  # a cold disk on a loaded machine


@dataclass(frozen=True)
class Server:
    """Where JupyterLab answers, and the folder that it serves."""

    address: str
    token: str
    folder: Path

    @property
    def url(self):
        return f"{self.address}/lab?token={self.token}&reset"


@contextlib.contextmanager
def serving(scratch, notebooks=lab.ORIGINALS):
    """Serve a copy of the notebooks; everything that JupyterLab writes stays below ``scratch``."""
    folder = scratch / "notebooks"
    ignored = shutil.ignore_patterns(".ipynb_checkpoints")
    shutil.copytree(notebooks, folder, ignore=ignored)
    port, token = _free_port(), secrets.token_hex(8)
    own = [
        *("--no-browser", "--expose-app-in-browser", f"--port={port}", "--ServerApp.port_retries=0"),
        f"--IdentityProvider.token={token}",
    ]
    command = lab.command(sys.executable, folder, lab.START, own)
    log = scratch / "jupyterlab.log"
    with open(log, "wb") as out:
        process = subprocess.Popen(
            command, cwd=folder, env=_variables(folder, scratch), stdout=out, stderr=out, **_GROUP
        )
    try:
        server = Server(f"http://127.0.0.1:{port}", token, folder)
        _wait(server, process, log)
        yield server
    finally:
        _end(process)


def _variables(folder, scratch):
    apart = {f"JUPYTER_{name}": str(scratch / name.lower()) for name in OURS}
    for name in ("SETTINGS_DIR", "WORKSPACES_DIR"):
        apart[f"JUPYTERLAB_{name}"] = str(scratch / name.lower())
    return lab.variables(folder) | apart


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait(server, process, log):
    end = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"{server.address}/api?token={server.token}", timeout=2).close()
            return
        time.sleep(0.1)
    raise RuntimeError("JupyterLab does not answer:\n" + log.read_text(encoding="utf-8", errors="replace"))


# Kernels are children of the server: they end with it, also when it has to be killed.
_GROUP = {} if os.name == "nt" else {"start_new_session": True}


def _end(process):
    stop = process.terminate if os.name == "nt" else lambda: os.killpg(process.pid, signal.SIGTERM)
    with contextlib.suppress(ProcessLookupError):
        stop()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        kill = process.kill if os.name == "nt" else lambda: os.killpg(process.pid, signal.SIGKILL)
        kill()
        process.wait(15)
