"""Compares the wording that files record for their mentions with the text at the offsets.

A wording that differs is the only sign that offsets are wrong but inside the text: they count from
the start of each sentence, in bytes, or on another version of the note.
"""

from __future__ import annotations

import msgspec

from goldsmith.core import Document, Problem, check_recorded_text

#: The kind of problem that a wording is which is not at its offsets.
WORDING = "text"


class WordingCheck(msgspec.Struct):
    """Counts the recorded wordings of a corpus and how many of them are not at their offsets."""

    mentions: int = 0
    differing: int = 0
    documents: int = 0

    def find_problem(self, doc: Document) -> Problem | None:
        """Return the first wording of a document that differs, with the counts as its message."""
        sets = doc.sets.values()
        total = sum(bool(mention.text) for anns in sets for mention in anns.mentions)
        problems = [problem for anns in sets for problem in check_recorded_text(doc, anns)]
        self.mentions += total
        if not problems:
            return None
        self.differing += len(problems)
        self.documents += 1
        return msgspec.structs.replace(problems[0], message=_word(len(problems), total))

    def describe(self) -> str:
        """Return how many wordings differ in how many documents; "" if none does."""
        if not self.differing:
            return ""
        documents = "1 document" if self.documents == 1 else f"{self.documents:,} documents"
        return f"{_word(self.differing, self.mentions)}, in {documents}"


def _word(count: int, total: int) -> str:
    return (
        f"the wording that the file records for {count:,} of {total:,} mentions is not the text at "
        "their offsets"
    )
