"""Asterisks that stay literal: ``**注意：**下面`` is not bold, because a closing run must not stand
between punctuation and a letter (CommonMark 0.31, section 6.2), and a Chinese letter is a letter.

JupyterLab takes formulas out before it reads Markdown and leaves ``@@0@@`` in their place, so a formula
counts as punctuation here.
"""

import re
import unicodedata

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[^\n]*\n.*?(^ {0,3}\1[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_ATOM = re.compile(
    r"(?P<tick>`+)(?P<body>.+?)(?<!`)(?P=tick)(?!`)"
    r"|(?P<math>\$\$.+?\$\$|\$(?:\\.|[^$\\\n]|\n(?!\s*\n))+\$|\\\\\(.+?\\\\\)|\\\\\[.+?\\\\\])"
    r"|(?P<escape>\\[!-/:-@\[-`{-~])"
    r"|(?P<tag></?[A-Za-z][^>]*>|<!--.*?-->)"
    r"|(?P<link>\]\([^)\n]*\))",
    re.DOTALL,
)
_BLOCK_TAG = re.compile(
    r" {0,3}</?(?:address|aside|blockquote|center|details|dd|div|dl|dt|figcaption|figure|footer|h[1-6]"
    r"|header|hr|li|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b",
    re.IGNORECASE,
)
_STARTER = re.compile(r"\s*(?:[-+*]|\d{1,9}[.)]|#{1,6}|>)(?=\s)\s*")


def without_fences(text):
    """Return the Markdown without its fenced code."""
    return _FENCE.sub("", text)


def literal_asterisks(text):
    """Return an excerpt for each run of asterisks that a reader would see as asterisks."""
    found = []
    for kind, block in blocks(text):
        left = [(m.start(), len(m[0])) for m in re.finditer(r"\*\*+", block)] if kind == "html" else (
            _unmatched(block))
        for start, length in left:
            around = block[start - 1 : start] + block[start + length : start + length + 1]
            if length > 1 or around.strip():
                found.append(block[max(0, start - 12) : start + length + 12])
    return found


def loose_dollars(text):
    """Return an excerpt for each dollar sign that opens or closes no formula."""
    return [
        block[max(0, m.start() - 12) : m.start() + 12]
        for _, block in blocks(text)
        for m in re.finditer(r"\$", block)
    ]


def blocks(text):
    """Yield (kind, inline text): paragraphs, items, headings and table cells, atoms replaced."""
    text = _ATOM.sub(_replacement, without_fences(text))
    for chunk in re.split(r"\n[ \t]*\n", text):
        if _BLOCK_TAG.match(chunk.lstrip("\n")) or chunk.lstrip().startswith("<t:"):
            yield "html", chunk
            continue
        yield from (("inline", part) for part in _parts(chunk))


def _replacement(match):
    if match["tick"]:
        return "`c`"
    if match["math"]:
        return "@@0@@"
    if match["escape"]:
        return "!"
    if match["link"]:
        return "](u)"
    return "<t:" + match["tag"][1:] if _BLOCK_TAG.match(match["tag"]) else "<t>"


def _parts(chunk):
    part = []
    for line in chunk.split("\n"):
        starter = _STARTER.match(line)
        row = line.strip().startswith("|")
        if (starter or row) and part:
            yield "\n".join(part)
            part = []
        if row:
            yield from line.strip().strip("|").split("|")
        else:
            part.append(_bare(line))
    if part:
        yield "\n".join(part)


def _bare(line):
    while starter := _STARTER.match(line):
        line = line[starter.end() :]
    return line


def _unmatched(text):
    """Return (start, length) of what remains of each run after pairing (CommonMark, appendix)."""
    runs = [_Run(text, m.start(), m.end()) for m in re.finditer(r"\*+", text)]
    openers = []
    for run in runs:
        while run.closes and run.left:
            k = next((k for k in range(len(openers) - 1, -1, -1) if openers[k].pairs(run)), None)
            if k is None:
                break
            del openers[k + 1 :]
            used = 2 if openers[k].left >= 2 and run.left >= 2 else 1
            openers[k].left -= used
            run.left -= used
            if not openers[k].left:
                del openers[k]
        if run.opens and run.left:
            openers.append(run)
    return [(run.start, run.left) for run in runs if run.left]


class _Run:
    def __init__(self, text, start, end):
        before, after = text[start - 1 : start] if start else "", text[end : end + 1]
        self.start, self.length, self.left = start, end - start, end - start
        self.opens = _flanks(after, before)
        self.closes = _flanks(before, after)

    def pairs(self, closer):
        either_way = (self.opens and self.closes) or (closer.opens and closer.closes)
        thirds = self.length % 3 == 0 and closer.length % 3 == 0
        return not (either_way and (self.length + closer.length) % 3 == 0 and not thirds)


def _flanks(inner, outer):
    if not inner or inner.isspace():
        return False
    return not _punctuation(inner) or not outer or outer.isspace() or _punctuation(outer)


def _punctuation(character):
    return unicodedata.category(character)[0] in "PS"
