"""Test that the made-up notes do not repeat themselves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from goldsmith_demo.life import make_patient
from goldsmith_demo.make import choose_kinds, open_stream, write_page

SEED = 61
NOTES = 3000
#: The aim is that no sentence occurs in more than 1 of 300 notes.
AIM = NOTES / 300
_ENDS = re.compile(r"(?<=[.?!])\s+|\n+")
_NUMBER = re.compile(r"\d+(?:[.,/:-]\d+)*")
_NAME = re.compile(r"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor) [A-Z][\w'-]+")


def write_notes() -> Iterator[str]:
    """Yield the texts of CLEF's kinds of document, patient by patient."""
    number = 0
    while True:
        patient = make_patient(number, seed=SEED)
        chance = open_stream(SEED, patient.id)
        for count, event in enumerate(patient.events):
            for kind in choose_kinds(event, patient, chance):
                stream = open_stream(SEED, f"{patient.id}/{count}/{kind}")
                yield write_page(kind, event, patient, stream).text
        number += 1


def list_sentences(text: str) -> set[str]:
    """Return the sentences of seven or more words, without names and numbers."""
    masked = _NUMBER.sub("0", _NAME.sub("@", text))
    sentences = (sentence.strip() for sentence in _ENDS.split(masked))
    return {each for each in sentences if len(each.split()) >= 7 and each.endswith((".", "?"))}


def test_hardly_any_sentence_occurs_in_more_than_one_of_300_notes() -> None:
    counts = Counter(
        sentence for text in islice(write_notes(), NOTES) for sentence in list_sentences(text)
    )
    frequent = [(count, sentence) for sentence, count in counts.most_common() if count > AIM]
    assert len(frequent) <= 10, frequent
    assert counts.most_common(1)[0][1] <= 2 * AIM, frequent[:3]
    assert len(counts) > 5 * NOTES
