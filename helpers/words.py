"""All words that ``helpers`` itself shows, in Chinese and in English: panel labels, ledger rows, errors.

The notebooks are in Chinese. An English edition needs only ``set_language("en")``.
Sections follow the files that use them; keys read ``file.word``.
"""

_language = "zh"


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


def chosen(text):
    """Return a text that stands outside this table, a string or a pair (zh, en), in the chosen language."""
    return text if isinstance(text, str) else text[_language == "en"]


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
    "panel.not_whole": ("{name} 要填整数，你给的是 {value}", "{name} must be a whole number, got {value}"),
    # panels/access.py: names of the buttons of ipywidgets' Play
    "panel.play": ("播放或暂停", "Play or pause"),
    "panel.stop": ("停下，回到开头", "Stop and go back"),
    "panel.repeat": ("循环播放", "Repeat"),
    "panel.static": (
        "运行这个单元格，控件就会出现",
        "Run this cell to get the controls",
    ),
    # words.py
    "words.language": (
        "语言只能是 \"zh\" 或 \"en\"，你给的是 {language}",
        "language must be \"zh\" or \"en\", got {language}",
    ),
    # kernels/door.py
    "door.shape": (
        "{name} 的形状是 {shape}，应为 {expected}",
        "{name} has shape {shape}, expected {expected}",
    ),
    "door.shape_from": (
        "{name} 的形状是 {shape}，应为 {expected}，其中 {zh}",
        "{name} has shape {shape}, expected {expected}, where {en}",
    ),
    "door.batch": (
        "{name} 前面的批次轴是 {batch}，和 {owner} 的 {seen} 对不上",
        "the leading batch axes of {name} are {batch} and do not fit those of {owner}, {seen}",
    ),
    "door.empty": (
        "{name} 是空的，形状是 {shape}，每个轴至少要有 1 个元素",
        "{name} is empty, its shape is {shape}; expected at least 1 element along each axis",
    ),
    "door.ragged": (
        "{name} 的各行长短不一，排不成数组",
        "the rows of {name} differ in length and do not form an array",
    ),
    "door.numbers": (
        "{name} 应是实数数组，你给的类型是 {dtype}",
        "{name} must be an array of real numbers, got dtype {dtype}",
    ),
    "door.boolean": (
        "{name} 应是布尔数组 (True = 可以看)，你给的类型是 {dtype}",
        "{name} must be a boolean array (True = may look), got dtype {dtype}",
    ),
    "door.not_finite": (
        "{name} 里有 NaN 或无穷大：位置 {index} 是 {value}，形状 {shape}",
        "{name} holds NaN or infinity: {value} at index {index}, shape {shape}",
    ),
    "door.field": (
        "{name} 缺少 {field}；它的类型是 {type}",
        "{name} has no attribute {field}; it is a {type}",
    ),
    "door.sequence": (
        "{name} 应是列表或元组，每层一项，你给的是 {type}",
        "{name} must be a list or tuple with one item per layer, got {type}",
    ),
    "door.hidden_row": (
        "{name} 的第 {row} 行 (从 0 数) 把所有的键都遮住了，没有可以看的；形状 {shape}，每行至少要有一个 True",
        "row {row} of {name} hides every key; shape {shape}, expected at least one True in each row",
    ),
    "door.choice": (
        "{name} 只能是 {words}，你给的是 {value}",
        "{name} must be one of {words}, got {value}",
    ),
    "door.number": (
        "{name} 应是 {range} 的有限数，你给的是 {value}",
        "{name} must be a finite number {range}, got {value}",
    ),
    "door.real": ("{name} 应是一个实数，你给的是 {value}", "{name} must be a real number, got {value}"),
    "door.integer": ("{name} 应是整数，你给的是 {value}", "{name} must be an integer, got {value}"),
    "door.truth": (
        "{name} 只能是 True 或 False，你给的是 {value}",
        "{name} must be True or False, got {value}",
    ),
    "door.function": (
        "{name} 应是一个函数，你给的是 {type}",
        "{name} must be a function, got {type}",
    ),
    "door.even": (
        "{name} 应是偶数 (一个 sin 配一个 cos)，你给的是 {size}",
        "{name} must be even (one sin for each cos), got {size}",
    ),
    "door.even_shape": (
        "{name} 的形状是 {shape}，最后一个轴应是偶数 (两两成对)，现在是 {size}",
        "{name} has shape {shape}, expected an even last axis (pairs), got {size}",
    ),
    "door.axis": (
        "x 的形状是 {shape}，没有 axis={axis} 这个轴",
        "x has shape {shape}, which has no axis {axis}",
    ),
    "door.causal": (
        "causal=True 时 q 和 k 的位置要一样多，q 的形状是 {q}，k 的形状是 {k}",
        "causal=True expects as many positions in q as in k, q has shape {q}, k has shape {k}",
    ),
    "door.variance": (
        "位置 {index} 的 {what} 是 0，eps 也是 0，没法相除；x 的形状是 {shape}，eps 应大于 0",
        "{what} at index {index} is 0 and so is eps: division by 0; x has shape {shape}, expected eps > 0",
    ),
    "door.result": (
        "结果里出现了 NaN 或无穷大，多半是数太大，溢出了",
        "the result holds NaN or infinity, most likely because numbers are too large",
    ),
    # models/
    "gradients.activation": (
        "没有 {activation} 的反向；有反向的是 {known}，或者用 partial 定好参数的这几个",
        "there is no backward pass of {activation}; there is one of {known}, or of a partial of these",
    ),
    "gradients.shape": (
        "{name} 的形状是 {shape}，要配得上 {other}，应为 {expected}",
        "{name} has shape {shape}, expected {expected} to fit {other}",
    ),
    "gradients.layers": (
        "layers 有 {layers} 层，result 里有 {results} 层：两者应一样多，至少 1 层",
        "{layers} layers are given and the result has {results}: expected as many, and at least 1",
    ),
    "tokens.integers": (
        "{name} 应是整数数组 (每个词元一个编号)，你给的类型是 {type}",
        "{name} must be an array of integers (one number for each token), got {type}",
    ),
    "tokens.negative": (
        "{name} 里有负的编号 {found}，编号从 0 开始",
        "{name} holds the negative number {found}; tokens are numbered from 0",
    ),
    "tokens.range": (
        "{name} 里有编号 {found}，词表只有 {size} 个词元，编号从 0 到 {size} − 1",
        "{name} holds {found}, but there are {size} tokens, numbered from 0 to {size} − 1",
    ),
    "tokens.only_padding": (
        "{name} 的第 {row} 句 (从 0 数) 除了 PAD 什么也没有",
        "sentence {row} of {name}, counted from 0, holds nothing but PAD",
    ),
    "tokens.too_short": (
        "target 的形状是 {shape}，每句至少要有 START 和 END 两个词元",
        "target has shape {shape}, expected at least START and END in each sentence",
    ),
    "tokens.boolean": (
        "{name} 应是布尔数组 (True = 计入损失)，你给的类型是 {type}",
        "{name} must be a boolean array (True = counts), got {type}",
    ),
    "tokens.none_counts": (
        "counts 全是 False：没有一个目标计入损失",
        "counts is False everywhere: there is no target to count",
    ),
    "parameters.heads": (
        "d_model = {d_model} 不能平分给 h = {h} 个头：换一个 h，或者给出 d_k 和 d_v",
        "d_model = {d_model} cannot be shared by h = {h} heads: choose another h, or give d_k and d_v",
    ),
    "trees.size": (
        "向量的形状是 {shape}，而参数一共有 {size} 个数",
        "the vector has shape {shape}, but the parameters hold {size} numbers",
    ),
    "trees.file": (
        "文件里的 {name} 形状是 {found}，应为 {expected}",
        "{name} has shape {found} in the file, expected {expected}",
    ),
    "training.diverged": (
        "第 {step} 步的损失不再是有限数：学习率太大了",
        "the loss is no longer finite at step {step}: the learning rate is too large",
    ),
    # models/mixture_of_experts.py
    "mixture.gate": (
        "w_gate 的形状是 {shape}，应当有 {experts} 列，每位专家一列",
        "w_gate has shape {shape}, expected {experts} columns, one for each expert",
    ),
    "mixture.k": ("k 是 {k}，应当在 1 到 {experts} 之间", "k is {k}, expected 1 to {experts}"),
    # models/vision_transformer.py
    "vision.patches": (
        "image 的形状是 {shape}，高和宽要能被 size = {size} 整除",
        "image has shape {shape}; size = {size} must divide its height and width",
    ),
    "vision.places": (
        "params.positions 有 {places} 行，而图块有 {n} 个，应当多 1 行 (分类词元)",
        "params.positions has {places} rows for {n} patches, expected one more (for the class token)",
    ),
    # views/
    "table.label": ("表 {shape}，行：{rows}；列：{columns}", "table {shape}, rows: {rows}; columns: {columns}"),
    "table.corner": ("{title} {shape} 的左上角", "{title} {shape}, its upper left corner"),
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
    # views/environment.py
    "environment.good": ("全部就绪，可以开始了。", "All is ready: you can start."),
    "environment.bad": ("先照右边的提示修好打 ✗ 的几行。", "Mend the lines marked ✗ first, as the hints say."),
    "environment.python": (
        "换一个 Python 3.11 或更新的版本，再运行 python run.py lab",
        "use Python 3.11 or newer, then run python run.py lab",
    ),
    "environment.package": (
        "运行 python run.py lab，它会装好 {name}；用 conda 的话运行 conda env update -f environment.yml",
        "run python run.py lab, it installs {name}; with conda: conda env update -f environment.yml",
    ),
    "environment.font": ("随附的中文字体", "the bundled Chinese font"),
    "environment.font_hint": ("字体文件不见了，请重新克隆仓库", "the font file is missing: clone the repository again"),
    "environment.kernels": ("内核能算：softmax 之和为 1", "the kernels compute: softmax sums to 1"),
    "environment.kernels_hint": ("NumPy 坏了，删掉 .venv 再运行 python run.py lab",
                                 "NumPy is broken: delete .venv and run python run.py lab"),
    "environment.folder": ("这个文件夹可以写入", "this folder can be written to"),
    "environment.folder_hint": ("把仓库放到你有写权限的位置，否则做的笔记存不下来",
                                "move the repository to a place where you may write, or your work cannot be saved"),
    # lectures/published
    "published.language": ("zh", "en"),
    "published.printed": ("讲义印的", "The text prints"),
    "published.computed": ("这里算的", "Computed here"),
    "published.verdict": ("结论", "Verdict"),
    "published.no_answer": ("(思考题，讲义没有印答案)", "(a question; the text prints no answer)"),
    "published.holds": ("成立", "holds"),
    "published.fails": ("不成立", "does not hold"),
    "published.supplied_by": ("补在 {notebook}", "supplied by {notebook}"),
    "published.not_supplied": ("无从核对", "cannot be checked"),
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
    "published.verdict.underdetermined": ("讲义没给够", "underdetermined"),
    "published.verdict.completed": ("讲义没给够，补全后相符", "underdetermined; agrees once completed"),
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
    # models/costs.py
    "costs.heads": (
        "h 应能整除 d_model：d_model={d_model}，h={h}，每个头的宽度 d_model/h 不是整数",
        "h must divide d_model: d_model={d_model}, h={h}, and the width of a head, d_model/h, is no integer",
    ),
    # lectures/reconstruction
    "reconstruction.step": (
        "第 {layer} 层，第 {step} 步：{agree} / {count} 个数对上了，最远的还差 {units} 个末位",
        "layer {layer}, step {step}: {agree} of {count} numbers agree, the farthest is off by {units} last digits",
    ),
    "reconstruction.stuck": (
        "搜索停住了：{count} 个数里还有 {left} 个没对上；换一个种子再试",
        "the search is stuck: {left} of {count} numbers still disagree; try another seed",
    ),
    # lectures/exercises
    "exercises.title": ("练习 {id}", "Exercise {id}"),
    "exercises.right": ("对了", "Right"),
    "exercises.wrong": ("还不对", "Not right yet"),
    "exercises.unfit": ("这个答案没法判", "This answer cannot be judged"),
    "exercises.not_yet": ("还没作答", "Not answered yet"),
    "exercises.blank": (
        "把函数里的 `...` 换成你的代码，再运行一次。",
        "Put your code in place of the `...` in the function and run the cell again.",
    ),
    "exercises.hint": ("提示：{text}", "Hint: {text}"),
    "exercises.more": (
        "想再要一点提示，在 `check` 的括号里加上 `hint={level}`。",
        "For a hint, add `hint={level}` inside the brackets of `check`.",
    ),
    "exercises.unknown": ("没有练习 {id}；相近的有 {close}", "no exercise {id}; similar: {close}"),
    "exercises.letter": (
        "这是选择题，写一个带引号的字母：{letters}。",
        "Answer with one letter in quotes: {letters}.",
    ),
    "exercises.none": (
        "你给的是 `None`。多半是函数忘了 `return`，或者用 `print` 代替了返回。",
        "The answer is `None`: a function without `return`, or `print` in place of it?",
    ),
    "exercises.quoted": (
        "这里要一个数，你给的是文字 {got}。去掉引号。",
        "A number is needed, not the text {got}. Drop the quotes.",
    ),
    "exercises.not_called": (
        "这里要一个数，你给的是函数本身。加上括号和参数，调用它。",
        "A number is needed, not the function itself. Call it.",
    ),
    "exercises.ragged": (
        "这些数排不成数组：各行的长度不一样。",
        "These numbers do not form an array: the rows differ in length.",
    ),
    "exercises.not_numbers": (
        "这里要数或数组，你给的是 {got}。",
        "A number or an array is needed, not {got}.",
    ),
    "exercises.empty": ("数组是空的。", "The array is empty."),
    "exercises.not_finite": (
        "里面有 nan 或 inf：有没有除以 0，或者对负数开了平方？",
        "There is a nan or an inf in it: a division by 0, or the root of a negative number?",
    ),
    "exercises.shape": (
        "形状应是 {expected}，你的是 {got}。",
        "The shape should be {expected}, yours is {got}.",
    ),
    "exercises.count": ("要 {expected} 个数，你给了 {got} 个。", "{expected} numbers are needed, you gave {got}."),
    "exercises.transposed": ("数都在，只是行和列换了位置 (转置)。", "The numbers are there, but transposed."),
    "exercises.reversed": ("数都在，只是次序反了。", "The numbers are there, in reverse order."),
    "exercises.rounding": (
        "只差在最后一位：中间结果不要先取整，算到最后再四舍五入。",
        "Only the last digit is off: do not round on the way, round once at the end.",
    ),
    "exercises.sign": ("大小对，正负号反了。", "Right size, wrong sign."),
    "exercises.percent": (
        "你写成了百分数：这里要小数，65% 写作 0.65。",
        "That is a percentage; write 65% as 0.65.",
    ),
    "exercises.some": (
        "{all} 个数里对了 {right} 个；第一个不对的在位置 {where} (从 0 数)。",
        "{right} of {all} numbers are right; the first wrong one is at {where}, counted from 0.",
    ),
    "exercises.function": (
        "这里要一个函数，你给的是 {got}。写函数的名字，不带括号。",
        "A function is needed, not {got}. Give its name without brackets.",
    ),
    "exercises.parameters": (
        "检查时会按顺序给函数这些参数：{names}。你的函数接不住，看看 `def` 那一行。",
        "The function will be called with these arguments in order: {names}. Look at its `def` line.",
    ),
    "exercises.too_long": (
        "算了 {seconds} 秒还没有返回，已经停下来了。是不是有个循环永远不结束？",
        "Stopped after {seconds} s without a result. Is there a loop that never ends?",
    ),
    "exercises.raised": ("函数出错了：{error}。", "The function raised {error}."),
    "exercises.at_line": ("出在第 {line} 行：`{source}`", " At line {line}: `{source}`"),
    "exercises.changed_input": (
        "你的函数改动了传进来的数组 (比如用了 `x -= …`)。写成 `x = x - …`，别人的数组就不会变。",
        "The function changed its input (with `x -= …`, say). Write `x = x - …` instead.",
    ),
    "exercises.no_return": (
        "函数没有返回值：是不是忘了 `return`？",
        "The function returns nothing: is there a `return`?",
    ),
    "exercises.returned": ("返回的结果有问题。{problem}", "About what it returns: {problem}"),
    "exercises.parts": (
        "应返回 {expected} 个结果，你返回了 {got} 个。",
        "{expected} results are expected, you return {got}.",
    ),
    "exercises.other_numbers": ("形状对，数不对。", "Right shape, wrong numbers."),
    "exercises.input": ("最小的出错输入", "Smallest input that fails"),
    "exercises.expected": ("应得", "Expected"),
    "exercises.got": ("你得", "Got"),
    "exercises.passed": (
        "{count} 组随机输入都通过了，每组的各个边长都不相同。",
        "All {count} random inputs pass, each with sizes that all differ.",
    ),
    "exercises.reference": (
        "函数 ({names})，与参考实现的结果一致",
        "a function of ({names}) that agrees with the reference",
    ),
    "exercises.student": (
        "从这里起，题目里的数字是学号 {student} 的。已经运行过的题要再运行一次。",
        "From here on the exercises have the numbers of student {student}. Run earlier ones again.",
    ),
    "exercises.no_student": (
        "题目用讲义默认的那一组数字。",
        "The exercises use the numbers of the notebook.",
    ),
    "exercises.key": ("答案：{student}", "Answer key: {student}"),
    "exercises.nobody": ("默认的数字", "default numbers"),
    # result_file.py
    "results.notebook": (
        "这是笔记本，不是结果文件；请学生在里面运行 save_results()，交存下来的那个文件",
        "a notebook, no result file; let the student run save_results() in it and hand in what it saves",
    ),
    "results.no_file": ("不是普通文件", "no regular file"),
    "results.large": (
        "大于 {cap} 字节，结果文件没有这么大",
        "more than {cap} bytes, which no result file has",
    ),
    "results.no_json": ("不是完整的 JSON", "no well-formed JSON"),
    "results.other": ("不是这套讲义的结果文件", "no result file of this series"),
    "results.version": (
        "结果文件的版本不是 {version}，请学生用现在的讲义重存一次",
        "not version {version} of a result file; let the student save again with today's notebooks",
    ),
    "results.field": (
        "{field} 这一项不是程序会写的样子",
        "its field {field} is not as the program writes it",
    ),
    # lectures/exercises/saving.py
    "saving.no_student": (
        "还没有写学号，所以没有存。先运行 `set_student(\"学号\")`，再把做过的题运行一遍，然后回到这里。",
        "Nothing saved, since there is no student yet: run `set_student(\"id\")`, then your answers again.",
    ),
    "saving.name": (
        "学号要在 {longest} 个字之内，不能有看不见的字符。没有存。",
        "A student number has at most {longest} visible characters. Nothing saved.",
    ),
    "saving.nothing": ("还没有做过题，没有可存的。", "No question was answered yet: nothing to save."),
    "saving.saved": (
        "存好了：`{name}`，就在这本笔记的旁边。{count} 道题，答对 {right} 道；里面没有你的代码。",
        "Saved as `{name}`, beside this notebook: {count} questions, {right} right; it holds no code.",
    ),
    # lectures/lab4
    "lab4.mine": ("你的", "yours"),
    "lab4.kernel": ("内核的", "the kernel"),
    "lab4.right": ("{id} 通过了", "{id} passes"),
    "lab4.not_yet": ("{id} 还没写", "{id} is not written yet"),
    "lab4.wrong": ("{id} 还不对，先用内核的", "{id} is not right yet, so the kernel serves"),
    "lab4.unnamed": (
        "{id} 数都对，但返回的结果没有用题目里写的那个名字装起来，反向传播取不到，先用内核的",
        "{id} has the right numbers, but not in the named result that is asked for, so the kernel serves",
    ),
    # panels/ (one block for each file)
    # panels/heads.py
    "heads.angle": ("两个头的查询夹角 (度)", "angle between the heads' queries (degrees)"),
    "heads.scale": ("头 {head} 的 Wⱽ 倍数", "scale of Wⱽ, head {head}"),
    "heads.share": ("Wᴼ 里头 2 的份额", "part of head 2 in Wᴼ"),
    "heads.silent": ("有一个头的份额是 0：输出里只有另一个头", "one head has no part: the output is the other head alone"),
    "heads.head": ("头", "head"),
    "heads.same": (
        "两个头的权重一样：合起来就是一个头，Wⱽ = {scale}·I",
        "both heads have the same weights: together they are one head with Wⱽ = {scale}·I",
    ),
    "heads.apart": (
        "两个头的权重不同，最多相差 {difference}：不能再共用一张权重表、只改 Wⱽ 来合成",
        "the weights of the heads differ by up to {difference}: one table of weights with a merged Wⱽ no longer does",
    ),
    # panels/attention_turn.py
    "attention_turn.angle": ("从 x₁ 转到 x₂ (度)", "from x₁ to x₂ (degrees)"),
    "attention_turn.scale": ("两个向量的长度", "length of both vectors"),
    "attention_turn.output": ("输出₁", "output₁"),
    "attention_turn.mixing": ("位置 1：", "Position 1:"),
    "attention_turn.dotted": (
        "图里的细点线连着 v₁ 和 v₂，输出₁ 的箭头总落在这条线上。",
        "The thin dotted line joins v₁ and v₂; the arrow of output₁ always ends on it.",
    ),
    # panels/perturbation.py
    "perturbation.token": ("推哪个词元", "token to push"),
    "perturbation.feature": ("它的第几个数", "which of its numbers"),
    "perturbation.amount": ("推多少", "by how much"),
    "perturbation.look": ("注意力里", "in attention"),
    "perturbation.all": ("互相都能看", "all see all"),
    "perturbation.self": ("只许看自己", "each sees itself only"),
    "perturbation.step.x": ("输入 x", "input x"),
    "perturbation.step.normed_1": ("① LayerNorm", "① LayerNorm"),
    "perturbation.step.attention": ("② 多头注意力", "② multi-head attention"),
    "perturbation.step.x_mid": ("③ 残差：x + ②", "③ residual: x + ②"),
    "perturbation.step.normed_2": ("④ LayerNorm", "④ LayerNorm"),
    "perturbation.step.ffn": ("⑤ 前馈层", "⑤ feed-forward layer"),
    "perturbation.step.output": ("⑥ 残差：③ + ⑤，模块的输出", "⑥ residual: ③ + ⑤, the block's output"),
    "perturbation.legend": (
        "格子里写的是：推了以后减去推之前。变了的格子加框，算亮了；变得太少会显示成 0.00，框照样在。",
        "Each cell holds: after the push minus before. A cell that changes is framed: it is lit,"
        " also where the change is too small for two decimals.",
    ),
    "perturbation.lit": ("亮了 {lit} 格，共 {all} 格", "{lit} of {all} cells lit"),
    "perturbation.nothing": ("没有推，什么都没有变。", "Nothing is pushed and nothing changes."),
    "perturbation.stays": (
        "从头到尾只有被推的那一行在变：没有一个零件把变化带给别的词元。",
        "From first to last only the pushed row changes: no part carries the change to another token.",
    ),
    "perturbation.crosses": (
        "变化从“{step}”这一步起传到了别的行；在这之前，只有被推的那一行在变。",
        "The change reaches other rows at “{step}”; before that, only the pushed row changes.",
    ),
    # panels/self_attention.py
    "self_attention.walk": ("走到第几步", "step"),
    "self_attention.loudness": ("查询乘几倍", "times the query"),
    "self_attention.scaled": ("除以 √4", "divide by √4"),
    "self_attention.ask": ("提问", "ask"),
    "self_attention.ask.says": ("一个词的查询 q，三个词的键 K", "the query q of one word, the keys K of all"),
    "self_attention.score": ("打分", "score"),
    "self_attention.score.says": ("q 和每个键各做一次点积", "q times each key, a dot product"),
    "self_attention.scale": ("缩放", "scale"),
    "self_attention.scale.says": ("分数除以 √4 = 2", "scores divided by √4 = 2"),
    "self_attention.scale.off": ("这里不除，分数照旧", "not divided here: the scores stay"),
    "self_attention.softmax": ("softmax", "softmax"),
    "self_attention.softmax.says": ("分数变成权重，和为 1", "scores become weights that sum to 1"),
    "self_attention.mix": ("加权求和", "weighted sum"),
    "self_attention.mix.says": ("各乘自己的权重，再竖着相加", "each value times its weight, then added"),
    "self_attention.weights": ("权重", "weights"),
    "self_attention.parts": ("权重 × 值，最后一行是和", "weight × value, the last row is the sum"),
    # panels/scaling.py
    "scaling.power": ("d_k = 2 的几次方", "d_k = 2 to the power"),
    "scaling.scaled": ("除以 √d_k", "divide by √d_k"),
    "scaling.draw": ("第几次抽签", "draw number"),
    "scaling.scores": ("分数 q·k", "scores q·k"),
    "scaling.scores_scaled": ("分数 q·k / √d_k", "scores q·k / √d_k"),
    "scaling.weights": ("softmax 之后的权重", "weights after softmax"),
    "scaling.on": ("除以 √d_k", "÷ √d_k"),
    "scaling.off": ("不除", "not divided"),
    "scaling.x": ("d_k = 2 的几次方", "d_k = 2 to the power"),
    "scaling.largest": ("最大的那个权重，200 次平均", "the largest weight, mean of 200 draws"),
    "scaling.slope": ("最大的 w(1 − w)，200 次平均", "the largest w(1 − w), mean of 200 draws"),
    "scaling.says": (
        "d_k = {d_k} (圆圈)：分数的方差 {variance}；最大的权重平均 <b>{largest}</b>；最大的 w(1 − w) 平均 <b>{slope}</b>",
        "d_k = {d_k} (rings): variance of the scores {variance}; largest weight <b>{largest}</b> on average; "
        "largest w(1 − w) <b>{slope}</b> on average",
    ),
    "scaling.one": ("；√1 = 1，除不除都一样", "; √1 = 1, dividing changes nothing"),
    # panels/heads_compare.py
    "heads_compare.token": ("看哪个词", "word"),
    "heads_compare.share": ("头 {head} 在 Wᴼ 里的份额", "share of head {head} in Wᴼ"),
    "heads_compare.weights": ("A{head}", "A{head}"),
    "heads_compare.output": ("头 {head} = A{head}·V{head}", "head {head} = A{head}·V{head}"),
    "heads_compare.concat": ("拼接：“{token}”那一行", "concat: the row of {token}"),
    "heads_compare.parts": ("各头写进输出的部分，和它们的和", "what each head writes into the output, and the sum"),
    "heads_compare.head": ("头 {head}", "head {head}"),
    "heads_compare.sum": ("输出", "output"),
    "heads_compare.mix": ("混{k}", "mix {k}"),
    "heads_compare.minus": ("差{k}", "diff {k}"),
    "heads_compare.copy": ("抄{k}", "copy {k}"),
    "heads_compare.own": ("自带", "own"),
    "heads_compare.says": (
        "“{token}”：混1、混2、混3 是 {mix}，它们的和 = 三个份额之和 = <b>{sum}</b>",
        "{token}: the first three of the mixture are {mix}; their sum = the sum of the shares = <b>{sum}</b>",
    ),
    # lectures/wo_ai_ni.py
    "wo_ai_ni.none": (
        "每个数取 {spread} 个一位小数，所有组合里没有一个正好得到 {target}",
        "no combination of {spread} tenths for each number meets {target}",
    ),
    # panels/two_unknowns.py
    "two_unknowns.kind": ("印的是", "printed"),
    "two_unknowns.target": ("印出的结果", "printed result"),
    "two_unknowns.decimals": ("印几位小数", "decimals printed"),
    "two_unknowns.start": ("起点 {name}", "start {name}"),
    "two_unknowns.step": ("走了几步", "steps taken"),
    "two_unknowns.row": ("第 {step} 步", "step {step}"),
    "two_unknowns.miss": ("差", "off by"),
    "two_unknowns.label": ("所有的解和走过的点", "all solutions and the places of the search"),
    "two_unknowns.band": (
        "两条线之间的每一对 (a, b)，{result} 都印成 {target}；圆点是走过的地方，旁边是步数",
        "every (a, b) between the lines prints {result} as {target}; dots: the places of the search, with their steps",
    ),
    "two_unknowns.met": (
        "舍入到 {decimals} 位小数正好是 {target}；离起点 {moved}",
        "rounds to {target} at {decimals} decimals; {moved} away from the start",
    ),
    "two_unknowns.not_met": (
        "舍入到 {decimals} 位小数还不是 {target}；离起点 {moved}",
        "does not round to {target} at {decimals} decimals yet; {moved} away from the start",
    ),
    # panels/norm_fit.py
    "norm_fit.norm": ("哪一次 LayerNorm", "which LayerNorm"),
    "norm_fit.first": ("第一次", "first"),
    "norm_fit.second": ("第二次", "second"),
    "norm_fit.model": ("γ 和 β", "γ and β"),
    "norm_fit.plain": ("γ = 1，β = 0", "γ = 1, β = 0"),
    "norm_fit.gamma": ("γ 按规律，β = 0", "γ patterned, β = 0"),
    "norm_fit.beta": ("γ = 1，β 按规律", "γ = 1, β patterned"),
    "norm_fit.both": ("都按规律", "both patterned"),
    "norm_fit.k": ("规律从第几格开始 k", "pattern starts at k"),
    "norm_fit.scale": ("γ 和 σ 一起乘", "γ and σ times"),
    "norm_fit.shift": ("β 和 μ 一起挪", "β and μ moved by"),
    "norm_fit.best": ("最合适的 μ、σ", "best μ, σ"),
    "norm_fit.off": ("算出的减去印的", "computed minus printed"),
    "norm_fit.yes": (
        "十二个数全部对上：末位最多差 1，那是舍入",
        "all twelve numbers agree: at most 1 off in the last digit, which is rounding",
    ),
    "norm_fit.no": (
        "有 {count} 个数对不上 (加框的)，最多差 {worst}；换什么 μ、σ 都救不回来",
        "{count} numbers disagree (framed), off by up to {worst}; no other μ, σ would help",
    ),
    "norm_fit.no_k": ("。γ = 1、β = 0 不按规律，k 不起作用", ". γ = 1, β = 0 follow no pattern: k does nothing"),
    # panels/steps.py
    "steps.back": ("后退", "Back"),
    "steps.forward": ("前进", "Forward"),
    "steps.play": ("播放或暂停；方块回到开头", "play or pause; the square goes back to the start"),
    # panels/cat_eats_fish/
    "cat_eats_fish.step": ("步骤", "step"),
    "cat_eats_fish.layer": ("第 {layer} 层", "layer {layer}"),
    "cat_eats_fish.head": ("头", "head"),
    "cat_eats_fish.token": ("词元", "token"),
    "cat_eats_fish.column": ("看列几 (从 0 数)", "column (from 0)"),
    "cat_eats_fish.title": ("第 {layer} 层，第 {step} / {steps} 步：{name}", "Layer {layer}, step {step} of {steps}: {name}"),
    "cat_eats_fish.last_column": (
        "结果没有列 {column}，这里看它的最后一列。", "The result has no column {column}: this is its last one."
    ),
    "cat_eats_fish.cell": ("“{token}”这一行，列 {column}：", "row {token}, column {column}:"),
    "cat_eats_fish.row": ("“{token}”这一行", "row {token}"),
    "cat_eats_fish.whole_column": ("列 {column}", "column {column}"),
    "cat_eats_fish.copied": ("照抄头 {head} 的列 {column}", "copied from head {head}, column {column}"),
    "cat_eats_fish.part": ("(前 {shown} 列，共 {all} 列)", "(the first {shown} of {all} columns)"),
    "cat_eats_fish.printed": ("讲义印的：{value}", "printed in the text: {value}"),
    "cat_eats_fish.not_printed": ("讲义没有印这个数。", "The text does not print this number."),
    "cat_eats_fish.marks": (
        "X Q K QKᵀ ÷√4 softmax V A·V 拼接 ·Wᴼ +X LN ·W₁ GELU ·W₂ +X_mid LN",
        "X Q K QKᵀ ÷√4 softmax V A·V concat ·Wᴼ +X LN ·W₁ GELU ·W₂ +X_mid LN",
    ),
    "cat_eats_fish.input": ("这一层的输入", "input of this layer"),
    "cat_eats_fish.input.says": (
        "三个词元，各是 12 个数。第 1 层的输入是嵌入加位置编码，第 2 层的输入就是第 1 层的输出。",
        "Three tokens of 12 numbers each: embedding plus positional encoding in layer 1, the output of "
        "layer 1 in layer 2.",
    ),
    "cat_eats_fish.q": ("查询 Q", "queries Q"),
    "cat_eats_fish.q.says": (
        "每个词元提出一个问题：它的 12 个数，经这个头的矩阵变成 4 个。",
        "Each token asks a question: its 12 numbers become 4 through a matrix of this head.",
    ),
    "cat_eats_fish.k": ("键 K", "keys K"),
    "cat_eats_fish.k.says": (
        "每个词元挂出一个标签，好让别人的问题找到它。",
        "Each token hangs out a label by which questions find it.",
    ),
    "cat_eats_fish.scores": ("打分 QKᵀ", "scores QKᵀ"),
    "cat_eats_fish.scores.says": (
        "问题和标签对一对：提问的词元是行，被问到的词元是列。",
        "Questions meet labels: the row asks, the column is asked.",
    ),
    "cat_eats_fish.scaled": ("缩放", "scaling"),
    "cat_eats_fish.scaled.says": (
        "键有 4 维，所以每个分数除以 √4 = 2。",
        "A key has 4 numbers, so each score is divided by √4 = 2.",
    ),
    "cat_eats_fish.weights": ("softmax，得到权重 A", "softmax: weights A"),
    "cat_eats_fish.weights.says": (
        "一行三个分数变成三个比例，加起来是 1。",
        "The three scores of a row become three shares of 1.",
    ),
    "cat_eats_fish.v": ("值 V", "values V"),
    "cat_eats_fish.v.says": (
        "每个词元准备好拿得出来的内容，也是 4 个数。",
        "Each token prepares what it has to offer, again 4 numbers.",
    ),
    "cat_eats_fish.heads": ("按权重混合 A·V", "mixing A·V"),
    "cat_eats_fish.heads.says": (
        "按这一行的比例，把三个词元的内容混在一起，就是这个头的答案。",
        "The contents of the three tokens are mixed in the shares of the row: the answer of this head.",
    ),
    "cat_eats_fish.concat": ("拼接三个头", "the three heads side by side"),
    "cat_eats_fish.concat.says": (
        "三个头的答案首尾相接，4 + 4 + 4 = 12，一个数也没有变。",
        "The answers of the three heads stand side by side, 4 + 4 + 4 = 12; no number changes.",
    ),
    "cat_eats_fish.projection": ("投影 ·Wᴼ", "projection ·Wᴼ"),
    "cat_eats_fish.projection.says": (
        "乘一个 (12, 12) 的矩阵，每个结果都听到了三个头。",
        "A (12, 12) matrix lets every result hear all three heads.",
    ),
    "cat_eats_fish.add_1": ("残差相加", "residual sum"),
    "cat_eats_fish.add_1.says": (
        "把这一层的输入原样加回来。",
        "The input of the layer is added back as it was.",
    ),
    "cat_eats_fish.norm_1": ("LayerNorm", "LayerNorm"),
    "cat_eats_fish.norm_1.says": (
        "每个词元减去自己 12 个数的平均 μ，除以自己的起伏，再乘 γ、加 β。",
        "Each token is freed of the mean μ of its 12 numbers and of their spread; then comes γ and β.",
    ),
    "cat_eats_fish.up": ("前馈层：升到 48 维", "feed-forward: up to 48"),
    "cat_eats_fish.up.says": (
        "从这里起每个词元各做各的：12 个数展开成 48 个。重建时偏置 b₁ 取 0。",
        "From here on each token works alone: 12 numbers become 48. The bias b₁ is 0 in the reconstruction.",
    ),
    "cat_eats_fish.gelu": ("前馈层：GELU", "feed-forward: GELU"),
    "cat_eats_fish.gelu.says": (
        "正数大致留下，负数大致压到 0 附近。一个词元的 48 个数排成 4 行来看。",
        "Positive numbers mostly stay, negative ones are pressed towards 0. 48 numbers in four rows.",
    ),
    "cat_eats_fish.down": ("前馈层：降回 12 维", "feed-forward: back to 12"),
    "cat_eats_fish.down.says": (
        "48 个数和 W₂ 的一列 48 个数逐个相乘，再加起来。左边和上边各排成 4 行。偏置 b₂ 取 0。",
        "48 numbers times a column of 48 in W₂, added up; both are laid out in four rows. b₂ is 0.",
    ),
    "cat_eats_fish.add_2": ("残差相加", "residual sum"),
    "cat_eats_fish.add_2.says": (
        "把前馈层的输入原样加回来。",
        "The input of the feed-forward layer is added back as it was.",
    ),
    "cat_eats_fish.norm_2": ("LayerNorm，这一层的输出", "LayerNorm, output of the layer"),
    "cat_eats_fish.norm_2.says": (
        "再做一次 LayerNorm。形状还是 (3, 12)，和进来时一样，所以可以接着下一层。",
        "LayerNorm once more. The shape is (3, 12) as at the start, so the next layer can follow.",
    ),
    # panels/block/
    "block.step": ("步骤", "step"),
    "block.norm": ("接线", "wiring"),
    "block.token": ("跟着哪个词元", "token to follow"),
    "block.silent": ("子层归零 (Wᴼ = 0，W₂ = 0，b₂ = 0)", "sub-layers at zero (Wᴼ = 0, W₂ = 0, b₂ = 0)"),
    "block.title": ("第 {step} 步，共 {last} 步：{name}　{shapes}", "Step {step} of {last}: {name}　{shapes}"),
    "block.wiring": (
        "{norm} 的接线图：主干在下，子层在上面的支路里",
        "wiring of {norm}: the trunk below, the sub-layers on branches above it",
    ),
    "block.part.x": ("x", "x"),
    "block.part.norm": ("LayerNorm", "LayerNorm"),
    "block.part.attention": ("多头注意力", "attention"),
    "block.part.ffn": ("前馈层", "feed-forward"),
    "block.part.output": ("输出", "output"),
    "block.input": ("输入", "input"),
    "block.norm_1": ("第一个 LayerNorm", "first LayerNorm"),
    "block.qkv": ("多头注意力：查询、键、值", "multi-head attention: queries, keys, values"),
    "block.weights": ("多头注意力：打分变成权重", "multi-head attention: scores become weights"),
    "block.heads": ("多头注意力：混合，再拼接", "multi-head attention: mix, then concatenate"),
    "block.w_o": ("多头注意力：乘 Wᴼ", "multi-head attention: times Wᴼ"),
    "block.sum_1": ("第一次残差相加", "first residual sum"),
    "block.norm_2": ("第二个 LayerNorm", "second LayerNorm"),
    "block.hidden": ("前馈层：放宽，再弯一下", "feed-forward layer: widen, then bend"),
    "block.w_2": ("前馈层：收窄", "feed-forward layer: back to the width"),
    "block.sum_2": ("第二次残差相加", "second residual sum"),
    "block.head": ("头", "head"),
    "block.concat": ("拼接", "concat"),
    "block.input_says": (
        "三个词元，四个特征。“{token}”这一行：均值 {mean}，标准差 {std}",
        "Three tokens, four features. Row {token}: mean {mean}, standard deviation {std}",
    ),
    "block.norm_says": ("{token}：μ = {mean}，σ = {std}；第 1 个数 ", "{token}: μ = {mean}, σ = {std}; first number "),
    "block.weights_says": ("{token} 看 {other}，头 1：", "{token} looks at {other}, head 1: "),
    # panels/mask.py
    "mask.on": ("加上因果掩码", "causal mask"),
    "mask.n": ("词元个数", "tokens"),
    "mask.row": ("看第几个词元", "row of token"),
    "mask.sees": ("“{token}”看得到：{seen}", "“{token}” sees: {seen}"),
    "mask.last": ("一共只有 {n} 个词元，看的是最后一个。", "There are only {n} tokens: the last one is looked at. "),
    # panels/experts.py
    "experts.experts": ("专家个数", "experts"),
    "experts.k": ("每个词元用几位 (k)", "experts for a token (k)"),
    "experts.expert": ("专家", "expert"),
    "experts.gates": ("门的权重", "gates"),
    "experts.total": ("全部参数", "all parameters"),
    "experts.active": ("一个词元用到的", "used by a token"),
    "experts.share": (
        "{experts} 位专家里用 {k} 位：一个词元用到全部参数的 {share}",
        "{k} of {experts} experts: a token uses {share} of all parameters",
    ),
    "experts.all": (
        "（k = {asked}，可专家只有 {experts} 位，全用上了）",
        " (k = {asked}, but there are only {experts} experts: all are used)",
    ),
    # panels/kv_cache.py
    "kv_cache.power": ("上下文长度，2 的几次方", "context length, 2 to the power"),
    "kv_cache.batch": ("同时几句", "sentences at once"),
    "kv_cache.size": ("一个数几字节", "bytes for a number"),
    "kv_cache.y": ("缓存 (GiB)", "cache (GiB)"),
    "kv_cache.table": ("缓存 (圆点)", "cache (dots)"),
    "kv_cache.positions": ("个位置", "positions"),
    "kv_cache.formula": (
        "2 (键和值) × 层数 × 键值头数 × 每头维数 × 位置数 × 字节 × 句数",
        "2 (keys and values) × layers × key-value heads × width of a head × positions × bytes × sentences",
    ),
    # panels/costs.py
    "costs.n": ("词元个数 n", "tokens n"),
    "costs.d_model": ("宽度 d", "width d"),
    "costs.h": ("头数 h", "heads h"),
    "costs.depth": ("层数", "layers"),
    "costs.parameters": ("参数", "parameters"),
    "costs.multiply_adds": ("乘加", "multiply-adds"),
    "costs.memory": ("内存", "memory"),
    "costs.ratio": ("起点的 {ratio} 倍", "{ratio} times the start"),
    "costs.part.norms": ("LayerNorm", "LayerNorm"),
    "costs.part.qkv": ("q、k、v", "q, k, v"),
    "costs.part.scores": ("打分", "scores"),
    "costs.part.mixing": ("混合 A·V", "mixing A·V"),
    "costs.part.w_o": ("Wᴼ", "Wᴼ"),
    "costs.part.ffn": ("前馈层", "FFN"),
    "costs.part.residuals": ("残差", "residuals"),
    "costs.units.count": ("万亿 · 亿 · 万 ·", "T B · M · k"),
    "costs.units.bytes": ("TB GB · MB · kB", "TB GB · MB · kB"),
    "costs.byte": ("字节", "bytes"),
    "costs.shares": (
        "打分与混合占乘加的 {pairs}，到 n = 6d = {even} 时占一半。打分占内存的 {tables}，"
        "到 n = 19d/(3h) ≈ {even_memory} 时占一半。",
        "Scores and mixing take {pairs} of the multiply-adds, half of them at n = 6d = {even}. "
        "Scores take {tables} of the memory, half of it at n = 19d/(3h) ≈ {even_memory}.",
    ),
    # panels/depth.py
    "depth.depth": ("层数", "layers"),
    "depth.gain": ("初始权重", "weights at the start"),
    "depth.draw": ("第几次抽签", "draw"),
    "depth.x": ("过了几层", "layers passed"),
    "depth.variance": ("主干的方差", "variance of the trunk"),
    "depth.gradient": ("传到这里的梯度", "gradient that arrives here"),
    "depth.shortcut": ("Post 只走捷径", "Post, shortcut only"),
    "depth.says": (
        "最后一层之后，主干的方差：Pre-LN <b>{variance_pre}</b>，Post-LN <b>{variance_post}</b>。"
        "传到输入的梯度：Pre-LN <b>{gradient_pre}</b>，Post-LN <b>{gradient_post}</b>，"
        "Post-LN 只走捷径 <b>{shortcut_post}</b>。<br>"
        "最后一层之后的梯度：Pre-LN <b>{top_pre}</b>，Post-LN <b>{top_post}</b>。",
        "After the last layer, variance of the trunk: Pre-LN <b>{variance_pre}</b>, Post-LN "
        "<b>{variance_post}</b>. Gradient at the input: Pre-LN <b>{gradient_pre}</b>, Post-LN "
        "<b>{gradient_post}</b>, by its shortcut alone <b>{shortcut_post}</b>.<br>"
        "Gradient after the last layer: Pre-LN <b>{top_pre}</b>, Post-LN <b>{top_post}</b>.",
    ),
    # lectures/translation.py
    "translation.unknown": ("“{word}”不在这个小语法里；认得的词有 {known}", "“{word}” is not in the grammar; it knows {known}"),
    # panels/translation.py
    "translation.sentence": ("句子", "sentence"),
    "translation.step": ("第几个词", "word"),
    "translation.model": ("模型", "model"),
    "translation.whole": ("训练过的", "trained"),
    "translation.no_mask": ("训练时没有掩码", "trained without mask"),
    "translation.no_positions": ("没有位置编码", "no positional encoding"),
    "translation.untrained": ("没有训练", "untrained"),
    "translation.looks": ("看哪个头", "look of"),
    "translation.head": ("第 {layer} 层 头 {head}", "layer {layer} head {head}"),
    "translation.next": ("下一个词的概率", "probability of the next word"),
    "translation.over": (
        "　（第 {last} 个词就是 <end>，后面没有词了）",
        " (word {last} was <end>; no more words come)",
    ),
    "translation.map": ("交叉注意力", "cross-attention"),
    # panels/softmax.py
    "softmax.scale": ("三个分数一起乘", "all scores times"),
    "softmax.scores": ("分数", "scores"),
    "softmax.weights": ("softmax 之后的权重", "weights after softmax"),
    # panels/layer_norm.py
    "layer_norm.power": ("整体乘 10 的几次方", "times 10 to the power"),
    "layer_norm.before": ("进去之前（条按最大值画）", "before (bars to the largest)"),
    "layer_norm.after": ("出来之后", "after"),
    "layer_norm.spread": ("x̂ 的标准差", "standard deviation of x̂"),
    # panels/feed_forward.py
    "feed_forward.width": ("隐藏单元个数 (宽度)", "hidden units (width)"),
    "feed_forward.activation": ("激活", "activation"),
    "feed_forward.none": ("没有", "none"),
    "feed_forward.hour": ("词元 {token}：几点", "token {token}: hour"),
    "feed_forward.token": ("词元 {token}", "token {token}"),
    "feed_forward.change": ("比最初变了", "change since the start"),
    "feed_forward.day": ("目标气温", "target"),
    "feed_forward.x": ("x：几点钟", "x: hour of the day"),
    "feed_forward.y": ("y：气温 (℃)", "y: temperature (°C)"),
    "feed_forward.hidden": (
        "中间层 act(xW₁ + b₁) {shape}：一列一个隐藏单元，列名是它的弯在几点",
        "hidden layer act(xW₁ + b₁) {shape}: one column for each unit, named after the hour of its bend",
    ),
    "feed_forward.hidden_none": (
        "中间层 xW₁ + b₁ {shape}：一列一个隐藏单元，列名是换上 ReLU 时它的弯在几点",
        "hidden layer xW₁ + b₁ {shape}: one column for each unit, named after the hour of its bend with ReLU",
    ),
    "feed_forward.place": ("{hour} 点", "{hour} h"),
    "feed_forward.relu_says": (
        "{width} 个隐藏单元，{width} 个弯 (圆圈)；离目标气温最远 {error} 度",
        "{width} hidden units, {width} bends (rings); at most {error} degrees from the target",
    ),
    "feed_forward.gelu_says": (
        "{width} 个隐藏单元，{width} 个弯 (圆圈)，每个弯都是圆的；离目标气温最远 {error} 度",
        "{width} hidden units, {width} bends (rings), each of them round; at most {error} degrees from the target",
    ),
    "feed_forward.none_says": (
        "{width} 个隐藏单元，一个弯也没有：合起来就是直线 y = {slope}·x + {shift}；离目标气温最远 {error} 度",
        "{width} hidden units and no bend: together the line y = {slope}·x + {shift}; "
        "at most {error} degrees from the target",
    ),
    "feed_forward.untouched": (
        "拨动一个词元，看表里哪几行会变",
        "move a token and see which rows of the table change",
    ),
    "feed_forward.moved": (
        "动过的词元：{tokens}　输出变了的行：{rows}",
        "tokens moved: {tokens}; rows of the output that changed: {rows}",
    ),
    "feed_forward.no_row": ("没有", "none"),
    # panels/lift_and_bend.py
    "lift_and_bend.data": ("数据", "data"),
    "lift_and_bend.ring": ("圆环", "ring"),
    "lift_and_bend.corners": ("四角", "corners"),
    "lift_and_bend.activation": ("激活", "activation"),
    "lift_and_bend.none": ("没有", "none"),
    "lift_and_bend.width": ("隐藏单元个数 (宽度)", "hidden units (width)"),
    "lift_and_bend.x_1": ("拖动的点 x₁", "moved point, x₁"),
    "lift_and_bend.x_2": ("拖动的点 x₂", "moved point, x₂"),
    "lift_and_bend.unit": ("单元 {k}", "unit {k}"),
    "lift_and_bend.before": ("升：xW₁", "lift: xW₁"),
    "lift_and_bend.after": ("弯：act(xW₁)", "bend: act(xW₁)"),
    "lift_and_bend.before_plane": (
        "进去之前：有底色的一片会被判成叉",
        "before: what lies in the shaded part will be called a cross",
    ),
    "lift_and_bend.after_plane": (
        "回来之后：y₁ 大于 0 判成叉，小于 0 判成圆点",
        "after: y₁ above 0 is called a cross, below 0 a dot",
    ),
    "lift_and_bend.none_says": (
        "升到 {width} 维，没有弯：分界只能是平面上的一条直线，或者根本没有。",
        "Lifted to {width} dimensions without a bend: the border is a straight line in the plane, or there is none. ",
    ),
    "lift_and_bend.folds_says": (
        "升到 {width} 维，每个单元沿一条虚线弯一次，方向正相反的两个单元共用一条。",
        "Lifted to {width} dimensions; each unit bends along a dashed line, units that look in opposite ways "
        "along the same one. ",
    ),
    "lift_and_bend.outside": (
        "你的点回来以后在图外，画在边上 (虚线圈)。",
        " Your point came back outside the plane: it is drawn at the edge (dashed ring).",
    ),
    "lift_and_bend.apart": (
        "{points} 个点全部分对。",
        "All {points} points are told apart.",
    ),
    "lift_and_bend.mixed": ("{points} 个点里分错 {wrong} 个。", "{wrong} of {points} points are on the wrong side."),
    # panels/speed.py
    "speed.n": ("词元个数 n", "tokens n"),
    "speed.d": ("宽度 d", "width d"),
    "speed.count": ("乘加次数", "multiply-adds"),
    "speed.pairs": ("注意力 2n²d", "attention 2n²d"),
    "speed.steps": ("RNN 2nd²", "RNN 2nd²"),
    "speed.layer": ("整层编码器", "encoder layer"),
    "speed.bars": ("乘加次数（条长按位数画）", "multiply-adds (bars by number of digits)"),
    "speed.even": ("n = d：两边一样多。", "n = d: both multiply as much."),
    "speed.fewer": ("n &lt; d：RNN 的乘加是注意力的 <b>{times}</b> 倍。", "n &lt; d: the RNN multiplies <b>{times}</b> times as much."),
    "speed.more": ("n &gt; d：注意力的乘加是 RNN 的 <b>{times}</b> 倍。", "n &gt; d: attention multiplies <b>{times}</b> times as much."),
    "speed.serial": (
        "必须一个等一个的：RNN <b>{n}</b> 步，一层注意力 <b>1</b> 步。",
        "What must wait, one for the other: RNN <b>{n}</b> steps, a layer of attention <b>1</b>.",
    ),
    "speed.marks": (
        "圆点：现在的 n。圆圈：n = d，两边一样多。",
        "Dots: n as it is now. Ring: n = d, where both multiply as much.",
    ),
    # panels/paths.py
    "paths.gain": ("W_h 的倍数", "W_h times"),
    "paths.size": ("输入", "inputs"),
    "paths.tiny": ("极小", "tiny"),
    "paths.small": ("0.3", "0.3"),
    "paths.usual": ("1", "1"),
    "paths.first": ("到哪个词元 i", "to token i"),
    "paths.last": ("从哪个位置 j 出发", "from position j"),
    "paths.attention": ("注意力", "attention"),
    "paths.x": ("词元的位置 (从 1 数)", "position of the token (from 1)"),
    "paths.y": ("到达那里的梯度的长度", "length of the gradient that arrives"),
    "paths.says": (
        "从位置 {last} 到词元 {first} (圆点)：RNN 要乘 <b>{steps}</b> 次 W<sub>h</sub>，剩 <b>{rnn}</b>；"
        "注意力一步到，剩 <b>{attention}</b>。",
        "From position {last} to token {first} (dots): the RNN multiplies <b>{steps}</b> times by W<sub>h</sub>, <b>{rnn}</b> is "
        "left; attention needs one step, <b>{attention}</b> is left.",
    ),
    "paths.future": (
        "词元 {first} 在位置 {last} 的后面：RNN 走到 {last} 时还没有读到它，梯度是 0；"
        "没有掩码的注意力一步到，剩 <b>{attention}</b>。",
        "Token {first} comes after position {last}: the RNN has not read it yet, its gradient is 0; attention "
        "without a mask needs one step, <b>{attention}</b> is left.",
    ),
    # panels/patches.py
    "patches.scene": ("第几张图", "picture"),
    "patches.weights": ("权重", "weights"),
    "patches.trained": ("训练过", "trained"),
    "patches.random": ("随机", "random"),
    "patches.which": ("看哪个头的地图", "map of which head"),
    "patches.head": ("层 {layer} 头 {head}", "layer {layer} head {head}"),
    "patches.query": ("谁在看 (0 是分类词元)", "who looks (0: the class token)"),
    "patches.shuffled": ("打乱图块", "shuffle the patches"),
    "patches.positions": ("加位置", "add positions"),
    "patches.image": (
        "切成 196 块的图；黑点越大，权重越大；白十字是模型的答案",
        "the picture in 196 patches; the larger a black dot, the larger the weight; the white cross is the answer",
    ),
    "patches.bars": (
        "这一行权重里，分给橙色图块的有多少",
        "how much of this row of weights goes to patches with orange",
    ),
    "patches.even": ("平均分", "even share"),
    "patches.still": (
        "答案（白十字）：第 {row} 行、第 {column} 列像素，<br>离橙色图形的中心 <b>{off}</b> 像素。",
        "Answer (white cross): row {row}, column {column} in pixels, <b>{off}</b> pixels from the orange centre.",
    ),
    "patches.moved": (
        "答案（白十字）：第 {row} 行、第 {column} 列像素，<br>离橙色图块现在的平均位置 <b>{off}</b> 像素。",
        "Answer (white cross): row {row}, column {column} in pixels, <b>{off}</b> pixels from where the orange "
        "patches lie on average now.",
    ),
    "patches.no_positions": (
        "没有位置：打乱不打乱，答案一个像素也不会变。",
        "No positions: shuffled or not, the answer is the same to the pixel.",
    ),
    "patches.marks": (
        "黑点越大，权重越大 (占满一格：5% 或更多)；黑框：谁在看。<br>▶：黑点画的是这个头。",
        "The larger a black dot, the larger the weight (a full patch: 5% or more); frame: who looks.<br>"
        "▶: the head of the black dots.",
    ),
    # panels/position_code.py
    "position_code.position": ("位置 pos", "position pos"),
    "position_code.offset": ("再走几步 k", "further by k"),
    "position_code.pair": ("第几对 (从 0 数)", "pair (from 0)"),
    "position_code.feature": ("第 {j} 维", "dim {j}"),
    "position_code.image": (
        "编码的图样：一列一个位置，一行一维；蓝色是正数，橙色是负数",
        "the code as an image: a column for each position, a row for each dimension",
    ),
    "position_code.axis": (
        "位置 (从 0 数)　　蓝色是正数，橙色是负数，越深离 0 越远",
        "position (from 0); blue above zero, vermilion below, the deeper the farther from it",
    ),
    "position_code.dials": (
        "每一对是一根指针：实线在 pos，虚线在 pos + k",
        "each pair as a clock hand: solid at pos, dashed at pos + k",
    ),
    "position_code.legend": (
        "绿框：第 {pair} 对，也就是第 {sin} 维 (sin) 和第 {cos} 维 (cos)。下面每一对是一根指针：实线在 pos，虚线在 pos + k。",
        "Green frame: pair {pair}, dims {sin} (sin) and {cos} (cos). Each pair is a clock hand: solid at pos, "
        "dashed at pos + k.",
    ),
    "position_code.dial": ("第 {pair} 对 · 波长 {wavelength}", "pair {pair} · {wavelength}"),
    "position_code.turn": ("R_k 的第 {pair} 块，k = {offset}", "block {pair} of R_k, k = {offset}"),
    "position_code.says": (
        "第 {pair} 对：每走一步转 {speed} 弧度，{wavelength} 步转满一圈；走 {offset} 步转了 {turns} 圈"
        "<br>PE({position}) · PE({further}) = <b>{dot}</b> (12 个数逐个相乘再相加，最大是 6)",
        "Pair {pair}: {speed} radians for one step, a full turn in {wavelength} steps; {offset} steps are "
        "{turns} turns<br>PE({position}) · PE({further}) = <b>{dot}</b> (dot product over 12 numbers, at most 6)",
    ),
    # panels/word_order.py
    "word_order.order": ("第二句", "second sentence"),
    "word_order.strength": ("PE 的倍数 (0 = 不加)", "times PE (0 = none)"),
    "word_order.masked": ("因果掩码", "causal mask"),
    "word_order.first": ("第一句，X", "first sentence, X"),
    "word_order.second": ("第二句，X", "second sentence, X"),
    "word_order.output": ("输出", "output"),
    "word_order.change": ("同一个词，第二句的输出 − 第一句的输出", "for each word: output in the second sentence − in the first"),
    "word_order.largest": ("每个词变得最多的那个数：", "largest change of each word: "),
    "word_order.moved": ("输出变了的词：{words}", "words whose output changed: {words}"),
    "word_order.same": (
        "三个词的输出都没有变：只是跟着换了行",
        "no word's output changed: the rows only changed places",
    ),
    "word_order.identical": ("两句是同一句，什么都没有变", "both sentences are the same: nothing changes"),
    # panels/relative_scores.py
    "relative_scores.method": ("位置怎样进来", "how positions enter"),
    "relative_scores.none": ("不给位置", "none"),
    "relative_scores.sinusoidal": ("sin/cos 相加", "sin/cos added"),
    "relative_scores.learned": ("可学习的表", "learned table"),
    "relative_scores.clipped": ("剪断的偏置", "clipped bias"),
    "relative_scores.linear": ("ALiBi", "ALiBi"),
    "relative_scores.rotary": ("RoPE", "RoPE"),
    "relative_scores.shift": ("整句话往后挪几位", "move the whole sentence by"),
    "relative_scores.no_row": (
        "可学习的表只有 {rows} 行，没有位置 {position}",
        "the learned table has {rows} rows only, there is no position {position}",
    ),
    "relative_scores.scores": ("打分 (缩放过)", "scaled scores"),
    "relative_scores.moved": ("比不挪的时候变了多少", "change since shift 0"),
    "relative_scores.twice": (
        "框住的两格，“我”看“爱”：第一次 {first}，第二次 {second}，{same}",
        "Framed, 我 looking at 爱: {first}, then {second}, {same}",
    ),
    "relative_scores.equal": ("一样", "the same"),
    "relative_scores.unequal": ("不一样", "not the same"),
    "relative_scores.start": ("还没有挪", "not moved yet"),
    "relative_scores.still": ("挪了 {shift} 位，打分没有变", "moved by {shift}: no score changes"),
    "relative_scores.changed": (
        "挪了 {shift} 位，打分变了，最多变了 {moved}",
        "moved by {shift}: scores change, by {moved} at most",
    ),
    # panels/rnn_path.py
    "rnn_path.n": ("句子有几个词", "words in the sentence"),
    "rnn_path.path": ("从哪里看哪里", "from where to where"),
    "rnn_path.last-first": ("最后一个词 → 第一个词", "last word → first word"),
    "rnn_path.last-middle": ("最后一个词 → 中间的词", "last word → middle word"),
    "rnn_path.middle-first": ("中间的词 → 第一个词", "middle word → first word"),
    "rnn_path.first-last": ("第一个词 → 最后一个词", "first word → last word"),
    "rnn_path.strength": ("RNN 的循环强度 r", "recurrent strength r of the RNN"),
    "rnn_path.size": ("RNN 输入的大小 s", "size s of the RNN's inputs"),
    "rnn_path.attention": ("注意力的权重", "weights of attention"),
    "rnn_path.even": ("平均分", "even"),
    "rnn_path.alike": ("认准那个词", "on that word"),
    "rnn_path.states": ("RNN 的状态 h", "states h (RNN)"),
    "rnn_path.outputs": ("注意力的输出 y", "outputs y (attention)"),
    "rnn_path.words": ("词 x", "words x"),
    "rnn_path.chain": ("两条路：RNN 沿着状态走，注意力一跳", "two paths: along the states of an RNN, and one hop of attention"),
    "rnn_path.rnn": ("RNN", "RNN"),
    "rnn_path.direct": ("注意力", "attention"),
    "rnn_path.x": ("第几个词", "word"),
    "rnn_path.y": ("传到这个词的梯度", "gradient that reaches the word"),
    "rnn_path.says": (
        "RNN：读完 {n} 个词要 <b>{n}</b> 步；从 h<sub>{stand}</sub> 到 x<sub>{look}</sub> 走 <b>{path}</b> 步，梯度 <b>{rnn}</b>。<br>"
        "一层注意力：<b>1</b> 步；从 y<sub>{stand}</sub> 到 x<sub>{look}</sub> 走 <b>1</b> 步，梯度 <b>{direct}</b>。",
        "RNN: {n} words take <b>{n}</b> steps; from h{stand} to x{look} <b>{path}</b> steps, gradient <b>{rnn}</b>."
        "<br>One attention layer: <b>1</b> step; from y{stand} to x{look} <b>1</b> step, gradient <b>{direct}</b>.",
    ),
    "rnn_path.no_path": (
        "RNN：读完 {n} 个词要 <b>{n}</b> 步；从 h<sub>{stand}</sub> 到 x<sub>{look}</sub> <b>没有路</b>，梯度 <b>{rnn}</b>。<br>"
        "一层注意力：<b>1</b> 步；从 y<sub>{stand}</sub> 到 x<sub>{look}</sub> 走 <b>1</b> 步，梯度 <b>{direct}</b>。",
        "RNN: {n} words take <b>{n}</b> steps; from h{stand} to x{look} there is <b>no path</b>, gradient <b>{rnn}</b>."
        "<br>One attention layer: <b>1</b> step; from y{stand} to x{look} <b>1</b> step, gradient <b>{direct}</b>.",
    ),
    # panels/residual.py
    "residual.depth": ("层数", "layers"),
    "residual.slope": ("每个活层的 F′", "F′ of every living layer"),
    "residual.dead": ("死层个数 (F′ = 0)", "dead layers (F′ = 0)"),
    "residual.with": ("有残差", "with residual"),
    "residual.without": ("没有残差", "without"),
    "residual.line": ("{name}：{product}", "{name}: {product}"),
    "residual.x": ("从输出往回数，过了几层", "layers passed, counted back from the output"),
    "residual.y": ("梯度的大小", "size of the gradient"),
    "residual.zero": (" (过第 {layer} 层时变成 0)", " (becomes 0 at layer {layer})"),
    "residual.layers": (
        "活层 {live} 个，死层 {dead} 个；传到最前面的梯度是每层因子的连乘",
        "{live} living layers, {dead} dead ones; the gradient at the front is the product of all factors",
    ),
    # panels/deep_stack.py
    "deep_stack.depth": ("层数", "layers"),
    "deep_stack.scale": ("权重大小 (倍)", "size of the weights (times)"),
    "deep_stack.normed": ("子层前先做 LayerNorm", "LayerNorm before each sub-layer"),
    "deep_stack.length.title": ("16 个梯度的长度 (均方根)", "length of the 16 gradients (root mean square)"),
    "deep_stack.cosine.title": ("两两余弦的平均 (取绝对值)", "mean magnitude of the cosine of two of them"),
    "deep_stack.line": (
        "{name}：走完 {depth} 层，长度 <b>{length}</b>，两两余弦的平均 <b>{cosine}</b>",
        "{name}: after {depth} layers the length is <b>{length}</b>, the mean cosine <b>{cosine}</b>",
    ),
    # panels/norm_placement.py
    "norm_placement.depth": ("层数", "layers"),
    "norm_placement.scale": ("权重大小 (倍)", "size of the weights (times)"),
    "norm_placement.post": ("Post-LN", "Post-LN"),
    "norm_placement.pre": ("Pre-LN", "Pre-LN"),
    "norm_placement.trunk": ("主干的方差", "variance of the trunk"),
    "norm_placement.gradient": ("每层 W₂ 的梯度长度", "length of the gradient by each layer's W₂"),
    "norm_placement.after": ("第几层之后 (0 是输入)", "after which layer (0: the input)"),
    "norm_placement.layer": ("第几层", "layer"),
    "norm_placement.line": (
        "{name}：最后一层　主干的方差 {trunk}　前馈层输入的方差 <b>{inner}</b>　W₂ 的梯度 <b>{gradient}</b>　"
        "输出里两个位置的余弦 <b>{alike}</b>",
        "{name}: last layer: variance of the trunk {trunk}, of the feed-forward input <b>{inner}</b>; "
        "gradient by W₂ <b>{gradient}</b>; cosine of two positions of the output <b>{alike}</b>",
    ),
    # panels/sorting_curves.py
    "sorting_curves.depth": ("层数", "layers"),
    "sorting_curves.rate": ("学习率", "learning rate"),
    "sorting_curves.runs": ("看哪一次", "which run"),
    "sorting_curves.mean": ("三次平均", "mean of three"),
    "sorting_curves.run": ("第 {k} 次", "run {k}"),
    "sorting_curves.post_cold": ("Post，不预热", "Post, none"),
    "sorting_curves.post_warm": ("Post，预热", "Post, warm-up"),
    "sorting_curves.pre_cold": ("Pre，不预热", "Pre, none"),
    "sorting_curves.pre_warm": ("Pre，预热", "Pre, warm-up"),
    "sorting_curves.guess": ("瞎猜 ln 8", "guessing, ln 8"),
    "sorting_curves.step": ("训练步数", "step of training"),
    "sorting_curves.loss": ("损失", "loss"),
    "sorting_curves.ends": ("最后 30 步的损失：", "Loss of the last 30 steps: "),
    # panels/softmax_gradient.py
    "softmax_gradient.times": ("三个打分一起乘", "all scores times"),
    "softmax_gradient.wanted": ("想要第几个", "which is wanted"),
    "softmax_gradient.measure": ("L 是", "L is"),
    "softmax_gradient.weight": ("权重 w", "the weight w"),
    "softmax_gradient.loss": ("损失 −ln w", "the loss −ln w"),
    "softmax_gradient.row_scores": ("打分 s", "scores s"),
    "softmax_gradient.row_weights": ("权重 w", "weights w"),
    "softmax_gradient.row_d_weights": ("∂L/∂w，从后面传来", "∂L/∂w, from behind"),
    "softmax_gradient.row_d_scores": ("∂L/∂s，传给打分", "∂L/∂s, for the scores"),
    "softmax_gradient.line": (
        "L = {name} = <b>{value}</b>　　∂L/∂s 三个数之和总是 0",
        "L = {name} = <b>{value}</b>; the three ∂L/∂s always sum to 0",
    ),
    # panels/watch.py
    "watch.loss": ("损失", "loss"),
    "watch.guess": ("瞎猜", "guessing"),
    "watch.step": ("训练步数", "step of training"),
    "watch.line": (
        "第 {step} / {steps} 步　损失 {loss}　用了 {seconds} 秒",
        "step {step} of {steps}, loss {loss}, {seconds} s",
    ),
    "watch.stopped": (
        "停在第 {step} / {steps} 步　损失 {loss}　用了 {seconds} 秒，学到的都留着",
        "stopped at step {step} of {steps}, loss {loss}, {seconds} s; what was learnt is kept",
    ),
    # panels/switched_off.py
    "switched_off.task": ("任务", "task"),
    "switched_off.reverse": ("倒着念", "backwards"),
    "switched_off.neighbours": ("挑邻居", "neighbours"),
    "switched_off.story": ("小故事", "story"),
    "switched_off.depth": ("模块", "blocks"),
    "switched_off.few": ("少", "few"),
    "switched_off.many": ("多", "many"),
    "switched_off.runs": ("看哪一次", "which run"),
    "switched_off.mean": ("五次平均", "mean of five"),
    "switched_off.run": ("第 {k} 次", "run {k}"),
    "switched_off.nothing": ("都装着", "all on"),
    "switched_off.residual": ("拆残差", "no residual"),
    "switched_off.norm": ("拆 LayerNorm", "no LayerNorm"),
    "switched_off.heads": ("只留 1 个头", "1 head"),
    "switched_off.positions": ("拆位置编码", "no PE"),
    "switched_off.right": ("答对", "right"),
    "switched_off.worst": ("五次里最差", "worst of five"),
    "switched_off.best": ("五次里最好", "best of five"),
    "switched_off.title": (
        "{blocks} 个模块，练 {steps} 步　（瞎猜的损失是 {guess}）",
        "blocks: {blocks}, steps: {steps} (guessing has a loss of {guess})",
    ),
    # panels/norm_axes.py
    "norm_axes.sentences": ("跨句子", "across sentences"),
    "norm_axes.positions": ("跨位置", "across positions"),
    "norm_axes.features": ("跨特征", "across features"),
    "norm_axes.batch_size": ("一批几句", "sentences in the batch"),
    "norm_axes.counted": ("填充位算进去", "count the padding"),
    "norm_axes.position": ("盯住句 1 的第几个词", "word of sentence 1"),
    "norm_axes.feature": ("它的第几个特征", "feature"),
    "norm_axes.sentence": ("句 {k}", "sentence {k}"),
    "norm_axes.after": ("句 {k}，标准化以后", "sentence {k}, normalised"),
    "norm_axes.word": ("词 {k}", "word {k}"),
    "norm_axes.line": (
        "框里 {count} 个数一起求平均：μ = {mean}，σ = {std}　　盯住的那个数：({x} − {minus}) / √(σ² + ε) = <b>{x_hat}</b>",
        "The {count} framed numbers share a mean: μ = {mean}, σ = {std}; the chosen number: "
        "({x} − {minus}) / √(σ² + ε) = <b>{x_hat}</b>",
    ),
    "norm_axes.layer": ("LayerNorm：每个词，自己的特征之间", "LayerNorm: each word, across its own features"),
    "norm_axes.batch": ("BatchNorm：每个特征，跨句子、跨位置", "BatchNorm: each feature, across sentences and positions"),
    "norm_axes.instance": (
        "InstanceNorm：每个特征，只在一句之内",
        "InstanceNorm: each feature, within a sentence",
    ),
    "norm_axes.all": ("整块一个平均，没有通用的名字", "One mean for the whole block: it has no common name"),
    "norm_axes.single": (
        "一根轴都没有勾：每个数只和自己比，减掉自己就是 0",
        "No axis: each number is compared with itself alone, which leaves 0",
    ),
    "norm_axes.nameless": ("这种组合没有通用的名字", "This combination has no common name"),
}
