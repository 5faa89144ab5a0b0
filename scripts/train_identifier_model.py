"""Train the model that recognises identifiers, and write it into the package.

usage: python -m scripts.train_identifier_model [--made-up 3000] [--seed 13] [--out FILE]
                                                [--plain FILE.jsonl.gz]

The notes are made up: notes of `goldsmith_demo.hands`, hard sentences and short notes from
scripts/data, and notes written and marked by hand in tests/privacy (notes, unseen, hands/shown;
hands/aside is only for measuring and never read). The notes written by hand are also read with some
of the evidence about words hidden, in lower case and in capitals, so that the model learns their
contexts rather than their words. With --plain, the second of every five notes of a file without
marks provides words that are not identifiers: one JSON object with `text` on a line. Its numbers
are ignored, and so are words that a first model considers names or places. The calibration and the
thresholds come from the notes written by hand, each scored by a model trained without the notes of
its writer (w1…, w2…) or of its hand; the recall and precision of these models are printed. The same
command reproduces the same file.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import re
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray
from scripts.identifier_network import (
    Pace,
    Rows,
    average_members,
    fit_members,
    join_rows,
    make_members,
    thin_rows,
)
from sklearn.linear_model import LogisticRegression

from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.examples import inline
from goldsmith.privacy.finders.dates import count_order_votes, drop_kept_days, find_named_days
from goldsmith.privacy.identifiers import DATE, KINDS, NAME, PLACE, Identifier, resolve_overlaps
from goldsmith.privacy.lexicon import Lexicon
from goldsmith.privacy.people import parse_person
from goldsmith.privacy.scoring.corpus import CorpusUsage, PatientNames, mark_certain
from goldsmith.privacy.scoring.evidence import Evidence, describe_word
from goldsmith.privacy.scoring.features import Describe, FeatureBuilder, Floats, Note
from goldsmith.privacy.scoring.groups import Ints
from goldsmith.privacy.scoring.identify import Finder
from goldsmith.privacy.scoring.model import (
    GROUPS,
    NUMBER_CLASSES,
    WORD_CLASSES,
    Header,
    Model,
    Network,
    Parts,
    Weights,
    WordScores,
    compute_factors,
    compute_probabilities,
    encode_model,
    list_groups,
    select_doubtful,
    spread_rows,
    sum_weights,
)
from goldsmith.privacy.scoring.numerals import NumeralCoder, get_shape, name_rule
from goldsmith.privacy.scoring.places import is_generic
from goldsmith.privacy.scoring.proposals import propose
from goldsmith.privacy.scoring.units import NUMBER, WORD, Units, split_units
from goldsmith.privacy.scoring.word_classes import COARSE
from goldsmith.privacy.surrogates.calendar import Calendar
from goldsmith_demo.hands import make_hand_notes

ROOT = Path(__file__).parent.parent
NOTES = ROOT / "tests" / "privacy"
SENTENCES = ROOT / "scripts" / "data" / "identifier_sentences.txt"
OUT = ROOT / "src" / "goldsmith" / "privacy" / "data" / "model.npz"
#: The writers of the first notes.
OTHERS = "others"
#: The folders whose notes do not mark countries and states.
OLD = ("notes/", "unseen/")
#: The recalls for which a threshold is stored.
RECALLS = (0.5, 0.7, 0.8, 0.9, 0.93, 0.95, 0.96, 0.97, 0.98, 0.985, 0.99, 0.995, 0.999)
#: The parts of cross-validation.
FOLDS = 6
#: How much more a note written by hand counts than a generated one.
HAND_WEIGHT = 6.0


class Variation(NamedTuple):
    """A copy of the notes with evidence hidden, so that the model does not rely on the lists."""

    names: float
    """The share of words whose entries in lists of names are hidden."""
    words: float
    """The share of words whose frequency and entries in lists of words are hidden."""
    weight: float = 1.0
    change_case: Callable[[str], str] = str
    """Changes the case of the notes."""
    is_dated: bool = True
    """Whether the day of each note is known."""


GENERATED = Variation(0.12, 0.12)
UNMARKED = Variation(0.2, 0.3)
#: The copies of the notes written by hand.
VARIATIONS = (
    Variation(0.3, 0.3, 3.0),
    Variation(0.12, 0.12, 1.5, str.lower, is_dated=False),
    Variation(0.12, 0.12, 1.0, str.upper, is_dated=False),
)
#: The number of networks whose scores are averaged for doubtful words and for numbers, and of the
#: hidden units of each.
MEMBERS = 5
HIDDEN_UNITS = 8
#: The pace for generated notes, and then for notes written by hand with a share of the generated.
FIRST_PACE, SECOND_PACE = Pace(3, 0.01), Pace(3, 0.005)
SHARE = 0.25
#: Groups of generated notes that share the statistics of a corpus, and patients with a record.
CORPUS_SIZE = 400
RECORD_SHARE = 0.2
MIN_SHAPES = 8
MIN_CALIBRATION = 8
MIN_WEIGHT = 0.02
DEMO_PATIENTS = 40
#: The share of notes that are also learnt from without the evidence of the corpus.
REPEATED = 0.4
#: One in this many notes of a file without marks is learnt from, with this weight; words with a
#: higher probability of being names than this are ignored.
PLAIN_STEP = 5
PLAIN_WEIGHT = 0.6
PLAIN_LIMIT = 0.5
PLAIN = "plain"
#: The share of generated notes that are cut to a few sentences.
FRAGMENTS = 0.15
_EASY = {
    COARSE.index(name) for name in ("function", "common", "clinical", "clinical word", "slashed")
}
_LOWER_CASES = (1, 2, 6, 12)
_EASY_SHARE = 0.1
_TITLES = ("and", "dr", "mr", "mrs", "ms", "md", "rn")


class Source(NamedTuple):
    """A document with its proposals and the hand that wrote it."""

    doc: Document
    proposals: list[Identifier]
    hand: str
    weight: float


class Example(NamedTuple):
    """A document with its features and the kind of each unit; None is ignored."""

    source: Source
    note: Note
    labels: list[str | None]
    plain: Ints | None
    """The features of the words without the evidence of the corpus."""
    informed: Ints | None
    """The features of the words with the evidence of the corpus."""
    numbers: Ints | None


def read_sources(made_up: int, seed: int) -> tuple[list[Source], list[Source]]:
    """Read the generated notes and the notes written by hand."""
    rng = random.Random(seed)
    generated = [
        _make_source(cut_document(doc, rng) if rng.random() < FRAGMENTS else doc, "", 1.0)
        for doc in make_hand_notes(seed, made_up)
    ]
    generated += read_sentences()
    demo, _ = load_benchmark().make_demo(DEMO_PATIENTS, seed)
    generated += [_make_source(doc, "", 1.0) for doc in rng.sample(demo, k=len(demo))]
    written = []
    for folder in ("notes", "unseen", "hands/shown"):
        for path in sorted((NOTES / folder).glob("*.txt")):
            doc = inline.parse(path.read_text("utf-8"), doc_id=f"{folder}/{path.stem}")
            hand = path.stem.split("-")[0] if folder.startswith("hands") else path.stem
            written.append(_make_source(doc, hand, HAND_WEIGHT))
    return generated, written


def read_sentences() -> list[Source]:
    """Read the hard sentences and short notes, one on each line."""
    lines = SENTENCES.read_text("utf-8").splitlines()
    return [
        _make_source(
            inline.parse(line.replace("\\n", "\n"), doc_id=f"sentence {number}"), "", HAND_WEIGHT
        )
        for number, line in enumerate(line for line in lines if line and line[0] != "#")
    ]


def read_plain(path: Path) -> list[Source]:
    """Read the second of every five notes of a file without marks.

    The vocabulary contains the words of the first of every five, which would be too easy.
    """
    return [
        _make_source(Document(f"{PLAIN} {number}", text), PLAIN, PLAIN_WEIGHT)
        for number, text in enumerate(load_benchmark().read_plain(path)[1::PLAIN_STEP])
    ]


def label_plain(example: Example, first: Weights) -> Example:
    """Label the words of a note without marks as non-identifiers; ignore probable identifiers."""
    labels: list[str | None] = [None] * len(example.labels)
    if example.plain is not None:
        scores = 1 - compute_probabilities(sum_weights(first, example.plain))[:, 0]
        for row, score in zip(map(int, example.note.word_rows), scores, strict=True):
            labels[row] = None if score >= PLAIN_LIMIT else ""
    return example._replace(labels=labels)


def load_benchmark() -> ModuleType:
    """Load the benchmark, which marks the identifiers in the notes of demo patients."""
    path = ROOT / "benchmarks" / "pseudonymisation.py"
    spec = importlib.util.spec_from_file_location("pseudonymisation", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cut_document(doc: Document, rng: random.Random) -> Document:
    """Cut a few sentences or lines from a document, because real notes can be that short."""
    ends = [match.end() for match in re.finditer(r"\n|[.;] ", doc.text)]
    bounds = [0, *ends, len(doc.text)]
    first = rng.randrange(len(bounds) - 1)
    start, end = bounds[first], bounds[min(len(bounds) - 1, first + rng.randint(1, 3))]
    mentions = tuple(
        replace(mention, spans=(Span(mention.start - start, mention.end - start),), text="")
        for mention in list_mentions(doc)
        if start <= mention.start and mention.end <= end
    )
    sets = {"gold": AnnotationSet("gold", mentions)}
    crosses = any(m.start < end < m.end or m.start < start < m.end for m in list_mentions(doc))
    return doc if crosses else replace(doc, text=doc.text[start:end], sets=sets)


def _make_source(doc: Document, hand: str, weight: float, *, is_dated: bool = True) -> Source:
    return Source(doc, propose(doc.text, make_calendar(doc, is_dated=is_dated)), hand, weight)


def make_calendar(doc: Document, *, is_dated: bool = True) -> Calendar:
    """Make the calendar of a note; without a clear date, either order of day and month.

    Args:
        doc: The note.
        is_dated: Whether its day is known, if the metadata have it.
    """
    is_known = is_dated and len(doc.metadata.date) == 10
    day = date.fromisoformat(doc.metadata.date) if is_known else None
    votes = count_order_votes(doc.text) or zlib.crc32(doc.id.encode()) % 2 * 2 - 1
    return Calendar(100, day, month_first=votes < 0)


def list_mentions(doc: Document) -> tuple[Mention, ...]:
    """List the marked identifiers of a document."""
    return doc.sets["gold"].mentions if "gold" in doc.sets else ()


def label_units(units: Units, doc: Document) -> list[str | None]:
    """Return the kind of each unit; None if replacement is optional, as for "Hospital"."""
    labels: list[str | None] = [""] * len(units.texts)
    places = sorted(
        (span.start, span.end, mention.type)
        for mention in list_mentions(doc)
        for span in mention.spans
    )
    for start, end, kind in places:
        for row in range(len(units.texts)):
            if units.starts[row] < end and start < units.ends[row]:
                labels[row] = _label_unit(units, row, kind)
    if not doc.id.startswith(OLD):
        return labels
    return [
        None if label == "" and units.types[row] == WORD and is_region(units.texts[row]) else label
        for row, label in enumerate(labels)
    ]


def is_region(text: str) -> bool:
    """Return whether a word names a country or state, which the oldest notes do not mark."""
    return describe_word(text).town == 5 or (len(text) == 2 and text.isupper())


def _label_unit(units: Units, row: int, kind: str) -> str | None:
    is_word = units.types[row] == WORD
    lower = units.texts[row].lower()
    if kind not in (WORD_CLASSES if is_word else NUMBER_CLASSES):
        return None
    if kind == DATE and row not in units.proposals:
        return None
    if is_word and ((kind == PLACE and is_generic(lower)) or (kind == NAME and lower in _TITLES)):
        return None
    return kind


def build_examples(
    sources: Sequence[Source], builder: FeatureBuilder, first: Weights | None, seed: int
) -> list[Example]:
    """Build the examples of a corpus; with first weights, also the evidence of the corpus."""
    parsed = []
    for source in sources:
        units = split_units(source.doc.text, source.proposals)
        note = builder.read(source.doc.text, units)
        parsed.append((source, note, _build_words(builder, note, 0, 0)))
    informed = _inform(parsed, builder, first, seed) if first is not None else [None] * len(parsed)
    return [
        Example(
            source,
            note,
            label_units(note.units, source.doc),
            plain,
            extra,
            builder.build_numbers(note) if len(note.number_rows) else None,
        )
        for (source, note, plain), extra in zip(parsed, informed, strict=True)
    ]


def _build_words(
    builder: FeatureBuilder, note: Note, lexicon: Ints | int, usage: Ints | int
) -> Ints | None:
    """Build the features of the words of a note, or nothing if it has no words."""
    if not len(note.word_rows):
        return None
    history = builder.build_history(note, lexicon, usage)
    return np.concatenate((builder.build_words(note), history), axis=1)


def _inform(
    parsed: Sequence[tuple[Source, Note, Ints | None]],
    builder: FeatureBuilder,
    first: Weights,
    seed: int,
) -> list[Ints | None]:
    """Build the features of words with the evidence of a first pass over the corpus."""
    usage, marks = CorpusUsage(), []
    names: dict[str, PatientNames] = defaultdict(PatientNames)
    for source, note, plain in parsed:
        certain = np.zeros(len(note.types), np.int32)
        if plain is not None:
            certain = mark_certain(note, compute_probabilities(sum_weights(first, plain)))
        marks.append(certain)
        owner = _get_owner(source)
        usage.add(owner, note, certain)
        names[owner].add(note.units.texts[row] for row in np.flatnonzero(certain))
    lexicons = _make_records([source for source, _, _ in parsed], seed)
    return [
        _build_words(
            builder,
            note,
            names[_get_owner(source)].find_states(
                note, certain, lexicons.get(_get_owner(source), Lexicon())
            ),
            usage.find_states(note, certain),
        )
        for (source, note, _), certain in zip(parsed, marks, strict=True)
    ]


def _get_owner(source: Source) -> str:
    return source.doc.metadata.patient or source.doc.id


def _make_records(sources: Iterable[Source], seed: int) -> dict[str, Lexicon]:
    """Make records of some patients from some of the names in their notes."""
    rng = random.Random(seed)
    people: dict[str, list[str]] = defaultdict(list)
    for source in sources:
        for mention in list_mentions(source.doc):
            if mention.type == NAME:
                people[_get_owner(source)].append(source.doc.get_covered_text(mention))
    return {
        owner: Lexicon([parse_person(name) for name in names if rng.random() < 0.5])
        for owner, names in sorted(people.items())
        if rng.random() < RECORD_SHARE
    }


def collect_vocabulary(sources: Iterable[Source]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Collect the frequent shapes of numbers and the rules of proposals."""
    shapes: Counter[str] = Counter()
    rules = set()
    for source in sources:
        units = split_units(source.doc.text, source.proposals)
        rules.update(map(name_rule, source.proposals))
        shapes.update(
            get_shape(text)
            for text, kind in zip(units.texts, units.types, strict=True)
            if kind == NUMBER and len(text) < 15
        )
    return tuple(sorted(s for s, n in shapes.items() if n >= MIN_SHAPES)), tuple(sorted(rules))


