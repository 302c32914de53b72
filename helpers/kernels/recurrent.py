"""The recurrent network, for comparison: one step after another."""

import numpy as np

from .door import door
from .linear import bias, linear
from .shapes import Fields

RNN = Fields(w_x="d_in d_h", w_h="d_h d_h", b="[d_h]")


@door(x="... n d_in", params=RNN, h_0="[(...) d_h]")
def rnn(x, params, h_0=None):
    """h_t = tanh(x_t W_x + h_{t−1} W_h + b): the simple recurrent network of Elman 1990.

    Parameters
    ----------
    x : (..., n, d_in).
    params : any object with ``w_x`` (d_in, d_h), ``w_h`` (d_h, d_h) and optionally ``b`` (d_h,).
    h_0 : (..., d_h), the state before the first step; default None: zeros.

    Returns
    -------
    (..., n, d_h): the state after each step; the last one is ``[..., -1, :]``.

    Raises
    ------
    ValueError : the shapes do not fit, or a number is not finite.
    TypeError : not real numbers.
    """
    driven = linear(x, params.w_x, bias(params, "b"))  # (n, d_in) @ (d_in, d_h) -> (n, d_h)
    states = np.empty_like(driven)  # (n, d_h)
    h = np.zeros_like(driven[..., 0, :]) if h_0 is None else h_0  # (d_h,)
    for t in range(x.shape[-2]):
        h = np.tanh(driven[..., t, :] + h @ params.w_h)  # must wait for the last h: (d_h,)
        states[..., t, :] = h
    return states
