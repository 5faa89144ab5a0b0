"""Quote the words in notes that are evidence for an answer, with their context."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from goldsmith.chronicle.model import Evidence
from goldsmith.chronicle.query.answer import Answer, Witness

_AROUND = 60
_QUOTED = 3


class Quotation(msgspec.Struct, frozen=True):
    """Words in a note that are evidence for an event, with the text before and after them."""

    document: str
    before: str
    words: str
    after: str


class Quotations(msgspec.Struct, frozen=True):
    """Quotations for an event, the record tables that contain it, and how many more notes do."""

    places: tuple[Quotation, ...]
    tables: tuple[str, ...]
    more: int


def list_quoted_documents(answer: Answer) -> list[str]:
    """List the documents that the page of an answer quotes."""
    return sorted({place.document for witness in _walk(answer) for place in _choose(witness)})


def quote_evidence(witness: Witness, texts: Mapping[str, str]) -> Quotations:
    """Quote the evidence for an event, one quotation for each of the first documents.

    Args:
        witness: The event.
        texts: The texts of the documents by name; documents without a text are not quoted.
    """
    chosen = [place for place in _choose(witness) if place.document in texts]
    names = {place.document for place in witness.evidence if place.document}
    return Quotations(
        tuple(_quote(place, texts[place.document]) for place in chosen),
        tuple(dict.fromkeys(place.table for place in witness.evidence if place.table)),
        len(names) - len(chosen),
    )


def _walk(answer: Answer) -> Iterator[Witness]:
    return (witness for patient in answer.patients for witness in patient.witnesses)


def _choose(witness: Witness) -> list[Evidence]:
    """Return the first evidence in each of the first documents."""
    first: dict[str, Evidence] = {}
    for place in witness.evidence:
        if place.document and place.spans:
            first.setdefault(place.document, place)
    return list(first.values())[:_QUOTED]


def _quote(place: Evidence, text: str) -> Quotation:
    start, end = place.spans[0].start, place.spans[-1].end
    words = " … ".join(text[span.start : span.end] for span in place.spans)
    return Quotation(place.document, _cut_before(text, start), words, _cut_after(text, end))


def _cut_before(text: str, start: int) -> str:
    """Return the text before an offset, on the same line; "…" marks an omission."""
    first = max(0, start - _AROUND)
    line = text.rfind("\n", first, start) + 1
    if line or not first:
        return text[line:start].lstrip()
    word = text.find(" ", first, start) + 1
    return f"… {text[word or start : start]}"


def _cut_after(text: str, end: int) -> str:
    """Return the text after an offset, on the same line; "…" marks an omission."""
    last = min(len(text), end + _AROUND)
    line = text.find("\n", end, last)
    if line >= 0 or last == len(text):
        return text[end : line if line >= 0 else last].rstrip()
    word = text.rfind(" ", end, last)
    return f"{text[end : max(word, end)]} …"
