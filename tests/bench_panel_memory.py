"""Many updates in a row: what the memory of the process grows by, and what is left open.

    python run.py bench panel_memory

Every panel takes 5,000 values from its widgets, as a browser would send them, in this process. Then one
panel takes 5,000 key presses in JupyterLab, each as soon as the picture before it is on the page; its
kernel is asked for its memory before and after.
"""

import contextlib
import gc
import itertools
import sys
import tempfile
import time
from pathlib import Path

import psutil  # ipykernel brings it

sys.path.insert(0, str(Path(__file__).resolve().parent))

from helpers import panels as panel_table  # noqa: E402
from helpers.panels.panel import Number  # noqa: E402

UPDATES, LIMIT = 5000, 5.0  # MB
NOTEBOOK = "deep_dive/07b_cat_eats_fish_trace.ipynb"  # the panel with the longest pictures
MEMORY = """\
import gc, json, psutil, sys
gc.collect()
plots = sys.modules.get("matplotlib.pyplot")
print(json.dumps([psutil.Process().memory_info().rss / 2**20, len(plots.get_fignums()) if plots else 0]))
"""


def in_process(name):
    """Move every control of the panel in turn; return MB gained and the updates in a second."""
    panel = getattr(panel_table, name)()
    panel.widget  # noqa: B018  built at first use
    moves = [(key, value) for key, c in panel.controls.items() for value in c.sweep()]

    def walk(count):
        for key, value in itertools.islice(itertools.cycle(moves), count):
            box = panel._boxes[key]
            with contextlib.suppress(ValueError):
                box.value = f"{value:g}" if isinstance(panel.controls[key], Number) else value

    walk(max(500, len(moves)))  # caches fill
    gc.collect()
    before, started = memory(), time.perf_counter()
    walk(UPDATES)
    seconds = time.perf_counter() - started
    gc.collect()
    return memory() - before, UPDATES / seconds


def memory():
    return psutil.Process().memory_info().rss / 2**20


def in_jupyterlab():
    """Press 5,000 keys on one panel; return its name, MB gained, keys without an answer, seconds."""
    from browser.driving import browser_page
    from browser.serving import serving

    with tempfile.TemporaryDirectory() as scratch, serving(Path(scratch)) as server, browser_page(server) as lab:
        with lab.notebook(NOTEBOOK) as notebook:
            notebook.run_all()
            panel = notebook.panels()[0]
            panel.show()
            handle = panel.root.locator(".noUi-handle").first.element_handle()
            hammer = "([handle, picture, count]) => probe.hammer(handle, picture, count)"
            picture = panel.picture.element_handle()
            panel.page.evaluate(hammer, [handle, picture, 200])
            before, _ = notebook.ask(MEMORY)
            started = time.perf_counter()
            missed = panel.page.evaluate(hammer, [handle, picture, UPDATES])
            seconds = time.perf_counter() - started
            after, figures = notebook.ask(MEMORY)
    return panel.name, after - before, missed, seconds, figures


def main():
    print(f"{UPDATES} updates of each panel{'MB gained':>13}{'in a second':>13}")
    worst = 0.0
    for name in sorted(panel_table.PANELS):
        gained, rate = in_process(name)
        worst = max(worst, gained)
        print(f"{name:<28}{gained:>12.2f}{rate:>13.0f}", flush=True)
    plots = sys.modules.get("matplotlib.pyplot")
    print(f"most: {worst:.2f} MB (limit {LIMIT}); figures open: {len(plots.get_fignums()) if plots else 0}")
    name, gained, missed, seconds, figures = in_jupyterlab()
    print(f"\nin JupyterLab, {name}: {UPDATES} keys in {seconds:.0f} s ({1000 * seconds / UPDATES:.1f} ms each),")
    print(f"the kernel gained {gained:.2f} MB; keys without an answer: {missed}; figures open: {figures}")


if __name__ == "__main__":
    main()
