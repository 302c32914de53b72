"""Every notebook keeps the rules in tests/hygiene; test_hygiene_rules.py shows that each rule can fail."""

import pytest
from hygiene import complaints
from hygiene.notebook import NOTEBOOKS, all_paths, load


def _name(path):
    return path.relative_to(NOTEBOOKS).as_posix()


def test_there_are_notebooks():
    assert (NOTEBOOKS / "00_start_here.ipynb") in all_paths()
    assert len(all_paths()) > 1


@pytest.mark.parametrize("path", all_paths(), ids=_name)
def test_notebook_keeps_the_rules(path):
    found = complaints(load(path))
    assert not found, "\n".join([_name(path), *found])