def hide_evidence(seed: str, variation: Variation) -> Describe:
    """Return a function that describes words and hides the evidence about some of them."""

    def describe(text: str) -> Evidence:
        shares = [zlib.crc32(f"{seed} {part} {text.lower()}".encode()) / 2**32 for part in "nw"]
        return describe_word(
            text,
            hide_names=shares[0] < variation.names,
            hide_words=shares[1] < variation.words,
        )

    return describe


def vary_sources(sources: Iterable[Source], variation: Variation) -> list[Source]:
    """Copy notes with a different case and weight."""
    return [
        _make_source(
            change_case(source.doc, variation),
            source.hand,
            variation.weight,
            is_dated=variation.is_dated,
        )
        for source in sources
    ]


def change_case(doc: Document, variation: Variation) -> Document:
    """Change the case of a document; leave it unchanged if its length would change."""
    text = variation.change_case(doc.text)
    if len(text) != len(doc.text):
        return doc
    mentions = tuple(replace(mention, text="") for mention in list_mentions(doc))
    return replace(doc, text=text, sets={"gold": AnnotationSet("gold", mentions)})


def select_words(example: Example, rng: random.Random) -> tuple[list[int], list[int], list[float]]:
    """Select the words to train on: most easy words far from identifiers are left out."""
    rows, classes, weights = [], [], []
    labels, note = example.labels, example.note
    for position, row in enumerate(map(int, note.word_rows)):
        label = labels[row]
        if label is None:
            continue
        weight = example.source.weight
        is_easy = not label and note.words[row, 0] in _EASY and note.case[row] in _LOWER_CASES
        if is_easy and not any(labels[max(0, row - 2) : row + 3]):
            if rng.random() > _EASY_SHARE:
                continue
            weight /= _EASY_SHARE
        rows.append(position)
        classes.append(WORD_CLASSES.index(label))
        weights.append(weight)
    return rows, classes, weights


