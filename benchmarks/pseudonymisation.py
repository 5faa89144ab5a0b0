"""Precision and recall of the pseudonymisation on made-up notes whose identifiers are known.

usage: python benchmarks/pseudonymisation.py [--notes tests/privacy/notes]
                                             [--records tests/privacy/records.jsonl] [--show]
       python benchmarks/pseudonymisation.py --demo [60] [--seed 2009] [--show]

The first measures on notes written by hand with marked identifiers. The second makes the notes of
so many demo patients and takes the identifiers from the lives that they are written from: names of
the patient, relative and clinicians, hospital, town, hospital number, phone and bleep, date of
birth, and the times of the gold that say a calendar date. It measures twice, with the structured
records of the same patients and without them; the hospital in the metadata of the notes helps both.

An identifier is found when every letter and digit of it was replaced. A replacement is right when
it overlaps an identifier of its kind. Either is counted by kind. --show names what was missed and
what was replaced needlessly; the notes are made up, so that nothing is given away.
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
from goldsmith_demo.life.course import live
from goldsmith_demo.life.model import Patient
from goldsmith_demo.life.record import record
from goldsmith_demo.make import of_patient
from goldsmith_demo.writing.documents.narratives.recipients import GREETINGS

ROOT = Path(__file__).parent.parent / "tests" / "privacy"
TYPOS = 0.0005
#: The bleep or pager that the writers of ward notes give, whoever signs.
BLEEP = "2214"
#: Words of a hospital's name that say what it is, not which.
_COMMON = frozenset(
    "General Hospital Infirmary Cancer Centre District Royal Memorial University Oncology Medical "
    "Center Regional Community Clinic".split()
)
_CALENDAR = re.compile("|".join((r"\b\d{4}\b", r"\d/\d", *calendar.month_name[1:])))

Measured = tuple[dict[str, Counter[str]], list[str]]


def measured(notes: Path, records: Path) -> Measured:
    """Kind -> counts of identifiers, found ones, replacements, right ones; and what went wrong."""
    paths = sorted(notes.glob("*.txt"))
    docs = [inline.parse(path.read_text("utf-8"), doc_id=path.stem) for path in paths]
    return counted(docs, read_records(records))


def counted(docs: Sequence[Document], records: Mapping[str, Record]) -> Measured:
    """The same for documents whose gold set has the identifiers."""
    worker = Pseudonymiser(b"a key for measuring", records)
    for doc in docs:
        worker.survey(doc)
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    wrong: list[str] = []
    for doc in docs:
        _count(doc, worker.apply(doc), counts, wrong)
    return counts, wrong


def demo(patients: int, seed: int) -> tuple[list[Document], dict[str, Record]]:
    """The notes of demo patients with their identifiers as gold, and the records of the patients.

    The records go through a file as `goldsmith demo make --records` writes it.
    """
    lives = [live(number, seed=seed) for number in range(patients)]
    docs = [doc for life in lives for doc in _written(life, seed)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "records.jsonl")
        path.write_bytes(b"\n".join(msgspec.json.encode(record(life)) for life in lives))
        return docs, read_records(path)


def _written(life: Patient, seed: int) -> Iterator[Document]:
    """The notes as the demo has them; identifiers are looked up in the notes without typos."""
    clean = of_patient(life, seed, schemas=("clef-temporal",))
    typed = of_patient(life, seed, schemas=("clef-temporal",), typos=TYPOS)
    for right, doc in zip(clean, typed, strict=True):
        found = enumerate(sorted(_outermost({*_said(life, right.text), *_dates(right)})), 1)
        gold = tuple(Mention(f"i{n}", kind, (Span(start, end),)) for n, (start, end, kind) in found)
        yield msgspec.structs.replace(doc, sets={"gold": AnnotationSet("gold", gold)})


def _said(life: Patient, text: str) -> Iterator[tuple[int, int, str]]:
    """Where a note says what the life knows: people, places, numbers, the date of birth."""
    for kind, pattern in _identifiers(life):
        for match in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", text):
            yield match.start(), match.end(), kind


def _identifiers(life: Patient) -> Iterator[tuple[str, str]]:
    people = (life.relative, life.gp, life.consultant, life.surgeon, *life.others)
    for first, last in ((life.first, life.last), *((one.first, one.last) for one in people)):
        name = f"(?:{last}|{last.upper()})"
        yield "NAME", rf"{name}, {first}|(?:(?:{first}|{first[0]}\.?) )?{name}"
    for greeting in (one for some in GREETINGS.values() for one in some):
        for name in re.findall(r"Dear (?:Dr|Mr) (\w+)", greeting):
            yield "NAME", name
    own = [word for word in life.hospital.split() if word not in _COMMON]
    for place in (" ".join(own), life.town):
        yield "PLACE", f"(?i:{re.escape(place)})"
    yield "NUMBER", re.escape(life.number)
    yield "CONTACT", rf"{re.escape(life.phone)}|(?<=bleep |pager ){BLEEP}"
    yield "DATE", "|".join(re.escape(f"{life.born:{form}}") for form in ("%m/%d/%Y", "%d.%m.%Y"))


def _dates(doc: Document) -> Iterator[tuple[int, int, str]]:
    """The times that the gold has for dates, as far as their words name a month, year or day."""
    for mention in doc.sets["clef-temporal"].mentions:
        is_date = mention.type == "TIMEX3" and mention.attributes.get("type") == "DATE"
        if is_date and _CALENDAR.search(doc.covered(mention)):
            yield mention.start, mention.end, "DATE"


def _outermost(found: set[tuple[int, int, str]]) -> set[tuple[int, int, str]]:
    """Without those that lie inside another: the surname in a whole name."""
    return {
        one
        for one in found
        if not any(o[0] <= one[0] and one[1] <= o[1] and o[:2] != one[:2] for o in found)
    }


def _count(
    doc: Document, outcome: Outcome, counts: dict[str, Counter[str]], wrong: list[str]
) -> None:
    gold = doc.sets["gold"].mentions
    places = _old_places(outcome)
    gone = {at for start, end, _ in places for at in range(start, end)}
    for mention in gold:
        counts[mention.type]["identifiers"] += 1
        if _gone(doc, mention, gone):
            counts[mention.type]["found"] += 1
        else:
            wrong.append(
                f"{doc.id}: missed {mention.type} {_shown(doc, mention.start, mention.end)}"
            )
    for start, end, kind in places:
        counts[kind]["replaced"] += 1
        if any(one.type == kind and one.start < end and start < one.end for one in gold):
            counts[kind]["right"] += 1
        else:
            wrong.append(f"{doc.id}: needless {kind} {_shown(doc, start, end)}")


def _shown(doc: Document, start: int, end: int) -> str:
    """What stands there, with some of what stands around it."""
    around = doc.text[max(0, start - 25) : end + 25]
    return f"{doc.text[start:end]!r} in {around!r}"


def _old_places(outcome: Outcome) -> list[tuple[int, int, str]]:
    """Where the replacements stood in the original text."""
    places, moved = [], 0
    for one in outcome.replaced:
        start = one.start - moved
        places.append((start, start + len(one.old), one.kind))
        moved += len(one.new) - len(one.old)
    return places


def _gone(doc: Document, mention: Mention, gone: set[int]) -> bool:
    """Whether all of an identifier was replaced; words like Flat and Road may stay."""
    return all(
        at in gone
        for span in mention.spans
        for at in range(span.start, span.end)
        if doc.text[at] in string.ascii_letters + string.digits and not _kept(doc.text, at)
    )


def _kept(text: str, at: int) -> bool:
    start = max(text.rfind(sign, 0, at) for sign in " \n,.(") + 1
    word = text[start:].split(",")[0].split()[0].strip(".")
    return word in ("Flat", "Close", "Avenue", "Row", "Lane", "Street", "Lodge")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=Path, default=ROOT / "notes")
    parser.add_argument("--records", type=Path, default=ROOT / "records.jsonl")
    parser.add_argument("--demo", type=int, nargs="?", const=60, metavar="PATIENTS")
    parser.add_argument("--seed", type=int, default=2009)
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    if given.demo is None:
        _print("", measured(given.notes, given.records), show=given.show)
        return
    docs, records = demo(given.demo, given.seed)
    many = f"{len(docs)} notes of {given.demo} demo patients, seed {given.seed}"
    _print(f"{many}, with their records", counted(docs, records), show=given.show)
    _print(f"{many}, without records", counted(docs, {}), show=given.show)


def _print(title: str, told: Measured, *, show: bool) -> None:
    counts, wrong = told
    counts["all"] = sum((counts[kind] for kind in KINDS), Counter())
    names = ("kind", "identifiers", "found", "recall %", "replaced", "right", "precision %")
    table = Table(*names, title=title)
    for kind, one in counts.items():
        recall = 100 * one["found"] / (one["identifiers"] or 1)
        precision = 100 * one["right"] / (one["replaced"] or 1)
        row = (one["identifiers"], one["found"], f"{recall:.1f}")
        table.add_row(
            kind, *map(str, row), str(one["replaced"]), str(one["right"]), f"{precision:.1f}"
        )
    Console().print(table)
    if show:
        print("\n".join(wrong))


if __name__ == "__main__":
    main()
