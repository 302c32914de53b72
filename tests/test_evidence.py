"""What the print of 猫吃鱼 proves before any weight is known."""

import numpy as np
import pytest

from helpers import layer_norm
from helpers.lectures.cat_eats_fish import norm_pattern
from helpers.lectures.evidence import (
    encoding_evidence,
    fit_layer_norm,
    printed_norms,
    printed_positional_encoding,
    recover_layer_norm,
)


@pytest.fixture
def shown():
    """Four of twelve features of three words, before and after a LayerNorm with odd γ and β."""
    rng = np.random.default_rng(1)
    x = rng.standard_normal((3, 12)) * [[1.0], [2.0], [0.5]] + [[0.3], [-1.0], [2.0]]
    gamma, beta = rng.uniform(0.5, 1.5, 12), rng.uniform(-0.2, 0.2, 12)
    return x, layer_norm(x, gamma, beta), gamma, beta


def test_fit_finds_mean_and_deviation_of_hidden_features(shown):
    x, y, gamma, beta = shown
    fit = fit_layer_norm(x[:, :4], y[:, :4], gamma[:4], beta[:4])
    assert fit.worst < 1e-12
    np.testing.assert_allclose(fit.mean, x.mean(axis=1), atol=1e-12)
    np.testing.assert_allclose(fit.std, np.sqrt(x.var(axis=1) + 1e-5), atol=1e-12)
    assert fit_layer_norm(x[:, :4], y[:, :4]).worst > 0.01


def test_recover_finds_gamma_and_beta_once_one_pair_is_chosen(shown):
    x, y, gamma, beta = shown
    found = recover_layer_norm(x[:, :4], y[:, :4], gamma[0], beta[0])
    np.testing.assert_allclose(found.gamma, gamma[:4], atol=1e-9)
    np.testing.assert_allclose(found.beta, beta[:4], atol=1e-9)
    scaled = recover_layer_norm(x[:, :4], y[:, :4], 2 * gamma[0], beta[0])
    np.testing.assert_allclose(scaled.gamma, 2 * gamma[:4], atol=1e-9)


@pytest.mark.parametrize("k, plain", [(0, 0.085), (1, 0.078)])
def test_the_print_excludes_a_plain_layer_norm_and_fits_the_pattern(k, plain):
    x, y = printed_norms()[k]
    assert fit_layer_norm(x, y).worst == pytest.approx(plain, abs=5e-4)
    pattern = norm_pattern(k)
    gamma, beta = pattern.gamma[:4], pattern.beta[:4]
    assert fit_layer_norm(x, y, gamma, beta).worst < 1e-4
    assert fit_layer_norm(x, y, gamma, 0.0).worst > 0.02
    assert fit_layer_norm(x, y, 1.0, beta).worst > 0.05
    found = recover_layer_norm(x, y, gamma[0], beta[0])
    np.testing.assert_allclose(found.gamma, gamma, atol=0.004)
    np.testing.assert_allclose(found.beta, beta, atol=0.004)


def test_the_trace_used_the_formula_and_not_the_printed_encoding():
    evidence = encoding_evidence()
    assert abs(evidence.formula_gap).max() < 1e-4
    far = abs(evidence.printed_gap) > 1e-4
    assert np.argwhere(far).tolist() == [[1, 2], [2, 2]]
    assert evidence.printed_gap[1, 2] == pytest.approx(-0.02, abs=1e-4)
    assert evidence.printed_gap[2, 2] == pytest.approx(-0.0051, abs=1e-4)
    agree = {name: (c.round(4) == evidence.cosines["printed"]).all() for name, c in evidence.cosines.items()}
    assert agree == {"printed": True, "formula": True, "printed PE": False, "embedding": False, "PE": False}


def test_the_printed_encoding_is_no_pair_of_sine_and_cosine():
    encoding = printed_positional_encoding()
    circles = (encoding[:, 0::2] ** 2 + encoding[:, 1::2] ** 2).round(3)
    assert circles[1, 1] == pytest.approx(1.009, abs=1e-3)
    assert (circles[0] == 1).all()