def list_word_rows(
    examples: Sequence[Example], seed: int
) -> Iterator[tuple[Example, Ints, tuple[list[int], list[int], list[float]]]]:
    """List the features of words to train on: with evidence of the corpus, some also without."""
    rng = random.Random(seed)
    for example in examples:
        for matrix in (example.plain, example.informed):
            is_repeated = matrix is example.plain and example.informed is not None
            if matrix is not None and (not is_repeated or rng.random() < REPEATED):
                yield example, matrix, select_words(example, rng)


def collect_words(examples: Sequence[Example]) -> Rows:
    """Collect the words to learn from, without the scores of their neighbours."""
    features, classes, weights, notes = [], [], [], []
    for example, matrix, (rows, labels, costs) in list_word_rows(examples, 1):
        features.append(matrix[rows])
        classes += labels
        weights += costs
        notes += [number_note(example)] * len(rows)
    return _make_rows(features, classes, weights, notes)


def collect_doubtful(examples: Sequence[Example], builder: FeatureBuilder, first: Weights) -> Rows:
    """Collect the doubtful words to learn from, with the first scores of their neighbours."""
    features, classes, weights, notes = [], [], [], []
    for example, matrix, (rows, labels, costs) in list_word_rows(examples, 2):
        doubtful, neighbours = build_neighbours(example.note, matrix, builder, first)
        chosen = [number for number, row in enumerate(rows) if doubtful[row]]
        places = np.cumsum(doubtful)[[rows[number] for number in chosen]] - 1
        own = matrix[[rows[number] for number in chosen]]
        features.append(np.concatenate((own, neighbours[places]), axis=1))
        classes += [labels[number] for number in chosen]
        weights += [costs[number] for number in chosen]
        notes += [number_note(example)] * len(chosen)
    return _make_rows(features, classes, weights, notes)


