"""How the door stands: what it lets in, what it remembers, and that it never stays open."""

import inspect
import threading
from types import SimpleNamespace

import numpy as np
import pytest

import helpers as H
from helpers.kernels import door as door_module
from helpers.kernels.door import door
from helpers.kernels.shapes import Each, Fields, Shape, Sizes, is_finite

N, M, D_K, D_V, D = 5, 6, 4, 7, 10
RNG = np.random.default_rng(3)
Q, K, V = (RNG.normal(size=s) for s in ((N, D_K), (M, D_K), (M, D_V)))
X, Y = RNG.normal(size=(N, D)), RNG.normal(size=(M, D))
LAYER = H.init_encoder_layer(RNG, D, 2, 13, biases=True)
DECODER_LAYER = H.init_decoder_layer(RNG, D, 2, 13)
RNN = H.RNNParams(RNG.normal(size=(D, 3)), RNG.normal(size=(3, 3)))
KERNELS = sorted(n for n, home in H._HOME.items() if home.startswith(("kernels.", "models.transf")))

sdpa, mha, blockwise = (
    H.scaled_dot_product_attention, H.multi_head_attention, H.blockwise_attention,
)  # fmt: skip


# ---- Python's own errors stay -------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        lambda: sdpa(Q, K),
        lambda: sdpa(Q, K, V, None, 1),
        lambda: sdpa(Q, K, V, q=Q),
        lambda: sdpa(Q, K, V, scale=2),
    ],
    ids=["missing", "too many", "twice", "unknown"],
)
def test_calls_that_python_refuses(call):
    sdpa(Q, K, V)  # the shapes are known, so nothing else stops the call
    with pytest.raises(TypeError, match="argument"):
        call()


def test_errors_of_the_caller_pass_through():
    def broken(a):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        H.feed_forward(X, LAYER.ffn, broken)
    assert not door_module._here.inside  # and the next call is looked at again
    with pytest.raises(ValueError, match="x "):
        H.softmax([np.nan])


# ---- what is accepted ---------------------------------------------------------------------------


def test_lists_and_integers_become_float64():
    assert sdpa(Q.tolist(), K, V.tolist()).output.tolist() == sdpa(Q, K, V).output.tolist()
    for numbers in ([1, 3, 8], (1, 3, 8), np.array([1, 3, 8]), np.array([1, 3, 8], np.uint8)):
        assert H.layer_norm(numbers).tolist() == H.layer_norm([1.0, 3.0, 8.0]).tolist()
        assert H.layer_norm(numbers).dtype == np.float64
    assert H.relu(-3) == 0
    assert H.softmax(np.array([1, 2], np.float16)).dtype == np.float64
    mask = np.tri(N, M, dtype=bool)
    assert sdpa(Q, K, V, mask.tolist()).output.tolist() == sdpa(Q, K, V, mask).output.tolist()


def test_weights_may_be_lists_and_biases_may_be_missing():
    listed = SimpleNamespace(**{n: w.tolist() for n, w in LAYER.attention._asdict().items()})
    assert mha(X, listed).output.tolist() == mha(X, LAYER.attention).output.tolist()
    bare = SimpleNamespace(w_1=LAYER.ffn.w_1, w_2=LAYER.ffn.w_2)
    without = LAYER.ffn._replace(b_1=None, b_2=None)
    for _ in range(2):
        assert H.feed_forward(X, bare).output.tolist() == H.feed_forward(X, without).output.tolist()


def test_two_attentions_of_a_layer_may_differ_in_their_heads():
    cross = H.init_attention(RNG, D, 5, d_k=3, d_v=2)
    r = H.decoder_layer(X, Y, DECODER_LAYER._replace(cross_attention=cross))
    assert r.self_attention.weights.shape == (2, N, N)
    assert r.cross_attention.weights.shape == (5, N, M)


def test_large_numbers_are_no_infinity():
    assert H.relu([1e200, -1e300]).tolist() == [1e200, 0]  # their squares overflow
    assert H.gelu(np.float32([3e30])).tolist() == np.float32([3e30]).tolist()
    assert is_finite(np.float32([3e38, -3e38]))
    assert not is_finite(np.array([1e200, np.inf]))
    assert not is_finite(np.array([1e200, np.nan]))


