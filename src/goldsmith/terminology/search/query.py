"""Interactive search: the concepts that a few typed letters or words may mean, best first.

Names are searched in tiers, each only if the previous tiers did not fill the list: a code; the full
name; names that start with the query; names with all words in any order; names with the last word
as a prefix; names with words within a small edit distance.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from goldsmith.terminology.index import forms
from goldsmith.terminology.index.fuzzy import MIN_LENGTH_FOR_TWO, SpellingNeighbours
from goldsmith.terminology.index.hashing import HashTable
from goldsmith.terminology.index.lookup_index import STOP_CLASS
from goldsmith.terminology.index.normalisation import fold_text
from goldsmith.terminology.index.packed import Ints
from goldsmith.terminology.index.scan import scan
from goldsmith.terminology.index.search_index import fold_letters
from goldsmith.terminology.search.hits import EXACT_SCORE, Hit, HitList, How, Mask, Tier
from goldsmith.terminology.search.postings import UNKNOWN_CLASS, Postings, upper_bound
from goldsmith.terminology.store import Terminology

__all__ = ["Hit", "How", "QueryWord", "Search"]

#: Word classes with their edit distance.
Neighbours = list[tuple[int, int]]

#: Scores of a preferred term by tier, of 100.
_SAME_WORDS_SCORE, _PREFIX_SCORE, _WORDS_SCORE, _WORD_PREFIX_SCORE = 95, 80, 70, 60
#: Scores with an unknown word replaced by a neighbour, and with a known word replaced.
_MISSPELT_SCORE, _REPLACED_SCORE = 56, 24
_LOSS_PER_EDIT, _LOSS_FOR_MORE_WORDS = 8, 4
_MAX_EDITS, _MAX_REPLACED_EDITS = 4, 2
#: A known word may be a typo only if it has at least this many letters.
_MIN_REPLACED_LENGTH = 4
#: The rest of a longer query is ignored.
_MAX_CHARACTERS, _MAX_WORDS = 1000, 64
#: ICD-10 codes without their dot: C504 for C50.4.
_UNDOTTED = re.compile(r"[A-Z]\d\w\w{1,4}")


class QueryWord(NamedTuple):
    """A folded word of the query and its word class."""

    text: str
    class_number: int


class Search:
    """Finds concepts of a terminology from a typed query.

    Example:
        >>> search = Search(Terminology(Path("terms/hpo")))
        >>> [hit.text for hit in search.search("abd pain", limit=1)]
        ['Abdominal pain']
    """

    def __init__(self, terminology: Terminology) -> None:
        self.terminology = terminology
        arrays = terminology.arrays
        self._names, self._order = arrays["search.name"], arrays["search.order"]
        self._sizes = arrays["search.size"]
        self._words = HashTable(arrays["word.keys"], arrays["word.values"])
        self._postings = Postings(terminology)
        self._neighbours = SpellingNeighbours(terminology)
        #: The concept of each name by rank.
        self._owners = arrays["name.concept"][self._names]
        self._codes = terminology.strings("concept.code")
        self._ends = np.searchsorted(
            arrays["concept.system"], np.arange(len(terminology.systems) + 1, dtype=np.uint16)
        ).tolist()
        self._live = int(np.count_nonzero(~arrays["concept.retired"][self._owners]))
        self._mask_cached = lru_cache(maxsize=16)(self._mask)

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
        """Return the concepts that the query may mean, best first.

        Each concept is returned once, with its best name.

        Args:
            query: A code, or letters and words of a name.
            limit: The maximum number of hits.
            types: Semantic types, as in `Terminology.mask`.
            systems: Coding systems, as in `Terminology.mask`.
            below: Roots of subtrees, as in `Terminology.mask`.
            mask: A further filter over all concepts.
            retired: Include retired concepts.
            typos: Tolerate spelling errors.
        """
        query = " ".join(query[:_MAX_CHARACTERS].split())
        if not query or limit < 1:
            return []
        keep = self._mask_cached(tuple(types), tuple(systems), tuple(below), retired)
        if mask is not None:
            keep = mask if keep is None else keep & mask
        shown = len(self._names) if retired else self._live
        result = HitList(self.terminology, self._owners[:shown], limit, keep, live=self._live)
        for number in self._find_codes(query):
            result.add_concept(number)
        for tier in self._search_tiers(query, typos and not result.hits):
            if result.is_full:
                break
            result.add_tier(tier)
        return result.hits

    def _mask(
        self,
        types: tuple[str, ...],
        systems: tuple[str, ...],
        below: tuple[int, ...],
        retired: bool,
    ) -> Mask | None:
        if not (types or systems or below):
            return None
        return self.terminology.mask(types=types, systems=systems, below=below, retired=retired)

    def _find_codes(self, query: str) -> Iterator[int]:
        """Yield the concepts whose code was typed, with or without its system."""
        if " " in query:
            return
        before, _, after = query.partition(":")
        for index, system in enumerate(self.terminology.systems):
            codes = [query, query.upper()]
            if after and before.lower() == system.lower():
                codes += [after, after.upper()]
            codes += [f"{code[:3]}.{code[3:]}" for code in codes if _UNDOTTED.fullmatch(code)]
            for code in dict.fromkeys(codes):
                yield from self._find_code(code, self._ends[index], self._ends[index + 1])

    def _find_code(self, code: str, low: int, high: int) -> Iterator[int]:
        """Yield the concept with a code, if one of the concepts from `low` to `high` has it."""
        number = bisect_left(range(high), code, low, key=self._codes.__getitem__)
        if number < high and self._codes[number] == code:
            yield number

    def _search_tiers(self, query: str, typos: bool) -> Iterator[Tier]:
        key = fold_letters(query)
        first = self._count_before(key)
        end = self._count_before(key + "\0", first)
        yield Tier(self._slice_names(first, end), "exact", EXACT_SCORE)
        variants = [
            self.split_query(text) for text in dict.fromkeys((query, *forms.list_variants(query)))
        ]
        matches = [self._intersect(words) for words in variants]
        same = (
            self._same_size(ranks, words) for ranks, words in zip(matches, variants, strict=True)
        )
        yield Tier(self._unite(same), "exact", _SAME_WORDS_SCORE)
        end = self._count_before(upper_bound(key), first)
        yield Tier(self._slice_names(first, end), "prefix", _PREFIX_SCORE)
        # A variant that omits words would match too many names with other words.
        complete = [at for at, words in enumerate(variants) if _join(words) == _join(variants[0])]
        yield Tier(self._unite(matches[at] for at in complete), "words", _WORDS_SCORE)
        prefixes = (self._find_last_prefix(variants[at]) for at in complete)
        yield Tier(self._unite(prefixes), "words", _WORD_PREFIX_SCORE)
        if typos and variants[0]:
            yield from self._search_misspelt(variants[0])

    def split_query(self, query: str) -> list[QueryWord]:
        """Split a query into words without stop words.

        If it has only stop words, the last one is returned as an unknown word.
        """
        tokens = scan(query)
        classes = self._words.find(tokens.hash).tolist()
        words = []
        for start, end, number in zip(
            tokens.start.tolist(), tokens.end.tolist(), classes, strict=True
        ):
            text = fold_text(query[start:end])
            words.append(QueryWord(text, number if number >= 0 else self._postings.get_class(text)))
        content = [word for word in words if word.class_number != STOP_CLASS]
        fallback = [QueryWord(word.text, UNKNOWN_CLASS) for word in words[-1:]]
        return (content or fallback)[:_MAX_WORDS]

    def _count_before(self, key: str, low: int = 0) -> int:
        """Count the names that sort before the key by their letters, at least `low`."""
        names, order, text = self._names, self._order, self.terminology.name_text
        return bisect_left(
            range(len(order)), key, low, key=lambda at: fold_letters(text(names[order[at]]))
        )

    def _slice_names(self, start: int, end: int) -> Ints:
        """Return the names from `start` to `end` in the order of their letters."""
        return self._postings.unite([self._order[start:end]])

    def _intersect(self, words: Sequence[QueryWord]) -> Ints:
        return self._postings.intersect(word.class_number for word in words)

    def _same_size(self, ranks: Ints, words: Sequence[QueryWord]) -> Ints:
        """Return the names that have no other words."""
        complete: Ints = ranks[self._sizes[ranks] == len({word.class_number for word in words})]
        return complete

    def _find_last_prefix(self, words: Sequence[QueryWord]) -> Ints:
        """Return the names with all words, of which the last may be a prefix."""
        if not words:
            return self._unite(())
        prefixed = self._postings.find_prefix(words[-1].text)
        if len(words) == 1:
            return prefixed
        ranks = self._intersect(words[:-1])
        return ranks[self._postings.contains(prefixed, ranks)]

    def _unite(self, lists: Iterable[Ints]) -> Ints:
        postings = list(lists)
        return postings[0] if len(postings) == 1 else self._postings.unite(postings)

    def _search_misspelt(self, words: Sequence[QueryWord]) -> Iterator[Tier]:
        """Yield names with neighbours of unknown words, then with neighbours of any word."""
        prefixed = self._postings.find_prefix(words[-1].text)
        unknown = [word.class_number == UNKNOWN_CLASS for word in words]
        unknown[-1] &= not len(prefixed)
        for replace_known in (False, True):
            neighbours = [
                self._find_neighbours(word.text, is_unknown, replace_known)
                for word, is_unknown in zip(words, unknown, strict=True)
            ]
            if any(neighbours):
                yield from self._search_neighbours(words, prefixed, neighbours, replace_known)

    def _search_neighbours(
        self,
        words: Sequence[QueryWord],
        prefixed: Ints,
        neighbours: Sequence[Neighbours],
        replace_known: bool,
    ) -> Iterator[Tier]:
        """Yield names with the words or their neighbours, fewest edits first."""
        choices = [
            self._postings.list_choices(word.class_number, near)
            for word, near in zip(words, neighbours, strict=True)
        ]
        choices[-1].append((0, prefixed))
        ranks, edits = self._postings.count_edits(choices)
        complete = self._sizes[ranks] <= len(set(words))
        score = _REPLACED_SCORE if replace_known else _MISSPELT_SCORE
        for count in range(1, (_MAX_REPLACED_EDITS if replace_known else _MAX_EDITS) + 1):
            yield Tier(ranks[complete & (edits == count)], "typo", score)
            yield Tier(ranks[~complete & (edits == count)], "typo", score - _LOSS_FOR_MORE_WORDS)
            score -= _LOSS_PER_EDIT

    def _find_neighbours(self, text: str, is_unknown: bool, replace_known: bool) -> Neighbours:
        if is_unknown:
            distance = 2 if len(text) >= MIN_LENGTH_FOR_TWO else 1
            return self._neighbours.find(text, distance=distance)
        replaceable = replace_known and len(text) >= _MIN_REPLACED_LENGTH
        return self._neighbours.find(text) if replaceable else []


def _join(words: Sequence[QueryWord]) -> str:
    return "".join(word.text for word in words)