def build_neighbours(
    note: Note, matrix: Ints, builder: FeatureBuilder, first: Weights
) -> tuple[NDArray[np.bool_], Ints]:
    """Select the doubtful words, and build their features from the scores of their neighbours."""
    scores = spread_rows(note, compute_probabilities(sum_weights(first, matrix))[:, 1:3])
    doubtful = select_doubtful(note, scores)
    return doubtful, builder.build_word_neighbours(note, scores, note.word_rows[doubtful])


def collect_numbers(examples: Sequence[Example]) -> Rows:
    """Collect the numbers to learn from."""
    features, classes, weights, notes = [], [], [], []
    for example in examples:
        if example.numbers is None:
            continue
        labels = [example.labels[row] for row in example.note.number_rows]
        rows = [position for position, label in enumerate(labels) if label is not None]
        features.append(example.numbers[rows])
        classes += [NUMBER_CLASSES.index(label) for label in labels if label is not None]
        weights += [example.source.weight] * len(rows)
        notes += [number_note(example)] * len(rows)
    return _make_rows(features, classes, weights, notes)


def number_note(example: Example) -> int:
    """Return a number that the copies of a note share."""
    return zlib.crc32(example.source.doc.id.encode())


def _make_rows(
    features: Sequence[Ints],
    classes: Sequence[int],
    weights: Sequence[float],
    notes: Sequence[int],
) -> Rows:
    return Rows(
        np.concatenate(features),
        np.array(classes, np.int64),
        np.array(weights, np.float32),
        np.array(notes, np.int64),
    )


