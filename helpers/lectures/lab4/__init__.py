"""Lab 4: a student writes the parts of a mini-Transformer, puts them together and trains it."""

from .parts import Parts, take
from .switched_off import Row, learn, stored_rows
from .tasks import Story, larger_neighbours, reversed_digits, the_story

__all__ = [
    "Parts",
    "Row",
    "Story",
    "larger_neighbours",
    "learn",
    "reversed_digits",
    "stored_rows",
    "take",
    "the_story",
]
