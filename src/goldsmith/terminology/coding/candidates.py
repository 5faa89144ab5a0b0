"""The concepts that a mention may stand for, best first.

Words of the mention are matched with words of names: the same, inflected, misspelt or similar ones.
Names are weighed by the rare words they share, then by letters. What the corpus coded the same
string with before counts more than any likeness.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz
from rapidfuzz.process import cdist

from goldsmith.core import CUI_LESS, Code, Document
from goldsmith.terminology.coding.shared_words import Sharing
from goldsmith.terminology.index.hashing import Bools
from goldsmith.terminology.index.splitting import key_of, normal, normals, split
from goldsmith.terminology.index.words import folded
from goldsmith.terminology.store import Terminology

#: System and code.
Key = tuple[str, str]
Kind = Literal["exact", "variant", "similar", "corpus"]
#: Names that share most words, of which the letters are compared.
_KEPT = 100
#: How many names are kept at hand.
_NAMES_KEPT = 100_000
#: From here on likeness is that of the same words, but for what is lost in adding up.
_SAME = 0.999
#: Kinds of names from "related" on say less about the concept.
_LOOSE = 4


class Candidate(msgspec.Struct, frozen=True, omit_defaults=True):
    """A concept that a mention may stand for. `before` counts how often the corpus chose it."""

    concept: int
    code: str
    system: str
    title: str
    name: str
    score: float
    how: Kind
    types: tuple[str, ...] = ()
    before: int = 0


class Ranked(NamedTuple):
    """A code that a mention may be given, by the number of the name that speaks for it."""

    key: Key
    name: int
    concept: int
    score: float
    how: Kind
    is_title: bool


class NameWords(NamedTuple):
    """The words of a name that say something, in their usual forms."""

    all: frozenset[str]
    #: Numbers and single letters, which often tell names apart.
    numbers: frozenset[str]
    last: str


def words_of(text: str) -> NameWords:
    """The words of a name or a mention."""
    words = normals(split(text))
    numbers = frozenset(word for word in words if len(word) == 1 or word.isdigit())
    return NameWords(frozenset(words), numbers, words[-1] if words else "")


class _Scored(NamedTuple):
    """Names with what they score for a mention, the best first."""

    names: Sequence[int]
    scores: Sequence[float]
    how: Sequence[Kind]
    titles: Sequence[bool]


class Memory:
    """How strings were coded in a corpus, whatever the order and inflection of their words."""

    def __init__(self) -> None:
        self._codes: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)

    def learn(self, doc: Document, set_name: str, *, types: Iterable[str] = ()) -> None:
        """Remember the codes of a document's mentions."""
        wanted = set(types)
        for mention in doc.sets[set_name].mentions:
            if mention.codes and (not wanted or mention.type in wanted):
                text = " ".join(doc.text[span.start : span.end] for span in mention.spans)
                self.add(text, mention.codes)

    def add(self, text: str, codes: Iterable[Code]) -> None:
        """Remember that a string was coded so."""
        for code in codes:
            self._codes[key_of(text)][code.system, code.code] += 1

    def recall(self, text: str) -> Mapping[tuple[str, str], int]:
        """System and code of each coding of the string before, with how often."""
        return self._codes.get(key_of(text), {})

    def __len__(self) -> int:
        return len(self._codes)


