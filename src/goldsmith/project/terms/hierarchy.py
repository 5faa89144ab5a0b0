"""The hierarchies of terminologies, in the form that the metric `concept-distance` expects."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from goldsmith.errors import InputError, Remedy
from goldsmith.terminology.store import Terminology


class ConceptHierarchy:
    """Parents by code; a code is CODE or SYSTEM:CODE, and its parents have the same form."""

    def __init__(self, terminologies: Sequence[Terminology]) -> None:
        self._terminologies = list(terminologies)

    def parents(self, code: str) -> Collection[str]:
        """Return the codes directly above a code.

        Raises:
            InputError: Two systems have the code.
        """
        by_system: dict[str, dict[str, None]] = {}
        for system, codes in self._find_parents(code):
            by_system.setdefault(system, {}).update(dict.fromkeys(codes))
        if len(by_system) > 1:
            raise InputError(
                f"the code {code} belongs to {' and to '.join(sorted(by_system))}",
                expected="codes of one system, or written SYSTEM:CODE",
                remedy=Remedy.NAME_TERMS,
            )
        return [parent for codes in by_system.values() for parent in codes]

    def _find_parents(self, code: str) -> Iterator[tuple[str, list[str]]]:
        """Yield the parents in each system of each terminology that has the code."""
        for terms in self._terminologies:
            for system in terms.systems:
                prefix = f"{system}:" if code.startswith(f"{system}:") else ""
                number = terms.get_number(code.removeprefix(prefix), system)
                if number is not None:
                    parents = terms.parents(number)
                    yield system, [prefix + terms.code(parent) for parent in parents]
