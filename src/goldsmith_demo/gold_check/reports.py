"""Rules for the layer `clef` that reports break most easily: doubt, specimens, places, spans."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from goldsmith.core import Mention
from goldsmith_demo.gold_check.finding import Place, check_each, check_mentions
from goldsmith_demo.gold_check.notes import Note, is_marked

_DOUBT = re.compile(
    r"\b(?:in keeping with|consistent with|suspicious (?:of|for)|suggestive of|concerning for"
    r"|typical of) (?:an? )?",
    re.IGNORECASE,
)
_INSIDE = re.compile(r" of (?:the )?(?:(?:left|right|upper|lower) )?", re.IGNORECASE)


@check_mentions("clef")
def find_broken_spans(note: Note, mention: Mention) -> Iterator[str]:
    """Find discontiguous mentions whose fragments have no words between them."""
    for first, second in pairwise(mention.spans):
        if not note.text[first.end : second.start].strip():
            yield note.read_words(mention)


@check_each
def find_unmarked_doubt(note: Note) -> Iterator[Place]:
    """Find words of doubt right before a condition that are not marked as Negation."""
    conditions = {mention.start for mention in note.list_mentions("clef", kind="Condition")}
    signals = note.list_spans("clef", "Negation")
    for match in _DOUBT.finditer(note.text):
        if match.end() in conditions and not is_marked(*match.span(), signals):
            yield match, f"doubt without a signal: {match[0].strip()}"


@check_each
def find_outer_places(note: Note) -> Iterator[Place]:
    """Find the outer of two nested places of a condition: the spine in "discs of the spine"."""
    places: dict[str, set[Mention]] = defaultdict(set)
    for _, condition, place in note.list_relations("clef", kind="has_location"):
        if place.type == "Locus" and len(place.spans) == 1:
            places[condition.id].add(place)
    for here in places.values():
        for inner, outer in pairwise(sorted(here, key=lambda place: place.spans)):
            if _INSIDE.fullmatch(note.text, inner.end, outer.start):
                yield outer, f"the outer place: {note.read_words(outer)}"
