"""Steps per second of training, here and in PyTorch: python run.py bench training

The encoder-decoder with 2+2 layers, d_model=32, 4 heads, d_ff=128, ReLU, batch 8, float32, one thread.
All take turns, so what else the machine does hits all; each is warm before its time is taken; times are
medians of CPU time. From the same weights and batches, all models have the same losses: this is checked.

PyTorch runs in four ways: with its own encoder and decoder layers, which is how most would write it, or
with layers written by hand that do nothing but the formulas; with Adam as it comes, or fused. Run it on
a machine that does nothing else: what disturbs one side more than the other moves the ratio by a tenth.
"""

import importlib.util
import itertools
import statistics
import time

import numpy as np

from helpers.models.sequence_to_sequence import init_sequence_to_sequence, loss_and_gradients
from helpers.models.training import random_batches, train

VOCABULARY, BATCH, ROUNDS, STEPS = 24, 8, 25, 25
HERE = "here"


def batches(n):
    """Yield the same 64 batches over and over: sources of 2 to n tokens, START, target, END, PAD."""
    rng = np.random.default_rng(1)
    source, target = rng.integers(3, VOCABULARY, (2, 256, n))
    target = np.pad(target, ((0, 0), (1, 1)), constant_values=1)  # START in front
    for row, length in enumerate(rng.integers(2, n + 1, 256)):
        source[row, length:] = 0
        target[row, length + 1 :] = 0
        target[row, length + 1] = 2
    yield from itertools.cycle(list(random_batches(rng, (source, target), BATCH, steps=64)))


def params():
    return init_sequence_to_sequence(np.random.default_rng(0), VOCABULARY, VOCABULARY)


def ours(n):
    """Make one training step after the other and yield its loss."""
    return (step.loss for step in train(params(), batches(n), loss_and_gradients))


def theirs(n, model, fused):
    """The same in PyTorch."""
    import pytorch_twin
    import torch

    torch.set_num_threads(1)
    twin = getattr(pytorch_twin, model)(params())
    optimizer = torch.optim.Adam(twin.parameters(), lr=1e-3, fused=fused)
    for source, target in batches(n):
        optimizer.zero_grad()
        loss = pytorch_twin.loss(twin, torch.from_numpy(source), torch.from_numpy(target))
        loss.backward()
        optimizer.step()
        yield loss.item()


def take_turns(steppers):
    """Return the median CPU time of one step of each, in seconds."""
    for _ in range(3):  # later on, rounding makes any two of them drift apart
        losses = {name: next(stepper) for name, stepper in steppers.items()}
        for name, loss in losses.items():
            assert abs(loss - losses[HERE]) < 1e-4, f"{name} trains something else: {losses}"
    times = {name: [] for name in steppers}
    for _ in range(ROUNDS):
        for name, stepper in steppers.items():
            next(stepper)  # brings its code and data back into the caches
            start = time.process_time()
            for _ in range(STEPS):
                next(stepper)
            times[name].append((time.process_time() - start) / STEPS)
    return {name: statistics.median(t[2:]) for name, t in times.items()}


def main():
    torch = importlib.util.find_spec("torch") is not None
    if not torch:
        print("PyTorch is not installed: there is nothing to compare with.")
    for n in (3, 5, 8):
        steppers = {HERE: ours(n)}
        if torch:
            steppers["PyTorch's layers, Adam"] = theirs(n, "Twin", None)
            steppers["PyTorch's layers, fused Adam"] = theirs(n, "Twin", True)
            steppers["layers by hand, Adam"] = theirs(n, "LeanTwin", None)
            steppers["layers by hand, fused Adam"] = theirs(n, "LeanTwin", True)
        times = take_turns(steppers)
        print(f"\nsentences of up to {n} tokens      time per step   steps per second   here / there")
        for name, t in times.items():
            print(f"  {name:30} {1e3 * t:12.2f} ms {1 / t:18.0f} {t / times[HERE]:14.2f}")


if __name__ == "__main__":
    main()
