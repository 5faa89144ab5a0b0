"""Broader and narrower codes, and the names of codes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from goldsmith.terminology.store import Terminology


class CodeHierarchy:
    """Lookup of codes, in the notation of the radar, in terminologies.

    Args:
        terminologies: The terminologies; without any, no two codes are related.
    """

    def __init__(self, terminologies: Sequence[Terminology] = ()) -> None:
        self._terminologies = tuple(terminologies)
        self._is_related = lru_cache(1 << 16)(self._compare)

    def is_related(self, first: str, second: str) -> bool:
        """Return whether one of two codes is broader than the other."""
        return bool(self._terminologies) and self._is_related(*sorted((first, second)))

    def describe(self, codes: str) -> str:
        """Return codes with the names of their concepts, if a terminology has them."""
        return " + ".join(map(self._describe, codes.split(" + ")))

    def _describe(self, code: str) -> str:
        for terms in self._terminologies:
            number = _get_number(terms, code)
            if number is not None:
                return f"{code} {terms.title(number)}"
        return code

    def _compare(self, first: str, second: str) -> bool:
        for terms in self._terminologies:
            a, b = _get_number(terms, first), _get_number(terms, second)
            if a is not None and b is not None:
                return b in terms.descendants(a) or a in terms.descendants(b)
        return False


def _get_number(terms: Terminology, code: str) -> int | None:
    """Return the number of CODE or SYSTEM:CODE."""
    system, colon, rest = code.partition(":")
    number = terms.get_number(rest, system) if colon else None
    return terms.get_number(code, "") if number is None else number
