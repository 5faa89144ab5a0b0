"""Rules for the layer `clef-temporal`: times, their values, events and links."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from goldsmith.core import Document, Mention
from goldsmith.text.sentences import split_sentences
from goldsmith.text.tokens import tokenise
from goldsmith_demo.gold_check.finding import Place, check_each
from goldsmith_demo.gold_check.words import list_mentions, list_relations

_SET = "clef-temporal"
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


def _list_times(doc: Document) -> list[Mention]:
    return [mention for mention in list_mentions(doc, _SET) if mention.type == "TIMEX3"]


@check_each
def find_unmarked_times(doc: Document) -> Iterator[Place]:
    """Find unmarked words that express a time in every context."""
    if _SET not in doc.sets:
        return
    covered = {
        at for time in _list_times(doc) for span in time.spans for at in range(span.start, span.end)
    }
    for match in _ALWAYS_TIMES.finditer(doc.text):
        if match.end() - 1 not in covered:
            yield match.start(), match.end(), "time not marked"


@check_each
def find_ragged_times(doc: Document) -> Iterator[Place]:
    """Find times that begin or end inside a word, or include a preposition or an article."""
    for time in _list_times(doc):
        words = doc.get_covered_text(time)
        if not time.spans:
            continue
        before = doc.text[max(0, time.start - 2) : time.start]
        cut = before[-1:].isalnum() or _RANGE.fullmatch(before) or doc.text[time.end].isalnum()
        if cut or re.match(r"(?:on|in|since|for|until|from|over) |the ", words):
            yield time.start, time.end, "wrong extent of a time"


@check_each
def find_times_in_results(doc: Document) -> Iterator[Place]:
    """Find times inside results: a blood pressure of 96/52 is not a duration of 96 weeks."""
    results = [row.spans[0] for row in list_mentions(doc, "clef") if row.type == "Result"]
    for time in _list_times(doc):
        for span in time.spans:
            if any(span.overlaps(result) for result in results):
                yield span.start, span.end, "a time inside a result"


@check_each
def find_wrong_creation_times(doc: Document) -> Iterator[Place]:
    """Find notes without exactly one creation time that has the date of the note."""
    creation = [
        time
        for time in _list_times(doc)
        if time.attributes.get("functionInDocument") == "CREATION_TIME"
    ]
    if _SET in doc.sets and len(creation) != 1:
        yield 0, 0, f"{len(creation)} times have the function CREATION_TIME; expected 1"
    for time in creation:
        if time.attributes.get("value") != doc.metadata.date:
            yield time.start, time.end, "the creation time is not the date of the note"


@check_each
def find_wrong_values(doc: Document) -> Iterator[Place]:
    """Find dates with another year than the text, and "today" with another day than the note."""
    for time in _list_times(doc):
        words, value = doc.get_covered_text(time), time.attributes.get("value", "")
        date = _DATE.fullmatch(words)
        if date and not value.startswith(next(filter(None, date.groups()))):
            yield time.start, time.end, "the value has another year"
        if words.lower() == "today" and value != doc.metadata.date:
            yield time.start, time.end, 'the value of "today" is not the date of the note'
        if words.isdigit() and len(words) == 4 and value != words:
            yield time.start, time.end, "the value has another year"


@check_each
def find_unplaced_events(doc: Document) -> Iterator[Place]:
    """Find events without exactly one link to the date of the note; hypothetical ones have none."""
    count: dict[str, int] = defaultdict(int)
    for link, event, _ in list_relations(doc, _SET):
        count[event.id] += link.attributes.get("task") == "A"
    for event in list_mentions(doc, _SET):
        hypothetical = event.attributes.get("hypothetical") == "true"
        if event.type == "TLC" and count[event.id] != (0 if hypothetical else 1):
            yield event.start, event.end, f"{count[event.id]} links with the date of the note"


@check_each
def find_events_outside_clef(doc: Document) -> Iterator[Place]:
    """Find events that are not an investigation, intervention or condition of CLEF."""
    if "clef" not in doc.sets or _SET not in doc.sets:
        return
    spans = {
        mention.spans for mention in doc.sets["clef"].mentions if mention.type in _EVENT_CLASSES
    }
    for event in list_mentions(doc, _SET):
        if event.type == "TLC" and event.spans not in spans:
            yield event.start, event.end, "the event is not marked in CLEF"


@check_each
def find_acts_without_event(doc: Document) -> Iterator[Place]:
    """Find CLEF investigations and interventions that are not events although they were done."""
    spans = {event.spans for event in list_mentions(doc, _SET) if event.type == "TLC"}
    acts = doc.sets["clef"].mentions if "clef" in doc.sets and _SET in doc.sets else ()
    for mention in acts:
        is_act = mention.type in ("Investigation", "Intervention")
        before = doc.text[max(0, mention.start - 40) : mention.start]
        if is_act and mention.spans not in spans and not _UNDONE.search(before):
            yield mention.start, mention.end, "marked in CLEF, but not an event"


@check_each
def find_links_across_sentences(doc: Document) -> Iterator[Place]:
    """Find task B links that cross sentences or lines, or lead to a duration or a set."""
    links = [row for row in list_relations(doc, _SET) if row[0].attributes.get("task") == "B"]
    if not links:
        return
    tokens = tokenise(doc.text)
    starts = [tokens.starts[first] for first, _ in split_sentences(doc.text, tokens)]
    for _, event, time in links:
        if bisect_right(starts, event.start) != bisect_right(starts, time.start):
            yield event.start, event.end, "a link crosses sentences"
        elif "\n" in doc.text[min(event.start, time.start) : max(event.start, time.start)]:
            yield event.start, event.end, "a link crosses lines"
        if time.attributes.get("type") in ("DURATION", "SET"):
            yield event.start, event.end, "the link leads to a duration or a set"


@check_each
def find_present_called_past(doc: Document) -> Iterator[Place]:
    """Find conditions that the patient "has" but that a link places before the note."""
    for link, event, _ in list_relations(doc, _SET):
        before = doc.text[max(0, event.start - 30) : event.start]
        is_condition = event.attributes.get("class") == "condition"
        is_over = link.attributes.get("task") == "A" and link.attributes.get("type") == "before"
        if is_over and is_condition and _PRESENT.search(before):
            yield event.start, event.end, "a present condition is linked as past"


@check_each
def find_plans_called_hypothetical(doc: Document) -> Iterator[Place]:
    """Find advised, recommended, requested or booked acts that are marked as hypothetical."""
    for event in list_mentions(doc, _SET):
        is_act = event.attributes.get("class") in ("investigation", "intervention")
        if event.attributes.get("hypothetical") != "true" or not is_act:
            continue
        lead = doc.text[max(0, event.start - 80) : event.start]
        if _ADVISED.match(doc.text, event.end) and not _IF.search(lead):
            yield event.start, event.end, "a firm plan is marked as hypothetical"


@check_each
def find_uneven_coordinations(doc: Document) -> Iterator[Place]:
    """Find coordinated events of one class with different links to the date of the note."""
    linked = [
        (event, link.attributes.get("type"))
        for link, event, _ in list_relations(doc, _SET)
        if link.attributes.get("task") == "A"
    ]
    linked.sort(key=lambda row: row[0].start)
    for (first, kind), (second, its_kind) in pairwise(linked):
        connection = _JOINED.fullmatch(doc.text, first.end, max(first.end, second.start))
        alike = first.attributes.get("class") == second.attributes.get("class")
        if connection and alike and kind != its_kind:
            yield first.start, second.end, f"coordinated events are {kind} and {its_kind}"
