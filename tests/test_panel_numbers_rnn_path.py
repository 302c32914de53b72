"""The gradients of the two paths: against powers, against differences, and against what weights allow."""

import numpy as np
import pytest

from helpers.kernels.attention import multi_head_attention
from helpers.kernels.recurrent import rnn
from helpers.models.parameters import AttentionParams, RNNParams
from helpers.panels import rnn_path_panel
from helpers.panels.rnn_path import (
    D_WORD,
    LENGTHS,
    TURN,
    attention_gradients,
    gradients_across,
    rnn_gradients,
    words,
)


@pytest.mark.parametrize("strength", [0.5, 0.9, 1.0, 1.1])
def test_without_inputs_every_step_multiplies_by_the_strength(strength):
    gradients = rnn_gradients(128, 128, strength, 0.0)
    assert np.allclose(gradients, strength ** np.arange(127.0, -1, -1), rtol=1e-12)


def test_the_recurrent_gradient_is_the_slope_by_differences():
    n, step = 8, 1e-6
    w_x = np.zeros((D_WORD, 2))
    w_x[0, 0] = w_x[2, 1] = 1
    slopes = []
    for feature in range(D_WORD):
        push = np.zeros((n, D_WORD))
        push[2, feature] = step
        up, down = (rnn(words()[:n] + s * push, RNNParams(w_x, 1.1 * TURN))[5, 0] for s in (1, -1))
        slopes.append((up - down) / (2 * step))
    gradients = rnn_gradients(n, 6, 1.1, 1.0)
    assert np.isclose(gradients[2], np.linalg.norm(slopes), rtol=1e-6)
    assert np.all(gradients[6:] == 0)  # an RNN does not see what comes after


def test_the_gradient_across_attention_is_the_slope_by_differences():
    """Self-attention in full: the word where we stand counts as query, key and value at once."""
    n, step, one = 8, 1e-6, np.eye(D_WORD)[None]
    params = AttentionParams(0.4 * one, one, one, one[0])  # soft weights: the query matters too
    x = words()[:n]
    gradients = gradients_across(x, 4, params)
    for k in range(n):
        pushes = np.zeros((D_WORD, n, D_WORD))
        pushes[:, k] = step * np.eye(D_WORD)
        up, down = (multi_head_attention(x + s * pushes, params).output[:, 3, 0] for s in (1, -1))
        assert np.isclose(gradients[k], np.linalg.norm((up - down) / (2 * step)), rtol=1e-6)


@pytest.mark.parametrize("n", LENGTHS)
def test_attention_shares_the_gradient_out_as_it_shares_the_weight(n):
    assert np.allclose(attention_gradients(n, n, 1, "even"), 1 / n, rtol=1e-9)
    alike = attention_gradients(n, n, 1, "alike")
    assert 0.49 < alike[0] < 0.51
    assert np.all(alike[1:-1] < 1e-3)


def test_the_panel_says_how_many_steps_there_are():
    panel = rnn_path_panel()
    panel.set(n=512, path="last-first")
    assert panel.values()["steps"] == panel.values()["hops"] == 512
    panel.set(path="first-last")
    assert panel.values()["hops"] is None and panel.values()["rnn"] == 0
