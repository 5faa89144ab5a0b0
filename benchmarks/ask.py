"""Speed of `goldsmith ask` with the question of the CLEF paper over many chronicles.

usage: python benchmarks/ask.py [--patients 100000] [--lives 2000] [--runs 5] [--seed 7]
           [--folder FOLDER]

The chronicles come from made-up lives, repeated under new ids and written as a stream. Goldsmith
(parse, resolve names, compile, DuckDB, evidence for 20 patients) and two programs written only for
this question answer it: pyarrow over the same tables, and msgspec over JSON lines of a tenth of the
patients. All must find the same patients. Prints Markdown.
"""

from __future__ import annotations

import argparse
import datetime
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from goldsmith.chronicle.model import (
    Assertion,
    Bounds,
    Chronicle,
    Event,
    Evidence,
    Extent,
    Kind,
    Person,
)
from goldsmith.chronicle.query.event_index import get_index_path, write_index
from goldsmith.chronicle.query.sets import load_sets
from goldsmith.chronicle.query.wordings import NameIndex
from goldsmith.chronicle.tables import TableWriter, encode_tables
from goldsmith.core import Code, Span
from goldsmith.project.patients.ask import ask
from goldsmith_demo.life import make_patient
from goldsmith_demo.life.concepts import find_meaning
from goldsmith_demo.life.model import Patient, Thing
from metrics import measure_peak_memory

QUESTION = (
    "Patients with stage 2 adenocarcinoma, treated with tamoxifen, symptom-free after five years"
)
KINDS: dict[str, Kind] = {
    "Condition": "problem",
    "Intervention": "procedure",
    "Investigation": "investigation",
    "Drug-or-device": "drug",
    "Locus": "locus",
}
STAGES = ("II", "IIA", "IIB", "IIC")
SHARE = 10


# Chronicles


def convert_life(life: Patient) -> Chronicle:
    """Make the chronicle of a life."""
    last = max(event.date for event in life.events)
    relatives = {key for _, key in life.family}
    events = tuple(
        convert_thing(life, key, thing, last, "family" if key in relatives else "affirmed")
        for key, thing in life.things.items()
        if thing.kind in KINDS and not key.startswith("no_")
    )
    died = Bounds(life.died, life.died)
    person = Person(life.id, life.sex, Bounds(life.born, life.born), died)  # type: ignore[arg-type]
    return Chronicle(patient=person, events=events, last_day=last)


def convert_thing(
    life: Patient, key: str, thing: Thing, last: datetime.date, assertion: Assertion
) -> Event:
    """Make an event with evidence in two notes."""
    meaning = find_meaning(thing.names[0]) if thing.kind == "Condition" else None
    details = {k: v for k, v in thing.details.items() if k in ("dose", "value", "unit")}
    if key == life.tumour:
        details |= {"stage": life.stage, "tnm": life.tnm}
    lasts = Bounds(max(last, thing.start)) if thing.start else Bounds()
    return Event(
        id=key,
        kind=KINDS[thing.kind],
        name=thing.names[0],
        codes=(Code(meaning.cui, "UMLS"),) if meaning and meaning.cui else (),
        assertion=assertion,
        extent=Extent(
            Bounds(thing.start, thing.start), Bounds(thing.end, thing.end) if thing.end else lasts
        ),
        details=details,
        evidence=tuple(
            Evidence(document=f"{life.id}-{at:03}", set="gold", mention=key, spans=(Span(9, 19),))
            for at in (1, 2)
        ),
    )


