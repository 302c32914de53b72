"""What the checker shows: HTML in a notebook, plain text elsewhere; never by colour alone."""

import re
from html import escape

from ...words import word
from .question import NOT_YET, RIGHT, UNFIT, WRONG

# translucent over the page's own background: legible in the light and in the dark theme
_LOOK = {
    RIGHT: ("✓", "0,158,115"),
    WRONG: ("✗", "213,94,0"),
    UNFIT: ("⚠", "230,159,0"),
    NOT_YET: ("○", "128,128,128"),
}
_PRE = (
    "margin:2px 0 6px 0;padding:4px 8px;background:rgba(128,128,128,.12);color:inherit;"
    "overflow:auto;max-height:24em;line-height:1.35"
)


class Card:
    """A question and the verdict on an answer; ``correct`` tells whether it was right.

    Parameters
    ----------
    id, lines : the question.
    verdict : ``Verdict``.
    hints : texts to show below.
    more : the level of the next hint that can be asked for, 0 if there is none.
    """

    def __init__(self, id, lines, verdict, hints=(), more=0):
        self.id, self.lines, self.verdict, self.hints, self.more = id, lines, verdict, hints, more

    @property
    def correct(self):
        return self.verdict.status == RIGHT

    def _says(self):
        sign = _LOOK[self.verdict.status][0]
        first = f"{sign} {word('exercises.' + self.verdict.status)}"
        below = [word("exercises.hint", text=hint) for hint in self.hints]
        if self.more:
            below.append(word("exercises.more", level=self.more))
        return first, list(self.verdict.says), below

    def __repr__(self):
        first, says, below = self._says()
        lines = [word("exercises.title", id=self.id), *self.lines, first, *says]
        for label, text in self.verdict.exhibits:
            lines += [f"{label}:", *("  " + line for line in text.split("\n"))]
        return "\n".join(lines + below)

    def _repr_html_(self):
        first, says, below = self._says()
        colour = _LOOK[self.verdict.status][1]
        asked = "".join(f'<div style="margin:2px 0">{marked_up(line)}</div>' for line in self.lines)
        said = "".join(f'<div style="margin:3px 0">{marked_up(line)}</div>' for line in says)
        exhibits = "".join(
            f'<div>{escape(label)}<pre style="{_PRE}">{escape(text)}</pre></div>'
            for label, text in self.verdict.exhibits
        )
        exhibits = f'<div style="display:flex;flex-wrap:wrap;gap:4px 16px">{exhibits}</div>' if exhibits else ""
        hints = "".join(f'<div style="margin:3px 0">{marked_up(line)}</div>' for line in below)
        return (
            '<div style="border:1px solid rgba(128,128,128,.45);border-radius:6px;margin:6px 0;'
            'max-width:760px;line-height:1.6;color:inherit;background:transparent">'
            f'<div style="padding:8px 14px"><div style="opacity:.75;font-size:.85em">'
            f'{escape(word("exercises.title", id=self.id))}</div>{asked}</div>'
            f'<div role="status" style="padding:8px 14px;background:rgba({colour},.16);'
            f'border-left:5px solid rgb({colour})"><b>{escape(first)}</b>{said}{exhibits}{hints}</div>'
            "</div>"
        )


class KeyTable:
    """The instructor's table: question, numbers, answer."""

    def __init__(self, student, rows):
        self.student, self.rows = student, rows

    def __iter__(self):
        return iter(self.rows)

    def __repr__(self):
        title = word("exercises.key", student=self.student or word("exercises.nobody"))
        return "\n".join([title, *(" | ".join(filter(None, row)) for row in self.rows)])

    def _repr_html_(self):
        cell = "vertical-align:top;padding:3px 10px;text-align:left;border:1px solid rgba(128,128,128,.35)"
        title = word("exercises.key", student=self.student or word("exercises.nobody"))
        body = "".join(
            '<tr style="background:transparent">'
            + "".join(
                f'<td style="{cell};white-space:{"nowrap" if k == 0 else "pre-line"}">{marked_up(part)}</td>'
                for k, part in enumerate(row)
            )
            + "</tr>"
            for row in self.rows
        )
        return (
            '<table style="border-collapse:collapse;color:inherit;background:transparent">'
            f'<caption style="color:inherit;text-align:left">{escape(title)}</caption>{body}</table>'
        )


def marked_up(line):
    """Return a line as HTML: `` `code` `` set as code, ``W^Q`` with a raised Q."""
    parts = re.split(r"`([^`]+)`", escape(line, quote=False))  # plain, code, plain, …
    for k, part in enumerate(parts):
        raised = re.sub(r"\^(\w)(?!\w)", r"<sup>\1</sup>", part)
        parts[k] = f"<code>{part}</code>" if k % 2 else raised
    return "".join(parts)
