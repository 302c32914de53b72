"""Cross entropy: what the predictions cost, and how the logits should move."""

from typing import NamedTuple

import numpy as np


class CrossEntropyResult(NamedTuple):
    """What ``cross_entropy`` computes, in order of computation."""

    probabilities: np.ndarray  # (..., vocabulary) = softmax(logits)
    losses: np.ndarray  # (...) = −log of the probability of each target
    loss: np.ndarray  # () the mean over the targets that count


def cross_entropy(logits, targets, counts=None):
    """−log softmax(logits)[target], the mean over all targets (Goodfellow et al. 2016, section 6.2.2.3).

    Parameters
    ----------
    logits : (..., vocabulary).
    targets : (...) integers, the right token at each place.
    counts : boolean (...), True = this target counts; default None: all do. Padding does not.

    Returns
    -------
    CrossEntropyResult ``probabilities, losses, loss``.

    Notes
    -----
    The logarithm is taken of the sum, not of a probability: one that underflows to 0 would cost ∞.
    """
    shifted = logits - logits.max(axis=-1, keepdims=True)  # (..., vocabulary)
    e = np.exp(shifted)  # (..., vocabulary)
    total = e.sum(axis=-1)  # (...)
    losses = np.log(total) - _at(shifted, targets)  # (...)
    loss = losses.mean() if counts is None else losses[counts].mean()  # ()
    return CrossEntropyResult(e / total[..., None], losses, loss)


def cross_entropy_backward(d_loss, targets, result, counts=None):
    """Back to the logits: d_logits = (probabilities − one-hot(target)) / number of targets.

    From −log softmax(z)_t = log Σ exp(z) − z_t: the logarithm has the probabilities as its derivative.

    Parameters
    ----------
    d_loss : number, the gradient of the mean loss: 1 where the loss is what is minimised.
    targets, counts : what ``cross_entropy`` took.
    result : CrossEntropyResult, what it gave.

    Returns
    -------
    (..., vocabulary).
    """
    d_logits = result.probabilities.copy()  # (..., vocabulary)
    _rows(d_logits)[np.arange(targets.size), targets.ravel()] -= 1
    if counts is None:
        return d_logits * (d_loss / targets.size)
    return d_logits * (counts[..., None] * (d_loss / np.count_nonzero(counts))).astype(d_logits.dtype)


def _at(x, targets):
    """The element of each row of ``x`` (..., vocabulary) that ``targets`` (...) points to."""
    return _rows(x)[np.arange(targets.size), targets.ravel()].reshape(targets.shape)


def _rows(x):
    return x.reshape(-1, x.shape[-1])  # a view where x is contiguous
