"""Speed and paths: the counts against loops that count, the gradients against central differences."""

import numpy as np
import pytest

from helpers.kernels.attention import multi_head_attention
from helpers.kernels.recurrent import rnn
from helpers.panels import paths_panel, speed_panel
from helpers.panels.paths import TOKENS, WIDTH, _drawn, _states, attention_gradients, rnn_gradients
from helpers.panels.speed import multiply_adds


def products(*shapes):
    return sum(rows * inner * columns for rows, inner, columns in shapes)


@pytest.mark.parametrize("n, d", [(4, 12), (12, 4), (12, 12), (1024, 64)])
def test_the_counts_are_those_of_the_products(n, d):
    costs = multiply_adds(n, d)
    assert costs["pairs"] == products((n, d, n), (n, n, d))
    assert costs["steps"] == n * products((1, d, d), (1, d, d))
    assert costs["layer"] == costs["pairs"] + products((n, d, 4 * d)) + 2 * products((n, d, 4 * d))


def test_the_panel_says_who_multiplies_more():
    panel = speed_panel()
    for n, d, shown in [(128, 512, "RNN 的乘加是注意力的 <b>4</b> 倍"), (512, 512, "一样多"),
                        (1024, 64, "注意力的乘加是 RNN 的 <b>16</b> 倍")]:  # fmt: skip
        panel.set(n=n, d=d)
        assert shown in panel.html and f"RNN <b>{n}</b> 步" in panel.html


def central_differences(f, x, step=1e-6):
    """The derivative of the number f(x) by every element of x."""
    slopes = np.empty_like(x)
    for index in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[index] += step
        down[index] -= step
        slopes[index] = (f(up) - f(down)) / (2 * step)
    return slopes


@pytest.mark.parametrize("size", [0.3, 1.0])
def test_the_gradient_of_the_rnn_is_that_of_differences(size):
    x, _, _, start = _drawn()
    params, _ = _states(0.9, size)
    last, seen = 5, size * x[:5]
    slopes = central_differences(lambda x: rnn(x, params)[-1] @ start, seen)
    shown = rnn_gradients(0.9, size, last)
    assert np.allclose(np.linalg.norm(slopes, axis=1), shown[:last], rtol=1e-6)
    assert np.all(shown[last:] == 0) and shown.shape == (TOKENS,)


def test_the_gradient_of_attention_is_that_of_differences():
    x, _, params, start = _drawn()
    last, token = 9, 100
    only = x[token - 1]

    def output(row):
        moved = x.copy()
        moved[token - 1] = row
        return multi_head_attention(moved, params).output[last - 1] @ start

    slopes = central_differences(output, only)
    assert np.isclose(np.linalg.norm(slopes), attention_gradients(last)[token - 1], rtol=1e-6)


def test_tiny_inputs_leave_the_rotation_alone():
    panel = paths_panel()
    for gain in (0.8, 0.9, 1.0):
        for first in (28, 78, 128):
            panel.set(gain=gain, size=1e-6, first=first, last=128)
            assert np.isclose(panel.values()["gradient_rnn"], gain ** (128 - first), rtol=1e-3)


def test_attention_does_not_ask_how_far():
    near_and_far = attention_gradients(TOKENS)
    assert 0.3 < np.median(near_and_far[:32]) / np.median(near_and_far[-33:-1]) < 3
    assert WIDTH == len(_drawn()[3]) and np.isclose(np.linalg.norm(_drawn()[3]), 1)
