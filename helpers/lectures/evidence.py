"""What the print of 猫吃鱼 proves by itself, before any weight is known: its γ and β, and which PE it used."""

from typing import NamedTuple

import numpy as np

from ..kernels.positions import sinusoidal_positional_encoding
from ..models.parameters import NormParams
from .cat_eats_fish import D_MODEL, EMBEDDINGS, PRINTED_DIMS, TOKENS, pair_cosines, printed
from .published import checks
from .published.ledger import claim


def printed_norms():
    """Return what goes into and comes out of the two LayerNorms of layer 1, each (3, 4), as printed.

    The second one takes X_mid + FFN, which the text does not print but adds up from what it prints.
    """
    x_mid = printed("X_mid")
    return (printed("X_mid_raw"), x_mid), (x_mid + printed("FFN"), printed("X₁"))


class NormFit(NamedTuple):
    """The mean and deviation of each word that fit best, and how far each number is still off."""

    mean: np.ndarray  # (n,)
    std: np.ndarray  # (n,)
    residual: np.ndarray  # (n, d), fitted − y

    @property
    def worst(self):
        return abs(self.residual).max()


def fit_layer_norm(x, y, gamma=1.0, beta=0.0):
    """Ask whether y = γ (x − μ) / σ + β can hold, where only some of the features are known.

    The features that are not printed may give a word any mean μ and any deviation σ, so both are
    free here: the best of them, by least squares, leave a residual that no hidden feature explains.

    Parameters
    ----------
    x, y : (n, d), some features of what goes into the LayerNorm and of what comes out.
    gamma, beta : number or (d,), defaults 1 and 0.

    Returns
    -------
    NormFit ``mean, std, residual, worst``.
    """
    gamma, beta = (np.broadcast_to(p, x.shape[-1]) for p in (gamma, beta))
    mean, std, residual = [], [], []
    for x_t, y_t in zip(x, y):
        line = np.stack([gamma * x_t, gamma], axis=1)  # y = (γ x)·slope + γ·shift + β
        slope, shift = np.linalg.lstsq(line, y_t - beta)[0]
        std.append(1 / slope)
        mean.append(-shift / slope)
        residual.append(line @ (slope, shift) + beta - y_t)
    return NormFit(np.array(mean), np.array(std), np.array(residual))


def recover_layer_norm(x, y, gamma_0=1.0, beta_0=0.0):
    """Solve y = γ (x − μ) / σ + β for γ and β, from three words with four features each.

    12 equations stand against 14 unknowns: 4 γ, 4 β, 3 μ, 3 σ. Two of them are a matter of choice, since
    (γ, σ) may be scaled together and (β, μ) shifted together. γ and β of feature 0 are chosen here; then
    all others follow, by linear equations alone.

    Parameters
    ----------
    x, y : (3, 4), what goes into the LayerNorm and what comes out.
    gamma_0, beta_0 : γ and β of feature 0, defaults 1 and 0.

    Returns
    -------
    NormParams ``gamma, beta``, (4,) each.
    """
    known = (y[:, 0] - beta_0) / gamma_0  # (3,) = (x_0 − μ)/σ of each word
    gap = x - x[:, :1]  # (3, 4); (x − μ)/σ = known + gap/σ
    # y_j = γ_j z_j + β_j for three words: z_j lies in the plane of y_j and (1, 1, 1), so their normal
    # is at right angles to it. One linear equation for the three 1/σ from each feature but 0.
    normal = np.cross(y[:, 1:].T, np.ones(3))  # (3, 3), row = feature
    one_over_std = np.linalg.solve(normal * gap[:, 1:].T, -normal @ known)  # (3,)
    z = known[:, None] + gap * one_over_std[:, None]  # (3, 4)
    lines = [np.polyfit(z[:, j], y[:, j], 1) for j in range(x.shape[1])]
    gamma, beta = np.transpose(lines)
    return NormParams(gamma, beta)


def printed_positional_encoding():
    """Return the encoding with the six features of 吃 and 鱼 as the text prints them, (3, 12).

    The rest comes from the formula. Three of the six are misprints: 2, 4 and 5.
    """
    encoding = sinusoidal_positional_encoding(len(TOKENS), D_MODEL)
    for position, id in ((1, "DD-7.05"), (2, "DD-7.06")):
        row = [cell.value for cell in checks.read(claim(id).printed)]
        encoding[position, : len(row)] = row
    return encoding


class EncodingEvidence(NamedTuple):
    """Which positional encoding the trace used: formula or print, told by two later figures."""

    formula_gap: np.ndarray  # (3, 4), X_mid_raw − (embedding + PE + MHA), PE by the formula
    printed_gap: np.ndarray  # (3, 4), the same with PE as printed
    cosines: dict  # reading of "0" in cos(·₀, ·₀) -> (3,)


def encoding_evidence():
    """Return what X_mid_raw and the cosines of X₀ say about the positional encoding.

    Returns
    -------
    EncodingEvidence ``formula_gap, printed_gap, cosines``. Two prints with four decimals are added, so a
    gap of up to 1e-4 is rounding. ``cosines`` has the keys ``printed, formula, printed PE, embedding, PE``:
    what the text prints, and what each reading of "0" gives.
    """
    formula = sinusoidal_positional_encoding(len(TOKENS), D_MODEL)
    as_printed = printed_positional_encoding()
    added = printed("X_mid_raw") - printed("MHA")  # (3, 4), should be embedding + PE
    readings = {
        "formula": EMBEDDINGS + formula,
        "printed PE": EMBEDDINGS + as_printed,
        "embedding": EMBEDDINGS,
        "PE": formula,
    }
    return EncodingEvidence(
        formula_gap=added - readings["formula"][:, :PRINTED_DIMS],
        printed_gap=added - readings["printed PE"][:, :PRINTED_DIMS],
        cosines={"printed": printed("cos(X₀, X₀)")}
        | {name: pair_cosines(x) for name, x in readings.items()},
    )
