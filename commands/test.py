"""run.py test [--browser] [pytest arguments]: unit tests and nbval, then the browser tests."""

import os
import subprocess

from . import environment
from .browser import find_browser
from .messages import Stop, say

BROWSER_TESTS = environment.ROOT / "tests" / "browser"


def main(arguments):
    browser = "--browser" in arguments
    arguments = [argument for argument in arguments if argument != "--browser"]
    if browser and not find_browser():
        raise Stop("test.no_browser")
    python = environment.prepare(["dev", "browser", "present"] if browser else ["dev"])
    code = pytest(python, ["--nbval", *workers(), *arguments])
    # In a process of its own and one after the other: a browser measures time, and is large.
    if browser:
        return browser_tests(python) or code
    return code


def browser_tests(python):
    """Run the browser tests; what fails on a machine that was busy just then gets one more chance."""
    code = pytest(python, [str(BROWSER_TESTS)])
    if code == 1:
        say("test.again")
        code = pytest(python, [str(BROWSER_TESTS), "--last-failed"])
    return code


def workers():
    """Return the arguments that share the work out; a notebook's cells stay together, in order."""
    return ["-n", str(min(4, max(2, os.cpu_count() or 1))), "--dist", "loadscope"]


def pytest(python, arguments):
    return subprocess.call([python, "-m", "pytest", *arguments], cwd=environment.ROOT)
