"""Panels: one file for each subject, all made by ``panel.Panel``.

``PANELS`` names every panel function and the file that holds it; ``from helpers.panels import
layer_norm_panel`` loads that file only.
"""

from importlib import import_module

PANELS = {
    "layer_norm_panel": "layer_norm",
    "heads_panel": "heads",
    "feed_forward_panel": "feed_forward",
    "lift_and_bend_panel": "lift_and_bend",
    "speed_panel": "speed",
    "paths_panel": "paths",
    "patches_panel": "patches",
    "residual_panel": "residual",
    "attention_turn_panel": "attention_turn",
    "perturbation_panel": "perturbation",
    "block_panel": "block",
    "costs_panel": "costs",
    "depth_panel": "depth",
    "softmax_panel": "softmax",
    "translation_panel": "translation",
    "mask_panel": "mask",
    "experts_panel": "experts",
    "kv_cache_panel": "kv_cache",
    "position_code_panel": "position_code",
    "word_order_panel": "word_order",
    "relative_scores_panel": "relative_scores",
    "self_attention_panel": "self_attention",
    "scaling_panel": "scaling",
    "heads_compare_panel": "heads_compare",
    "cat_eats_fish_panel": "cat_eats_fish",
    "norm_fit_panel": "norm_fit",
    "deep_stack_panel": "deep_stack",
    "norm_placement_panel": "norm_placement",
    "sorting_curves_panel": "sorting_curves",
    "norm_axes_panel": "norm_axes",
    "two_unknowns_panel": "two_unknowns",
    "switched_off_panel": "switched_off",
    "softmax_gradient_panel": "softmax_gradient",
    "rnn_path_panel": "rnn_path",
}


def __getattr__(name):
    if name not in PANELS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{PANELS[name]}"), name)


def __dir__():
    return sorted([*globals(), *PANELS])
