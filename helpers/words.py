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
    # views/style.py
    "style.figure": ("图：{title}", "Figure: {title}"),
    "style.font_from_system": (
        "缺少随附字体 {file}，改用系统字体 {found}；重新克隆仓库可以恢复",
        "bundled font {file} is missing, using the system font {found}; clone again to restore it",
    ),
    "style.no_chinese_font": (
        "缺少随附字体 {file}，系统里也没有中文字体，图中的汉字会变成方框；重新克隆仓库可以恢复",
        "bundled font {file} is missing and the system has no Chinese font, so Chinese in figures"
        " will show as boxes; clone again to restore it",
    ),
    # lectures/published
    "published.language": ("zh", "en"),
    "published.printed": ("讲义印的", "The text prints"),
    "published.computed": ("这里算的", "Computed here"),
    "published.verdict": ("结论", "Verdict"),
    "published.no_answer": ("(思考题，讲义没有印答案)", "(a question; the text prints no answer)"),
    "published.holds": ("成立", "holds"),
    "published.fails": ("不成立", "does not hold"),
    "published.supplied_by": ("补在 {notebook}", "supplied by {notebook}"),
    "published.text.L10": ("第 10 讲", "Lecture 10"),
    "published.text.DD": ("深入篇", "Deep Dive"),
    "published.kind.literature": ("文献", "literature"),
    "published.kind.absent": ("原文没有", "absent from the text"),
    "published.basis.print": ("由讲义数字推出", "follows from the printed numbers"),
    "published.basis.reconstruction": ("由重建权重得出", "from reconstructed weights"),
    "published.basis.example": ("由本页的例子算出", "from an example of this page"),
    "published.verdict.reproduces": ("相符", "reproduces"),
    "published.verdict.rounding": ("舍入早了", "rounded early"),
    "published.verdict.misprint": ("印错了", "misprint"),
    "published.verdict.wrong": ("算错了", "wrong"),
    "published.verdict.underdetermined": ("讲义没给够，补全后相符", "underdetermined; agrees once completed"),
    "published.verdict.ok": ("成立", "holds"),
    "published.verdict.imprecise": ("要说准些", "needs a remark"),
    "published.verdict.claim-wrong": ("说法不成立", "does not hold"),
    "published.unknown": ("账本里没有 {id}；相近的有 {close}", "the ledger has no {id}; similar: {close}"),
    "published.twice": ("账本里 {id} 出现了两次", "{id} stands twice in the ledger"),
    "published.needs_value": ("{id} 要传一个数：{zh}", "{id} needs a value: {en}"),
    "published.takes_no_value": (
        "{id} 是 {kind}，只写 compare(\"{id}\")，不传数",
        "{id} is {kind}: write compare(\"{id}\") without a value",
    ),
    "published.basis_unknown": (
        "{id} 的依据只能是 {known}，你给的是 {basis}",
        "the basis of {id} must be one of {known}, got {basis}",
    ),
    "published.bool": (
        "{id} 要的是那个数本身，不是 True / False",
        "{id} needs the number itself, not True / False",
    ),
    "published.not_numeric": (
        "{id} 要的是数或数组，你给的是 {got}",
        "{id} needs a number or an array, got {got}",
    ),
    "published.not_finite": ("{id} 的值里有 NaN 或无穷大", "the value for {id} holds NaN or infinity"),
    "published.shape": (
        "{id} 的形状应是 {expected}，你给的是 {got}",
        "{id} must have shape {expected}, got {got}",
    ),
    "published.off": (
        "{id}{where}：算出 {got}，应是 {expected}，差了末位的 {units} 个单位",
        "{id}{where}: computed {got}, expected {expected}, off by {units} units of the last digit",
    ),
    "published.is_the_print": (
        "{id}：你的值就是讲义印的 {printed}，而账本说这里印得不对",
        "{id}: the value is what the text prints, {printed}, which the ledger says is not right",
    ),
    "published.true": (
        "{id}：算出 {got}，于是 {statement} 成立，而账本说它不成立",
        "{id}: computed {got}, so {statement} holds, but the ledger says it does not",
    ),
    "published.false": (
        "{id}：算出 {got}，于是 {statement} 不成立，而账本说它成立",
        "{id}: computed {got}, so {statement} does not hold, but the ledger says it does",
    ),
    # lectures/exercises
    # panels/ (one block for each file)
    # panels/heads.py
    "heads.angle": ("两个头的查询夹角 (度)", "angle between the heads' queries (degrees)"),
    "heads.scale": ("头 {head} 的 Wⱽ 倍数", "scale of Wⱽ, head {head}"),
    "heads.share": ("Wᴼ 中头 2 占几成", "part of head 2 in Wᴼ"),
    "heads.head": ("头", "head"),
    "heads.same": (
        "两个头的权重一样：合起来就是一个头，Wⱽ = {scale}·I",
        "both heads have the same weights: together they are one head with Wⱽ = {scale}·I",
    ),
    "heads.apart": (
        "两个头看的地方不同，权重最多相差 {difference}：不能再靠合并 Wⱽ 变回一个头",
        "the heads look differently, weights differ by up to {difference}: merging Wⱽ no longer makes them one",
    ),
    # panels/layer_norm.py
    "layer_norm.power": ("整体乘 10 的几次方", "times 10 to the power"),
    "layer_norm.before": ("进去之前", "before"),
    "layer_norm.after": ("出来之后", "after"),
    "layer_norm.spread": ("x̂ 的标准差", "standard deviation of x̂"),
}
