"""A matrix and a bias for each position: what all layers are made of."""


def linear(x, w, b=None):
    """x W + b: (..., d_in) @ (d_in, d_out) + (d_out,) -> (..., d_out); no bias where b is None.

    All positions of all sentences stand below each other as rows: one large product is faster than
    many small ones.
    """
    rows = x.reshape(-1, x.shape[-1])  # (N, d_in)
    y = rows @ w if b is None else rows @ w + b  # (N, d_in) @ (d_in, d_out) -> (N, d_out)
    return y.reshape(*x.shape[:-1], -1)


def bias(params, name):
    """Return the bias ``name`` of ``params``, or None where it has none: biases are optional."""
    return getattr(params, name, None)
