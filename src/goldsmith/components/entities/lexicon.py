"""What the training data has mentions of, looked up like a terminology.

A string counts when at least two other documents have a mention of it: one that is known from the
document at hand alone would look surer in training than anything can be in use.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from goldsmith.core import Mention
from goldsmith.pipeline.analysis import Analysis

_FILE = "lexicon.json"
_LEAST = 2
_LONGEST = 8
Strings = dict[str, dict[str, int]]


class Lexicon:
    """Strings of words, folded, with the number of documents that have each as which type."""

    def __init__(self, strings: Strings | None = None) -> None:
        self._strings = strings or {}
        #: The first words of strings, with how many words the longest of them has.
        self._firsts: dict[str, int] = {}
        for string in self._strings:
            first, size = string.partition(" ")[0], string.count(" ") + 1
            self._firsts[first] = max(size, self._firsts.get(first, 0))
        #: In training, what each document itself contributed.
        self._own: dict[int, Counter[tuple[str, str]]] = {}

    @classmethod
    def learned(cls, works: Sequence[Analysis], mentions: Sequence[Iterable[Mention]]) -> Lexicon:
        """The strings of mentions in training documents."""
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        own: dict[int, Counter[tuple[str, str]]] = {}
        for work, several in zip(works, mentions, strict=True):
            found = Counter(dict.fromkeys(_pairs(work, several), 1))
            own[id(work)] = found
            for string, type_ in found:
                counts[string][type_] += 1
        made = cls(
            {
                string: dict(types)
                for string, types in sorted(counts.items())
                if sum(types.values()) >= _LEAST
            }
        )
        made._own = own
        return made

    def __call__(self, work: Analysis) -> list[tuple[int, int, str]]:
        """Ranges of tokens with the types that such strings had elsewhere, the longest first."""
        words = [word.lower() for word in work.tokens.words]
        own: Mapping[tuple[str, str], int] = self._own.get(id(work), {})
        laid: list[tuple[int, int, str]] = []
        at = 0
        while at < len(words):
            size = self._longest(words, at, own, laid) if words[at] in self._firsts else 0
            at += max(1, size)
        return laid

    def _longest(
        self,
        words: Sequence[str],
        at: int,
        own: Mapping[tuple[str, str], int],
        laid: list[tuple[int, int, str]],
    ) -> int:
        for size in range(min(self._firsts[words[at]], len(words) - at), 0, -1):
            string = " ".join(words[at : at + size])
            types = self._strings.get(string)
            if not types:
                continue
            left = {one: n - own.get((string, one), 0) for one, n in types.items()}
            if sum(left.values()) >= _LEAST:
                best = max(left, key=lambda one: (left[one], one))
                laid.append((at, at + size, f"t.{best}"))
                return size
        return 0

    def forget(self) -> None:
        """Forget which document contributed what: after training every document is another one."""
        self._own = {}

    def save(self, folder: Path) -> None:
        (folder / _FILE).write_bytes(msgspec.json.encode(self._strings))

    @classmethod
    def loaded(cls, folder: Path) -> Lexicon:
        return cls(msgspec.json.decode((folder / _FILE).read_bytes(), type=Strings))


def _pairs(work: Analysis, mentions: Iterable[Mention]) -> Iterable[tuple[str, str]]:
    words = work.tokens.words
    for mention in mentions:
        if len(mention.spans) == 1:
            first, end = work.range_of(mention.spans[0])
            if 0 < end - first <= _LONGEST:
                yield " ".join(words[first:end]).lower(), mention.type
