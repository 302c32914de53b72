"""A small language for shapes, and the check of an argument against it.

    "... n d_k"        any batch axes, then two axes: a name has one size in the whole call
    "... 2 n"          an axis of size 2
    "(...) n"          batch axes that must fit into those already seen and cannot add to them
    "(h*d_v) d_model"  an axis whose size is a product
    "bool (...) n/1 m" boolean; n/1 is an axis of size n or 1
    "d_model or number"
    "[h d_k]"          may be missing or None
    "[... m d else m=n]"  and then m has the size of n

Nothing here knows a kernel: ``door.py`` puts these checks in front of them.
"""

from math import isfinite, prod
from operator import attrgetter
from types import SimpleNamespace

import numpy as np
from numpy import vdot

from ..words import both

NUMBERS = (np.float64, np.float32)  # what kernels compute with; other real numbers become float64


class Sizes:
    """The size of each name seen so far in one call, and which argument set it."""

    def __init__(self, finite, sizes=(), batch=None):
        self.finite = finite  # whether the numbers themselves are looked at, too
        self.sizes = dict(sizes)  # name -> (size, argument)
        self.batch = batch  # (shape of the batch axes, argument), None until one is seen

    def inner(self):
        """A scope inside: the two attentions of a decoder layer may differ in h and d_k."""
        return Sizes(self.finite, self.sizes, self.batch)


class Shape:
    """One argument or field that is an array."""

    def __init__(self, text):
        self.optional = text.startswith("[")
        text, _, instead = text.strip("[]").partition(" else ")
        self.instead = instead.split("=") if instead else None
        self.or_number = text.endswith(" or number")
        tokens = text.removesuffix(" or number").split()
        self.boolean = tokens[0] == "bool"
        tokens = tokens[self.boolean :]
        self.batch = tokens.pop(0) if tokens[0] in ("...", "(...)") else ""
        self.axes = tokens

    def collect(self, value, leaves):
        leaves.append(value)

    def check(self, name, value, sizes):
        """Return ``value`` as an array that a kernel can use, or raise with the reason."""
        if value is None and self.optional:
            if self.instead:
                name, like = self.instead
                sizes.sizes[name] = sizes.sizes[like]
            return None
        a = as_array(name, value, self.boolean)
        if not (self.or_number and a.ndim == 0):
            self._check_axes(name, a, sizes)
        if a.size == 0:
            raise ValueError(both("door.empty", name=name, shape=a.shape))
        if sizes.finite and not self.boolean and not is_finite(a):
            index = first(~np.isfinite(a))
            values = {"index": index, "value": float(a[index]), "shape": a.shape}
            raise ValueError(both("door.not_finite", name=name, **values))
        # A number stays a Python float: as an array it would turn float32 into float64.
        return float(a) if self.or_number and a.ndim == 0 else a

    def _check_axes(self, name, a, sizes):
        batch = a.ndim - len(self.axes)
        if batch < 0 or (batch > 0 and not self.batch):
            raise self._mismatch(name, a, sizes)
        for axis, size in zip(self.axes, a.shape[batch:]):
            known = self._size(axis, sizes)
            if known is None and axis.isidentifier():
                sizes.sizes[axis] = (size, name)
            elif size != known and not (axis.endswith("/1") and size == 1):
                raise self._mismatch(name, a, sizes)
        if self.batch:
            self._check_batch(name, a.shape[:batch], sizes)

    def _check_batch(self, name, batch, sizes):
        if sizes.batch is None:
            sizes.batch = (batch, name)
            return
        seen, owner = sizes.batch
        try:
            joined = np.broadcast_shapes(batch, seen)
        except ValueError:
            joined = None
        if joined is None or (self.batch == "(...)" and joined != seen):
            raise ValueError(both("door.batch", name=name, batch=batch, owner=owner, seen=seen))
        sizes.batch = (joined, owner if joined == seen else name)

    def _size(self, axis, sizes):
        """The size that ``axis`` must have, or None where nothing has set it yet."""
        factors = [_known(factor, sizes) for factor in _factors(axis)]
        return None if None in factors else prod(factors)

    def _mismatch(self, name, a, sizes):
        """The error that shows the shape, the expected one, and who set the sizes in it."""
        shown, origin = [], {}
        others = {f: known for f, known in sizes.sizes.items() if known[1] != name}
        sizes = Sizes(False, others)  # what this array itself just set is no expectation
        for axis in self.axes:
            size = self._size(axis, sizes)
            label = axis.removesuffix("/1").strip("()")
            label = label if size is None or label.isdigit() else f"{label}={size}"
            shown.append(f"{label} / 1" if axis.endswith("/1") else label)
            origin |= {f: sizes.sizes[f] for f in _factors(axis) if f in sizes.sizes}
        batch = ["..."] if self.batch else []
        trailing = "," if len(batch + shown) == 1 else ""
        expected = f"({', '.join(batch + shown)}{trailing})"
        if not origin:
            return ValueError(both("door.shape", name=name, shape=a.shape, expected=expected))
        zh = "，".join(f"{f}={size} 由 {who} 定下" for f, (size, who) in origin.items())
        en = ", ".join(f"{f}={size} is set by {who}" for f, (size, who) in origin.items())
        values = {"name": name, "shape": a.shape, "expected": expected, "zh": zh, "en": en}
        return ValueError(both("door.shape_from", **values))


