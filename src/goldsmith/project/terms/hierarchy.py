"""The hierarchies of terminologies as the metric `concept-distance` wants them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from goldsmith.errors import InputError
from goldsmith.terminology.store import Terminology


class TermHierarchy:
    """Parents by code. A code is CODE or SYSTEM:CODE; its parents are written the same way."""

    def __init__(self, several: Sequence[Terminology]) -> None:
        self._several = list(several)

    def parents(self, code: str) -> Collection[str]:
        """The codes right above one; raises InputError when two systems have that code."""
        above: dict[str, dict[str, None]] = {}
        for system, found in self._above(code):
            above.setdefault(system, {}).update(dict.fromkeys(found))
        if len(above) > 1:
            raise InputError(
                f"the code {code} is one of {' and of '.join(sorted(above))}",
                expected="codes of one system, or written SYSTEM:CODE",
                remedy="Name with --terms a terminology that has only one of them",
            )
        return [parent for found in above.values() for parent in found]

    def _above(self, code: str) -> Iterator[tuple[str, list[str]]]:
        """The parents in each system of each terminology that has the code."""
        for terms in self._several:
            for system in terms.systems:
                start = f"{system}:" if code.startswith(f"{system}:") else ""
                number = terms.number(code.removeprefix(start), system)
                if number is not None:
                    yield system, [start + terms.code(one) for one in terms.parents(number)]


def hierarchy(several: Sequence[Terminology]) -> TermHierarchy:
    """The hierarchy of terminologies for the metric `concept-distance`."""
    return TermHierarchy(several)
