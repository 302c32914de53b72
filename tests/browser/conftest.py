"""One JupyterLab and one browser for all browser tests; each notebook is opened and run once."""

import pytest

from browser.driving import browser_page
from browser.serving import serving
from commands.lab import ORIGINALS
from commands.working_copy import notebooks

NOTEBOOKS = notebooks(ORIGINALS)


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("lab")) as server, browser_page(server) as lab:
        yield lab


# Session: pytest then groups the tests of all files by notebook.
@pytest.fixture(scope="session", params=NOTEBOOKS)
def notebook(lab, request):
    """A notebook of the series, open and run; ``notebook.bad`` is what its outputs complain of."""
    with lab.notebook(request.param) as opened:
        opened.bad = opened.run_all()
        yield opened


@pytest.fixture(scope="session")
def shown(notebook):
    """The panels of the notebook that is open."""
    return notebook.panels()


@pytest.fixture(autouse=True)
def nothing_complains(lab):
    """In no test is there an error in the page or its console, or a request to another host."""
    yield
    complaints, lab.complaints[:] = list(lab.complaints), []
    assert complaints == []
