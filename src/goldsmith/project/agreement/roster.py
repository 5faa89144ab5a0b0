"""The annotators, systems and gold sets of a comparison, and their sets in a document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from goldsmith.core import Document
from goldsmith.errors import InputError, UnknownName
from goldsmith.project.agreement.assignments import Assignments

#: The kind of provenance of a set that a system made.
_SYSTEM = "system"


class Roster:
    """Decides which sets of a document are compared.

    A set whose provenance says that a system made it counts as a system's set, whatever its role in
    the call. Systems are compared with every set, but excluded from figures about the annotators.

    Args:
        annotators: The sets of the annotators; if None, all sets except systems and gold sets.
        gold: The gold sets.
        systems: The sets of systems.
        assignments: The annotators assigned to each document; None for all of them.
    """

    def __init__(
        self,
        annotators: Sequence[str] | None,
        gold: Sequence[str],
        systems: Sequence[str] = (),
        assignments: Assignments | None = None,
    ) -> None:
        self.annotators = list(annotators) if annotators is not None else None
        self.gold, self.systems, self.assignments = list(gold), list(systems), assignments
        self._automatic: set[str] = set()
        self._unassigned = self._additional = 0

    def list_names(self, doc: Document) -> list[str]:
        """Return the sets to compare in a document, in the order in which tables show them."""
        self._automatic |= {
            name for name, made in doc.sets.items() if made.provenance.kind == _SYSTEM
        }
        annotators = self._list_individual(doc.sets)
        if self.assignments:
            assigned = self.assignments.annotators.get(doc.id, ())
            self._additional += any(
                name in doc.sets and name not in assigned for name in annotators
            )
            annotators = [name for name in annotators if name in assigned]
        return list(dict.fromkeys([*annotators, *self.systems, *self.gold]))

    def list_all(self, sets: Iterable[str]) -> list[str]:
        """Return all sets that are compared, in the order in which tables show them."""
        return list(dict.fromkeys([*self._list_individual(sets), *self.systems, *self.gold]))

    def is_assigned(self, doc: Document) -> bool:
        """Return whether a document is to be compared, and count those that are not."""
        is_assigned = not self.assignments or doc.id in self.assignments.annotators
        self._unassigned += not is_assigned
        return is_assigned

    def list_annotators(self, sets: Iterable[str]) -> list[str]:
        """Return the annotators, if necessary inferred from the existing sets."""
        return [name for name in self._list_individual(sets) if self.is_annotator(name)]

    def list_systems(self, sets: Iterable[str]) -> list[str]:
        """Return the sets of systems: those named as such, and those whose provenance says so."""
        automatic = [name for name in self._list_individual(sets) if self.is_system(name)]
        return list(dict.fromkeys([*automatic, *self.systems]))

    def is_system(self, name: str) -> bool:
        """Return whether a set is the work of a system, and not a gold standard."""
        return (name in self._automatic or name in self.systems) and name not in self.gold

    def is_annotator(self, name: str) -> bool:
        """Return whether a set is the work of an annotator."""
        if self.is_system(name):
            return False
        return name not in self.gold if self.annotators is None else name in self.annotators

    def _list_individual(self, sets: Iterable[str]) -> list[str]:
        """Return the sets named as annotators, or all sets without another role."""
        if self.annotators is not None:
            return self.annotators
        return sorted(name for name in sets if name not in (*self.gold, *self.systems))

    def report_absent(self, name: str, sets: Iterable[str]) -> InputError:
        """Return the error for a set that no document has, with its place if there is one."""
        error = UnknownName("annotation set", name, sets)
        is_theirs = self.assignments and name in self.assignments.names
        return error.at(self.assignments.where) if self.assignments and is_theirs else error

    def list_notices(self, systems: Sequence[str]) -> list[str]:
        """List the omissions: the work of systems, and documents that were assigned to nobody."""
        notices = []
        if systems:
            notices.append(
                f"{', '.join(systems)}: made by a system, so compared pair by pair and left out of "
                "the means, the pooled counts and the effect of consensus"
            )
        if self._unassigned:
            notices.append(
                f"{self._unassigned:,} documents are assigned to nobody and are not counted"
            )
        if self._additional:
            notices.append(
                f"in {self._additional:,} documents, work of annotators who were not "
                "assigned to them is not counted"
            )
        return notices
