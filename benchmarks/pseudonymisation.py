"""Precision and recall of pseudonymisation on made-up notes with known identifiers.

usage: python benchmarks/pseudonymisation.py [--notes tests/privacy/notes]
                                             [--records tests/privacy/records.jsonl] [--show]
       python benchmarks/pseudonymisation.py --demo [60] [--seed 2009] [--show]

The first command uses notes written by hand with marked identifiers. The second generates the notes
of demo patients and takes the identifiers from their simulated lives: names of the patient, the
relative and the clinicians, hospital, town, hospital number, phone and bleep, date of birth, and
the times of the gold standard that name a calendar date. It measures with the structured records of
the patients and without them; the hospital in the metadata of the notes helps in both cases.

An identifier is found if all its letters and digits were replaced. A replacement is right if it
overlaps an identifier of its kind. Both are counted by kind. --show lists missed identifiers and
needless replacements; the notes are made up, so this reveals nobody.
"""

from __future__ import annotations

import argparse
import calendar
import re
import string
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.examples import inline
from goldsmith.privacy import KINDS, Outcome, Pseudonymiser, Record, read_records
from goldsmith_demo.life.course import make_patient
from goldsmith_demo.life.model import Patient
from goldsmith_demo.life.record import build_record
from goldsmith_demo.make import make_patient_documents
from goldsmith_demo.writing.documents.narratives.phrases import load_recipients

ROOT = Path(__file__).parent.parent / "tests" / "privacy"
TYPOS = 0.0005
#: The bleep or pager number in all demo ward notes.
BLEEP = "2214"
#: Generic words in the names of hospitals.
_COMMON = frozenset(
    "General Hospital Infirmary Cancer Centre District Royal Memorial University Oncology Medical "
    "Center Regional Community Clinic".split()
)
_CALENDAR = re.compile("|".join((r"\b\d{4}\b", r"\d/\d", *calendar.month_name[1:])))

Measurement = tuple[dict[str, Counter[str]], list[str]]


def measure_notes(notes: Path, records: Path) -> Measurement:
    """Count identifiers and replacements by kind in marked notes, and list the errors."""
    paths = sorted(notes.glob("*.txt"))
    docs = [inline.parse(path.read_text("utf-8"), doc_id=path.stem) for path in paths]
    return measure(docs, read_records(records))


def measure(docs: Sequence[Document], records: Mapping[str, Record]) -> Measurement:
    """Count identifiers and replacements in documents with the identifiers in a gold set."""
    pseudonymiser = Pseudonymiser(b"a key for measuring", records)
    for doc in docs:
        pseudonymiser.survey(doc)
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    errors: list[str] = []
    for doc in docs:
        _count(doc, pseudonymiser.apply(doc), counts, errors)
    return counts, errors


def make_demo(patients: int, seed: int) -> tuple[list[Document], dict[str, Record]]:
    """Make the notes of demo patients with their identifiers as gold, and the patients' records.

    The records pass through a file as written by `goldsmith demo make --records`.
    """
    lives = [make_patient(number, seed=seed) for number in range(patients)]
    docs = [doc for life in lives for doc in _mark_notes(life, seed)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "records.jsonl")
        path.write_bytes(b"\n".join(msgspec.json.encode(build_record(life)) for life in lives))
        return docs, read_records(path)


def _mark_notes(life: Patient, seed: int) -> Iterator[Document]:
    """Yield the demo notes with their identifiers, which are located in the notes without typos."""
    clean = make_patient_documents(life, seed, schemas=("clef-temporal",))
    typed = make_patient_documents(life, seed, schemas=("clef-temporal",), typos=TYPOS)
    for source, doc in zip(clean, typed, strict=True):
        places = _drop_nested({*_locate_identifiers(life, source.text), *_locate_dates(source)})
        gold = tuple(
            Mention(f"i{number}", kind, (Span(start, end),))
            for number, (start, end, kind) in enumerate(sorted(places), 1)
        )
        yield msgspec.structs.replace(doc, sets={"gold": AnnotationSet("gold", gold)})


def _locate_identifiers(life: Patient, text: str) -> Iterator[tuple[int, int, str]]:
    """Locate people, places, numbers and the date of birth of a patient in a note."""
    for kind, pattern in _list_patterns(life):
        for match in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", text):
            yield match.start(), match.end(), kind


def _list_patterns(life: Patient) -> Iterator[tuple[str, str]]:
    people = (life.relative, life.gp, life.consultant, life.surgeon, *life.others)
    for first, last in (
        (life.first, life.last),
        *((person.first, person.last) for person in people),
    ):
        name = f"(?:{last}|{last.upper()})"
        yield "NAME", rf"{name}, {first}|(?:(?:{first}|{first[0]}\.?) )?{name}"
    greetings = load_recipients().greetings.values()
    for greeting in (greeting for group in greetings for greeting in group):
        for name in re.findall(r"Dear (?:Dr|Mr) (\w+)", greeting):
            yield "NAME", name
    own = [word for word in life.hospital.split() if word not in _COMMON]
    for place in (" ".join(own), life.town):
        yield "PLACE", f"(?i:{re.escape(place)})"
    yield "NUMBER", re.escape(life.number)
    yield "CONTACT", rf"{re.escape(life.phone)}|(?<=bleep |pager ){BLEEP}"
    yield "DATE", "|".join(re.escape(f"{life.born:{form}}") for form in ("%m/%d/%Y", "%d.%m.%Y"))


