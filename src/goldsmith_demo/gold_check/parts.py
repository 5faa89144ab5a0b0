"""Policies on parts and wholes: layer `odie`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldsmith.core import Document, Mention
from goldsmith_demo.gold_check.finding import Place, check_each

_STOP = re.compile(r"[.?!:]\s|\n")
_TISSUE = re.compile(
    r"(?:skin|fat|mucosa|stroma|epithelium|tissues?|nodes?|glands|margins?)\Z", re.IGNORECASE
)
_WITHIN = re.compile(
    r"\b(?:adjacent|surrounding|overlying|background|remaining|uninvolved|upper|lower|mid|proximal"
    r"|distal) (?!lobe)\w+\Z"
    r"|\b(?:\w+ of (?:the )?\w+|\d+/\d+) (?:lymph )?nodes\Z"
)
_INSIDE = frozenset(("modifier", "section heading"))


def _list_pairs(doc: Document, kind: str = "part/whole") -> Iterator[tuple[Mention, Mention]]:
    """Yield the places that are paired as part and whole, or as `kind` says."""
    layer = doc.sets.get("odie")
    mentions = {mention.id: mention for mention in layer.mentions} if layer else {}
    for relation in layer.relations if layer else ():
        part, whole = mentions[relation.arg1], mentions[relation.arg2]
        is_place = part.attributes.get("semantic_class") == "anatomy"
        if is_place and relation.attributes.get("relation_type") == kind:
            yield part, whole


@check_each
def find_parts_apart_from_wholes(doc: Document) -> Iterator[Place]:
    """Pair a part with its whole within a sentence; the heading before it is no part of it."""
    for part, whole in _list_pairs(doc):
        if _STOP.search(doc.text, whole.end, max(part.start, whole.end)):
            yield part.start, part.end, "its whole is in another sentence"


@check_each
def find_parts_within_names(doc: Document) -> Iterator[Place]:
    """Pair places that are phrases of their own: not the liver of liver metastases."""
    for part, whole in _list_pairs(doc):
        functions = (row.attributes.get("sentence_function") for row in (part, whole))
        if not _INSIDE.isdisjoint(functions):
            yield part.start, part.end, "part or whole stands within a name"


@check_each
def find_tissues_as_parts(doc: Document) -> Iterator[Place]:
    """Pair organs and regions: skin, fat and nodes are no parts of a single place."""
    for part, _ in _list_pairs(doc):
        if _TISSUE.search(doc.text, part.start, part.end):
            yield part.start, part.end, "a tissue"


@check_each
def find_places_within_names(doc: Document) -> Iterator[Place]:
    """Leave a place to the name that it modifies: prostate cancer, left breast pain, CT pelvis."""
    layer = doc.sets.get("odie")
    for mention in layer.mentions if layer else ():
        row = mention.attributes
        is_modifier = row.get("sentence_function") == "modifier"
        if row.get("semantic_class") == "anatomy" and is_modifier:
            yield mention.start, mention.end, "a place within a name"


@check_each
def find_parts_identical_with_wholes(doc: Document) -> Iterator[Place]:
    """Call a part and its whole two things: the lower rectum, 5/16 nodes."""
    for pair in _list_pairs(doc, "identity"):
        words = [doc.text[row.start : row.end].lower() for row in pair]
        is_part = [bool(_WITHIN.search(each)) for each in words]
        if words[0].split()[-1] == words[1].split()[-1] and is_part[0] != is_part[1]:
            yield pair[0].start, pair[0].end, "a part, but identity"
