"""Rules for the layer `clef-temporal`: times, their values, events and links."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from goldsmith.core import Mention, Span
from goldsmith.text.sentences import split_sentences
from goldsmith.text.tokens import tokenise
from goldsmith_demo.gold_check.finding import Place, check_each, check_mentions
from goldsmith_demo.gold_check.notes import Note, is_marked

_LAYER = "clef-temporal"
#: Words that express a time in every context.
_ALWAYS_TIMES = re.compile(
    r"\b(?:to(?:day|night|morrow)|yesterday|this (?:morning|afternoon|evening|week)"
    r"|(?:last|next) (?:wk|week|month|year|night)|nocte|q\d+h|recently|currently|fortnight"
    r"|(?:twice|once|three times|four times) (?:daily|a day|a week)|1?\d/52"
    r"|(?<![\d.])[0-3]?\d/[0-3]?\d/(?:19|20)?\d\d|[0-3]?\d\.[0-3]?\d\.(?:19|20)\d\d|[0-2]\d:[0-5]\d"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|(?:\d{1,2}|a|one|two|three|four|five|six|seven|eight|nine|ten) (?:days?|weeks?|months?) ago"
    r"|for (?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten) (?:day|week|month)s?)\b",
    re.IGNORECASE,
)
_DATE = re.compile(r"\d{1,2} [A-Z][a-z]+ (\d{4})|[A-Z][a-z]+ \d{1,2}, (\d{4})|[\d./]+[./](\d{4})")
_RANGE = re.compile(r"\d[-/]")
"""The first half of a range: "7-10 days"."""
_PRESENT = re.compile(r"\b(?:has|have|suffers from|complains of|is on \w+ for) (?:an? )?$")
_ADVISED = re.compile(r"[^.;\n]*\b(?:is|are|was|were) (?:advised|recommended|requested|booked)\b")
_IF = re.compile(r"\b(?:if|should|unless|against|any)\b[^.;\n]*\Z", re.IGNORECASE)
_UNDONE = re.compile(r"\b(?:no|not|never|without) [^.;\n]*\Z", re.IGNORECASE)
_JOINED = re.compile(r",? and |, ")
_EVENT_CLASSES = {"Condition", "Investigation", "Intervention"}


@check_each
def find_unmarked_times(note: Note) -> Iterator[Place]:
    """Find unmarked words that express a time in every context."""
    if _LAYER in note.doc.sets:
        spans = note.list_spans(_LAYER, "TIMEX3")
        for match in _ALWAYS_TIMES.finditer(note.text):
            if not is_marked(match.end() - 1, match.end(), spans):
                yield match, "time not marked"


@check_mentions(_LAYER, kind="TIMEX3")
def find_ragged_times(note: Note, time: Mention) -> Iterator[str]:
    """Find times that begin or end inside a word, or include a preposition or an article."""
    before, after = note.read_before(time.start, 2), note.text[time.end : time.end + 1]
    is_cut = before[-1:].isalnum() or _RANGE.fullmatch(before) or after.isalnum()
    words = re.match(r"(?:on|in|since|for|until|from|over) |the ", note.doc.get_covered_text(time))
    if time.spans and (is_cut or words):
        yield "wrong extent of a time"


@check_each
def find_times_in_results(note: Note) -> Iterator[Place]:
    """Find times inside results: a blood pressure of 96/52 is not a duration of 96 weeks."""
    results = [row.spans[0] for row in note.list_mentions("clef", kind="Result")]
    for span in note.list_spans(_LAYER, "TIMEX3"):
        if is_marked(span.start, span.end, results):
            yield span, "a time inside a result"


@check_each
def find_wrong_creation_times(note: Note) -> Iterator[Place]:
    """Find notes without exactly one creation time that has the date of the note."""
    creation = [
        time
        for time in note.list_mentions(_LAYER, kind="TIMEX3")
        if time.attributes.get("functionInDocument") == "CREATION_TIME"
    ]
    if _LAYER in note.doc.sets and len(creation) != 1:
        count = f"{len(creation)} times have the function CREATION_TIME"
        yield Span(0, 0), f"{count}; expected 1"
    for time in creation:
        if time.attributes.get("value") != note.doc.metadata.date:
            yield time, "the creation time is not the date of the note"


@check_mentions(_LAYER, kind="TIMEX3")
def find_wrong_values(note: Note, time: Mention) -> Iterator[str]:
    """Find dates with another year than the text, and "today" with another day than the note."""
    words, value = note.doc.get_covered_text(time), time.attributes.get("value", "")
    date = _DATE.fullmatch(words)
    if date and not value.startswith(next(filter(None, date.groups()))):
        yield "the value has another year"
    if words.lower() == "today" and value != note.doc.metadata.date:
        yield 'the value of "today" is not the date of the note'
    if words.isdigit() and len(words) == 4 and value != words:
        yield "the value has another year"


@check_each
def find_unplaced_events(note: Note) -> Iterator[Place]:
    """Find events without exactly one link to the date of the note; hypothetical ones have none."""
    count = Counter(event.id for _, event, _ in note.list_relations(_LAYER, task="A"))
    for event in note.list_mentions(_LAYER, kind="TLC"):
        is_hypothetical = event.attributes.get("hypothetical") == "true"
        if count[event.id] != (0 if is_hypothetical else 1):
            yield event, f"{count[event.id]} links with the date of the note"


@check_each
def find_events_outside_clef(note: Note) -> Iterator[Place]:
    """Find events that are not an investigation, intervention or condition of CLEF."""
    mentions = note.list_mentions("clef")
    spans = {mention.spans for mention in mentions if mention.type in _EVENT_CLASSES}
    for event in note.list_mentions(_LAYER, kind="TLC") if "clef" in note.doc.sets else ():
        if event.spans not in spans:
            yield event, "the event is not marked in CLEF"


@check_each
def find_acts_without_event(note: Note) -> Iterator[Place]:
    """Find CLEF investigations and interventions that are not events although they were done."""
    spans = {event.spans for event in note.list_mentions(_LAYER, kind="TLC")}
    for mention in note.list_mentions("clef") if _LAYER in note.doc.sets else ():
        is_act = mention.type in ("Investigation", "Intervention")
        is_undone = _UNDONE.search(note.read_before(mention.start, 40))
        if is_act and mention.spans not in spans and not is_undone:
            yield mention, "marked in CLEF, but not an event"


@check_each
def find_links_across_sentences(note: Note) -> Iterator[Place]:
    """Find task B links that cross sentences or lines, or lead to a duration or a set."""
    links = list(note.list_relations(_LAYER, task="B"))
    if not links:
        return
    tokens = tokenise(note.text)
    starts = [tokens.starts[first] for first, _ in split_sentences(note.text, tokens)]
    for _, event, time in links:
        if bisect_right(starts, event.start) != bisect_right(starts, time.start):
            yield event, "a link crosses sentences"
        elif "\n" in note.text[min(event.start, time.start) : max(event.start, time.start)]:
            yield event, "a link crosses lines"
        if time.attributes.get("type") in ("DURATION", "SET"):
            yield event, "the link leads to a duration or a set"


@check_each
def find_present_called_past(note: Note) -> Iterator[Place]:
    """Find conditions that the patient "has" but that a link places before the note."""
    for _, event, _ in note.list_relations(_LAYER, task="A", type="before"):
        is_condition = event.attributes.get("class") == "condition"
        if is_condition and _PRESENT.search(note.read_before(event.start, 30)):
            yield event, "a present condition is linked as past"


@check_mentions(_LAYER)
def find_plans_called_hypothetical(note: Note, event: Mention) -> Iterator[str]:
    """Find advised, recommended, requested or booked acts that are marked as hypothetical."""
    is_hypothetical = event.attributes.get("hypothetical") == "true"
    is_act = event.attributes.get("class") in ("investigation", "intervention")
    is_firm = _ADVISED.match(note.text, event.end) and not _IF.search(
        note.read_before(event.start, 80)
    )
    if is_hypothetical and is_act and is_firm:
        yield "a firm plan is marked as hypothetical"


@check_each
def find_uneven_coordinations(note: Note) -> Iterator[Place]:
    """Find coordinated events of one class with different links to the date of the note."""
    links = [
        (event, link.attributes.get("type"))
        for link, event, _ in note.list_relations(_LAYER, task="A")
    ]
    links.sort(key=lambda row: row[0].start)
    for (first, kind), (second, its_kind) in pairwise(links):
        connection = _JOINED.fullmatch(note.text, first.end, max(first.end, second.start))
        alike = first.attributes.get("class") == second.attributes.get("class")
        if connection and alike and kind != its_kind:
            yield Span(first.start, second.end), f"coordinated events are {kind} and {its_kind}"
