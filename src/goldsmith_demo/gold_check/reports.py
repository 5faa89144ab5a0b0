"""Rules for the layer `clef` that reports break most easily: doubt, specimens, places, spans."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from goldsmith.core import Document, Mention
from goldsmith_demo.gold_check.finding import Place, check_each, check_mentions
from goldsmith_demo.gold_check.words import get_extent, list_arguments, read_words

_DOUBT = re.compile(
    r"\b(?:in keeping with|consistent with|suspicious (?:of|for)|suggestive of|concerning for"
    r"|typical of) (?:an? )?",
    re.IGNORECASE,
)
_SPECIMEN = re.compile(r"(?:needle |tissue )?(?:cores|fragments|slides|smears)")
_INSIDE = re.compile(r" of (?:the )?(?:(?:left|right|upper|lower) )?", re.IGNORECASE)


@check_each
def find_broken_spans(doc: Document) -> Iterator[Place]:
    """Find discontiguous mentions whose fragments have no words between them."""
    for mention in doc.sets["clef"].mentions:
        for first, second in pairwise(mention.spans):
            if not doc.text[first.end : second.start].strip():
                yield (*get_extent(mention), read_words(doc, mention))


@check_each
def find_unmarked_doubt(doc: Document) -> Iterator[Place]:
    """Find words of doubt right before a condition that are not marked as Negation."""
    gold = doc.sets["clef"]
    conditions = {m.spans[0].start for m in gold.mentions if m.type == "Condition"}
    signals = [get_extent(m) for m in gold.mentions if m.type == "Negation"]
    for match in _DOUBT.finditer(doc.text):
        marked = any(start < match.end() and match.start() < end for start, end in signals)
        if match.end() in conditions and not marked:
            yield match.start(), match.end(), f"doubt without a signal: {match[0].strip()}"


@check_mentions("clef")
def find_specimens(doc: Document, mention: Mention) -> str:
    """Find specimens that are marked as mentions."""
    words = read_words(doc, mention)
    return f"a specimen: {words}" if _SPECIMEN.fullmatch(words) else ""


@check_each
def find_outer_places(doc: Document) -> Iterator[Place]:
    """Find the outer of two nested places of a condition: the spine in "discs of the spine"."""
    gold = doc.sets["clef"]
    loci = {m.id: m for m in gold.mentions if m.type == "Locus" and len(m.spans) == 1}
    for places in list_arguments(gold, "has_location").values():
        here = sorted((loci[key] for key in places if key in loci), key=get_extent)
        for inner, outer in pairwise(here):
            if _INSIDE.fullmatch(doc.text, inner.spans[0].end, outer.spans[0].start):
                yield (*get_extent(outer), f"the outer place: {read_words(doc, outer)}")