class Trainer:
    """Trains on generated notes once, and then on some of the notes written by hand.

    Args:
        examples: The generated and the unmarked notes.
        builder: Builds the features.
    """

    def __init__(self, examples: Sequence[Example], builder: FeatureBuilder) -> None:
        self._builder = builder
        words, numbers = collect_words(examples), collect_numbers(examples)
        classes = len(WORD_CLASSES)
        first = fit_members(make_members(builder.history.total, classes, 0), words, FIRST_PACE)
        doubtful = collect_doubtful(examples, builder, first.weights)
        second = make_members(builder.neighbours.total, classes, HIDDEN_UNITS, MEMBERS)
        third = make_members(builder.numbers.total, len(NUMBER_CLASSES), HIDDEN_UNITS, MEMBERS)
        self._members = (
            first,
            fit_members(second, doubtful, FIRST_PACE),
            fit_members(third, numbers, FIRST_PACE),
        )
        self._rows = [
            thin_rows(rows, SHARE, seed) for seed, rows in enumerate((words, doubtful, numbers))
        ]

    def train(self, examples: Sequence[Example]) -> Parts:
        """Train on notes written by hand."""
        words = self._fit(0, collect_words(examples)).weights
        doubtful = self._fit(1, collect_doubtful(examples, self._builder, words))
        return Parts(words, doubtful, self._fit(2, collect_numbers(examples)))

    def _fit(self, part: int, rows: Rows) -> Network:
        joined = join_rows((self._rows[part], rows))
        return average_members(fit_members(self._members[part], joined, SECOND_PACE))


