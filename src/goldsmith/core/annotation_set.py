"""An annotation set: what one annotator, system or consensus said about one document."""

from __future__ import annotations

import msgspec

from goldsmith.core.mention import Mention
from goldsmith.core.relation import Group, Relation


class Provenance(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who made a set, when, with what, and from which other sets."""

    kind: str = ""
    """human, system, consensus or import."""
    agent: str = ""
    created: str = ""
    tool: str = ""
    sources: tuple[str, ...] = ()


class Note(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A remark on a mention, relation or group (`target`), or on the document (no target)."""

    text: str
    target: str = ""
    kind: str = ""


Annotation = Mention | Relation | Group


class AnnotationSet(msgspec.Struct, frozen=True, omit_defaults=True):
    """Named annotations over one document's text. Sets are never mixed (requirement 2.4)."""

    name: str
    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()
    groups: tuple[Group, ...] = ()
    notes: tuple[Note, ...] = ()
    schema: str = ""
    provenance: Provenance = Provenance()

    @property
    def annotations(self) -> tuple[Annotation, ...]:
        """Mentions, relations and groups: everything that has an id, a type and attributes."""
        return (*self.mentions, *self.relations, *self.groups)

    def by_id(self) -> dict[str, Mention]:
        """Mention id -> mention."""
        return {mention.id: mention for mention in self.mentions}
