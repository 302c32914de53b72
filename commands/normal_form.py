"""The one form that a notebook has in git: what differs from run to run or machine to machine is out.

A notebook that was just executed and one that JupyterLab saved come out the same, and the normal form
of a normal form is itself. Needs nbformat, which comes with jupyterlab.
"""

import hashlib

import nbformat

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
LANGUAGE = {  # without the version: it would change with each contributor's Python
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
}
# Widget views refer to a model that lives in one session; without them the static picture shows.
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
NOTEBOOK_NOISE = ("widgets", "signature", "orig_nbformat", "vscode", "colab", "toc")
CELL_NOISE = ("execution", "ExecuteTime", "trusted", "scrolled", "collapsed", "editable", "vscode")


def normal_form(notebook):
    """Return the text of the notebook's file in normal form, with "\\n" at its end.

    Parameters
    ----------
    notebook : the text of an .ipynb file, or an nbformat notebook node (left as it is).
    """
    if isinstance(notebook, str):
        notebook = nbformat.reads(notebook, as_version=nbformat.NO_CONVERT)
    notebook = nbformat.from_dict(notebook)  # a copy, all the way down
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    _drop(notebook.metadata, NOTEBOOK_NOISE)
    notebook.metadata.kernelspec = dict(KERNEL)
    notebook.metadata.language_info = dict(LANGUAGE)
    executed = 0
    for index, cell in enumerate(notebook.cells):
        _normalise_cell(cell, index)
        if cell.cell_type == "code":
            executed += cell.execution_count is not None
            _normalise_outputs(cell, executed)
    return nbformat.writes(notebook).rstrip("\n") + "\n"


def _normalise_cell(cell, index):
    cell.source = cell.source.replace("\r\n", "\n")
    if not cell.get("id"):
        cell.id = hashlib.sha256(f"{index} {cell.source}".encode()).hexdigest()[:8]
    _drop(cell.metadata, CELL_NOISE)
    if not cell.metadata.get("slideshow", {}).get("slide_type", True):
        del cell.metadata["slideshow"]  # JupyterLab writes {"slide_type": ""} for "none"
    if not cell.metadata.get("tags", True):
        del cell.metadata["tags"]


def _normalise_outputs(cell, count):
    if cell.execution_count is not None:
        cell.execution_count = count
    outputs = []
    for output in cell.outputs:
        kind = output.output_type
        if kind == "execute_result":
            output.execution_count = cell.execution_count
        if kind in ("execute_result", "display_data"):
            output.data.pop(WIDGET_VIEW, None)
            if not output.data:
                continue
        if kind == "error":  # the full traceback names files of this machine
            output.traceback = [f"{output.ename}: {output.evalue}"]
        if kind == "stream" and outputs and outputs[-1].get("name") == output.name:
            outputs[-1].text += output.text
        else:
            outputs.append(output)
    cell.outputs = outputs


def _drop(metadata, names):
    for name in names:
        metadata.pop(name, None)