class Fields:
    """One argument that is an object with named attributes, each with a spec of its own."""

    optional = False

    def __init__(self, **fields):
        self.fields = {n: Shape(s) if isinstance(s, str) else s for n, s in fields.items()}
        if any(isinstance(spec, Each) for spec in self.fields.values()):
            raise TypeError("Each has no fixed paths: give the list an argument of its own")
        self._all = attrgetter(*self.paths())  # one call in C: an encoder layer has 16 arrays

    def paths(self):
        """Yield ``ffn.w_1`` and its like for every array inside."""
        for name, spec in self.fields.items():
            inner = spec.paths() if isinstance(spec, Fields) else [""]
            yield from (f"{name}.{path}".rstrip(".") for path in inner)

    def collect(self, value, leaves):
        try:
            leaves.extend(self._all(value))
        except AttributeError:  # an object without the optional fields, or None
            for name, spec in self.fields.items():
                if not (value is None or spec.optional or hasattr(value, name)):
                    raise TypeError(name) from None  # nothing to remember it by
                spec.collect(getattr(value, name, None), leaves)

    def check(self, name, value, sizes):
        """Return an object with checked arrays: ``value`` itself where none had to be converted."""
        checked = {}
        for field, spec in self.fields.items():
            if not hasattr(value, field) and not spec.optional:
                kind = type(value).__name__
                raise TypeError(both("door.field", name=name, field=field, type=kind))
            a = getattr(value, field, None)
            scope = sizes.inner() if isinstance(spec, Fields) else sizes
            checked[field] = spec.check(f"{name}.{field}", a, scope)
        same = all(checked[field] is getattr(value, field, None) for field in checked)
        return value if same else SimpleNamespace(**checked)


class Each:
    """One argument that is a list or tuple of objects with the same fields."""

    optional = False

    def __init__(self, fields):
        self.fields = fields

    def collect(self, value, leaves):
        if not isinstance(value, list | tuple):
            raise TypeError  # an iterator would be read to its end here
        for one in value:
            self.fields.collect(one, leaves)

    def check(self, name, value, sizes):
        """Return the list of checked objects."""
        if not isinstance(value, list | tuple):
            raise TypeError(both("door.sequence", name=name, type=type(value).__name__))
        return [
            self.fields.check(f"{name}[{i}]", one, sizes.inner()) for i, one in enumerate(value)
        ]


def as_array(name, value, boolean=False):
    """Return a float64, float32 or boolean array; integers become float64. Raise for all else."""
    try:
        a = np.asarray(value)
    except ValueError:  # rows of different lengths
        raise ValueError(both("door.ragged", name=name)) from None
    if boolean:
        if a.dtype != bool:
            raise TypeError(both("door.boolean", name=name, dtype=a.dtype))
        return a
    if a.dtype.kind not in "iuf":
        raise TypeError(both("door.numbers", name=name, dtype=a.dtype))
    return a if a.dtype.type in NUMBERS else a.astype(np.float64)


def is_finite(a):
    """True where no element is NaN or infinite; far faster on small arrays than np.isfinite."""
    if isfinite(vdot(a, a)):  # the sum of squares: none is negative, so nothing cancels
        return True
    return bool(np.isfinite(a).all())  # that sum may only have been too large


def first(condition):
    """Return the index of the first True, a plain integer where there is one axis: for errors."""
    index = tuple(int(i) for i in np.argwhere(condition)[0])
    return index[0] if len(index) == 1 else index


def _factors(axis):
    return axis.removesuffix("/1").strip("()").split("*")


def _known(factor, sizes):
    if factor.isdigit():
        return int(factor)
    return sizes.sizes[factor][0] if factor in sizes.sizes else None
