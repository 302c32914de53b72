"""The trunk through many layers with random weights, wired as Pre-LN and as Post-LN (Lecture 10, 四).

Two pictures over the layers: the variance of the trunk, and the gradient that arrives there. For Post-LN
the second also shows what would arrive by the shortcut alone, through the LayerNorms on the trunk.
"""

import functools

import numpy as np

from helpers.kernels.normalization import layer_norm
from helpers.models.gradients import encoder_layer_backward, layer_norm_backward
from helpers.models.parameters import init_encoder_layer
from helpers.models.transformer import encoder
from helpers.models.trees import map_tree
from helpers.numbers import number, size_text
from helpers.panels.panel import Choice, Panel, Slider
from helpers.views.svg import line_chart, padded
from helpers.views.table import line_html, row_html
from helpers.words import word

N, D_MODEL, HEADS, D_FF = 4, 16, 2, 64
DEEPEST, DRAWS = 24, 8
WIRINGS = {"pre": "Pre-LN", "post": "Post-LN"}
VARIANCES, GRADIENTS = (0.5, 1e3), (1e-8, 1e2)  # what the pictures show


def depth_panel():
    """Return the panel: the number of layers, the size of the weights, and which random weights."""
    return Panel(
        "depth", picture,
        depth=Slider(word("depth.depth"), 12, 1, DEEPEST, 1),
        gain=Choice(word("depth.gain"), 1.0, {"× 0.5": 0.5, "× 1": 1.0, "× 1.5": 1.5}),
        draw=Slider(word("depth.draw"), 1, 1, DRAWS, 1),
    )  # fmt: skip


@functools.cache
def start(gain, draw):
    """Return the tokens, the deepest stack, and a direction of length 1.

    ``gain`` multiplies W^V, W^O, W₁ and W₂ as ``init_encoder_layer`` draws them. The loss is how far the
    output reaches in the direction, so that the gradient starts with length 1.
    """
    rng = np.random.default_rng(draw)
    x = layer_norm(rng.standard_normal((N, D_MODEL)))
    layers = [init_encoder_layer(rng, D_MODEL, HEADS, D_FF) for _ in range(DEEPEST)]
    direction = rng.standard_normal((N, D_MODEL))
    return x, [_scaled(layer, gain) for layer in layers], direction / np.linalg.norm(direction)


def _scaled(layer, gain):
    attention, ffn = layer.attention, layer.ffn
    return layer._replace(
        attention=attention._replace(w_v=gain * attention.w_v, w_o=gain * attention.w_o),
        ffn=ffn._replace(w_1=gain * ffn.w_1, w_2=gain * ffn.w_2),
    )


@functools.cache
def run(norm, gain, draw):
    """Return the results of all layers, and the trunk before, between and after them."""
    x, layers, _ = start(gain, draw)
    results = encoder(x, layers, norm=norm).layers
    return results, [x, *(result.output for result in results)]


@functools.cache
def variances(norm, gain, draw):
    """Return the mean over the tokens of the trunk's variance, before, between and after all layers."""
    return np.array([x.var(axis=-1).mean() for x in run(norm, gain, draw)[1]])


@functools.cache
def gradients(norm, gain, draw):
    """Return how long the gradient on the trunk is, for stacks of every depth at once.

    Returns
    -------
    All of it, and what comes by the shortcut alone: two arrays (DEEPEST + 1, DEEPEST + 1). Row k, column
    ``depth``: above layer k (0: at the input) of a stack of ``depth`` layers; NaN where k > depth.
    """
    _, layers, direction = start(gain, draw)
    results, trunk = run(norm, gain, draw)
    lengths = np.full((2, DEEPEST + 1, DEEPEST + 1), np.nan)
    whole = short = np.empty((0, N, D_MODEL))  # one gradient for each depth from this layer on
    for layer in range(DEEPEST, -1, -1):
        top = layer_norm_backward(direction, trunk[layer]).x if norm == "pre" else direction
        whole, short = np.concatenate([[top], whole]), np.concatenate([[top], short])
        lengths[:, layer, layer:] = np.linalg.norm([whole, short], axis=(-2, -1))
        if layer > 0:
            x, result = _repeated((trunk[layer - 1], results[layer - 1]), len(whole))
            whole = encoder_layer_backward(whole, x, layers[layer - 1], result).x
            if norm == "post":
                short = layer_norm_backward(short, result.output_raw).x
                short = layer_norm_backward(short, result.x_mid_raw).x
    return lengths


def _repeated(tree, times):
    """Give every array a new first axis along which it repeats."""
    return map_tree(lambda a: a[None].repeat(times, axis=0), tree)


def picture(depth, gain, draw):
    """Return the variance of the trunk and the gradient on it, layer by layer, for both wirings."""
    sizes, arriving = {}, {}
    for norm, name in WIRINGS.items():
        sizes[name] = padded(variances(norm, gain, draw)[: depth + 1], DEEPEST + 1)
        whole, short = gradients(norm, gain, draw)[:, : depth + 1, depth]
        arriving[name] = padded(whole, DEEPEST + 1)
        if norm == "post":
            arriving[word("depth.shortcut")] = padded(short, DEEPEST + 1)
    pre, post, shortcut = arriving.values()
    numbers = {
        "variance_pre": sizes["Pre-LN"][depth], "variance_post": sizes["Post-LN"][depth],
        "gradient_pre": pre[0], "gradient_post": post[0], "shortcut_post": shortcut[0],
        "top_pre": pre[depth], "top_post": post[depth],
    }
    return _html(sizes, arriving, numbers), numbers


def _visible(lengths):
    """Drop what lies under the picture, but for the one place where the curve runs into its edge."""
    under = lengths < GRADIENTS[0]
    return np.where(under & np.append(under[1:], False), np.nan, lengths)


def _html(sizes, arriving, numbers):
    layers = np.arange(DEEPEST + 1)
    shape = {"x_label": word("depth.x"), "log_y": True, "height": 300}
    charts = row_html(
        line_chart(layers, sizes, y_label=word("depth.variance"), y_range=VARIANCES, width=460, **shape),
        line_chart(layers, {name: _visible(g) for name, g in arriving.items()},
                   y_label=word("depth.gradient"), y_range=GRADIENTS, width=510, **shape),
    )  # fmt: skip
    shown = {key: size_text(value) for key, value in numbers.items() if not key.startswith("variance")}
    shown |= {key: number(numbers[key], 2) for key in numbers if key.startswith("variance")}
    return charts + line_html(word("depth.says", **shown))
