"""Back through a matrix, through a table of embeddings, and through broadcasting."""

from typing import NamedTuple

import numpy as np


class LinearGradients(NamedTuple):
    """What ``linear_backward`` gives."""

    x: np.ndarray  # (..., d_in)
    w: np.ndarray  # (d_in, d_out)
    b: np.ndarray | None  # (d_out,), None where there is no bias


def linear_backward(d_output, x, w, b=None):
    """Back through y = x W + b: d_x = d_y Wᵀ, d_W = xᵀ d_y, d_b = Σ d_y.

    The two products follow from dy = dx W + x dW (Giles 2008, Collected Matrix Derivative Results).
    Every position of every sentence used the same W and b, so their gradients add up.

    Parameters
    ----------
    d_output : (..., d_out).
    x : (..., d_in).
    w : (d_in, d_out).
    b : (d_out,), default None: no bias, and no gradient of one.

    Returns
    -------
    LinearGradients ``x, w, b``.
    """
    rows = x.reshape(-1, x.shape[-1])  # (N, d_in): all positions of the batch below each other
    d_rows = d_output.reshape(-1, d_output.shape[-1])  # (N, d_out)
    d_x = (d_rows @ w.T).reshape(x.shape)  # (N, d_out) @ (d_out, d_in) -> (N, d_in)
    d_w = rows.T @ d_rows  # (d_in, N) @ (N, d_out) -> (d_in, d_out)
    d_b = None if b is None else d_rows.sum(axis=0)  # (d_out,)
    return LinearGradients(d_x, d_w, d_b)


def embedding_backward(d_output, tokens, table):
    """Back through y = table[tokens]: a row of the table gets the sum over the places that used it.

    Looking up row t is the product of a one-hot row vector with the table, so this is the d_W of
    ``linear_backward``.

    Parameters
    ----------
    d_output : (..., d_model).
    tokens : (...) integers.
    table : (vocabulary, d_model).

    Returns
    -------
    Array of the shape of ``table``; 0 for tokens that do not occur.
    """
    d_rows = d_output.reshape(-1, d_output.shape[-1])  # (N, d_model)
    one_hot = np.eye(len(table), dtype=d_output.dtype)[tokens.ravel()]  # (N, vocabulary)
    return one_hot.T @ d_rows  # (vocabulary, N) @ (N, d_model)


def sum_to_shape(gradient, shape):
    """Back through broadcasting: an array of ``shape`` that served many places gets their sum."""
    if gradient.shape == shape:
        return gradient
    new = gradient.ndim - len(shape)
    gradient = gradient.sum(axis=tuple(range(new)))  # over the axes that broadcasting put in front
    stretched = tuple(i for i, size in enumerate(shape) if size != gradient.shape[i])
    return gradient.sum(axis=stretched, keepdims=True) if stretched else gradient