def test_hidden_numbers_may_be_anything_finite():
    mask = np.array([[True, False, True, False, True, False]])
    wild = K.copy()
    wild[1::2] = 1e300
    assert sdpa(Q, wild, V, mask).output.tolist() == sdpa(Q, K, V, mask).output.tolist()


def test_arguments_are_not_changed():
    x, layer = X.copy(), H.init_encoder_layer(np.random.default_rng(1), D, 2, 13)
    x.flags.writeable = False
    for part in layer:
        for w in part:
            if w is not None:
                w.flags.writeable = False
    for norm in ("post", "pre"):
        H.encoder_layer(x, layer, norm, H.causal_mask(N))
    blockwise(x, x, x, True, 4)
    H.rnn(x, RNN)


# ---- what is remembered does not open the door too far -------------------------------------------


def test_a_known_shape_of_another_kind_is_refused():
    H.layer_norm(X)
    for wrong in (X > 0, X.astype(str), X.astype(object), X + 0j):
        with pytest.raises(TypeError, match="x "):
            H.layer_norm(wrong)
    with pytest.warns(PendingDeprecationWarning):
        matrix = np.matrix(X)
    H.gelu(X)
    assert type(H.gelu(matrix)) is np.ndarray  # its * would be a matrix product


def test_the_same_weights_are_looked_at_again():
    layer = H.init_encoder_layer(np.random.default_rng(1), D, 2, 13)
    H.encoder_layer(X, layer)
    layer.ffn.b_2[4] = np.nan  # in place, as an optimizer would
    with pytest.raises(ValueError, match=r"params\.ffn\.b_2 .* nan"):
        H.encoder_layer(X, layer)
    layer.ffn.b_2[4] = 0
    H.encoder_layer(X, layer)
    narrow = layer._replace(norm_1=H.init_norm(D - 1))
    with pytest.raises(ValueError, match=r"params\.norm_1\.gamma "):
        H.encoder_layer(X, narrow)
    with pytest.raises(TypeError, match=r"params\.norm_1\.gamma "):
        H.encoder_layer(X, layer._replace(norm_1=H.NormParams(None, None)))


def test_known_weights_do_not_admit_another_x():
    H.encoder_layer(X, LAYER)
    with pytest.raises(ValueError, match=r"params\.attention\.w_q "):
        H.encoder_layer(Q, LAYER)


@pytest.mark.parametrize("kernel", [H.encoder, lambda x, layers: H.decoder(x, Y, layers)])
def test_known_layers_do_not_admit_what_is_read_only_once(kernel):
    """The door itself would have read it to the end, and the stack would have no layers left."""
    layers = [LAYER if kernel is H.encoder else DECODER_LAYER] * 2
    kernel(X, layers)
    for wrong in (iter(layers), (layer for layer in layers), dict.fromkeys([0, 1])):
        with pytest.raises(TypeError, match="layers .* list or tuple"):
            kernel(X, wrong)


def test_known_experts_do_not_admit_what_is_read_only_once():
    experts = [LAYER.ffn] * 3
    H.mixture_of_experts(X, np.ones((D, 3)), experts, 2)
    with pytest.raises(TypeError, match="experts .* list or tuple"):
        H.mixture_of_experts(X, np.ones((D, 3)), iter(experts), 2)


def test_no_final_norm_does_not_admit_what_is_no_norm():
    H.encoder(X, [LAYER])
    for wrong in (H.init_norm(D)._asdict(), "norm", 3, np.ones(D)):
        with pytest.raises(TypeError, match="final_norm .*gamma"):
            H.encoder(X, [LAYER], final_norm=wrong)


def test_memory_of_shapes_is_bounded(monkeypatch):
    monkeypatch.setattr(door_module, "REMEMBERED", 8)
    right = the_door(H.softmax).right
    for n in range(1, 40):
        H.softmax(np.ones(n))
    assert len(right) <= 8 or len(the_door(H.softmax).right) <= 8


def test_large_weights_are_not_kept_alive():
    keeper = the_door(H.feed_forward)
    small, large = (H.init_feed_forward(RNG, 10, d_ff) for d_ff in (13, 20_000))
    H.feed_forward(X, small)
    assert any(w is small.w_1 for w in keeper.last[0])
    H.feed_forward(X, large)
    assert not any(w is large.w_1 for w in keeper.last[0])
    H.feed_forward(X, large._replace(b_1=None))
    with pytest.raises(ValueError, match="b_1"):
        H.feed_forward(X, large._replace(b_1=np.ones(3)))


