"""Pseudonymise a corpus before it is annotated (requirement 1.4); a failure leaves no output."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from goldsmith import storage
from goldsmith.core import Document
from goldsmith.errors import InputError, Remedy
from goldsmith.formats import PatientRecord, write
from goldsmith.formats.patient_records import parse_records as parse_patient_records
from goldsmith.privacy import (
    Decision,
    Decisions,
    Options,
    Person,
    Pseudonymiser,
    Record,
    parse_person,
    parse_records,
)
from goldsmith.privacy.review import ReviewWriter, SamplePlan, Tally, check_rates, plan_sample
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.project.corpus.sources import Source
from goldsmith.runners.memory import collect_less_often


class Summary(msgspec.Struct, frozen=True):
    """The outcome in numbers; it contains no identifiers."""

    out: str
    documents: int
    patients: int
    without_patient: int
    """Documents that name no patient; each is treated as a separate patient."""
    replaced: dict[str, int]
    suspicious: dict[str, int] = msgspec.field(name="left")
    """Places to inspect, by the rule that found them."""
    expected_remaining: float
    """The expected number of identifiers that were not replaced."""
    expected: dict[str, float]
    """The expected number among the places to inspect, by kind."""
    sample: SamplePlan
    """How many documents to read at random, and the conclusion from leaks among them."""
    decisions: int
    """Decisions of a reviewer that were applied."""
    renamed: int
    """Documents whose id contained an identifier and was replaced."""
    records: int
    records_unmatched: int
    dropped: dict[str, int]
    review: list[str]
    records_out: str = ""
    """The path of the pseudonymised records."""
    corpus_records: int = 0
    """Records in the corpus itself, pseudonymised with it."""


class RecordFiles(msgspec.Struct, frozen=True):
    """Structured records of the patients, in addition to those in the corpus."""

    records: Mapping[str, Record] = {}
    """The records, by patient id; these take precedence over the records of the corpus."""
    source: Path | None = None
    """The file of these records."""
    out: Path | None = None
    """Where to write the pseudonymised records, in the same format."""
    ignore: Collection[str] = ()
    """Columns to leave out, including those of the records of the corpus."""


class Review(msgspec.Struct, frozen=True):
    """Options for the inspection by a person afterwards."""

    file: Path | None = None
    """Where to write the list for inspection; it contains identifiers."""
    decisions: Sequence[Decision] = ()
    """The decisions of a reviewer on wordings after an earlier run."""
    leak_rate: float = 0.01
    """The highest share of leaking documents that reading the sample should rule out."""
    confidence: float = 0.95
    """The confidence of that conclusion."""
    sample_seed: int = 1
    """The seed of the random sample."""

    def plan(self, documents: int) -> SamplePlan:
        """Plan the random sample of a corpus of this size."""
        return plan_sample(
            documents,
            leak_rate=self.leak_rate,
            confidence=self.confidence,
            seed=self.sample_seed,
        )


@collect_less_often()
def pseudonymise(
    open_source: Callable[[], Source],
    out: Path,
    *,
    to: str = "corpus",
    secret: bytes,
    records: RecordFiles = RecordFiles(),  # noqa: B008 - frozen
    names: Sequence[Person] = (),
    options: Options = Options(),  # noqa: B008 - frozen
    review: Review = Review(),  # noqa: B008 - frozen
    inputs: Collection[Path] = (),
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    track: Track = pass_on,
) -> Summary:
    """Write a corpus with surrogates in place of identifiers.

    Args:
        open_source: Opens the corpus. It is read twice: the first pass collects the names.
        out: The folder or file to write.
        to: The name of the format to write.
        secret: The key that selects the surrogates.
        records: The structured records of the patients; those of the corpus are used as well.
        names: People to search for in every note.
        options: The shift of dates, the order of day and month, and whether ids are kept.
        review: Options for the inspection, and earlier decisions.
        inputs: The files that are read, which the review must not replace.
        allow_loss: What the format may drop: names of features, or "all".
        overwrite: Replace an existing output and the files of the review.
        track: Shows progress.

    Raises:
        InputError: An option is wrong, or the output exists.
        LossError: The format cannot carry something that `allow_loss` does not name.
    """
    _check_options(out, review.file, options, inputs, overwrite=overwrite)
    _check_records(records, out, overwrite=overwrite)
    check_rates(review.leak_rate, review.confidence)
    own = _OwnRecords(open_source(), records.ignore)
    people = {**own.parse(), **records.records}
    worker = Pseudonymiser(secret, people, names, options, Decisions(review.decisions))
    documents, anonymous = _survey(worker, track(open_source(), None))
    patients, unmatched = worker.patients, worker.unmatched
    plan = review.plan(documents)
    tally = Tally()
    source = open_source()
    with _open_review(review, plan, tally) as writer, _stage_records(worker, records):
        written = write(
            _replace_identifiers(worker, track(source, source.total), tally, writer),
            out,
            to,
            records=own.rewrite(worker),
            terms=open_source().read_terms(),
            allow_loss=allow_loss,
            overwrite=overwrite,
        )
    return Summary(
        str(out),
        written.documents,
        patients,
        anonymous,
        dict(tally.replaced),
        dict(sorted(tally.rules.items())),
        round(tally.expected_remaining, 3),
        {kind: round(value, 3) for kind, value in sorted(tally.expected.items())},
        plan,
        len(review.decisions),
        tally.renamed,
        len(people),
        unmatched,
        written.dropped,
        [str(path) for path in _get_review_paths(review.file)],
        str(records.out or ""),
        written.records,
    )


def _survey(worker: Pseudonymiser, docs: Iterable[Document]) -> tuple[int, int]:
    """Collect the names of the notes; return how many there are, and how many name no patient."""
    documents = anonymous = 0
    for doc in docs:
        worker.survey(doc)
        documents += 1
        anonymous += not doc.metadata.patient
    worker.check_dates()
    return documents, anonymous


def _replace_identifiers(
    worker: Pseudonymiser, docs: Iterable[Document], tally: Tally, writer: ReviewWriter | None
) -> Iterator[Document]:
    """Yield the documents with surrogates, and record what was replaced and what is doubtful."""
    for doc in docs:
        outcome = worker.apply(doc)
        tally.add(outcome)
        if writer:
            writer.add(outcome)
        yield outcome.document


def read_names(path: Path) -> list[Person]:
    """Read a file of names, one person on each line; lines that begin with # are comments."""
    lines = (line.strip() for line in path.read_text("utf-8-sig").splitlines())
    return [parse_person(line) for line in lines if line and not line.startswith("#")]


