"""Rules for the doors of the backward passes; ``kernels/checks.py`` has the general ones."""

import numpy as np

from ...kernels.checks import axis_exists
from ...words import both


def same_shape(first, second):
    """Return the rule that two arguments have the same shape."""
    return _same(first, second, lambda shape: shape, lambda shape: shape)


def same_rows(first, second):
    """Return the rule that two arguments have the same shape up to the last axis."""
    return _same(first, second, lambda shape: shape[:-1], lambda shape: shape[:-1])


def row_for_each(first, second):
    """Return the rule that ``first`` has one row for each element of ``second``."""
    return _same(first, second, lambda shape: shape[:-1], lambda shape: shape)


def _same(first, second, part_of_first, part_of_second):
    def rule(given):
        shape, other = given[first].shape, given[second].shape
        expected = part_of_second(other)
        if part_of_first(shape) != expected:
            shown = expected if part_of_first(shape) == shape else f"({', '.join(map(str, expected))}, …)"
            raise ValueError(
                both("gradients.shape", name=first, shape=shape, other=second, expected=shown)
            )

    return rule


def axis_of_weights(given):
    """Rule: ``axis`` is an axis of ``weights``."""
    axis_exists({"x": given["weights"], "axis": given["axis"]})


def as_many_results_as_layers(given):
    """Rule: the result of a stack came from as many layers as are given."""
    layers, results = len(given["layers"]), len(given["result"].layers)
    if layers != results or layers == 0:
        raise ValueError(both("gradients.layers", layers=layers, results=results))


def tokens(name, value):
    """Raise unless ``value`` is an array of integers >= 0."""
    if not isinstance(value, np.ndarray) or value.dtype.kind not in "iu":
        kind = getattr(value, "dtype", type(value).__name__)
        raise TypeError(both("tokens.integers", name=name, type=kind))
    if value.size == 0:
        raise ValueError(both("door.empty", name=name, shape=value.shape))
    if value.min() < 0:
        raise ValueError(both("tokens.negative", name=name, found=value.min()))


def boolean_or_none(name, value):
    """Raise unless ``value`` is None or a boolean array: numbers would be taken as places."""
    if not (value is None or isinstance(value, np.ndarray) and value.dtype.kind == "b"):
        kind = getattr(value, "dtype", type(value).__name__)
        raise TypeError(both("tokens.boolean", name=name, type=kind))


def tokens_of(name, table, field=None):
    """Return the rule that all tokens of ``name`` are rows of the argument ``table``, or of its ``field``."""

    def rule(given):
        rows = given[table] if field is None else getattr(given[table], field)
        _check_largest(name, given[name], len(rows))

    return rule


def one_target_per_row(rows):
    """Return the rule that ``targets``, and ``counts`` if given, fit ``rows(given)``, (..., vocabulary)."""

    def rule(given):
        *places, vocabulary = rows(given).shape
        for name in ("targets", "counts"):
            value = given[name]
            if value is not None and value.shape != tuple(places):
                shown = {"name": name, "shape": value.shape, "expected": tuple(places)}
                raise ValueError(both("door.shape", **shown))
        _check_largest("targets", given["targets"], vocabulary)
        if given["counts"] is not None and not given["counts"].any():
            raise ValueError(both("tokens.none_counts"))

    return rule


def _check_largest(name, value, size):
    if value.max() >= size:
        raise ValueError(both("tokens.range", name=name, size=size, found=value.max()))
