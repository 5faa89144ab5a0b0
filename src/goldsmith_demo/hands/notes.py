"""The hands, and notes in them with their identifiers as a gold standard."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import chain, islice
from random import Random

import msgspec

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Span
from goldsmith.errors import InputError
from goldsmith_demo.data_files import make_reader, read_data
from goldsmith_demo.hands import noise
from goldsmith_demo.hands.page import Page, Piece, Rules
from goldsmith_demo.hands.patterns import parse_rule
from goldsmith_demo.hands.people import Date, Patient
from goldsmith_demo.life.chance import add_days, choose, draw_int, open_stream, pick

_SHARE_US = 0.68
_WIDTHS = (60, 68, 72, 75, 80)


class Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of note: its layouts, and the care with which it is written."""

    region: str
    """us or uk: the country of the names, towns and date formats."""
    weight: float
    """Relative frequency of the hand."""
    layouts: str
    """Patterns, one per line."""
    case: dict[str, float]
    """Weights of the styles of capitalisation; see `goldsmith_demo.hands.noise`."""
    typos: float = 0.001
    """Share of mistyped letters."""
    blanks: float = 0.0
    """Share of blanks missing after a punctuation mark."""
    stops: float = 0.0
    """Share of full stops missing at the end of a sentence."""
    wrap: float = 0.0
    """Share of notes with lines of fixed length."""
    age: tuple[int, int] = (0, 0)
    """Age range of the patients; (0, 0) for the default range."""


load_hands = make_reader(__package__, "hands", dict[str, Hand])


@cache
def load_rules() -> Rules:
    """Load the rules of all files `rules_*.toml` and, by the name of the hand, the layouts.

    Raises:
        ValueError: a pattern is malformed.
    """
    return {name: parse_rule(lines) for name, lines in read_rules()}


def read_rules() -> Iterator[tuple[str, str]]:
    """Yield the name and the patterns of each rule, then of the layouts of each hand."""
    for path in files(__package__).joinpath("data").iterdir():
        if path.name.startswith("rules_"):
            name = path.name.removesuffix(".toml")
            yield from read_data(__package__, name, dict[str, str]).items()
    yield from ((name, hand.layouts) for name, hand in load_hands().items())


@cache
def list_hands(region: str) -> tuple[tuple[float, str], ...]:
    """List the hands of a region with their weights."""
    hands = load_hands().items()
    return tuple((hand.weight, name) for name, hand in hands if hand.region == region)


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
    # Each patient has a note or more, so as many patients as notes are enough.
    patients = (_write_patient(seed, number) for number in range(count))
    yield from islice(chain.from_iterable(patients), count)


def _write_patient(seed: int, number: int) -> Iterator[Document]:
    """Write the notes of a patient."""
    rng = open_stream(seed, -number - 1)
    region = "us" if rng.random() < _SHARE_US else "uk"
    first = _choose_hand(rng, region)
    patient = Patient(seed, number, region)
    low, high = load_hands()[first].age
    if high:
        patient.age = draw_int(rng, low, high)
    day = patient.admitted
    for index in range(choose(rng, (1, 1, 2, 3, 4, 6))):
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
