"""我爱你, the sentence of Deep Dive chapters 1 and 2, with weights that give its printed scores.

The text prints X, three of the twelve rows of W^Q and the scores S = QKᵀ; the other nine rows, W^K and
W^V are not printed. The ones here were found by ``in_tenths`` and are one completion among many, not
the author's: nothing was trained. The three heads of 2.5 are printed as weights only.
"""

import itertools

import numpy as np

from .. import numbers
from ..models.parameters import AttentionParams
from ..models.trees import read_only
from ..words import both
from .published import checks
from .published.ledger import claim

TOKENS = ("我", "爱", "你")
D_K, HEADS = 4, 3


def _fixed(rows):
    return read_only(np.array(rows, dtype=float))


X = _fixed([
    [0.2, 0.5, 0.1, 0.8, 0.3, 0.6, 0.1, 0.9, 0.2, 0.4, 0.7, 0.1],
    [0.1, 0.3, 0.9, 0.2, 0.4, 0.1, 0.8, 0.3, 0.6, 0.2, 0.5, 0.9],
    [0.7, 0.1, 0.4, 0.3, 0.8, 0.2, 0.5, 0.1, 0.9, 0.3, 0.1, 0.6],
])  # (3, 12), printed in 1.3

PRINTED_ROWS = (0, 1, 11)  # the rows of W^Q that 1.3 prints
W_Q = _fixed([
    [0.1, 0.3, 0.5, 0.1],  # printed
    [0.2, 0.1, 0.4, 0.3],  # printed
    [-0.2, 0.8, -0.7, 0.8],
    [0.5, -0.3, 0.2, -0.3],
    [-0.4, -0.5, 0.8, -0.2],
    [0.3, -0.1, 0.3, -0.1],
    [-0.4, 0.5, -0.2, 0.6],
    [0.6, 0.2, -0.2, 0.1],
    [-0.6, -0.4, 0.7, -0.2],
    [0.1, -0.3, 0.4, -0.3],
    [0.7, 0.3, -0.6, 0.1],
    [0.3, 0.2, 0.1, 0.5],  # printed
])  # (12, 4)
W_K = _fixed([
    [1.0, 0.7, -1.1, 1.3],
    [0.2, -0.4, 0.4, 0.1],
    [-1.1, 0.2, 1.3, -0.9],
    [0.8, -0.5, -0.3, 1.0],
    [0.6, 0.6, -0.7, 0.9],
    [0.7, -0.3, -0.3, 0.7],
    [-0.7, 0.2, 0.7, -0.5],
    [0.6, -0.8, 0.4, 0.5],
    [0.4, 0.8, -0.5, 0.7],
    [0.4, 0.0, -0.3, 0.5],
    [-0.1, -0.8, 0.9, 0.0],
    [-0.7, 0.4, 0.8, -0.5],
])  # (12, 4)
W_V = _fixed([
    [0.0, -0.4, 0.5, -0.1],
    [0.1, 0.1, -0.1, 0.0],
    [-0.1, 0.6, -0.3, 0.3],
    [0.4, -0.2, 0.0, 0.0],
    [-0.1, -0.2, 0.5, 0.0],
    [0.2, -0.1, 0.0, 0.0],
    [-0.1, 0.3, 0.0, 0.1],
    [0.4, 0.0, -0.1, 0.1],
    [0.0, -0.1, 0.5, 0.1],
    [0.2, 0.0, 0.1, 0.0],
    [0.2, 0.3, -0.3, 0.2],
    [-0.2, 0.3, -0.1, 0.3],
])  # (12, 4)

Q = _fixed([[1.5, 0, 0.5, 0], [0, 1, 0, 1.5], [-0.5, 0, 1.5, 0.5]])  # (3, 4), what X @ W_Q is
K = _fixed([[2, -1.5, 0.4, 2.4], [-1.1, 0.6, 2.3, -0.2], [0.9, 1.7, -0.5, 2]])  # (3, 4)
V = _fixed([[1, 0, 0, 0.3], [0, 1, 0, 0.8], [0, 0, 1, 0.4]])  # (3, 4), chosen to be read

