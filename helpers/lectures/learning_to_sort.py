"""Eight digits in, the same digits in order out: which wiring of a deep stack learns it (Deep Dive 4.4)?

Every position sees the digits as they come and must say which digit stands there once they are sorted:
no position can do so without looking at all others. The model is an embedding, the sinusoidal code,
encoder layers and one matrix; trained by Adam, a fresh batch at each step.

``python -m helpers.lectures.learning_to_sort`` trains the whole grid anew, a few minutes on one core,
and writes ``learning_to_sort.json``. Another processor rounds differently, and training magnifies that:
curves differ in detail from machine to machine, which ones fall and which stay does not.
"""

import functools
import itertools
import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..kernels.feed_forward import relu
from ..models.gradients import (
    cross_entropy,
    cross_entropy_backward,
    embedding_backward,
    encoder_backward,
    linear_backward,
)
from ..models.parameters import NormParams, init_encoder_layer, init_norm
from ..models.sequence_to_sequence import embed, to_logits
from ..models.training import linear_warmup, train
from ..models.transformer import StackResult, encoder
from ..models.trees import read_only
from .curves import averaged, save_curves

DIGITS = LENGTH = 8  # digits 0 to 7, eight of them in a sentence
D_MODEL, HEADS, D_FF = 32, 4, 64
BATCH = 16  # a larger one makes OpenBLAS share products among threads, whose waiting costs more than the work
STEPS, AVERAGED = 300, 10  # a point of a curve is the mean loss of ten steps
CURVES = Path(__file__).with_name("learning_to_sort.json")
GRID = {
    "norm": ("post", "pre"),
    "depth": (2, 6, 10, 16),
    "warmup": (0, 100),  # steps in which the learning rate rises in a line; 0: full from the first
    "rate": (0.001, 0.003),
}
SEEDS = (0, 1, 2)


class SorterParams(NamedTuple):
    """Weights of the sorter; only a Pre-LN stack has a final norm."""

    embedding: np.ndarray  # (digits, d_model)
    layers: tuple  # EncoderLayerParams of each layer
    final_norm: NormParams | None
    w_out: np.ndarray  # (d_model, digits)


class SorterResult(NamedTuple):
    """What ``sorter`` computes, in order of computation."""

    x: np.ndarray  # (..., n, d_model) = embedding + PE
    encoder: StackResult
    logits: np.ndarray  # (..., n, digits)


def init_sorter(rng, depth, norm, dtype=np.float32):
    """Draw SorterParams for ``depth`` layers in the wiring ``"post"`` or ``"pre"``."""
    embedding = rng.standard_normal((DIGITS, D_MODEL)).astype(dtype)
    layers = tuple(init_encoder_layer(rng, D_MODEL, HEADS, D_FF, dtype=dtype) for _ in range(depth))
    w_out = (rng.standard_normal((D_MODEL, DIGITS)) / D_MODEL**0.5).astype(dtype)
    return SorterParams(embedding, layers, init_norm(D_MODEL, dtype) if norm == "pre" else None, w_out)


def sorter(digits, params):
    """Return SorterResult for digits (..., n): logits[..., i, :] is about the i-th smallest of them."""
    x = embed(digits, params.embedding)  # (..., n, d_model)
    encoded = encoder(x, params.layers, _norm(params), params.final_norm, activation=relu)
    return SorterResult(x, encoded, to_logits(encoded.output, params.w_out))


def loss_and_gradients(params, digits, wanted):
    """Return the mean cross entropy at the positions (..., n) and its gradient as SorterParams."""
    return sorter_backward(sorter(digits, params), digits, wanted, params)


def sorter_backward(result, digits, wanted, params):
    """Return the loss of what ``sorter`` gave, and its gradient as SorterParams."""
    cost = cross_entropy(result.logits, wanted)
    d_logits = cross_entropy_backward(1, wanted, cost)
    d_encoded, d_w_out, _ = linear_backward(d_logits, result.encoder.output, params.w_out)
    d_x, d_layers, d_final_norm = encoder_backward(
        d_encoded, result.x, params.layers, result.encoder, params.final_norm, activation=relu
    )
    d_embedding = embedding_backward(d_x, digits, params.embedding)
    return cost.loss, SorterParams(d_embedding, d_layers, d_final_norm, d_w_out)


def draw_batch(rng, size=BATCH):
    """Return digits (size, n) and the same digits in order."""
    digits = rng.integers(DIGITS, size=(size, LENGTH))
    return digits, np.sort(digits, axis=-1)


def learn(norm, depth, warmup, rate, seed, steps=STEPS):
    """Train a fresh sorter and yield a ``TrainingStep`` after each step.

    Parameters
    ----------
    norm, depth, warmup, rate : as in ``GRID``.
    seed : of the first weights and of the batches.
    steps : default 300.
    """
    rng = np.random.default_rng(seed)
    params = init_sorter(rng, depth, norm)
    learning_rate = functools.partial(linear_warmup, peak=rate, warmup_steps=max(warmup, 1))
    yield from train(params, (draw_batch(rng) for _ in range(steps)), loss_and_gradients, learning_rate)


def losses(norm, depth, warmup, rate, seed, steps=STEPS):
    """Return the mean losses of ten steps each, (steps / 10,)."""
    each = [step.loss for step in learn(norm, depth, warmup, rate, seed, steps)]
    return averaged(each, AVERAGED)


@functools.cache
def stored_curves(path=CURVES):
    """Return the stored losses, ``{(norm, depth, warmup, rate): array (seeds, steps / 10)}``."""
    curves = json.loads(Path(path).read_text(encoding="utf-8"))["curves"]
    return {
        tuple(curve[name] for name in GRID): read_only(np.array(curve["losses"])) for curve in curves
    }


def _norm(params):
    return "post" if params.final_norm is None else "pre"


def save(curves, path=CURVES):
    """Write ``{setting: losses of each seed}`` as readable JSON, a seed on each line."""
    about = {
        "about": "Losses of a small encoder that learns to sort eight digits, Pre-LN and Post-LN, "
        "with and without warm-up. Guessing costs ln 8 = 2.079. Reruns differ in detail by machine.",
        "program": "python -m helpers.lectures.learning_to_sort",
        "steps": STEPS,
        "each number is the mean of steps": AVERAGED,
        "seeds": list(SEEDS),
    }
    rows = [(dict(zip(GRID, map(json.dumps, setting))), found) for setting, found in curves.items()]
    save_curves(path, about, "curves", rows)


def main():
    curves = {}
    for setting in itertools.product(*GRID.values()):
        curves[setting] = [losses(*setting, seed) for seed in SEEDS]
        ends = " ".join(f"{row[-1]:.3f}" for row in curves[setting])
        print(dict(zip(GRID, setting)), "last losses:", ends, flush=True)
    save(curves)


if __name__ == "__main__":
    main()
