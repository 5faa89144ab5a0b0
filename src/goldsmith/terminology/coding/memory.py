"""A memory of the codes that a corpus assigned to its mentions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from goldsmith.core import Code, Document
from goldsmith.terminology.index.bag_of_words import build_bag_key


class Memory:
    """Codes of strings in a corpus, regardless of the order and inflection of their words."""

    def __init__(self) -> None:
        self._codes: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)

    def learn(self, doc: Document, set_name: str, *, types: Iterable[str] = ()) -> None:
        """Add the codes of a document's mentions.

        Args:
            doc: The document.
            set_name: The annotation set with the coded mentions.
            types: The types of mentions to learn from; all if empty.
        """
        mention_types = set(types)
        for mention in doc.sets[set_name].mentions:
            if mention.codes and (not mention_types or mention.type in mention_types):
                text = " ".join(doc.text[span.start : span.end] for span in mention.spans)
                self.add(text, mention.codes)

    def add(self, text: str, codes: Iterable[Code]) -> None:
        """Add the codes of one string."""
        for code in codes:
            self._codes[build_bag_key(text)][code.system, code.code] += 1

    def recall(self, text: str) -> Mapping[tuple[str, str], int]:
        """Return each system and code that the string was coded with, and how often."""
        return self._codes.get(build_bag_key(text), {})

    def __len__(self) -> int:
        return len(self._codes)
