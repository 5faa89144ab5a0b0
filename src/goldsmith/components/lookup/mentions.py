"""Mentions from dictionary lookup: one for each range of text, with a type and codes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from goldsmith.components.lookup.places import Mask, Place, TerminologyPart
from goldsmith.core import Code
from goldsmith.errors import InputError
from goldsmith.terminology.store import Terminology
from goldsmith.terminology.subsets import EntityTypes, Subset

_CACHE_SIZE = 100_000
#: Part, concept, name and score: type and codes depend on these.
_Name = tuple[int, int, int, int]


class LookupMention(NamedTuple):
    """A range of text that is a name: type, codes, kind of match and score."""

    start: int
    end: int
    type: str
    codes: tuple[Code, ...]
    how: str
    worth: int
    #: The highest number of candidate concepts of the type in one coding system.
    choices: int


class _Interpretation(NamedTuple):
    """The type and codes of a range, and the index of the name that decided."""

    type: str
    codes: tuple[Code, ...]
    choices: int
    best: int


class MentionTyper:
    """Assigns a type and codes to matches.

    The type is `kind`, or the type that the subset maps the concept to; concepts without a type are
    left out (`parts` has masks without them). If concepts of several types have the name, the one
    with the highest score decides, then the order of the subset. A mention gets one code of each
    coding system.

    With `mappings` above 1, up to that many concepts of a range become separate mentions, each with
    one code and its own score, the best first, as MMTx presents its mappings.
    """

    def __init__(
        self,
        among: Sequence[tuple[Terminology, Mask | None]],
        *,
        subset: str = "",
        kind: str = "",
        mappings: int = 1,
    ) -> None:
        self._kind, self._mappings = kind, mappings
        self.parts = [TerminologyPart(terms, mask) for terms, mask in among]
        self._types = [] if kind else _load_entity_types(subset, self.parts)
        self._order = {
            name: number for kinds in self._types for number, name in enumerate(kinds.names)
        }
        if not kind:
            pairs = zip(self.parts, self._types, strict=True)
            self.parts = [
                TerminologyPart(terms, _restrict_mask(mask, kinds))
                for (terms, mask), kinds in pairs
            ]
        # Cached, because notes repeat the same names.
        self._interpret_cached = lru_cache(maxsize=_CACHE_SIZE)(self._interpret)

    @property
    def type_names(self) -> frozenset[str]:
        """The types that mentions can have."""
        return frozenset({self._kind} if self._kind else self._order)

    def __call__(self, places: Iterable[Place]) -> Iterator[LookupMention]:
        """Yield a mention for each range of text, in order; several with `mappings`."""
        for (start, end), group in groupby(places, key=_get_range):
            matches = list(group)
            if self._mappings > 1:
                yield from self._list_mappings(matches)
                continue
            names = tuple(map(_get_name, matches))
            type_, codes, choices, index = self._interpret_cached(names)
            best = matches[index]
            yield LookupMention(start, end, type_, codes, best.how, best.worth, choices)

    def _list_mappings(self, matches: Sequence[Place]) -> Iterator[LookupMention]:
        """Yield a mention for each of the best concepts of a range."""
        ranked: dict[tuple[str, str], LookupMention] = {}
        for match in sorted(matches, key=self._rank_mapping):
            code, type_ = self._make_code(match), self._get_type(_get_name(match))
            ranked.setdefault(
                (code.system, code.code),
                LookupMention(
                    match.start, match.end, type_, (code,), match.how, match.worth, len(matches)
                ),
            )
        for mention in list(ranked.values())[: self._mappings]:
            yield mention._replace(choices=len(ranked))

    def _rank_mapping(self, match: Place) -> tuple[int, int, bool, str]:
        code, type_ = self._make_code(match), self._get_type(_get_name(match))
        is_synonym = self.parts[match.terms].terms.name_text(match.name) != code.name
        return -match.worth, self._order.get(type_, 0), is_synonym, code.code

    def _make_code(self, match: Place) -> Code:
        terms = self.parts[match.terms].terms
        return Code(
            terms.code(match.concept), terms.system(match.concept), terms.title(match.concept)
        )

    def _interpret(self, names: tuple[_Name, ...]) -> _Interpretation:
        types = [self._get_type(name) for name in names]
        ranks = [
            (-name[3], self._order.get(type_, 0)) for name, type_ in zip(names, types, strict=True)
        ]
        best = ranks.index(min(ranks))
        same_type = [name for name, type_ in zip(names, types, strict=True) if type_ == types[best]]
        codes, choices = self._choose_codes(same_type)
        return _Interpretation(types[best], codes, choices, best)

    def _get_type(self, name: _Name) -> str:
        return self._kind or self._types[name[0]][name[1]] or ""

    def _choose_codes(self, names: Sequence[_Name]) -> tuple[tuple[Code, ...], int]:
        """Choose the best code of each system; return the highest number of choices as well."""
        by_system: dict[str, list[tuple[bool, int, Code]]] = {}
        for part, concept, name, worth in names:
            terms = self.parts[part].terms
            title = terms.title(concept)
            code = Code(terms.code(concept), terms.system(concept), title)
            is_synonym = terms.name_text(name) != title
            by_system.setdefault(code.system, []).append((is_synonym, -worth, code))
        codes = tuple(min(choices, key=_rank)[2] for _, choices in sorted(by_system.items()))
        return codes, max(len({code for _, _, code in choices}) for choices in by_system.values())


def _get_name(place: Place) -> _Name:
    return place.terms, place.concept, place.name, place.worth


def _get_range(place: Place) -> tuple[int, int]:
    return place.start, place.end


def _rank(choice: tuple[bool, int, Code]) -> tuple[int, bool, str]:
    """Rank by score, then preferred names first, then by code."""
    is_synonym, worth, code = choice
    return worth, is_synonym, code.code


def _load_entity_types(subset: str, among: Sequence[TerminologyPart]) -> list[EntityTypes]:
    if not subset:
        raise InputError(
            "the type of the mentions is not defined",
            expected="a subset with a mapping, such as clef, or one type for all",
        )
    loaded = Subset.load(subset)
    return [loaded.entity_types(terms) for terms, _ in among]


def _restrict_mask(mask: Mask | None, kinds: EntityTypes) -> Mask:
    """Restrict a mask to concepts that have an entity type."""
    typed: Mask = kinds.codes >= 0
    return typed if mask is None else typed & mask
