"""Pseudonymises documents in two passes: the first learns who is who, the second replaces.

A name that a title gives away in one letter is then found without it in every other note of the
patient. Nothing but the names is kept between the passes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from goldsmith.core import Document, Metadata, Span
from goldsmith.core.offsets import line_of
from goldsmith.privacy.dates import Calendar, votes
from goldsmith.privacy.edits import Edit, Edits, applied
from goldsmith.privacy.finder import find
from goldsmith.privacy.found import PLACE, Found
from goldsmith.privacy.keyed import Draw
from goldsmith.privacy.left import Left, left
from goldsmith.privacy.lexicon import Lexicon
from goldsmith.privacy.people import Person, key
from goldsmith.privacy.places import FACILITY, institution_names
from goldsmith.privacy.records import COLUMNS, Record
from goldsmith.privacy.shifting import Fields, iso, resolve
from goldsmith.privacy.surrogates import Surrogates

#: A shift smaller than this would leave dates too near to the true ones.
LEAST_SHIFT = 31
_WORD = re.compile(r"(?<![\w'’-])[a-z]{3,}(?![\w'’-])")
_IN_ID = re.compile(r"\d{6,}|(?:19|20)\d\d-\d\d")
_IDENTIFYING = {name for name, others in COLUMNS.items() for name in (name, *others)}


class Options(msgspec.Struct, frozen=True):
    """How to pseudonymise."""

    max_shift: int = 365
    keep_weekdays: bool = False
    month_first: bool | None = None
    """The order of numeric dates where they do not tell; nothing: what the corpus mostly has."""
    keep_ids: bool = False


class Replaced(msgspec.Struct, frozen=True):
    """One replacement; the offsets are those of the new text."""

    document: str
    start: int
    end: int
    line: int
    kind: str
    rule: str
    old: str
    new: str


class Outcome(msgspec.Struct, frozen=True):
    """A pseudonymised document, what was replaced in it, and what is left to look at."""

    document: Document
    replaced: list[Replaced]
    left: list[Left]
    renamed: bool


class _Patient:
    """What is kept about a patient between the passes."""

    def __init__(self, record: Record, listed: Sequence[Person]) -> None:
        self.record = record
        self.lexicon = Lexicon(record.people, listed)
        self.votes = 0
        self.surrogates: Surrogates | None = None


class Pseudonymiser:
    """Show it every document with `survey`, then take each one back from `apply`."""

    def __init__(
        self,
        secret: bytes,
        records: Mapping[str, Record] | None = None,
        listed: Sequence[Person] = (),
        options: Options = Options(),  # noqa: B008 - frozen
    ) -> None:
        self._draw = Draw(secret)
        self._records, self._listed, self.options = records or {}, listed, options
        self._patients: dict[str, _Patient] = {}
        self._institutions: set[str] = set()
        self._votes = 0
        self._seen: dict[str, str] = {}
        self._ordinary: set[str] = set()

    @property
    def unmatched(self) -> int:
        """How many records are of no patient that was surveyed."""
        return len(self._records.keys() - self._patients.keys())

    @property
    def patients(self) -> int:
        """How many patients were surveyed; documents without one count each for itself."""
        return len(self._patients)

    def survey(self, doc: Document) -> None:
        """Learns the names in a document, its order of dates, and its ordinary words."""
        owner = _owner(doc)
        one = self._patient(owner)
        found = find(doc.text, Calendar(0), one.lexicon, one.record)
        one.lexicon.learn(doc.text, found)
        ballot = votes(doc.text)
        one.votes += ballot
        self._votes += ballot
        if doc.metadata.institution:
            self._institutions.add(doc.metadata.institution)
        for word in set(_WORD.findall(doc.text)):
            if self._seen.setdefault(word, owner) != owner:
                self._ordinary.add(word)

    def apply(self, doc: Document) -> Outcome:
        """The document without identifiers."""
        owner = _owner(doc)
        one = self._patient(owner)
        calendar = self._calendar(doc, owner, one)
        surrogates = self._surrogates(owner, one)
        rewrite = lru_cache(1000)(lambda text: self._rewritten(text, calendar, one, surrogates))
        found = self._find(doc.text, calendar, one)
        edits = Edits([
            Edit(f.start, f.end, surrogates.of(doc.text[f.start : f.end], f)) for f in found
        ])  # fmt: skip
        name = self._id(doc, owner, one)
        metadata = self._metadata(doc, owner, calendar, surrogates, rewrite)
        new = replace(applied(doc, edits, rewrite), id=name, metadata=metadata)
        made = [edits.span(Span(f.start, f.end)) for f in found]
        replaced = _replaced(doc.text, new, found, made, edits)
        suspects = left(name, new.text, made, one.lexicon, self._ordinary)
        return Outcome(new, replaced, suspects, name != doc.id)

    def _find(self, text: str, calendar: Calendar, one: _Patient) -> list[Found]:
        return find(
            text,
            calendar,
            one.lexicon,
            one.record,
            institutions=self._institutions,
            ordinary=self._ordinary,
        )

    def _rewritten(
        self, text: str, calendar: Calendar, one: _Patient, surrogates: Surrogates
    ) -> str:
        """A text beside the note (an attribute, a heading, a remark) without identifiers."""
        moved = iso(text, calendar.days)
        if moved != text or not text:
            return moved
        found = self._find(text, calendar, one)
        return Edits([
            Edit(f.start, f.end, surrogates.of(text[f.start : f.end], f)) for f in found
        ]).text(text)  # fmt: skip

    def _patient(self, owner: str) -> _Patient:
        if owner not in self._patients:
            record = self._records.get(owner, Record(owner))
            self._patients[owner] = _Patient(record, self._listed)
        return self._patients[owner]

    def _surrogates(self, owner: str, one: _Patient) -> Surrogates:
        if one.surrogates is None:
            one.surrogates = Surrogates(self._draw.of(owner), one.lexicon)
        return one.surrogates

    def _calendar(self, doc: Document, owner: str, one: _Patient) -> Calendar:
        told = votes(doc.text) or one.votes
        default = self.options.month_first
        month_first = (told < 0) if told else self._votes < 0 if default is None else default
        born = _date(one.record.born)
        return Calendar(self.shift(owner), _date(doc.metadata.date), month_first, born)

    def shift(self, owner: str) -> int:
        """The days by which all dates of a patient move, forward or back."""
        step = 7 if self.options.keep_weekdays else 1
        least = min(LEAST_SHIFT, self.options.max_shift)
        sizes = [days for days in range(least, self.options.max_shift + 1) if days % step == 0]
        draw = self._draw.of(owner)
        size = draw.choice(sizes or [step], "shift")
        return size if draw.number(2, "direction") else -size

    def _metadata(
        self,
        doc: Document,
        owner: str,
        calendar: Calendar,
        surrogates: Surrogates,
        rewrite: Callable[[str], str],
    ) -> Metadata:
        old = doc.metadata
        extra = {
            name: rewrite(value)
            for name, value in old.extra.items()
            if name.casefold() not in _IDENTIFYING
        }
        return replace(
            old,
            patient=self.pseudonym(owner) if old.patient else "",
            date=iso(old.date, calendar.days),
            institution=_institution(old.institution, surrogates),
            extra=extra,
        )

    def pseudonym(self, owner: str) -> str:
        """The pseudonym of a patient."""
        return "P-" + self._draw.hexadecimal(12, "patient", owner)

    def _id(self, doc: Document, owner: str, one: _Patient) -> str:
        """The document's id, or another where it gives away patient, name, number or date."""
        if self.options.keep_ids:
            return doc.id
        tokens = set(re.findall(r"[^\W_]+", doc.id.casefold()))
        telling = {key(name) for name in one.lexicon.recorded if len(name) > 2}
        telling |= {number.casefold() for number in one.record.numbers}
        telling |= {doc.metadata.patient.casefold()} - {""}
        if tokens.isdisjoint(telling) and not _IN_ID.search(doc.id):
            return doc.id
        return f"{self.pseudonym(owner)}-{self._draw.hexadecimal(8, 'document', doc.id)}"


def _owner(doc: Document) -> str:
    """Whose document it is; without a patient it is a patient of its own."""
    return doc.metadata.patient or f"document {doc.id}"


def _date(text: str) -> date | None:
    match = re.match(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?", text)
    if match is None:
        return None
    return resolve(Fields(*(int(part or 0) for part in match.groups())), None)


def _institution(name: str, surrogates: Surrogates) -> str:
    for own in institution_names(name):
        place = Found(0, len(own), PLACE, "institution", 0, FACILITY)
        name = name.replace(own, surrogates.of(own, place))
    return name


def _replaced(
    old: str, new: Document, found: list[Found], made: list[Span], edits: Edits
) -> list[Replaced]:
    return [
        Replaced(new.id, span.start, span.end, line_of(new.text, span.start), one.kind, one.rule,
                 old[one.start : one.end], edit.new)
        for one, span, edit in zip(found, made, edits.edits, strict=True)
    ]  # fmt: skip
