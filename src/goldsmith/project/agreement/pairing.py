"""Brings two sides together document by document; what does not fit is said, never left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from goldsmith.core import AnnotationSet, Document, Schema
from goldsmith.errors import InputError
from goldsmith.metrics import Compared

#: What to do with documents that only one side has.
Missing = Literal["refuse", "empty", "skip"]
_SHOWN = 5


class Join:
    """Pairs of documents with the same id from two streams; `only_first` and `only_second` count.

    Documents wait for their partner, so memory stays flat when both sides come in the same order.
    """

    def __init__(self, first: Iterable[Document], second: Iterable[Document]) -> None:
        self._sides = (iter(first), iter(second))
        self.only_first: list[str] = []
        self.only_second: list[str] = []

    def __iter__(self) -> Iterator[tuple[Document, Document]]:
        waiting: tuple[dict[str, Document], dict[str, Document]] = ({}, {})
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
        self.left_over = waiting


def paired(
    gold: Iterable[Document],
    system: Iterable[Document],
    *,
    schema: Schema | None = None,
    gold_set: str = "",
    system_set: str = "",
    missing: Missing = "refuse",
    label: str = "the system",
) -> Iterator[Compared]:
    """What to compare, document by document; different texts and missing documents are refused.

    With `missing="empty"` a document that the system lacks counts as one without annotations;
    with "skip" documents of one side only are left out. Both are the caller's explicit wish.
    """
    join = Join(gold, system)
    changed: list[str] = []
    for first, second in join:
        if first.text != second.text:
            changed.append(first.id)
        else:
            yield Compared(first, chosen(first, gold_set), chosen(second, system_set), schema)
    if changed:
        raise InputError(
            f"{len(changed)} of the documents have another text in {label} than in the gold: "
            + shown(changed),
            expected="the same text, character by character: annotations point into it",
            remedy="Score on the texts that were annotated",
        )
    _settle(join, missing, label)
    if missing == "empty":
        for doc in join.left_over[0].values():
            yield Compared(doc, chosen(doc, gold_set), AnnotationSet(system_set), schema)


def _settle(join: Join, missing: Missing, label: str) -> None:
    extra = join.only_second and missing != "skip"
    lacking = join.only_first and missing == "refuse"
    if not extra and not lacking:
        return
    parts = []
    if join.only_first:
        parts.append(f"{len(join.only_first)} only in the gold: {shown(join.only_first)}")
    if join.only_second:
        parts.append(f"{len(join.only_second)} only in {label}: {shown(join.only_second)}")
    raise InputError(
        "the two sides do not have the same documents; " + "; ".join(parts),
        expected="the same documents on both sides",
        remedy="--missing empty counts documents that the system lacks as empty, "
        "--missing skip leaves out what only one side has",
    )


def chosen(doc: Document, name: str) -> AnnotationSet:
    """The set of this name, or the only one; a document with no set at all counts as empty."""
    if name:
        return doc.sets.get(name, AnnotationSet(name))
    if len(doc.sets) > 1:
        raise InputError(
            f"{doc.id} has several annotation sets",
            expected="one of " + ", ".join(doc.sets),
            remedy="Name the one to compare: --gold-set, --system-set",
        )
    return next(iter(doc.sets.values()), AnnotationSet(""))


def shown(names: list[str]) -> str:
    """The first few of many names."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
