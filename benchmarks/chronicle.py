"""Chronicles of made-up patients compared with their lives; speed, memory and drawing time.

python benchmarks/chronicle.py quality --patients 100 --seed 4711
python benchmarks/chronicle.py quality --from text --patients 20 --models /tmp/models
python benchmarks/chronicle.py summaries --patients 10 --seeds 8642 101 202
python benchmarks/chronicle.py lot /tmp/lot.parquet --patients 10000 --most 28
python benchmarks/chronicle.py speed /tmp/lot.parquet
python benchmarks/chronicle.py draw --events 2000
"""

from __future__ import annotations

import argparse
import datetime
import os
import resource
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from chronicle_lots import make_lives, repeat_lives
from goldsmith.chronicle.model import Chronicle, Event, Extent
from goldsmith.core import Document
from goldsmith.project.patients.chronicle import ChronicleOptions, build_chronicles, make_chronicles
from goldsmith_demo.corpus import list_records
from goldsmith_demo.life.course import make_patient
from goldsmith_demo.life.model import Patient, Thing
from goldsmith_demo.make import make_documents
from goldsmith_demo.writing.layers.mentions import THING

SETS = ("clef", "clef-temporal", "share-2014", "mayo-disorder")
KINDS = {
    "Condition": "problem",
    "Intervention": "procedure",
    "Investigation": "investigation",
    "Drug-or-device": "drug",
}
MONTH = 31
Place = tuple[str, str, str]


class Score(msgspec.Struct):
    """Counts of one kind of event."""

    things: int = 0
    found: int = 0
    dated: int = 0
    exact: int = 0
    month: int = 0
    true_bounds: int = 0
    bounded: int = 0
    status_right: int = 0
    statuses: int = 0


def read_things(docs: Sequence[Document]) -> dict[Place, str]:
    """Map each mention to the thing in the life that it refers to."""
    return {
        (doc.id, name, mention.id): thing
        for doc in docs
        for name, entry in doc.sets.items()
        for mention in entry.mentions
        if (thing := mention.attributes.get(THING))
    }


def hide_things(doc: Document) -> Document:
    """Return a document without the attributes that reveal the things."""
    sets = {
        name: msgspec.structs.replace(
            entry,
            mentions=tuple(
                msgspec.structs.replace(
                    mention,
                    attributes={k: v for k, v in mention.attributes.items() if k != THING},
                )
                for mention in entry.mentions
            ),
        )
        for name, entry in doc.sets.items()
    }
    return msgspec.structs.replace(doc, sets=sets)


def compute_b3(pairs: Sequence[tuple[str, str]]) -> tuple[float, float]:
    """Return B³ precision and recall over the (event, thing) pairs of the mentions."""
    cells = Counter(pairs)
    events, things = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    total = len(pairs) or 1
    precision = sum(n * n / events[a] for (a, _), n in cells.items()) / total
    recall = sum(n * n / things[b] for (_, b), n in cells.items()) / total
    return precision, recall


def find_thing(event: Event, things: Mapping[Place, str]) -> str:
    """Return the thing that most mentions of an event refer to."""
    counts = Counter(
        thing
        for entry in event.evidence
        if (thing := things.get((entry.document, entry.set, entry.mention)))
    )
    return counts.most_common(1)[0][0] if counts else ""


def score_patient(
    chronicle: Chronicle, patient: Patient, things: Mapping[Place, str], scores: dict[str, Score]
) -> list[tuple[str, str]]:
    """Score a chronicle and return the event and thing of each mention."""
    best: dict[str, Event] = {}
    pairs = []
    for event in chronicle.events:
        if event.assertion not in ("affirmed", "uncertain"):
            continue
        for entry in event.evidence:
            thing = things.get((entry.document, entry.set, entry.mention))
            if thing and event.kind in KINDS.values():
                pairs.append((f"{patient.id}/{event.id}", f"{patient.id}/{thing}"))
        key = find_thing(event, things)
        if key and (key not in best or len(event.evidence) > len(best[key].evidence)):
            best[key] = event
    family = {key for _, key in patient.family}
    mentioned = set(things.values())
    for key, thing in patient.things.items():
        if thing.kind in KINDS and thing.start and key in mentioned and key not in family:
            score_thing(thing, best.get(key), chronicle, scores[KINDS[thing.kind]])
    return pairs


def score_thing(thing: Thing, event: Event | None, chronicle: Chronicle, score: Score) -> None:
    score.things += 1
    if event is None:
        return
    score.found += 1
    assert thing.start
    start = event.extent.start
    if start.earliest or start.latest:
        score.bounded += 1
        score.true_bounds += (
            (start.earliest or thing.start) <= thing.start <= (start.latest or thing.start)
        )
    guess = start.latest or start.earliest
    if guess and start.earliest:
        score.dated += 1
    if guess:
        score.exact += start.is_exact and guess == thing.start
        score.month += abs((guess - thing.start).days) <= MONTH
    if event.statuses and chronicle.last_day:
        score.statuses += 1
        is_over = thing.end is not None and thing.end < chronicle.last_day
        score.status_right += (event.statuses[-1].status == "resolved") == is_over