class Scored(NamedTuple):
    """A note with the probabilities of its units, from a model trained without the note."""

    example: Example
    scores: Floats


def cross_validate(
    trainer: Trainer,
    written: Sequence[Example],
    varied: Sequence[Example],
    builder: FeatureBuilder,
) -> list[Scored]:
    """Score each note written by hand with a model trained without the notes of its hand."""
    fold = assign_folds({example.source.hand for example in written})
    scored = []
    for number in sorted(set(fold.values())):
        rest = [item for item in (*written, *varied) if fold[item.source.hand] != number]
        parts = trainer.train(rest)
        for example in written:
            if fold[example.source.hand] == number:
                scored.append(Scored(example, _score(example, parts, builder)))
    return scored


def name_writer(hand: str) -> str:
    """Return the writer of a hand, such as w1 for w1phonelog, or the writers of the first notes."""
    match = re.match(r"w\d+", hand)
    return match.group() if match else OTHERS


def assign_folds(hands: Iterable[str]) -> dict[str, int]:
    """Assign hands to folds in turn, but all hands of a numbered writer (w1…) to the same fold."""
    names = sorted(hands)
    writers = sorted({name_writer(hand) for hand in names} - {OTHERS})
    rest = [hand for hand in names if name_writer(hand) == OTHERS]
    folds = {hand: number % FOLDS for number, hand in enumerate(rest)}
    by_writer = {writer: number % FOLDS for number, writer in enumerate(writers)}
    return folds | {hand: by_writer[name_writer(hand)] for hand in names if hand not in folds}


def _score(example: Example, parts: Parts, builder: FeatureBuilder) -> Floats:
    header = Header((), (), {}, {})
    model = Model.__new__(Model)
    model.header, model.parts, model.builder = header, parts, builder
    matrix = example.plain if example.informed is None else example.informed
    if matrix is None:
        matrix = np.zeros((0, 1), np.int32)
    words = WordScores(matrix, sum_weights(parts.words, matrix))
    return model.score_rows(example.note, words, example.numbers)


