"""Rules for the layers `mayo-disorder` and `share-2014`: extents, codes and status of disorders."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache

from goldsmith.core import Mention, Span
from goldsmith.terminology import demo
from goldsmith_demo.gold_check.finding import NotePlace, Place, check_each, check_mentions
from goldsmith_demo.gold_check.notes import LISTS, Note, is_marked, join_words
from goldsmith_demo.life.concepts import find_meaning, is_listed, takes_place

_SHARE, _MAYO = "share-2014", "mayo-disorder"
_UMLS = "UMLS:"
_NEGATED = "negated"
_LINKS = re.compile(r"(?: (?:in|of|to) (?:the|your)(?: (?:left|right|l|r))? | )", re.IGNORECASE)
_GROWS = re.compile(r"(?<!\ban )\b(?:invad|infiltrat|extend|reach|breach|penetrat)(?:es|s|ing)\b")


def find_uneven_codes(notes: Sequence[Note]) -> Iterator[NotePlace]:
    """Find mentions whose code, or CUI-less, differs from the usual code of the same words."""
    codes: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    rows = []
    for layer in (_SHARE, _MAYO):
        for note in notes:
            for mention in note.list_mentions(layer):
                words, code = note.read_words(mention), mention.codes[0].code
                codes[layer, words][code] += 1
                rows.append((note, mention, layer, words, code))
    for note, mention, layer, words, code in rows:
        usual = codes[layer, words].most_common(1)[0][0]
        if code != usual:
            yield note, mention, f"{layer}: {words}: {code}, elsewhere {usual}"


@check_mentions(_SHARE, _MAYO)
def find_general_words(note: Note, mention: Mention) -> Iterator[str]:
    """Find pronouns and general words that are marked as disorders."""
    words = note.read_words(mention)
    if words in LISTS["general"]:
        yield words


@check_mentions(_SHARE)
def find_foreign_codes(note: Note, mention: Mention) -> Iterator[str]:
    """Find codes other than the single CUI that the built-in terminology lists for the words."""
    words, code = note.read_words(mention), mention.codes[0].code
    listed = _index_terminology().get(words, set())
    if len(listed) == 1 and code not in listed:
        yield f"{words}: {code}, listed {', '.join(listed)}"


@cache
def _index_terminology() -> dict[str, set[str]]:
    index: dict[str, set[str]] = defaultdict(set)
    for concept in demo.read_concepts():
        codes = {ref.removeprefix(_UMLS) for ref in concept.xrefs if ref.startswith(_UMLS)}
        for name in concept.names:
            index[name.text.lower()] |= codes
    return index


def find_unmarked_words(notes: Sequence[Note]) -> Iterator[NotePlace]:
    """Find unmarked occurrences of words that are a disorder elsewhere.

    Words inside a longer condition that is not a disorder may be unmarked: "return of the myeloma".
    """
    rows = ((note, mention) for note in notes for mention in note.list_mentions(_SHARE))
    names = {note.read_words(mention) for note, mention in rows if len(mention.spans) == 1}
    words = names - LISTS["ambiguous"] - LISTS["general"]
    pattern = re.compile(rf"(?<![\w-])(?:{join_words(words)})(?![\w-])")
    for note in notes if words else ():
        marked = [*note.list_spans(_SHARE), *_list_longer_conditions(note)]
        for match in pattern.finditer(note.text.lower()):
            if not is_marked(*match.span(), marked):
                yield note, match, match[0]


def _list_longer_conditions(note: Note) -> Iterator[Span]:
    for mention in note.list_mentions("clef", kind="Condition"):
        words = note.read_words(mention)
        if is_listed(words) and find_meaning(words) is None:
            yield Span(mention.start, mention.end)


@check_each
def find_places_left_out(note: Note) -> Iterator[Place]:
    """Find disorders that omit the place before them, or one after them that completes them."""
    places = [
        mention for mention in note.list_mentions("clef", kind="Locus") if len(mention.spans) == 1
    ]
    starts, ends = {place.start for place in places}, {place.end for place in places}
    for mention in note.list_mentions(_SHARE):
        link = _LINKS.match(note.text, mention.end)
        words = note.read_words(mention)
        is_completed = link and link.end() in starts and is_listed(words) and takes_place(words)
        is_named = mention.start - 1 in ends and note.text[mention.start - 1] == " "
        if len(mention.spans) == 1 and (is_completed or is_named):
            yield mention, f"{words}: place not included"


@check_each
def find_places_of_complete_disorders(note: Note) -> Iterator[Place]:
    """Find disorders that include a place after them although their meaning is complete."""
    places = {mention.start for mention in note.list_mentions("clef", kind="Locus")}
    for mention in note.list_mentions(_SHARE):
        first = note.text[mention.start : mention.spans[0].end]
        is_apart = len(mention.spans) == 2 and mention.spans[1].start in places
        is_whole = is_listed(note.text[mention.start : mention.end]) or not find_meaning(first)
        if is_apart and not takes_place(first) and not is_whole:
            yield mention, f"{first}: includes a place that it does not need"


@check_mentions(_SHARE, _MAYO)
def find_places_grown_into(note: Note, mention: Mention) -> Iterator[str]:
    """Find disorders that include the place a tumour grows into: "tumour invading the fat"."""
    if _GROWS.search(note.text[mention.spans[0].end : mention.spans[-1].start]):
        yield note.read_words(mention)


def find_conditions_without_disorder(notes: Sequence[Note]) -> Iterator[NotePlace]:
    """Find CLEF conditions not in ShARe although ShARe marks the same words elsewhere."""
    disorders = {note.read_words(row) for note in notes for row in note.list_mentions(_SHARE)}
    for note in notes:
        spans = note.list_spans(_SHARE)
        for mention in note.list_mentions("clef", kind="Condition"):
            words = note.read_words(mention)
            if words in disorders and not is_marked(mention.start, mention.end, spans):
                yield note, mention, words


@check_each
def find_disorders_missing_in_share(note: Note) -> Iterator[Place]:
    """Find Mayo disorders missing from ShARe, whose types include Mayo's."""
    share = {mention.spans for mention in note.list_mentions(_SHARE)}
    for mention in note.list_mentions(_MAYO):
        if mention.spans not in share:
            yield mention, note.read_words(mention)


@check_each
def find_absent_not_negated(note: Note) -> Iterator[Place]:
    """Find disorders that a CLEF signal denies but whose status is not negated."""
    absent = note.collect_absent()
    ends = {mention.end for mention in note.list_mentions("clef") if mention.id in absent}
    for mention in note.list_mentions(_MAYO):
        is_aside = mention.attributes.get("unrelated") == "true"
        status = mention.attributes.get("status", _NEGATED)
        if mention.end in ends and not is_aside and status != _NEGATED:
            yield mention, f"{note.read_words(mention)}: not negated"
