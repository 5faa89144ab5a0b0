"""A document's card: what a draw needs to know of it, without its text.

Only cards are kept while documents stream past, so that a population of a million fits in memory.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from sys import intern

import msgspec

from goldsmith.core import Document
from goldsmith.errors import InputError

_MODULUS = 1 << 256


class Card(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One document: its id, its metadata and its length in words."""

    id: str
    patient: str = ""
    type: str = ""
    subtype: str = ""
    date: str = ""
    diagnosis: str = ""
    institution: str = ""
    words: int = 0
    extra: tuple[tuple[str, str], ...] = ()
    """Whatever else is known, as names and values, sorted."""


class Population(msgspec.Struct, frozen=True):
    """The cards of all documents to draw from, and a hash that tells this population from others.

    The hash covers ids, metadata and texts, and does not depend on the order of the documents.
    """

    cards: tuple[Card, ...]
    sha256: str

    @property
    def knows_patients(self) -> bool:
        return any(card.patient for card in self.cards)


def card_of(doc: Document) -> Card:
    """The card of a document; words that recur are held once."""
    known = doc.metadata
    extra = tuple(sorted((intern(name), intern(value)) for name, value in known.extra.items()))
    return Card(
        doc.id,
        intern(known.patient),
        intern(known.type),
        intern(known.subtype),
        intern(known.date),
        intern(known.diagnosis),
        intern(known.institution),
        len(doc.text.split()),
        extra,
    )


def population_of(docs: Iterable[Document]) -> Population:
    """The population that documents make, in one pass over them."""
    return _gathered((card_of(doc), doc.text_hash) for doc in docs)


def population(cards: Iterable[Card]) -> Population:
    """The population that cards make, where there are no texts at hand."""
    return _gathered((card, "") for card in cards)


def _gathered(pairs: Iterable[tuple[Card, str]]) -> Population:
    encoder = msgspec.json.Encoder()
    cards, total = [], 0
    for card, text_hash in pairs:
        cards.append(card)
        content = encoder.encode(card) + text_hash.encode()
        # A sum is the same in any order, where a running hash is not.
        total = (total + int.from_bytes(sha256(content).digest())) % _MODULUS
    if len({card.id for card in cards}) < len(cards):
        raise InputError("a document id occurs twice", expected="one document for each id")
    return Population(tuple(cards), f"{total:064x}")