def write_chronicles(folder: Path, base: list[Chronicle], patients: int) -> None:
    """Write chronicles, repeating the base chronicles under new ids."""
    batches = encode_tables(base)
    with TableWriter(folder) as writer:
        for number in range(-(-patients // len(base))):
            least = min(len(base), patients - number * len(base))
            chosen = batches if least == len(base) else encode_tables(base[:least])
            writer.write({name: rename(batch, number) for name, batch in chosen.items()})


def rename(batch: pa.RecordBatch, number: int) -> pa.RecordBatch:
    """Return a batch with new patient ids."""
    patients = pc.binary_join_element_wise(f"{number:04}", batch.column("patient"), "-")
    return batch.set_column(0, "patient", patients)


def write_lines(path: Path, base: list[Chronicle], patients: int) -> None:
    """Write chronicles as JSON lines."""
    encode = msgspec.json.Encoder().encode
    with path.open("wb") as file:
        for number in range(patients):
            history = base[number % len(base)]
            name = f"{number // len(base):04}-{history.patient.id}"
            person = msgspec.structs.replace(history.patient, id=name)
            file.write(encode(msgspec.structs.replace(history, patient=person)) + b"\n")


# Peers


class Names:
    """The event names that match the words of the question, for the peers."""

    def __init__(self, base: Iterable[Chronicle]) -> None:
        index = NameIndex({event.name for history in base for event in history.events})
        sets = load_sets()
        self.adenocarcinoma, self.symptom = (
            {name for words in sets[key].names for name in index.find_containing(words)}
            for key in ("adenocarcinoma", "symptom")
        )
        self.tamoxifen = set(index.find_containing("tamoxifen"))


def add_years(day: datetime.date, years: int) -> datetime.date:
    """Return the same day some years later."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=28)


def ask_pyarrow(folder: Path, names: Names) -> set[str]:
    """Answer the question with pyarrow."""
    columns = ["patient", "kind", "name", "assertion", "stage", "start_latest", "end_earliest"]
    wanted_names = pa.array(sorted(names.adenocarcinoma | names.symptom | names.tamoxifen))
    events = pq.read_table(
        folder / "events.parquet",
        columns=columns,
        filters=(pc.field("assertion") == "affirmed") & pc.field("name").isin(wanted_names),
    )
    rows = zip(*(events.column(name).to_pylist() for name in columns), strict=True)
    staged: set[str] = set()
    starts: dict[str, datetime.date] = {}
    ends: dict[str, datetime.date] = {}
    for patient, kind, name, _, stage, start, end in rows:
        if name in names.adenocarcinoma and kind == "problem" and stage in STAGES:
            staged.add(patient)
        if name in names.tamoxifen and kind in ("drug", "procedure") and start:
            starts[patient] = min(start, starts.get(patient, start))
        if name in names.symptom and kind == "problem" and end:
            ends[patient] = max(end, ends.get(patient, end))
    people = pq.read_table(folder / "patients.parquet", columns=["patient", "last_day"])
    last_days = dict(zip(*(column.to_pylist() for column in people.columns), strict=True))
    return {
        patient
        for patient, start in starts.items()
        if patient in staged
        and last_days[patient] >= (mark := add_years(start, 5))
        and (patient not in ends or ends[patient] <= mark)
    }


def ask_lines(path: Path, names: Names) -> set[str]:
    """Answer the question with msgspec over JSON lines."""
    decode = msgspec.json.Decoder(Chronicle).decode
    with path.open("rb") as file:
        return {history.patient.id for line in file if meets(history := decode(line), names)}


def meets(history: Chronicle, names: Names) -> bool:
    """Return whether a chronicle answers the question."""
    events = [event for event in history.events if event.assertion == "affirmed"]
    starts = [
        event.extent.start.latest
        for event in events
        if event.name in names.tamoxifen and event.kind in ("drug", "procedure")
    ]
    days = [day for day in starts if day]
    if not days or not any(
        event.name in names.adenocarcinoma and event.details.get("stage") in STAGES
        for event in events
    ):
        return False
    mark = add_years(min(days), 5)
    return bool(history.last_day and history.last_day >= mark) and not any(
        event.name in names.symptom
        and event.kind == "problem"
        and event.extent.end.earliest
        and event.extent.end.earliest > mark
        for event in events
    )


# Measuring


class Timing(NamedTuple):
    """The median and longest time of several runs and their median processor time, in seconds."""

    median: float
    longest: float
    processor: float

    def write_row(self, name: str, patients: int) -> str:
        times = f"{self.median:.2f} | {self.longest:.2f} | {self.processor:.2f}"
        return f"| {name} | {times} | {patients:,} |"


def measure(run: Callable[[], set[str]], runs: int) -> tuple[Timing, set[str]]:
    """Return the times of several runs and the answer."""
    seconds, processor, answer = [], [], set[str]()
    for _ in range(runs):
        begin, used = time.perf_counter(), time.process_time()
        answer = run()
        seconds.append(time.perf_counter() - begin)
        processor.append(time.process_time() - used)
    return Timing(statistics.median(seconds), max(seconds), statistics.median(processor)), answer


def ask_goldsmith(folder: Path, limit: int | None) -> set[str]:
    answer = ask(QUESTION, folder, terms=["demo"], limit=limit)
    return {patient.patient for patient in answer.patients}


def choose_base(lives: int, seed: int) -> list[Chronicle]:
    return [convert_life(make_patient(number, seed=seed)) for number in range(lives)]


def report(folder: Path, base: list[Chronicle], patients: int, runs: int) -> Iterator[str]:
    names, lines = Names(base), folder / "chronicles.jsonl"
    write_lines(lines, base, patients // SHARE)
    expected = ask_goldsmith(folder, None)
    yield f"{len(expected):,} of {patients:,} patients answer the question."
    yield ""
    yield "| | median s | longest s | processor s | patients |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    timing, _ = measure(lambda: ask_goldsmith(folder, 20), runs)
    yield timing.write_row("goldsmith ask, evidence of 20", patients)
    get_index_path(folder).unlink()
    timing, _ = measure(lambda: ask_goldsmith(folder, 20), runs)
    yield timing.write_row("the same without the index", patients)
    timing, answer = measure(lambda: ask_pyarrow(folder, names), runs)
    assert answer == expected, "pyarrow finds different patients"
    yield timing.write_row("pyarrow, same tables", patients)
    timing, answer = measure(lambda: ask_lines(lines, names), 1)
    prefix = {f"{n // len(base):04}-{c.patient.id}" for n, c in enumerate_patients(base, patients)}
    assert answer == expected & prefix, "msgspec finds different patients"
    yield timing.write_row("msgspec, JSON lines", patients // SHARE)


def enumerate_patients(base: list[Chronicle], patients: int) -> Iterator[tuple[int, Chronicle]]:
    return ((number, base[number % len(base)]) for number in range(patients // SHARE))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--patients", type=int, default=100_000)
    parser.add_argument("--lives", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--folder", type=Path, default=None)
    options = parser.parse_args()
    base = choose_base(options.lives, options.seed)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        begin = time.perf_counter()
        write_chronicles(folder, base, options.patients)
        write_index(folder)
        events = pq.read_metadata(folder / "events.parquet").num_rows
        print(f"{options.patients:,} chronicles, {events:,} events, written in ", end="")
        print(f"{time.perf_counter() - begin:.0f} s\n")
        for line in report(folder, base, options.patients, options.runs):
            print(line, flush=True)
        print(f"\npeak memory {measure_peak_memory():.0f} MB")


if __name__ == "__main__":
    main()
