"""Compare the recorded wording of mentions with the text at their offsets.

A difference is the only sign of wrong offsets that are still inside the text, for example because
they count from the start of each sentence, in bytes, or in another version of the note.
"""

from __future__ import annotations

import msgspec

from goldsmith.core import Document, Problem, check_recorded_text

#: The kind of problem for a wording that differs from the text at its offsets.
WORDING = "text"


class WordingCheck(msgspec.Struct):
    """Counts the recorded wordings of a corpus and how many differ from the text."""

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
        """Describe how many wordings differ in how many documents; "" if none differs."""
        if not self.differing:
            return ""
        documents = "1 document" if self.documents == 1 else f"{self.documents:,} documents"
        return f"{_word(self.differing, self.mentions)}, in {documents}"


def _word(count: int, total: int) -> str:
    return (
        f"the wording that the file records for {count:,} of {total:,} mentions is not the text at "
        "their offsets"
    )
