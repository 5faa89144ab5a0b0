"""Recall and precision of pseudonymisation on made-up notes with known identifiers.

usage: python benchmarks/pseudonymisation.py [FOLDER ...] [--records FILE] [--recall 0.99 ...]
                                             [--curve] [--peers PYTHON] [--show]
       python benchmarks/pseudonymisation.py --demo [60] [--seed 2009] [--show]
       python benchmarks/pseudonymisation.py --plain FILE.jsonl.gz [--skip 5] [--show]
                                             [--sample 150]
       python benchmarks/pseudonymisation.py --speed [2434] [--plain FILE.jsonl.gz]

The first command uses notes written by hand with marked identifiers (tests/privacy/notes if there
is no folder); --curve repeats it for many recalls, --peers compares other tools, installed in that
Python environment. The field `patient` in the header of a note contains the name of the patient.
The second command generates the notes of demo patients and takes the identifiers from their
simulated lives: names of the patient, the relative and the clinicians, hospital, town, hospital
number, phone and bleep, date of birth, and the times of the gold standard that name a calendar
date. It measures with the structured records of the patients and without them; the hospital in the
metadata helps in both cases. The third command counts what is replaced in notes without marks, one
JSON object with `text` on a line; --skip 5 leaves out the first two of every five notes, because
the vocabulary and the model were built from them; --sample 150 prints that many random replaced
names and places and a third as many other replacements, with the text around them. The fourth
command measures the processor time of both passes over made-up notes in many hands, which are full
of identifiers, or over pieces of about 137 words from the notes of a file, with as many identifiers
as those notes contain.

An identifier is found if all its letters and digits were replaced; generic words in place names,
such as Road, and a possessive 's may remain. A replacement is correct if it overlaps an identifier
of its kind. Both are counted by kind. --show lists missed identifiers and unnecessary replacements;
the notes are made up, so this reveals no real person.
"""

from __future__ import annotations

import argparse
import calendar
import gzip
import json
import random
import re
import resource
import string
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Span
from goldsmith.examples import inline
from goldsmith.privacy import (
    KINDS,
    Options,
    Outcome,
    Pseudonymiser,
    Record,
    parse_recalls,
    read_records,
)
from goldsmith.privacy.scoring.places import is_generic
from goldsmith.runners.memory import collect_less_often
from goldsmith_demo.hands import make_hand_notes
from goldsmith_demo.life.course import make_patient
from goldsmith_demo.life.model import Patient
from goldsmith_demo.life.record import build_record
from goldsmith_demo.make import make_patient_documents
from goldsmith_demo.writing.documents.phrases import narratives as books

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

#: The recalls of the curve.
CURVE = ("0.7", "0.8", "0.9", "0.95", "0.97", "0.98", "0.99", "0.995")
#: The fields that may contain the text of a note without marks.
TEXT_FIELDS = ("text", "note", "transcription")
#: The first notes of each group that are left out.
SKIPPED = 2
#: The composition of notes of about 200 words from shorter ones.
SHORT_NOTES, MIN_WORDS = 3, 170
#: The pieces of longer notes have at least this many words, 137 on average.
NURSING_WORDS = 128
_SENTENCE_END = re.compile(r"(?<=\.) |\n")
_TOKEN = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"(?<=\w)['’][sS](?![^\W_])")

Measurement = tuple[dict[str, Counter[str]], list[str]]
Places = list[tuple[int, int, str]]


def read_notes(folder: Path) -> list[Document]:
    """Read the marked notes of a folder."""
    paths = sorted(folder.glob("*.txt"))
    return [inline.parse(path.read_text("utf-8"), doc_id=path.stem) for path in paths]


def measure_notes(notes: Path, records: Path, recalls: Sequence[str] = ()) -> Measurement:
    """Count identifiers and replacements by kind in marked notes, and list the errors."""
    return measure(read_notes(notes), read_records(records), recalls)


def measure(
    docs: Sequence[Document], records: Mapping[str, Record], recalls: Sequence[str] = ()
) -> Measurement:
    """Count identifiers and replacements in documents with the identifiers in a gold set."""
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    errors: list[str] = []
    for doc, places in zip(docs, find_places(docs, records, recalls), strict=True):
        _count(doc, places, counts, errors)
    return counts, errors


