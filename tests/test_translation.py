"""The small grammar, and what the stored models make of sentences that they never saw."""

import itertools

import numpy as np
import pytest

from helpers.lectures import translation as t
from helpers.models.sequence_to_sequence import START, greedy_decode, sequence_to_sequence
from helpers.panels.translation import decode


def test_the_split_shares_no_triple():
    training, held_out = t.grammar()
    assert (len(training), len(held_out)) == (576, 144)

    def triples(pairs):
        nouns, verbs = set(t.NOUNS), set(t.VERBS)
        found = set()
        for p in pairs:
            who, whom = [w for w in p.chinese if w in nouns]
            (does,) = [w for w in p.chinese if w in verbs]
            found.add((who, does, whom))
        return found

    assert len(triples(training)) == 96 and len(triples(held_out)) == 24
    assert not triples(training) & triples(held_out)
    assert {("猫", "吃", "鱼"), ("鱼", "吃", "猫")} <= triples(held_out)


def test_the_grammar_says_what_it_should():
    said = {" ".join(p.chinese): " ".join(p.english) for p in t.sentences_of("猫", "吃", "鱼")}
    assert said == {
        "猫 吃 鱼": "cat eats fish",
        "今天 猫 吃 鱼": "cat eats fish today",
        "天天 猫 吃 鱼": "cat eats fish daily",
        "猫 把 鱼 吃 了": "cat ate fish",
        "今天 猫 把 鱼 吃 了": "cat ate fish today",
        "昨天 猫 把 鱼 吃 了": "cat ate fish yesterday",
    }


def test_words_and_tokens_are_one_to_one():
    assert len(set(t.CHINESE)) == len(t.CHINESE) and len(set(t.ENGLISH)) == len(t.ENGLISH)
    with pytest.raises(ValueError, match="虎"):
        t.source_tokens(["虎"])


def test_the_trained_model_translates_what_it_never_saw():
    training, held_out = t.grammar()
    params = t.trained("whole")
    assert t.score(held_out, params) == 1.0
    assert t.score(training, params) == 1.0


@pytest.mark.parametrize("name", ["no_mask", "no_positions"])
def test_a_part_left_out_is_missed(name):
    held_out = t.grammar()[1]
    assert t.score(held_out, t.trained(name), t.WIRINGS[name]) < 0.3


def test_untrained_weights_translate_nothing():
    assert t.score(t.grammar()[1], t.untrained()) == 0.0


def test_without_positions_order_cannot_matter():
    params, wiring = t.trained("no_positions"), t.WIRINGS["no_positions"]
    for order in itertools.permutations(["猫", "吃", "鱼"]):
        said = greedy_decode(t.source_tokens(order), params, wiring=wiring)
        assert said == greedy_decode(t.source_tokens(["猫", "吃", "鱼"]), params, wiring=wiring)


def test_the_cross_attention_of_the_last_layer_follows_the_crossing():
    decoding = decode("今天 猫 把 鱼 吃 了", "whole")
    assert decoding.said == ("cat", "ate", "fish", "today", "<end>")
    looks = decoding.looks[1].mean(axis=0)  # (steps, m), both heads of layer 2
    assert looks[0].argmax() == 1 and looks[2].argmax() == 3  # cat: 猫, fish: 鱼


def test_step_by_step_is_the_whole_sequence_at_once():
    decoding, params = decode("猫 把 鱼 吃 了", "whole"), t.trained("whole")
    given = np.array([START, *(t.ENGLISH.index(w) for w in decoding.said[:-1])])
    at_once = sequence_to_sequence(t.source_tokens("猫 把 鱼 吃 了".split()), given, params)
    weights = at_once.decoder.layers[1].cross_attention.weights  # (heads, steps, m)
    assert np.allclose(decoding.looks[1], weights, atol=1e-10)


def test_a_short_training_lowers_the_loss():
    losses = [step.loss for step in t.learn(t.WHOLE, steps=120)]
    assert np.mean(losses[-10:]) < 0.5 * np.mean(losses[:10])
