"""Rules for the layers `mayo-disorder` and `share-2014`: extents, codes and status of disorders."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache

from goldsmith.core import Document, Mention
from goldsmith.terminology import demo
from goldsmith_demo.gold_check.finding import Finding, Place, check_each, check_mentions
from goldsmith_demo.gold_check.words import (
    LISTS,
    collect_absent,
    get_extent,
    list_extents,
    read_words,
)
from goldsmith_demo.life.concepts import find_meaning, is_listed, takes_place

_LAYERS = ("share-2014", "mayo-disorder")
_UMLS = "UMLS:"
_NEGATED = "negated"
_GENERAL = frozenset(LISTS["general"])
_AMBIGUOUS = frozenset(LISTS["ambiguous"])
_LINKS = re.compile(r"(?: (?:in|of|to) (?:the|your)(?: (?:left|right|l|r))? | )", re.IGNORECASE)
_GROWS = re.compile(r"(?<!\ban )\b(?:invad|infiltrat|extend|reach|breach|penetrat)(?:es|s|ing)\b")
_HISTORY = re.compile(r"(?:history (?:of|is significant for)|h/o)\s$", re.IGNORECASE)


def find_uneven_codes(docs: Sequence[Document]) -> Iterator[Finding]:
    """Find mentions whose code, or CUI-less, differs from the usual code of the same words."""
    for layer in _LAYERS:
        codes: dict[str, Counter[str]] = defaultdict(Counter)
        rows = []
        for doc in docs:
            for mention in doc.sets[layer].mentions:
                words, code = read_words(doc, mention), mention.codes[0].code
                codes[words][code] += 1
                rows.append((doc, mention, words, code))
        for doc, mention, words, code in rows:
            usual = codes[words].most_common(1)[0][0]
            if code != usual:
                what = f"{layer}: {words}: {code}, elsewhere {usual}"
                yield Finding("find_uneven_codes", doc.id, *get_extent(mention), what)


@check_mentions(*_LAYERS)
def find_general_words(doc: Document, mention: Mention) -> str:
    """Find pronouns and general words that are marked as disorders."""
    words = read_words(doc, mention)
    return words if words in _GENERAL else ""


@check_mentions("share-2014")
def find_foreign_codes(doc: Document, mention: Mention) -> str:
    """Find codes other than the single CUI that the built-in terminology lists for the words."""
    words, code = read_words(doc, mention), mention.codes[0].code
    listed = _index_terminology().get(words, frozenset())
    is_foreign = len(listed) == 1 and code not in listed
    return f"{words}: {code}, listed {', '.join(listed)}" if is_foreign else ""


@cache
def _index_terminology() -> dict[str, frozenset[str]]:
    index: dict[str, set[str]] = defaultdict(set)
    for concept in demo.read_concepts():
        codes = {ref.removeprefix(_UMLS) for ref in concept.xrefs if ref.startswith(_UMLS)}
        for name in concept.names:
            index[name.text.lower()] |= codes
    return {words: frozenset(codes) for words, codes in index.items()}


def find_unmarked_words(docs: Sequence[Document]) -> Iterator[Finding]:
    """Find unmarked occurrences of words that are a disorder elsewhere.

    Words inside a longer condition that is not a disorder may be unmarked: "return of the myeloma".
    """
    layer = "share-2014"
    names = {
        read_words(doc, mention)
        for doc in docs
        for mention in doc.sets[layer].mentions
        if len(mention.spans) == 1
    }
    words = sorted(names - _AMBIGUOUS - _GENERAL, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?![\w-])")
    for doc in docs if words else ():
        extents = [*list_extents(doc.sets[layer]), *_list_longer_conditions(doc)]
        for match in pattern.finditer(doc.text.lower()):
            start, end = match.span()
            if not any(start < last and first < end for first, last in extents):
                yield Finding("find_unmarked_words", doc.id, start, end, match[0])


def _list_longer_conditions(doc: Document) -> Iterator[tuple[int, int]]:
    for mention in doc.sets["clef"].mentions:
        words = read_words(doc, mention)
        if mention.type == "Condition" and is_listed(words) and find_meaning(words) is None:
            yield get_extent(mention)


@check_each
def find_places_left_out(doc: Document) -> Iterator[Place]:
    """Find disorders that omit the place before them, or one after them that completes them."""
    places = [m for m in doc.sets["clef"].mentions if m.type == "Locus" and len(m.spans) == 1]
    starts, ends = {place.start for place in places}, {place.end for place in places}
    for mention in doc.sets["share-2014"].mentions:
        start, end = get_extent(mention)
        link = _LINKS.match(doc.text, end)
        words = read_words(doc, mention)
        is_completed = link and link.end() in starts and is_listed(words) and takes_place(words)
        is_named = start - 1 in ends and doc.text[start - 1] == " "
        if len(mention.spans) == 1 and (is_completed or is_named):
            yield start, end, f"{words}: place not included"


@check_each
def find_places_of_complete_disorders(doc: Document) -> Iterator[Place]:
    """Find disorders that include a place after them although their meaning is complete."""
    places = {m.start for m in doc.sets["clef"].mentions if m.type == "Locus"}
    for mention in doc.sets["share-2014"].mentions:
        start, end = get_extent(mention)
        first = doc.text[start : mention.spans[0].end]
        is_apart = len(mention.spans) == 2 and mention.spans[1].start in places
        is_only_together = is_listed(doc.text[start:end]) or not find_meaning(first)
        if is_apart and not takes_place(first) and not is_only_together:
            yield start, end, f"{first}: includes a place that it does not need"


@check_mentions(*_LAYERS)
def find_places_grown_into(doc: Document, mention: Mention) -> str:
    """Find disorders that include the place a tumour grows into: "tumour invading the fat"."""
    between = doc.text[mention.spans[0].end : mention.spans[-1].start]
    return read_words(doc, mention) if _GROWS.search(between) else ""


def find_conditions_without_disorder(docs: Sequence[Document]) -> Iterator[Finding]:
    """Find CLEF conditions not in ShARe although ShARe marks the same words elsewhere."""
    layer = "share-2014"
    disorders = {read_words(doc, mention) for doc in docs for mention in doc.sets[layer].mentions}
    for doc in docs:
        extents = list_extents(doc.sets[layer])
        for mention in doc.sets["clef"].mentions:
            start, end = get_extent(mention)
            words = read_words(doc, mention)
            marked = any(start < last and first < end for first, last in extents)
            if mention.type == "Condition" and words in disorders and not marked:
                yield Finding("find_conditions_without_disorder", doc.id, start, end, words)


@check_each
def find_disorders_missing_in_share(doc: Document) -> Iterator[Place]:
    """Find Mayo disorders missing from ShARe, whose types include Mayo's."""
    share = {mention.spans for mention in doc.sets["share-2014"].mentions}
    for mention in doc.sets["mayo-disorder"].mentions:
        if mention.spans not in share:
            yield (*get_extent(mention), read_words(doc, mention))


@check_each
def find_absent_not_negated(doc: Document) -> Iterator[Place]:
    """Find disorders that a CLEF signal denies but whose status is not negated."""
    gold = doc.sets["clef"]
    absent = collect_absent(doc, gold)
    ends = {get_extent(mention)[1] for mention in gold.mentions if mention.id in absent}
    for mention in doc.sets["mayo-disorder"].mentions:
        end = get_extent(mention)[1]
        aside = mention.attributes.get("unrelated") == "true"
        status = mention.attributes.get("status", _NEGATED)
        if end in ends and not aside and status != _NEGATED:
            yield (*get_extent(mention), f"{read_words(doc, mention)}: not negated")


@check_mentions("mayo-disorder")
def find_history_as_current(doc: Document, mention: Mention) -> str:
    """Find disorders after "h/o" or "history of" whose context is current."""
    start = mention.spans[0].start
    lead = _HISTORY.search(doc.text, max(0, start - 30), start)
    if lead is None or mention.attributes.get("context") != "current":
        return ""
    return f"{lead[0]}{read_words(doc, mention)}: current"
