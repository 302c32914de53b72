"""All words that ``helpers`` itself shows, in Chinese and in English: panel labels, ledger rows, errors.

The notebooks are in Chinese. An English edition needs only ``set_language("en")``.
Sections follow the files that use them; keys read ``file.word``.
"""

_language = "zh"

WORDS = {
    # panels/panel.py
    "panel.reset": ("复位", "Reset"),
    "panel.error": ("这个值用不了：{why}", "This value cannot be used: {why}"),
    "panel.unknown_control": (
        "面板没有叫 {name} 的控件；它有 {known}",
        "the panel has no control {name}; it has {known}",
    ),
    "panel.out_of_range": (
        "{name} 应在 {low} 到 {high} 之间，你给的是 {value}",
        "{name} must lie between {low} and {high}, got {value}",
    ),
    "panel.not_an_option": (
        "{name} 只能是 {known}，你给的是 {value}",
        "{name} must be one of {known}, got {value}",
    ),
    "panel.not_a_number": (
        "{name} 要填一个数，你填的是“{value}”",
        "{name} must be a number, got “{value}”",
    ),
    "panel.static": (
        "运行这个单元格，控件就会出现",
        "Run this cell to get the controls",
    ),
}


def set_language(language):
    """Choose the language of panels, ledger rows and checker answers: ``"zh"`` (default) or ``"en"``."""
    global _language
    if language not in ("zh", "en"):
        raise ValueError(both("words.language", language=repr(language)))
    _language = language


def word(key, **values):
    """Return the words of ``key`` in the chosen language, with ``values`` put in."""
    chinese, english = WORDS[key]
    return (english if _language == "en" else chinese).format(**values)


def both(key, **values):
    """Return ``中文 | English`` on one line: errors are read, searched and pasted in either language."""
    chinese, english = WORDS[key]
    return f"{chinese} | {english}".format(**values)


WORDS |= {
    # words.py
    "words.language": (
        "语言只能是 \"zh\" 或 \"en\"，你给的是 {language}",
        "language must be \"zh\" or \"en\", got {language}",
    ),
    # kernels/door.py
    # models/
    # views/
    "table.axes": (
        "表格只画向量或矩阵，你给的形状是 {shape}",
        "only vectors and matrices can be shown, got shape {shape}",
    ),
    "table.names": (
        "{axis} 要有 {wanted} 个名字，你给了 {given} 个",
        "{axis} needs {wanted} names, got {given}",
    ),
    # lectures/published
    # lectures/exercises
    # panels/ (one block for each file)
}
