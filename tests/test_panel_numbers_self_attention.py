"""What 01a and 01b say about their panels holds over their whole range."""

import numpy as np

from helpers.lectures import wo_ai_ni
from helpers.panels import scaling_panel, self_attention_panel


def softmax(x):
    e = np.exp(x)
    return e / e.sum(axis=-1, keepdims=True)


def test_each_word_walks_to_the_numbers_of_the_text():
    panel = self_attention_panel()
    weights = softmax(wo_ai_ni.scores() / 2)
    for token in range(3):
        for step in range(5):
            panel.set(walk=5 * token + step)
            values = panel.values()
            np.testing.assert_allclose(values["scores"], wo_ai_ni.scores()[token], atol=1e-12)
            np.testing.assert_allclose(values["weights"], weights[token], atol=1e-12)
            np.testing.assert_allclose(values["output"], weights[token] @ wo_ai_ni.V, atol=1e-12)
            assert panel.html.count("?") == {0: 3 + 6 + 3 + 16, 1: 3 + 3 + 16, 2: 3 + 16, 3: 16, 4: 0}[step]


def test_a_silent_query_shares_equally_and_without_scaling_it_counts_double():
    panel = self_attention_panel()
    for token in range(3):
        panel.set(walk=5 * token + 4, loudness=0.0, scaled=True)
        np.testing.assert_allclose(panel.values()["weights"], 1 / 3)
        panel.set(loudness=1.0, scaled=False)
        plain = panel.values()["weights"]
        panel.set(loudness=2.0, scaled=True)
        np.testing.assert_allclose(panel.values()["weights"], plain, atol=1e-12)


def test_with_scaling_nothing_depends_on_the_width_and_without_the_weights_become_one_hot():
    panel = scaling_panel()
    on, off = [], []
    for power in range(10):
        for scaled, row in ((True, on), (False, off)):
            panel.set(power=power, scaled=scaled)
            values = panel.values()
            row.append((values["variance"], values["largest"], values["slope"]))
            np.testing.assert_allclose(values["weights"], softmax(values["scores"] - values["scores"].max()))
    on, off = np.array(on), np.array(off)
    assert abs(on[1:, 0] - 1).max() < 0.15 and np.ptp(on[2:, 1]) < 0.05 and np.ptp(on[2:, 2]) < 0.02
    np.testing.assert_allclose(off[:, 0], on[:, 0] * 2.0 ** np.arange(10))
    assert (np.diff(off[:, 1]) > 0).all() and off[-1, 1] > 0.95 and off[-1, 2] < 0.04
