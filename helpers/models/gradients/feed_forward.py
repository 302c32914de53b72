"""Back through the feed-forward network and the bends in it."""

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from ...kernels.feed_forward import gelu, normal_distribution, relu
from ...kernels.linear import bias
from ...words import both
from ..parameters import FeedForwardParams
from .linear import linear_backward


class FeedForwardGradients(NamedTuple):
    """What ``feed_forward_backward`` gives."""

    x: np.ndarray  # (..., d_model)
    params: FeedForwardParams


def relu_backward(d_output, x):
    """Back through max(0, x): the gradient passes where x > 0, and nowhere else.

    At x = 0 there is no derivative; 0 is taken, as everyone does.

    Parameters
    ----------
    d_output, x : arrays of one shape.

    Returns
    -------
    Array of that shape.
    """
    return d_output * (x > 0)


def gelu_backward(d_output, x, approximate="tanh"):
    """Back through x Φ(x): d_x = d_y ∘ (Φ(x) + x Φ'(x)), by the product rule.

    ``"none"``: Φ' is the normal density φ(x) = exp(−x²/2) / √(2π). ``"tanh"``: Φ is ½ (1 + tanh u) with
    u = √(2/π) (x + 0.044715 x³) (Hendrycks, Gimpel 2016, section 2), so Φ' = ½ (1 − tanh² u) u'.

    Parameters
    ----------
    d_output, x : arrays of one shape.
    approximate : ``"tanh"`` (default) or ``"none"``, as in ``gelu``.

    Returns
    -------
    Array of that shape.
    """
    square = x * x
    if approximate == "none":
        density = np.exp(-0.5 * square) / math.sqrt(2 * math.pi)
        return d_output * (normal_distribution(x) + x * density)
    c = math.sqrt(2 / math.pi)
    t = np.tanh(x * (c + 0.044715 * c * square))  # tanh u
    slope = (1 - t * t) * (c + 3 * 0.044715 * c * square)  # 2 Φ'(x) = (1 − tanh² u) u'
    return d_output * (0.5 * (1 + t + x * slope))


def feed_forward_backward(d_output, x, params, result, activation=gelu):
    """Back through σ(x W₁ + b₁) W₂ + b₂: a matrix, a bend, a matrix.

    Parameters
    ----------
    d_output : (..., d_model).
    x, params, activation : what ``feed_forward`` took; ``activation`` is ``gelu``, ``relu``, or
        ``functools.partial`` of one of them.
    result : FeedForwardResult, what it gave.

    Returns
    -------
    FeedForwardGradients ``x, params``.

    Raises
    ------
    ValueError : there is no backward pass of ``activation``.
    """
    b_1, b_2 = bias(params, "b_1"), bias(params, "b_2")
    d_activated, d_w_2, d_b_2 = linear_backward(d_output, result.activated, params.w_2, b_2)
    d_hidden = activation_backward(activation)(d_activated, result.hidden)  # (n, d_ff)
    d_x, d_w_1, d_b_1 = linear_backward(d_hidden, x, params.w_1, b_1)
    return FeedForwardGradients(d_x, FeedForwardParams(d_w_1, d_b_1, d_w_2, d_b_2))


_BACKWARD = {relu: relu_backward, gelu: gelu_backward}


def activation_backward(activation):
    """Return the backward function of an activation; options fixed by ``partial`` go along."""
    if isinstance(activation, partial):
        return partial(activation_backward(activation.func), *activation.args, **activation.keywords)
    if activation not in _BACKWARD:
        known = ", ".join(f.__name__ for f in _BACKWARD)
        raise ValueError(both("gradients.activation", activation=activation, known=known))
    return _BACKWARD[activation]
