"""How fast the panels answer in JupyterLab: from the key press to the changed picture, for every panel.

    python run.py bench panels

Each control of a panel is moved by real key presses, one after the other. The times are taken in the page:
from the time stamp of the key to the change of the DOM, and to the frame that shows it. Frames in which
the picture is empty are counted, and the bytes that go over the web socket.
"""

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from browser.driving import browser_page  # noqa: E402
from browser.serving import serving  # noqa: E402
from browser.test_notebooks import second, where_it_matters  # noqa: E402

from commands.lab import ORIGINALS  # noqa: E402
from commands.working_copy import notebooks  # noqa: E402
from helpers.panels.panel import Choice, Number, Switch  # noqa: E402
from helpers.panels.steps import Steps  # noqa: E402

PRESSES = 48  # for each panel, shared among its controls
MEDIAN, P90 = 30, 50  # milliseconds to reach on an idle machine
HEAD = ("panel", "keys", "median", "p90", "worst", "to frame", "frames", "empty", "heights", "B in", "B out")


class Traffic:
    """Bytes over the web sockets of a page."""

    def __init__(self, page):
        self.received = self.sent = 0
        page.on("websocket", self._opened)

    def _opened(self, socket):
        socket.on("framereceived", lambda data: self._add("received", data))
        socket.on("framesent", lambda data: self._add("sent", data))

    def _add(self, way, data):
        setattr(self, way, getattr(self, way) + len(data.encode() if isinstance(data, str) else data))


def measure(panel, traffic):
    """Press keys on every control of the panel but fields of text; return what was seen as one row."""
    twin = second(panel)
    keys = [key for key, control in twin.controls.items() if not isinstance(control, Number)]
    seen = {"dom": [], "frame": [], "frames": 0, "empty": 0, "heights": []}
    before, pressed = (traffic.received, traffic.sent), 0
    for key in keys:
        control, count = twin.controls[key], max(8, PRESSES // len(keys))
        panel.reset()
        elsewhere = where_it_matters(twin, key, control)
        if elsewhere:
            panel.set(elsewhere)
        panel.page.wait_for_timeout(200)
        panel.page.evaluate("node => probe.watch(node)", panel.picture.element_handle())
        for press in presses(panel, key, control, twin.values()[key], count):
            press()
            panel.page.evaluate("() => probe.settled(1000)")  # some steps change nothing
            time.sleep(0.03)  # a hand does not come back sooner
        pressed += count
        found = panel.page.evaluate("() => probe.unwatch()")
        for name in seen:
            seen[name] += found[name]
    bytes_in, bytes_out = traffic.received - before[0], traffic.sent - before[1]
    return row(panel.name, pressed, seen, bytes_in, bytes_out)


def presses(panel, key, control, value, count):
    """Yield one key press after the other: up and down a slider, around the buttons of a choice."""
    widget, keyboard = panel.control(key), panel.page.keyboard
    if isinstance(control, (Choice, Switch)):
        targets = widget.locator("button, input").all()
        at = control.sweep().index(value) if isinstance(control, Choice) else 0
        for _ in range(count):
            at = (at + 1) % len(targets)
            targets[at].focus()
            yield lambda: keyboard.press("Space")
        return
    low, high, step = (
        (0, control.last, 1) if isinstance(control, Steps) else (control.low, control.high, control.step)
    )
    widget.locator(".noUi-handle").focus()
    up = True
    for _ in range(count):
        if value + step > high or value - step < low:
            up = value - step < low
        value += step if up else -step
        yield lambda up=up: keyboard.press("ArrowRight" if up else "ArrowLeft")


def row(name, pressed, seen, bytes_in, bytes_out):
    times = sorted(seen["dom"])
    return (
        name, f"{len(times)}/{pressed}", statistics.median(times), quantile(times, 0.9), times[-1],
        statistics.median(seen["frame"]), seen["frames"], seen["empty"], len(set(seen["heights"])),
        round(bytes_in / pressed), round(bytes_out / pressed),
    )  # fmt: skip


def quantile(ordered, share):
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def show(cells):
    texts = [f"{c:.1f}" if isinstance(c, float) else str(c) for c in cells]
    print(f"{texts[0]:<24}" + "".join(f"{text:>9}" for text in texts[1:]), flush=True)


def main(names):
    rows = []
    with tempfile.TemporaryDirectory() as scratch, serving(Path(scratch)) as server, browser_page(server) as lab:
        show(HEAD)
        traffic = Traffic(lab.page)
        for name in notebooks(ORIGINALS):
            if names and not any(part in name for part in names):
                continue
            with lab.notebook(name) as notebook:
                notebook.run_all()
                for panel in notebook.panels():
                    panel.show()
                    rows.append(measure(panel, traffic))
                    show(rows[-1])
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"\nTimes in milliseconds, bytes for each key. {os.cpu_count()} processors{load}.")
    slow = [r[0] for r in rows if r[2] > MEDIAN or r[3] > P90]
    print(f"Median of the medians {statistics.median(r[2] for r in rows):.1f} ms;", end=" ")
    print(f"over {MEDIAN} ms (median) or {P90} ms (p90): {', '.join(slow) or 'none'};", end=" ")
    print(f"frames without content: {sum(r[7] for r in rows)}")


if __name__ == "__main__":
    main(sys.argv[1:])
