"""Find the browser that the browser tests drive: Playwright's own download is not needed."""

import os
import shutil
from pathlib import Path

COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
COMMANDS += ("microsoft-edge", "msedge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "%ProgramFiles%/Google/Chrome/Application/chrome.exe",
    "%ProgramFiles(x86)%/Google/Chrome/Application/chrome.exe",
    "%LocalAppData%/Google/Chrome/Application/chrome.exe",
    "%ProgramFiles(x86)%/Microsoft/Edge/Application/msedge.exe",
)


def find_browser():
    """Return the path of a Chromium, Chrome or Edge, or None. The variable BROWSER_PATH comes first."""
    named = os.environ.get("BROWSER_PATH")
    if named:
        return named if Path(named).is_file() else None
    for command in COMMANDS:
        found = shutil.which(command)
        if found:
            return found
    places = (Path(os.path.expandvars(place)) for place in PLACES)
    return next((str(place) for place in places if place.is_file()), None)
