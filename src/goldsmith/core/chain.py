"""Coreference chains, derived from identity pairs and groups by transitivity (requirement 2.3).

Only pairs and groups are stored; chains are derived from them. Pairs that share a mention join one
chain. Groups that share a mention do not: a group is a cluster, and a mention that a source lists
in two clusters by mistake would merge them. Such a mention belongs to the first cluster only, as in
the CoNLL reference scorer.

Two specific mentions may end up in one chain only because both are linked to the same generic
mention ("liver cancer", "cancer", "breast cancer": i2b2 appendix II). The chain then has a
`Bridge`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import msgspec

from goldsmith.core.annotation_set import AnnotationSet
from goldsmith.core.mention import Mention
from goldsmith.core.offsets import get_covered_text
from goldsmith.core.relation import Group
from goldsmith.core.schema import Schema

_WORD = re.compile(r"\w+")
_FUNCTION_WORDS = frozenset(
    "a an the this that these those her his their my our your its some any no of in on at".split()
)


class Bridge(msgspec.Struct, frozen=True):
    """Two specific mentions that only a generic mention connects; all are mention ids."""

    generic: str
    first: str
    second: str

    @property
    def reason(self) -> str:
        return (
            f"{self.first} and {self.second} are connected only through the generic {self.generic}"
        )


class Chain(msgspec.Struct, frozen=True):
    """The ids of the mentions of one entity, in text order; the first grounds the chain."""

    members: tuple[str, ...]
    bridges: tuple[Bridge, ...] = ()

    @property
    def grounding(self) -> str:
        return self.members[0]


class RepeatedMember(msgspec.Struct, frozen=True):
    """A mention in two groups; it belongs to the first, `home`. All are ids."""

    mention: str
    home: str
    group: str


def collect_identity_links(annotation_set: AnnotationSet, schema: Schema) -> list[tuple[str, ...]]:
    """Return the mention ids of each identity pair and of each identity group of a set.

    A mention of several groups is listed in the first of them only (`find_repeated_members`).
    """
    types = {kind.name: kind for kind in schema.relation if kind.identity}
    links: list[tuple[str, ...]] = [
        (rel.arg1, rel.arg2)
        for rel in annotation_set.relations
        if rel.type in types and types[rel.type].is_identity(rel.attributes)
    ]
    groups = select_identity_groups(annotation_set, schema)
    repeated = {
        (entry.mention, entry.group) for entry in find_repeated_members(annotation_set, groups)
    }
    for group in groups:
        members = tuple(m for m in group.members if (m, group.id) not in repeated)
        if members or not group.members:
            links.append(members)
    return links


def select_identity_groups(annotation_set: AnnotationSet, schema: Schema) -> list[Group]:
    """Return the groups of a set that list mentions of the same thing."""
    types = {kind.name: kind for kind in schema.relation if kind.identity}
    return [
        group
        for group in annotation_set.groups
        if group.type in types and types[group.type].is_identity_group(group.attributes)
    ]


def find_repeated_members(
    annotation_set: AnnotationSet, groups: Sequence[Group]
) -> list[RepeatedMember]:
    """Find the mentions that are in more than one of the groups.

    The first group is the one that begins first in the text, as the CoNLL reference scorer numbers
    clusters; of two that begin at the same place, it is the one with the smaller id.

    Args:
        annotation_set: The set with the mentions.
        groups: Groups of the set.
    """
    distinct = {member for group in groups for member in group.members}
    if len(distinct) == sum(len(group.members) for group in groups):
        return []
    mentions = annotation_set.mentions_by_id()

    def get_order(group: Group) -> tuple[int, int, str]:
        starts = [mentions[member].start for member in group.members if member in mentions]
        return min(starts, default=-1), len(group.id), group.id

    homes: dict[str, str] = {}
    repeated = []
    for group in sorted(groups, key=get_order):
        for member in dict.fromkeys(group.members):
            home = homes.setdefault(member, group.id)
            if home != group.id:
                repeated.append(RepeatedMember(member, home, group.id))
    return repeated


def derive_chains(
    annotation_set: AnnotationSet, schema: Schema, *, text: str = ""
) -> tuple[Chain, ...]:
    """Derive the coreference chains of a set, ordered by their first mention.

    Args:
        annotation_set: The set whose pairs and groups are read.
        schema: The schema that says which relation types mean identity.
        text: The text of the document; needed to find bridges, which are left out without it.

    Example:
        >>> for chain in derive_chains(gold, load_builtin_schema("clef"), text=doc.text):
        ...     print(chain.members, [bridge.reason for bridge in chain.bridges])
    """
    links = collect_identity_links(annotation_set, schema)
    mentions = annotation_set.mentions_by_id()
    components = find_components(links)
    component_of = {member: n for n, members in enumerate(components) for member in members}
    links_of: list[list[tuple[str, ...]]] = [[] for _ in components]
    for link in filter(None, links):
        links_of[component_of[link[0]]].append(link)
    chains = []
    for component, component_links in zip(components, links_of, strict=True):
        members = sorted(component, key=lambda member: _get_place(mentions.get(member), member))
        bridges: tuple[Bridge, ...] = ()
        if text and len(members) > 2:
            bridges = tuple(_find_bridges(members, component_links, mentions, text))
        chains.append(Chain(tuple(members), bridges))
    return tuple(
        sorted(chains, key=lambda chain: _get_place(mentions.get(chain.grounding), chain.grounding))
    )


def find_components(links: Iterable[tuple[str, ...]]) -> list[set[str]]:
    """Find the connected components of links; a link with a single member is a lone node."""
    neighbours: dict[str, set[str]] = defaultdict(set)
    for link in links:
        for first, second in zip(link, link[1:] or link, strict=False):
            neighbours[first].add(second)
            neighbours[second].add(first)
    visited: set[str] = set()
    components = []
    for start in neighbours:
        if start in visited:
            continue
        members, queue = {start}, [start]
        while queue:
            fresh = neighbours[queue.pop()] - members
            members |= fresh
            queue += fresh
        visited |= members
        components.append(members)
    return components


def _get_place(mention: Mention | None, mention_id: str) -> tuple[int, int, str]:
    return (mention.start, mention.end, mention_id) if mention else (-1, -1, mention_id)


def _find_bridges(
    members: list[str], links: list[tuple[str, ...]], mentions: dict[str, Mention], text: str
) -> Iterator[Bridge]:
    """Find pairs of incompatible mentions that only generic mentions connect.

    Generic mentions with the same words are removed together: a second "cancer" connects "liver
    cancer" and "breast cancer" no better than the first.
    """
    words = {
        member: _get_content_words(mentions[member], text)
        for member in members
        if member in mentions
    }
    for core in dict.fromkeys(words.values()):
        incompatible = list(_find_incompatible(words, core)) if core else []
        if not incompatible:
            continue
        remaining = {member: None for member in words if words[member] != core}
        remaining_links = [
            tuple(member for member in link if member in remaining) for link in links
        ]
        components = find_components([*remaining_links, *((member,) for member in remaining)])
        component_of = {member: n for n, part in enumerate(components) for member in part}
        generic = next(member for member in words if words[member] == core)
        for first, second in incompatible:
            if component_of[first] != component_of[second]:
                yield Bridge(generic, first, second)


def _find_incompatible(
    words: dict[str, frozenset[str]], core: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """Find pairs of mentions that both extend the core words while neither extends the other."""
    specific = [member for member in words if core < words[member]]
    for first, second in combinations(specific, 2):
        if not words[first] <= words[second] and not words[second] <= words[first]:
            yield first, second


def _get_content_words(mention: Mention, text: str) -> frozenset[str]:
    words = _WORD.findall(get_covered_text(text, mention.spans).casefold())
    return frozenset(word for word in words if word not in _FUNCTION_WORDS)
