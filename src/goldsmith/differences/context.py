"""The context of mentions that the rules use: relations, chains, sentences, roles."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from itertools import accumulate

from goldsmith.core import (
    AnnotationSet,
    Document,
    Mention,
    MentionType,
    Relation,
    RelationType,
    Schema,
    derive_chains,
)
from goldsmith.core.schema import ANY
from goldsmith.differences.classes import Roles
from goldsmith.differences.sentences import Sentences
from goldsmith.metrics.engine.traits import get_defaults


class Context:
    """A document with two sets; sides are 0 for a and 1 for b."""

    def __init__(
        self,
        doc: Document,
        sets: tuple[AnnotationSet, AnnotationSet],
        schema: Schema | None,
        roles: Roles,
    ) -> None:
        self.doc, self.sets, self.roles = doc, sets, roles
        self.sentences = Sentences(doc.text)
        self.defaults = get_defaults(schema)
        self.mention_types: dict[str, MentionType] = (
            {kind.name: kind for kind in schema.mention} if schema else {}
        )
        self.relation_types: dict[str, RelationType] = (
            {kind.name: kind for kind in schema.relation} if schema else {}
        )
        self.chains = [
            derive_chains(side, schema, text=doc.text) if schema else () for side in sets
        ]
        self._coreferent = [
            {member for chain in chains if len(chain.members) > 1 for member in chain.members}
            for chains in self.chains
        ]
        self.relations = [
            [rel for rel in side.relations if not self._is_identity(rel)] for side in sets
        ]
        self.mentions_by_id = [side.mentions_by_id() for side in sets]
        self._enclosing: EnclosingIndex | None = None
        self._relations_of: list[dict[str, list[Relation]] | None] = [None, None]

    def get_relations(self, side: int, mention: Mention) -> list[Relation]:
        """Return the relations of a mention, except identity relations."""
        index = self._relations_of[side]
        if index is None:
            index = self._relations_of[side] = defaultdict(list)
            for rel in self.relations[side]:
                for argument in {rel.arg1, rel.arg2}:
                    index[argument].append(rel)
        return index.get(mention.id, [])

    def is_allowed(self, rel: Relation, argument: str, mention_type: str) -> bool:
        """Return whether the schema permits a mention type for this argument of a relation."""
        kind = self.relation_types.get(rel.type)
        if kind is None:
            return True
        arguments = ((rel.arg1, kind.first), (rel.arg2, kind.second))
        return all(
            mention_type in types or ANY in types
            for mention_id, types in arguments
            if mention_id == argument
        )

    def get_label(self, rel: Relation) -> tuple[str, ...]:
        """Return the type of a relation with the attributes that determine identity (ODIE)."""
        kind = self.relation_types.get(rel.type)
        if kind is None or not kind.identity_when:
            return (rel.type,)
        return (rel.type, *(rel.attributes.get(name, "") for name in kind.identity_when))

    def is_coreferent(self, side: int, mention: Mention) -> bool:
        """Return whether a mention corefers with another mention."""
        return mention.id in self._coreferent[side]

    def is_enclosed(self, mention: Mention) -> bool:
        """Return whether a longer mention of either set starts and ends around this one."""
        if self._enclosing is None:
            self._enclosing = EnclosingIndex(m for side in self.sets for m in side.mentions)
        return self._enclosing.encloses(mention)

    def _is_identity(self, rel: Relation) -> bool:
        kind = self.relation_types.get(rel.type)
        return kind is not None and kind.is_identity(rel.attributes)


class EnclosingIndex:
    """An index of mentions by start and end, to find mentions around another mention."""

    def __init__(self, mentions: Iterable[Mention]) -> None:
        ends: dict[int, int] = {}
        for mention in mentions:
            ends[mention.start] = max(mention.end, ends.get(mention.start, -1))
        self._starts = sorted(ends)
        self._ends = ends
        self._max_ends = list(accumulate((ends[start] for start in self._starts), max))

    def encloses(self, mention: Mention) -> bool:
        """Return whether a longer mention starts and ends around a mention."""
        before = bisect_left(self._starts, mention.start)
        if before and self._max_ends[before - 1] >= mention.end:
            return True
        return self._ends.get(mention.start, -1) > mention.end


def get_partner(rel: Relation, mention_id: str) -> str:
    """Return the other argument of a relation."""
    return rel.arg2 if rel.arg1 == mention_id else rel.arg1
