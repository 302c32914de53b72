"""猫 吃 鱼 -> cat eats fish: a small grammar, and the encoder-decoders trained on it (Deep Dive 7.5).

The grammar has 6 nouns, 4 verbs and 6 forms: with or without 把, with or without a word of time in
front. 把 puts the object before the verb, and the word of time goes to the end in English, so that the
alignment crosses. Of the 120 triples (who, does what, to whom) 24 are held out, in all six forms:
猫吃鱼 and 鱼吃猫 are among them, and no training sentence holds them.

``python -m helpers.lectures.translation`` trains the three models anew, a minute or two on one core,
prints their scores and writes ``translation.npz``: ``whole``, ``no_mask`` (the decoder may look at the
future while it learns) and ``no_positions`` (no positional encoding).
"""

import functools
import itertools
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..models.sequence_to_sequence import (
    END,
    PAD,
    START,
    WHOLE,
    Wiring,
    greedy_decode,
    init_sequence_to_sequence,
    loss_and_gradients,
)
from ..models.training import linear_warmup, random_batches, train
from ..models.trees import flatten, read_only, unflatten
from ..words import both

NOUNS = {"猫": "cat", "鱼": "fish", "狗": "dog", "鸟": "bird", "虫": "worm", "鼠": "mouse"}
VERBS = {  # now, and after 把 … 了
    "吃": ("eats", "ate"), "咬": ("bites", "bit"), "抓": ("catches", "caught"), "救": ("saves", "saved"),
}
TIMES = {"今天": "today", "天天": "daily", "昨天": "yesterday"}
SPECIAL = ("<pad>", "<start>", "<end>")
CHINESE = (*SPECIAL, *NOUNS, *VERBS, "把", "了", *TIMES)
ENGLISH = (*SPECIAL, *NOUNS.values(), *itertools.chain(*VERBS.values()), *TIMES.values())
HELD_OUT_SHARE, HELD_OUT_SURELY = 24, (("猫", "吃", "鱼"), ("鱼", "吃", "猫"))

D_MODEL, HEADS, D_FF, LAYERS = 32, 2, 64, 2
STEPS, BATCH, RATE, SEED = 2000, 16, 2e-3, 7
WIRINGS = {
    "whole": WHOLE, "no_mask": Wiring(causal=False), "no_positions": Wiring(positions=False),
}
WEIGHTS = Path(__file__).with_name("translation.npz")


class Pair(NamedTuple):
    """One sentence in both languages, as words."""

    chinese: tuple
    english: tuple


def sentences_of(who, does, whom):
    """Return the six sentences of a triple, each a Pair."""
    now, past = VERBS[does]
    plain, ba = (who, does, whom), (who, "把", whom, does, "了")
    forms = [(plain, now, ("今天", "天天")), (ba, past, ("今天", "昨天"))]
    pairs = []
    for chinese, verb, times in forms:
        english = (NOUNS[who], verb, NOUNS[whom])
        pairs.append(Pair(chinese, english))
        pairs += [Pair((time, *chinese), (*english, TIMES[time])) for time in times]
    return pairs


def grammar():
    """Return (training pairs, held-out pairs): 576 and 144 sentences of 96 and 24 triples."""
    triples = [(s, v, o) for s, v, o in itertools.product(NOUNS, VERBS, NOUNS) if s != o]
    others = [t for t in triples if t not in HELD_OUT_SURELY]
    order = np.random.default_rng(SEED).permutation(len(others))
    count = HELD_OUT_SHARE - len(HELD_OUT_SURELY)
    held_out = {*HELD_OUT_SURELY, *(others[k] for k in order[:count])}
    training = [p for t in triples if t not in held_out for p in sentences_of(*t)]
    return training, [p for t in triples if t in held_out for p in sentences_of(*t)]


def source_tokens(words):
    """Return (m,) tokens of a Chinese sentence given as words.

    Raises
    ------
    ValueError : a word is not in the grammar.
    """
    for word in words:
        if word not in CHINESE[len(SPECIAL):]:
            known = " ".join(CHINESE[len(SPECIAL):])
            raise ValueError(both("translation.unknown", word=word, known=known))
    return np.array([CHINESE.index(word) for word in words])


def target_words(tokens):
    """Return the English words of tokens."""
    return tuple(ENGLISH[token] for token in tokens)


def arrays(pairs):
    """Return (source, target) token arrays of pairs, padded: (b, m) and (b, n + 1)."""
    sources = [source_tokens(p.chinese) for p in pairs]
    targets = [[START, *map(ENGLISH.index, p.english), END] for p in pairs]
    return _padded(sources), _padded(targets)


def _padded(rows):
    table = np.full((len(rows), max(map(len, rows))), PAD)
    for row, tokens in zip(table, rows, strict=True):
        row[: len(tokens)] = tokens
    return table


def untrained():
    """Return the weights that training starts from."""
    rng = np.random.default_rng(SEED)
    return init_sequence_to_sequence(
        rng, len(CHINESE), len(ENGLISH), D_MODEL, HEADS, D_FF, LAYERS
    )


def learn(wiring, steps=STEPS):
    """Train on the training sentences; yield the TrainingStep of each step."""
    batches = random_batches(np.random.default_rng(SEED), arrays(grammar()[0]), BATCH, steps)

    def loss(params, source, target):
        return loss_and_gradients(params, source, target, wiring)

    rate = functools.partial(linear_warmup, peak=RATE, warmup_steps=100)
    yield from train(untrained(), batches, loss, rate, max_norm=1.0)


@functools.cache
def trained(name="whole"):
    """Return the stored weights of ``"whole"``, ``"no_mask"`` or ``"no_positions"``, as float64."""
    with np.load(WEIGHTS) as stored:
        return read_only(unflatten(stored[name].astype(np.float64), untrained()))


def score(pairs, params, wiring=WHOLE):
    """Return the share of pairs whose greedy translation is right word by word."""
    said = greedy_decode(arrays(pairs)[0], params, max_length=6, wiring=wiring)
    return float(np.mean([target_words(s) == p.english for s, p in zip(said, pairs, strict=True)]))


def main():
    """Train the three models, print their scores and write the weights, as float16."""
    training, held_out = grammar()
    weights = {}
    for name, wiring in WIRINGS.items():
        for step in learn(wiring):
            if step.step % 200 == 0:
                print(f"{name} {step.step} {step.loss:.4f}", flush=True)
        weights[name] = flatten(step.params).astype(np.float16)
        params = unflatten(weights[name].astype(np.float64), untrained())
        print(name, score(training, params, wiring), score(held_out, params, wiring))
    np.savez_compressed(WEIGHTS, **weights)


if __name__ == "__main__":
    main()
