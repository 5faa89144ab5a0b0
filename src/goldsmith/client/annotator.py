"""A person, or a script, who annotates one set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from goldsmith.client.documents import Documents
from goldsmith.client.ids import make_uuid7
from goldsmith.client.sets import Sets
from goldsmith.core import Code, Group, Mention, Relation, Span
from goldsmith.errors import InputError
from goldsmith.store.journal.change import Change, Receipt, Source
from goldsmith.store.journal.state import Content
from goldsmith.store.journal.steps import (
    AddGroup,
    AddMention,
    AddRelation,
    Remove,
    SetAttribute,
    SetCodes,
    Step,
)


class Annotator:
    """A helper that annotates a set: it makes ids and tracks the revision of each change.

    Args:
        sets: The part of the client for sets.
        documents: The part of the client for documents.
        set_id: The set.
        guideline: The version of the guideline that the annotator follows.

    Example:
        >>> annotator = client.annotate(task.set)
        >>> cancer = annotator.mark("Condition", "invasive ductal carcinoma")
        >>> annotator.set_attribute(cancer, "certainty", "positive")
        >>> annotator.undo()
    """

    def __init__(self, sets: Sets, documents: Documents, set_id: str, guideline: str = "") -> None:
        self._sets, self._documents = sets, documents
        self.set, self.guideline = set_id, guideline
        view = sets.read(set_id)
        self.document, self.revision = view.document, view.revision

    @cached_property
    def text(self) -> str:
        """The text of the document."""
        return self._documents.read(self.document).text

    def read(self) -> Content:
        """Read the annotations again, and base further changes on them."""
        view = self._sets.read(self.set)
        self.revision = view.revision
        return view.content

    def apply(self, *steps: Step, source: Source = "human", action: str = "") -> Receipt:
        """Send steps as one change.

        Raises:
            Conflict: The same annotations were changed since. Read the set again.
            InputError: The change breaks the schema or its rules.
        """
        change = Change(make_uuid7(), self.revision, steps, source, self.guideline, action=action)
        receipt = self._sets.append(self.set, change)
        self.revision = receipt.revision
        return receipt

    def mark(
        self,
        type: str,
        words: str,
        *,
        nth: int = 1,
        attributes: Mapping[str, str] | None = None,
        codes: Sequence[Code] = (),
    ) -> str:
        """Add a mention of words of the text, and return its id.

        Args:
            type: The type of the mention.
            words: The words, as they occur in the text.
            nth: The occurrence to mark, from 1.
            attributes: Its attributes.
            codes: Its codes.

        Raises:
            InputError: The words do not occur that many times in the text.
        """
        start = -1
        for _ in range(nth):
            start = self.text.find(words, start + 1)
            if start < 0:
                raise InputError("the words do not occur that many times in the text")
        span = Span(start, start + len(words))
        return self.add_mention(type, [span], attributes=attributes, codes=codes)

    def add_mention(
        self,
        type: str,
        spans: Sequence[Span],
        *,
        attributes: Mapping[str, str] | None = None,
        codes: Sequence[Code] = (),
    ) -> str:
        """Add a mention, and return its id."""
        mention = Mention(make_uuid7(), type, tuple(spans), attributes or {}, tuple(codes))
        self.apply(AddMention(mention))
        return mention.id

    def relate(
        self, type: str, first: str, second: str, attributes: Mapping[str, str] | None = None
    ) -> str:
        """Add a relation between two mentions, and return its id."""
        relation = Relation(make_uuid7(), type, first, second, attributes or {})
        self.apply(AddRelation(relation))
        return relation.id

    def group(self, type: str, members: Sequence[str]) -> str:
        """Add a group of mentions, and return its id."""
        group = Group(make_uuid7(), type, tuple(members))
        self.apply(AddGroup(group))
        return group.id

    def set_attribute(self, annotation: str, name: str, value: str | None) -> Receipt:
        """Give an attribute a value; None removes it."""
        return self.apply(SetAttribute(annotation, name, value))

    def set_codes(self, mention: str, codes: Sequence[Code]) -> Receipt:
        """Replace the codes of a mention."""
        return self.apply(SetCodes(mention, tuple(codes)), source="coding")

    def remove(self, annotation: str) -> Receipt:
        """Remove an annotation and everything that depends on it."""
        return self.apply(Remove(annotation))

    def undo(self) -> Receipt:
        """Undo the last change."""
        return self._keep(self._sets.undo(self.set))

    def redo(self) -> Receipt:
        """Redo the change that was undone last."""
        return self._keep(self._sets.redo(self.set))

    def _keep(self, receipt: Receipt) -> Receipt:
        self.revision = receipt.revision
        return receipt
