"""The layer `odie`: markables and anaphoric pairs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from goldsmith.core import AnnotationSet, Relation
from goldsmith_demo.writing.anaphora import (
    classify_bagga,
    find_category,
    find_function,
    get_semantic_class,
)
from goldsmith_demo.writing.layers.mentions import build_mention, number_marks, pair_mentions
from goldsmith_demo.writing.page import Mark, Page

#: The Bagga class of pairs of part and whole, and of set and subset.
_BRIDGING_CLASS = "ontology knowledge"


def build_odie(page: Page, marks: list[Mark]) -> AnnotationSet:
    """Build markables that take part in a pair, and pairs of identity, set/subset, part/whole."""
    own = [mark for mark in marks if get_semantic_class(mark)]
    rows = [(first, second, "identity") for first, second in pair_mentions(own)]
    rows += list(_pair_parts(own))
    used = {id(mark) for first, second, _ in rows for mark in (first, second)}
    linked = [mark for mark in own if id(mark) in used]
    ids = number_marks(linked, "M")
    mentions = [
        build_mention(
            mark,
            ids[id(mark)],
            "markable",
            attributes={
                "grammatical_category": find_category(mark, page.text),
                "sentence_function": find_function(mark, page.text),
                "semantic_class": get_semantic_class(mark),
            },
        )
        for mark in linked
    ]
    relations = [
        Relation(
            f"P{number}",
            "pair",
            ids[id(first)],
            ids[id(second)],
            {
                "relation_type": kind,
                "bagga_class": classify_bagga(first, second, page.text)
                if kind == "identity"
                else _BRIDGING_CLASS,
            },
        )
        for number, (first, second, kind) in enumerate(rows, 1)
    ]
    return AnnotationSet("odie", tuple(mentions), tuple(relations), schema="odie")


def _pair_parts(marks: list[Mark]) -> Iterator[tuple[Mark, Mark, str]]:
    """Yield the first mention of a part or member with the last mention of its whole or set."""
    last: dict[str, Mark] = {}
    counts: dict[str, int] = defaultdict(int)
    for mark in marks:
        thing = mark.thing
        counts[thing.key] += 1
        for key, kind in ((thing.whole, "part/whole"), (thing.among, "set/subset")):
            if key and key in last and counts[thing.key] == 1:
                yield mark, last[key], kind
        last[thing.key] = mark
