"""Floor 1: the kernels, NumPy only. A body holds its formula; ``door.py`` checks what comes in."""
