"""雨 停 了, three tokens with weights that a reader can follow with pencil and paper.

Lecture 10 (三·组装) draws the Transformer block but carries no example through it; this one is ours.
Three tokens, four features, two heads of width two, eight hidden units; every weight has one decimal,
and LayerNorm leaves the first input vector as [-1, 1, -1, 1]. The activation is ReLU, for the pencil's sake.
"""

import numpy as np

from ..models.parameters import AttentionParams, EncoderLayerParams, FeedForwardParams, init_norm
from ..models.trees import read_only

TOKENS = ("雨", "停", "了")
X = read_only(np.array([
    [1.0, 3.0, 1.0, 3.0],
    [3.0, 9.0, 1.0, -5.0],
    [2.0, 2.0, 0.0, 0.0],
]))  # (3, 4), with mean 2, 2, 1 and standard deviation 1, 5, 1

PARAMS = read_only(EncoderLayerParams(
    attention=AttentionParams(
        w_q=np.array([
            [[0.0, 0.5], [0.0, 1.0], [-1.0, 1.0], [1.0, 0.0]],
            [[-0.5, -1.0], [1.0, 0.5], [0.0, 1.0], [0.0, 0.0]],
        ]),  # (2, 4, 2)
        w_k=np.array([
            [[0.0, 0.0], [0.5, 0.0], [0.0, 1.0], [0.0, -1.0]],
            [[0.0, -1.0], [0.0, 0.5], [0.5, -0.5], [0.5, 0.0]],
        ]),  # (2, 4, 2)
        w_v=np.array([
            [[0.0, 0.0], [0.0, -1.0], [1.0, 0.0], [1.0, 0.0]],
            [[1.0, 0.5], [0.0, 0.0], [0.0, 0.0], [-0.5, 0.0]],
        ]),  # (2, 4, 2)
        w_o=np.array([
            [-0.5, 0.0, -0.5, 1.0],
            [0.0, 0.0, 0.5, 0.0],
            [-0.5, 0.5, -1.0, 0.0],
            [0.0, 1.0, 0.0, -1.0],
        ]),  # (4, 4)
    ),
    norm_1=init_norm(4),
    ffn=FeedForwardParams(
        w_1=np.array([
            [1.0, 0.0, 0.0, 0.5, 0.0, 0.0, -1.0, -0.5],
            [0.0, 0.0, 0.0, 0.0, 0.0, 0.5, -0.5, 0.5],
            [-1.0, -0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, -1.0, 1.0, -1.0, 0.0, 0.0],
        ]),  # (4, 8)
        b_1=np.array([-0.5, 0.5, -0.5, -0.5, 0.5, -0.5, 0.5, -0.5]),  # (8,)
        w_2=np.array([
            [0.0, 0.0, 0.0, 0.5],
            [0.5, 0.0, 0.0, 0.5],
            [0.0, 0.0, 0.0, -0.5],
            [0.0, -0.5, 0.0, 0.0],
            [0.5, 0.0, 0.5, 0.0],
            [0.0, -0.5, -0.5, 0.0],
            [0.0, 0.0, -0.5, 0.5],
            [0.0, 0.0, 0.0, -0.5],
        ]),  # (8, 4)
        b_2=np.array([-0.1, 0.1, 0.0, -0.1]),  # (4,)
    ),
    norm_2=init_norm(4),
))


def silenced(params):
    """Return the layer with the last matrix of each sub-layer at zero: neither adds anything."""
    attention, ffn = params.attention, params.ffn
    return params._replace(
        attention=attention._replace(w_o=np.zeros_like(attention.w_o)),
        ffn=ffn._replace(w_2=np.zeros_like(ffn.w_2), b_2=np.zeros_like(ffn.b_2)),
    )
