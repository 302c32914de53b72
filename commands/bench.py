"""run.py bench [NAME ...]: run tests/bench_NAME.py, all without arguments.

A benchmark is a script that prints its table. It runs in a process of its own, with one thread.
"""

import subprocess

from . import environment
from .browser import find_browser
from .messages import Stop

IN_A_BROWSER = {"panels", "panel_memory"}


def main(arguments):
    root = environment.ROOT
    known = {path.stem.removeprefix("bench_"): path for path in root.glob("tests/bench_*.py")}
    for name in arguments:
        if name not in known:
            raise Stop("bench.unknown", name=name, known=", ".join(sorted(known)))
    chosen = arguments or sorted(known)
    browser = not IN_A_BROWSER.isdisjoint(chosen)
    if browser and not find_browser():
        raise Stop("bench.no_browser")
    python = environment.prepare(["dev", "browser"] if browser else ["dev"])
    variables = environment.variables() | environment.ONE_THREAD
    codes = []
    for name in chosen:
        print(f"\n== {name}", flush=True)
        codes.append(subprocess.call([python, str(known[name])], cwd=root, env=variables))
    return next(filter(None, codes), 0)  # a process that was killed has a negative one