def calibrate(scored: Sequence[Scored]) -> dict[str, tuple[float, float]]:
    """Fit the slope and intercept that calibrate the probabilities of each group."""
    odds: dict[str, list[float]] = defaultdict(list)
    truths: dict[str, list[int]] = defaultdict(list)
    for example, scores in scored:
        total = np.clip(1 - scores[:, 0], 1e-7, 1 - 1e-7)
        groups = list_groups(example.note, scores)
        for row, label in enumerate(example.labels):
            if label is not None and total[row] > 1e-5:
                odds[GROUPS[groups[row]]].append(float(np.log(total[row] / (1 - total[row]))))
                truths[GROUPS[groups[row]]].append(int(bool(label)))
    scales = {}
    for group, values in odds.items():
        if sum(truths[group]) >= MIN_CALIBRATION:
            learner = LogisticRegression(C=10.0).fit(np.array(values)[:, None], truths[group])
            slope, intercept = learner.coef_[0, 0], learner.intercept_[0]
            scales[group] = (round(float(slope), 4), round(float(intercept), 4))
    return scales


def list_mention_scores(scored: Sequence[Scored], model: Model) -> dict[str, list[float]]:
    """List the calibrated score of each identifier, which is the score of its least likely unit."""
    result: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for example, scores in scored:
        calibrated = model.calibrate(example.note, scores.copy())
        total = (1 - calibrated[:, 0]) / compute_factors(example.note, calibrated)
        units = example.note.units
        for mention in list_mentions(example.source.doc):
            rows = [
                row
                for row in range(len(units.texts))
                if units.starts[row] < mention.end and mention.start < units.ends[row]
            ]
            values = [float(total[row]) for row in rows if example.labels[row]]
            if values or mention.type != PLACE:
                result[mention.type].append(min(values, default=0.0))
    return result


def compute_thresholds(values: Sequence[float]) -> dict[str, float]:
    """Compute the threshold that finds each share of the identifiers."""
    ordered = np.sort(np.array(values))
    table = {}
    for recall in RECALLS:
        missed = int(np.floor((1 - recall) * len(ordered) + 1e-9))
        table[str(recall)] = round(float(np.clip(ordered[missed], 1e-4, 0.9)), 5)
    return table


def report(scored: Sequence[Scored], model: Model) -> None:
    """Print recall and precision at the default thresholds, by writer."""
    benchmark = load_benchmark()
    finder = Finder(model, {})
    groups: dict[str, list[tuple[Document, list[tuple[int, int, str]]]]] = defaultdict(list)
    for item in scored:
        doc = item.example.source.doc
        row = doc, _find_places(finder, model, item)
        for group in ("all", name_writer(item.example.source.hand)):
            groups[group].append(row)
    for group, rows in sorted(groups.items()):
        values = benchmark.compare([doc for doc, _ in rows], [places for _, places in rows])
        cells = (f"{name} {100 * value:.1f}" for name, value in values.items())
        print(f"{group:8}{len(rows):4} notes  " + "  ".join(cells), flush=True)


def _find_places(finder: Finder, model: Model, item: Scored) -> list[tuple[int, int, str]]:
    """Find the replacements in a note, using the probabilities of cross-validation."""
    example, doc = item.example, item.example.source.doc
    if not example.labels:
        return []
    scores = model.calibrate(example.note, item.scores.copy())
    states = np.zeros(len(example.labels), np.int32)
    findings = finder.decide(doc.text, example.note, scores, states, Lexicon())
    calendar = make_calendar(doc)
    days = find_named_days(doc.text, calendar)
    chosen = drop_kept_days(doc.text, calendar, findings.identifiers)
    return [(item.start, item.end, item.kind) for item in resolve_overlaps((*days, *chosen))]


