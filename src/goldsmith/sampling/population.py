"""Populations to sample from: a card with the metadata of each document, without its text.

Only the cards stay in memory, so that a population of a million documents fits.
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
    """The id, metadata and length in words of a document."""

    id: str
    patient: str = ""
    type: str = ""
    subtype: str = ""
    date: str = ""
    diagnosis: str = ""
    institution: str = ""
    words: int = 0
    extra: tuple[tuple[str, str], ...] = ()
    """Further metadata as pairs of name and value, sorted."""


class Population(msgspec.Struct, frozen=True):
    """The cards of all documents to sample from, and a hash that identifies the population.

    The hash covers ids, metadata and texts. It does not depend on the order of the documents.
    """

    cards: tuple[Card, ...]
    sha256: str

    @property
    def knows_patients(self) -> bool:
        """Whether any document names its patient."""
        return any(card.patient for card in self.cards)


def make_card(doc: Document) -> Card:
    """Make the card of a document; equal strings are interned to save memory."""
    metadata = doc.metadata
    extra = tuple(sorted((intern(name), intern(value)) for name, value in metadata.extra.items()))
    return Card(
        doc.id,
        intern(metadata.patient),
        intern(metadata.type),
        intern(metadata.subtype),
        intern(metadata.date),
        intern(metadata.diagnosis),
        intern(metadata.institution),
        len(doc.text.split()),
        extra,
    )


def build_population(docs: Iterable[Document]) -> Population:
    """Build a population in one pass over its documents.

    Raises:
        InputError: Two documents have the same id.
    """
    return _collect_cards((make_card(doc), doc.text_hash) for doc in docs)


def build_population_from_cards(cards: Iterable[Card]) -> Population:
    """Build a population from cards, when the texts are not available.

    Raises:
        InputError: Two cards have the same id.
    """
    return _collect_cards((card, "") for card in cards)


def _collect_cards(pairs: Iterable[tuple[Card, str]]) -> Population:
    encoder = msgspec.json.Encoder()
    cards, total = [], 0
    for card, text_hash in pairs:
        cards.append(card)
        content = encoder.encode(card) + text_hash.encode()
        # Unlike a running hash, a sum does not depend on the order.
        total = (total + int.from_bytes(sha256(content).digest())) % _MODULUS
    if len({card.id for card in cards}) < len(cards):
        raise InputError("a document id occurs twice", expected="one document for each id")
    return Population(tuple(cards), f"{total:064x}")
