"""Adam, schedules, trees of parameters, and an encoder-decoder that learns to turn sequences around."""

import math
from functools import partial

import numpy as np
import pytest

from helpers.models.parameters import NormParams
from helpers.models.sequence_to_sequence import (
    END,
    PAD,
    START,
    Wiring,
    greedy_decode,
    init_sequence_to_sequence,
    loss_and_gradients,
    sequence_to_sequence,
)
from helpers.models.training import (
    Adam,
    clip_by_norm,
    inverse_root_warmup,
    linear_warmup,
    random_batches,
    train,
)
from helpers.models.trees import (
    flatten,
    leaves,
    load_params,
    map_tree,
    named_leaves,
    save_params,
    unflatten,
)

VOCABULARY = 9


def reversals(rng, count, longest):
    """Sources of 2 to ``longest`` tokens, and as targets the same tokens from the last to the first."""
    source, target = np.full((count, longest), PAD), np.full((count, longest + 2), PAD)
    for i, length in enumerate(rng.integers(2, longest + 1, size=count)):
        source[i, :length] = rng.integers(3, VOCABULARY, size=length)
        target[i, : length + 2] = [START, *source[i, :length][::-1], END]
    return source, target


def small(seed=0, **options):
    options = {"d_model": 8, "h": 2, "layers": 1} | options
    return init_sequence_to_sequence(np.random.default_rng(seed), VOCABULARY, VOCABULARY, **options)


# ---- Adam and schedules -------------------------------------------------------------------------


def adam_of(theta, gradients, rate, beta_1, beta_2, eps):
    """Kingma, Ba 2015, algorithm 1, one weight at a time in Python floats."""
    found = []
    for i, weight in enumerate(theta):
        m = v = 0.0
        for t, gradient in enumerate(gradients, start=1):
            m = beta_1 * m + (1 - beta_1) * gradient[i]
            v = beta_2 * v + (1 - beta_2) * gradient[i] ** 2
            m_hat, v_hat = m / (1 - beta_1**t), v / (1 - beta_2**t)
            weight -= rate * m_hat / (math.sqrt(v_hat) + eps)
        found.append(weight)
    return found


@pytest.mark.parametrize("betas", [(0.9, 0.999, 1e-8), (0.8, 0.95, 0.1)])
def test_adam_is_algorithm_1(betas):
    theta = np.array([0.5, -1.0, 2.0])
    gradients = np.random.default_rng(3).standard_normal((7, 3)) * [1, 100, 1e-3]
    expected = adam_of(theta.tolist(), gradients.tolist(), 0.01, *betas)
    optimizer = Adam(theta, *betas)
    for gradient in gradients:
        optimizer.step(gradient, 0.01)
    np.testing.assert_allclose(theta, expected, rtol=1e-12)


def test_adam_leaves_the_gradient_alone():
    theta, gradient = np.zeros(3), np.array([1.0, 2.0, 3.0])
    Adam(theta).step(gradient, 0.1)
    assert gradient.tolist() == [1, 2, 3]
    np.testing.assert_allclose(theta, -0.1, rtol=1e-6)  # the first step is the sign of the gradient


def test_warmups():
    assert [linear_warmup(s, 0.4, 4) for s in (1, 2, 4, 9)] == [0.1, 0.2, 0.4, 0.4]
    rates = [inverse_root_warmup(step, 512, 4000) for step in range(1, 8001)]
    assert rates.index(max(rates)) == 3999
    assert rates[3999] == pytest.approx(512**-0.5 * 4000**-0.5)
    assert rates[1999] == pytest.approx(rates[3999] / 2)
    assert rates[7999] == pytest.approx(rates[3999] / math.sqrt(2))


def test_clip_by_norm():
    gradient = np.array([3.0, 4.0])
    assert clip_by_norm(gradient, 10) == 5 and gradient.tolist() == [3, 4]
    assert clip_by_norm(gradient, 4) == 5
    np.testing.assert_allclose(gradient, [2.4, 3.2])


# ---- trees --------------------------------------------------------------------------------------


def test_a_tree_and_its_vector():
    params = small(biases=False)  # the biases are None
    vector = flatten(params)
    tree = unflatten(vector, params)
    assert vector.shape == (sum(a.size for a in leaves(params)),)
    assert type(tree) is type(params) and type(tree.encoder[0]) is type(params.encoder[0])
    assert tree.encoder[0].attention.b_q is None
    for name, a in named_leaves(params).items():
        np.testing.assert_array_equal(named_leaves(tree)[name], a)
    vector[:] = 7
    assert all((a == 7).all() for a in leaves(tree))  # views
    assert not (params.w_out == 7).any()  # the original is untouched
    turned = map_tree(lambda a: a.T, params)  # not contiguous
    np.testing.assert_array_equal(flatten(turned)[: params.w_out.size], turned[0].ravel()[: params.w_out.size])