class Tally(msgspec.Struct):
    """The total scores of several chronicles."""

    scores: dict[str, Score] = msgspec.field(default_factory=lambda: defaultdict(Score))
    pairs: list[tuple[str, str]] = []
    conflicts: Counter[str] = msgspec.field(default_factory=Counter)


def measure_quality(arguments: argparse.Namespace) -> None:
    if arguments.source == "text":
        measure_stages(arguments)
        return
    sets = tuple(arguments.sets.split(","))
    tally = Tally()
    for number, record in iterate_records(arguments):
        docs = list(make_documents(1, seed=arguments.seed, first=number, schemas=sets))
        add_patient(tally, number, docs, sets, record, arguments)
    print_tally(tally, arguments.patients)


def measure_stages(arguments: argparse.Namespace) -> None:
    """Print the quality of chronicles from gold and from predictions, stage by stage."""
    import chronicle_stages as stages

    tallies = {name: Tally() for name in stages.STAGES}
    for folder in stages.open_models(arguments.models):
        stages.train_models(folder, arguments.train, arguments.seed + 1)
        for number, record in iterate_records(arguments):
            gold = make_documents(1, seed=arguments.seed, first=number, schemas=stages.SCHEMAS)
            docs = stages.annotate(list(gold), folder)
            for name, sets in stages.STAGES.items():
                add_patient(tallies[name], number, docs, sets, record, arguments)
    print_stages(tallies)


def iterate_records(arguments: argparse.Namespace) -> Iterator[tuple[int, Path | None]]:
    """Yield the number of each patient with a file of their record, or None to use no record."""
    lines = list_records(arguments.patients, seed=arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder) / "own.jsonl"
        for number, record in enumerate(lines):
            own.write_text(f"{record.line}\n")
            yield number, None if arguments.without_record else own


def add_patient(
    tally: Tally,
    number: int,
    docs: Sequence[Document],
    sets: tuple[str, ...],
    record: Path | None,
    arguments: argparse.Namespace,
) -> None:
    patient = make_patient(number, seed=arguments.seed)
    hidden = map(hide_things, docs)
    [chronicle] = build_chronicles(hidden, options=ChronicleOptions(sets=sets), record=record)
    tally.conflicts.update(entry.kind for entry in chronicle.conflicts)
    tally.pairs += score_patient(chronicle, patient, read_things(docs), tally.scores)


#: Kinds in the order of the tables.
ORDER = ("problem", "investigation", "procedure", "drug")


def compute_f(tally: Tally) -> tuple[float, float, float]:
    """Return B³ precision, recall and F."""
    precision, recall = compute_b3(tally.pairs)
    return precision, recall, 2 * precision * recall / ((precision + recall) or 1)


def print_tally(tally: Tally, patients: int) -> None:
    """Print the table of chronicles from gold annotations."""
    precision, recall, f = compute_f(tally)
    print(f"B³ F {f:.3f} (precision {precision:.3f}, recall {recall:.3f})", end="")
    print(f" over {len(tally.pairs):,} mentions\n")
    print("| kind | things mentioned | found | start within the bounds | start exact ", end="")
    print("| within a month | status right |")
    print("| --- " * 7 + "|")
    for kind in ORDER:
        score = tally.scores[kind]
        things, bounded = max(score.things, 1), max(score.bounded, 1)
        status = f"{score.status_right / score.statuses:.3f}" if score.statuses else "–"
        print(
            f"| {kind} | {score.things} | {score.found / things:.3f} "
            f"| {score.true_bounds / bounded:.3f} | {score.exact / things:.3f} "
            f"| {score.month / things:.3f} | {status} |"
        )
    conflicts = ", ".join(f"{kind} {count}" for kind, count in sorted(tally.conflicts.items()))
    print(f"\nConflicts: {tally.conflicts.total() / patients:.2f} a patient ({conflicts})")


def print_stages(tallies: Mapping[str, Tally]) -> None:
    """Print the table of chronicles from the text, stage by stage."""
    kinds = " | ".join(f"{kind}s" for kind in ORDER[1:])
    print(f"| from | B³ F | problems found / start within bounds | {kinds} |")
    print("| --- " * 6 + "|")
    for name, tally in tallies.items():
        cells = [
            f"{score.found / max(score.things, 1):.3f} / "
            f"{score.true_bounds / max(score.bounded, 1):.3f}"
            for score in (tally.scores[kind] for kind in ORDER)
        ]
        print(f"| {name} | {compute_f(tally)[2]:.3f} | {' | '.join(cells)} |")


