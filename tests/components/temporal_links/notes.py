"""Small notes with events and times."""

from __future__ import annotations

import re
from collections.abc import Iterable

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Relation, Span
from goldsmith.pipeline import Analysis, Example

SCHEMA = "clef-temporal"
_MARK = re.compile(r"<(\w+):(\w+)((?: \w+=[\w-]+)*)>(.*?)</>")
NOTES = (
    "She has <E:TLC class=condition>pain</> <T:TIMEX3 value=2009-06-10>today</>.",
    "A <E:TLC class=investigation>biopsy</> was taken on "
    "<T:TIMEX3 value=2009-03-04>4 March 2009</>.",
    "We will arrange a <E:TLC class=investigation>scan</> on "
    "<T:TIMEX3 value=2009-06-20>20 June 2009</>.",
    "We may consider <E:TLC class=intervention hypothetical=true>surgery</>.",
)
_LABELS = ("includes", "before", "after", "")


def make_note(markup: str, label: str = "") -> Document:
    """Make a letter of 10 June 2009; with a label, its events are linked to its times."""
    text, mentions, at = "", [], 0
    for number, match in enumerate(_MARK.finditer(markup)):
        text += markup[at : match.start()]
        at = match.end()
        attributes = dict(pair.split("=") for pair in match[3].split())
        kind = {"type": "DATE"} if match[2] == "TIMEX3" else {"hypothetical": "false"}
        span = Span(len(text), len(text) + len(match[4]))
        mentions.append(Mention(f"{match[1]}{number}", match[2], (span,), {**kind, **attributes}))
        text += match[4]
    text += markup[at:]
    return Document("n", text, Metadata(date="2009-06-10")).with_set(
        AnnotationSet("gold", tuple(mentions), tuple(_link(mentions, label)), schema=SCHEMA)
    )


def _link(mentions: list[Mention], label: str) -> Iterable[Relation]:
    events = [entry for entry in mentions if entry.type == "TLC"]
    times = [entry for entry in mentions if entry.type == "TIMEX3"]
    for event in events if label else ():
        for time in times:
            attributes = {"type": "is_included", "task": "B"}
            yield Relation(f"{event.id}{time.id}", "CTLink", event.id, time.id, attributes)


def make_examples(docs: Iterable[Document] = ()) -> list[Example]:
    """Return training examples from documents, or from `NOTES` with the date added as a time."""
    docs = list(docs)
    if docs:
        return [Example(Analysis(doc), doc.sets[SCHEMA]) for doc in docs]
    return [_add_date(make_note(*row), row[1]) for row in zip(NOTES, _LABELS, strict=True)]


def _add_date(doc: Document, label: str) -> Example:
    gold = doc.sets["gold"]
    attributes = {"type": "DATE", "value": "2009-06-10", "functionInDocument": "CREATION_TIME"}
    links = [
        Relation(f"a{event.id}", "CTLink", event.id, "t0", {"type": label, "task": "A"})
        for event in gold.mentions
        if label and event.type == "TLC"
    ]
    mentions = (*gold.mentions, Mention("t0", "TIMEX3", (), attributes))
    dated = AnnotationSet("gold", mentions, (*gold.relations, *links), schema=SCHEMA)
    return Example(Analysis(doc), dated)
