"""Everything that run.py says, in Chinese and English. (What `helpers` shows is in helpers/words.py.)

A text of one line is printed as ``中文 | English``; a longer one as two blocks.
"""

MESSAGES = {
    "usage": (
        """\
python run.py lab [名字] [JupyterLab 的参数]     打开讲义（你的副本，在 my_notebooks/）
python run.py lab --restore 名字          换回这份讲义的原文，你的那份另存为 名字.mine.ipynb
python run.py lab --edit                  打开原文，而不是副本（写讲义的人用）
python run.py test [--browser] [pytest 的参数]   跑全部测试
python run.py present [--large] [--hide-code] [名字]   放映讲义：一页页地讲，面板是活的
python run.py export [--to slides] [--hide-code] [名字 …]   存成不用网络的网页或幻灯片，放在 export/
python run.py refresh [讲义 …]            重新执行讲义，整理成适合 git 的样子
python run.py bench [名字 …]              跑测速
python run.py grade 文件夹 [--to 文件]    把学生交来的结果文件汇总成一张表 (CSV)，不运行其中任何东西""",
        """\
python run.py lab [NAME] [JupyterLab arguments]  open the notebooks (your copies, in my_notebooks/)
python run.py lab --restore NAME          bring back an original; yours is kept as NAME.mine.ipynb
python run.py lab --edit                  open the originals, not the copies (for authors)
python run.py test [--browser] [pytest arguments]   run all tests
python run.py present [--large] [--hide-code] [NAME]   show a notebook as slides, with live panels
python run.py export [--to slides] [--hide-code] [NAME …]   pages or slides without network, into export/
python run.py refresh [NOTEBOOK …]        execute notebooks and normalise them for git
python run.py bench [NAME …]              run the benchmarks
python run.py grade FOLDER [--to FILE]    one table (CSV) of the students' result files; runs nothing in them
(python is python3 on macOS and Linux, py on Windows)""",
    ),
    "usage.unknown": ("没有 {command} 这个命令", "there is no command {command}"),
    "usage.arguments": (
        "run.py {command} 的参数不对，用法如下",
        "the arguments of run.py {command} do not fit; this is how it is used",
    ),
    "interrupted": (
        "中断了。再运行一次 run.py {command} 就会接着来",
        "Interrupted. Run run.py {command} again to go on",
    ),
    "os_error": (
        "系统不让这样做：{error}\n检查磁盘是否已满、文件夹能不能写、文件是不是正被别的程序占用，再试一次。",
        "The system refused: {error}\n"
        "Check for a full disk, a folder that cannot be written, a file that another program holds.",
    ),
    "read_only": (
        "这个文件夹不能写：{folder}\n把整个项目文件夹复制到你自己的文件夹里，从那里再运行一次。",
        "This folder cannot be written: {folder}\n"
        "Copy the whole project folder to a folder of your own and run this again from there.",
    ),
    # environment.py
    "env.home": (
        "个人文件夹 {old} 不能写，这一次用 {new}",
        "The home folder {old} cannot be written; using {new} this time",
    ),
    "env.active": (
        "用已激活的环境：{path}",
        "Using the activated environment: {path}",
    ),
    "env.active_lacks": (
        "已激活的环境缺 {missing}，改用项目自己的 .venv",
        "The activated environment lacks {missing}; using the project's own .venv",
    ),
    "env.create": (
        "建立 Python 环境 .venv（只有第一次需要）……",
        "Creating the Python environment .venv (only the first time) ...",
    ),
    "env.install": (
        "安装依赖（约 {size} MB，第一次要几分钟，取决于网速）……",
        "Installing packages (about {size} MB, a few minutes the first time) ...",
    ),
    "env.install_wheels": (
        "从 wheels/ 安装依赖，不用网络……",
        "Installing packages from wheels/, without network ...",
    ),
    "env.update": (
        "安装缺少的、有变化的依赖……",
        "Installing packages that are missing or have changed ...",
    ),
    "env.broken_python": (
        ".venv 的 Python 不见了或换了版本，重新建立 .venv",
        "The Python of .venv has gone or has another version; building .venv anew",
    ),
    "env.broken_pip": (
        ".venv 坏了，pip 修不好，重新建立",
        ".venv is broken and pip cannot mend it; building it anew",
    ),
    "env.no_imports": (
        "装好了，可是导入失败：\n{output}\n多半是杀毒软件拦住了文件，或系统太旧。换一个 Python（3.11–3.14）再试，或用 conda。",
        "Installed, but cannot be imported:\n{output}\n"
        "Often a virus scanner that holds files back, or an old system. Try another Python (3.11 to\n"
        "3.14), or conda.",
    ),
    "env.broken_imports": (
        ".venv 里有的包导入失败，重新建立",
        "Some packages of .venv cannot be imported; building it anew",
    ),
    "env.no_ensurepip": (
        "这个 Python（{executable}）缺 ensurepip，建不了环境。\n"
        "Debian、Ubuntu：sudo apt install python{version}-venv，再运行一次。\n"
        "其他系统：请装官方的 Python，或用 conda：conda env create -f environment.yml",
        "This Python ({executable}) lacks ensurepip, so it cannot make an environment.\n"
        "Debian, Ubuntu: sudo apt install python{version}-venv, then run this again.\n"
        "Elsewhere: install the official Python, or use conda: conda env create -f environment.yml",
    ),
    "env.no_venv": (
        "建立 .venv 失败：\n{output}\n删掉 .venv 文件夹再试；还不行就用 conda：conda env create -f environment.yml",
        "Creating .venv failed:\n{output}\n"
        "Delete the folder .venv and try again; or use conda: conda env create -f environment.yml",
    ),
    "env.inside": (
        "正在运行的 Python 就在坏掉的 .venv 里，换不掉自己。\n先退出这个环境（deactivate），删掉 .venv 文件夹，再运行一次。",
        "The running Python is itself inside the broken .venv.\n"
        "Leave it (deactivate), delete the folder .venv and run this again.",
    ),
    "env.path_too_long": (
        "项目的路径太长：{path}\nWindows 的路径最多 260 个字符，这里只容得下 {room} 个，现在有 {length} 个。\n"
        "把整个文件夹移到短一点的地方，例如 {shorter}，再运行一次。",
        "The path of the project is too long: {path}\n"
        "Windows allows 260 characters; there is room for {room} here and it has {length}.\n"
        "Move the whole folder to a shorter place, for example {shorter}, and run this again.",
    ),
    # pip
    "pip.retrying": (
        "软件源没有回应，pip 正在重试……",
        "The package index does not answer; pip is trying again ...",
    ),
    "pip.network": (
        "连不上软件源，装不了依赖。三条出路：\n"
        "1. 检查网络，再运行一次（装好的不会重来）。\n"
        "2. 换一个近的镜像：python -m pip config set global.index-url 镜像地址（地址问学校或单位）。\n"
        "3. 没有网络：在一台能上网、系统和 Python 版本相同的电脑上，在项目里运行\n"
        "   python -m pip download -r requirements.txt -d wheels\n"
        "   把得到的 wheels 文件夹拷进这里的项目，再运行一次。",
        "The package index cannot be reached. Three ways out:\n"
        "1. Check the network and run this again (nothing is done twice).\n"
        "2. Choose a mirror near you: python -m pip config set global.index-url ADDRESS\n"
        "3. Without network: on a connected machine with the same system and Python, in the project,\n"
        "   python -m pip download -r requirements.txt -d wheels\n"
        "   copy the folder wheels into the project here and run this again.",
    ),
    "pip.wheels": (
        "wheels/ 里缺这个系统或这个 Python 版本要的包：\n{output}\n"
        "在系统和 Python 版本相同、能上网的电脑上重新运行 python -m pip download -r requirements.txt -d wheels；\n"
        "或者把 wheels 文件夹改名，改为联网安装。",
        "wheels/ lacks packages for this system or this version of Python:\n{output}\n"
        "Run python -m pip download -r requirements.txt -d wheels again on a connected machine with the\n"
        "same system and Python; or rename the folder wheels to install over the network.",
    ),
    "pip.not_found": (
        "软件源里没有要的版本（镜像可能还没同步，或者这个 Python 太新）：\n{output}\n"
        "换一个镜像（python -m pip config set global.index-url 镜像地址），或换 Python 3.11–3.14，再运行一次。",
        "The package index lacks a version (a mirror that lags behind, or a Python that is too new):\n"
        "{output}\nChoose another mirror (python -m pip config set global.index-url ADDRESS), or\n"
        "Python 3.11 to 3.14, and run this again.",
    ),
    "pip.disk": (
        "磁盘满了。腾出 1 GB，再运行一次。",
        "The disk is full. Make 1 GB of room and run this again.",
    ),
    "pip.permission": (
        "写不进 .venv：\n{output}\n关掉正在用它的程序（JupyterLab、编辑器），再运行一次。",
        "Cannot write to .venv:\n{output}\n"
        "Close the programs that use it (JupyterLab, an editor) and run this again.",
    ),
    "pip.other": (
        "安装依赖失败，pip 最后说：\n{output}\n全文在 {log}。删掉 .venv 文件夹再试一次。",
        "Installing failed; pip said at the end:\n{output}\n"
        "All of it is in {log}. Delete the folder .venv and try again.",
    ),
    # lab.py and working_copy.py
    "lab.open": (
        "打开 JupyterLab（要结束，按 Ctrl+C 再按 y）……",
        "Opening JupyterLab (Ctrl+C, then y, ends it) ...",
    ),
    "lab.brought": (
        "my_notebooks/ 更新了 {count} 个文件",
        "{count} files brought up to date in my_notebooks/",
    ),
    "lab.behind": (
        "你改过的讲义有了新版，你的保持原样：{names}。要新版：run.py lab --restore 名字（你的那份另存）",
        "Notebooks that you changed have a new version, yours are left alone: {names}. "
        "For the new one: run.py lab --restore NAME (yours is kept beside it)",
    ),
    "lab.refused": (
        "系统不让动 my_notebooks/{name}（{why}），先跳过它",
        "The system refused my_notebooks/{name} ({why}); it is left as it is",
    ),
    "lab.restored": (
        "换回了原文 {name}；你的那份在 {kept}",
        "Brought back {name}; yours is kept as {kept}",
    ),
    "lab.nothing_to_restore": ("{name} 本来就是原文", "{name} is the original already"),
    "lab.no_such_notebook": (
        "没有叫 {name} 的讲义。有这些：\n{known}",
        "There is no notebook {name}. There are:\n{known}",
    ),
    "lab.which_notebook": (
        "{name} 可以是好几份讲义，写全一点：\n{known}",
        "{name} may be any of several notebooks, say more of it:\n{known}",
    ),
    # test.py and bench.py
    "test.no_browser": (
        "没有找到 Chromium、Chrome 或 Edge，--browser 的测试跑不了。\n"
        "装一个（Debian：sudo apt install chromium fonts-noto-cjk），或用环境变量 BROWSER_PATH 指明它，或去掉 --browser。",
        "Found no Chromium, Chrome or Edge, so the tests of --browser cannot run.\n"
        "Install one (Debian: sudo apt install chromium fonts-noto-cjk), name it in the variable\n"
        "BROWSER_PATH, or leave --browser out.",
    ),
    "test.again": (
        "失败的浏览器测试再跑一次，连着两次失败才算失败……",
        "Running the failed browser tests once more: what fails twice has failed ...",
    ),
    "present.how": (
        "放映：空格或 → 往下，Shift+空格或 ← 往回；Shift+Enter 运行这一格再往下，面板就活了。右下角的图标退出放映",
        "Presenting: Space or → goes on, Shift+Space or ← back; Shift+Enter runs a cell and goes on, "
        "which brings a panel to life. The sign at the lower right ends it",
    ),
    "export.done": ("存好了 {name}", "written: {name}"),
    "refresh.done": ("重新执行了 {name}，{seconds} 秒", "executed {name} in {seconds} s"),
    "refresh.failed": ("{name} 没有跑通，文件没有动：", "{name} failed, its file is left alone:"),
    "refresh.unreadable": (
        "{name} 读不了或写不了，文件没有动：{error}",
        "{name} cannot be read or written, it is left alone: {error}",
    ),
    "bench.unknown": (
        "没有叫 {name} 的测速。有：{known}",
        "no benchmark {name}; there are: {known}",
    ),
    "grade.no_folder": ("没有这个文件夹：{folder}", "there is no such folder: {folder}"),
    "grade.not_ours": (
        "{file} 已经有了，而且不是这个命令写的表，不去盖掉它。用 --to 换一个名字",
        "{file} is there already and is no table of this command; choose another name with --to",
    ),
    "grade.too_many": (
        "{folder} 里的文件超过 {most} 个，是不是给错了文件夹？",
        "more than {most} files in {folder}: is this the right folder?",
    ),
    "grade.unknown": (
        "{file}：有 {count} 道题这一版里没有（如 {id}），没有计入",
        "{file}: {count} questions are not in this version (such as {id}) and do not count",
    ),
    "grade.edited": (
        "{file}：封条不符，文件坏了或被改过，表里注明了",
        "{file}: the seal is broken, damaged or edited; the table says so",
    ),
    "grade.done": (
        "{students} 个学生，{refused} 个文件用不了。表在 {file}",
        "{students} students, {refused} files of no use. The table is {file}",
    ),
    "bench.no_browser": (
        "测面板的速度要有 Chromium、Chrome 或 Edge；也可以用环境变量 BROWSER_PATH 指明它",
        "Timing the panels needs Chromium, Chrome or Edge; the variable BROWSER_PATH can name one",
    ),
}


class Stop(Exception):
    """Ends the command; its text, from ``MESSAGES``, is what the user reads."""

    def __init__(self, key, **values):
        super().__init__(text(key, **values))
        self.key = key


def text(key, **values):
    """Return the message in both languages."""
    chinese, english = (part.format(**values) for part in MESSAGES[key])
    return f"{chinese} | {english}" if "\n" not in chinese + english else f"{chinese}\n\n{english}"


def say(key, **values):
    """Print the message in both languages."""
    print(text(key, **values), flush=True)
