"""Combine the work of annotators from separate paths: one document with a set for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec.structs import replace

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.project.agreement.pairing import choose_set, list_some
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.project.corpus.sources import Source


def open_sets(
    names: Sequence[str],
    corpus: str | None = None,
    fmt: str | None = None,
    *,
    track: Track = pass_on,
) -> tuple[Iterable[Document], list[str]]:
    """Open the documents to compare, and return them with the names of their sets.

    Args:
        names: Annotation sets of the corpus; without a corpus, paths with one annotator each.
        corpus: The corpus that holds the sets.
        fmt: The format of the corpus or paths; detected if None.
        track: Shows progress over the documents of the corpus.
    """
    if corpus is None:
        return stack_sets(names, fmt)
    source = Source(corpus, fmt)
    return track(source, source.total), list(names)


def stack_sets(paths: Sequence[str], fmt: str | None = None) -> tuple[list[Document], list[str]]:
    """Read all paths into one list of documents, and return it with the names of the sets.

    A set takes its name from the end of its path. A document that some paths lack has no sets of
    theirs.

    Raises:
        InputError: The text of a document differs between paths.
    """
    names = _name_paths(paths)
    docs: dict[str, Document] = {}
    for path, name in zip(paths, names, strict=True):
        changed = []
        for doc in Source(path, fmt):
            stacked = docs.get(doc.id, replace(doc, sets={}))
            if stacked.text != doc.text:
                changed.append(doc.id)
            docs[doc.id] = stacked.with_set(replace(choose_set(doc, ""), name=name))
        if changed:
            raise InputError(
                f"the text of {len(changed)} documents differs from the other paths: "
                + list_some(changed),
                where=path,
                expected="the same text, character by character: annotations point into it",
            )
    return [docs[key] for key in sorted(docs)], names


def _name_paths(paths: Sequence[str]) -> list[str]:
    """Return the ends of the paths, with as many parts as it takes to distinguish them."""
    split = [Path(path).parts for path in paths]
    for length in range(1, max((len(parts) for parts in split), default=0) + 1):
        names = ["-".join(part.strip("/") for part in parts[-length:]) for parts in split]
        if len(set(names)) == len(names):
            return names
    raise InputError("the same path is named twice", expected="a path for each annotator")
