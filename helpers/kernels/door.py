"""The door: what stands in front of a kernel, so that its body holds only its formula.

    @door(q="... n d_k", k="... m d_k", v="... m d_v", mask="[bool (...) n/1 m]")
    def scaled_dot_product_attention(q, k, v, mask=None): ...

Whoever calls a kernel from outside has every argument checked, and the result: real numbers,
shapes that fit each other (``shapes.py`` has the language), nothing NaN or infinite. A kernel that
is called by a kernel passes at the cost of looking at one flag.

Shapes that were once found right are remembered, so that the next call with the same ones looks
only at the numbers: an encoder layer passes its door in about 5 µs.
"""

import functools
import inspect
import threading
from math import isfinite
from operator import is_

import numpy as np
from numpy import errstate, vdot

from ..words import both
from .shapes import Shape, Sizes, first, is_finite

REMEMBERED = 4096  # combinations of shapes for each kernel
KEPT_BYTES = 1 << 20  # weights up to this size are recognized by identity, and so kept alive
_PLAIN = {type(None): None, float: float}  # what may stand in the place of an array


class _Here(threading.local):
    inside = False  # True while a kernel runs in this thread
    replaying = False  # True while a failed call is run again to find where it fails


_here = _Here()


def door(*rules, shows_in=None, why=None, **specs):
    """Check the arguments and the result of a kernel at the outermost call.

    Parameters
    ----------
    rules : functions of the arguments by name (a dict, defaults included) that raise: for what no
        single argument tells.
    shows_in : function that gives those arrays of the result in which NaN or infinity anywhere in
        the arguments is bound to show; then only these are looked at. Default None: all arrays
        among the arguments are looked at before the call, and the output after it.
    why : function of the arguments by name that raises where it knows why the result is not finite.
    specs : for each argument a shape as text, ``Fields``, ``Each``, or a function
        ``check(name, value)`` that raises. An object may be None where that is its default.
    """

    def decorate(kernel):
        return _Door(kernel, rules, shows_in, why, specs).wrapped()

    return decorate


class _Door:
    def __init__(self, kernel, rules, shows_in, why, specs):
        self.kernel, self.rules, self.why = kernel, rules, why
        self.look_before, self.shows_in = shows_in is None, shows_in or _output
        self.signature = inspect.signature(kernel)
        self.defaults = {n: p.default for n, p in self.signature.parameters.items()}
        specs = {n: Shape(s) if isinstance(s, str) else s for n, s in specs.items()}
        self.arrays = {n: s for n, s in specs.items() if hasattr(s, "collect")}
        self.options = {n: s for n, s in specs.items() if n not in self.arrays}
        self.direct = [n for n, s in self.arrays.items() if isinstance(s, Shape)]
        self.masks = [n for n in self.direct if self.arrays[n].boolean]
        self.objects = {n: s for n, s in self.arrays.items() if n not in self.direct}
        self.collectors = [(n, s.collect) for n, s in self.objects.items()]
        self.forget()

    def forget(self):
        self.right = set()  # keys of arguments whose shapes were found right
        self.numbers = {}  # shapes and types of weights -> a number that stands for them in a key
        self.last = [], None  # the weights of the last call, and their number

    def wrapped(self):
        kernel, here, names = self.kernel, _here, tuple(self.defaults)
        admit, shows_in = self.admit, self.shows_in  # as local names, for speed

        @functools.wraps(kernel)
        def checked(*args, **kwargs):
            if here.inside:
                return kernel(*args, **kwargs)
            if here.replaying:
                return self.replay(args, kwargs)
            given = dict(zip(names, args), **kwargs)
            if len(given) != len(args) + len(kwargs):
                return kernel(*args, **kwargs)  # too many, or one twice: Python itself says so
            with errstate(all="ignore"):  # what would be a warning becomes an error
                try:
                    given = admit(given)
                except (TypeError, ValueError) as problem:
                    raise self.named(problem) from None
                here.inside = True
                try:
                    result = kernel(**given)
                finally:
                    here.inside = False
                for a in shows_in(result):
                    if not isfinite(vdot(a, a)) and not is_finite(a):  # half of it inlined
                        raise self.named(self.reason(given))
            return result

        return checked

    def named(self, problem):
        """The same error with the kernel's name in front: kernels share names of arguments."""
        return type(problem)(f"{self.kernel.__name__}: {problem}")

    def admit(self, given):
        """Return the arguments as the kernel can use them, or raise."""
        if self.key(given) not in self.right:
            given = self.examine(given)
            if len(self.right) >= REMEMBERED:
                self.forget()
            self.right.add(self.key(given))
        for name, check in self.options.items():
            if name in given:
                check(name, given[name])
        if self.look_before and not all(map(is_finite, self.numeric(given))):
            self.examine(given, finite=True)
        for name in self.masks:
            if name in given and given[name] is not None:
                _check_rows(name, given[name])
        for rule in self.rules:
            rule(self.defaults | given)
        return given

    def key(self, given):
        """What decides whether the shapes are right; None where something is no array."""
        last, number = self.last
        try:
            weights = self.weights(given)
            if len(weights) != len(last) or not all(map(is_, weights, last)):
                number = self.numbers.setdefault(_kinds(weights), len(self.numbers))
                if sum(a.nbytes for a in weights if isinstance(a, np.ndarray)) <= KEPT_BYTES:
                    self.last = weights, number
            return _kinds([given.get(name) for name in self.direct]), number
        except (KeyError, TypeError):
            return None

    def weights(self, given):
        """The arrays inside the objects among the arguments."""
        leaves = []
        for name, collect in self.collectors:
            collect(given.get(name), leaves)
        return leaves

    def numeric(self, given):
        """All arrays among the arguments but the masks."""
        direct = [given.get(name) for name in self.direct if name not in self.masks]
        return [a for a in direct + self.weights(given) if a is not None]

    def examine(self, given, finite=False):
        """Check all arrays one by one, convert lists and integers; raise and name what is wrong."""
        self.signature.bind(**given)  # a missing or unknown name: Python's own TypeError
        given, sizes = dict(given), Sizes(finite)
        for name, spec in self.arrays.items():
            value = given.get(name, self.defaults[name])
            if value is None and self.defaults[name] is None and name in self.objects:
                continue
            value = spec.check(name, value, sizes)
            if name in given:
                given[name] = value
        return given

    def reason(self, given):
        """Return the most telling error for a result that is not finite."""
        try:
            self.examine(given, finite=True)
            _here.replaying = True
            self.kernel(**given)  # once more; now the innermost kernel that fails says so
            self.fail(given)
        except (TypeError, ValueError) as problem:
            return problem
        finally:
            _here.replaying = False

    def replay(self, args, kwargs):
        """Run the kernel inside a failed call; raise if it is here that the numbers go wrong."""
        result = self.kernel(*args, **kwargs)
        if not all(map(is_finite, self.shows_in(result))):
            try:
                self.fail(self.signature.bind(*args, **kwargs).arguments)
            except ValueError as problem:
                raise self.named(problem) from None
        return result

    def fail(self, given):
        if self.why:
            self.why(self.defaults | given)
        raise ValueError(both("door.result"))


def _output(result):
    return (result.output if isinstance(result, tuple) else result,)


def _kinds(arrays):
    array = np.ndarray
    return tuple([(a.shape, a.dtype) if type(a) is array else _PLAIN[type(a)] for a in arrays])


def _check_rows(name, mask):
    hidden = ~mask.any(axis=-1)
    if hidden.any():
        raise ValueError(both("door.hidden_row", name=name, shape=mask.shape, row=first(hidden)))
