"""The documents that each annotator annotated, and notices about gaps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

import msgspec

from goldsmith.core import Document
from goldsmith.errors import InputError, Remedy
from goldsmith.project.agreement.listing import list_ids
from goldsmith.project.agreement.pairing import Missing

#: Up to this many sets have their own notices; more are summarised in one line.
_FEW_SETS = 5


class Coverage(msgspec.Struct, frozen=True):
    """The documents that an annotator annotated."""

    annotator: str
    documents: int
    mentions: int
    missing: list[str]
    """The documents that others annotated but this annotator did not."""


class CoverageCounter:
    """Counts the documents and mentions of every set in one pass."""

    def __init__(self) -> None:
        self._documents: list[str] = []
        self._unannotated: list[str] = []
        self._annotated: dict[str, set[str]] = {}
        self._mentions: dict[str, int] = {}
        self._assigned: dict[str, list[str]] = {}

    @property
    def documents(self) -> int:
        """The documents that have at least one of the sets."""
        return len(self._documents)

    def add(self, doc: Document, names: Iterable[str], assigned: Iterable[str] = ()) -> None:
        """Count a document with some of its sets.

        Args:
            doc: The document.
            names: The sets of annotators that it has.
            assigned: The annotators it was assigned to, if any.
        """
        for name in assigned:
            self._assigned.setdefault(name, []).append(doc.id)
        is_annotated = False
        for name in names:
            is_annotated = True
            self._annotated.setdefault(name, set()).add(doc.id)
            mentions = self._mentions.get(name, 0) + len(doc.sets[name].mentions)
            self._mentions[name] = mentions
        (self._documents if is_annotated else self._unannotated).append(doc.id)

    def make_result(self, names: Sequence[str]) -> list[Coverage]:
        """Return the coverage of each set."""
        return [self._make_coverage(name) for name in names]

    def _make_coverage(self, name: str) -> Coverage:
        annotated = self._annotated.get(name, set())
        due = self._list_due(name)
        missing = sorted(doc_id for doc_id in due if doc_id not in annotated)
        return Coverage(name, len(annotated), self._mentions.get(name, 0), missing)

    def _list_due(self, name: str) -> list[str]:
        """List the documents that an annotator was expected to annotate."""
        return self._assigned.get(name, []) if self._assigned else self._documents

    def check(self, names: Sequence[str], missing: Missing) -> None:
        """Refuse documents that a set lacks, unless they may be skipped or count as empty.

        Raises:
            InputError: There are such documents.
        """
        lacking = [item for item in self.make_result(names) if item.missing]
        if missing == "refuse" and lacking:
            parts = "; ".join(
                f"{item.annotator} has no annotations in {len(item.missing):,}: "
                + list_ids(item.missing)
                for item in lacking
            )
            raise InputError(
                f"the annotators did not annotate the same documents; {parts}",
                expected="every document annotated by all of them",
                remedy=Remedy.HANDLE_MISSING,
            )

    def list_notices(self, names: Sequence[str], missing: Missing) -> list[str]:
        """List the documents that sets lack, and the sets without mentions."""
        coverage = self.make_result(names)
        notices = [
            f"{item.annotator} has no mentions in {item.documents:,} documents"
            for item in coverage
            if item.documents and not item.mentions
        ]
        lacking = [item for item in coverage if item.missing]
        if lacking and len(names) <= _FEW_SETS:
            notices += [self._describe_missing(item, missing) for item in lacking]
        elif lacking:
            notices.append(self._summarise(coverage, missing))
        if self._unannotated:
            notices.append(
                f"{len(self._unannotated):,} documents have none of the sets and are not counted: "
                + list_ids(self._unannotated, limit=None)
            )
        return notices

    def _describe_missing(self, item: Coverage, missing: Missing) -> str:
        outcome = "they count as empty" if missing == "empty" else "they are not counted for it"
        due = len(self._list_due(item.annotator))
        return (
            f"{item.annotator} has no annotations in {len(item.missing):,} of {due:,} "
            f"documents, and {outcome}: {list_ids(item.missing, limit=None)}"
        )

    def _summarise(self, coverage: Sequence[Coverage], missing: Missing) -> str:
        sizes = [item.documents for item in coverage]
        outcome = (
            "documents that an annotator lacks count as empty"
            if missing == "empty"
            else "each pair is measured on the documents that both annotated"
        )
        return (
            f"the {len(coverage):,} sets have annotations in {min(sizes):,} to {max(sizes):,} of "
            f"{self.documents:,} documents (median {median(sizes):,.0f}); {outcome}"
        )
