"""Steps per second of training, here and in PyTorch: python run.py bench training

The encoder-decoder with 2+2 layers, d_model=32, 4 heads, d_ff=128, batch 8, float32, one thread. Both
sides take turns, so what else the machine does hits both; times are medians of CPU time. Both PyTorch
models compute what ours computes: from the same weights the loss of the first step is the same.
"""

import statistics
import time

import numpy as np

from helpers.models.sequence_to_sequence import init_sequence_to_sequence, loss_and_gradients
from helpers.models.training import random_batches, train

VOCABULARY, BATCH, ROUNDS, STEPS = 24, 8, 40, 10
TARGET = 3.0  # times as many steps per second as nn.Transformer with torch.optim.Adam


def data(n):
    """64 sentences of n tokens and their translations: START, n tokens, END."""
    rng = np.random.default_rng(1)
    source = rng.integers(3, VOCABULARY, (64, n))
    target = np.pad(rng.integers(3, VOCABULARY, (64, n - 1)), ((0, 0), (1, 1)))
    target[:, 0], target[:, -1] = 1, 2
    return source, target


def ours(n, biases):
    """Return a generator that makes one training step and yields its loss."""
    params = init_sequence_to_sequence(np.random.default_rng(0), VOCABULARY, VOCABULARY, biases=biases)
    batches = random_batches(np.random.default_rng(2), data(n), BATCH, steps=10**9)
    return (step.loss for step in train(params, batches, loss_and_gradients))


def theirs(n, model, fused):
    """The same in PyTorch."""
    import pytorch_twin
    import torch

    torch.set_num_threads(1)
    params = init_sequence_to_sequence(
        np.random.default_rng(0), VOCABULARY, VOCABULARY, biases=model == "Twin"
    )
    twin = getattr(pytorch_twin, model)(params)
    optimizer = torch.optim.Adam(twin.parameters(), lr=1e-3, fused=fused)
    for source, target in random_batches(np.random.default_rng(2), data(n), BATCH, steps=10**9):
        optimizer.zero_grad()
        loss = pytorch_twin.loss(twin, torch.from_numpy(source), torch.from_numpy(target))
        loss.backward()
        optimizer.step()
        yield loss.item()


def take_turns(steppers):
    """Return the median CPU time of one step of each, in seconds."""
    times = {name: [] for name in steppers}
    for round_ in range(ROUNDS):
        for name, stepper in steppers.items():
            start = time.process_time()
            for _ in range(STEPS):
                next(stepper)
            if round_ > 1:  # the first rounds warm up
                times[name].append((time.process_time() - start) / STEPS)
    return {name: statistics.median(t) for name, t in times.items()}


def main():
    try:
        import torch

        theirs_is = f"PyTorch {torch.__version__}"
    except ImportError:
        theirs_is = None
        print("PyTorch is not installed: only our own steps are timed.")
    for n in (5, 8):
        steppers = {"here": ours(n, False), "here, attention biases": ours(n, True)}
        if theirs_is:
            steppers["nn.Transformer"] = theirs(n, "Twin", None)
            steppers["nn.Transformer, fused Adam"] = theirs(n, "Twin", True)
            steppers["by hand"] = theirs(n, "LeanTwin", None)
            steppers["by hand, fused Adam"] = theirs(n, "LeanTwin", True)
        print(f"\n{n} tokens per sentence")
        times = take_turns(steppers)
        for name, t in times.items():
            same = times["here, attention biases" if name.startswith("nn.") else "here"]
            print(f"  {name:28} {1e3 * t:6.2f} ms  {1 / t:6.0f} steps/s  x{t / same:4.2f}")


if __name__ == "__main__":
    main()
