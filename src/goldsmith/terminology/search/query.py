"""Search for people: the concepts that a few typed letters or words may mean, best first.

Names are looked for in tiers, each only when those before it left room: a code; the name in full;
names that begin as typed; names with all the words in any order; names with the last word begun;
names with words spelt nearly alike.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.terminology.index import forms
from goldsmith.terminology.index.fuzzy import SHORTEST_FOR_TWO, Near
from goldsmith.terminology.index.hashing import Table
from goldsmith.terminology.index.names import STOP_CLASS
from goldsmith.terminology.index.packed import Ints
from goldsmith.terminology.index.scan import scan
from goldsmith.terminology.index.words import folded
from goldsmith.terminology.search.names import LAST_PLACE, PLACES, UNKNOWN, Postings, after, typed
from goldsmith.terminology.store import Terminology

How = Literal["exact", "prefix", "words", "typo"]
Mask = NDArray[np.bool_]
#: Classes of words, and how many edits away each is.
Pairs = list[tuple[int, int]]

#: What a hit is worth of 100, by its tier, for a preferred name.
_EXACT, _SAME_WORDS, _PREFIX, _WORDS, _BEGUN, _MISSPELT, _SLIP = 100, 95, 80, 70, 60, 56, 24
_PER_EDIT, _MORE_WORDS = 8, 4
_MOST_EDITS, _MOST_SLIPS = 4, 2
#: A known word is taken for a slip only if it is as long as this.
_SLIP_LENGTH = 4
#: No name has more to say; what is typed beyond is left out.
_LONGEST, _MOST_WORDS = 1000, 64
#: ICD-10 codes as many write them: C504 for C50.4.
_UNDOTTED = re.compile(r"[A-Z]\d\w\w{1,4}")


class Hit(msgspec.Struct, frozen=True, gc=False):
    """A concept found by one of its names. `score` is of 100 and never rises down the list."""

    concept: int
    name: int
    text: str
    score: int
    how: How


class Word(NamedTuple):
    """A folded word of the query and the class it belongs to."""

    text: str
    owner: int


class Tier(NamedTuple):
    """Names found in one way, as ranks in ascending order."""

    ranks: Ints
    how: How
    score: int


class Search:
    """Finds concepts of one terminology by what people type."""

    def __init__(self, terminology: Terminology) -> None:
        self.terminology = terminology
        arrays = terminology.arrays
        self._names, self._order = arrays["search.name"], arrays["search.order"]
        self._size = arrays["search.size"]
        self._known = Table(arrays["word.keys"], arrays["word.values"])
        self._postings, self._near = Postings(terminology), Near(terminology)
        #: The concept of each name, by rank.
        self._owners = arrays["name.concept"][self._names]
        self._codes = terminology.strings("concept.code")
        self._ends = np.searchsorted(
            arrays["concept.system"], np.arange(len(terminology.systems) + 1, dtype=np.uint16)
        ).tolist()
        self._live = int(np.count_nonzero(~arrays["concept.retired"][self._owners]))
        self._mask = lru_cache(maxsize=16)(self._masked)

    def search(
        self,
        query: str,
        *,
        limit: int = 20,
        types: Iterable[str] = (),
        systems: Iterable[str] = (),
        below: Iterable[int] = (),
        mask: Mask | None = None,
        retired: bool = False,
        typos: bool = True,
    ) -> list[Hit]:
        """The concepts the query may mean, best first, each with the best of its names.

        `types`, `systems` and `below` are filters as in `Terminology.mask`, `mask` is one over
        all concepts: a concept must pass each of them. Retired ones are found only on request.
        """
        query = " ".join(query[:_LONGEST].split())
        if not query or limit < 1:
            return []
        keep = self._mask(tuple(types), tuple(systems), tuple(below), retired)
        if mask is not None:
            keep = mask if keep is None else keep & mask
        shown = len(self._names) if retired else self._live
        found = _Found(self.terminology, self._owners[:shown], limit, keep, live=self._live)
        for number in self._coded(query):
            found.add_concept(number)
        for tier in self._tiers(query, typos and not found.hits):
            if found.full:
                break
            found.add(tier)
        return found.hits

    def _masked(
        self,
        types: tuple[str, ...],
        systems: tuple[str, ...],
        below: tuple[int, ...],
        retired: bool,
    ) -> Mask | None:
        if not (types or systems or below):
            return None
        return self.terminology.mask(types=types, systems=systems, below=below, retired=retired)

    def _coded(self, query: str) -> Iterator[int]:
        """Concepts whose code was typed, with its system or without."""
        if " " in query:
            return
        before, _, behind = query.partition(":")
        for at, system in enumerate(self.terminology.systems):
            codes = [query, query.upper()]
            if behind and before.lower() == system.lower():
                codes += [behind, behind.upper()]
            codes += [f"{code[:3]}.{code[3:]}" for code in codes if _UNDOTTED.fullmatch(code)]
            for code in dict.fromkeys(codes):
                yield from self._with_code(code, self._ends[at], self._ends[at + 1])

    def _with_code(self, code: str, low: int, high: int) -> Iterator[int]:
        """The concept with that code, if there is one between `low` and `high`."""
        at = bisect_left(range(high), code, low, key=self._codes.__getitem__)
        if at < high and self._codes[at] == code:
            yield at

    def _tiers(self, query: str, typos: bool) -> Iterator[Tier]:
        key = typed(query)
        first = self._before(key)
        yield Tier(self._between(first, self._before(key + "\0", first)), "exact", _EXACT)
        ways = [self.words(way) for way in dict.fromkeys((query, *forms.variants(query)))]
        having = [self._postings.having(word.owner for word in words) for words in ways]
        same = (self._of_size(ranks, words) for ranks, words in zip(having, ways, strict=True))
        yield Tier(self._any(same), "exact", _SAME_WORDS)
        yield Tier(self._between(first, self._before(after(key), first)), "prefix", _PREFIX)
        # A variant that leaves something out would find too much when other words may be there.
        whole = [at for at, words in enumerate(ways) if _letters(words) == _letters(ways[0])]
        yield Tier(self._any(having[at] for at in whole), "words", _WORDS)
        yield Tier(self._any(self._begun(ways[at]) for at in whole), "words", _BEGUN)
        if typos and ways[0]:
            yield from self._alike(ways[0])

    def words(self, query: str) -> list[Word]:
        """The words of a query without stop words; if it has no others, the last of them."""
        tokens = scan(query)
        owners = self._known.find(tokens.hash).tolist()
        words = []
        for start, end, owner in zip(
            tokens.start.tolist(), tokens.end.tolist(), owners, strict=True
        ):
            text = folded(query[start:end])
            words.append(Word(text, owner if owner >= 0 else self._postings.class_of(text)))
        meant = [word for word in words if word.owner != STOP_CLASS]
        return (meant or [Word(word.text, UNKNOWN) for word in words[-1:]])[:_MOST_WORDS]

    def _before(self, key: str, low: int = 0) -> int:
        """How many names come before the key in the order of their letters, `low` at least."""
        names, order, text = self._names, self._order, self.terminology.name_text
        return bisect_left(
            range(len(order)), key, low, key=lambda at: typed(text(names[order[at]]))
        )

    def _between(self, start: int, end: int) -> Ints:
        """The names between two places in the order of their letters."""
        return self._postings.ascending([self._order[start:end]])

    def _of_size(self, ranks: Ints, words: Sequence[Word]) -> Ints:
        """Of names that have all the words those that have no others."""
        full: Ints = ranks[self._size[ranks] == len({word.owner for word in words})]
        return full

    def _begun(self, words: Sequence[Word]) -> Ints:
        """The names that have all the words, of which the last may be the beginning of one."""
        if not words:
            return self._any(())
        begun = self._postings.begun(words[-1].text)
        if len(words) == 1:
            return begun
        ranks = self._postings.having(word.owner for word in words[:-1])
        return ranks[self._postings.among(ranks, begun)]

    def _any(self, lists: Iterable[Ints]) -> Ints:
        several = list(lists)
        return several[0] if len(several) == 1 else self._postings.ascending(several)

    def _alike(self, words: Sequence[Word]) -> Iterator[Tier]:
        """Names with words nearly alike: first for those not known, then for any of them."""
        begun = self._postings.begun(words[-1].text)
        strange = [word.owner == UNKNOWN for word in words]
        strange[-1] &= not len(begun)
        for slips in (False, True):
            others = [
                self._others(word.text, odd, slips)
                for word, odd in zip(words, strange, strict=True)
            ]
            if any(others):
                yield from self._replaced(words, begun, others, slips)

    def _replaced(
        self, words: Sequence[Word], begun: Ints, others: Sequence[Pairs], slips: bool
    ) -> Iterator[Tier]:
        """Names with the words or others for them, fewest edits first."""
        choices = [
            self._postings.choices(word.owner, near)
            for word, near in zip(words, others, strict=True)
        ]
        choices[-1].append((0, begun))
        ranks, edits = self._postings.nearest(choices)
        full = self._size[ranks] <= len(set(words))
        score = _SLIP if slips else _MISSPELT
        for count in range(1, (_MOST_SLIPS if slips else _MOST_EDITS) + 1):
            yield Tier(ranks[full & (edits == count)], "typo", score)
            yield Tier(ranks[~full & (edits == count)], "typo", score - _MORE_WORDS)
            score -= _PER_EDIT

    def _others(self, text: str, strange: bool, slips: bool) -> Pairs:
        if strange:
            return self._near.near(text, distance=2 if len(text) >= SHORTEST_FOR_TWO else 1)
        return self._near.near(text) if slips and len(text) >= _SLIP_LENGTH else []


def _letters(words: Sequence[Word]) -> str:
    return "".join(word.text for word in words)


class _Found:
    """Hits so far, one for each concept, until there are as many as were asked for."""

    def __init__(
        self, terminology: Terminology, owners: Ints, limit: int, keep: Mask | None, *, live: int
    ) -> None:
        self.hits: list[Hit] = []
        self._terminology, self._owners, self._limit = terminology, owners, limit
        self._keep, self._live = keep, live
        self._seen = set[int]()
        self._names = terminology.arrays["search.name"]
        self._kinds = terminology.arrays["name.kind"]

    @property
    def full(self) -> bool:
        return len(self.hits) >= self._limit

    def add_concept(self, number: int) -> None:
        """Takes a concept by its code, shown by its first name."""
        dropped = self._keep is not None and not self._keep[number]
        hidden = len(self._owners) == self._live and self._terminology.is_retired(number)
        if not (dropped or hidden):
            first = int(self._terminology.arrays["concept.names"][number])
            self._take(number, first, _EXACT, "exact")

    def add(self, tier: Tier) -> None:
        """Takes the best names of a tier whose concepts pass and were not found before."""
        ranks = tier.ranks[: np.searchsorted(tier.ranks, len(self._owners))]
        for part in _parts(ranks, 8 * self._limit):
            owners = self._owners[part]
            if self._keep is not None:
                passing = self._keep[owners]
                part, owners = part[passing], owners[passing]
            for rank, owner in zip(part, owners, strict=True):
                name = int(self._names[rank])
                place = PLACES[self._kinds[name]] if rank < self._live else LAST_PLACE
                self._take(int(owner), name, tier.score - place, tier.how)
                if self.full:
                    return

    def _take(self, concept: int, name: int, score: int, how: How) -> None:
        if self.full or concept in self._seen:
            return
        self._seen.add(concept)
        text = self._terminology.name_text(name)
        self.hits.append(Hit(concept, name, text, score, how))


def _parts(ranks: Ints, size: int) -> Iterator[Ints]:
    """The ranks in parts that grow, since the first few are mostly enough."""
    while len(ranks):
        yield ranks[:size]
        ranks, size = ranks[size:], 16 * size