def measure_summaries(arguments: argparse.Namespace) -> None:
    from chronicle_summaries import print_verdicts

    print_verdicts(arguments.patients, arguments.seeds, SETS)


def make_lot(arguments: argparse.Namespace) -> None:
    lives = Path(arguments.out).with_suffix(f".{arguments.lives}-lives.parquet")
    make_lives(lives, arguments.lives, arguments.seed)
    repeat_lives(lives, Path(arguments.out), arguments.patients, arguments.most)
    print(f"{arguments.patients:,} patients from {arguments.lives:,} lives: {arguments.out}")


def measure_speed(arguments: argparse.Namespace) -> None:
    from goldsmith.project.corpus.sources import Source

    options = ChronicleOptions(workers=arguments.workers)
    before = sum(os.times()[:4])
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        run = make_chronicles(Source(arguments.lot, wording=False), out, options)
        seconds = time.perf_counter() - started
        size = sum(path.stat().st_size for path in out.iterdir()) / 1e6
    cpu = sum(os.times()[:4]) - before
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    workers = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(
        f"{run.patients:,} patients, {run.documents:,} notes, {run.events:,} events "
        f"({size:,.0f} MB) with {arguments.workers} workers: {seconds:.1f} s "
        f"({run.patients / seconds:.0f} patients a second), {cpu:.1f} s of processor time; "
        f"peak memory {own:.0f} MB, largest worker {workers:.0f} MB"
    )


def measure_drawing(arguments: argparse.Namespace) -> None:
    from playwright.sync_api import sync_playwright

    from goldsmith.chronicle.timeline import render_timeline

    chronicles = build_chronicles(
        make_documents(1, seed=11, schemas=("clef", "clef-temporal")), options=ChronicleOptions()
    )
    [chronicle] = chronicles
    events = [event for event in chronicle.events if event.assertion == "affirmed"]
    dated = [event for event in events if event.extent.start.latest]
    many = tuple(
        msgspec.structs.replace(
            dated[number % len(dated)],
            id=f"e{number}",
            extent=shift(dated[number % len(dated)], number // len(dated) * 40),
        )
        for number in range(arguments.events)
    )
    page = render_timeline(msgspec.structs.replace(chronicle, events=many), {})
    with tempfile.NamedTemporaryFile("w", suffix=".html") as file, sync_playwright() as play:
        file.write(page)
        file.flush()
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        screen = browser.new_page(viewport={"width": 1440, "height": 900})
        times = []
        for _ in range(5):
            screen.goto(f"file://{file.name}")
            times.append(int(screen.eval_on_selector("#chart", "e => e.dataset.drawn")))
        browser.close()
    print(f"{len(many):,} events drawn in {sorted(times)[2]} ms (median of 5: {times})")


def shift(event: Event, days: int) -> Extent:
    def move(day: datetime.date | None) -> datetime.date | None:
        return day + datetime.timedelta(days=days) if day else None

    start, end = event.extent.start, event.extent.end
    return msgspec.structs.replace(
        event.extent,
        start=msgspec.structs.replace(
            start, earliest=move(start.earliest), latest=move(start.latest)
        ),
        end=msgspec.structs.replace(end, earliest=move(end.earliest), latest=move(end.latest)),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    quality = commands.add_parser("quality")
    quality.add_argument("--patients", type=int, default=50)
    quality.add_argument("--seed", type=int, default=4711)
    quality.add_argument("--sets", default=",".join(SETS))
    quality.add_argument("--without-record", action="store_true")
    quality.add_argument("--from", dest="source", choices=("gold", "text"), default="gold")
    quality.add_argument("--train", type=int, default=15, help="patients to train on")
    quality.add_argument("--models", default="", help="folder that keeps the trained models")
    quality.set_defaults(run=measure_quality)
    summaries = commands.add_parser(
        "summaries", help="check sentences of summaries against the lives"
    )
    summaries.add_argument("--patients", type=int, default=10, help="patients of each seed")
    summaries.add_argument("--seeds", type=int, nargs="+", default=[8642])
    summaries.set_defaults(run=measure_summaries)
    lot = commands.add_parser("lot", help="make a large corpus for speed")
    lot.add_argument("out", help="the Parquet file to write")
    lot.add_argument("--patients", type=int, default=10_000)
    lot.add_argument("--most", type=int, default=0, help="the most notes of a patient; 0: all")
    lot.add_argument("--lives", type=int, default=400, help="made-up patients to repeat")
    lot.add_argument("--seed", type=int, default=11)
    lot.set_defaults(run=make_lot)
    speed = commands.add_parser("speed")
    speed.add_argument("lot", help="the corpus that `lot` wrote")
    speed.add_argument("--workers", type=int, default=2)
    speed.set_defaults(run=measure_speed)
    drawing = commands.add_parser("draw")
    drawing.add_argument("--events", type=int, default=2000)
    drawing.set_defaults(run=measure_drawing)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