class Candidates:
    """Ranks the concepts of a terminology for a mention."""

    def __init__(
        self,
        terminology: Terminology,
        *,
        mask: Bools | None = None,
        systems: Sequence[str] = (),
        memory: Memory | None = None,
        names: int = _KEPT,
    ) -> None:
        """With `systems`, codes of these are given, by way of cross-references if need be.

        Letters are compared for the `names` names that share most words.
        """
        self.terminology, self._systems, self._most = terminology, tuple(systems), names
        self._memory = memory or Memory()
        self._sharing = Sharing(terminology, mask=mask)
        self._first: NDArray[np.int32] = terminology.arrays["concept.names"]
        self._owner: NDArray[np.int32] = terminology.arrays["name.concept"]
        self._kind: NDArray[np.uint8] = terminology.arrays["name.kind"]
        # Mentions share words, hence names that are worth a look.
        self._shown = lru_cache(maxsize=_NAMES_KEPT)(self._shown_as)
        self.words = lru_cache(maxsize=_NAMES_KEPT)(self._words_of)
        self._keys_of = lru_cache(maxsize=_NAMES_KEPT)(self._coded)

    def __call__(self, text: str, *, limit: int = 10) -> list[Candidate]:
        """The best candidates for the words of a mention."""
        before = self._memory.recall(text)
        # Any name may be that of a code the corpus has.
        ranked = self.ranked(text, limit=self._most if before else limit)
        found = {one.key: self._candidate(one) for one in ranked}
        if not before:
            return list(found.values())
        return self._remembered(text, before, found)[:limit]

    def ranked(self, text: str, *, limit: int) -> list[Ranked]:
        """The best codes for the words of a mention, whatever the corpus chose."""
        words = normals(split(text))
        if not words:
            return []
        scored = self._scored(words)
        found: dict[Key, Ranked] = {}
        least = 0.0
        for name, score, how, is_title in zip(*scored, strict=True):
            if len(found) >= limit and score < least:
                break
            concept = int(self._owner[name])
            for key in self._keys_of(concept):
                if key not in found:
                    found[key] = Ranked(key, name, concept, score, how, is_title)
            least = score
        return sorted(found.values(), key=lambda one: (-one.score, one.key))[:limit]

    def _words_of(self, name: int) -> NameWords:
        return words_of(self.terminology.name_text(name))

    def _shown_as(self, name: int) -> str:
        return " ".join(map(normal, split(self.terminology.name_text(name))))

    # Scores

    def _scored(self, words: Sequence[str]) -> _Scored:
        """The names that share words, the best first, of equals those that share most."""
        names, likeness = self._sharing(words, most=self._most)
        numbers: list[int] = names.tolist()
        shown = " ".join(words)
        texts = [self._shown(name) for name in numbers]
        letters = cdist([shown], texts, scorer=fuzz.ratio, dtype=np.float64)[0] / 100
        same = self._same(words, numbers, likeness)
        titles = self._first[self._owner[names]] == names
        scores = np.where(same, 1.0 + 0.01 * letters, 0.6 * likeness + 0.4 * letters)
        scores += 0.01 * titles - 0.08 * (self._kind[names] >= _LOOSE)
        how: list[Kind] = ["similar"] * len(numbers)
        for at in np.flatnonzero(same).tolist():
            is_exact = letters[at] == 1 or self._folded(numbers[at]) == shown
            how[at] = "exact" if is_exact else "variant"
        scores = np.round(scores, 4)
        order = np.argsort(-scores, kind="stable").tolist()
        columns = numbers, scores.tolist(), how, titles.tolist()
        return _Scored(*([column[at] for at in order] for column in columns))

    def _same(
        self, words: Sequence[str], names: Sequence[int], likeness: NDArray[np.float64]
    ) -> Bools:
        """Which names have the very words, in any order."""
        same = likeness > _SAME
        mine = " ".join(sorted(words))
        for at in np.flatnonzero(same).tolist():
            same[at] = key_of(self.terminology.name_text(names[at])) == mine
        return same

    def _folded(self, name: int) -> str:
        return folded(self.terminology.name_text(name))

    def _candidate(self, one: Ranked) -> Candidate:
        terms, concept = self.terminology, one.concept
        system, code = one.key
        return Candidate(
            concept, code, system, terms.title(concept), terms.name_text(one.name), one.score,
            one.how, terms.types_of(concept),
        )  # fmt: skip

    def _coded(self, concept: int) -> tuple[Key, ...]:
        """The codes to give for a concept: its own, or those of the wanted systems."""
        if not self._systems:
            return ((self.terminology.system(concept), self.terminology.code(concept)),)
        return tuple(
            (system, code)
            for system in self._systems
            for code in self.terminology.walk(concept, system)
        )

    # What the corpus chose

    def _remembered(
        self, text: str, before: Mapping[Key, int], found: dict[Key, Candidate]
    ) -> list[Candidate]:
        """The candidates with what the corpus chose before in front."""
        total = sum(before.values())
        for (system, code), count in before.items():
            known = next((found[key] for key in self._keys(system, code) if key in found), None)
            title = CUI_LESS if code == CUI_LESS else code
            candidate = known or Candidate(-1, code, system, title, text, 0.0, "corpus")
            found[candidate.system, code] = msgspec.structs.replace(
                candidate, how="corpus", before=count, score=2 + count / total
            )
        return sorted(found.values(), key=lambda one: (-one.score, one.system, one.code))

    def _keys(self, system: str, code: str) -> list[Key]:
        """Where a code may be filed that the corpus has, perhaps without its system."""
        systems = (system,) if system else self._systems or self.terminology.systems
        return [(one, code) for one in systems]
