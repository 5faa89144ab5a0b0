"""Rules for the layer `clef`: extents, negation and other signals, and relations."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from goldsmith.core import Mention, Span
from goldsmith_demo.data_files import read_data
from goldsmith_demo.gold_check.finding import NotePlace, Place, check_each, check_mentions
from goldsmith_demo.gold_check.notes import LISTS, Note, is_marked, join_words

_SIGNALS = {
    "Negation": "negation_modifies",
    "Laterality": "laterality_modifies",
    "Sub-location": "sub_location_modifies",
}
_SHARE = 0.95
"""Words have a settled type, or are settled as mentions, if the share exceeds this."""
_ENOUGH = 20
_NEIGHBOURS = read_data(__package__, "neighbours", dict[str, tuple[tuple[str, str, str, str], ...]])
_RELATIONS = {
    (first, second): (rf" (?:{words}) (?:the |her |his )?" if words else " ", relation)
    for first, second, words, relation in _NEIGHBOURS["rows"]
}
"""Types of two mentions -> the text between them that implies a relation, and the relation."""
_JUDGEMENT = re.compile(
    r"(?::| is| are| was| were|) (clear|soft|normal|supple|unremarkable)(?![\w-])", re.IGNORECASE
)
_DOUBT = re.compile(
    r"\b(?:in keeping with|consistent with|suspicious (?:of|for)|suggestive of|concerning for"
    r"|typical of) (?:an? )?",
    re.IGNORECASE,
)
_INSIDE = re.compile(r" of (?:the )?(?:(?:left|right|upper|lower) )?", re.IGNORECASE)
_BOTH = re.compile(r"\bboth \Z", re.IGNORECASE)
_VAGUE = re.compile(
    r"treatment|therapy|it|paracetamol|acetaminophen|codeine|naproxen|ibuprofen", re.IGNORECASE
)
_PRONOUNS = frozenset(("it", "this", "they", "them"))
_SETTLED_TYPES = {"Condition", "Drug-or-device", "Intervention", "Investigation"}


@check_each
def find_overlaps(note: Note) -> Iterator[Place]:
    """Find contiguous mentions that overlap; only discontiguous mentions may share words."""
    whole = [mention for mention in note.list_mentions("clef") if len(mention.spans) == 1]
    whole.sort(key=lambda mention: mention.spans)
    for last, mention in pairwise(whole):
        if mention.start < last.end:
            yield mention, f"overlaps: {note.read_words(last)}"


@check_each
def find_idle_signals(note: Note) -> Iterator[Place]:
    """Find negations, sides and sub-locations without the relation that they require."""
    related = {(row.type, first.id) for row, first, _ in note.list_relations("clef")}
    for mention in note.list_mentions("clef"):
        kind = _SIGNALS.get(mention.type)
        if kind and (kind, mention.id) not in related:
            yield mention, f"no {kind}: {note.read_words(mention)}"


@check_each
def find_findings_ruled_out(note: Note) -> Iterator[Place]:
    """Find absent conditions that a has_finding relation links to a test."""
    absent = note.collect_absent()
    for _, _, mention in note.list_relations("clef", kind="has_finding"):
        if mention.id in absent:
            yield mention, f"both a finding and absent: {note.read_words(mention)}"


@check_each
def find_coreference_of_absent(note: Note) -> Iterator[Place]:
    """Find absent conditions that co-refer with another mention."""
    absent = note.collect_absent()
    for _, *pair in note.list_relations("clef", kind="co_refers"):
        for mention in pair:
            if mention.id in absent:
                yield mention, note.read_words(mention)


@check_each
def find_coreference_across_types(note: Note) -> Iterator[Place]:
    """Find co-referring mentions of different types."""
    for _, first, second in note.list_relations("clef", kind="co_refers"):
        if first.type != second.type:
            yield first, f"{first.type} and {second.type}: {note.read_words(first)}"


@check_each
def find_judgements_without_result(note: Note) -> Iterator[Place]:
    """Find "clear", "soft" and the like after a place or test that are not marked as Results."""
    starts = {span.start for span in note.list_spans("clef")}
    for mention in note.list_mentions("clef"):
        match = _JUDGEMENT.match(note.text, mention.end)
        if match and mention.type in ("Locus", "Investigation") and match.start(1) not in starts:
            yield Span(*match.span(1)), f"{note.read_words(mention)} {match[1]}"


@check_each
def find_half_words(note: Note) -> Iterator[Place]:
    """Find spans that begin or end inside a word."""
    for mention in note.list_mentions("clef"):
        for span in mention.spans:
            edges = (note.text[at - 1 : at + 1] for at in (span.start, span.end))
            if any(len(edge) > 1 and edge.isalpha() for edge in edges):
                yield span, note.read_words(mention)


@check_each
def find_unrelated_neighbours(note: Note) -> Iterator[Place]:
    """Find neighbouring mentions without the relation that their types and wording imply."""
    related = {(first, row.type, second) for row, first, second in note.list_relations("clef")}
    for first, between, second in note.list_neighbours("clef"):
        pattern, kind = _RELATIONS.get((first.type, second.type), ("", ""))
        ends = (second, first) if first.type == "Locus" else (first, second)
        if re.fullmatch(pattern, between) and kind and (ends[0], kind, ends[1]) not in related:
            named = (f"{mention.type} {note.read_words(mention)}" for mention in (first, second))
            yield Span(first.start, second.end), f"no {kind}: {' | '.join(named)}"


def find_uneven_types(notes: Sequence[Note]) -> Iterator[NotePlace]:
    """Find mentions whose type differs from the usual type of the same words."""
    counts = _count_types(notes)
    for note in notes:
        for mention in note.list_mentions("clef"):
            words = note.read_words(mention)
            total, (usual, most) = counts[words].total(), counts[words].most_common(1)[0]
            is_settled = total >= _ENOUGH and most > _SHARE * total
            if is_settled and mention.type != usual and words not in LISTS["two_meanings"]:
                yield note, mention, f"{words}: {mention.type}, elsewhere {usual}"


def find_unmarked_words(notes: Sequence[Note]) -> Iterator[NotePlace]:
    """Find unmarked occurrences of words that are mentions nearly everywhere else."""
    usual = _list_usual_words(notes)
    pattern = re.compile(
        rf"(?<![\w-])(?<!illicit )(?:{join_words(usual)})(?![\w:-]| - )", re.IGNORECASE
    )
    for note in notes if usual else ():
        spans = note.list_spans("clef")
        for match in pattern.finditer(note.text):
            if not is_marked(*match.span(), spans):
                yield note, match, match[0].lower()


def _count_types(notes: Sequence[Note]) -> dict[str, Counter[str]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for note in notes:
        for mention in note.list_mentions("clef"):
            counts[note.read_words(mention)][mention.type] += 1
    return counts


def _list_usual_words(notes: Sequence[Note]) -> set[str]:
    """Return words of conditions, drugs, tests and treatments that are nearly always marked."""
    counts = {
        words: types.total()
        for words, types in _count_types(notes).items()
        if types.total() >= _ENOUGH and types.keys() <= _SETTLED_TYPES and len(words) > 3
    }
    places: Counter[str] = Counter()
    for low in (note.text.lower() for note in notes):
        for words in counts:
            if words in low:
                places[words] += len(re.findall(rf"(?<![\w-]){re.escape(words)}(?![\w-])", low))
    return {words for words in counts.keys() - _PRONOUNS if counts[words] > _SHARE * places[words]}


@check_each
def find_unmarked_sides(note: Note) -> Iterator[Place]:
    """Find "both" before a place without a Laterality mention."""
    starts = {mention.start for mention in note.list_mentions("clef", kind="Laterality")}
    for mention in note.list_mentions("clef", kind="Locus"):
        match = _BOTH.search(note.text, max(0, mention.start - 6), mention.start)
        if match and match.start() not in starts:
            yield match, f"side not marked: both {note.read_words(mention)}"


@check_each
def find_far_reasons(note: Note) -> Iterator[Place]:
    """Find general words and painkillers whose indication is on another line."""
    for _, drug, reason in note.list_relations("clef", kind="has_indication"):
        start, end = sorted((drug.start, reason.start))
        if _VAGUE.fullmatch(note.read_words(drug)) and "\n" in note.text[start:end]:
            yield drug, f"indication on another line: {note.read_words(drug)}"


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
