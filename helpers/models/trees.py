"""Trees of parameters: named tuples in named tuples, as one long vector, by name, and as a file.

An optimizer sees no layers: for it, all weights are one vector θ.
"""

import numpy as np

from ..words import both

BRANCHED = (tuple, list)


def leaves(tree):
    """Return the arrays of a tree as a list, in order; what is None is left out."""
    found = []
    _collect([tree], found)
    return found


def named_leaves(tree, prefix=""):
    """Return the arrays of a tree as a dict, with names like ``encoder.0.attention.w_q``."""
    if tree is None:
        return {}
    if not isinstance(tree, BRANCHED):
        return {prefix: tree}
    keys = getattr(tree, "_fields", range(len(tree)))
    found = {}
    for key, branch in zip(keys, tree):
        found |= named_leaves(branch, f"{prefix}.{key}" if prefix else str(key))
    return found


def flatten(tree, out=None):
    """Return a vector (N,) that holds all numbers of a tree: a new one, or ``out``."""
    return np.concatenate(leaves(tree), axis=None, out=out)


def unflatten(vector, like):
    """Return a tree of the form of ``like`` whose arrays are views of ``vector``: no copies.

    What changes in the vector changes in the tree, and the other way round.

    Raises
    ------
    ValueError : ``vector`` has another number of elements than ``like``.
    """
    size = sum(leaf.size for leaf in leaves(like))
    if vector.shape != (size,):
        raise ValueError(both("trees.size", shape=vector.shape, size=size))
    offset = 0

    def view(leaf):
        nonlocal offset
        offset += leaf.size
        return vector[offset - leaf.size : offset].reshape(leaf.shape)

    return map_tree(view, like)


def map_tree(function, tree):
    """Return a tree of the same form with ``function`` applied to each array."""
    if tree is None:
        return None
    if not isinstance(tree, BRANCHED):
        return function(tree)
    branches = [map_tree(function, branch) for branch in tree]
    return type(tree)(*branches) if hasattr(tree, "_fields") else type(tree)(branches)


def read_only(tree):
    """Return the same tree, its arrays closed to writing: no cell changes what other cells read."""
    for leaf in leaves(tree):
        leaf.flags.writeable = False
    return tree


def save_params(path, params):
    """Write the arrays of a tree to an ``.npz`` file, each under its name."""
    np.savez_compressed(path, **named_leaves(params))


def load_params(path, like):
    """Read the arrays of a tree from a file that ``save_params`` wrote.

    Parameters
    ----------
    path : the file.
    like : a tree of the same form and shapes, such as a freshly drawn one; its numbers do not matter.

    Returns
    -------
    A tree of the form of ``like``.

    Raises
    ------
    ValueError : the file holds other names or shapes than ``like``.
    """
    expected = {name: leaf.shape for name, leaf in named_leaves(like).items()}
    with np.load(path, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    found = {name: a.shape for name, a in arrays.items()}
    if found != expected:
        name = min(n for n in expected | found if expected.get(n) != found.get(n))
        raise ValueError(
            both("trees.file", name=name, found=found.get(name), expected=expected.get(name))
        )
    in_order = iter([arrays[name] for name in expected])
    return map_tree(lambda leaf: next(in_order), like)


def _collect(branches, found):
    for branch in branches:
        if isinstance(branch, BRANCHED):
            _collect(branch, found)
        elif branch is not None:
            found.append(branch)
