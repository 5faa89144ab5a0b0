"""Puts annotators who come as separate files on top of each other: one document, a set for each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.project.agreement.pairing import chosen, shown
from goldsmith.project.corpus.sources import Source


def stacked(paths: Sequence[str], fmt: str | None = None) -> tuple[list[Document], list[str]]:
    """The documents of all paths with one set for each, and the names of the sets.

    A set is called like the end of its path. A document whose text differs between paths is
    refused; one that not all have simply lacks the others' sets.
    """
    names = _names(paths)
    docs: dict[str, Document] = {}
    for path, name in zip(paths, names, strict=True):
        changed = []
        for doc in Source(path, fmt):
            one = replace(chosen(doc, ""), name=name)
            known = docs.get(doc.id, replace(doc, sets={}))
            if known.text != doc.text:
                changed.append(doc.id)
            docs[doc.id] = known.with_set(one)
        if changed:
            raise InputError(
                f"{len(changed)} documents have another text here than in the others: "
                + shown(changed),
                where=path,
                expected="the same text, character by character: annotations point into it",
            )
    return [docs[key] for key in sorted(docs)], names


def _names(paths: Sequence[str]) -> list[str]:
    """The ends of the paths, as many parts as it takes to tell them apart."""
    parts = [Path(path).parts for path in paths]
    for length in range(1, max((len(one) for one in parts), default=0) + 1):
        names = ["-".join(part.strip("/") for part in one[-length:]) for one in parts]
        if len(set(names)) == len(names):
            return names
    raise InputError("the same path is given twice", expected="a path for each annotator")
