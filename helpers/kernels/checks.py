"""Checks that are not about shapes, for ``door.py``: words, numbers, rules between arguments."""

import math
from numbers import Integral

import numpy as np

from ..words import both
from .shapes import first


def one_of(*words):
    """Return the check that an argument is one of ``words``."""

    def check(name, value):
        if not isinstance(value, str) or value not in words:
            problem = ValueError if isinstance(value, str) else TypeError
            known = " / ".join(words)
            raise problem(both("door.choice", name=name, words=known, value=repr(value)))

    return check


def not_negative(name, value):
    """Raise unless ``value`` is a finite number >= 0."""
    _check_number(name, value, "≥ 0", lambda number: number >= 0)


def positive(name, value):
    """Raise unless ``value`` is a finite number > 0."""
    _check_number(name, value, "> 0", lambda number: number > 0)


def positive_integer(name, value):
    """Raise unless ``value`` is an integer >= 1."""
    _check_integer(name, value)
    if value < 1:
        raise ValueError(both("door.number", name=name, range="≥ 1", value=repr(value)))


def even_integer(name, value):
    """Raise unless ``value`` is an even integer >= 2."""
    positive_integer(name, value)
    if value % 2:
        raise ValueError(both("door.even", name=name, size=value))


def truth(name, value):
    """Raise unless ``value`` is True or False."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(both("door.truth", name=name, value=repr(value)))


def function(name, value):
    """Raise unless ``value`` can be called."""
    if not callable(value):
        raise TypeError(both("door.function", name=name, type=type(value).__name__))


def even_features(given):
    """Rule: the last axis of ``x`` holds pairs."""
    x = given["x"]
    if x.shape[-1] % 2:
        raise ValueError(both("door.even_shape", name="x", shape=x.shape, size=x.shape[-1]))


def axis_exists(given):
    """Rule: ``axis`` is an axis of ``x``."""
    _check_integer("axis", given["axis"])
    x = given["x"]
    if not -x.ndim <= given["axis"] < x.ndim:
        raise ValueError(both("door.axis", axis=given["axis"], shape=x.shape))


def square_if_causal(given):
    """Rule: with ``causal`` there are as many queries as keys."""
    q, k = given["q"], given["k"]
    if given["causal"] and q.shape[-2] != k.shape[-2]:
        raise ValueError(both("door.causal", q=q.shape, k=k.shape))


def variance_not_negative(given):
    """Rule: a ``variance`` that was passed is none below 0."""
    variance = given["variance"]
    if variance is not None and variance.min() < 0:
        raise ValueError(both("door.number", name="variance", range="≥ 0", value=variance.min()))


def no_spread(given):
    """Reason of a layer norm that is not finite: a vector whose features are all the same."""
    _raise_where_zero("σ²", given["x"].var(axis=-1), given)


def no_spread_in_batch(given):
    """Reason of a batch norm that is not finite: a feature that is the same everywhere."""
    x, variance = given["x"], given["variance"]
    variance = x.var(axis=tuple(range(x.ndim - 1))) if variance is None else variance
    _raise_where_zero("σ²", variance, given)


def all_zeros(given):
    """Reason of an RMS norm that is not finite: a vector of zeros."""
    x = given["x"]
    _raise_where_zero("mean(x²)", (x * x).mean(axis=-1), given)


def _raise_where_zero(what, values, given):
    if given["eps"] == 0 and not np.all(values):
        index = first(np.atleast_1d(values) == 0)
        raise ValueError(both("door.variance", what=what, index=index, shape=given["x"].shape))


def _check_integer(name, value):
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise TypeError(both("door.integer", name=name, value=repr(value)))


def _check_number(name, value, range_text, fits):
    if not isinstance(value, float | Integral | np.floating) or isinstance(value, bool):
        raise TypeError(both("door.real", name=name, value=repr(value)))
    if not (_is_finite(value) and fits(value)):
        raise ValueError(both("door.number", name=name, range=range_text, value=repr(value)))


def _is_finite(value):
    try:
        return math.isfinite(value)
    except OverflowError:  # an integer too large for a float
        return False
