"""Find weights from a print: the matrices of 猫吃鱼, from what chapter 7 prints of its results.

Draw random matrices, run the layer, look how far each printed number is missed, and ask which change
of the weights mends all misses at once. There are 141 printed numbers and 3,456 weights, so endlessly
many changes do; take the shortest. The layer bends, so do it again. After about ten steps every
number rounds to its printed digits.

``python -m helpers.lectures.reconstruction`` writes ``cat_eats_fish.json`` anew.
"""

import json
import math
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..models.transformer import encoder_layer
from ..numbers import number
from ..words import both, word
from .cat_eats_fish import (
    D_FF,
    D_MODEL,
    HEADS,
    SOURCES,
    WEIGHTS,
    figures,
    layer_params,
    load_weights,
    printed,
    trace,
    x_0,
)

SEED = 8  # any will do: another seed gives other weights and the same print
SPREAD = 0.3  # standard deviation of the first draw
UNIT = 1e-4  # of the last printed digit
DEAD_ZONE = 3e-5  # a number this close to its print is left alone: the print is an interval
CLOSE_ENOUGH = 4.9e-5  # a hair inside half a unit of the last digit, so that every machine agrees
DECIMALS = 6  # to which the weights are rounded; with five, some printed digits change
NUDGE = 1e-6  # for the derivatives
MOST_STEPS = 60
LEAST_DAMPING = 1e-6  # noise of the derivatives, squared, is far below; what they tell, far above
MOST_DAMPING = 1e6
RANK_FLOOR = 1e-4  # singular values below it are noise of the derivatives (1e-6; the others: > 1e-2)