def the_door(kernel):
    cells = inspect.getclosurevars(kernel).nonlocals
    return cells["self"]


# ---- how the door stands ------------------------------------------------------------------------


def test_signatures_and_docstrings_stay():
    assert str(inspect.signature(sdpa)) == "(q, k, v, mask=None)"
    assert sdpa.__name__ == "scaled_dot_product_attention"
    assert "softmax(Q K" in sdpa.__doc__
    assert sdpa.__wrapped__.__doc__ == sdpa.__doc__


@pytest.mark.parametrize("name", [n for n in KERNELS if n.islower()])
def test_every_kernel_has_a_door_and_says_what_it_takes(name):
    kernel = getattr(H, name)
    keeper, parameters = the_door(kernel), inspect.signature(kernel).parameters
    assert set(keeper.arrays) | set(keeper.options) <= set(parameters)
    for part in ("Parameters", "Returns", "Raises", *parameters):
        assert part in kernel.__doc__


@pytest.fixture
def outer_and_inner():
    """A kernel that calls a kernel with a shape that the inner door would refuse."""

    @door(x="n=2")
    def inner(x):
        return x + 1

    @door(x="n")
    def outer(x):
        return inner(x)

    return outer, inner


def test_only_the_outermost_call_is_looked_at(outer_and_inner):
    outer, inner = outer_and_inner
    assert outer([1, 2, 3]).tolist() == [2, 3, 4]
    with pytest.raises(ValueError, match="inner: x "):
        inner([1, 2, 3])


def test_each_thread_has_its_own_door(outer_and_inner):
    _, inner = outer_and_inner
    caught = []

    def call():
        try:
            inner([1, 2, 3])
        except ValueError as problem:
            caught.append(problem)

    @door(x="n")
    def slow(x):
        thread = threading.Thread(target=call)
        thread.start()
        thread.join()
        return x

    slow([1.0])
    assert len(caught) == 1


# ---- the language of shapes ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "good", "bad"),
    [
        ("n d", [(3, 4), (5, 5)], [(3,), (2, 3, 4)]),
        ("n n", [(3, 3)], [(3, 4)]),
        ("... n", [(3,), (2, 3), (1, 2, 3)], [()]),
        ("... 2 n", [(2, 3), (7, 2, 3)], [(3, 2)]),
        ("a b (a*b)", [(2, 3, 6)], [(2, 3, 5), (2, 3)]),
        ("a n/1 (a*2)", [(2, 1, 4)], [(2, 1, 3)]),
        ("d or number", [(3,), ()], [(1, 3)]),
    ],
)
def test_shape_language(spec, good, bad):
    for shape in good:
        Shape(spec).check("x", np.ones(shape), Sizes(finite=True))
    for shape in bad:
        with pytest.raises(ValueError, match="x "):
            Shape(spec).check("x", np.ones(shape), Sizes(finite=True))


def test_any_shapes_run_or_are_refused_in_words():
    """The door knows exactly what NumPy would take: nothing else gets through, nothing is lost."""
    rng = np.random.default_rng(0)

    def shape():
        return tuple(rng.integers(1, 3, size=rng.integers(1, 5)))

    ran = 0
    for _ in range(3000):
        q, k, v = (np.ones(shape()) for _ in range(3))
        fits = (
            min(q.ndim, k.ndim, v.ndim) >= 2
            and q.shape[-1] == k.shape[-1]
            and k.shape[-2] == v.shape[-2]
            and joins(q.shape[:-2], k.shape[:-2], v.shape[:-2])
        )
        if fits:
            batch = np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
            expected = (*batch, q.shape[-2], v.shape[-1])
            assert sdpa(q, k, v).output.shape == blockwise(q, k, v).shape == expected
            ran += 1
        else:
            for kernel in (sdpa, blockwise):
                with pytest.raises(ValueError, match=r" \| "):
                    kernel(q, k, v)
    assert ran > 100


def joins(*shapes):
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        return False
    return True


def test_a_list_of_objects_inside_an_object_is_refused_at_once():
    # its arrays have no fixed paths, so a call could not be recognized as one that was checked
    with pytest.raises(TypeError, match="argument of its own"):
        Fields(w="n", many=Each(Fields(w="n")))
