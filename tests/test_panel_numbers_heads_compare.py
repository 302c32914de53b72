"""What 02 reads off its panel: the shares are those of W^O, and the parts add up to the output."""

import numpy as np

from helpers import multi_head_attention
from helpers.lectures.wo_ai_ni import HEAD_WEIGHTS, X, head_params
from helpers.panels import heads_compare_panel


def test_the_output_is_that_of_the_kernel_with_these_shares():
    panel = heads_compare_panel()
    for token, shares in ((0, (0.5, 0.3, 0.2)), (1, (1.0, 0.0, 0.4)), (2, (0.0, 0.9, 1.0)), (1, (0.0, 0.0, 0.0))):
        panel.set(token=token, **{f"share_{k + 1}": share for k, share in enumerate(shares)})
        result = multi_head_attention(X, head_params(shares))
        values = panel.values()
        np.testing.assert_allclose(values["output"], result.output, atol=1e-12)
        np.testing.assert_allclose(values["parts"].sum(axis=0), result.output[token], atol=1e-12)
        np.testing.assert_allclose(values["weights"], HEAD_WEIGHTS, atol=1e-12)
        np.testing.assert_allclose(values["output"][:, :3].sum(axis=1), sum(shares), atol=1e-12)