SHAPES = {
    "w_q": (HEADS, D_MODEL, D_MODEL // HEADS),
    "w_k": (HEADS, D_MODEL, D_MODEL // HEADS),
    "w_v": (HEADS, D_MODEL, D_MODEL // HEADS),
    "w_o": (D_MODEL, D_MODEL),
    "w_1": (D_MODEL, D_FF),
    "w_2": (D_FF, D_MODEL),
}
UNKNOWNS = sum(math.prod(shape) for shape in SHAPES.values())  # 1,728 in each layer


class Step(NamedTuple):
    """How far the search is: ``agree`` of ``count`` numbers round to their print."""

    layer: int
    step: int
    agree: int
    count: int
    worst: float

    def __str__(self):
        return word("reconstruction.step", **(self._asdict() | {"units": number(self.worst / UNIT, 2)}))


class Reconstruction(NamedTuple):
    """The weights found, where they started, and the way between."""

    layers: list  # two EncoderLayerParams
    start: list  # two EncoderLayerParams
    steps: list  # of Step


def reconstruct(seed=SEED, progress=True, dead_zone=DEAD_ZONE):
    """Find weights of both layers under which every printed figure rounds to its printed digits.

    Parameters
    ----------
    seed : of the first draw, default 8: the stored weights.
    progress : print a line for each step, default True.
    dead_zone : distance from the print within which a number is left alone, default 3e-5. With 0 the
        search ends one digit short (of the seeds 0 to 19 only 7 passes a solution on the way): the
        smallest sum of squares is not the smallest worst miss.

    Returns
    -------
    Reconstruction ``layers, start, steps``; the weights have six decimals.

    Raises
    ------
    RuntimeError : the search stopped before every digit agreed.
    """
    rng = np.random.default_rng(seed)
    x, layers, start, steps = x_0(), [], [], []
    for index in range(2):  # layer 1 first: what it puts out is the input of layer 2
        drawn = SPREAD * rng.standard_normal(UNKNOWNS)

        def report(step, off, layer=index + 1):
            steps.append(Step(layer, step, int((off < CLOSE_ENOUGH).sum()), off.size, off.max()))
            if progress:
                print(steps[-1], flush=True)

        found = solve(_misses(index, x), drawn, dead_zone, report)
        start.append(unflatten(drawn, index))
        layers.append(unflatten(found, index))
        x = encoder_layer(x, layers[-1]).output
    return Reconstruction(layers, start, steps)


def solve(misses, theta, dead_zone=DEAD_ZONE, report=lambda step, off: None):
    """Move ``theta`` until every one of ``misses(theta)`` is below CLOSE_ENOUGH; return it rounded.

    Damped Gauss-Newton steps of minimum norm (Levenberg-Marquardt with far more unknowns than equations).
    """
    damping = 1e-3
    for step in range(MOST_STEPS):
        rounded = theta.round(DECIMALS)
        off = abs(misses(rounded))
        report(step, off)
        if off.max() < CLOSE_ENOUGH:
            return rounded
        theta, damping = _step(misses, theta, damping, dead_zone)
        if damping > MOST_DAMPING:  # no step helps any more
            break
    raise RuntimeError(both("reconstruction.stuck", left=(off >= CLOSE_ENOUGH).sum(), count=off.size))


def _step(misses, theta, damping, dead_zone):
    """Take the shortest change that mends all misses to first order; hold back until it helps."""

    def to_mend(theta):
        missed = misses(theta)
        return np.sign(missed) * np.maximum(abs(missed) - dead_zone, 0)

    r = to_mend(theta)  # (m,)
    J = jacobian(misses, theta)  # (m, unknowns): row = printed number, column = weight
    while damping <= MOST_DAMPING:
        change = J.T @ np.linalg.solve(J @ J.T + damping * np.eye(r.size), r)  # (unknowns,)
        if np.linalg.norm(to_mend(theta - change)) < 0.999 * np.linalg.norm(r):
            return theta - change, max(damping / 10, LEAST_DAMPING)
        damping *= 10  # the step went too far: a more timid one
    return theta, damping


def jacobian(f, theta):
    """Nudge one weight after the other; column i tells how every number of ``f`` answers to weight i."""
    here = f(theta)
    J = np.empty((here.size, theta.size))
    for i in range(theta.size):
        nudged = theta.copy()
        nudged[i] += NUDGE
        J[:, i] = (f(nudged) - here) / NUDGE
    return J


def _misses(index, x):
    """Return the function from the weights of layer ``index`` to computed − printed, figure by figure."""
    sources = [s for s in SOURCES if s.layer == index + 1]
    wanted = np.concatenate([printed(s.name).ravel() for s in sources])

    def misses(theta):
        result = encoder_layer(x, unflatten(theta, index))
        return np.concatenate([s.compute(x, result).ravel() for s in sources]) - wanted

    return misses


def flatten(params):
    """Return the matrices of a layer as one vector, in the order of SHAPES."""
    matrices = params.attention._asdict() | params.ffn._asdict()
    return np.concatenate([matrices[name].ravel() for name in SHAPES])


def unflatten(theta, index):
    """Return the vector of ``flatten`` as layer ``index`` (0 or 1)."""
    ends = np.cumsum([math.prod(shape) for shape in SHAPES.values()])
    parts = np.split(theta, ends[:-1])
    return layer_params(index, **{n: p.reshape(SHAPES[n]) for n, p in zip(SHAPES, parts)})


class Target(NamedTuple):
    """A printed figure as equations; ``new`` of them do not follow from the figures before it."""

    name: str
    layer: int
    numbers: int
    new: int


class Equations(NamedTuple):
    """All printed figures as equations for the weights, to first order around one solution."""

    targets: list  # of Target
    singular_values: np.ndarray  # (141,), largest first: how strongly the print holds each direction
    unknowns: int

    @property
    def numbers(self):
        return sum(t.numbers for t in self.targets)

    @property
    def rank(self):
        return int((self.singular_values > RANK_FLOOR).sum())

    @property
    def free(self):
        """In how many directions the weights may move without a printed number moving."""
        return self.unknowns - self.rank


def targets(layers=None):
    """Count the equations that the print gives for the weights, and how many of them say something new.

    Parameters
    ----------
    layers : list of two EncoderLayerParams, default the stored ones.

    Returns
    -------
    Equations ``targets, singular_values, unknowns, numbers, rank, free``.
    """
    theta = np.concatenate([flatten(params) for params in layers or load_weights()])
    J = jacobian(lambda theta: np.concatenate([f.computed.ravel() for f in _traced(theta)]), theta)
    rows, above, rank = [], 0, 0
    for figure in _traced(theta):
        above += figure.computed.size
        rank_so_far = int(np.linalg.matrix_rank(J[:above], tol=RANK_FLOOR))
        rows.append(Target(figure.name, figure.layer, figure.computed.size, rank_so_far - rank))
        rank = rank_so_far
    return Equations(rows, np.linalg.svd(J, compute_uv=False), theta.size)


def _traced(theta):
    """Return the figures that depend on the weights, from the matrices of both layers as one vector."""
    layers = [unflatten(part, index) for index, part in enumerate(np.split(theta, 2))]
    return [figure for figure in figures(trace(layers)) if figure.layer > 0]


def save(layers, seed, path=WEIGHTS):
    """Write the matrices as readable JSON, a row on each line, with where they come from."""
    about = {
        "about": "猫吃鱼: weights of both encoder layers, reconstructed from the figures printed in "
        "Deep Dive 7.3 and 7.4. One reconstruction among many, not the author's weights.",
        "program": "python -m helpers.lectures.reconstruction",
        "seed": seed,
        "start": f"every weight drawn from N(0, {SPREAD}^2)",
        "gamma, beta, biases": "not stored: cat_eats_fish.norm_pattern(k), k = 0 to 3; biases zero",
        "shapes": {name: list(shape) for name, shape in SHAPES.items()},
    }
    head = [f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in about.items()]
    body = ['"layers": [\n' + ",\n".join(_written(params) for params in layers) + "\n]"]
    text = "{\n" + ",\n".join(head + body) + "\n}\n"
    Path(path).write_text(text, encoding="utf-8", newline="\n")


def _written(params):
    matrices = params.attention._asdict() | params.ffn._asdict()
    return "{" + ",\n".join(f'"{name}": {_rows(matrices[name])}' for name in SHAPES) + "}"


def _rows(matrix):
    if matrix.ndim == 1:
        return "[" + ", ".join(number(weight, DECIMALS) for weight in matrix) + "]"
    return "[\n" + ",\n".join(_rows(row) for row in matrix) + "]"


if __name__ == "__main__":
    save(reconstruct(SEED).layers, SEED)
