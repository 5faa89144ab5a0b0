"""The layer `odie`: markables and anaphoric pairs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Mention, Relation, Span
from goldsmith_demo.writing.anaphora import CLASSES, Expression, classify_bagga
from goldsmith_demo.writing.layers.expressions import (
    identify,
    list_expressions,
    pair_expressions,
)
from goldsmith_demo.writing.layers.mentions import build_mention, read_words
from goldsmith_demo.writing.layers.nesting import (
    list_parts,
    list_wholes_within,
    settle_places,
)
from goldsmith_demo.writing.layers.places import is_tissue, list_wholes
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.sheet import Mark

#: The Bagga class of part/whole and set/subset pairs with different heads.
_BRIDGING_CLASS = "ontology knowledge"
#: Modifiers that restrict a place to a part of it: "the adjacent breast", "the lower rectum".
_WITHIN = frozenset(
    "adjacent surrounding peripheral remaining subcortical uninvolved overlying background "
    "dependent retroareolar upper lower mid middle proximal distal uoq uiq loq liq".split()
)
_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
#: A subset of a counted set: "5/16 nodes", "five of the 16 nodes".
_SOME = re.compile(rf"(?:\d+/\d+|{_NUMBER} of (?:the )?{_NUMBER}) ", re.IGNORECASE)
_FIGURE = re.compile(_NUMBER)
_OF_ALL = re.compile(rf"\b{_NUMBER} of (?:the )?\Z", re.IGNORECASE)
#: Adjectives that describe a state, and the verbs that make them predicates.
_STATE = re.compile(r"[a-z-]+(?:ed|en|less|ous|ic|tender)")
_IS = re.compile(r"\b(?:is|are|was|were|be|looks?|appears?|feels?|felt|remains?) (?:\w+ly )?\Z")
#: General words that do not denote one particular course of treatment.
_GENERAL = frozenset(
    article + word for article in ("", "the ") for word in ("treatment", "treatments", "therapy")
)
_INSIDE = frozenset(("modifier", "section heading"))
_STOP = re.compile(r"[.?!:]\s|\n")
_LISTED = re.compile(r"(?:, [\w -]{3,20})*,? (?:(?:and|or) )?")
_SAME_HEAD = "identical lexical heads"


def build_odie(page: Page) -> AnnotationSet:
    """Build identity, set/subset and part/whole pairs, and the markables that occur in them."""
    rows = (row for row in list_expressions(page) if row.mark.kind in CLASSES and _is_noun(row))
    own = [_take_number(row) if row.mark.kind == "Locus" else row for row in rows]
    parts = list(list_parts(page, own))
    if inner := [*(part.row for part in parts), *list_wholes_within(own)]:
        own += inner
        own.sort(key=lambda row: (row.mark.start, -row.mark.end, row.mark.kind))
    keys = identify(page, own)
    settle_places(own, parts, keys)
    among = _part_from_whole(own, keys)
    names = {
        row: (keys[row.mark], keys[place.mark], *_list_names(place)[1:]) for row, place in parts
    }
    pairs = [
        (anaphor, antecedent, "identity", classify_bagga(anaphor, antecedent))
        for anaphor, antecedent in pair_expressions(own, keys)
    ]
    pairs += _pair_parts(own, keys, names, among)
    used = {row for first, second, *_ in pairs for row in (first, second)}
    linked = [row for row in own if row in used]
    ids = {row: f"M{number}" for number, row in enumerate(linked, 1)}
    relations = (
        Relation(
            f"P{number}",
            "pair",
            ids[first],
            ids[second],
            {"relation_type": kind, "bagga_class": bagga},
        )
        for number, (first, second, kind, bagga) in enumerate(pairs, 1)
    )
    mentions = tuple(_build_markable(row, ids[row]) for row in linked)
    return AnnotationSet("odie", mentions, tuple(relations), schema="odie")


def _is_noun(row: Expression) -> bool:
    """Return whether an expression is an independent, referring noun phrase.

    Places within names ("left breast cancer", "CT pelvis") and adjectives ("enlarged") are not noun
    phrases, and "treatment" does not refer to anything specific.
    """
    if row.mark.kind == "Locus":
        return bool(row.pronoun) or row.phrase.function != "modifier"
    words = row.mark.words
    if row.mark.kind != "Condition":
        return words not in _GENERAL
    start = row.phrase.start
    may_be_state = row.phrase.end == row.mark.end and _STATE.fullmatch(words)
    is_state = may_be_state and _IS.search(row.text, max(0, start - 24), start)
    return not (is_state or words == "malignant")


def _take_number(row: Expression) -> Expression:
    """Extend the phrase of a place over the number that it counts: "five of the" 16 nodes."""
    phrase = row.phrase
    if not _FIGURE.fullmatch(next(iter(row.content), "")):
        return row
    match = _OF_ALL.search(row.text, max(0, phrase.start - 15), phrase.start)
    if match is None:
        return row
    is_first = match[0][0].isupper()
    function = "surface subject" if is_first else phrase.function
    return Expression(row.mark, replace(phrase, start=match.start(), function=function), row.text)


def _part_from_whole(rows: list[Expression], keys: dict[Mark, str]) -> dict[Expression, str]:
    """Give parts separate keys: "the lower rectum", "ascending and transverse colon", "5/16 nodes".

    Return the keys of the sets from which the last kind selects, by expression.
    """
    among: dict[Expression, str] = {}
    named: dict[str, str] = {}
    for row in rows:
        mark = row.mark
        if mark.kind != "Locus":
            continue
        key, thing = keys[mark], mark.thing.key
        if row.pronoun:
            key = named.get(thing, key)
        elif _SOME.match(row.text, row.phrase.start):
            among[row] = key
            key = f"{key} some"
        else:
            key = " ".join((key, *(_list_within(row) or _list_joined(row))))
        named[thing] = keys[mark] = key
    return among


def _list_within(row: Expression) -> list[str]:
    """Return the modifiers that restrict a place to a part of it."""
    return sorted(_WITHIN.intersection(row.lead.lower().split()))


def _list_joined(row: Expression) -> list[str]:
    """Return the modifiers of places that share a head: "the descending and sigmoid colon"."""
    before = row.lead.lower().split()
    is_joined = "and" in before or "or" in before
    return [word for word in before if word != "the"] if is_joined else []


def _build_markable(row: Expression, key: str) -> Mention:
    attributes = {
        "grammatical_category": row.category,
        "sentence_function": row.phrase.function,
        "semantic_class": row.semantic_class,
    }
    spans = (Span(row.phrase.start, row.phrase.end),)
    return build_mention(row.mark, key, "markable", attributes=attributes, spans=spans)


def _pair_parts(
    rows: list[Expression],
    keys: dict[Mark, str],
    names: dict[Expression, tuple[str, ...]],
    among: dict[Expression, str],
) -> Iterator[tuple[Expression, Expression, str, str]]:
    """Yield the first mention of a part or subset with the last mention of its whole or set."""
    last: dict[str, Expression] = {}
    named: set[str] = set()
    for row in rows:
        thing, own = row.mark.thing, keys[row.mark]
        base, *wholes = names.get(row) or _list_names(row)
        if own not in named:
            named.add(own)
            if row.mark.kind == "Locus" and _list_within(row):
                wholes.insert(0, base)
            sets = (among.get(row, thing.among),)
            kinds = (("part/whole", wholes, _can_pair), ("set/subset", sets, _is_before))
            for kind, larger, can_pair in kinds:
                near = (last[name] for name in larger if name in last)
                whole = next((each for each in near if can_pair(row, each)), None)
                if whole is not None:
                    yield row, whole, kind, _classify_bridge(row, whole)
        last[own] = last[base] = row


def _classify_bridge(row: Expression, whole: Expression) -> str:
    """Return the Bagga class of a bridging pair: identical heads, or ontology knowledge."""
    is_pronoun = row.pronoun or whole.pronoun
    alike = not is_pronoun and row.find_head() == whole.find_head()
    return _SAME_HEAD if alike else _BRIDGING_CLASS


def _list_names(row: Expression) -> tuple[str, ...]:
    """Return the referent of an expression and the wholes that contain it, the closest first."""
    thing = row.mark.thing
    if row.mark.kind != "Locus":
        return (thing.key,)
    if row.pronoun:
        return (thing.key, thing.whole)
    return list_wholes(read_words(row.mark.spans, row.text))


def _is_before(row: Expression, whole: Expression) -> bool:
    """Return whether the phrase for a set ends before the phrase for its subset begins."""
    return whole.phrase.end <= row.phrase.start


def _can_pair(row: Expression, whole: Expression) -> bool:
    """Return whether a part can be paired with its whole.

    Places are paired only within a sentence, and only if each is an independent phrase: "liver" in
    "liver metastases" is not, and a heading does not belong to the sentence after it. Places in the
    same list are not paired with each other, nor are tissues, which occur in every place.
    """
    between = row.text[whole.phrase.end : row.phrase.start]
    is_own = _INSIDE.isdisjoint((row.phrase.function, whole.phrase.function))
    is_parted = _STOP.search(between) or _LISTED.fullmatch(between)
    return is_own and not is_parted and not is_tissue(row.content[-1])
