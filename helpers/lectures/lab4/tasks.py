"""What the mini-Transformer of Lab 4 learns: digits backwards, a choice between neighbours, a short story."""

import functools
from pathlib import Path

import numpy as np

from ...kernels.attention import softmax
from ...models.mini_transformer import Switches, mini_transformer
from ...models.trees import read_only

DIGITS, LENGTH = 10, 8  # eight digits from 0 to 9
WINDOW = 16  # characters of the story that the model sees at once
STORY = Path(__file__).with_name("story.txt")


def reversed_digits(rng, size=32):
    """Return digits (size, 8) and the same digits from the last to the first."""
    digits = rng.integers(DIGITS, size=(size, LENGTH))
    return digits, digits[:, ::-1]


def larger_neighbours(rng, size=32):
    """Return digits (size, 8), and for each its left neighbour if that is larger than the right one, else
    the digit itself; the digits stand in a circle, so that each has two neighbours."""
    digits = rng.integers(DIGITS, size=(size, LENGTH))
    left, right = np.roll(digits, 1, axis=-1), np.roll(digits, -1, axis=-1)
    return digits, np.where(left > right, left, digits)


class Story:
    """A text as tokens: one for each character, numbered in the order of Unicode.

    Parameters
    ----------
    text : default the story that comes with the lab.
    """

    def __init__(self, text=None):
        self.text = STORY.read_text(encoding="utf-8") if text is None else text
        self.characters = sorted(set(self.text))
        self._number = {character: k for k, character in enumerate(self.characters)}
        self.tokens = read_only(self.encode(self.text))

    @property
    def vocabulary(self):
        """The number of different characters."""
        return len(self.characters)

    def encode(self, text):
        """Return the numbers (n,) of the characters; KeyError for one that the story does not have."""
        return np.array([self._number[character] for character in text])

    def decode(self, tokens):
        """Return the characters of these numbers as a string."""
        return "".join(self.characters[k] for k in tokens)

    def batch(self, rng, size=16, window=WINDOW):
        """Return stretches (size, window) from random places, and for each place the character after it."""
        start = rng.integers(len(self.tokens) - window, size=(size, 1))  # (size, 1)
        rows = self.tokens[start + np.arange(window + 1)]  # (size, window + 1)
        return rows[:, :-1], rows[:, 1:]

    def write(self, params, start, length=40, temperature=0.0, rng=None, block=None):
        """Go on from ``start``, one character after the other, as a trained model would.

        Parameters
        ----------
        params : MiniParams, trained with the causal mask.
        start : the first characters.
        length : characters to add, default 40.
        temperature : 0 (default) takes the most probable character; above, one is drawn by
            softmax(logits / temperature).
        rng : ``np.random.Generator`` for the draws.
        block : as in ``mini_transformer``.
        """
        tokens = list(self.encode(start))
        for _ in range(length):
            seen = np.array(tokens[-WINDOW:])  # (n,)
            logits = mini_transformer(seen, params, Switches(causal=True), block).logits[-1]  # (V,)
            if temperature == 0:
                tokens.append(int(logits.argmax()))
            else:
                p = softmax(logits.astype(float) / temperature)  # (V,)
                tokens.append(int(rng.choice(len(p), p=p)))
        return self.decode(tokens)


@functools.cache
def the_story():
    """Return the story that comes with the lab."""
    return Story()