def test_names_of_leaves():
    names = list(named_leaves(small(norm="pre", biases=True)))
    assert "encoder.0.attention.w_q" in names and "decoder_norm.gamma" in names
    assert len(names) == len(set(names)) == len(leaves(small(norm="pre", biases=True)))


def test_a_vector_of_another_length():
    with pytest.raises(ValueError, match=r"\(3,\).* 4 "):
        unflatten(np.zeros(3), NormParams(np.ones(2), np.ones(2)))


@pytest.mark.parametrize("options", [{}, {"norm": "pre", "biases": True}, {"dtype": np.float64}])
def test_weights_come_back_from_a_file(tmp_path, options):
    params, path = small(1, **options), tmp_path / "weights.npz"
    save_params(path, params)
    found = load_params(path, like=small(2, **options))
    assert type(found) is type(params)
    for name, a in named_leaves(found).items():
        assert a.dtype == named_leaves(params)[name].dtype
        np.testing.assert_array_equal(a, named_leaves(params)[name])


@pytest.mark.parametrize(
    "options, name", [({"d_ff": 7}, "encoder.0.ffn.w_1"), ({"layers": 2}, "encoder.1"), ({"biases": True}, "b_k")]
)
def test_a_file_of_another_model(tmp_path, options, name):
    path = tmp_path / "weights.npz"
    save_params(path, small())
    with pytest.raises(ValueError, match="file") as problem:
        load_params(path, like=small(**options))
    assert " | " in str(problem.value)


# ---- the encoder-decoder ------------------------------------------------------------------------


def test_padding_changes_nothing():
    params, target = small(layers=2), np.array([START, 3, 4])
    short = sequence_to_sequence(np.array([5, 6, 7]), target, params)
    padded = sequence_to_sequence(np.array([5, 6, 7, PAD, PAD]), target, params)
    np.testing.assert_allclose(short.logits, padded.logits, atol=1e-5)
    batch = sequence_to_sequence(np.array([[3] * 5, [5, 6, 7, PAD, PAD]]), np.array([target] * 2), params)
    np.testing.assert_allclose(batch.logits[1], short.logits, atol=1e-5)


def test_the_future_is_hidden_unless_the_mask_is_left_out():
    params, source = small(), np.array([5, 6, 7])
    one, other = np.array([START, 3, 4, 5]), np.array([START, 3, 8, 6])
    logits = [sequence_to_sequence(source, t, params).logits for t in (one, other)]
    np.testing.assert_array_equal(logits[0][:2], logits[1][:2])
    assert np.abs(logits[0][2:] - logits[1][2:]).min(axis=-1).max() > 1e-3
    open_ = Wiring(causal=False)
    logits = [sequence_to_sequence(source, t, params, open_).logits for t in (one, other)]
    assert np.abs(logits[0][0] - logits[1][0]).max() > 1e-3


def test_without_positions_order_does_not_matter():
    params, target = small(), np.array([START])
    a, b = np.array([5, 6, 7]), np.array([7, 5, 6])
    deaf = Wiring(positions=False)
    same = [sequence_to_sequence(s, target, params, deaf).logits for s in (a, b)]
    np.testing.assert_allclose(same[0], same[1], atol=1e-5)
    differ = [sequence_to_sequence(s, target, params).logits for s in (a, b)]
    assert np.abs(differ[0] - differ[1]).max() > 1e-3


def test_padding_in_the_target_does_not_count():
    params, source = small(dtype=np.float64), np.array([[5, 6, 7]])
    short, long = np.array([[START, 3, END]]), np.array([[START, 3, END, PAD, PAD]])
    one, other = (loss_and_gradients(params, source, t) for t in (short, long))
    assert abs(one.loss - other.loss) < 1e-12
    np.testing.assert_allclose(flatten(one.gradients), flatten(other.gradients), atol=1e-12)


def test_greedy_decoding_takes_the_largest_logit_each_time():
    params = map_tree(lambda a: 2 * a, small(50))  # untrained, but it babbles
    source = np.array([[5, 6, 7], [4, 8, PAD]])
    sentences = greedy_decode(source, params, max_length=8)
    assert len(set(sentences[0])) > 2 and len(sentences[0]) < len(sentences[1]) == 8
    for row, said in zip(source, sentences):
        tokens = [START]
        while len(tokens) <= 8:
            logits = sequence_to_sequence(row, np.array(tokens), params).logits
            tokens.append(int(logits[-1].argmax()))
            if tokens[-1] == END:
                break
        assert said == [t for t in tokens[1:] if t != END]
        assert said == greedy_decode(row, params, max_length=8)
    assert len(greedy_decode([5, 6, 7], params, max_length=2)) <= 2  # a list will do


