"""Pair the documents of two sources by id; refuse or report the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from goldsmith.core import AnnotationSet, Document, Schema
from goldsmith.errors import InputError, Remedy
from goldsmith.metrics import SetPair
from goldsmith.project.agreement.differing import Differing, TextMatcher
from goldsmith.project.agreement.listing import list_ids

#: What to do with documents that only one side has, or has annotated.
Missing = Literal["refuse", "empty", "skip"]


class DocumentJoin:
    """Iterates over pairs of documents with the same id from two streams.

    Documents wait for their partner, so memory use stays flat if both sides have the same order.
    After the last pair, `only_first` and `only_second` list the ids without a partner and
    `unpaired` contains the documents.
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


class DocumentPairs:
    """The annotation sets of two sources, document by document; iterate over it once.

    After the last pair, `notices` lists the documents that were left out, realigned or counted as
    empty. The arguments are those of `pair_documents`.
    """

    def __init__(
        self,
        gold: Iterable[Document],
        system: Iterable[Document],
        *,
        schema: Schema | None,
        sets: tuple[str, str],
        missing: Missing,
        differing: Differing,
        label: str,
    ) -> None:
        self._join = DocumentJoin(gold, system)
        self._texts = TextMatcher(differing)
        self._schema, self._sets, self._missing, self._label = schema, sets, missing, label
        self._documents = self._pairs = 0
        self._unannotated: tuple[list[str], list[str], list[str]] = ([], [], [])
        self.notices: list[str] = []

    def __iter__(self) -> Iterator[SetPair]:
        for gold, system in self._join:
            self._documents += 1
            matched = self._texts.match(gold, system, self._label)
            if matched is not None:
                yield from self._pair_sets(gold, matched)
        self._texts.check(f"{self._label} and the gold standard")
        self._check_missing()
        if self._missing == "empty":
            for gold in self._join.unpaired[0].values():
                yield from self._pair_sets(gold, Document(gold.id, gold.text), is_missing=True)
        self._check_pairs()
        self.notices = [*self._texts.list_notices(), *self._list_notices()]

    def _pair_sets(
        self, gold: Document, system: Document, *, is_missing: bool = False
    ) -> Iterator[SetPair]:
        """Yield the sets to compare, if both documents have one or may count as empty."""
        a, b = find_set(gold, self._sets[0]), find_set(system, self._sets[1])
        if not is_missing and (a is None or b is None):
            lacks_both, lacks_gold, lacks_system = self._unannotated
            ids = lacks_both if a is b else lacks_gold if a is None else lacks_system
            ids.append(gold.id)
        if (a is not None and b is not None) or self._missing == "empty":
            self._pairs += 1
            yield SetPair(
                gold,
                a or AnnotationSet(self._sets[0]),
                b or AnnotationSet(self._sets[1]),
                self._schema,
            )

    def _check_missing(self) -> None:
        """Refuse documents of one side only, unless they may be skipped or count as empty."""
        join, label = self._join, self._label
        _, lacks_gold, lacks_system = self._unannotated
        extra = join.only_second and self._missing != "skip"
        lacking = (join.only_first or lacks_gold or lacks_system) and self._missing == "refuse"
        if not extra and not lacking:
            return
        parts = []
        if join.only_first:
            parts.append(f"{len(join.only_first)} only in the gold: {list_ids(join.only_first)}")
        if join.only_second:
            parts.append(f"{len(join.only_second)} only in {label}: {list_ids(join.only_second)}")
        if self._missing == "refuse":
            parts += [
                f"{side} has no annotations in {len(ids)}: {list_ids(ids)}"
                for side, ids in (("the gold", lacks_gold), (label, lacks_system))
                if ids
            ]
        raise InputError(
            "the two sides do not have the same documents; " + "; ".join(parts),
            expected="the same documents on both sides, annotated by both",
            remedy=Remedy.HANDLE_MISSING,
        )

    def _check_pairs(self) -> None:
        if not self._pairs and (self._documents or any(self._join.unpaired)):
            raise InputError(
                f"no document is annotated in both {self._label} and the gold standard",
                expected="annotations on both sides",
                remedy=Remedy.NAME_FORMAT,
            )

    def _list_notices(self) -> list[str]:
        lacks_both, lacks_gold, lacks_system = self._unannotated
        outcome = "count as empty" if self._missing == "empty" else "are not counted"
        groups = (
            ("that only the gold standard has", self._join.only_first),
            (f"that only {self._label} has", self._join.only_second),
            ("without annotations in the gold standard", lacks_gold),
            (f"without annotations in {self._label}", lacks_system),
            ("without annotations on either side", lacks_both),
        )
        return [
            f"{len(ids):,} documents {what} {outcome}: {list_ids(ids, limit=None)}"
            for what, ids in groups
            if ids
        ]


def pair_documents(
    gold: Iterable[Document],
    system: Iterable[Document],
    *,
    schema: Schema | None = None,
    gold_set: str = "",
    system_set: str = "",
    missing: Missing = "refuse",
    differing: Differing = "refuse",
    label: str = "the system",
) -> DocumentPairs:
    """Pair the annotation sets of two sources, document by document.

    A document without an annotation set was not annotated; one with an empty set was annotated,
    but has no annotations.

    Args:
        gold: The documents of the gold standard.
        system: The documents of the system, in any order.
        schema: The schema of the annotations.
        gold_set: The set of the gold documents; may be empty if they have only one.
        system_set: The set of the system documents; likewise.
        missing: Documents that only one side has or has annotated are refused ("refuse") or left
            out ("skip"); with "empty", a document that the system lacks, or that a side has not
            annotated, counts as one without annotations.
        differing: Documents whose texts differ are refused ("refuse") or left out ("skip"); with
            "realign", annotations are moved where only white space differs.
        label: The name of the system in messages.

    Raises:
        InputError: The texts of a pair differ, documents are missing, or no two can be compared;
            raised by the iteration.
    """
    return DocumentPairs(
        gold,
        system,
        schema=schema,
        sets=(gold_set, system_set),
        missing=missing,
        differing=differing,
        label=label,
    )


def find_set(doc: Document, name: str) -> AnnotationSet | None:
    """Return the set of this name, or the only set; None for a document without it.

    Raises:
        InputError: There are several sets and none is named.
    """
    if name:
        return doc.sets.get(name)
    if len(doc.sets) > 1:
        raise InputError(
            f"{doc.id} has several annotation sets",
            expected="one of " + ", ".join(doc.sets),
            remedy=Remedy.NAME_SET,
        )
    return next(iter(doc.sets.values()), None)
