"""Temporal links of two sets, read so that links that say the same are equal.

Events and times become nodes that both sets share: aligned mentions are one node. Mentions of one
set that cannot be told apart (same type, spans, attributes and codes) are one node as well, for
which of them a link was drawn from, and which of them was aligned, would be chance.

A link between an event and a time is read from the event, as CTLinks are; between two events or
two times from the one that comes first in the text. A link written the other way round becomes
its inverse: "b after a" is "a before b".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from goldsmith.alignment import align
from goldsmith.core import Mention, Relation
from goldsmith.errors import InputError
from goldsmith.metrics.engine.base import Compared
from goldsmith.metrics.engine.union_find import Joined

#: Relation type -> the attribute that holds the link's kind (CLEF section 7; TimeML 1.2.1).
LINKS: Mapping[str, str] = {"CTLink": "type", "TLINK": "relType"}
TIMES: Collection[str] = ("TIMEX3",)

#: TempEval-3 scores these as simultaneous (UzZaman et al. 2013).
_SAME_TIME = ("identity", "during", "during_inv")
_OPPOSITES = (
    ("before", "after"),
    ("ibefore", "iafter"),
    ("includes", "is_included"),
    ("begins", "begun_by"),
    ("ends", "ended_by"),
)
_OWN_INVERSE = ("simultaneous", "overlap", "none", "unknown", "vague")
#: Kind -> what it is when the two arguments change places. Kinds not listed keep their direction.
INVERSE: Mapping[str, str] = (
    dict(_OPPOSITES)
    | {late: early for early, late in _OPPOSITES}
    | {kind: kind for kind in _OWN_INVERSE}
)

#: What a mention is apart from its id, in an order of its own.
_Content = tuple[object, ...]
#: A content in the first (0) or second set (1).
_Member = tuple[int, _Content]


class Link(msgspec.Struct, frozen=True, gc=False):
    """A link in its one reading; `first` and `second` are nodes, numbered in reading order."""

    id: str
    first: int
    second: int
    kind: str
    task: str


class LinkReader(msgspec.Struct, frozen=True):
    """Reads the links of the relation types given, by the attribute that holds their kind."""

    links: Mapping[str, str]
    times: frozenset[str]
    lenient: bool

    @classmethod
    def of(cls, links: Mapping[str, str], times: Collection[str], found: str) -> LinkReader:
        """The reader for a metric's options, once they are checked."""
        if found not in ("strict", "lenient"):
            raise InputError(
                f"the option found cannot be {found!r}",
                expected="strict (arguments on the same spans) or lenient (overlap is enough)",
            )
        names = [times] if isinstance(times, str) else times
        return cls(dict(links), frozenset(names), found == "lenient")

    def read(self, pair: Compared) -> tuple[list[Link], list[Link]]:
        """The links of both sets over common nodes."""
        sides = (pair.a, pair.b)
        rels = [[rel for rel in side.relations if rel.type in self.links] for side in sides]
        known = [side.by_id() if found else {} for side, found in zip(sides, rels, strict=True)]
        for here, found in zip(known, rels, strict=True):
            _add_missing(here, found)
        nodes = self._nodes(known, _argument_types(known, rels))
        first, second = (
            [self._link(rel, here, nodes, side) for rel in found]
            for side, (here, found) in enumerate(zip(known, rels, strict=True))
        )
        return first, second

    def _nodes(
        self, known: Sequence[Mapping[str, Mention]], types: Collection[str]
    ) -> dict[_Member, int]:
        """The node of everything a link may lead to, in reading order: events, then times."""
        joined: Joined[_Member] = Joined()
        sides = [[one for one in here.values() if one.type in types] for here in known]
        for side, mentions in enumerate(sides):
            for mention in mentions:
                joined.find((side, _content(mention)))
        first, second = ([one for one in side if one.type] for side in sides)
        for both in align(first, second, partial=self.lenient).pairs:
            joined.join((0, _content(both.a)), (1, _content(both.b)))
        ordered = sorted(joined.classes(), key=self._place)
        return {member: number for number, each in enumerate(ordered) for member in each}

    def _place(self, members: Iterable[_Member]) -> tuple[bool, _Content]:
        """Where a node stands; the same whichever of the sets comes first."""
        return min((content[1] in self.times, content) for _, content in members)

    def _link(
        self, rel: Relation, here: Mapping[str, Mention], nodes: Mapping[_Member, int], side: int
    ) -> Link:
        kind = rel.attributes.get(self.links[rel.type], "").lower()
        kind = "simultaneous" if kind in _SAME_TIME else kind
        first, second = (nodes[side, _content(here[arg])] for arg in (rel.arg1, rel.arg2))
        if first > second and kind in INVERSE:
            first, second, kind = second, first, INVERSE[kind]
        return Link(rel.id, first, second, kind, rel.attributes.get("task", ""))


def _add_missing(here: dict[str, Mention], rels: Iterable[Relation]) -> None:
    """Adds a mention without type for each argument that is not there: it is aligned with none."""
    for rel in rels:
        for arg in (rel.arg1, rel.arg2):
            if arg not in here:
                here[arg] = Mention(arg, "", (), {"id": arg})


def _argument_types(
    known: Sequence[Mapping[str, Mention]], rels: Sequence[Iterable[Relation]]
) -> set[str]:
    return {
        here[arg].type
        for here, found in zip(known, rels, strict=True)
        for rel in found
        for arg in (rel.arg1, rel.arg2)
    }


def _content(mention: Mention) -> _Content:
    attributes = tuple(sorted(mention.attributes.items())) if mention.attributes else ()
    return (mention.spans, mention.type, attributes, mention.codes)