@collect_less_often()
def find_places(
    docs: Sequence[Document], records: Mapping[str, Record], recalls: Sequence[str] = ()
) -> list[Places]:
    """Find the replacements in each document: start, end and kind."""
    options = Options(recalls=parse_recalls(recalls))
    pseudonymiser = Pseudonymiser(b"a key for measuring", records, options=options)
    bare = [msgspec.structs.replace(doc, sets={}) for doc in docs]
    for doc in bare:
        pseudonymiser.survey(doc)
    return [_list_old_places(pseudonymiser.apply(doc)) for doc in bare]


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
    greetings = books.recipients["greetings"].values()
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
    doc: Document, places: Places, counts: dict[str, Counter[str]], errors: list[str]
) -> None:
    gold = doc.sets["gold"].mentions
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
    """Return whether a character belongs to a generic word of a place, such as Road, or is a 's."""
    if _POSSESSIVE.match(text, offset - 1):
        return True
    start, end = offset, offset
    while start and text[start - 1].isalpha():
        start -= 1
    while end < len(text) and text[end].isalpha():
        end += 1
    return end > start and is_generic(text[start:end].lower())


def compare(docs: Sequence[Document], found: Sequence[Places]) -> dict[str, float]:
    """Compute recall by kind, recall of patients' names, and precision by word."""
    totals: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    for doc, places in zip(docs, found, strict=True):
        replaced = {offset for start, end, _ in places for offset in range(start, end)}
        for mention in doc.sets["gold"].mentions:
            names = (mention.type, *_list_patient_name(doc, mention))
            totals.update(names)
            hits.update(names if _is_replaced(doc, mention, replaced) else ())
        marked = {o for m in doc.sets["gold"].mentions for o in range(m.start, m.end)}
        for token in _TOKEN.finditer(doc.text):
            if token.start() in replaced or token.end() - 1 in replaced:
                totals["words"] += 1
                hits["words"] += token.start() in marked or token.end() - 1 in marked
    names = [*KINDS, "patients' names"]
    result = {name: hits[name] / totals[name] for name in names if totals[name]}
    kinds = [name for name in names if name in KINDS]
    result["all"] = sum(hits[k] for k in kinds) / (sum(totals[k] for k in kinds) or 1)
    result["precision"] = hits["words"] / (totals["words"] or 1)
    return result


def _list_patient_name(doc: Document, mention: Mention) -> list[str]:
    """Return the row of patients' names if a mention is the name of the patient of the header."""
    own = {word.casefold() for word in _TOKEN.findall(doc.metadata.patient) if word.isalpha()}
    words = {word.casefold() for word in _TOKEN.findall(doc.get_covered_text(mention))}
    is_own = mention.type == "NAME" and any(len(word) > 1 for word in own & words)
    return ["patients' names"] if is_own else []


