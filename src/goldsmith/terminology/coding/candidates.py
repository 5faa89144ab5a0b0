"""Candidate generation: the concepts that a mention may refer to, best first.

The words of the mention are matched with equal, inflected, misspelt or similar words of names.
Names are ranked by the IDF of the shared words, then by their letters. A code that the corpus has
already assigned to the same string ranks above all others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz
from rapidfuzz.process import cdist

from goldsmith.core import CUI_LESS
from goldsmith.terminology.coding.memory import Memory
from goldsmith.terminology.coding.word_overlap import WordOverlap
from goldsmith.terminology.index.bag_of_words import (
    build_bag_key,
    normalise_cached,
    normalise_words,
    split_words,
)
from goldsmith.terminology.index.hashing import Bools
from goldsmith.terminology.index.normalisation import fold_text
from goldsmith.terminology.store import Terminology

__all__ = ["Candidate", "CandidateGenerator", "Memory", "NameWords", "RankedCode", "analyse_name"]

#: System and code.
Key = tuple[str, str]
Kind = Literal["exact", "variant", "similar", "corpus"]
#: The number of names whose letters are compared.
_NAMES_COMPARED = 100
_CACHE_SIZE = 100_000
#: The similarity from which words are considered equal; less than 1 because of rounding.
_SAME_WORDS = 0.999
#: From this index in KINDS on ("related"), names are weaker evidence for the concept.
_LOOSE_KINDS = 4


class Candidate(msgspec.Struct, frozen=True, omit_defaults=True):
    """A concept that a mention may refer to.

    `before` is the number of times that the corpus assigned it to the same string.
    """

    concept: int
    code: str
    system: str
    title: str
    name: str
    score: float
    how: Kind
    types: tuple[str, ...] = ()
    before: int = 0
    definition: str = ""


class RankedCode(NamedTuple):
    """A code for a mention, with the best-matching name of its concept."""

    key: Key
    name: int
    concept: int
    score: float
    how: Kind
    is_title: bool


class NameWords(NamedTuple):
    """The normalised words of a name without stop words."""

    all: frozenset[str]
    #: Numbers and single letters, which often distinguish names.
    numbers: frozenset[str]
    last: str


def analyse_name(text: str) -> NameWords:
    """Return the words of a name or a mention."""
    words = normalise_words(split_words(text))
    numbers = frozenset(word for word in words if len(word) == 1 or word.isdigit())
    return NameWords(frozenset(words), numbers, words[-1] if words else "")


class _ScoredNames(NamedTuple):
    """Names with their scores for a mention, best first."""

    names: Sequence[int]
    scores: Sequence[float]
    how: Sequence[Kind]
    titles: Sequence[bool]


class CandidateGenerator:
    """Ranks the concepts of a terminology for a mention.

    Args:
        terminology: The terminology.
        mask: The concepts to consider, or None for all.
        systems: Return codes of these systems, through cross-references if necessary; by default
            the concepts' own codes.
        memory: The codes that the corpus has assigned to mentions.
        names: The number of names with the best word overlap whose letters are compared.

    Example:
        >>> generate = CandidateGenerator(Terminology(Path("terms/hpo")))
        >>> generate("pain in the belly", limit=3)
    """

    def __init__(
        self,
        terminology: Terminology,
        *,
        mask: Bools | None = None,
        systems: Sequence[str] = (),
        memory: Memory | None = None,
        names: int = _NAMES_COMPARED,
    ) -> None:
        self.terminology, self._systems, self._limit = terminology, tuple(systems), names
        self._memory = memory or Memory()
        self._overlap = WordOverlap(terminology, mask=mask)
        self._first: NDArray[np.int32] = terminology.arrays["concept.names"]
        self._owner: NDArray[np.int32] = terminology.arrays["name.concept"]
        self._kind: NDArray[np.uint8] = terminology.arrays["name.kind"]
        # Cached, because mentions share words and therefore the names to compare.
        self._normalise_cached = lru_cache(maxsize=_CACHE_SIZE)(self._normalise_name)
        self.words = lru_cache(maxsize=_CACHE_SIZE)(self._analyse_name)
        self._list_keys_cached = lru_cache(maxsize=_CACHE_SIZE)(self._list_keys)

    def __call__(self, text: str, *, limit: int = 10) -> list[Candidate]:
        """Return the best candidates for a mention.

        Args:
            text: The words of the mention.
            limit: The maximum number of candidates.
        """
        before = self._memory.recall(text)
        # The concept of a code that the corpus chose may be anywhere in the list.
        ranked = self.rank(text, limit=self._limit if before else limit)
        candidates = {code.key: self._make_candidate(code) for code in ranked}
        if not before:
            return list(candidates.values())
        return self._add_remembered(text, before, candidates)[:limit]

    def rank(self, text: str, *, limit: int) -> list[RankedCode]:
        """Return the best codes for a mention without consulting the memory."""
        words = normalise_words(split_words(text))
        if not words:
            return []
        best: dict[Key, RankedCode] = {}
        lowest = 0.0
        for name, score, how, is_title in zip(*self._score_names(words), strict=True):
            if len(best) >= limit and score < lowest:
                break
            concept = int(self._owner[name])
            for key in self._list_keys_cached(concept):
                if key not in best:
                    best[key] = RankedCode(key, name, concept, score, how, is_title)
            lowest = score
        return sorted(best.values(), key=lambda code: (-code.score, code.key))[:limit]

    def _analyse_name(self, name: int) -> NameWords:
        return analyse_name(self.terminology.name_text(name))

    def _normalise_name(self, name: int) -> str:
        return " ".join(map(normalise_cached, split_words(self.terminology.name_text(name))))

    # Scores

    def _score_names(self, words: Sequence[str]) -> _ScoredNames:
        """Score the names that share words; on a tie, names with more overlap come first."""
        names, similarity = self._overlap.find(words, limit=self._limit)
        numbers: list[int] = names.tolist()
        mention = " ".join(words)
        texts = [self._normalise_cached(name) for name in numbers]
        letters = cdist([mention], texts, scorer=fuzz.ratio, dtype=np.float64)[0] / 100
        same = self._has_same_words(words, numbers, similarity)
        titles = self._first[self._owner[names]] == names
        scores = np.where(same, 1.0 + 0.01 * letters, 0.6 * similarity + 0.4 * letters)
        scores += 0.01 * titles - 0.08 * (self._kind[names] >= _LOOSE_KINDS)
        how: list[Kind] = ["similar"] * len(numbers)
        for at in np.flatnonzero(same).tolist():
            is_exact = letters[at] == 1 or self._fold_name(numbers[at]) == mention
            how[at] = "exact" if is_exact else "variant"
        scores = np.round(scores, 4)
        order = np.argsort(-scores, kind="stable").tolist()
        columns = numbers, scores.tolist(), how, titles.tolist()
        return _ScoredNames(*([column[at] for at in order] for column in columns))

    def _has_same_words(
        self, words: Sequence[str], names: Sequence[int], similarity: NDArray[np.float64]
    ) -> Bools:
        """Return whether each name has exactly these words, in any order."""
        same = similarity > _SAME_WORDS
        key = " ".join(sorted(words))
        for at in np.flatnonzero(same).tolist():
            same[at] = build_bag_key(self.terminology.name_text(names[at])) == key
        return same

    def _fold_name(self, name: int) -> str:
        return fold_text(self.terminology.name_text(name))

    def _make_candidate(self, ranked: RankedCode) -> Candidate:
        terms, concept = self.terminology, ranked.concept
        system, code = ranked.key
        return Candidate(
            concept, code, system, terms.title(concept), terms.name_text(ranked.name),
            ranked.score, ranked.how, terms.types_of(concept),
        )  # fmt: skip

    def _list_keys(self, concept: int) -> tuple[Key, ...]:
        """Return the codes of a concept: its own, or those of the requested systems."""
        if not self._systems:
            return ((self.terminology.system(concept), self.terminology.code(concept)),)
        return tuple(
            (system, code)
            for system in self._systems
            for code in self.terminology.cross_walk(concept, system)
        )

    # Memory

    def _add_remembered(
        self, text: str, before: Mapping[Key, int], candidates: dict[Key, Candidate]
    ) -> list[Candidate]:
        """Return the candidates, with those that the corpus has assigned before first."""
        total = sum(before.values())
        for (system, code), count in before.items():
            keys = self._possible_keys(system, code)
            match = next((candidates[key] for key in keys if key in candidates), None)
            title = CUI_LESS if code == CUI_LESS else code
            candidate = match or Candidate(-1, code, system, title, text, 0.0, "corpus")
            candidates[candidate.system, code] = msgspec.structs.replace(
                candidate, how="corpus", before=count, score=2 + count / total
            )
        return sorted(candidates.values(), key=lambda item: (-item.score, item.system, item.code))

    def _possible_keys(self, system: str, code: str) -> list[Key]:
        """Return the keys of a code of the corpus, which may lack its system."""
        systems = (system,) if system else self._systems or self.terminology.systems
        return [(name, code) for name in systems]
