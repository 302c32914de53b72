"""Numbers that depend on nothing but a student and a question.

Only ``random.Random.random()`` is used: Python promises its sequence for a seed in every version,
NumPy promises none for its generators, and an instructor's answer key must fit a student's laptop.
"""

import hashlib
import random

import numpy as np


class Dice:
    """A source of numbers, the same on every machine for the same words.

    Parameters
    ----------
    words : strings or numbers that seed it, e.g. a student number and a question id.
    """

    def __init__(self, *words):
        key = "|".join(str(w) for w in words).encode("utf-8")
        self._random = random.Random(int.from_bytes(hashlib.sha256(key).digest()[:8], "big"))

    def whole(self, low, high, *shape):
        """Return an int from low to high, **both included**, or an int array of ``shape``."""
        return self._fill(shape, lambda: low + int(self._random.random() * (high - low + 1)))

    def decimal(self, low, high, *shape, places=1):
        """Return a float from low to high with ``places`` decimals, or an array of ``shape``."""
        unit = 10**places
        steps = round((high - low) * unit)
        return self._fill(
            shape, lambda: round(low + int(self._random.random() * (steps + 1)) / unit, places)
        )

    def pick(self, options):
        """Return one of the options."""
        return options[self.whole(0, len(options) - 1)]

    def shuffled(self, items):
        """Return the items in another order."""
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            k = self.whole(0, last)
            items[k], items[last] = items[last], items[k]
        return items

    def _fill(self, shape, one):
        if not shape:
            return one()
        return np.array([one() for _ in range(int(np.prod(shape)))]).reshape(shape)


class Case(Dice):
    """Random arguments for one call of a student's function: named axes get sizes that all differ.

    With equal sizes a swapped axis goes unseen, so ``case.array("n", "d")`` is never square.
    """

    def __init__(self, level, *words):
        super().__init__(level, *words)
        self.level, self._sizes = level, {}

    def size(self, name):
        """Return the size of the axis ``name``: from 2 on, no two names alike, small ones first."""
        if name not in self._sizes:
            used = set(self._sizes.values())
            free = [k for k in range(2, len(used) + 4 + self.level // 4) if k not in used]
            self._sizes[name] = self.pick(free)
        return self._sizes[name]

    def array(self, *axes, low=-2.0, high=2.0):
        """Return an array of short numbers that all differ (no row is constant); axes are names or sizes."""
        shape = tuple(self.size(axis) if isinstance(axis, str) else axis for axis in axes)
        count, places = int(np.prod(shape)), 1
        while (high - low) * 10**places < count:
            places += 1
        steps = range(round((high - low) * 10**places) + 1)
        chosen = self.shuffled(steps)[:count]
        return np.array([round(low + k / 10**places, places) for k in chosen]).reshape(shape)
