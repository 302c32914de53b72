"""Back through LayerNorm."""

from typing import NamedTuple

import numpy as np

from .linear import sum_to_shape


class LayerNormGradients(NamedTuple):
    """What ``layer_norm_backward`` gives."""

    x: np.ndarray  # (..., d_model)
    gamma: np.ndarray  # the shape of gamma
    beta: np.ndarray  # the shape of gamma


def layer_norm_backward(d_output, x, gamma=1.0, eps=1e-5):
    """Back through γ x̂ + β with x̂ = (x − μ) / σ, where σ stands for √(variance + ε).

    d_x = (d_x̂ − mean(d_x̂) − x̂ mean(d_x̂ ∘ x̂)) / σ with d_x̂ = γ d_y. It is the derivation of Ioffe,
    Szegedy 2015, section 3, with the means taken over a vector and not over a batch. The first mean is
    the way through μ, the second the way through σ: to shift or to stretch x changes no x̂, so the
    gradient has no part in these two directions.

    Parameters
    ----------
    d_output : (..., d_model).
    x, gamma, eps : what ``layer_norm`` took; beta does not matter.

    Returns
    -------
    LayerNormGradients ``x, gamma, beta``.
    """
    rows, d_rows = (a.reshape(-1, a.shape[-1]) for a in (x, d_output))  # (N, d_model) each
    average = np.full((x.shape[-1], 1), 1 / x.shape[-1], x.dtype)  # rows @ average: faster than mean
    centered = rows - rows @ average  # (N, d_model) @ (d_model, 1) -> (N, 1)
    sigma = np.sqrt((centered * centered) @ average + eps)  # (N, 1)
    x_hat = centered / sigma  # (N, d_model)
    d_x_hat = gamma * d_rows  # (N, d_model)
    through_mean = d_x_hat @ average  # (N, 1): mean(d_x̂)
    through_sigma = (d_x_hat * x_hat) @ average  # (N, 1): mean(d_x̂ ∘ x̂)
    d_x = (d_x_hat - through_mean - x_hat * through_sigma) / sigma  # (N, d_model)
    d_gamma = sum_to_shape(np.vecdot(d_rows, x_hat, axis=0), np.shape(gamma))  # (d_model,): Σ d_y ∘ x̂
    d_beta = sum_to_shape(d_rows.sum(axis=0), np.shape(gamma))  # (d_model,): Σ d_y
    return LayerNormGradients(d_x.reshape(x.shape), d_gamma, d_beta)
