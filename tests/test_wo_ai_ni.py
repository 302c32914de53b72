"""我爱你: the completed weights give the printed scores, and the program that found them finds them again."""

import numpy as np
import pytest

from helpers import multi_head_attention, scaled_dot_product_attention
from helpers.lectures import wo_ai_ni
from helpers.lectures.published import claim
from helpers.lectures.wo_ai_ni import PRINTED_ROWS, W_K, W_Q, W_V, K, Q, V, X, complete, in_tenths

FREE = [i for i in range(12) if i not in PRINTED_ROWS]


def test_the_printed_rows_are_kept_and_the_printed_scores_come_out():
    assert W_Q[list(PRINTED_ROWS)].tolist() == [[0.1, 0.3, 0.5, 0.1], [0.2, 0.1, 0.4, 0.3], [0.3, 0.2, 0.1, 0.5]]
    scores = [[f"{s:.1f}" for s in row] for row in (X @ W_Q) @ (X @ W_K).T]
    assert scores == claim("DD-1.04").printed
    np.testing.assert_allclose((X @ W_Q) @ (X @ W_K).T, wo_ai_ni.scores(), atol=1e-12)


@pytest.mark.parametrize("matrix", [W_Q, W_K, W_V], ids=["W_Q", "W_K", "W_V"])
def test_weights_have_one_decimal_and_are_small(matrix):
    assert matrix.shape == (12, 4) and abs(matrix).max() <= 1.3
    assert np.array_equal(matrix, np.round(matrix, 1))


def test_projections_are_what_the_pencil_uses():
    for matrix, projected in ((W_Q, Q), (W_K, K), (W_V, V)):
        np.testing.assert_allclose(X @ matrix, projected, atol=1e-12)
    np.testing.assert_allclose(Q @ K.T, wo_ai_ni.scores(), atol=1e-12)


def test_the_program_finds_the_stored_weights():
    assert np.array_equal(complete(X, K), W_K)
    assert np.array_equal(complete(X, V, spread=3), W_V)
    rest = complete(X[:, FREE], Q - X[:, PRINTED_ROWS] @ W_Q[list(PRINTED_ROWS)], spread=4)
    assert np.array_equal(rest, W_Q[FREE])


def test_what_cannot_be_met_is_said():
    with pytest.raises(ValueError, match="组合.*no combination"):
        in_tenths(np.array([[0.2, 0.4], [0.1, 0.3]]), [0.05, 0.31])


def test_one_weight_off_by_a_tenth_is_seen():
    for i, j in np.ndindex(12, 4):
        off = W_K.copy()
        off[i, j] += 0.1
        assert abs((X @ W_Q) @ (X @ off).T - wo_ai_ni.scores()).max() > 0.005


def test_a_cell_cannot_change_what_other_cells_read():
    for array in (X, W_Q, W_K, W_V, Q, K, V, wo_ai_ni.HEAD_WEIGHTS, wo_ai_ni.HEAD_VALUES):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0


def test_the_kernel_gives_the_three_printed_heads():
    result = multi_head_attention(X, wo_ai_ni.head_params())
    np.testing.assert_allclose(result.weights, wo_ai_ni.HEAD_WEIGHTS, atol=1e-12)
    np.testing.assert_allclose(result.v, wo_ai_ni.HEAD_VALUES, atol=1e-12)
    for head, id in zip(result.weights, ("DD-2.05", "DD-2.06", "DD-2.07")):
        row = ",".join(f"{w:.2f}" for w in head[0])
        assert row in claim(id).quote.replace(" ", "")


def test_the_output_is_a_mixture_a_difference_and_a_copy():
    one, two, three = (a @ v for a, v in zip(wo_ai_ni.HEAD_WEIGHTS, wo_ai_ni.HEAD_VALUES))
    for shares in ((0.5, 0.3, 0.2), (1.0, 0.0, 0.7)):
        a, b, c = shares
        output = multi_head_attention(X, wo_ai_ni.head_params(shares)).output
        expected = [a * one + b * two + c * three, a * one - b * two, c * three]
        np.testing.assert_allclose(output, np.hstack(expected), atol=1e-12)


def test_a_swapped_head_would_be_seen():
    params = wo_ai_ni.head_params()
    turned = params._replace(w_q=params.w_q[::-1])
    assert abs(multi_head_attention(X, turned).weights - wo_ai_ni.HEAD_WEIGHTS).max() > 0.1
    one = scaled_dot_product_attention(X @ W_Q, X @ W_K, X @ W_V)
    assert abs(one.scores - wo_ai_ni.scores()).max() < 1e-12