def main() -> None:
    """Train, measure and write the model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--made-up", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument("--plain", type=Path, help="Notes without marks, as JSON lines.")
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--keep", type=Path, help="Keep the cross-validated scores in this file.")
    arguments = parser.parse_args()
    start = time.process_time()

    def log(what: str) -> None:
        print(f"{what}, {time.process_time() - start:.0f} s", flush=True)

    generated, written = read_sources(arguments.made_up, arguments.seed)
    log(f"{len(generated)} + {len(written)} notes")
    shapes, rules = collect_vocabulary([*generated, *written])
    coder = NumeralCoder(shapes, rules)
    builder = FeatureBuilder(coder)
    corpus = Corpus(coder, generated, written, arguments.seed)
    examples = corpus.build_generated()
    if arguments.plain:
        examples += corpus.build_plain(read_plain(arguments.plain))
    own, varied = corpus.build_written()
    log("features")
    trainer = Trainer(examples, builder)
    log("generated notes")
    scored = cross_validate(trainer, own, varied, builder)
    log("cross-validated")
    scales = calibrate(scored)
    empty = Network(np.zeros((1, 1), np.float32), np.zeros((0, 1), np.float32))
    model = Model(Header(shapes, rules, scales, {}), Parts(empty.weights, empty, empty))
    table = {
        kind: compute_thresholds(values)
        for kind, values in list_mention_scores(scored, model).items()
    }
    report(scored, Model(Header(shapes, rules, scales, table), model.parts))
    if arguments.keep:
        _keep(arguments.keep, scored)
    parts = trainer.train([*own, *varied])
    content = encode_model(Header(shapes, rules, scales, table), prune(parts))
    arguments.out.write_bytes(content)
    log(f"{arguments.out}: {len(content):,} bytes")


class Corpus:
    """Builds the examples of all notes.

    Args:
        coder: Describes the numbers.
        generated: The generated notes.
        written: The notes written by hand.
        seed: The seed of the hidden evidence.
    """

    def __init__(
        self,
        coder: NumeralCoder,
        generated: Sequence[Source],
        written: Sequence[Source],
        seed: int,
    ) -> None:
        self._coder, self._generated, self._written, self._seed = coder, generated, written, seed
        self._builder = FeatureBuilder(coder)
        self._hidden = FeatureBuilder(coder, hide_evidence(str(seed), GENERATED))
        plain = build_examples(generated, self._hidden, None, 0)
        plain += build_examples(written, self._builder, None, 0)
        members = make_members(self._builder.history.total, len(WORD_CLASSES), 0)
        self._first = fit_members(members, collect_words(plain), FIRST_PACE).weights

    def build_generated(self) -> list[Example]:
        """Build the examples of the generated notes, in groups that share a corpus."""
        examples: list[Example] = []
        for number in range(0, len(self._generated), CORPUS_SIZE):
            part = self._generated[number : number + CORPUS_SIZE]
            examples += build_examples(part, self._hidden, self._first, self._seed + number)
        return examples

    def build_plain(self, sources: Sequence[Source]) -> list[Example]:
        """Build the examples of notes without marks, unchanged and with evidence hidden."""
        examples = [
            label_plain(example, self._first)
            for example in build_examples(sources, self._builder, self._first, self._seed)
        ]
        hidden = FeatureBuilder(self._coder, hide_evidence(PLAIN, UNMARKED))
        copies = build_examples(sources, hidden, self._first, self._seed)
        return examples + [
            copy._replace(labels=example.labels)
            for copy, example in zip(copies, examples, strict=True)
        ]

    def build_written(self) -> tuple[list[Example], list[Example]]:
        """Build the examples of the notes written by hand, and their variations."""
        own = build_examples(self._written, self._builder, self._first, self._seed)
        varied: list[Example] = []
        for number, variation in enumerate(VARIATIONS):
            builder = FeatureBuilder(self._coder, hide_evidence(f"copy {number}", variation))
            sources = vary_sources(self._written, variation)
            varied += build_examples(sources, builder, self._first, self._seed + number)
        return own, [example._replace(plain=None) for example in varied]


def prune(parts: Parts) -> Parts:
    """Set small weights to zero, so that the file stays small."""
    second, third = (network._replace(weights=_round(network.weights)) for network in parts[1:])
    return Parts(_round(parts.words), second, third)


def _round(weights: Weights) -> Weights:
    return np.where(np.abs(weights) < MIN_WEIGHT, 0, weights).astype(np.float32)


def _keep(path: Path, scored: Sequence[Scored]) -> None:
    """Keep the cross-validated scores for error analysis."""
    import pickle

    path.write_bytes(pickle.dumps([(item.example.source.doc.id, item.scores) for item in scored]))


if __name__ == "__main__":
    main()
