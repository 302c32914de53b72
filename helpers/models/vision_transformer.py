"""An image as a sequence: cut into patches, each patch a token, and put through the encoder.

The Vision Transformer of Dosovitskiy et al. 2021, section 3.1. Nothing in the encoder knows of images.
"""

from typing import NamedTuple

import numpy as np

from ..kernels.checks import positive_integer
from ..kernels.door import door
from ..kernels.linear import linear
from ..kernels.normalization import NORM
from ..kernels.shapes import Fields
from ..words import both
from .gradients import encoder_backward, linear_backward
from .parameters import NormParams, init_encoder_layer, init_norm
from .results import StackResult
from .transformer import encoder
from .trees import leaves

VISION = Fields(
    w_patch="patch d_model",
    b_patch="[d_model]",
    class_token="d_model",
    positions="places d_model",
    final_norm=NORM,
    w_out="d_model outputs",
    b_out="[outputs]",
)


class VisionTransformerParams(NamedTuple):
    """Weights of ``vision_transformer``."""

    w_patch: np.ndarray  # (patch, d_model), patch = size * size * channels
    b_patch: np.ndarray | None  # (d_model,)
    class_token: np.ndarray  # (d_model,)
    positions: np.ndarray  # (1 + n, d_model), learned; the first is that of the class token
    layers: tuple  # EncoderLayerParams of each layer
    final_norm: NormParams
    w_out: np.ndarray  # (d_model, outputs)
    b_out: np.ndarray | None  # (outputs,)


class VisionTransformerResult(NamedTuple):
    """What ``vision_transformer`` computes, in order of computation."""

    embedded: np.ndarray  # (..., n, d_model) = patches W + b
    x: np.ndarray  # (..., 1 + n, d_model), class token first, positions added
    encoder: StackResult
    output: np.ndarray  # (..., outputs), read off the class token


def _patches_fit(given):
    size, shape = given["size"], given["image"].shape
    if shape[-3] % size or shape[-2] % size:
        raise ValueError(both("vision.patches", shape=shape, size=size))


@door(_patches_fit, image="... height width channels", size=positive_integer)
def cut_into_patches(image, size):
    """Cut an image into squares, row by row, and lay the numbers of each square in a row.

    Parameters
    ----------
    image : (..., height, width, channels).
    size : pixels on each side of a patch; divides height and width.

    Returns
    -------
    (..., n, size * size * channels), n = (height / size) * (width / size). Source: as the module, eq. 1.

    Raises
    ------
    ValueError : ``size`` is below 1 or does not divide height and width, or a number is not finite.
    TypeError : not real numbers, or ``size`` is not an integer.
    """
    *batch, height, width, channels = image.shape
    squares = image.reshape(*batch, height // size, size, width // size, size, channels)
    squares = squares.swapaxes(-4, -3)  # (rows, columns, size, size, channels)
    return squares.reshape(*batch, -1, size * size * channels)


def _places_fit(given):
    places, n = len(given["params"].positions), given["patches"].shape[-2]
    if places != n + 1:
        raise ValueError(both("vision.places", places=places, n=n))


@door(
    _places_fit,
    patches="... n patch",
    params=VISION,
    mask="[bool (...) places/1 places]",
    shows_in=lambda result: (result.output,),
)
def vision_transformer(patches, params, mask=None):
    """Embed the patches, put a class token in front, add positions, encode, and read off that token.

    Parameters
    ----------
    patches : (..., n, patch), from ``cut_into_patches``.
    params : any object with the names of VisionTransformerParams; the layers are pre-norm.
    mask : boolean (..., 1 + n, 1 + n), True = may look, in every layer; default None.

    Returns
    -------
    VisionTransformerResult ``embedded, x, encoder, output``.

    Raises
    ------
    ValueError : the shapes do not fit, or a number is not finite. Source: as the module, eqs. 1 to 4.
    """
    embedded = linear(patches, params.w_patch, params.b_patch)  # (n, patch) @ (patch, d_model)
    token = np.broadcast_to(params.class_token, (*embedded.shape[:-2], 1, embedded.shape[-1]))
    x = np.concatenate([token, embedded], axis=-2) + params.positions  # (1 + n, d_model)
    encoded = encoder(x, params.layers, "pre", params.final_norm, mask)
    first = encoded.output[..., 0, :]  # (d_model,)
    return VisionTransformerResult(embedded, x, encoded, linear(first, params.w_out, params.b_out))


@door(
    _places_fit,
    d_output="... outputs",
    patches="... n patch",
    params=VISION,
    shows_in=leaves,
)
def vision_transformer_backward(d_output, patches, params, result):
    """Back from what was read off the class token, through the encoder, to the matrix of the patches.

    Parameters
    ----------
    d_output : (..., outputs).
    patches, params : what ``vision_transformer`` took.
    result : VisionTransformerResult, what it gave.

    Returns
    -------
    The gradients as VisionTransformerParams.
    """
    encoded = result.encoder.output
    d_first, d_w_out, d_b_out = linear_backward(
        d_output, encoded[..., 0, :], params.w_out, params.b_out
    )
    d_encoded = np.zeros_like(encoded)  # (1 + n, d_model): nothing else is read
    d_encoded[..., 0, :] = d_first
    d_x, d_layers, d_final_norm = encoder_backward(
        d_encoded, result.x, params.layers, result.encoder, params.final_norm
    )
    d_x_patches, d_places = d_x[..., 1:, :], d_x.reshape(-1, *d_x.shape[-2:]).sum(axis=0)
    _, d_w_patch, d_b_patch = linear_backward(d_x_patches, patches, params.w_patch, params.b_patch)
    return VisionTransformerParams(
        w_patch=d_w_patch,
        b_patch=d_b_patch,
        class_token=d_places[0],
        positions=d_places,
        layers=d_layers,
        final_norm=d_final_norm,
        w_out=d_w_out,
        b_out=d_b_out,
    )


def init_vision_transformer(
    rng, n, patch, outputs, d_model=16, h=2, d_ff=None, layers=2, dtype=np.float32
):
    """Draw VisionTransformerParams.

    Parameters
    ----------
    rng : ``np.random.Generator``.
    n, patch, outputs : patches of an image, numbers in a patch, numbers to read off.
    d_model, h, d_ff, layers : defaults 16, 2, ``4 * d_model`` and 2.
    dtype : default float32.
    """
    d_ff = 4 * d_model if d_ff is None else d_ff

    def normal(*shape):
        return rng.standard_normal(shape).astype(dtype)

    return VisionTransformerParams(
        w_patch=normal(patch, d_model) / dtype(patch**0.5),
        b_patch=np.zeros(d_model, dtype),
        class_token=normal(d_model),
        # Not 0.02, as is common: places that are told apart from the first step are learned far faster.
        positions=normal(1 + n, d_model),
        layers=tuple(init_encoder_layer(rng, d_model, h, d_ff, dtype=dtype) for _ in range(layers)),
        final_norm=init_norm(d_model, dtype),
        w_out=normal(d_model, outputs) / dtype(d_model**0.5),
        b_out=np.zeros(outputs, dtype),
    )
