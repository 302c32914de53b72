"""For every test, and for the kernels that nbval starts: they find `helpers` in this folder, installed
or not, and multiply in one thread, since on small matrices several threads mostly wait for each other.
"""

import os
from pathlib import Path

ROOT = str(Path(__file__).resolve().parent)

os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [ROOT, os.environ.get("PYTHONPATH")]))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a training step took 10 times as long with two
