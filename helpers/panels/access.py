"""What ipywidgets leaves out for readers who do not see the screen, or see no colours.

Its sliders have no name for a screen reader, its toggle buttons tell which one is pressed by a shade
alone. A page takes such things from Python only as HTML, and HTML that is put into a page runs no script;
but an image without a source asks its ``onerror`` what to do. Where a page forbids that, nothing is lost.
"""

import json
from html import escape

from helpers.words import word

_STYLE = (
    ".transformer-panel .widget-toggle-button.mod-active,.transformer-panel .jupyter-button.mod-primary"
    "{box-shadow:inset 0 -3px 0 currentColor}"
    ".transformer-panel .noUi-handle:focus-visible{outline:3px solid currentColor;outline-offset:2px}"
)
_SCRIPT = """\
const image = this, PLAY = __PLAY__;
let tries = 0;
const name = bar => {
  for (const slider of bar.querySelectorAll('.widget-slider'))
    for (const part of slider.querySelectorAll('[role=slider], .widget-readout')) {
      part.setAttribute('aria-label', slider.querySelector('label').textContent);
      if (part.matches('.widget-readout')) part.setAttribute('role', 'textbox');
    }
  for (const group of bar.querySelectorAll('.widget-toggle-buttons')) {
    group.setAttribute('role', 'group');
    const label = group.querySelector('label');
    if (label) group.setAttribute('aria-label', label.textContent);
  }
  for (const button of bar.querySelectorAll('.widget-toggle-button'))
    button.setAttribute('aria-pressed', button.classList.contains('mod-active'));
  for (const [sign, words] of Object.entries(PLAY))
    for (const icon of bar.querySelectorAll('.widget-play .fa-' + sign))
      icon.closest('button').setAttribute('aria-label', words);
};
const begin = () => {
  const panel = image.closest('.transformer-panel');
  if (!panel || !panel.isConnected) return tries++ < 100 && setTimeout(begin, 100);
  const bar = panel.firstElementChild;
  new MutationObserver(() => name(bar)).observe(
    bar, {subtree: true, childList: true, attributes: true, attributeFilter: ['class']});
  name(bar);
};
begin();
"""


def access_html():
    """Return the HTML that gives the controls of the panel around it names and states."""
    play = {"play": "panel.play", "pause": "panel.play", "stop": "panel.stop", "retweet": "panel.repeat"}
    words = json.dumps({sign: word(key) for sign, key in play.items()}, ensure_ascii=False)
    script = escape(_SCRIPT.replace("__PLAY__", words), quote=True)
    return f'<style>{_STYLE}</style><img src="data:," alt="" onerror="{script}">'
