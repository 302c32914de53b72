"""Decode a sentence word by word: what is said so far, what may come next, where the decoder looks."""

import functools
from html import escape
from typing import NamedTuple

import numpy as np

from helpers.kernels.attention import softmax
from helpers.lectures.translation import (
    ENGLISH,
    WIRINGS,
    source_tokens,
    target_words,
    trained,
    untrained,
)
from helpers.models.sequence_to_sequence import START, WHOLE, greedy_decode, sequence_to_sequence
from helpers.models.trees import map_tree
from helpers.numbers import number
from helpers.panels.panel import Choice, Panel, Slider
from helpers.views.svg import bar_chart
from helpers.views.table import line_html, matrix_html, row_html
from helpers.words import word

SENTENCES = ("猫 吃 鱼", "鱼 吃 猫", "猫 把 鱼 吃 了", "今天 猫 吃 鱼", "今天 猫 把 鱼 吃 了")
MODELS = ("whole", "no_mask", "no_positions", "untrained")
MOST_STEPS, SHOWN = 6, 5


class Decoding(NamedTuple):
    """A whole greedy translation, row by row."""

    said: tuple  # English words; the last is <end> where the model came to an end
    probabilities: np.ndarray  # (steps, vocabulary)
    looks: np.ndarray  # (layers, heads, steps, m): cross-attention


def translation_panel():
    """Return the panel: sentence, word by word, the model, and the head whose look is shown."""
    heads = {
        word("translation.head", layer=layer + 1, head=head + 1): 2 * layer + head
        for layer in range(2) for head in range(2)
    }
    return Panel(
        "translation", picture,
        sentence=Choice(word("translation.sentence"), SENTENCES[0], list(SENTENCES)),
        step=Slider(word("translation.step"), 1, 1, MOST_STEPS, play=True),
        model=Choice(
            word("translation.model"), "whole", {word(f"translation.{m}"): m for m in MODELS}
        ),
        head=Choice(word("translation.looks"), 3, heads),  # the head that looks most like alignment
    )


def picture(sentence, step, model, head):
    """Return the step of the translation as HTML, and its numbers."""
    decoding = decode(sentence, model)
    at = min(step, len(decoding.said)) - 1
    chinese = sentence.split()
    probabilities = decoding.probabilities[at]
    best = np.argsort(-probabilities, kind="stable")[:SHOWN]
    looks = decoding.looks[head // 2, head % 2]  # (steps, m)
    rows = [f"{k + 1} → {said}" for k, said in enumerate(decoding.said)]
    so_far = escape(" ".join((ENGLISH[START], *decoding.said[:at])))
    over = word("translation.over", last=at + 1) if step > len(decoding.said) else ""
    html = line_html(
        f"{sentence}　⇒　{so_far} <b>{escape(decoding.said[at])}</b>{escape(over)}"
    ) + row_html(
        word("translation.next") + bar_chart(
            probabilities[best], [ENGLISH[k] for k in best],
            texts=[number(p, 3) for p in probabilities[best]], largest=1.0, width=400, left=80,
        ),
        f'<div style="min-height:235px">{_map(looks, rows, chinese, at)}</div>',
        align="flex-start",
    )
    return html, {
        "said": " ".join(decoding.said), "probability": probabilities[best[0]],
        "looks_at": chinese[int(looks[at].argmax())],
    }


@functools.cache
def decode(sentence, model):
    """Return the greedy Decoding of a sentence (words with spaces) by one of ``MODELS``."""
    params = _untrained() if model == "untrained" else trained(model)
    wiring = WIRINGS.get(model, WHOLE)
    source = source_tokens(sentence.split())
    tokens = greedy_decode(source, params, max_length=MOST_STEPS, wiring=wiring)
    given = np.array([START, *tokens])[:MOST_STEPS]  # (steps,)
    # As a model decodes: only the words so far are there, so that a mask would hide nothing.
    rows = [
        sequence_to_sequence(source, given[: k + 1], params, wiring) for k in range(len(given))
    ]
    logits = np.stack([r.logits[-1] for r in rows])  # (steps, V)
    looks = [
        np.stack([r.decoder.layers[layer].cross_attention.weights[:, -1] for r in rows], axis=1)
        for layer in range(len(params.decoder))
    ]  # each (heads, steps, m)
    said = target_words(logits.argmax(axis=-1))
    return Decoding(said, softmax(logits), np.stack(looks))


@functools.cache
def _untrained():
    return map_tree(lambda a: a.astype(np.float64), untrained())


def _map(looks, rows, chinese, at):
    return matrix_html(
        looks, rows, chinese, word("translation.map"), 2, mark=[(at, None)], largest=1.0
    )
