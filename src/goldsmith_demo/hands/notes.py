"""Notes in many hands, with their identifiers as a gold standard."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Span
from goldsmith.errors import InputError
from goldsmith_demo.hands import noise
from goldsmith_demo.hands.page import Page, Piece
from goldsmith_demo.hands.people import Date, Patient
from goldsmith_demo.hands.rules import list_hands, load_hands, load_rules
from goldsmith_demo.life.chance import add_days, choose, draw_int, open_stream, pick

_SHARE_US = 0.68
_WIDTHS = (60, 68, 72, 75, 80)


def make_hand_notes(seed: int, count: int) -> Iterator[Document]:
    """Make short clinical notes in many hands, with every identifier marked.

    The set `gold` has a mention for every identifier, of type NAME, DATE, PLACE, NUMBER, CONTACT or
    AGE. The attribute `demo:role` gives the person or the kind of place (patient, relative, staff;
    town, facility, address), and `demo:form` the form of a name. The metadata contain the patient,
    the hand (`type`) and the day. The same seed gives the same notes, whatever the count.

    Raises:
        InputError: `count` is negative.

    Example:
        >>> docs = list(make_hand_notes(seed=1, count=20))
        >>> sorted({mention.type for doc in docs for mention in doc.sets["gold"].mentions})
        ['AGE', 'CONTACT', 'DATE', 'NAME', 'NUMBER', 'PLACE']
    """
    if count < 0:
        raise InputError(f"cannot make {count} notes", expected="0 or more")
    made = number = 0
    while made < count:
        for doc in _write_patient(seed, number, count - made):
            yield doc
            made += 1
        number += 1


def _write_patient(seed: int, number: int, most: int) -> Iterator[Document]:
    """Write at most `most` notes of a patient."""
    rng = open_stream(seed, -number - 1)
    region = "us" if rng.random() < _SHARE_US else "uk"
    first = _choose_hand(rng, region)
    patient = Patient(seed, number, region)
    low, high = load_hands()[first].age
    if high:
        patient.age = draw_int(rng, low, high)
    day = patient.admitted
    for index in range(min(most, choose(rng, (1, 1, 2, 3, 4, 6)))):
        name = first if high or index % 2 == 0 else _choose_hand(rng, region, aged=False)
        yield _write_note(f"{patient.id}-{index + 1}", name, patient, day, rng)
        day = add_days(day, draw_int(rng, 0, 5))


def _choose_hand(rng: Random, region: str, *, aged: bool = True) -> str:
    while True:
        name = pick(rng, list_hands(region))
        if aged or not load_hands()[name].age[1]:
            return name


def _write_note(doc_id: str, name: str, patient: Patient, day: Date, rng: Random) -> Document:
    hand = load_hands()[name]
    page = Page(load_rules(), patient, day, rng)
    page.write(choose(rng, load_rules()[name]))
    case = pick(rng, tuple((chance, mode) for mode, chance in hand.case.items()))
    noise.drop_signs(page, blanks=hand.blanks, stops=hand.stops)
    noise.add_typos(page, hand.typos)
    noise.apply_case(page, case)
    text = "".join(piece.text for piece in page.pieces)
    if rng.random() < hand.wrap:
        text = noise.wrap_lines(text, choose(rng, _WIDTHS))
    gold = AnnotationSet("gold", tuple(_list_mentions(page.pieces)))
    metadata = Metadata(patient=patient.id, type=name, date=day.isoformat())
    return Document(doc_id, text, metadata, sets={"gold": gold})


def _list_mentions(pieces: list[Piece]) -> Iterator[Mention]:
    at = count = 0
    for piece in pieces:
        if piece.type:
            count += 1
            spans = (Span(at, at + len(piece.text)),)
            fields = {"demo:role": piece.role, "demo:form": piece.form}
            attributes = {name: value for name, value in fields.items() if value}
            yield Mention(f"T{count}", piece.type, spans, attributes)
        at += len(piece.text)
