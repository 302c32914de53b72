"""Addresses that have no place in tracked text: paths of one machine, hosts that serve packages."""

import re

# A path that starts at the root of somebody's machine.
_MACHINE_PATH = re.compile(
    r"(?<![A-Za-z0-9_.\-/}])(?:/(?:home|root|tmp|work|mnt|Users|opt|var/folders)\b(?=[/\s\"'`)]|$)"
    r"|[A-Za-z]:(?:\\\\?|/)(?:Users|Temp|Windows|Program Files)\b)"
)
_PACKAGE_HOST = re.compile(
    r"\b(?:pypi|pythonhosted|npmjs|anaconda|conda|jfrog|unpkg|jsdelivr|cloudflare)\.(?:org|com|io|net)\b"
    r"|\bpypi\.[a-z]+\.[a-z.]+\b|\bmirrors?\.[a-z]+\.[a-z.]+\b",
    re.IGNORECASE,
)


def machine_paths(text):
    return [_around(text, match) for match in _MACHINE_PATH.finditer(text)]


def package_hosts(text):
    return [_around(text, match) for match in _PACKAGE_HOST.finditer(text)]


def _around(text, match):
    return text[max(0, match.start() - 20) : match.end() + 20].replace("\n", " ")
