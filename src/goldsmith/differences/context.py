"""What the rules look at besides the mentions: relations, chains, sentences, roles."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from itertools import accumulate

from goldsmith.core import AnnotationSet, Document, Mention, Relation, RelationType, Schema, chains
from goldsmith.core.schema import ANY
from goldsmith.differences.classes import Roles
from goldsmith.differences.sentences import Sentences


class Context:
    """One document with two sets; sides are 0 for a and 1 for b."""

    def __init__(
        self,
        doc: Document,
        sets: tuple[AnnotationSet, AnnotationSet],
        schema: Schema | None,
        roles: Roles,
    ) -> None:
        self.doc, self.sets, self.roles = doc, sets, roles
        self.sentences = Sentences(doc.text)
        self.kinds: dict[str, RelationType] = (
            {kind.name: kind for kind in schema.relation} if schema else {}
        )
        self.chains = [chains(one, schema, text=doc.text) if schema else () for one in sets]
        self._chained = [
            {member for chain in found if len(chain.members) > 1 for member in chain.members}
            for found in self.chains
        ]
        self.relations = [[r for r in one.relations if not self._identity(r)] for one in sets]
        self.by_id = [one.by_id() for one in sets]
        self._around: Around | None = None
        self._of_mention: list[dict[str, list[Relation]] | None] = [None, None]

    def of(self, side: int, mention: Mention) -> list[Relation]:
        """The relations that a mention takes part in, identity apart."""
        index = self._of_mention[side]
        if index is None:
            index = self._of_mention[side] = defaultdict(list)
            for rel in self.relations[side]:
                for argument in {rel.arg1, rel.arg2}:
                    index[argument].append(rel)
        return index.get(mention.id, [])

    def allows(self, rel: Relation, argument: str, kind: str) -> bool:
        """Whether the schema allows a type in the place that `argument` has in a relation."""
        rule = self.kinds.get(rel.type)
        if rule is None:
            return True
        places = ((rel.arg1, rule.first), (rel.arg2, rule.second))
        return all(kind in types or ANY in types for one, types in places if one == argument)

    def label(self, rel: Relation) -> tuple[str, ...]:
        """What a relation's type is: also the attributes that decide on identity (ODIE)."""
        rule = self.kinds.get(rel.type)
        if rule is None or not rule.identity_when:
            return (rel.type,)
        return (rel.type, *(rel.attributes.get(name, "") for name in rule.identity_when))

    def is_chained(self, side: int, mention: Mention) -> bool:
        """Whether a mention corefers with another one."""
        return mention.id in self._chained[side]

    def is_inside(self, mention: Mention) -> bool:
        """Whether a longer mention of either set begins and ends around this one."""
        if self._around is None:
            self._around = Around(one for each in self.sets for one in each.mentions)
        return self._around.has(mention)

    def _identity(self, rel: Relation) -> bool:
        rule = self.kinds.get(rel.type)
        return rule is not None and rule.makes_identity(rel.attributes)


class Around:
    """Where mentions begin and end, to find those around another one."""

    def __init__(self, mentions: Iterable[Mention]) -> None:
        ends: dict[int, int] = {}
        for mention in mentions:
            ends[mention.start] = max(mention.end, ends.get(mention.start, -1))
        self._starts = sorted(ends)
        self._own = ends
        self._furthest = list(accumulate((ends[start] for start in self._starts), max))

    def has(self, mention: Mention) -> bool:
        """Whether one of them begins and ends around a mention, and is longer."""
        before = bisect_left(self._starts, mention.start)
        if before and self._furthest[before - 1] >= mention.end:
            return True
        return self._own.get(mention.start, -1) > mention.end


def partner(rel: Relation, mention: str) -> str:
    """The other argument of a relation."""
    return rel.arg2 if rel.arg1 == mention else rel.arg1
