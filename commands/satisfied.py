"""Which requirements does a Python lack? Imported for the running one, run as a script for another.

PYTHON commands/satisfied.py "numpy>=2,<3" ...    prints a JSON list
"""

import json
import sys
from importlib.metadata import PackageNotFoundError, version


def missing(requirements):
    """Return those of the requirement strings that this Python does not satisfy."""
    try:
        from packaging.requirements import Requirement  # comes with jupyterlab
    except ImportError:
        return list(requirements)
    lacking = []
    for requirement in map(Requirement, requirements):
        try:
            if requirement.specifier.contains(version(requirement.name), prereleases=True):
                continue
        except PackageNotFoundError:
            pass
        lacking.append(str(requirement))
    return lacking


if __name__ == "__main__":
    print(json.dumps(missing(sys.argv[1:])))
