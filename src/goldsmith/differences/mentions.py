"""Differences between mentions: clusters of mentions, and the rules that classify them in turn."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from goldsmith.core import Mention
from goldsmith.core.chain import find_components
from goldsmith.differences.causes import has_heading, is_coordinated
from goldsmith.differences.classes import (
    AMBIGUITY,
    COORDINATION,
    DECOMPOSITION,
    EXTENT,
    GRANULARITY,
    HEADING,
    LOCUS,
    OCCURRENCE,
    TYPING,
)
from goldsmith.differences.context import Context, get_partner
from goldsmith.differences.neighbours import find_displacements, find_stars
from goldsmith.differences.unmatched import UnmatchedMentions

_ALONE = "only one annotator marked it"
_HIDDEN = "only one annotator marked it, inside another mention, which may have hidden it"
_SERVICE = "a body site right before a word for a service may not refer to the patient"
_CROSSING = "one overlaps a mention of the other, but with neither its type nor its last word"
_SAME_SPAN = "both marked the same span, with different types"
_SAME_HEAD = "both marked words with the same ending, with different types"
_SAME_TYPE = "both gave the same type to spans that overlap and are not equal"
_MODIFIERS = "the words before the same last word are coordinated"
_HEADED = "one span includes a heading"
_PARTS = "one marked a single mention where the other marked parts of it"
_COMPONENT = (
    "each marked a mention of the same type close by, of which one may be part of the other"
)
_ANATOMY = "a body site and its modifiers are divided or typed in two ways"
_SWALLOWED = "a mention whose words are part of a longer one is not counted separately"
_UNTYPED = "a mention that only one of the two types could be related to is not counted separately"


class Cluster(msgspec.Struct):
    """Mentions that differ together, by number, with their classes and the rules that decided."""

    members: list[int]
    classes: list[str] = []
    rules: list[str] = []

    def add(self, rule: str, *classes: str) -> None:
        """Add classes and the rule that assigned them."""
        self.classes += [name for name in classes if name not in self.classes]
        if rule not in self.rules:
            self.rules.append(rule)


class Classification(msgspec.Struct, frozen=True):
    """The clusters of a document, and the pairs that are the same mention with two types."""

    clusters: list[Cluster]
    retyped: dict[int, int]


def classify_mentions(unmatched: UnmatchedMentions, context: Context) -> Classification:
    """Assign every unmatched mention to one cluster, and classify the clusters."""
    classifier = _Classifier(unmatched, context)
    clusters = [classifier.classify(members) for members in classifier.find_groups()]
    return Classification(_merge_followers(clusters, classifier), classifier.retyped)


class _Classifier:
    """The rules, in order. A mention that one rule explains is not passed to the next."""

    def __init__(self, unmatched: UnmatchedMentions, context: Context) -> None:
        self.unmatched, self.context = unmatched, context
        self.retyped: dict[int, int] = {}
        self._links: list[tuple[int, ...]] = []
        self._granular: set[int] = set()
        self._displaced: set[int] = set()
        self._find_neighbours()

    def _find_neighbours(self) -> None:
        for star in find_stars(self.unmatched, self.context):
            self._granular.update(star)
            self._links.append(tuple(star))
        for displacement in find_displacements(self.unmatched, self.context):
            swallowed, substitute = displacement.swallowed, displacement.substitute
            pair = {swallowed} if substitute is None else {swallowed, substitute}
            self._links.append((displacement.wide, *pair))
            mention_type = self.unmatched.mentions[swallowed].type
            is_granular = len(pair) == 2 and mention_type in self.context.roles.granular
            (self._granular if is_granular else self._displaced).update(pair)

    def find_groups(self) -> list[list[int]]:
        """Return the groups of mentions that overlap or belong together, in text order."""
        overlapping = self.unmatched.overlapping
        links = [(i, j) for i, numbers in enumerate(overlapping) for j in numbers if i < j]
        lone = ((i,) for i in range(len(self.unmatched.mentions)))
        names = [tuple(map(str, link)) for link in (*lone, *links, *self._links)]
        return sorted(sorted(map(int, group)) for group in find_components(names))

    def classify(self, members: list[int]) -> Cluster:
        """Return a group as a cluster with its classes."""
        cluster = Cluster(members)
        rest = set(members) - self._granular - self._displaced
        if not self._granular.isdisjoint(members):
            cluster.add(_COMPONENT, GRANULARITY)
        if self._is_anatomy(rest):
            cluster.add(_ANATOMY, LOCUS)
        elif len(members) == 1 and rest:
            self._classify_lone(cluster, self.unmatched.mentions[members[0]])
        else:
            self._classify_overlapping(cluster, rest)
        if not self._displaced.isdisjoint(members):
            cluster.add(_SWALLOWED)
        if not {EXTENT, DECOMPOSITION}.isdisjoint(cluster.classes):
            self._add_causes(cluster)
        return cluster

    def _add_causes(self, cluster: Cluster) -> None:
        """Add the constructions in the text that make annotators choose different spans."""
        mentions = self.unmatched.mentions
        sides: tuple[list[Mention], list[Mention]] = ([], [])
        for number in cluster.members:
            sides[self.unmatched.get_side(number)].append(mentions[number])
        if has_heading(self.context.doc.text, *sides):
            cluster.add(_HEADED, HEADING)
        if is_coordinated(self.context.doc.text, [*sides[0], *sides[1]]):
            cluster.add(_MODIFIERS, COORDINATION)

    def _is_anatomy(self, rest: set[int]) -> bool:
        roles, types = self.context.roles, {self.unmatched.mentions[i].type for i in rest}
        sides = {self.unmatched.get_side(i) for i in rest}
        modified = types <= roles.locus | roles.modifiers and not types.isdisjoint(roles.modifiers)
        return len(sides) == 2 and modified

    def _classify_lone(self, cluster: Cluster, mention: Mention) -> None:
        """Classify a mention that overlaps no unmatched mention of the other side."""
        side, context = self.unmatched.get_side(cluster.members[0]), self.context
        if mention.type in context.roles.locus and self._is_service(mention):
            cluster.add(_SERVICE, OCCURRENCE, AMBIGUITY)
            return
        is_hidden = context.is_coreferent(side, mention) and context.is_enclosed(mention)
        cluster.add(_HIDDEN if is_hidden else _ALONE, OCCURRENCE)

    def _is_service(self, mention: Mention) -> bool:
        word = self.context.sentences.match_next_word(mention.end) if mention.spans else None
        if word is None or word.group().casefold() not in self.context.roles.services:
            return False
        return not any(
            span.start < word.end() and word.start() < span.end
            for annotation_set in self.context.sets
            for marked in annotation_set.mentions
            for span in marked.spans
        )

    def _classify_overlapping(self, cluster: Cluster, rest: set[int]) -> None:
        counterpart = self.unmatched.counterpart
        explained = self._find_decomposed(rest)
        if explained:
            cluster.add(_PARTS, DECOMPOSITION)
        aligned = {i for i in rest if counterpart.get(i) in rest}
        if any(not {i, counterpart[i]} <= explained for i in aligned):
            cluster.add(_SAME_TYPE, EXTENT)
        explained |= aligned
        for i, j in self._pair_retyped(rest - explained):
            self.retyped[i], self.retyped[j] = j, i
            explained |= {i, j}
            cluster.add(_SAME_SPAN if self.unmatched.has_same_span(i, j) else _SAME_HEAD, TYPING)
        if not explained.issuperset(rest):
            cluster.add(_CROSSING if len(rest) > 1 else _ALONE, OCCURRENCE)

    def _find_decomposed(self, rest: set[int]) -> set[int]:
        """Return the mentions that the other side has as several parts, and these parts."""
        decomposed: set[int] = set()
        for whole in rest:
            overlapping = self.unmatched.overlapping[whole] & rest
            parts = [part for part in overlapping if self.unmatched.is_inside(part, whole)]
            if _has_disjoint_pair([self.unmatched.mentions[part] for part in parts]):
                decomposed.update(parts, [whole])
        return decomposed

    def _pair_retyped(self, rest: set[int]) -> Iterator[tuple[int, int]]:
        """Pair mentions of different types on the same span or with the same last word."""
        pairs = [
            (not self.unmatched.has_same_span(i, j), -self.unmatched.count_shared(i, j), i, j)
            for i in rest
            for j in self.unmatched.overlapping[i] & rest
            if i < j and self._is_retyped(i, j)
        ]
        used: set[int] = set()
        for *_, i, j in sorted(pairs):
            if used.isdisjoint((i, j)):
                used.update((i, j))
                yield i, j

    def _is_retyped(self, i: int, j: int) -> bool:
        first, second = self.unmatched.mentions[i], self.unmatched.mentions[j]
        return first.type != second.type and first.end == second.end


def _has_disjoint_pair(parts: list[Mention]) -> bool:
    """Return whether any two of the parts share no character."""
    if len(parts) < 2:
        return False
    if max(part.start for part in parts) >= min(part.end for part in parts):
        return True
    # A part may still lie in the gap of a discontiguous mention.
    gaps = [part for part in parts if part.is_discontiguous]
    return any(not gap.overlaps(part) for gap in gaps for part in parts)


def _merge_followers(clusters: list[Cluster], classifier: _Classifier) -> list[Cluster]:
    """Merge lone mentions that are a consequence of the type of another into its cluster.

    In Table 11 one annotator calls a response a result, the other a condition with a location. A
    result has no location, so a location that only one annotator marked is not a separate
    difference.
    """
    home = {i: cluster for cluster in clusters for i in cluster.members}
    remaining = []
    for cluster in clusters:
        leader = _find_leader(cluster.members[0], classifier) if len(cluster.members) == 1 else None
        if leader is None:
            remaining.append(cluster)
        else:
            home[leader].members += cluster.members
            home[leader].add(_UNTYPED)
    return remaining


def _find_leader(number: int, classifier: _Classifier) -> int | None:
    """Find a retyped mention whose other type would not permit the relations of a lone mention."""
    unmatched, context = classifier.unmatched, classifier.context
    side, mention = unmatched.get_side(number), unmatched.mentions[number]
    leaders = []
    for rel in context.get_relations(side, mention):
        partner = unmatched.number.get((side, get_partner(rel, mention.id)), -1)
        if partner not in classifier.retyped:
            return None
        other_type = unmatched.mentions[classifier.retyped[partner]].type
        if context.is_allowed(rel, unmatched.mentions[partner].id, other_type):
            return None
        leaders.append(partner)
    return min(leaders, default=None)
