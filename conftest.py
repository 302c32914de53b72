"""For every test: the kernels that nbval starts find `helpers` in this folder, installed or not."""

import os
from pathlib import Path

ROOT = str(Path(__file__).resolve().parent)

os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [ROOT, os.environ.get("PYTHONPATH")]))
