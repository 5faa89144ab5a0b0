"""Training examples: documents without annotation sets, each paired with its gold set."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from goldsmith.core import Document
from goldsmith.errors import InputError, Remedy, UnknownName
from goldsmith.pipeline import Analysis, Example


def make_examples(docs: Iterable[Document], set_name: str = "") -> list[Example]:
    """Make a training example of each document that has the gold set.

    The document in an example has no sets, so that no component can see the answer.

    Args:
        docs: The documents.
        set_name: The gold set; may be empty if the documents have only one set.

    Raises:
        InputError: There are several sets and none is named, or no document has annotations.
        UnknownName: No document has a set of that name.
    """
    examples: list[Example] = []
    names: set[str] = set()
    for doc in docs:
        names |= doc.sets.keys()
        if not set_name and len(names) > 1:
            raise InputError(
                "there are several annotation sets",
                expected="one of " + ", ".join(sorted(names)),
                remedy=Remedy.NAME_SET,
            )
        gold = doc.sets.get(set_name) if set_name else next(iter(doc.sets.values()), None)
        if gold is not None:
            examples.append(Example(Analysis(remove_sets(doc)), gold))
    if not examples and set_name and names:
        raise UnknownName("annotation set", set_name, names)
    if not examples:
        raise InputError("there is nothing to learn from", expected="documents with annotations")
    return examples


def remove_sets(doc: Document) -> Document:
    """Return a document without its sets."""
    return replace(doc, sets={}) if doc.sets else doc
