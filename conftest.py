"""For every test, and for the kernels that nbval starts: they find `helpers` in this folder, installed
or not, and multiply in one thread, since on small matrices several threads mostly wait for each other.
"""

import os

from commands.environment import variables

os.environ.update(variables())
