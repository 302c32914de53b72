"""Losses of many trainings as readable JSON: what they are, then a line of numbers for each seed."""

import json
from pathlib import Path

import numpy as np


def averaged(losses, steps):
    """Return the means of ``steps`` losses each, (n,) -> (n / steps,)."""
    return np.reshape(losses, (-1, steps)).mean(axis=-1)


def save_curves(path, about, name, rows):
    """Write a JSON object that holds the entries of ``about`` and, as ``name``, a list of the rows.

    Parameters
    ----------
    path : the file.
    about : dict of what is to be said of the file.
    name : under which the rows stand.
    rows : pairs of a dict, name -> text in JSON, and the losses, (seeds, points).
    """
    head = [f'"{key}": {json.dumps(value)}' for key, value in about.items()]
    body = ",\n".join(_row(*row) for row in rows)
    text = "{\n" + ",\n".join([*head, f'"{name}": [\n{body}\n]']) + "\n}\n"
    Path(path).write_text(text, encoding="utf-8", newline="\n")


def _row(fields, losses):
    names = ", ".join(f'"{name}": {value}' for name, value in fields.items())
    seeds = ",\n".join("[" + ", ".join(f"{loss:.3f}" for loss in seed) + "]" for seed in losses)
    return f'{{{names}, "losses": [\n{seeds}\n]}}'
