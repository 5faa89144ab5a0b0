"""A lexicon of the strings that are mentions in the training data.

A string is used if it is a mention in at least two other documents. Counting the document itself
would make such matches look more reliable in training than they are in use.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from goldsmith.core import Mention
from goldsmith.pipeline.analysis import Analysis

_FILE = "lexicon.json"
_MIN_DOCUMENTS = 2
_MAX_WORDS = 8
#: Lower-cased string -> type -> number of documents.
Strings = dict[str, dict[str, int]]
#: (string, type) -> 1 if the document has such a mention.
Contribution = Mapping[tuple[str, str], int]


class Lexicon:
    """Strings of words with the number of documents that have them as mentions of each type."""

    def __init__(self, strings: Strings | None = None) -> None:
        self._strings = strings or {}
        #: First word -> number of words of the longest string that starts with it.
        self._max_sizes: dict[str, int] = {}
        for string in self._strings:
            first, size = string.partition(" ")[0], string.count(" ") + 1
            self._max_sizes[first] = max(size, self._max_sizes.get(first, 0))
        #: During training, what each document itself contributed, by id of its analysis.
        self._contributions: dict[int, Contribution] = {}

    @classmethod
    def train(cls, analyses: Sequence[Analysis], mentions: Sequence[Iterable[Mention]]) -> Lexicon:
        """Collect the strings of mentions in training documents."""
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        contributions: dict[int, Contribution] = {}
        for analysis, of_document in zip(analyses, mentions, strict=True):
            pairs = Counter(dict.fromkeys(_list_strings(analysis, of_document), 1))
            contributions[id(analysis)] = pairs
            for string, type_ in pairs:
                counts[string][type_] += 1
        lexicon = cls(
            {
                string: dict(types)
                for string, types in sorted(counts.items())
                if sum(types.values()) >= _MIN_DOCUMENTS
            }
        )
        lexicon._contributions = contributions
        return lexicon

    def __call__(self, analysis: Analysis) -> list[tuple[int, int, str]]:
        """Label token ranges with the type such strings have in other documents, longest first."""
        words = [word.lower() for word in analysis.tokens.words]
        own = self._contributions.get(id(analysis), {})
        labels: list[tuple[int, int, str]] = []
        index = 0
        while index < len(words):
            size = 0
            if words[index] in self._max_sizes:
                size = self._match_longest(words, index, own, labels)
            index += max(1, size)
        return labels

    def _match_longest(
        self,
        words: Sequence[str],
        first: int,
        own: Contribution,
        labels: list[tuple[int, int, str]],
    ) -> int:
        """Add the label of the longest string at a word and return its length; 0 for none."""
        for size in range(min(self._max_sizes[words[first]], len(words) - first), 0, -1):
            string = " ".join(words[first : first + size])
            types = self._strings.get(string)
            if not types:
                continue
            counts = {name: count - own.get((string, name), 0) for name, count in types.items()}
            if sum(counts.values()) >= _MIN_DOCUMENTS:
                best = max(counts, key=lambda name: (counts[name], name))
                labels.append((first, first + size, f"t.{best}"))
                return size
        return 0

    def forget_documents(self) -> None:
        """Forget the contribution of each document: after training, every document is new."""
        self._contributions = {}

    def save(self, folder: Path) -> None:
        (folder / _FILE).write_bytes(msgspec.json.encode(self._strings))

    @classmethod
    def load(cls, folder: Path) -> Lexicon:
        """Load a saved lexicon."""
        return cls(msgspec.json.decode((folder / _FILE).read_bytes(), type=Strings))


def _list_strings(analysis: Analysis, mentions: Iterable[Mention]) -> Iterable[tuple[str, str]]:
    words = analysis.tokens.words
    for mention in mentions:
        if len(mention.spans) == 1:
            first, end = analysis.find_tokens(mention.spans[0])
            if 0 < end - first <= _MAX_WORDS:
                yield " ".join(words[first:end]).lower(), mention.type
