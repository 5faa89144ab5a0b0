"""The annotations that one annotator, system or consensus made on one document."""

from __future__ import annotations

import msgspec

from goldsmith.core.mention import Mention
from goldsmith.core.relation import Group, Relation


class Provenance(msgspec.Struct, frozen=True, omit_defaults=True):
    """The origin of a set: who made it, when, with which tool and from which other sets."""

    kind: str = ""
    """One of human, simulated (a made-up annotator), system, consensus, derived or import."""
    agent: str = ""
    created: str = ""
    tool: str = ""
    sources: tuple[str, ...] = ()


class Note(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A remark on a mention, relation or group (`target`), or on the whole document (no target)."""

    text: str
    target: str = ""
    kind: str = ""


Annotation = Mention | Relation | Group


class AnnotationSet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named set of annotations on the text of one document.

    Sets of different annotators are never mixed (requirement 2.4).
    """

    name: str
    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()
    groups: tuple[Group, ...] = ()
    notes: tuple[Note, ...] = ()
    schema: str = ""
    provenance: Provenance = Provenance()

    @property
    def annotations(self) -> tuple[Annotation, ...]:
        """All annotations with an id, a type and attributes: mentions, relations and groups."""
        return (*self.mentions, *self.relations, *self.groups)

    def mentions_by_id(self) -> dict[str, Mention]:
        """Map each mention id to its mention."""
        return {mention.id: mention for mention in self.mentions}
