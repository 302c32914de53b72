"""Drive JupyterLab as a reader does (keys, mouse) and look into it as a developer can (commands, kernel)."""

import contextlib
import json
from pathlib import Path

from commands.browser import find_browser

SCRIPT = Path(__file__).with_name("page.js").read_text(encoding="utf-8")
SIZE = {"width": 1280, "height": 1000}
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-default-apps",
)  # fmt: skip
LIGHT, DARK = "JupyterLab Light", "JupyterLab Dark"
SECONDS = 1000  # Playwright counts in milliseconds


@contextlib.contextmanager
def browser_page(server):
    """Open a browser on the server; yield the page of JupyterLab, with its app ready."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(QUIET))
        try:
            yield Lab(browser.new_page(viewport=SIZE), server)
        finally:
            browser.close()


class Lab:
    """JupyterLab in a page; ``complaints`` gathers what a reader would never see."""

    def __init__(self, page, server):
        self.page, self.server, self.complaints = page, server, []
        page.add_init_script(SCRIPT)
        page.on("pageerror", self._page_error)
        page.on("console", self._console)
        page.context.on("request", lambda request: self._request(request.url))
        page.on("websocket", lambda socket: self._request(socket.url))
        page.goto(server.url)
        page.wait_for_function("() => window.jupyterapp", timeout=120 * SECONDS)
        page.evaluate("() => jupyterapp.restored.then(() => null)")
        self.command("application:toggle-left-area")

    def _console(self, message):
        if message.type == "error":
            # JupyterLab asks for the debugger's state while the kernel of a closed notebook goes away.
            if "debugger state" not in message.text:
                self.complaints.append(f"console: {message.text}")

    def _request(self, url):
        host = self.server.address.removeprefix("http")
        if not url.startswith((f"http{host}", f"ws{host}", "data:", "blob:")):
            self.complaints.append(f"request to another host: {url}")

    def command(self, name, **arguments):
        """Run a command of JupyterLab and wait for it."""
        return self.page.evaluate("([n, a]) => probe.command(n, a)", [name, arguments])

    def _page_error(self, error):
        """Keep an error, but not what JupyterLab's own core throws as a notebook that closes loses its views."""
        if not ("removeChild" in error.stack and "jlab_core" in error.stack):
            self.complaints.append(f"page error: {error.stack}")

    def theme(self, name):
        """Change the theme as the menu does, and wait until it is there."""
        self.command("apputils:change-theme", theme=name)
        self.page.wait_for_function(
            "light => document.body.dataset.jpThemeLight === light", arg=json.dumps(name == LIGHT)
        )
        self.page.locator("#jupyterlab-splash").wait_for(state="detached")  # two at once are an error

    @contextlib.contextmanager
    def notebook(self, name):
        """Open a notebook of the series; at the end close it, unsaved, with its kernel."""
        self.page.evaluate("path => probe.open(path)", name)
        try:
            yield Notebook(self, name)
        finally:
            self.page.evaluate("() => probe.close()")


class Notebook:
    """The notebook that is open."""

    def __init__(self, lab, name):
        self.lab, self.page, self.name = lab, lab.page, name

    def run_all(self):
        """Run all cells; return the errors and the lines on stderr among their outputs."""
        return self.page.evaluate("() => probe.runAll()")

    def ask(self, code):
        """Run code in the notebook's kernel and return what it prints, read as JSON."""
        said = self.page.evaluate("code => probe.ask(code)", code)
        try:
            return json.loads(said)
        except ValueError:
            raise RuntimeError(said) from None

    def panels(self):
        """Return the panels that the cells show, in order."""
        shown = self.page.evaluate("() => probe.panels()")
        known = self.ask(FIND + LIST) if shown else {}
        # A widget that is no panel, such as the training that Lab 4 shows, has nothing to move.
        return [Shown(self, cell, model, known[model]) for cell, model in shown if model in known]


# Panels are found by the widget that the page shows: a cell need not give them a name.
FIND = """\
import gc as _gc, json as _json
from helpers.panels.panel import Choice as _Choice, Panel as _Panel
_panels = {p._view.model_id: p for p in _gc.get_objects() if type(p) is _Panel and p._view is not None}
"""
LIST = """\
def _bar(panel):
    own = {box.model_id: key for key, box in panel._boxes.items()}
    return [[type(w).__name__, own.get(w.model_id)] for w in panel._view.children[0].children]
print(_json.dumps({model: {"name": p.name, "bar": _bar(p)} for model, p in _panels.items()}))
"""
STATE = """\
_p = _panels[{model!r}]
_at = lambda c, v: [option for _, option in c.pairs()].index(v) if isinstance(c, _Choice) else v
_state = {{key: _at(control, _p._state[key]) for key, control in _p.controls.items()}}
print(_json.dumps({{"state": _state, "values": repr(_p), "error": _p.error}}))
"""


class Shown:
    """A panel on the page. Controls stand in the bar; picture and error line below it."""

    def __init__(self, notebook, cell, model, facts):
        self.notebook, self.page, self.cell, self.model = notebook, notebook.page, cell, model
        self.name, self.bar = facts["name"], facts["bar"]
        self.root = self.page.locator(f"[data-probe-cell='{cell}'] .transformer-panel")
        self.picture = self.root.locator(":scope > .widget-html").nth(1).locator(".widget-html-content")
        self.error_line = self.root.locator(":scope > .widget-html").first

    def show(self):
        """Scroll to the panel: JupyterLab renders a cell only when it comes into view."""
        self.page.evaluate("cell => probe.scrollTo(cell)", self.cell)
        self.root.wait_for(timeout=30 * SECONDS)
        self.root.scroll_into_view_if_needed()

    def widget(self, place):
        """Return the widget at this place of the bar."""
        return self.root.locator(f":scope > .widget-box:first-child > :nth-child({place + 1})")

    def control(self, key):
        return self.widget(next(k for k, (_, own) in enumerate(self.bar) if own == key))

    def play(self, key):
        """Return the play button that stands before a control, or None."""
        place = next(k for k, (_, own) in enumerate(self.bar) if own == key) - 1
        return self.widget(place) if place >= 0 and self.bar[place][0] == "Play" else None

    def in_kernel(self):
        """Return what the kernel knows: state (of a choice its number), values as text, error."""
        return self.notebook.ask(STATE.format(model=self.model))

    def set(self, values):
        """Call ``panel.set`` in the kernel."""
        self.notebook.ask(f"_panels[{self.model!r}].set(**{values!r})\nprint(0)")

    def shows(self, html):
        """Say whether the page shows this picture now."""
        return self.picture.evaluate("(node, html) => probe.sameHtml(node, html)", html)

    def draws(self, html):
        """Wait until the page shows this picture; say whether it did."""
        from playwright.sync_api import TimeoutError

        node = self.picture.element_handle()
        try:
            self.page.wait_for_function(
                "([node, html]) => probe.sameHtml(node, html)", arg=[node, html], timeout=5 * SECONDS
            )
        except TimeoutError:
            return False
        return True

    def reset(self):
        self.widget(len(self.bar) - 1).click()

    def measure(self, what, node=None):
        """Call ``contrast``, ``nameless`` or ``cut`` of page.js on the panel (or on a part of it)."""
        return (node or self.root).evaluate(f"node => probe.{what}(node)")
