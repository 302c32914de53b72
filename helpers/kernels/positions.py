"""Where a token stands: added as waves, or turned into queries and keys."""

import numpy as np

from .checks import even_features, even_integer, positive, positive_integer
from .door import door


@door(n=positive_integer, d_model=even_integer, base=positive)
def sinusoidal_positional_encoding(n, d_model, base=10000.0):
    """PE(pos, 2i) = sin(pos / base^(2i/d_model)), PE(pos, 2i+1) = cos of the same angle.

    Vaswani et al. 2017, section 3.5. Positions count from 0.

    Parameters
    ----------
    n : number of positions.
    d_model : even number of features.
    base : default 10000.

    Returns
    -------
    (n, d_model), float64.

    Raises
    ------
    ValueError : ``n`` or ``d_model`` is not positive, ``d_model`` is odd, or ``base <= 0``.
    TypeError : ``n`` or ``d_model`` is not an integer.
    """
    angles = _angles(np.arange(n), d_model, base)  # (n, d_model/2)
    return _interleave(np.sin(angles), np.cos(angles))  # (n, d_model): sin, cos, sin, cos, ...


@door(even_features, x="... n d", positions="(...) n", base=positive)
def rotary_position_embedding(x, positions, base=10000.0):
    """Turn each pair of features (2i, 2i+1) by the angle pos / base^(2i/d).

    The dot product of a turned query and a turned key depends only on the distance between their
    positions (Su et al. 2021, RoFormer).

    Parameters
    ----------
    x : (..., n, d) queries or keys, d even.
    positions : (n,), or (..., n) where the batch axes have positions of their own.
    base : default 10000.

    Returns
    -------
    Array of the shape of ``x``.

    Raises
    ------
    ValueError : the shapes do not fit, d is odd, a number is not finite, or ``base <= 0``.
    TypeError : not real numbers.
    """
    angles = _angles(positions, x.shape[-1], base)  # (n, d/2), float64 until the cosine is taken
    cos, sin = np.cos(angles).astype(x.dtype), np.sin(angles).astype(x.dtype)
    even, odd = x[..., 0::2], x[..., 1::2]  # (n, d/2) each
    return _interleave(even * cos - odd * sin, even * sin + odd * cos)  # (n, d)


def _angles(positions, d, base):
    frequencies = base ** (-np.arange(0, d, 2) / d)  # (d/2,)
    return positions[..., None] * frequencies  # (n, 1) * (d/2,) -> (n, d/2)


def _interleave(even, odd):
    pairs = np.stack([even, odd], axis=-1)  # (..., d/2, 2)
    return pairs.reshape(*pairs.shape[:-2], -1)  # (..., d)
