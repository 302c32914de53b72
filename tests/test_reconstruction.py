"""The weights of 猫吃鱼, derived anew: printed digits are compared, never weights bit by bit."""

import numpy as np
import pytest

from helpers.lectures import reconstruction
from helpers.lectures.cat_eats_fish import figures, load_weights, trace
from helpers.lectures.reconstruction import flatten, jacobian, reconstruct, solve, targets

OTHER_SEED = 9


def vector(layers):
    return np.concatenate([flatten(params) for params in layers])


@pytest.fixture(scope="module")
def fresh():
    return reconstruct(progress=False)


@pytest.fixture(scope="module")
def another():
    return reconstruct(OTHER_SEED, progress=False)


@pytest.fixture(scope="module")
def equations():
    return targets()


def test_the_derivation_meets_every_printed_digit(fresh):
    found = figures(trace(fresh.layers))
    assert [f.name for f in found if not f.agrees.all()] == []
    assert sum(f.printed.size for f in found if f.layer > 0) == 141


def test_another_seed_gives_other_weights_and_the_same_print(fresh, another):
    found = figures(trace(another.layers))
    assert [f.name for f in found if not f.agrees.all()] == []
    a, b = vector(fresh.layers), vector(another.layers)
    assert abs(np.corrcoef(a, b)[0, 1]) < 0.1
    assert np.linalg.norm(a - b) > np.linalg.norm(a)


def test_the_first_draw_does_not_meet_the_print(fresh):
    found = [f for f in figures(trace(fresh.start)) if f.layer > 0]
    assert sum(f.agrees.sum() for f in found) < 5


def test_the_weights_stay_close_to_the_first_draw(fresh):
    start, end = vector(fresh.start), vector(fresh.layers)
    assert np.linalg.norm(end - start) < 0.3 * np.linalg.norm(start)
    assert start.std() == pytest.approx(0.3, abs=0.01)


def test_the_stored_file_comes_from_this_program(fresh):
    """The sixth decimal differs from CPU to CPU (by up to 4e-6 on seven types), so not bit by bit."""
    np.testing.assert_allclose(vector(fresh.layers), vector(load_weights()), rtol=0, atol=0.01)


def test_the_same_seed_gives_the_same_weights(another):
    assert (vector(reconstruct(OTHER_SEED, progress=False).layers) == vector(another.layers)).all()


def test_steps_and_progress(fresh, capsys):
    assert capsys.readouterr().out == ""
    assert [s.layer for s in fresh.steps] == sorted(s.layer for s in fresh.steps)
    last = {s.layer: s for s in fresh.steps}
    assert [(last[n].agree, last[n].count) for n in (1, 2)] == [(117, 117), (24, 24)]
    assert len(fresh.steps) < 60
    reconstruct(OTHER_SEED)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("第 1 层，第 0 步：") and "117 / 117" in "".join(lines)


def test_without_the_dead_zone_one_digit_is_missing():
    """Least squares share the misses out; the smallest sum of squares is not the smallest worst one."""
    with pytest.raises(RuntimeError, match="1 of 117 numbers"):
        reconstruct(OTHER_SEED, progress=False, dead_zone=0)


def test_solve_takes_the_shortest_way_to_a_solution():
    rng = np.random.default_rng(0)
    A, b, start = rng.standard_normal((4, 9)), rng.standard_normal(4), rng.standard_normal(9)
    shortest = start - np.linalg.pinv(A) @ (A @ start - b)
    found = solve(lambda theta: A @ theta - b, start, dead_zone=0)
    np.testing.assert_allclose(found, shortest, atol=5e-5)


def test_solve_gives_up_where_there_is_no_solution():
    contradiction = np.ones((2, 3))
    with pytest.raises(RuntimeError, match="停住了.*stuck"):
        solve(lambda theta: contradiction @ theta - [0.0, 1.0], np.zeros(3))


def test_jacobian_of_a_known_function():
    theta = np.array([0.5, -1.0, 2.0])
    J = jacobian(lambda t: np.array([t[0] * t[1], np.sin(t[2])]), theta)
    np.testing.assert_allclose(J, [[-1.0, 0.5, 0.0], [0.0, 0.0, np.cos(2.0)]], atol=1e-5)


def test_flatten_and_unflatten_are_inverse():
    theta = np.arange(float(reconstruction.UNKNOWNS))
    assert reconstruction.UNKNOWNS == 1728
    assert (flatten(reconstruction.unflatten(theta, 1)) == theta).all()


def test_the_print_as_equations(equations):
    assert (equations.numbers, equations.rank) == (141, 84)
    assert (equations.unknowns, equations.free) == (3456, 3372)
    # scores 9, weights of a row sum to 1: 6, a LayerNorm leaves 2 of 4 per word, the rest follows
    new = [9, 0, 0, 9, 0, 6, 12, 0, 6, 12, 6, 3, 6, 12, 3]
    assert [t.new for t in equations.targets] == new
    s = equations.singular_values
    assert s[83] > 5e-3 and s[84] < 2e-5, "a wide gap on both sides of RANK_FLOOR"


def test_the_free_directions_leave_the_print_alone(equations):
    theta = vector(load_weights())

    def computed(theta):
        layers = [reconstruction.unflatten(part, i) for i, part in enumerate(np.split(theta, 2))]
        return np.concatenate([f.computed.ravel() for f in figures(trace(layers)) if f.layer > 0])

    J = jacobian(computed, theta)
    any_way = np.random.default_rng(0).standard_normal(theta.size)
    held = np.linalg.lstsq(J, J @ any_way, rcond=1e-5)[0]  # the part of it that the print sees
    free = any_way - held
    step = 1e-5
    assert np.linalg.norm(free) > 0.9 * np.linalg.norm(any_way)
    assert abs(computed(theta + step * free) - computed(theta)).max() < 1e-7
    assert abs(computed(theta + step * held) - computed(theta)).max() > 1e-5
