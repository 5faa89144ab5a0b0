"""Temporal links of two sets in a normal form, in which equivalent links are equal.

Events and times become nodes that both sets share: aligned mentions are the same node. Mentions of
one set with the same type, spans, attributes and codes are the same node as well, because it would
be arbitrary which of them a link starts at and which of them is aligned.

A link between an event and a time leads from the event, as in CTLinks; a link between two events or
two times leads from the first in the text. A link in the other direction is replaced by its
inverse: "b after a" becomes "a before b".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from goldsmith.alignment import align
from goldsmith.core import AnnotationSet, Mention, Relation
from goldsmith.errors import InputError
from goldsmith.metrics.engine.base import SetPair
from goldsmith.metrics.engine.union_find import UnionFind

#: Relation type -> the attribute with the kind of link (CLEF section 7; TimeML 1.2.1).
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
#: Kind -> the kind of the reversed link. A link of any other kind keeps its direction.
INVERSE: Mapping[str, str] = (
    dict(_OPPOSITES)
    | {inverse: kind for kind, inverse in _OPPOSITES}
    | {kind: kind for kind in _OWN_INVERSE}
)

#: The content of a mention without its id, in a sortable form.
_Content = tuple[object, ...]
#: The first (0) or second set (1), and the content of a mention of it.
_Member = tuple[int, _Content]


class Link(msgspec.Struct, frozen=True, gc=False):
    """A link in its normal form; `first` and `second` are nodes, numbered in text order."""

    id: str
    first: int
    second: int
    kind: str
    task: str


class LinkReader(msgspec.Struct, frozen=True):
    """A reader of links.

    Args:
        links: The relation types that are links, each with the attribute for the kind.
        times: The mention types that are times.
        lenient: Whether to align overlapping arguments too.
    """

    links: Mapping[str, str]
    times: frozenset[str]
    lenient: bool

    @classmethod
    def from_options(
        cls, links: Mapping[str, str], times: Collection[str], found: str
    ) -> LinkReader:
        """Build a reader from the options of a metric.

        Raises:
            InputError: `found` is neither strict nor lenient, or `links` is not a mapping.
        """
        if not isinstance(links, Mapping):
            raise InputError(
                f"the option links cannot be {links!r}",
                expected="a mapping of relation types to attributes, which only Python can pass",
            )
        if found not in ("strict", "lenient"):
            raise InputError(
                f"the option found cannot be {found!r}",
                expected="strict (arguments on the same spans) or lenient (overlap is enough)",
            )
        names = [times] if isinstance(times, str) else times
        return cls(dict(links), frozenset(names), found == "lenient")

    def read(self, pair: SetPair) -> tuple[list[Link], list[Link]]:
        """Return the links of both sets over common nodes."""
        sides = (pair.a, pair.b)
        rels = [[rel for rel in side.relations if rel.type in self.links] for side in sides]
        mentions = [
            _index_mentions(side, side_rels) for side, side_rels in zip(sides, rels, strict=True)
        ]
        nodes = self._number_nodes(mentions, _find_argument_types(mentions, rels))
        first, second = (
            [self._build_link(rel, by_id, nodes, side) for rel in side_rels]
            for side, (by_id, side_rels) in enumerate(zip(mentions, rels, strict=True))
        )
        return first, second

    def _number_nodes(
        self, mentions: Sequence[Mapping[str, Mention]], types: Collection[str]
    ) -> dict[_Member, int]:
        """Assign numbers to the possible arguments: events, then times, in text order."""
        nodes: UnionFind[_Member] = UnionFind()
        sides = [[m for m in by_id.values() if m.type in types] for by_id in mentions]
        for side, side_mentions in enumerate(sides):
            for mention in side_mentions:
                nodes.find((side, _get_content(mention)))
        first, second = ([mention for mention in side if mention.type] for side in sides)
        for match in align(first, second, partial=self.lenient).pairs:
            nodes.union((0, _get_content(match.a)), (1, _get_content(match.b)))
        ordered = sorted(nodes.list_sets(), key=self._get_place)
        return {member: number for number, members in enumerate(ordered) for member in members}

    def _get_place(self, members: Iterable[_Member]) -> tuple[bool, _Content]:
        """Return a sort key for a node that does not depend on the order of the sets."""
        return min((content[1] in self.times, content) for _, content in members)

    def _build_link(
        self, rel: Relation, by_id: Mapping[str, Mention], nodes: Mapping[_Member, int], side: int
    ) -> Link:
        kind = rel.attributes.get(self.links[rel.type], "").lower()
        kind = "simultaneous" if kind in _SAME_TIME else kind
        first, second = (nodes[side, _get_content(by_id[arg])] for arg in (rel.arg1, rel.arg2))
        if first > second and kind in INVERSE:
            first, second, kind = second, first, INVERSE[kind]
        return Link(rel.id, first, second, kind, rel.attributes.get("task", ""))


def _index_mentions(annotation_set: AnnotationSet, rels: Sequence[Relation]) -> dict[str, Mention]:
    """Return the mentions by id, with an untyped mention for each missing argument.

    An untyped mention is aligned with no other.
    """
    mentions = annotation_set.mentions_by_id() if rels else {}
    for rel in rels:
        for arg in (rel.arg1, rel.arg2):
            if arg not in mentions:
                mentions[arg] = Mention(arg, "", (), {"id": arg})
    return mentions


def _find_argument_types(
    mentions: Sequence[Mapping[str, Mention]], rels: Sequence[Iterable[Relation]]
) -> set[str]:
    return {
        by_id[arg].type
        for by_id, side_rels in zip(mentions, rels, strict=True)
        for rel in side_rels
        for arg in (rel.arg1, rel.arg2)
    }


def _get_content(mention: Mention) -> _Content:
    attributes = tuple(sorted(mention.attributes.items())) if mention.attributes else ()
    return (mention.spans, mention.type, attributes, mention.codes)
