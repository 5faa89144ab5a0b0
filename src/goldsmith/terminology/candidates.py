"""The concepts that a mention may stand for, best first.

Words of the mention are matched with words of names: the same, inflected, misspelt or similar ones.
Names are weighed by the rare words they share, then by letters. What the corpus coded the same
string with before counts more than any likeness.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from goldsmith.core import CUI_LESS, Code, Document
from goldsmith.terminology.fuzzy import Near
from goldsmith.terminology.grams import Alike
from goldsmith.terminology.hashing import Bools, Table
from goldsmith.terminology.index import STOP_CLASS
from goldsmith.terminology.scan import scan
from goldsmith.terminology.store import Terminology
from goldsmith.terminology.weighing import idf
from goldsmith.terminology.words import STOP, folded
from goldsmith.terminology.words import normal as _normal

#: Names of a terminology have far fewer words than letters.
normal = lru_cache(maxsize=200_000)(_normal)

#: System and code.
Key = tuple[str, str]
Kind = Literal["exact", "variant", "similar", "corpus"]
#: Words that share this part of their letters are worth comparing.
_LEAST = 0.5
_SIMILAR_WORTH = 0.85
_TYPO_WORTH = (1.0, 0.9, 0.75)
#: Names of words that very many names have are looked at only where rarer words led to them.
_MANY = 30_000
_KEPT = 100
#: How many names, words, and lists of the names that have a word are kept at hand.
_NAMES_KEPT, _WORDS_KEPT, _LISTS_KEPT = 100_000, 20_000, 500
#: From here on likeness is that of the same words, but for what is lost in adding up.
_SAME = 0.999
_WORD = re.compile(r"[α-ω]+|[^\W\d_α-ω]+|\d+")
_OWN = re.compile(r"(?<=\w)['’]s\b")


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


class _Named(NamedTuple):
    """A name as mentions are compared with it."""

    text: str
    folded: str
    #: Its words in their usual forms, in their order and sorted.
    shown: str
    key: str
    concept: int
    is_title: bool
    is_loose: bool


class _Scored(NamedTuple):
    """A name and what it scores for a mention."""

    named: _Named
    score: float
    how: Kind


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


@lru_cache(maxsize=100_000)
def key_of(text: str) -> str:
    """What strings have in common that differ by order, inflection or spelling of words only."""
    return _key(_split(text))


def _key(words: Iterable[str]) -> str:
    return " ".join(sorted(normal(word) for word in words if word not in STOP))


def _split(text: str) -> list[str]:
    """The folded words of a short text, as `scan` sees them."""
    return _words(folded(text))


def _words(plain: str) -> list[str]:
    return _WORD.findall(_OWN.sub("", plain))


class Candidates:
    """Ranks the concepts of a terminology for a mention."""

    def __init__(
        self,
        terminology: Terminology,
        *,
        mask: Bools | None = None,
        systems: Sequence[str] = (),
        memory: Memory | None = None,
    ) -> None:
        """With `systems`, codes of these are given, by way of cross-references if need be."""
        self.terminology, self._mask, self._systems = terminology, mask, tuple(systems)
        self._memory = memory or Memory()
        arrays = terminology.arrays
        self._values, self._ends = arrays["search.class.values"], arrays["search.class.ends"]
        self._name: NDArray[np.int32] = arrays["search.name"]
        self._weight: NDArray[np.float32] = arrays["name.weight"]
        self._normals = Table(arrays["normal.keys"], arrays["normal.values"])
        self._near, self._alike = Near(terminology), Alike(terminology)
        # Mentions share words, hence names that are worth a look.
        self._named = lru_cache(maxsize=_NAMES_KEPT)(self._name_of)
        self._codes_of = lru_cache(maxsize=_NAMES_KEPT)(self._coded)
        self._choices_of = lru_cache(maxsize=_WORDS_KEPT)(self._choices)
        self._having_word = lru_cache(maxsize=_LISTS_KEPT)(self._having_of)

    @cached_property
    def _idf(self) -> NDArray[np.float64]:
        return idf(np.diff(self._ends), len(self._name))

    def __call__(self, text: str, *, limit: int = 10) -> list[Candidate]:
        """The best candidates for the words of a mention."""
        words = [word for word in _split(text) if word not in STOP]
        if not words:
            return self._remembered(text, {}, limit)
        shown = " ".join(normal(word) for word in words)
        ranks, likeness = self._names([normal(word) for word in words])
        numbers = self._name[ranks].tolist()
        scored: dict[Key, _Scored] = {}
        for one in self._scored(numbers, likeness, shown, key_of(text)):
            for code, system in self._codes_of(one.named.concept):
                if (known := scored.get((system, code))) is None or one.score > known.score:
                    scored[system, code] = one
        return self._remembered(text, scored, limit)

    # Names that share words

    def _names(self, words: list[str]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """Ranks of names that share words with the mention, and how much of both is shared."""
        choices = [(self._choices_of(word), word) for word in words]
        choices.sort(key=lambda pair: -self._worth(pair[0]))
        ranks, shared = np.zeros(0, np.intp), np.zeros(0)
        for choice, word in choices:
            if self._is_common(choice):
                found = self._having(choice, ranks)
            else:
                found = self._having_word(word)
            ranks, shared = _joined(ranks, shared, *found)
        total = sum(self._worth(choice) for choice, _ in choices)
        if self._mask is not None:
            owner = self.terminology.arrays["name.concept"][self._name[ranks]]
            good = self._mask[owner]
            ranks, shared = ranks[good], shared[good]
        likeness = 2 * shared / (total + self._weight[self._name[ranks]])
        best = _most(likeness, _KEPT)
        return ranks[best], likeness[best]

    def _choices(self, word: str) -> Mapping[int, float]:
        """Classes that the word may be, with how sure that is."""
        found = self._known(word)
        choices = {found: 1.0} if found > STOP_CLASS else {}
        if not choices:
            near = self._near.near(word, distance=2)
            choices = {number: _TYPO_WORTH[edits] for number, edits in near[:8]}
        if word.isalpha():
            for number, dice in self._alike(word, least=_LEAST):
                choices[number] = max(choices.get(number, 0.0), _SIMILAR_WORTH * dice)
        return choices

    def _known(self, word: str) -> int:
        hashes = scan(word).hash
        return int(self._normals.find(hashes)[0]) if len(hashes) == 1 else -1

    def _worth(self, choices: Mapping[int, float]) -> float:
        """How much the word says: what it does if it is known, else what the likeliest would."""
        if not choices:
            return float(self._idf.max(initial=1.0))
        return float(self._idf[max(choices, key=choices.__getitem__)])

    def _is_common(self, choices: Mapping[int, float]) -> bool:
        """Whether so many names have the word that which are looked at depends on other words."""
        return any(self._ends[one + 1] - self._ends[one] > _MANY for one in choices)

    def _having_of(self, word: str) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        return self._having(self._choices_of(word), np.zeros(0, np.intp))

    def _having(
        self, choices: Mapping[int, float], ranks: NDArray[np.intp]
    ) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """Names with one of the classes, and the best that they gain by it."""
        found, worth = [], self._worth(choices)
        for number, sure in sorted(choices.items(), key=lambda pair: pair[1]):
            names = self._values[self._ends[number] : self._ends[number + 1]].astype(np.intp)
            if len(names) > _MANY and len(ranks):
                names = ranks[np.isin(ranks, names, assume_unique=True)]
            found.append((names, np.full(len(names), sure * min(worth, self._idf[number]))))
        if not found:
            return np.zeros(0, np.intp), np.zeros(0)
        names = np.concatenate([one for one, _ in found])
        gains = np.concatenate([gain for _, gain in found])
        order = np.argsort(names, kind="stable")
        names = names[order]
        first = np.flatnonzero(np.diff(names, prepend=-1))
        return names[first], np.maximum.reduceat(gains[order], first) if len(first) else gains

    # Scores

    def _scored(
        self, names: Sequence[int], likeness: NDArray[np.float64], shown: str, key: str
    ) -> Iterator[_Scored]:
        """What each name scores, in the order given."""
        known = [self._named(name) for name in names]
        letters = np.array([fuzz.ratio(shown, one.shown) for one in known]) / 100
        alike = likeness > _SAME
        same = np.array([one.key == key for one in known], np.bool_) & alike
        scores = np.where(same, 1.0 + 0.01 * letters, 0.6 * likeness + 0.4 * letters)
        scores += 0.01 * np.array([one.is_title for one in known], np.bool_)
        scores -= 0.08 * np.array([one.is_loose for one in known], np.bool_)
        columns = same.tolist(), letters.tolist(), np.round(scores, 4).tolist()
        for one, is_same, spelt, score in zip(known, *columns, strict=True):
            is_exact = is_same and (spelt == 1 or one.folded == shown)
            yield _Scored(one, score, "exact" if is_exact else "variant" if is_same else "similar")

    def _name_of(self, number: int) -> _Named:
        terms = self.terminology
        text, concept = terms.name_text(number), terms.owner(number)
        plain = folded(text)
        words = _words(plain)
        return _Named(
            text,
            plain,
            " ".join(map(normal, words)),
            _key(words),
            concept,
            bool(number == terms.arrays["concept.names"][concept]),
            bool(terms.arrays["name.kind"][number] >= _LOOSE),
        )

    def _candidate(self, key: Key, one: _Scored) -> Candidate:
        terms, concept = self.terminology, one.named.concept
        return Candidate(
            concept, key[1], key[0], terms.title(concept), one.named.text, one.score, one.how,
            terms.types_of(concept),
        )  # fmt: skip

    def _coded(self, concept: int) -> tuple[tuple[str, str], ...]:
        """The codes to give for a concept: its own, or those of the wanted systems."""
        if not self._systems:
            return ((self.terminology.code(concept), self.terminology.system(concept)),)
        return tuple(
            (code, system)
            for system in self._systems
            for code in self.terminology.walk(concept, system)
        )

    def _remembered(self, text: str, scored: Mapping[Key, _Scored], limit: int) -> list[Candidate]:
        """The candidates with what the corpus chose before in front."""
        before = self._memory.recall(text)
        if not before:
            best = sorted(scored.items(), key=lambda pair: (-pair[1].score, pair[0]))[:limit]
            return [self._candidate(key, one) for key, one in best]
        found = {key: self._candidate(key, one) for key, one in scored.items()}
        total = sum(before.values())
        for (system, code), count in before.items():
            known = next((found[key] for key in self._keys(system, code) if key in found), None)
            title = CUI_LESS if code == CUI_LESS else code
            candidate = known or Candidate(-1, code, system, title, text, 0.0, "corpus")
            found[candidate.system, code] = msgspec.structs.replace(
                candidate, how="corpus", before=count, score=2 + count / total
            )
        ordered = sorted(found.values(), key=lambda one: (-one.score, one.system, one.code))
        return ordered[:limit]

    def _keys(self, system: str, code: str) -> list[tuple[str, str]]:
        """Where a code may be filed that the corpus has, perhaps without its system."""
        systems = (system,) if system else self._systems or self.terminology.systems
        return [(one, code) for one in systems]


#: Kinds of names from "related" on say less about the concept.
_LOOSE = 4


def _most(values: NDArray[np.float64], count: int) -> NDArray[np.intp]:
    """Where the greatest values are, the greatest first, of equals the first first."""
    if len(values) <= 4 * count:
        return np.argsort(-values, kind="stable")[:count]
    least = np.partition(values, -count)[-count]
    good = np.flatnonzero(values >= least)
    return good[np.argsort(-values[good], kind="stable")[:count]]


def _joined(
    ranks: NDArray[np.intp],
    shared: NDArray[np.float64],
    more: NDArray[np.intp],
    gain: NDArray[np.float64],
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """The names so far and those that have a word, with what is shared added up; all sorted."""
    if not len(ranks):
        return more, gain
    place = np.searchsorted(ranks, more)
    known = np.append(ranks, -1)[place] == more
    sums = shared.copy()
    sums[place[known]] += gain[known]
    place, fresh = place[~known], more[~known]
    return np.insert(ranks, place, fresh), np.insert(sums, place, gain[~known])
