"""What the notebooks import: ``from helpers import softmax``.

A module loads when one of its names is first asked for, so this import costs almost nothing.
"""

from importlib import import_module

_MODULES = {
    "kernels.attention": (
        "AttentionResult",
        "MultiHeadResult",
        "causal_mask",
        "multi_head_attention",
        "scaled_dot_product_attention",
        "softmax",
    ),
    "kernels.blockwise": ("blockwise_attention",),
    "kernels.feed_forward": ("FeedForwardResult", "feed_forward", "gelu", "relu"),
    "kernels.normalization": ("batch_norm", "layer_norm", "rms_norm"),
    "kernels.positions": ("rotary_position_embedding", "sinusoidal_positional_encoding"),
    "kernels.recurrent": ("rnn",),
    "lectures.exercises": (
        "answer_key",
        "check",
        "exercise_results",
        "save_results",
        "set_student",
    ),
    "lectures.published": ("LedgerError", "claim", "compare", "compare_rows", "ledger"),
    "models.costs": (
        "LayerCosts",
        "layer_memory",
        "layer_multiply_adds",
        "layer_parameters",
    ),
    "models.gradients": (
        "cross_entropy",
        "cross_entropy_backward",
        "decoder_backward",
        "decoder_layer_backward",
        "embedding_backward",
        "encoder_backward",
        "encoder_layer_backward",
        "feed_forward_backward",
        "gelu_backward",
        "layer_norm_backward",
        "linear_backward",
        "multi_head_attention_backward",
        "relu_backward",
        "rnn_backward",
        "scaled_dot_product_attention_backward",
        "softmax_backward",
    ),
    "models.kv_cache": ("CachedAttentionResult", "KVCache", "cached_attention", "kv_cache_bytes"),
    "models.mixture_of_experts": (
        "MixtureParams",
        "MixtureResult",
        "init_mixture",
        "mixture_of_experts",
        "mixture_parameter_counts",
    ),
    "models.mini_transformer": (
        "MiniParams",
        "MiniResult",
        "Switches",
        "accuracy",
        "init_mini_transformer",
        "mini_transformer",
        "objective",
    ),
    "models.parameters": (
        "AttentionParams",
        "DecoderLayerParams",
        "EncoderLayerParams",
        "FeedForwardParams",
        "NormParams",
        "RNNParams",
        "init_attention",
        "init_decoder_layer",
        "init_encoder_layer",
        "init_feed_forward",
        "init_norm",
        "init_rnn",
    ),
    "models.results": (
        "PostNormDecoderLayerResult",
        "PostNormEncoderLayerResult",
        "PreNormDecoderLayerResult",
        "PreNormEncoderLayerResult",
        "StackResult",
    ),
    "models.sequence_to_sequence": (
        "END",
        "PAD",
        "START",
        "Wiring",
        "greedy_decode",
        "init_sequence_to_sequence",
        "loss_and_gradients",
        "sequence_to_sequence",
    ),
    "models.training": (
        "Adam",
        "inverse_root_warmup",
        "linear_warmup",
        "random_batches",
        "train",
    ),
    "models.transformer": (
        "decoder",
        "decoder_layer",
        "encoder",
        "encoder_layer",
    ),
    "models.trees": ("flatten", "load_params", "save_params", "unflatten"),
    "models.vision_transformer": (
        "VisionTransformerParams",
        "VisionTransformerResult",
        "cut_into_patches",
        "init_vision_transformer",
        "vision_transformer",
        "vision_transformer_backward",
    ),
    "numbers": ("bound", "number", "text"),
    "views.environment": ("check_environment",),
    "views.style": ("figure", "show_figure"),
    "views.table": ("show", "side_by_side"),
    "words": ("set_language",),
}

_HOME = {name: module for module, names in _MODULES.items() for name in names}

__all__ = list(_HOME)


def __getattr__(name):
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value  # the next access finds it without coming here
    return value


def __dir__():
    return sorted({*globals(), *__all__})
