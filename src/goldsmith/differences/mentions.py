"""Differences between mentions: what hangs together, and the rules that sort it, in order."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from goldsmith.core import Mention
from goldsmith.core.chain import components
from goldsmith.differences.classes import (
    AMBIGUITY,
    DECOMPOSITION,
    EXTENT,
    GRANULARITY,
    LOCUS,
    OCCURRENCE,
    TYPING,
)
from goldsmith.differences.context import Context, partner
from goldsmith.differences.neighbours import displaced, stars
from goldsmith.differences.unmatched import Unmatched

_ALONE = "only one annotator marked it"
_HIDDEN = "only one annotator marked it, inside another mention, which may have hidden it"
_SERVICE = "a place in the body right before a word for a service may not speak of the patient"
_CROSSING = "one overlaps what the other marked, but with neither its type nor its last word"
_SAME_SPAN = "both marked the same span, with different types"
_SAME_HEAD = "both marked words that end alike, with different types"
_SAME_TYPE = "both gave the same type to spans that overlap and are not equal"
_PARTS = "one marked a single mention where the other marked parts of it"
_COMPONENT = (
    "each marked a mention of the same type close by, of which one may be part of the other"
)
_ANATOMY = "a place in the body and its modifiers are divided or typed in two ways"
_SWALLOWED = "a mention whose words went into a longer one is not counted by itself"
_UNTYPED = "a mention that only one of the two types could be related to is not counted by itself"


class Cluster(msgspec.Struct):
    """Mentions that differ together, by number, with the classes they show and the rules."""

    members: list[int]
    classes: list[str] = []
    rules: list[str] = []

    def add(self, rule: str, *classes: str) -> None:
        self.classes += [one for one in classes if one not in self.classes]
        if rule not in self.rules:
            self.rules.append(rule)


class Sorted(msgspec.Struct, frozen=True):
    """The clusters of a document, and the pairs that are one mention under two types."""

    clusters: list[Cluster]
    retyped: dict[int, int]


def sort(rest: Unmatched, context: Context) -> Sorted:
    """Every unmatched mention in exactly one cluster, and every cluster with its classes."""
    sorting = _Sorting(rest, context)
    clusters = [sorting.cluster(members) for members in sorting.together()]
    return Sorted(_with_followers(clusters, sorting), sorting.retyped)


class _Sorting:
    """The rules. What a rule has explained is left out of those after it."""

    def __init__(self, rest: Unmatched, context: Context) -> None:
        self.rest, self.context = rest, context
        self.retyped: dict[int, int] = {}
        self._links: list[tuple[int, ...]] = []
        self._granular: set[int] = set()
        self._displaced: set[int] = set()
        self._find_neighbours()

    def _find_neighbours(self) -> None:
        for star in stars(self.rest, self.context):
            self._granular.update(star)
            self._links.append(tuple(star))
        for one in displaced(self.rest, self.context):
            pair = {one.swallowed} if one.substitute is None else {one.swallowed, one.substitute}
            self._links.append((one.wide, *pair))
            kind = self.rest.mentions[one.swallowed].type
            whole = len(pair) == 2 and kind in self.context.roles.granular
            (self._granular if whole else self._displaced).update(pair)

    def together(self) -> list[list[int]]:
        """The mentions in groups that overlap or belong together, in text order."""
        links = [(i, j) for i, others in enumerate(self.rest.touching) for j in others if i < j]
        lone = ((i,) for i in range(len(self.rest.mentions)))
        names = [tuple(map(str, link)) for link in (*lone, *links, *self._links)]
        return sorted(sorted(map(int, group)) for group in components(names))

    def cluster(self, members: list[int]) -> Cluster:
        """The group with its classes."""
        found = Cluster(members)
        left = set(members) - self._granular - self._displaced
        if not self._granular.isdisjoint(members):
            found.add(_COMPONENT, GRANULARITY)
        if self._is_anatomy(left):
            found.add(_ANATOMY, LOCUS)
        elif len(members) == 1 and left:
            self._lone(found, self.rest.mentions[members[0]])
        else:
            self._overlapping(found, left)
        if not self._displaced.isdisjoint(members):
            found.add(_SWALLOWED)
        return found

    def _is_anatomy(self, left: set[int]) -> bool:
        roles, types = self.context.roles, {self.rest.mentions[i].type for i in left}
        sides = {self.rest.side(i) for i in left}
        modified = types <= roles.locus | roles.modifiers and not types.isdisjoint(roles.modifiers)
        return len(sides) == 2 and modified

    def _lone(self, found: Cluster, mention: Mention) -> None:
        """One mention that meets nothing the other annotator marked otherwise."""
        side, context = self.rest.side(found.members[0]), self.context
        if mention.type in context.roles.locus and self._names_a_service(mention):
            found.add(_SERVICE, OCCURRENCE, AMBIGUITY)
            return
        hidden = context.is_chained(side, mention) and context.is_inside(mention)
        found.add(_HIDDEN if hidden else _ALONE, OCCURRENCE)

    def _names_a_service(self, mention: Mention) -> bool:
        word = self.context.sentences.word_after(mention.end) if mention.spans else None
        if word is None or word.group().casefold() not in self.context.roles.services:
            return False
        return not any(
            span.start < word.end() and word.start() < span.end
            for one in self.context.sets
            for other in one.mentions
            for span in other.spans
        )

    def _overlapping(self, found: Cluster, left: set[int]) -> None:
        taken = self._decomposed(left)
        if taken:
            found.add(_PARTS, DECOMPOSITION)
        twins = {one for one in left if self.rest.twin.get(one) in left}
        if any(not {one, self.rest.twin[one]} <= taken for one in twins):
            found.add(_SAME_TYPE, EXTENT)
        taken |= twins
        for one, other in self._retyped(left - taken):
            self.retyped[one], self.retyped[other] = other, one
            taken |= {one, other}
            found.add(_SAME_SPAN if self.rest.same_span(one, other) else _SAME_HEAD, TYPING)
        if not taken.issuperset(left):
            found.add(_CROSSING if len(left) > 1 else _ALONE, OCCURRENCE)

    def _decomposed(self, left: set[int]) -> set[int]:
        """Mentions that the other side has in parts, with these parts."""
        taken: set[int] = set()
        for whole in left:
            near = self.rest.touching[whole] & left
            parts = [part for part in near if self.rest.inside(part, whole)]
            if self._apart([self.rest.mentions[part] for part in parts]):
                taken.update(parts, [whole])
        return taken

    def _apart(self, parts: list[Mention]) -> bool:
        """Whether two of them share no character."""
        if len(parts) < 2:
            return False
        if max(part.start for part in parts) >= min(part.end for part in parts):
            return True
        # One may still stand in the gap of another.
        gaps = [part for part in parts if part.is_discontiguous]
        return any(not one.overlaps(other) for one in gaps for other in parts)

    def _retyped(self, left: set[int]) -> Iterator[tuple[int, int]]:
        """Pairs with different types on the same span, or with the same last word; best first."""
        pairs = [
            (not self.rest.same_span(i, j), -self.rest.shared(i, j), i, j)
            for i in left
            for j in self.rest.touching[i] & left
            if i < j and self._retypes(i, j)
        ]
        used: set[int] = set()
        for *_, i, j in sorted(pairs):
            if used.isdisjoint((i, j)):
                used.update((i, j))
                yield i, j

    def _retypes(self, i: int, j: int) -> bool:
        one, other = self.rest.mentions[i], self.rest.mentions[j]
        return one.type != other.type and one.end == other.end


def _with_followers(clusters: list[Cluster], sorting: _Sorting) -> list[Cluster]:
    """The clusters, with lone mentions that follow from the type of another put with it.

    In Table 11 one annotator calls a response a result and the other a condition with a location.
    A result has no location: that only one marked it is no difference of its own.
    """
    home = {i: cluster for cluster in clusters for i in cluster.members}
    kept = []
    for cluster in clusters:
        leader = _leader(cluster.members[0], sorting) if len(cluster.members) == 1 else None
        if leader is None:
            kept.append(cluster)
        else:
            home[leader].members += cluster.members
            home[leader].add(_UNTYPED)
    return kept


def _leader(number: int, sorting: _Sorting) -> int | None:
    """The mention that has two types and that all relations of a lone one need to have its own."""
    rest, context = sorting.rest, sorting.context
    side, mention = rest.side(number), rest.mentions[number]
    leaders = []
    for rel in context.of(side, mention):
        other = rest.number.get((side, partner(rel, mention.id)), -1)
        if other not in sorting.retyped:
            return None
        kind = rest.mentions[sorting.retyped[other]].type
        if context.allows(rel, rest.mentions[other].id, kind):
            return None
        leaders.append(other)
    return min(leaders, default=None)
