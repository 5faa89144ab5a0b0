"""Runs of words that may be one name, and their extension to doubtful words."""

import numpy as np
import pytest

from goldsmith.privacy.identifiers import KINDS, NAME, PLACE
from goldsmith.privacy.scoring.cues import load_contexts
from goldsmith.privacy.scoring.extension import extend_identifiers
from goldsmith.privacy.scoring.features import FeatureBuilder, Note
from goldsmith.privacy.scoring.numerals import NumeralCoder
from goldsmith.privacy.scoring.units import split_units


def read_note(text: str) -> Note:
    return FeatureBuilder(NumeralCoder((), ())).read(text, split_units(text))


def test_each_word_of_a_run_knows_the_context_and_the_head_of_the_run() -> None:
    note = read_note("She was seen and then sent home. He works at Bath Iron School since then.")
    words = note.units.texts
    contexts = load_contexts()
    for word, place, head in (("Bath", 4, 1), ("Iron", 5, 1), ("School", 6, 4)):
        row = words.index(word)
        assert (note.runs.places[row], note.runs.heads[row]) == (place, head)
        assert contexts[note.runs.before[row]] == "at"
        assert contexts[note.runs.after[row]] == "since"
    assert not note.runs.places[words.index("works")]


@pytest.mark.parametrize(
    ("text", "sure", "kind", "ratio", "extended"),
    [
        ("he works for Royal Mail today, he said", "Royal", PLACE, 0.05, {"Royal", "Mail"}),
        ("he works for royal mail today, he said", "royal", PLACE, 0.05, {"royal"}),
        ("he works for Royal mail today, he said", "Royal", PLACE, 0.5, {"Royal"}),
        ("he met Hope, Young people, he said", "Hope", NAME, 0.5, {"Hope"}),
        ("along the Water of Leith, he said", "Leith", PLACE, 0.2, {"Water", "Leith"}),
    ],
)
def test_identifiers_are_extended_to_doubtful_capitalised_neighbours(
    text: str, sure: str, kind: str, ratio: float, extended: set[str]
) -> None:
    note = read_note(f"It was a long day and he was well. {text}.")
    words = note.units.texts
    is_sure = np.array([word == sure for word in words])
    doubtful = {"Mail", "mail", "Young", "Water"}
    ratios = np.array([ratio if word in doubtful else 0.0 for word in words])
    best = np.full(len(words), KINDS.index(kind))
    extend_identifiers(note, ratios, is_sure, best)
    assert {word for word, chosen in zip(words, is_sure, strict=True) if chosen} == extended
