"""Check the sentences of a summary against the life of a made-up patient."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from goldsmith.chronicle.merge.names import normalise_name
from goldsmith.chronicle.model import Chronicle, Event
from goldsmith.chronicle.summary import Sentence, summarise
from goldsmith.core import Document
from goldsmith.text.timex_days import parse_days
from goldsmith_demo.life.model import Patient, Thing
from goldsmith_demo.writing.layers.mentions import THING

Day = datetime.date
Verdict = Literal["true", "noted", "false", "untold"]
_REPORTED = "said to have been"
_DAY = r"(\d{1,2} \w+ \d{4})"
#: The parts of a summary that say what happened to the patient.
_PARTS = ("Problems", "Treatment", "Drugs", "Investigations")


def judge_sentences(
    chronicle: Chronicle, patient: Patient, docs: Sequence[Document]
) -> Iterator[tuple[Sentence, Verdict]]:
    """Yield each sentence of the long summary about an event, with a verdict.

    `noted` means a true sentence about something that only the notes contain, such as a blood
    pressure, a tablet of paracetamol or the pathologist's report on a biopsy. Its dates and figures
    come from the notes. `untold` means that neither the life nor the notes confirm or refute it.
    """
    answers = read_things(docs)
    notes = {doc.id: doc for doc in docs}
    events = {event.id: event for event in chronicle.events}
    for sentence in summarise(chronicle, "long"):
        if sentence.part in _PARTS:
            yield (
                sentence,
                _judge(sentence.text, events[sentence.events[0]], patient, answers, notes),
            )


def _judge(
    text: str,
    event: Event,
    patient: Patient,
    answers: Mapping[tuple[str, str, str], str],
    notes: Mapping[str, Document],
) -> Verdict:
    truths = {_is_true(text, thing) for thing in _find_things(event, patient, answers)}
    is_noted = _is_true_of_notes(text, event, notes)
    if not truths or (True not in truths and _is_of_note(text, event, answers)):
        return "noted" if is_noted else "untold"
    # A sentence worded as reported must also agree with a note.
    return "true" if True in truths and (is_noted or _REPORTED not in text) else "false"


def read_things(docs: Sequence[Document]) -> Mapping[tuple[str, str, str], str]:
    """Return the key of the thing in the life that each mention refers to."""
    return {
        (doc.id, name, mention.id): mention.attributes[THING]
        for doc in docs
        for name, entry in doc.sets.items()
        for mention in entry.mentions
        if THING in mention.attributes
    }


def _find_things(
    event: Event, patient: Patient, answers: Mapping[tuple[str, str, str], str]
) -> Iterator[Thing]:
    """Find the things in the life that an event may be, by the mentions in its evidence.

    Rows of the record have no mentions; they are matched by name.
    """
    relatives = {key for _, key in patient.family}
    keys = {
        answers.get((entry.document, entry.set, entry.mention), "").partition("/")[0]
        for entry in event.evidence
    }
    if any(entry.table for entry in event.evidence):
        name = normalise_name(event.name, event.kind).key
        keys |= {
            key
            for key, thing in patient.things.items()
            if name in {normalise_name(words, event.kind).key for words in thing.names}
        }
    return (patient.things[key] for key in sorted((keys & set(patient.things)) - relatives))


def _is_of_note(text: str, event: Event, answers: Mapping[tuple[str, str, str], str]) -> bool:
    """Return whether a mention of something outside the life gives the date of a sentence."""
    match = re.search(rf", on {_DAY}", text)
    return match is not None and any(
        (entry.document, entry.set, entry.mention) not in answers
        and entry.extent.start.is_exact
        and entry.extent.start.earliest == _read_day(match[1])
        for entry in event.evidence
        if entry.document
    )


def _is_true_of_notes(text: str, event: Event, notes: Mapping[str, Document]) -> bool:
    """Return whether the notes on an event contain all dates and figures of a sentence."""
    sources = [notes[entry.document] for entry in event.evidence if entry.document in notes]
    days = {parse_days(doc.metadata.date) for doc in sources} | {
        parse_days(mention.attributes["value"])
        for doc in sources
        for entry in doc.sets.values()
        for mention in entry.mentions
        if mention.type == "TIMEX3" and "value" in mention.attributes
    }
    edges = {edge for pair in days if pair for edge in pair}
    claimed = {_read_day(words).toordinal() for words in re.findall(_DAY, text)}
    figures = re.findall(r"\d[\d./]*", " ".join(re.findall(r"\(([^)]*)\)", text)))
    return claimed <= edges and all(
        any(figure in doc.text for doc in sources) for figure in figures
    )


#: A procedure that takes up to this many days may be dated to any of them.
_FEW = datetime.timedelta(days=3)


def _is_true(text: str, thing: Thing) -> bool:
    """Return whether all that a sentence states about time is true of a thing in the life."""
    start, end = thing.start or Day.min, thing.end or Day(9000, 1, 1)
    claims = {
        rf"\b(?<!{_REPORTED} )(?:present|begun) by {_DAY}": lambda day: start <= day,
        rf"\bfrom {_DAY}(?! to)": lambda day: start == day,
        rf"\bnoted after {_DAY}": lambda day: end > day,
        rf"\blast noted on {_DAY}": lambda day: start <= day,
        rf"\b(?<!last )noted on {_DAY}": lambda day: start <= day <= end,
        rf", on {_DAY}": lambda day: start == day or (start <= day <= end <= start + _FEW),
        rf"\bover by {_DAY}": lambda day: end <= day,
        rf"\buntil {_DAY}": lambda day: end == day,
    }
    spans = {
        rf", (?:begun )?between {_DAY} and {_DAY}": lambda a, b: a <= start <= b,
        rf"\bnoted between {_DAY} and {_DAY}": lambda a, b: start <= b and end >= a,
        rf"\bmentioned from {_DAY} to {_DAY}": lambda _, b: start <= b,
    }
    return all(
        holds(*map(_read_day, match.groups()))
        for pattern, holds in (claims | spans).items()
        if (match := re.search(pattern, text))
    )


def _read_day(words: str) -> Day:
    return datetime.datetime.strptime(words, "%d %B %Y").date()
