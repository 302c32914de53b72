"""Calling a student's function without letting it break the notebook: errors, endless loops, changed input."""

import _thread
import copy
import dis
import inspect
import linecache
import threading
import traceback
from dataclasses import dataclass

import numpy as np

SECONDS = 5.0  # the longest that one call may take


@dataclass(frozen=True)
class Outcome:
    """What came of one call.

    Attributes
    ----------
    value : what was returned.
    error : ``Type: message`` if the call raised, else empty.
    line : number and text of the student's line that raised; empty if unknown.
    too_long : whether it was stopped.
    unfinished : whether there is still a blank (``...``, ``NotImplementedError``) in the function.
    changed_input : whether the function wrote into its arguments.
    """

    value: object = None
    error: str = ""
    line: tuple = ()
    too_long: bool = False
    unfinished: bool = False
    changed_input: bool = False


def call(function, arguments, seconds=SECONDS):
    """Return the ``Outcome`` of ``function(*arguments)``; the arguments themselves stay as they are."""
    given = copy.deepcopy(arguments)
    try:
        with np.errstate(all="ignore"):
            value = _within(seconds, function, given)
    except _TooLong:
        return Outcome(too_long=True)
    except NotImplementedError:
        return Outcome(unfinished=True)
    except (Exception, SystemExit) as problem:
        said = f"{type(problem).__name__}: {short(problem, str, 300)}".rstrip(": ")
        return Outcome(
            error=said, line=_line(function, problem), unfinished="ellipsis" in said
        )
    blank = any(leaf is ... for _, leaf in leaves(value)) or (value is None and is_blank(function))
    return Outcome(value, unfinished=blank, changed_input=not same_leaves(arguments, given))


class _TooLong(Exception):
    pass


def _within(seconds, function, arguments):
    """Call, and interrupt the main thread as the stop button would if it takes too long."""
    if threading.current_thread() is not threading.main_thread():
        return function(*arguments)
    lock, over, fired = threading.Lock(), threading.Event(), threading.Event()

    def stop():
        with lock:
            if not over.is_set():
                fired.set()
                _thread.interrupt_main()

    watch = threading.Timer(seconds, stop)
    watch.daemon = True
    try:
        watch.start()
        try:
            return function(*arguments)
        finally:
            with lock:
                over.set()
            watch.cancel()
    except KeyboardInterrupt:
        if fired.is_set():
            raise _TooLong from None
        raise


def _line(function, problem):
    """Return the line of the student's own code that raised, with its number in the cell."""
    code = getattr(function, "__code__", None)
    for frame in reversed(traceback.extract_tb(problem.__traceback__)):
        if code is not None and frame.filename == code.co_filename:
            source = linecache.getline(frame.filename, frame.lineno).strip()
            return (frame.lineno, source) if source else ()
    return ()


def is_blank(function):
    """Return whether a function has no body yet: a docstring, ``...`` or ``pass`` only."""
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    steps = [s for s in dis.get_instructions(code) if s.opname not in ("RESUME", "NOP", "CACHE")]
    return all(
        s.opname == "RETURN_VALUE" or ("CONST" in s.opname and s.argval is None) for s in steps
    )


def takes(function, arguments):
    """Return whether the function can be called with these arguments by position."""
    try:
        inspect.signature(function).bind(*arguments)
    except TypeError:
        return False
    except ValueError:  # built in C: it has no signature to look at
        return True
    return True


def parameter_names(function, arguments):
    """Return the names of a reference function's parameters, for showing the arguments."""
    names = list(inspect.signature(function).parameters)
    return names[: len(arguments)]


def leaves(value, path=""):
    """Yield (path, leaf) of nested tuples, lists, dictionaries: ``("[0].w_q", array)``."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        for name in value._fields:
            yield from leaves(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from leaves(part, f"{path}[{name!r}]")
    elif isinstance(value, tuple) or (isinstance(value, list) and not _is_array_like(value)):
        for k, part in enumerate(value):
            yield from leaves(part, f"{path}[{k}]")
    else:
        yield path, value


def _is_array_like(value):
    try:
        return np.asarray(value).dtype.kind in "iufb"
    except Exception:  # ragged lists, objects with an __array__ of their own that fails
        return False


def short(value, write, most):
    """Return ``write(value)`` for ``str`` or ``repr``, cut after ``most`` characters."""
    try:
        shown = write(value)
    except Exception:  # an object that cannot even be written
        shown = type(value).__name__
    return shown if len(shown) <= most else shown[: most - 1] + "…"


def same_leaves(a, b):
    """Return whether two nested values are equal, NaN equal to NaN."""
    pairs = list(leaves(a)), list(leaves(b))
    if [path for path, _ in pairs[0]] != [path for path, _ in pairs[1]]:
        return False
    return all(_equal(x, y) for (_, x), (_, y) in zip(*pairs, strict=True))


def _equal(x, y):
    if isinstance(x, np.ndarray) or isinstance(y, np.ndarray):
        x, y = np.asarray(x), np.asarray(y)
        return x.shape == y.shape and bool(np.all((x == y) | ((x != x) & (y != y))))
    return x is y or x == y or type(x) is type(y)  # anything odd counts as unchanged


def nudged(value, by):
    """Return nested values with each float moved a little, by another share of itself than the next."""
    if isinstance(value, (tuple, list)):
        parts = [nudged(part, by) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    array = np.asarray(value)
    if array.dtype.kind != "f":
        return value
    return array * (1 + by * np.cos(np.arange(array.size)).reshape(array.shape))
