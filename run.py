#!/usr/bin/env python3
# -*- coding: utf-8 -*-
"""python run.py lab | test | present | export | refresh | bench | grade

Standard library only. This file keeps to a syntax that any Python since 2.7 can read, so that an old
one answers with a way out and not with a SyntaxError. The commands themselves are in commands/.
"""

import os
import sys

OLDEST = (3, 11)

OLD_PYTHON = u"""\
这里需要 Python 3.11 或更新的版本，现在运行的是 {version}（{executable}）。
  {found_zh}
  也可以用 conda：conda env create -f environment.yml，再 conda activate compute-the-transformer

This needs Python 3.11 or newer; the one running is {version} ({executable}).
  {found_en}
  Or with conda: conda env create -f environment.yml, then conda activate compute-the-transformer
"""


def newer_python():
    """Return the command of a Python on this machine that is new enough, or None."""
    if sys.version_info < (3, 3):
        from distutils.spawn import find_executable as which
    else:
        from shutil import which
    for minor in range(19, OLDEST[1] - 1, -1):
        command = "python3.{0}".format(minor)
        if which(command):
            return command
    return None


def old_python(version, newer):
    """Return the answer to a Python that is too old; newer is the command of a newer one, or None."""
    if newer:
        again = u" ".join([newer, u"run.py"] + [readable(argument) for argument in sys.argv[1:]])
        found_zh = u"这台机器上有新的：{0}".format(again)
        found_en = u"There is a newer one on this machine: {0}".format(again)
    else:
        found_zh = u"请安装新版 Python（Windows 上装好后用 py run.py lab）。"
        found_en = u"Please install a newer Python (on Windows, start it as: py run.py lab)."
    return OLD_PYTHON.format(
        version=u".".join(str(part) for part in version[:3]),
        executable=readable(sys.executable),
        found_zh=found_zh,
        found_en=found_en,
    )


def readable(name):
    """Return text that can be written: Python 2 has bytes here, Python 3 perhaps what it could not decode."""
    if isinstance(name, bytes):
        return name.decode("utf-8", "replace")
    return name.encode("utf-8", "replace").decode("utf-8")


def write(text):
    """Write to the error stream as UTF-8, whatever the console's own encoding is."""
    stream = getattr(sys.stderr, "buffer", sys.stderr)
    stream.write(text.encode("utf-8"))
    stream.flush()


def main(arguments):
    if sys.version_info < OLDEST:
        write(old_python(sys.version_info, newer_python()))
        return 2
    from commands import run

    return run(arguments)


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    sys.exit(main(sys.argv[1:]))