def _check_options(
    out: Path,
    review_file: Path | None,
    options: Options,
    inputs: Collection[Path],
    *,
    overwrite: bool,
) -> None:
    if options.max_shift < 1:
        raise InputError("the shift of dates is too small", expected="at least 1 day")
    if review_file is None:
        return
    if out.resolve() in (review_file.resolve(), *review_file.resolve().parents):
        raise InputError(
            "the review would be inside the pseudonymised corpus",
            where=str(review_file),
            expected="another folder, because the review contains identifiers",
        )
    read = {path.resolve() for path in inputs}
    if any(path.resolve() in read for path in _get_review_paths(review_file)):
        raise InputError(
            "the review would replace a file that is read",
            where=str(review_file),
            remedy=Remedy.CHOOSE_OUTPUT,
        )
    existing = [path for path in _get_review_paths(review_file) if path.exists()]
    if existing and not overwrite:
        raise InputError(
            "something is already here",
            where=str(existing[0]),
            expected="a path that does not exist",
            remedy=Remedy.OVERWRITE,
        )


def _check_records(records: RecordFiles, out: Path, *, overwrite: bool) -> None:
    if records.out is None:
        return
    if records.source is None:
        raise InputError(
            "there are no records to write",
            where=str(records.out),
            expected="the records of the patients",
            remedy=Remedy.NAME_RECORDS,
        )
    if records.out.resolve() in (records.source.resolve(), out.resolve()):
        raise InputError(
            "the pseudonymised records would replace another file",
            where=str(records.out),
            remedy=Remedy.CHOOSE_OUTPUT,
        )
    storage.check_free(records.out, overwrite=overwrite)


class _OwnRecords:
    """The structured records that a corpus contains in addition to its documents."""

    def __init__(self, source: Source, ignore: Collection[str]) -> None:
        self._text = "".join(f"{record.line}\n" for record in source.read_records())
        self._where = f"records of {source.name}"
        self._ignore = ignore

    def parse(self) -> dict[str, Record]:
        """Return the identifying data of each patient."""
        return parse_records(self._text, self._where, ignore=self._ignore) if self._text else {}

    def rewrite(self, worker: Pseudonymiser) -> Iterator[PatientRecord]:
        """Yield the records with the surrogates and the shift of the notes."""
        if self._text:
            lines = worker.rewrite_record_text(self._text, self._where, ignore=self._ignore)
            yield from parse_patient_records(lines, self._where)


@contextmanager
def _stage_records(worker: Pseudonymiser, records: RecordFiles) -> Iterator[None]:
    """Write the records before the corpus; they appear only if the corpus does."""
    if records.source is None or records.out is None:
        yield
        return
    with storage.stage_file(records.out) as staged:
        with staged.open("w", encoding="utf-8", newline="") as target:
            target.writelines(worker.rewrite_records(records.source, ignore=records.ignore))
        yield


def _get_review_paths(path: Path | None) -> tuple[Path, ...]:
    """Return the paths of the JSON lines and of the page."""
    if path is None:
        return ()
    lines = path.with_suffix(".jsonl") if path.suffix in ("", ".html") else path
    return (lines, lines.with_suffix(".html"))


@contextmanager
def _open_review(review: Review, plan: SamplePlan, tally: Tally) -> Iterator[ReviewWriter | None]:
    """Open the review; its files appear only on success, readable only by their owner."""
    if review.file is None:
        yield None
        return
    first, second = _get_review_paths(review.file)
    with (
        storage.stage_file(first, mode=0o600) as lines_path,
        storage.stage_file(second, mode=0o600) as page_path,
        lines_path.open("w", encoding="utf-8") as lines,
        page_path.open("w", encoding="utf-8") as page,
        closing(ReviewWriter(lines, page, plan, review.decisions)) as writer,
    ):
        yield writer
        writer.finish(tally)
