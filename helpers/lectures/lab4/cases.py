"""Random inputs for the functions of Lab 4, such that no slip can hide in them.

Sizes all differ, every second input has a batch axis, and a mask hides one key of each row, so that a
mask of the wrong sign still leaves one to look at. Each function takes a ``Case`` and gives arguments.
"""

from typing import NamedTuple

import numpy as np

from helpers.models.parameters import EncoderLayerParams, FeedForwardParams, NormParams


class HeadWeights(NamedTuple):
    """AttentionParams without biases."""

    w_q: np.ndarray  # (h, d_model, d_k)
    w_k: np.ndarray  # (h, d_model, d_k)
    w_v: np.ndarray  # (h, d_model, d_v)
    w_o: np.ndarray  # (h*d_v, d_model)


def scores(case):
    """Every fourth time with rows so far apart that exp overflows, and underflows in the lowest."""
    x = case.array(*_batch(case), "n", "m")
    return (x + np.linspace(-900, 900, x.shape[-2])[:, None] if case.level % 4 == 3 else x,)


def attention(case):
    q, k = case.array(*_batch(case), "n", "d_k"), case.array(*_batch(case), "m", "d_k")
    return q, k, case.array(*_batch(case), "m", "d_v"), _mask(case, "n", "m")


def multi_head(case):
    params = _heads(case)
    return case.array(*_batch(case), "n", "d"), params, _mask(case, case.size("n"), case.size("n"))


def network(case):
    params = _network(case)
    return case.array(*_batch(case), "n", "d"), params


def norm(case):
    """With an eps that is often large enough to be missed."""
    x = case.array(*_batch(case), "n", "d")
    return x, case.array("d"), case.array("d"), case.pick([1e-5, 0.1, 0.5])


def two_alike(case):
    return case.array(*_batch(case), "n", "d"), case.array(*_batch(case), "n", "d")


def block(case):
    params = EncoderLayerParams(_heads(case), _norm(case), _network(case), _norm(case))
    return case.array(*_batch(case), "n", "d"), params, _mask(case, case.size("n"), case.size("n"))


def logits_and_targets(case):
    logits = case.array(*_batch(case), "n", "V", low=-4, high=4)
    return logits, case.whole(0, logits.shape[-1] - 1, *logits.shape[:-1])


def _batch(case):
    return ("b",) if case.level % 2 else ()


def _mask(case, *shape):
    noise = case.array(*shape)
    return None if case.level % 3 == 0 else noise > noise.min(axis=-1, keepdims=True)


def _heads(case):
    h, d_v = case.size("h"), case.size("d_v")
    projections = [case.array("h", "d", d, low=-1, high=1) for d in ("d_k", "d_k", "d_v")]
    return HeadWeights(*projections, w_o=case.array(h * d_v, "d", low=-1, high=1))


def _network(case):
    return FeedForwardParams(
        case.array("d", "d_ff"), case.array("d_ff"), case.array("d_ff", "d"), case.array("d")
    )


def _norm(case):
    return NormParams(case.array("d", low=0.5), case.array("d"))
