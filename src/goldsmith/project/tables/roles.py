"""The roles of annotation sets: annotators, the gold standard, consensus sets, systems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product

import msgspec

from goldsmith.core import Document
from goldsmith.errors import UnknownName
from goldsmith.project.corpus.slices import sort_slices

#: Names of sets that are the gold standard by default.
_GOLD = ("gold", "consensus")
#: The two sets of each pair that is compared.
Pairs = tuple[tuple[str, str], ...]


class Roles(msgspec.Struct, frozen=True):
    """The sets of a corpus by role."""

    annotator: tuple[str, ...] = ()
    gold: tuple[str, ...] = ()
    """The gold standard, and gold sets of further layers such as time."""
    consensus: tuple[str, ...] = ()
    """Consensus of some of the annotators, which itself is compared."""
    system: tuple[str, ...] = ()

    def get(self, role: str) -> tuple[str, ...]:
        """Return the sets of a role."""
        sets: tuple[str, ...] = getattr(self, role)
        return sets

    def choose(self, role: str, bound: Mapping[str, str]) -> tuple[str, ...]:
        """Return the sets of a role to compare, or the one that is bound.

        Of several gold sets, the first is compared; the others contain further layers.
        """
        if role in bound:
            return (bound[role],)
        return self.gold[:1] if role == "gold" else self.get(role)

    def pair_sets(self, compare: str, bound: Mapping[str, str]) -> Pairs:
        """Return the pairs of sets to compare.

        Args:
            compare: A role, whose sets are compared with each other, or two roles.
            bound: Role -> the only set of the role to use.
        """
        sides = [self.choose(role, bound) for role in compare.split()]
        if len(sides) == 1:
            return tuple(combinations(sides[0], 2))
        return tuple(pair for pair in product(*sides) if pair[0] != pair[1])  # type: ignore[misc]


def find_roles(
    docs: Iterable[Document],
    *,
    annotators: Sequence[str] = (),
    gold: Sequence[str] = (),
    consensus: Sequence[str] = (),
    systems: Sequence[str] = (),
    schema: str = "",
) -> Roles:
    """Return the roles of the sets; sets without a role are annotators if none are named.

    If a set names `schema`, a set that names another schema is another layer of annotation, not
    another annotator.

    Raises:
        UnknownName: No document has a set of this name; the message lists the sets.
    """
    schemas = {name: entry.schema for doc in docs for name, entry in doc.sets.items()}
    names = sort_slices(schemas)
    for name in (*annotators, *gold, *consensus, *systems):
        if name not in names:
            raise UnknownName("annotation set", name, names)
    named = {*annotators, *consensus, *systems}
    chosen = tuple(gold) or tuple(name for name in _GOLD if name in names and name not in named)[:1]
    is_layered = schema in schemas.values()
    layer = [name for name in names if not is_layered or schemas[name] in ("", schema)]
    rest = [name for name in layer if name not in named and name not in chosen]
    return Roles(tuple(annotators or rest), chosen, tuple(consensus), tuple(systems))
