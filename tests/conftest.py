"""For all tests: both precisions; and a character without a glyph ends the test that draws it."""

import logging

import numpy as np
import pytest


def pytest_configure(config):
    config.addinivalue_line("filterwarnings", "error:Glyph")


class _Tofu(logging.Handler):
    def emit(self, record):
        raise AssertionError(record.getMessage())


@pytest.fixture(autouse=True)
def tofu_in_formulas_is_fatal():
    """matplotlib warns about text but only logs about formulas."""
    log, handler = logging.getLogger("matplotlib.mathtext"), _Tofu(logging.WARNING)
    log.addHandler(handler)
    yield
    log.removeHandler(handler)


@pytest.fixture(params=[np.float64, np.float32], ids=["float64", "float32"])
def dtype(request):
    return request.param