HEAD_WEIGHTS = _fixed([
    [[0.60, 0.30, 0.10], [0.35, 0.25, 0.40], [0.10, 0.45, 0.45]],
    [[0.80, 0.05, 0.15], [0.10, 0.05, 0.85], [0.20, 0.75, 0.05]],
    [[0.45, 0.35, 0.20], [0.30, 0.40, 0.30], [0.25, 0.35, 0.40]],
])  # (3, 3, 3), printed in 2.5
HEAD_VALUES = _fixed([
    [[1, 0, 0, 2], [0, 1, 0, 4], [0, 0, 1, 2]],
    [[1, 0, 0, 3], [0, 1, 0, 0], [0, 0, 1, -3]],
    [[1, 0, 0, 1], [0, 1, 0, 5], [0, 0, 1, 1]],
])  # (3, 3, 4), chosen: three columns tell whose content it is, the fourth is the head's own
SHARES = (0.5, 0.3, 0.2)  # of the heads in W^O, chosen


def scores():
    """Return S as 1.4 prints it, (3, 3)."""
    cells = checks.read(claim("DD-1.04").printed)
    return np.array([cell.value for cell in cells.flat]).reshape(cells.shape)


def in_tenths(x, target, spread=2):
    """Find a vector w of one-decimal numbers with ``x @ w`` equal to ``target``, as near as can be to
    the shortest real solution.

    Parameters
    ----------
    x : (n, m), one decimal, with independent rows.
    target : (n,), two decimals.
    spread : how many tenths are tried for each number, default 2: the one below the real solution and
        the one above. All spread^m combinations are looked at, so keep it small.

    Returns
    -------
    Array (m,).

    Raises
    ------
    ValueError : none of the combinations meets the target.
    """
    tenths = np.rint(10 * x).astype(int)  # whole numbers: no rounding can decide between solutions
    real = 10 * np.linalg.pinv(x) @ target
    lowest = np.floor(real - (spread - 2) / 2).astype(int)
    steps = np.array(list(itertools.product(range(spread), repeat=len(real))), dtype=np.int16)
    missing = np.rint(100 * np.asarray(target)).astype(int) - tenths @ lowest
    met = lowest + steps[(steps @ tenths.T == missing).all(axis=1)]
    if not len(met):
        raise ValueError(both("wo_ai_ni.none", spread=spread, target=numbers.text(target, 2)))
    distance = ((met - real) ** 2).sum(axis=1).round(6)  # rounded: a tie goes to the first everywhere
    return met[distance.argmin()] / 10


def complete(x, target, spread=2):
    """Return the matrix whose columns are ``in_tenths`` of the columns of ``target``."""
    return np.stack([in_tenths(x, column, spread) for column in np.transpose(target)], axis=1)


def head_params(shares=SHARES):
    """Return AttentionParams under which the kernel gives the three printed heads.

    K_i is the identity and Q_i holds the scores themselves, 2 ln A_i, so that the softmax of the
    halved scores is A_i; ``pinv`` goes back from Q, K and V to matrices.

    Parameters
    ----------
    shares : how strongly each head is written into the output, default SHARES.

    Returns
    -------
    AttentionParams of width 12 with three heads.
    """
    back = np.linalg.pinv(X)  # (12, 3): X @ back is the identity
    padded = np.zeros((2, HEADS, 3, D_K))
    padded[0, ..., :3] = np.sqrt(D_K) * np.log(HEAD_WEIGHTS)  # q
    padded[1, ..., :3] = np.eye(3)  # k
    w_q, w_k = back @ padded  # (12, 3) @ (3, 3, 4) -> (3, 12, 4) each
    return AttentionParams(w_q, w_k, back @ HEAD_VALUES, output_matrix(shares))


def output_matrix(shares=SHARES):
    """Return W^O (12, 12) whose output is readable: a mixture, a difference, a copy.

    Features 1–4 mix the three heads in the given shares, 5–8 are head 1 minus head 2, and 9–12 are
    head 3, each in its share.
    """
    one, none = np.eye(D_K), np.zeros((D_K, D_K))
    blocks = ([one, one, none], [one, -one, none], [one, none, one])
    return np.vstack([share * np.hstack(block) for share, block in zip(shares, blocks, strict=True)])
