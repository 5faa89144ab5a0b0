"""Rules for part/whole relations in the layer `odie`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldsmith.core import Mention
from goldsmith_demo.gold_check.finding import Place, check_each
from goldsmith_demo.gold_check.notes import Note

_STOP = re.compile(r"[.?!:]\s|\n")
_TISSUE = re.compile(
    r"(?:skin|fat|mucosa|stroma|epithelium|tissues?|nodes?|glands|margins?)\Z", re.IGNORECASE
)
_WITHIN = re.compile(
    r"\b(?:adjacent|surrounding|overlying|background|remaining|uninvolved|upper|lower|mid|proximal"
    r"|distal) (?!lobe)\w+\Z"
    r"|\b(?:\w+ of (?:the )?\w+|\d+/\d+) (?:lymph )?nodes\Z"
)
_INSIDE = ("modifier", "section heading")


def _list_pairs(note: Note, kind: str = "part/whole") -> Iterator[tuple[Mention, Mention]]:
    """Yield the pairs of anatomical markables with a relation type, by default part/whole."""
    for _, part, whole in note.list_relations("odie", relation_type=kind):
        if part.attributes.get("semantic_class") == "anatomy":
            yield part, whole


@check_each
def find_parts_apart_from_wholes(note: Note) -> Iterator[Place]:
    """Find part/whole pairs across sentences, or across a heading and its text."""
    for part, whole in _list_pairs(note):
        if _STOP.search(note.text, whole.end, max(part.start, whole.end)):
            yield part, "its whole is in another sentence"


@check_each
def find_parts_within_names(note: Note) -> Iterator[Place]:
    """Find part/whole pairs with a place inside a name: the liver of "liver metastases"."""
    for part, whole in _list_pairs(note):
        functions = (row.attributes.get("sentence_function") for row in (part, whole))
        if any(function in _INSIDE for function in functions):
            yield part, "part or whole is inside a name"


@check_each
def find_tissues_as_parts(note: Note) -> Iterator[Place]:
    """Find tissues paired as parts: skin, fat and nodes do not belong to a single place."""
    for part, _ in _list_pairs(note):
        if _TISSUE.search(note.text, part.start, part.end):
            yield part, "a tissue, not an organ or region"


@check_each
def find_parts_identical_with_wholes(note: Note) -> Iterator[Place]:
    """Find identity between a part and its whole: "the lower rectum", "5/16 nodes"."""
    for pair in _list_pairs(note, "identity"):
        words = [note.text[row.start : row.end].lower() for row in pair]
        is_part = [bool(_WITHIN.search(each)) for each in words]
        is_typo = sorted(words[0]) == sorted(words[1])  # "the bakcground mucosa"
        same_head = words[0].split()[-1] == words[1].split()[-1]
        if same_head and not is_typo and is_part[0] != is_part[1]:
            yield pair[0], "a part and its whole, but the pair is identity"
