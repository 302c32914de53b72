"""Back through the recurrent network: one step after another, from the last to the first."""

from typing import NamedTuple

import numpy as np

from ...kernels.linear import bias
from ..parameters import RNNParams
from .linear import linear_backward, sum_to_shape


class RNNGradients(NamedTuple):
    """What ``rnn_backward`` gives."""

    x: np.ndarray  # (..., n, d_in)
    params: RNNParams
    h_0: np.ndarray  # (..., d_h)


def rnn_backward(d_output, x, params, states, h_0=None):
    """Back through h_t = tanh(x_t W_x + h_{t−1} W_h + b), through time (Werbos 1990).

    A state matters twice: for the loss at its own step, and for the next state. So the gradient that
    reaches step t has passed W_h and tanh' once for each step that lies between: the product that
    vanishes or explodes.

    Parameters
    ----------
    d_output : (..., n, d_h), the gradient of each state by its own step.
    x, params, h_0 : what ``rnn`` took.
    states : (..., n, d_h), what it gave.

    Returns
    -------
    RNNGradients ``x, params, h_0``.
    """
    start = np.zeros_like(states[..., 0, :]) if h_0 is None else h_0  # (d_h,)
    start = np.broadcast_to(start, states[..., 0, :].shape)  # a view, no copy
    before = np.concatenate([start[..., None, :], states[..., :-1, :]], axis=-2)  # (n, d_h): h_{t−1}
    slope = 1 - states * states  # (n, d_h): tanh' = 1 − tanh²
    d_driven = np.empty_like(states)  # (n, d_h)
    d_next = np.zeros_like(start)  # (d_h,): nothing comes after the last step
    for t in reversed(range(x.shape[-2])):
        d_h = d_output[..., t, :] + d_next  # (d_h,)
        d_driven[..., t, :] = d_h * slope[..., t, :]  # (d_h,)
        d_next = d_driven[..., t, :] @ params.w_h.T  # (d_h,) @ (d_h, d_h)
    d_x, d_w_x, d_b = linear_backward(d_driven, x, params.w_x, bias(params, "b"))
    d_w_h = linear_backward(d_driven, before, params.w_h).w
    d_h_0 = d_next if h_0 is None else sum_to_shape(d_next, h_0.shape)
    return RNNGradients(d_x, RNNParams(d_w_x, d_w_h, d_b), d_h_0)
