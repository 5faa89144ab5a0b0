"""Handling of documents whose text differs between sources: refuse, leave out, or realign."""

from __future__ import annotations

from typing import Literal

from goldsmith.core import Document
from goldsmith.errors import InputError, Remedy, shorten_id
from goldsmith.project.agreement.listing import list_ids, shorten_end
from goldsmith.project.agreement.realign import realign_document
from goldsmith.project.agreement.whitespace import is_equal_without_whitespace

#: What to do with documents whose text differs from that of another source.
Differing = Literal["refuse", "skip", "realign"]


class TextMatcher:
    """Compares the texts of documents from several sources, and records those that differ.

    Args:
        differing: Documents whose texts differ are refused at the end ("refuse") or left out
            ("skip"); with "realign", annotations are moved to the first text where only white
            space differs, and the other documents are left out.
    """

    def __init__(self, differing: Differing = "refuse") -> None:
        self.differing = differing
        self._changed: dict[str, list[str]] = {}
        self._respaced: dict[str, list[str]] = {}
        self._unmapped: list[str] = []

    @property
    def changed(self) -> set[str]:
        """The documents that cannot be compared."""
        return {doc_id for ids in self._changed.values() for doc_id in ids}

    def match(self, base: Document, doc: Document, label: str) -> Document | None:
        """Return a document whose annotations point into the text of another.

        Args:
            base: The document whose text is authoritative.
            doc: The same document from another source.
            label: The name of that source in messages.

        Returns:
            None if the texts cannot be compared.
        """
        if base.text == doc.text:
            return doc
        if is_equal_without_whitespace(base.text, doc.text):
            self._respaced.setdefault(label, []).append(doc.id)
            if self.differing == "realign":
                moved = realign_document(doc, base.text)
                self._unmapped += [
                    f"{shorten_end(doc.id)} {shorten_id(annotation)}"
                    for annotation in moved.unmapped
                ]
                return moved.doc
        self._changed.setdefault(label, []).append(doc.id)
        return None

    def check(self, standard: str) -> None:
        """Refuse documents that cannot be compared, all of them at once.

        Args:
            standard: The names of the compared texts, for the message.

        Raises:
            InputError: There are such documents, and they may not be left out.
        """
        if self.differing != "refuse" or not self._changed:
            return
        count = sum(map(len, self._changed.values()))
        raise InputError(
            f"the text of {count:,} documents differs between {standard}"
            f"{self._describe_respaced()}: {_list_all(self._changed)}",
            expected="the same text, character by character: annotations point into it",
            remedy=Remedy.HANDLE_DIFFERING,
        )

    def _describe_respaced(self) -> str:
        count = sum(map(len, self._respaced.values()))
        return f" ({count:,} only in white space)" if count else ""

    def list_notices(self) -> list[str]:
        """List the documents left out or realigned, and the annotations that were not moved."""
        notices = []
        if self._changed:
            notices.append(
                f"{len(self.changed):,} documents are not counted, because their texts differ"
                f"{'' if self.differing == 'realign' else self._describe_respaced()}: "
                + _list_all(self._changed)
            )
        if self.differing == "realign" and self._respaced:
            count = sum(map(len, self._respaced.values()))
            notices.append(
                f"{count:,} documents were realigned, because only white space differs: "
                + _list_all(self._respaced)
            )
        if self._unmapped:
            notices.append(
                f"{len(self._unmapped):,} annotations could not be realigned and are not counted: "
                + ", ".join(self._unmapped)
            )
        return notices


def _list_all(ids: dict[str, list[str]]) -> str:
    """Return every document by its source."""
    return "; ".join(f"{label}: {list_ids(sorted(own), limit=None)}" for label, own in ids.items())
