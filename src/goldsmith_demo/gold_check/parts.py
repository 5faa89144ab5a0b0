"""Rules for part/whole relations in the layer `odie`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldsmith.core import Document, Mention
from goldsmith_demo.gold_check.finding import Place, check_each
from goldsmith_demo.gold_check.words import list_mentions, list_relations

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
    """Yield the pairs of anatomical markables with a relation type, by default part/whole."""
    for relation, part, whole in list_relations(doc, "odie"):
        is_place = part.attributes.get("semantic_class") == "anatomy"
        if is_place and relation.attributes.get("relation_type") == kind:
            yield part, whole


@check_each
def find_parts_apart_from_wholes(doc: Document) -> Iterator[Place]:
    """Find part/whole pairs across sentences, or across a heading and its text."""
    for part, whole in _list_pairs(doc):
        if _STOP.search(doc.text, whole.end, max(part.start, whole.end)):
            yield part.start, part.end, "its whole is in another sentence"


@check_each
def find_parts_within_names(doc: Document) -> Iterator[Place]:
    """Find part/whole pairs with a place inside a name: the liver of "liver metastases"."""
    for part, whole in _list_pairs(doc):
        functions = (row.attributes.get("sentence_function") for row in (part, whole))
        if not _INSIDE.isdisjoint(functions):
            yield part.start, part.end, "part or whole is inside a name"


@check_each
def find_tissues_as_parts(doc: Document) -> Iterator[Place]:
    """Find tissues paired as parts: skin, fat and nodes do not belong to a single place."""
    for part, _ in _list_pairs(doc):
        if _TISSUE.search(doc.text, part.start, part.end):
            yield part.start, part.end, "a tissue, not an organ or region"


@check_each
def find_places_within_names(doc: Document) -> Iterator[Place]:
    """Find places marked inside a name: "prostate cancer", "left breast pain", "CT pelvis"."""
    for mention in list_mentions(doc, "odie"):
        row = mention.attributes
        is_modifier = row.get("sentence_function") == "modifier"
        if row.get("semantic_class") == "anatomy" and is_modifier:
            yield mention.start, mention.end, "a place inside a name"


@check_each
def find_parts_identical_with_wholes(doc: Document) -> Iterator[Place]:
    """Find identity between a part and its whole: "the lower rectum", "5/16 nodes"."""
    for pair in _list_pairs(doc, "identity"):
        words = [doc.text[row.start : row.end].lower() for row in pair]
        is_part = [bool(_WITHIN.search(each)) for each in words]
        if words[0].split()[-1] == words[1].split()[-1] and is_part[0] != is_part[1]:
            yield pair[0].start, pair[0].end, "a part and its whole, but the pair is identity"
