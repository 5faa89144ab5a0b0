"""Loads, arms and batches are balanced, and arms are reproducible from their seed."""

from __future__ import annotations

from collections import Counter

import pytest

from goldsmith.errors import Conflict, InputError
from goldsmith.store.workflow.balance import (
    Portion,
    choose_annotators,
    deal_evenly,
    draw_arms,
    rotate_pairs,
)
from goldsmith.store.workflow.portions import cut_snippets

PORTIONS = [Portion(f"d{n}", f"note {n}", None, None, 100 * n) for n in range(1, 6)]
TWO = {portion.key: 2 for portion in PORTIONS}


def test_a_batch_goes_to_the_annotators_with_the_fewest_open_words() -> None:
    loads = {"ann": 900, "bob": 100, "cat": 200, "dan": 5000}
    chosen = choose_annotators(PORTIONS, TWO, loads, {})
    assert set(chosen.values()) == {("bob", "cat")}


def test_load_is_balanced_by_words_and_not_by_documents() -> None:
    loads = dict.fromkeys(("ann", "bob", "cat", "dan"), 0)
    chosen = choose_annotators(PORTIONS, TWO, loads, {}, per_document=True)
    words = Counter[str]()
    for portion in PORTIONS:
        for person in chosen[portion.key]:
            words[person] += portion.words
    assert max(words.values()) - min(words.values()) <= 200


def test_nobody_gets_a_document_twice() -> None:
    barred = {PORTIONS[0].key: {"bob"}}
    loads = dict.fromkeys(("ann", "bob", "cat"), 0)
    together = choose_annotators(PORTIONS, TWO, loads, barred)
    assert {frozenset(pair) for pair in together.values()} == {frozenset({"ann", "cat"})}
    with pytest.raises(Conflict, match="note 1 needs 2 more annotators, and 1 are free"):
        choose_annotators(PORTIONS, TWO, {"ann": 0, "bob": 0}, barred)


def test_arms_are_balanced_by_annotator_and_by_document() -> None:
    pairs = [((f"d{n}", 0), person) for n in range(20) for person in ("ann", "bob")]
    arms = draw_arms(pairs, {}, seed=4)
    by_person = Counter((person, arm) for (_, person), arm in arms.items())
    assert set(by_person.values()) == {10}
    draws = [draw_arms(pairs, {}, seed=seed) for seed in range(10)]
    documents = [key for key, person in pairs if person == "ann"]
    both = sum(draw[key, "ann"] != draw[key, "bob"] for draw in draws for key in documents)
    assert both > 130  # of 200 documents; about 100 if arms were not balanced by document
    assert arms == draw_arms(list(reversed(pairs)), {}, seed=4)
    assert arms != draw_arms(pairs, {}, seed=5)
    later = draw_arms(pairs[:3], {("ann", "blind"): 4}, seed=4)
    assert {arm for (_, person), arm in later.items() if person == "ann"} == {"assisted"}


def test_pairs_of_three_annotators_rotate_over_twelve_batches_as_in_odie() -> None:
    pairs = rotate_pairs(["A1", "A2", "A3"], 12)
    assert pairs == [("A1", "A3")] * 4 + [("A1", "A2")] * 4 + [("A2", "A3")] * 4
    in_turn = rotate_pairs(["A1", "A2", "A3"], 12, in_turn=True)
    assert in_turn[:4] == [("A1", "A3"), ("A1", "A2"), ("A2", "A3"), ("A1", "A3")]
    assert Counter(rotate_pairs(list("ABCD"), 12)).most_common()[-1][1] == 2
    for people in (["A1"], ["A1", "A1"]):
        with pytest.raises(InputError, match="annotators"):
            rotate_pairs(people, 12)


def test_batches_have_even_numbers_of_documents_words_and_types() -> None:
    sizes = {f"n{n}": 50 + 37 * n % 400 for n in range(24)}
    types = {name: ("letter" if int(name[1:]) % 3 else "report") for name in sizes}
    hands = deal_evenly(sizes, types, 4)
    assert [len(hand) for hand in hands] == [6] * 4
    assert {sum(types[name] == "report" for name in hand) for hand in hands} == {2}
    words = [sum(sizes[name] for name in hand) for hand in hands]
    assert max(words) - min(words) < 200


def test_snippets_end_at_sentences_and_cover_the_text() -> None:
    text = "Fever. No cough today. Seen by Dr. Lee. Plan: rest. Review in May.\n"
    snippets = cut_snippets(text, 2)
    assert "".join(text[start:end] for start, end in snippets) == text
    start, end = snippets[0]
    assert text[start:end].strip() == "Fever. No cough today."
    assert cut_snippets("", 2) == [(0, 0)]