@pytest.mark.parametrize(
    "source, target, error, words",
    [
        ([[3.0, 4.0]], [[1, 3, 2]], TypeError, "source"),
        ([[3, 9]], [[1, 3, 2]], ValueError, "source.* 9"),
        ([[3, 4]], [[1, -3, 2]], ValueError, "target.* -3"),
        ([[3, 4]], [[1, 99, 2]], ValueError, "target.* 99"),
        ([[3, 4], [PAD, PAD]], [[1, 3, 2]] * 2, ValueError, "source.* 1 "),
        ([[3, 4]], [[1, 0, 0]], ValueError, "target.* 0 "),
        ([[3, 4]], [[1]], ValueError, "target"),
    ],
)
def test_wrong_tokens_are_named(source, target, error, words):
    with pytest.raises(error, match=words) as problem:
        loss_and_gradients(small(), np.array(source), np.array(target))
    assert " | " in str(problem.value)


# ---- training -----------------------------------------------------------------------------------


def losses_of(seed, steps=5, **options):
    params = small(seed)
    data = reversals(np.random.default_rng(seed), 20, 4)
    batches = random_batches(np.random.default_rng(seed), data, 6, steps)
    return [step.loss for step in train(params, batches, loss_and_gradients, **options)]


def test_training_is_the_same_under_the_same_seed():
    assert losses_of(1) == losses_of(1)
    assert losses_of(1) != losses_of(2)


def test_train_yields_steps_and_leaves_its_start_alone():
    params = small()
    before, data = flatten(params), reversals(np.random.default_rng(0), 20, 4)
    batches = random_batches(np.random.default_rng(0), data, 6, steps=4)
    steps = list(train(params, batches, loss_and_gradients, learning_rate=0.01))
    assert [step.step for step in steps] == [1, 2, 3, 4]
    np.testing.assert_array_equal(flatten(params), before)
    after = steps[-1].params
    assert np.abs(flatten(after) - before).max() > 0.01
    assert all(a.dtype == np.float32 for a in leaves(after))
    first = loss_and_gradients(params, *next(random_batches(np.random.default_rng(0), data, 6, 1)))
    assert steps[0].loss == pytest.approx(first.loss)


def test_the_learning_rate_may_depend_on_the_step():
    assert losses_of(1, learning_rate=lambda step: 0.001) == losses_of(1, learning_rate=0.001)
    still = losses_of(1, steps=3, learning_rate=0.0)
    waits = losses_of(1, steps=3, learning_rate=lambda step: 0.0 if step == 1 else 0.01)
    assert waits[:2] == still[:2] and waits[2] != still[2]


def test_long_gradients_are_clipped():
    seen = []

    def loss_and_gradient(params, gradient):
        seen.append(params[0].copy())
        return 0.0, (gradient,)

    long = [(np.array([30.0, 40.0]),), (np.array([0.3, 0.4]),)]
    trained = partial(train, (np.zeros(2),), long, loss_and_gradient, beta_1=0.0, beta_2=0.5, eps=1.0)
    list(trained(learning_rate=1.0, max_norm=5.0))
    list(trained(learning_rate=1.0))
    # Adam's first step is g / (|g| + eps): g = (3, 4) if clipped, (30, 40) if not
    np.testing.assert_allclose(seen[1], [-3 / 4, -4 / 5])
    np.testing.assert_allclose(seen[3], [-30 / 31, -40 / 41])


def test_a_loss_that_explodes_is_an_error():
    def loss_and_gradient(params):
        return float("nan"), params

    with pytest.raises(ValueError, match=r"1 步.* \| .*step 1"):
        list(train((np.zeros(2),), [(), ()], loss_and_gradient))


def test_it_learns_to_turn_sequences_around():
    """Sequences that it never saw, in a few seconds; without positions it cannot know the order."""
    rng = np.random.default_rng(0)
    source, target = reversals(rng, 1000, 4)
    seen = {tuple(row) for row in source}
    new_source, new_target = reversals(rng, 500, 4)
    unseen = np.array([tuple(row) not in seen for row in new_source])
    rates = partial(linear_warmup, peak=3e-3, warmup_steps=50)
    scores = {}
    for wiring in (Wiring(), Wiring(positions=False)):
        function = partial(loss_and_gradients, wiring=wiring)
        batches = random_batches(np.random.default_rng(1), (source, target), 32, steps=500)
        *_, last = train(small(d_model=32, h=4), batches, function, rates)
        said = greedy_decode(new_source[unseen], last.params, wiring=wiring)
        right = [s == t[t != PAD][1:-1].tolist() for s, t in zip(said, new_target[unseen])]
        scores[wiring.positions] = np.mean(right)
    assert unseen.sum() > 100
    assert scores[True] > 0.7 and scores[False] < 0.3, scores
