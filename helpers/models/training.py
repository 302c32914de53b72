"""Training: Adam, how fast to go at which step, and the loop."""

import math
from typing import NamedTuple

import numpy as np

from ..words import both
from .trees import flatten, unflatten


class TrainingStep(NamedTuple):
    """What ``train`` yields after each step."""

    step: int  # 1, 2, ...
    loss: float  # of the batch, with the weights before the step
    params: tuple  # the weights after the step: the same arrays every time, changed in place


class Adam:
    """θ ← θ − α m̂ / (√v̂ + ε), after Kingma, Ba 2015, algorithm 1.

    m̂ is the mean of all gradients so far, v̂ that of their squares, where the gradient of k steps ago has
    weight β₁ᵏ, or β₂ᵏ. Here each mean is kept as a sum, next to the sum of the weights: the same
    numbers as in the paper, whose "bias correction" is the division by the sum of the weights.

    Parameters
    ----------
    theta : (N,) all weights as one vector (``flatten``), changed in place by each step.
    beta_1, beta_2, eps : defaults 0.9, 0.999, 1e-8; Vaswani et al. 2017, section 5.3, took 0.9, 0.98, 1e-9.
    """

    def __init__(self, theta, beta_1=0.9, beta_2=0.999, eps=1e-8):
        self.theta, self.beta_1, self.beta_2, self.eps = theta, beta_1, beta_2, eps
        self.sum = np.zeros_like(theta)  # Σ β₁ᵏ g
        self.squares = np.zeros_like(theta)  # Σ β₂ᵏ g²
        self.weight_1 = self.weight_2 = 0.0  # Σ β₁ᵏ, Σ β₂ᵏ
        self.work = np.empty_like(theta)  # fresh memory for each line would take 4 times as long

    def step(self, gradient, learning_rate):
        """Move ``theta`` one step against ``gradient`` (N,), at most about ``learning_rate`` per weight."""
        self.weight_1 = self.beta_1 * self.weight_1 + 1
        self.weight_2 = self.beta_2 * self.weight_2 + 1
        self.sum *= self.beta_1
        self.sum += gradient
        self.squares *= self.beta_2
        self.squares += np.multiply(gradient, gradient, out=self.work)
        # m̂ / (√v̂ + ε) with m̂ = sum / weight_1, v̂ = squares / weight_2, and both terms times √weight_2
        scale = math.sqrt(self.weight_2)
        below = np.sqrt(self.squares, out=self.work)
        below += self.eps * scale
        move = np.divide(self.sum, below, out=self.work)
        move *= learning_rate * scale / self.weight_1
        self.theta -= move


def linear_warmup(step, peak, warmup_steps):
    """Learning rate that rises in a line to ``peak`` at step ``warmup_steps`` and stays there."""
    return peak * min(1.0, step / warmup_steps)


def inverse_root_warmup(step, d_model, warmup_steps=4000):
    """Learning rate d_model^−½ · min(step^−½, step · warmup_steps^−1.5): up in a line, down as 1/√step.

    Vaswani et al. 2017, section 5.3, eq. 3. Steps count from 1; the peak is at ``warmup_steps``.
    """
    return d_model**-0.5 * min(step**-0.5, step * warmup_steps**-1.5)


def clip_by_norm(gradient, max_norm):
    """Shorten a gradient in place if it is longer than ``max_norm`` (Pascanu et al. 2013); return its norm.

    Parameters
    ----------
    gradient : (N,).
    max_norm : number > 0.
    """
    norm = math.sqrt(gradient.dot(gradient))
    if norm > max_norm:
        gradient *= max_norm / norm
    return norm


def random_batches(rng, arrays, batch_size, steps):
    """Yield ``steps`` tuples of ``batch_size`` rows, drawn anew each time from the same places of all arrays.

    Parameters
    ----------
    rng : ``np.random.Generator``; the same seed gives the same batches.
    arrays : sequence of arrays with the same number of rows, such as ``(source, target)``.
    batch_size, steps : integers.
    """
    for _ in range(steps):
        rows = rng.integers(len(arrays[0]), size=batch_size)
        yield tuple(a[rows] for a in arrays)


def train(params, batches, loss_and_gradients, learning_rate=1e-3, max_norm=None, **adam):
    """Train, and after each step yield a ``TrainingStep``; whoever loops over them may stop any time.

        for step in train(params, batches, loss_and_gradients):
            losses.append(step.loss)
        params = step.params

    Parameters
    ----------
    params : tree of named tuples, copied: the arrays passed in stay as they are.
    batches : iterable of tuples, one for each step.
    loss_and_gradients : function ``(params, *batch)`` -> loss and a tree like ``params``.
    learning_rate : number, or function of the step 1, 2, ...; default 1e-3.
    max_norm : longer gradients are shortened to this norm; default None: none is.
    adam : ``beta_1, beta_2, eps`` of ``Adam``.

    Raises
    ------
    ValueError : the loss is no longer finite.
    """
    theta = flatten(params)  # (N,)
    params = unflatten(theta, params)  # views of theta: a step on theta is a step on them
    gradient = np.empty_like(theta)  # (N,)
    optimizer = Adam(theta, **adam)
    for step, batch in enumerate(batches, start=1):
        loss, gradients = loss_and_gradients(params, *batch)
        if not math.isfinite(loss):
            raise ValueError(both("training.diverged", step=step))
        flatten(gradients, out=gradient)
        if max_norm is not None:
            clip_by_norm(gradient, max_norm)
        rate = learning_rate(step) if callable(learning_rate) else learning_rate
        optimizer.step(gradient, rate)
        yield TrainingStep(step, float(loss), params)
