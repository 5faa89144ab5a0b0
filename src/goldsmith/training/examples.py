"""Documents to learn from: those that have the set, taken apart, without any of their sets."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from goldsmith.core import Document
from goldsmith.errors import InputError, UnknownName
from goldsmith.pipeline import Analysis, Example


def examples(docs: Iterable[Document], set_name: str = "") -> list[Example]:
    """An example for each document that has the set, or the only set there is.

    The document inside it has no sets: no component can look at an answer.
    """
    found: list[Example] = []
    known: set[str] = set()
    for doc in docs:
        known |= doc.sets.keys()
        if not set_name and len(known) > 1:
            raise InputError(
                "there are several annotation sets",
                expected="one of " + ", ".join(sorted(known)),
                remedy="Name the one to learn from: --set",
            )
        gold = doc.sets.get(set_name) if set_name else next(iter(doc.sets.values()), None)
        if gold is not None:
            found.append(Example(Analysis(bare(doc)), gold))
    if not found and set_name and known:
        raise UnknownName("annotation set", set_name, known)
    if not found:
        raise InputError("there is nothing to learn from", expected="documents with annotations")
    return found


def bare(doc: Document) -> Document:
    """The document without its sets."""
    return replace(doc, sets={}) if doc.sets else doc
