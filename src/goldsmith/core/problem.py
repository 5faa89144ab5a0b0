"""Problems in annotation sets, and their location."""

from __future__ import annotations

import msgspec

from goldsmith.core.annotation_set import AnnotationSet
from goldsmith.core.document import Document
from goldsmith.core.mention import Mention
from goldsmith.core.offsets import get_line_number
from goldsmith.errors import shorten_id


class Problem(msgspec.Struct, frozen=True):
    """A problem with an annotation and its location. It never quotes the note."""

    document: str
    set: str
    kind: str
    annotation: str
    message: str
    start: int = -1
    line: int = 0

    def __str__(self) -> str:
        place = f" line {self.line} (offset {self.start})" if self.line else ""
        names = [shorten_id(name) for name in (self.document, self.set, self.annotation)]
        return f"{names[0]} [{names[1]}] {names[2]}{place}: {self.message}"


class ProblemReporter:
    """A factory of problems for one annotation set of one document."""

    def __init__(self, doc: Document, annotation_set: AnnotationSet) -> None:
        self._doc, self._set_name = doc, annotation_set.name

    def report_mention(self, mention: Mention, kind: str, message: str) -> Problem:
        """Report a problem with a mention, including its line and offset."""
        start, text = mention.start, self._doc.text
        line = get_line_number(text, start) if 0 <= start <= len(text) else 0
        return Problem(self._doc.id, self._set_name, kind, mention.id, message, start, line)

    def report(self, annotation_id: str, kind: str, message: str) -> Problem:
        """Report a problem with a relation, a group or an id."""
        return Problem(self._doc.id, self._set_name, kind, annotation_id, message)
