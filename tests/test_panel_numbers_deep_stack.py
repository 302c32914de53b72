"""Gradients through a stack of feed-forward sub-layers, against Jacobians by differences."""

import numpy as np
import pytest

from helpers.kernels.feed_forward import feed_forward
from helpers.kernels.normalization import layer_norm
from helpers.panels import deep_stack_panel
from helpers.panels.deep_stack import DEEPEST, _drawn, walk


def by_differences(depth, scale, normed, residual):
    """Return the Jacobian of the whole stack: row i, how the i-th output moves with each input."""
    start, drawn = _drawn()

    def run(x):
        for params in drawn[:depth]:
            params = params._replace(w_1=scale * params.w_1, w_2=scale * params.w_2)
            x = residual * x + feed_forward(layer_norm(x) if normed else x, params).output
        return x

    pushes = 1e-5 * np.eye(len(start))
    return np.array([(run(start + p) - run(start - p)) / 2e-5 for p in pushes]).T


@pytest.mark.parametrize("depth, scale, normed", [(1, 1.0, False), (4, 1.5, False), (5, 0.7, True)])
def test_lengths_and_cosines_are_those_of_the_jacobian(depth, scale, normed):
    found = walk(depth, scale, normed)
    assert found.lengths.shape == found.cosines.shape == (2, depth + 1)
    assert np.allclose(found.lengths[:, 0], 1) and np.allclose(found.cosines[:, 0], 0)
    for row, residual in enumerate((1, 0)):
        jacobian = by_differences(depth, scale, normed, residual)
        each = np.linalg.norm(jacobian, axis=1)
        pairs = [abs(jacobian[i] @ jacobian[j]) / each[i] / each[j]
                 for i in range(len(each)) for j in range(i)]
        assert np.isclose(found.lengths[row, -1], np.sqrt((each**2).mean()), rtol=1e-5)
        assert np.isclose(found.cosines[row, -1], np.mean(pairs), rtol=1e-4)


def test_what_the_notebook_tells_of_56_layers():
    panel = deep_stack_panel()
    panel.set(depth=DEEPEST, scale=1.0, normed=True)
    plus, plain = panel.values()["cosines"]
    assert plus < 0.5 and plain > 0.99 and (abs(np.log10(panel.values()["lengths"])) < 1).all()
    panel.set(normed=False, scale=0.5)
    assert panel.values()["lengths"][1] < 1e-40
    panel.set(scale=2.0)
    assert (panel.values()["lengths"] > 1e20).all()