def _locate_dates(doc: Document) -> Iterator[tuple[int, int, str]]:
    """Locate the gold dates that name a month, a year or a day."""
    for mention in doc.sets["clef-temporal"].mentions:
        is_date = mention.type == "TIMEX3" and mention.attributes.get("type") == "DATE"
        if is_date and _CALENDAR.search(doc.get_covered_text(mention)):
            yield mention.start, mention.end, "DATE"


def _drop_nested(places: set[tuple[int, int, str]]) -> set[tuple[int, int, str]]:
    """Drop places inside another place, such as the surname in a full name."""

    def is_nested(start: int, end: int) -> bool:
        return any(
            first <= start and end <= last and (first, last) != (start, end)
            for first, last, _ in places
        )

    return {place for place in places if not is_nested(*place[:2])}


def _count(
    doc: Document, outcome: Outcome, counts: dict[str, Counter[str]], errors: list[str]
) -> None:
    gold = doc.sets["gold"].mentions
    places = _list_old_places(outcome)
    replaced = {offset for start, end, _ in places for offset in range(start, end)}
    for mention in gold:
        counts[mention.type]["identifiers"] += 1
        if _is_replaced(doc, mention, replaced):
            counts[mention.type]["found"] += 1
        else:
            errors.append(
                f"{doc.id}: missed {mention.type} {_format_place(doc, mention.start, mention.end)}"
            )
    for start, end, kind in places:
        counts[kind]["replaced"] += 1
        if any(
            mention.type == kind and mention.start < end and start < mention.end for mention in gold
        ):
            counts[kind]["right"] += 1
        else:
            errors.append(f"{doc.id}: needless {kind} {_format_place(doc, start, end)}")


def _format_place(doc: Document, start: int, end: int) -> str:
    """Format a place with some context."""
    context = doc.text[max(0, start - 25) : end + 25]
    return f"{doc.text[start:end]!r} in {context!r}"


def _list_old_places(outcome: Outcome) -> list[tuple[int, int, str]]:
    """List the places of the replacements in the original text."""
    places, growth = [], 0
    for replacement in outcome.replacements:
        start = replacement.start - growth
        places.append((start, start + len(replacement.old), replacement.kind))
        growth += len(replacement.new) - len(replacement.old)
    return places


def _is_replaced(doc: Document, mention: Mention, replaced: set[int]) -> bool:
    """Return whether an identifier was replaced completely; words like Flat and Road may stay."""
    return all(
        offset in replaced
        for span in mention.spans
        for offset in range(span.start, span.end)
        if doc.text[offset] in string.ascii_letters + string.digits
        and not _may_stay(doc.text, offset)
    )


def _may_stay(text: str, offset: int) -> bool:
    start = max(text.rfind(sign, 0, offset) for sign in " \n,.(") + 1
    word = text[start:].split(",")[0].split()[0].strip(".")
    return word in ("Flat", "Close", "Avenue", "Row", "Lane", "Street", "Lodge")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=Path, default=ROOT / "notes")
    parser.add_argument("--records", type=Path, default=ROOT / "records.jsonl")
    parser.add_argument("--demo", type=int, nargs="?", const=60, metavar="PATIENTS")
    parser.add_argument("--seed", type=int, default=2009)
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    if arguments.demo is None:
        _print_table("", measure_notes(arguments.notes, arguments.records), show=arguments.show)
        return
    docs, records = make_demo(arguments.demo, arguments.seed)
    corpus = f"{len(docs)} notes of {arguments.demo} demo patients, seed {arguments.seed}"
    _print_table(f"{corpus}, with their records", measure(docs, records), show=arguments.show)
    _print_table(f"{corpus}, without records", measure(docs, {}), show=arguments.show)


def _print_table(title: str, measurement: Measurement, *, show: bool) -> None:
    counts, errors = measurement
    counts["all"] = sum((counts[kind] for kind in KINDS), Counter())
    names = ("kind", "identifiers", "found", "recall %", "replaced", "right", "precision %")
    table = Table(*names, title=title)
    for kind, count in counts.items():
        recall = 100 * count["found"] / (count["identifiers"] or 1)
        precision = 100 * count["right"] / (count["replaced"] or 1)
        row = (count["identifiers"], count["found"], f"{recall:.1f}")
        table.add_row(
            kind, *map(str, row), str(count["replaced"]), str(count["right"]), f"{precision:.1f}"
        )
    Console().print(table)
    if show:
        print("\n".join(errors))


if __name__ == "__main__":
    main()
