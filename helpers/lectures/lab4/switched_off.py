"""What each part buys: the mini-Transformer of Lab 4 with one part left out, on three tasks, over seeds.

``python -m helpers.lectures.lab4.switched_off`` trains the whole table anew, a few minutes on one core,
and writes ``switched_off.json``. Another processor rounds differently, and training magnifies that:
curves differ in detail from machine to machine, what is learnt and what is not does not.
"""

import functools
import itertools
import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...models.mini_transformer import ALL_ON, Switches, accuracy, init_mini_transformer, objective
from ...models.training import linear_warmup, train
from ...models.trees import read_only
from ..curves import averaged, save_curves
from .tasks import DIGITS, larger_neighbours, reversed_digits, the_story

D_MODEL, HEADS = 32, 4
PEAK, WARMUP, LONGEST = 0.005, 50, 1.0  # learning rate, steps up to it, norm to which gradients are cut
AVERAGED = 10  # a point of a curve is the mean loss of ten steps
TESTED = 512  # fresh examples for the accuracy
SEEDS = (0, 1, 2, 3, 4)
CURVES = Path(__file__).with_name("switched_off.json")


class Task(NamedTuple):
    """What is learnt, by how many blocks, in how many steps."""

    batch: object  # function of (rng, size) -> tokens, wanted
    size: int  # examples in a batch
    vocabulary: int
    causal: bool
    blocks: tuple
    steps: int


TASKS = {
    "reverse": Task(reversed_digits, 32, DIGITS, False, (2, 6), 400),
    "neighbours": Task(larger_neighbours, 32, DIGITS, False, (1, 2), 600),
    "story": Task(the_story().batch, 16, the_story().vocabulary, True, (2, 6), 400),
}
OFF = {  # what is left out -> the switches, and the number of heads, each as wide as the model / heads
    "nothing": (ALL_ON, HEADS),
    "residual": (Switches(residual=False), HEADS),
    "norm": (Switches(norm=False), HEADS),
    "heads": (ALL_ON, 1),
    "positions": (Switches(positions=False), HEADS),
}


class Row(NamedTuple):
    """What came of one setting, for each seed."""

    losses: np.ndarray  # (seeds, steps / 10)
    accuracy: np.ndarray  # (seeds,) on fresh examples, after the last step


def settings():
    """Yield (task, blocks, off) of each row of the table."""
    for name, task in TASKS.items():
        yield from itertools.product([name], task.blocks, OFF)


def learn(task, blocks, off, seed, steps=None):
    """Train a fresh model and yield a ``TrainingStep`` after each step.

    Parameters
    ----------
    task, off : names in ``TASKS`` and ``OFF``.
    blocks : how many.
    seed : of the first weights and of the batches.
    steps : default those of the task.
    """
    rng = np.random.default_rng(seed)
    what, (_, heads) = TASKS[task], OFF[off]
    params = init_mini_transformer(rng, what.vocabulary, D_MODEL, heads, blocks=blocks)
    batches = (what.batch(rng, what.size) for _ in range(what.steps if steps is None else steps))
    rate = functools.partial(linear_warmup, peak=PEAK, warmup_steps=WARMUP)
    return train(params, batches, objective(switches(task, off)), rate, max_norm=LONGEST)


def switches(task, off):
    """Return the ``Switches`` of a task with one part left out."""
    return OFF[off][0]._replace(causal=TASKS[task].causal)


def test(params, task, off):
    """Return the share of right tokens on fresh examples."""
    tokens, wanted = TASKS[task].batch(np.random.default_rng(1000), TESTED)
    return accuracy(params, tokens, wanted, switches(task, off))


def row(task, blocks, off, seeds=SEEDS, steps=None):
    """Train one setting with each of the seeds and return its ``Row``."""
    losses, right = [], []
    for seed in seeds:
        trained = list(learn(task, blocks, off, seed, steps))
        losses.append(averaged([step.loss for step in trained], AVERAGED))
        right.append(test(trained[-1].params, task, off))
    return Row(np.array(losses), np.array(right))


@functools.cache
def stored_rows(path=CURVES):
    """Return the stored table, ``{(task, blocks, off): Row}``."""
    rows = json.loads(Path(path).read_text(encoding="utf-8"))["rows"]
    return {
        (r["task"], r["blocks"], r["off"]): read_only(
            Row(np.array(r["losses"]), np.array(r["accuracy"]))
        )
        for r in rows
    }


def save(rows, path=CURVES):
    """Write ``{(task, blocks, off): Row}`` as readable JSON, a seed on each line."""
    about = {
        "about": "The mini-Transformer of Lab 4 with one part left out: losses, and accuracy in the end.",
        "program": "python -m helpers.lectures.lab4.switched_off",
        "seeds": list(SEEDS),
        "each loss is the mean of steps": AVERAGED,
    }
    save_curves(path, about, "rows", [(_fields(*setting, r), r.losses) for setting, r in rows.items()])


def _fields(task, blocks, off, found):
    right = ", ".join(f"{share:.4f}" for share in found.accuracy)
    return {"task": json.dumps(task), "blocks": blocks, "off": json.dumps(off), "accuracy": f"[{right}]"}


def main():
    rows = {}
    for setting in settings():
        rows[setting] = row(*setting)
        losses, right = rows[setting]
        ends = " ".join(f"{a:.3f}" for a in losses[:, -1])
        print(*setting, "| last losses", ends, "| right", " ".join(f"{a:.3f}" for a in right), flush=True)
    save(rows)


if __name__ == "__main__":
    main()
