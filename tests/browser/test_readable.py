"""Everybody can read and reach the panels: contrast, names, tab order, nothing cut, in both themes."""

import contextlib

from browser.driving import DARK, LIGHT
from browser.test_notebooks import second

LEAST = 4.5  # WCAG 2.2, success criterion 1.4.3


def ends(panel):
    """The first values, and all controls at one end, where there is a picture for that."""
    sweeps = {key: control.sweep() for key, control in second(panel).controls.items()}
    for k in (0, -1):
        twin, values = second(panel), {key: sweep[k] for key, sweep in sweeps.items()}
        with contextlib.suppress(ValueError):
            twin.set(**values)
            yield values, twin.html
    twin = second(panel)
    yield {key: twin.values()[key] for key in twin.controls}, twin.html


def test_every_text_stands_out_in_both_themes_and_nothing_is_cut(lab, shown):
    if not shown:
        return
    for theme in [DARK, LIGHT]:
        lab.theme(theme)
        for panel in shown:
            panel.show()
            for values, html in ends(panel):
                panel.set(values)
                assert panel.draws(html)
                found = panel.measure("contrast")
                assert len(found) > 5  # texts that were in the window
                weak = [(text, round(ratio, 2)) for text, ratio in found if ratio < LEAST]
                assert weak == [], (theme, panel.name, values)
                assert panel.measure("cut", panel.picture) == [], (panel.name, values)


def test_everything_has_a_name(shown):
    for panel in shown:
        panel.show()
        panel.page.wait_for_function(
            "root => root.querySelector('[aria-label], [aria-pressed]')", arg=panel.root.element_handle()
        )
        assert panel.measure("nameless") == [], panel.name


def test_tab_goes_through_the_controls_in_reading_order_and_out_again(shown):
    for panel in shown:
        panel.show()
        stops = panel.root.evaluate("root => { probe.firstStop(root).focus(); return probe.stops(root); }")
        walked = []
        while (at := panel.root.evaluate("root => probe.focused(root)")) is not None:
            walked.append(at)
            assert len(walked) <= len(stops), f"{panel.name}: the focus stays in the panel"
            panel.page.keyboard.press("Tab")
        assert walked == stops, panel.name
        reached = {stop["widget"] for stop in stops}
        assert reached == set(range(len(panel.bar))), f"{panel.name}: not every control is reached"
        rows = [(stop["row"], stop["x"]) for stop in stops]
        assert rows == sorted(rows), panel.name
