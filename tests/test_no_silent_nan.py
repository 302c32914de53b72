"""A weight that is NaN, wherever it stands: no model answers with NaN, or as if nothing were."""

import numpy as np
import pytest

from helpers.models.mini_transformer import init_mini_transformer, mini_transformer
from helpers.models.sequence_to_sequence import (
    START,
    greedy_decode,
    init_sequence_to_sequence,
    sequence_to_sequence,
)
from helpers.models.trees import map_tree, named_leaves
from helpers.models.vision_transformer import init_vision_transformer, vision_transformer

RNG = np.random.default_rng(0)
SENTENCE = np.array([[3, 4, 5]])
TRANSLATOR = init_sequence_to_sequence(RNG, 9, 8, d_model=6, h=2, d_ff=7, layers=1)
MODELS = {
    "sequence_to_sequence": (
        TRANSLATOR, lambda params: sequence_to_sequence(SENTENCE, np.array([[START, 4]]), params)
    ),
    "greedy_decode": (TRANSLATOR, lambda params: greedy_decode(SENTENCE, params, max_length=2)),
    "mini_transformer": (
        init_mini_transformer(RNG, 9, d_model=6, h=2, blocks=1), lambda params: mini_transformer(SENTENCE, params)
    ),
    "vision_transformer": (
        init_vision_transformer(RNG, 4, 12, 2, d_model=6, layers=1),
        lambda params: vision_transformer(np.ones((4, 12), np.float32), params),
    ),
}  # fmt: skip
EVERY_WEIGHT = [(model, name) for model, (params, _) in MODELS.items() for name in named_leaves(params)]


@pytest.mark.parametrize("model, name", EVERY_WEIGHT)
def test_a_weight_that_is_nan_is_said(model, name):
    params, run = MODELS[model]
    run(params)
    broken = map_tree(np.copy, params)
    named_leaves(broken)[name][...] = np.nan
    with pytest.raises(ValueError, match=r"(?i)nan.* \| "):
        run(broken)
