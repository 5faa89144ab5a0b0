"""The layer `odie`: markables and anaphoric pairs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from goldsmith.core import AnnotationSet, Mention, Relation, Span
from goldsmith_demo.writing.anaphora import Expression, classify_bagga
from goldsmith_demo.writing.layers.expressions import (
    identify,
    list_expressions,
    pair_expressions,
)
from goldsmith_demo.writing.layers.mentions import build_mention
from goldsmith_demo.writing.layers.nesting import (
    list_parts,
    list_wholes_within,
    settle_places,
)
from goldsmith_demo.writing.layers.places import list_wholes
from goldsmith_demo.writing.page import Page

#: The Bagga class of pairs of part and whole, and of set and subset.
_BRIDGING_CLASS = "ontology knowledge"
#: Words for a part of the place that they precede: "the adjacent breast".
_AROUND = frozenset("adjacent surrounding peripheral remaining subcortical".split())
#: Adjectives of places.
_RELATIONAL = re.compile(r"(?:(?<!can)al|ar|ic|ous|uterine|(?<!ov)ary)\Z")
#: Adjectives of states, and what stands before them when they are predicates.
_STATE = re.compile(r"[a-z-]+(?:ed|en|less|ous|ic|tender)")
_IS = re.compile(r"\b(?:is|are|was|were|be|looks?|appears?|feels?|felt|remains?) (?:\w+ly )?\Z")
_SAME_HEAD = "identical lexical heads"


def build_odie(page: Page) -> AnnotationSet:
    """Build markables that take part in a pair, and pairs of identity, set/subset, part/whole."""
    text = page.text
    own = [row for row in list_expressions(page) if row.semantic_class and _is_noun(row, text)]
    parts = list(list_parts(page, own))
    own += [*(part.row for part in parts), *list_wholes_within(own, text)]
    own.sort(key=lambda row: (row.mark.start, -row.mark.spans[-1].end, row.mark.kind))
    keys = identify(page, own)
    settle_places(own, parts, keys, text)
    names = {id(row): _list_names(row, text) for row in own}
    for row, place in parts:
        names[id(row)] = (keys[id(row.mark)], keys[id(place.mark)], *names[id(place)][1:])
    rows = [*_pair_identical(own, keys, text), *_pair_parts(own, keys, names, text)]
    used = {id(row) for first, second, *_ in rows for row in (first, second)}
    linked = [row for row in own if id(row) in used]
    ids = {id(row): f"M{number}" for number, row in enumerate(linked, 1)}
    relations = (
        Relation(
            f"P{number}",
            "pair",
            ids[id(first)],
            ids[id(second)],
            {"relation_type": kind, "bagga_class": bagga},
        )
        for number, (first, second, kind, bagga) in enumerate(rows, 1)
    )
    mentions = tuple(_build_markable(row, ids[id(row)]) for row in linked)
    return AnnotationSet("odie", mentions, tuple(relations), schema="odie")


def _is_noun(row: Expression, text: str) -> bool:
    """Return whether an expression is no adjective: "testicular", "nodes are enlarged"."""
    words = text[row.mark.start : row.mark.spans[-1].end].lower()
    if row.mark.kind == "Locus":
        return not (row.phrase.function == "modifier" and _RELATIONAL.search(words))
    before = text[max(0, row.phrase.start - 24) : row.phrase.start]
    return not (row.mark.kind == "Condition" and _STATE.fullmatch(words) and _IS.search(before))


def _pair_identical(
    rows: list[Expression], keys: dict[int, str], text: str
) -> Iterator[tuple[Expression, Expression, str, str]]:
    """Yield each anaphor with its antecedent."""
    named: dict[str, Expression] = {}
    for anaphor, antecedent in pair_expressions(rows, keys):
        key = keys[id(anaphor.mark)]
        if not antecedent.is_pronoun:
            named[key] = antecedent
        bagga = classify_bagga(anaphor, antecedent, named.get(key, antecedent), text)
        yield anaphor, antecedent, "identity", bagga


def _build_markable(row: Expression, key: str) -> Mention:
    attributes = {
        "grammatical_category": row.category,
        "sentence_function": row.phrase.function,
        "semantic_class": row.semantic_class,
    }
    spans = (Span(row.phrase.start, row.phrase.end),)
    return build_mention(row.mark, key, "markable", attributes=attributes, spans=spans)


def _pair_parts(
    rows: list[Expression], keys: dict[int, str], names: dict[int, tuple[str, ...]], text: str
) -> Iterator[tuple[Expression, Expression, str, str]]:
    """Yield the first mention of a part or member with the last mention of its whole or set.

    Each line starts afresh: a place is paired with its whole within a line only.
    """
    last: dict[str, Expression] = {}
    counts: dict[str, int] = defaultdict(int)
    for row in rows:
        thing, own = row.mark.thing, keys[id(row.mark)]
        counts[own] += 1
        if counts[own] == 1:
            larger = names[id(row)][0 if _AROUND & set(row.content[:1]) else 1 :]
            for kind, wholes in (("part/whole", larger), ("set/subset", (thing.among,))):
                near = (last[name] for name in wholes if name in last)
                whole = next((each for each in near if _is_near(each, row, text)), None)
                if whole is not None:
                    yield row, whole, kind, _classify_bridge(row, whole, text)
        last[own] = last[names[id(row)][0]] = row


def _classify_bridge(row: Expression, whole: Expression, text: str) -> str:
    """Return the Bagga class of a pair that is no identity: by the head, or by what things are."""
    is_pronoun = row.is_pronoun or whole.is_pronoun
    alike = not is_pronoun and row.find_head(text) == whole.find_head(text)
    return _SAME_HEAD if alike else _BRIDGING_CLASS


def _list_names(row: Expression, text: str) -> tuple[str, ...]:
    """Return what an expression names and the wholes of it, the closest first."""
    mark = row.mark
    if mark.kind == "Locus" and not row.is_pronoun:
        return list_wholes(" ".join(text[mark.start : mark.spans[-1].end].split()))
    return (mark.thing.key, mark.thing.whole)


def _is_near(whole: Expression, row: Expression, text: str) -> bool:
    """Return whether a whole is named in the line of its part."""
    return row.mark.kind != "Locus" or "\n" not in text[whole.mark.start : row.mark.start]
