"""`import helpers` costs NumPy at most: panels, figures and widgets load when asked for."""

import json
import subprocess
import sys

import pytest

import helpers

SHOW_MODULES = "; import json, sys; print(json.dumps(sorted(sys.modules)))"


def modules_after(code):
    run = subprocess.run(
        [sys.executable, "-c", code + SHOW_MODULES],
        capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    return set(json.loads(run.stdout))


def top(modules):
    return {name.partition(".")[0] for name in modules}


def test_import_helpers_loads_nothing_of_its_own():
    loaded = modules_after("import helpers") - modules_after("import importlib")
    assert loaded == {"helpers"}


def test_a_kernel_needs_numpy_only():
    loaded = modules_after("import numpy; from helpers import encoder_layer, layer_norm")
    numpy_alone = modules_after("import numpy")
    assert not top(loaded) & {"matplotlib", "ipywidgets", "IPython", "PIL"}
    own = {name for name in loaded if name.startswith("helpers")}
    assert {name.split(".")[1] for name in own if "." in name} == {"kernels", "models", "words"}
    assert len(loaded - numpy_alone - own) < 5  # a little of the standard library


def test_every_public_name_is_there():
    for name in helpers.__all__:
        value = getattr(helpers, name)
        home = f"helpers.{helpers._HOME[name]}"
        assert getattr(sys.modules[home], name) is value
    assert len(set(helpers.__all__)) == sum(map(len, helpers._MODULES.values()))  # none twice


def test_the_names_of_the_design_are_public():
    promised = """
        softmax scaled_dot_product_attention multi_head_attention blockwise_attention causal_mask
        layer_norm batch_norm relu gelu feed_forward sinusoidal_positional_encoding
        rotary_position_embedding encoder_layer encoder decoder_layer decoder rnn
    """.split()
    for name in promised:
        assert getattr(helpers, name).__name__ == name
        assert getattr(helpers, name).__doc__
        assert name in dir(helpers)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no_such_kernel"):
        helpers.no_such_kernel  # noqa: B018
    with pytest.raises(ImportError, match="no_such_kernel"):
        from helpers import no_such_kernel  # noqa: F401


def test_a_name_is_looked_up_once():
    helpers.softmax  # noqa: B018
    assert vars(helpers)["softmax"] is helpers.softmax
