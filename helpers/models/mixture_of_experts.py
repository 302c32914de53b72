"""A layer of many feed-forward networks, of which each token uses a few."""

from typing import NamedTuple

import numpy as np

from ..kernels.attention import softmax
from ..kernels.checks import function, positive_integer
from ..kernels.door import door
from ..kernels.feed_forward import FEED_FORWARD, feed_forward, gelu
from ..kernels.shapes import Each
from ..words import both
from .parameters import init_feed_forward


class MixtureParams(NamedTuple):
    """The weights: ``mixture_of_experts(x, *params, k)``."""

    w_gate: np.ndarray  # (d_model, experts)
    experts: list  # FeedForwardParams, one for each expert


class MixtureResult(NamedTuple):
    """What the layer computes, in order of computation."""

    logits: np.ndarray  # (n, experts)
    chosen: np.ndarray  # (n, experts), boolean, k True in each row
    gates: np.ndarray  # (n, experts), zero where not chosen; each row sums to 1
    output: np.ndarray  # (n, d_model)


def _k_fits(given):
    experts, shape = len(given["experts"]), given["w_gate"].shape
    if shape[-1] != experts:
        raise ValueError(both("mixture.gate", shape=shape, experts=experts))
    if given["k"] > experts:
        raise ValueError(both("mixture.k", k=given["k"], experts=experts))


@door(
    _k_fits, x="n d_model", w_gate="d_model columns", experts=Each(FEED_FORWARD),
    k=positive_integer, activation=function,
)
def mixture_of_experts(x, w_gate, experts, k, activation=gelu):
    """Send each token to the k experts with the largest logits and mix their outputs.

    Shazeer et al. 2017, Outrageously Large Neural Networks, section 2.1 (without the noise).

    Parameters
    ----------
    x : (n, d_model).
    w_gate : (d_model, experts).
    experts : list of objects with ``w_1, b_1, w_2, b_2`` as in ``feed_forward``.
    k : experts for each token, 1 up to the number of experts.
    activation : function of an array, default ``gelu``.

    Returns
    -------
    MixtureResult ``logits, chosen, gates, output``. An expert computes only the tokens sent to it.

    Raises
    ------
    ValueError : the shapes do not fit, a number is not finite, or ``k`` is out of range.
    TypeError : not real numbers, or ``k`` is not an integer.
    """
    logits = x @ w_gate  # (n, d_model) @ (d_model, experts) -> (n, experts)
    chosen = _largest(logits, k)  # (n, experts)
    gates = softmax(np.where(chosen, logits, -np.inf))  # (n, experts), zero where not chosen
    output = np.zeros_like(x)  # (n, d_model)
    for e, expert in enumerate(experts):
        rows = np.flatnonzero(chosen[:, e])  # the tokens of this expert
        if rows.size:
            said = feed_forward(x[rows], expert, activation).output  # (rows, d_model)
            output[rows] += gates[rows, e, None] * said
    return MixtureResult(logits, chosen, gates, output)


def _largest(logits, k):
    """True for the k largest of each row; of equal ones the first."""
    order = np.argsort(-logits, axis=-1, kind="stable")  # (n, experts)
    chosen = np.zeros(logits.shape, dtype=bool)
    np.put_along_axis(chosen, order[:, :k], True, axis=-1)
    return chosen


def init_mixture(rng, d_model, d_ff, experts, dtype=np.float64):
    """Draw MixtureParams: a gate and ``experts`` feed-forward networks of width d_ff."""
    gate = rng.normal(0.0, d_model**-0.5, (d_model, experts)).astype(dtype)
    networks = [init_feed_forward(rng, d_model, d_ff, dtype=dtype) for _ in range(experts)]
    return MixtureParams(gate, networks)


def mixture_parameter_counts(d_model, d_ff, experts, k):
    """Return (all parameters, parameters that one token uses) of the layer, biases included.

    Parameters
    ----------
    d_model, d_ff, experts, k : sizes, with k ≤ experts.
    """
    one = 2 * d_model * d_ff + d_ff + d_model  # W₁, W₂, b₁, b₂
    gate = d_model * experts
    return gate + experts * one, gate + k * one