def read_plain(path: Path) -> list[str]:
    """Read the texts of notes without marks."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [next(row[name] for name in TEXT_FIELDS if name in row) for row in rows]


def measure_plain(path: Path, *, skip: int, show: bool, sample: int, seed: int) -> None:
    """Print the number of replaced words in notes without marks, and the words."""
    texts = [text for n, text in enumerate(read_plain(path)) if not skip or n % skip >= SKIPPED]
    docs = [Document(str(number), text) for number, text in enumerate(texts)]
    words = sum(len(_TOKEN.findall(text)) for text in texts)
    kinds: Counter[str] = Counter()
    wordings: Counter[tuple[str, str]] = Counter()
    rows: list[tuple[str, str]] = []
    for doc, places in zip(docs, find_places(docs, {}), strict=True):
        for start, end, kind in places:
            kinds[kind] += len(_TOKEN.findall(doc.text[start:end]))
            wordings[kind, doc.text[start:end]] += 1
            rows.append((kind, _format_place(doc, start, end)))
    print(f"{len(docs):,} notes, {words:,} words; words replaced:")
    for kind in KINDS:
        print(f"  {kind:8}{kinds[kind]:6,}  {100 * kinds[kind] / words:.3f} %")
    if show:
        for (kind, wording), count in wordings.most_common():
            print(f"{count:6} {kind:8} {wording!r}")
    if sample:
        print_sample(rows, sample, seed)


def print_sample(rows: Sequence[tuple[str, str]], sample: int, seed: int) -> None:
    """Print a random sample of replaced names and places, and a smaller one of the others."""
    rng = random.Random(seed)
    names = [row for row in rows if row[0] in ("NAME", "PLACE")]
    others = [row for row in rows if row[0] not in ("NAME", "PLACE")]
    for group, size in ((names, sample), (others, sample // 3)):
        for kind, place in rng.sample(group, min(size, len(group))):
            print(f"{kind:8} {place}")


def make_long_notes(count: int, seed: int) -> list[Document]:
    """Make notes of about 200 words from shorter ones in many hands."""
    docs: list[Document] = []
    parts: list[str] = []
    for doc in make_hand_notes(seed, SHORT_NOTES * count):
        parts.append(doc.text)
        if sum(len(part.split()) for part in parts) >= MIN_WORDS:
            docs.append(Document(str(len(docs)), "\n\n".join(parts)))
            parts = []
        if len(docs) == count:
            break
    return docs


def cut_notes(texts: Iterable[str], count: int) -> list[Document]:
    """Split notes into pieces as long as a nursing note, at the ends of sentences.

    The pieces of a note belong to one patient.
    """
    docs: list[Document] = []
    for number, text in enumerate(texts):
        metadata = Metadata(patient=f"patient {number}")
        piece: list[str] = []
        for sentence in _SENTENCE_END.split(text):
            piece.append(sentence)
            if sum(len(part.split()) for part in piece) >= NURSING_WORDS:
                docs.append(Document(str(len(docs)), "\n".join(piece), metadata=metadata))
                piece = []
        if len(docs) >= count:
            break
    return docs[:count]


def measure_speed(docs: Sequence[Document]) -> None:
    """Print the processor time of both passes."""
    start = time.process_time()
    places = find_places(docs, {})
    seconds = time.process_time() - start
    words = sum(len(doc.text.split()) for doc in docs) / len(docs)
    replaced = sum(map(len, places)) / len(docs)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{len(docs):,} notes of {words:.0f} words with {replaced:.1f} replacements: "
        f"{seconds:.1f} s, {memory:.0f} MB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="*", default=[ROOT / "notes"])
    parser.add_argument("--records", type=Path)
    parser.add_argument("--recall", action="append", default=[])
    parser.add_argument("--curve", action="store_true")
    parser.add_argument("--peers", default="", help="a Python that has the peers")
    parser.add_argument("--demo", type=int, nargs="?", const=60, metavar="PATIENTS")
    parser.add_argument("--plain", type=Path)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--speed", type=int, nargs="?", const=2434, metavar="NOTES")
    parser.add_argument("--seed", type=int, default=2009)
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    if arguments.speed and arguments.plain:
        measure_speed(cut_notes(read_plain(arguments.plain), arguments.speed))
    elif arguments.speed:
        measure_speed(make_long_notes(arguments.speed, arguments.seed))
    elif arguments.plain:
        measure_plain(
            arguments.plain,
            skip=arguments.skip,
            show=arguments.show,
            sample=arguments.sample,
            seed=arguments.seed,
        )
    elif arguments.demo:
        _measure_demo(arguments)
    else:
        _measure_folders(arguments)


def _measure_folders(arguments: argparse.Namespace) -> None:
    docs = [doc for folder in arguments.folders for doc in read_notes(folder)]
    default = ROOT / "records.jsonl"
    path = arguments.records or (default if arguments.folders == [ROOT / "notes"] else None)
    records = read_records(path) if path else {}
    title = f"{len(docs)} notes in {', '.join(folder.name for folder in arguments.folders)}"
    _print_table(title, measure(docs, records, arguments.recall), show=arguments.show)
    rows = {"goldsmith": compare(docs, find_places(docs, records, arguments.recall))}
    if arguments.peers:
        from pseudonymisation_peers import find_with_peers

        texts = [doc.text for doc in docs]
        for name, spans in find_with_peers(arguments.peers, texts).items():
            rows[name] = compare(docs, [[(*span, "") for span in items] for items in spans])
    for recall in CURVE if arguments.curve else ():
        rows[f"--recall {recall}"] = compare(docs, find_places(docs, records, [recall]))
    _print_comparison(rows)


def _print_comparison(rows: Mapping[str, Mapping[str, float]]) -> None:
    columns = list(dict.fromkeys(name for row in rows.values() for name in row))
    table = Table("recall %", *columns, title="Recall by kind; precision by word")
    for name, row in rows.items():
        table.add_row(name, *(f"{100 * row[c]:.1f}" if c in row else "" for c in columns))
    Console().print(table)


def _measure_demo(arguments: argparse.Namespace) -> None:
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
