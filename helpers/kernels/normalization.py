"""Layer, batch and RMS normalization: which numbers share a mean is all that tells them apart."""

import numpy as np

from .checks import all_zeros, no_spread, no_spread_in_batch, not_negative, variance_not_negative
from .door import door
from .shapes import Fields

NORM = Fields(gamma="d_model or number", beta="d_model or number")


@door(
    x="... d_model",
    gamma="d_model or number",
    beta="d_model or number",
    eps=not_negative,
    why=no_spread,
)
def layer_norm(x, gamma=1.0, beta=0.0, eps=1e-5):
    """γ (x − μ) / √(σ² + ε) + β, each vector by itself (Ba, Kiros, Hinton 2016).

    Parameters
    ----------
    x : (..., d_model); mean and variance are taken over the last axis.
    gamma, beta : number or (d_model,), defaults 1 and 0.
    eps : inside the root, default 1e-5.

    Returns
    -------
    Array of the shape of ``x``. The variance is that of the population (divided by d_model).

    Raises
    ------
    ValueError : the shapes do not fit, a number is not finite, ``eps < 0``, or a vector has
        variance 0 while ``eps`` is 0.
    TypeError : not real numbers.
    """
    mean = x.sum(axis=-1, keepdims=True) / x.shape[-1]  # (..., d_model) -> (..., 1); x.mean is slower
    centered = x - mean  # (..., d_model)
    variance = np.vecdot(centered, centered, keepdims=True) / x.shape[-1]  # (..., 1): Σ centered²
    return gamma * (centered / np.sqrt(variance + eps)) + beta  # (..., d_model)


@door(
    variance_not_negative,
    x="... n d_model",
    gamma="d_model or number",
    beta="d_model or number",
    mean="[d_model]",
    variance="[d_model]",
    eps=not_negative,
    why=no_spread_in_batch,
)
def batch_norm(x, gamma=1.0, beta=0.0, eps=1e-5, mean=None, variance=None):
    """γ (x − μ) / √(σ² + ε) + β, each feature over the whole batch (Ioffe, Szegedy 2015).

    Parameters
    ----------
    x : (..., n, d_model); mean and variance are taken over every axis but the last.
    gamma, beta : number or (d_model,), defaults 1 and 0.
    eps : inside the root, default 1e-5.
    mean, variance : (d_model,) statistics collected in training, as inference uses them;
        default None: those of ``x``.

    Returns
    -------
    Array of the shape of ``x``. The variance is that of the population.

    Raises
    ------
    ValueError : the shapes do not fit, a number is not finite, ``eps < 0``, or a feature has
        variance 0 while ``eps`` is 0.
    TypeError : not real numbers.
    """
    batch = tuple(range(x.ndim - 1))  # all axes but the last
    mean = x.mean(axis=batch) if mean is None else mean  # (..., n, d_model) -> (d_model,)
    variance = x.var(axis=batch) if variance is None else variance  # (d_model,)
    return gamma * ((x - mean) / np.sqrt(variance + eps)) + beta  # (..., n, d_model)


@door(x="... d_model", gamma="d_model or number", eps=not_negative, why=all_zeros)
def rms_norm(x, gamma=1.0, eps=1e-5):
    """γ x / √(mean(x²) + ε): layer normalization without the mean (Zhang, Sennrich 2019).

    Parameters
    ----------
    x : (..., d_model).
    gamma : number or (d_model,), default 1.
    eps : inside the root, default 1e-5.

    Returns
    -------
    Array of the shape of ``x``.

    Raises
    ------
    ValueError : the shapes do not fit, a number is not finite, ``eps < 0``, or a vector is
        all zeros while ``eps`` is 0.
    TypeError : not real numbers.
    """
    mean_square = (x * x).mean(axis=-1, keepdims=True)  # (..., d_model) -> (..., 1)
    return gamma * (x / np.sqrt(mean_square + eps))  # (..., d_model)
