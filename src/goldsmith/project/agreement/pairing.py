"""Pair the documents of two sources by id, and refuse pairs that cannot be compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from goldsmith.core import AnnotationSet, Document, Schema
from goldsmith.errors import InputError, Remedy
from goldsmith.metrics import SetPair

#: What to do with documents that only one side has.
Missing = Literal["refuse", "empty", "skip"]
_SHOWN = 5


class DocumentJoin:
    """Iterates over pairs of documents with the same id from two streams.

    Documents wait for their partner, so memory stays flat when both sides come in the same order.
    After the last pair, `only_first` and `only_second` list the ids without a partner and
    `unpaired` holds the documents.
    """

    def __init__(self, first: Iterable[Document], second: Iterable[Document]) -> None:
        self._sides = (iter(first), iter(second))
        self.only_first: list[str] = []
        self.only_second: list[str] = []
        self.unpaired: tuple[dict[str, Document], dict[str, Document]] = ({}, {})

    def __iter__(self) -> Iterator[tuple[Document, Document]]:
        waiting = self.unpaired
        running = [True, True]
        while any(running):
            for side in (0, 1):
                doc = next(self._sides[side], None) if running[side] else None
                if doc is None:
                    running[side] = False
                elif doc.id in waiting[1 - side]:
                    partner = waiting[1 - side].pop(doc.id)
                    yield (doc, partner) if side == 0 else (partner, doc)
                else:
                    waiting[side][doc.id] = doc
        self.only_first, self.only_second = sorted(waiting[0]), sorted(waiting[1])


def pair_documents(
    gold: Iterable[Document],
    system: Iterable[Document],
    *,
    schema: Schema | None = None,
    gold_set: str = "",
    system_set: str = "",
    missing: Missing = "refuse",
    label: str = "the system",
) -> Iterator[SetPair]:
    """Pair the annotation sets of two sources, document by document.

    Args:
        gold: The documents of the gold standard.
        system: The documents of the system, in any order.
        schema: The schema of the annotations.
        gold_set: The set of the gold documents; may be empty if they have only one.
        system_set: The set of the system documents; likewise.
        missing: Documents that only one side has are refused ("refuse") or left out ("skip");
            with "empty", a document that the system lacks counts as one without annotations.
        label: The name of the system in messages.

    Raises:
        InputError: The texts of a pair differ, or documents are missing.
    """
    join = DocumentJoin(gold, system)
    changed: list[str] = []
    for first, second in join:
        if first.text != second.text:
            changed.append(first.id)
        else:
            yield SetPair(
                first, choose_set(first, gold_set), choose_set(second, system_set), schema
            )
    if changed:
        raise InputError(
            f"the text of {len(changed)} documents differs between {label} and the gold standard: "
            + list_some(changed),
            expected="the same text, character by character: annotations point into it",
            remedy="Score on the texts that were annotated",
        )
    _check_missing(join, missing, label)
    if missing == "empty":
        for doc in join.unpaired[0].values():
            yield SetPair(doc, choose_set(doc, gold_set), AnnotationSet(system_set), schema)


def _check_missing(join: DocumentJoin, missing: Missing, label: str) -> None:
    extra = join.only_second and missing != "skip"
    lacking = join.only_first and missing == "refuse"
    if not extra and not lacking:
        return
    parts = []
    if join.only_first:
        parts.append(f"{len(join.only_first)} only in the gold: {list_some(join.only_first)}")
    if join.only_second:
        parts.append(f"{len(join.only_second)} only in {label}: {list_some(join.only_second)}")
    raise InputError(
        "the two sides do not have the same documents; " + "; ".join(parts),
        expected="the same documents on both sides",
        remedy=Remedy.HANDLE_MISSING,
    )


def choose_set(doc: Document, name: str) -> AnnotationSet:
    """Return the set of this name, or the only set; a document without sets counts as empty."""
    if name:
        return doc.sets.get(name, AnnotationSet(name))
    if len(doc.sets) > 1:
        raise InputError(
            f"{doc.id} has several annotation sets",
            expected="one of " + ", ".join(doc.sets),
            remedy=Remedy.NAME_SET,
        )
    return next(iter(doc.sets.values()), AnnotationSet(""))


def list_some(names: list[str]) -> str:
    """Return the first few of many names."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
