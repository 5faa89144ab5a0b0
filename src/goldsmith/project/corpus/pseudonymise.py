"""Pseudonymise a corpus before it is annotated (requirement 1.4); a failure leaves no output."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
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


class Summary(msgspec.Struct, frozen=True):
    """The outcome in numbers; it contains no identifiers."""

    out: str
    documents: int
    patients: int
    without_patient: int
    """Documents that name no patient: each is treated as a patient of its own."""
    replaced: dict[str, int]
    suspicious: dict[str, int] = msgspec.field(name="left")
    """Places to inspect, by the rule that found them."""
    expected_remaining: float
    """The expected number of identifiers that were not replaced."""
    expected: dict[str, float]
    """The expected number among the places to inspect, by kind."""
    sample: SamplePlan
    """How many documents to read at random, and what follows from leaks among them."""
    decisions: int
    """Decisions of a reviewer that were applied."""
    renamed: int
    """Documents whose id contained an identifier and was replaced."""
    records: int
    records_unmatched: int
    dropped: dict[str, int]
    review: list[str]
    records_out: str = ""
    """Where the pseudonymised records are."""
    corpus_records: int = 0
    """Records that the corpus itself holds, pseudonymised with it."""


def pseudonymise(
    open_source: Callable[[], Source],
    out: Path,
    *,
    to: str = "corpus",
    secret: bytes,
    records: Mapping[str, Record] | None = None,
    records_file: Path | None = None,
    records_out: Path | None = None,
    ignore: Collection[str] = (),
    names: Sequence[Person] = (),
    options: Options = Options(),  # noqa: B008 - frozen
    decisions: Sequence[Decision] = (),
    review_file: Path | None = None,
    leak_rate: float = 0.01,
    confidence: float = 0.95,
    sample_seed: int = 1,
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
        records: The structured records of the patients, by patient id. Those that the corpus holds
            are used as well; for a patient who is in both, these take precedence.
        records_file: The file of these records.
        records_out: Where to write the pseudonymised records, in the same format.
        ignore: Columns of the records to leave out.
        names: People to look for in every note.
        options: The shift of dates, the order of day and month, and whether ids are kept.
        decisions: What a reviewer decided about wordings after an earlier run.
        review_file: Where to write the list for inspection; it holds identifiers.
        leak_rate: The share of leaking documents that reading the random sample is to exclude.
        confidence: The confidence of that.
        sample_seed: The seed of the random sample.
        inputs: The files that are read, which the review must not replace.
        allow_loss: What the format may drop: names of features, or "all".
        overwrite: Replace what is at `out` and `review_file`.
        track: Shows progress.

    Raises:
        InputError: An option is wrong, or the output exists.
        LossError: The format cannot carry something that `allow_loss` does not name.
    """
    _check_options(out, review_file, options, inputs, overwrite=overwrite)
    _check_records(records_file, records_out, out, overwrite=overwrite)
    check_rates(leak_rate, confidence)
    own = _OwnRecords(open_source(), ignore)
    records = {**own.parse(), **(records or {})}
    worker = Pseudonymiser(secret, records, names, options, Decisions(decisions))
    anonymous = documents = 0
    for doc in track(open_source(), None):
        worker.survey(doc)
        documents += 1
        anonymous += not doc.metadata.patient
    worker.check_dates()
    patients, unmatched, renamed = worker.patients, worker.unmatched, 0
    plan = plan_sample(documents, leak_rate=leak_rate, confidence=confidence, seed=sample_seed)
    tally = Tally()

    with _open_review(review_file, plan, tally, decisions) as writer:

        def replace_identifiers() -> Iterator[Document]:
            nonlocal renamed
            source = open_source()
            for doc in track(source, source.total):
                outcome = worker.apply(doc)
                tally.add(outcome)
                if writer:
                    writer.add(outcome)
                renamed += outcome.renamed
                yield outcome.document

        with _stage_records(worker, records_file, records_out, ignore):
            written = write(
                replace_identifiers(),
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
        len(decisions),
        renamed,
        len(records),
        unmatched,
        written.dropped,
        [str(path) for path in _get_review_paths(review_file)],
        str(records_out or ""),
        written.records,
    )


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
            expected="another folder, because the review holds identifiers",
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


def _check_records(
    records_file: Path | None, records_out: Path | None, out: Path, *, overwrite: bool
) -> None:
    if records_out is None:
        return
    if records_file is None:
        raise InputError(
            "there are no records to write",
            where=str(records_out),
            expected="the records of the patients",
            remedy=Remedy.NAME_RECORDS,
        )
    if records_out.resolve() in (records_file.resolve(), out.resolve()):
        raise InputError(
            "the pseudonymised records would replace something else",
            where=str(records_out),
            remedy=Remedy.CHOOSE_OUTPUT,
        )
    storage.check_free(records_out, overwrite=overwrite)


class _OwnRecords:
    """The structured records that a corpus holds beside its documents."""

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
def _stage_records(
    worker: Pseudonymiser,
    records_file: Path | None,
    records_out: Path | None,
    ignore: Collection[str],
) -> Iterator[None]:
    """Write the records before the corpus; they appear only if the corpus does."""
    if records_file is None or records_out is None:
        yield
        return
    with storage.stage_file(records_out) as staged:
        with staged.open("w", encoding="utf-8", newline="") as target:
            target.writelines(worker.rewrite_records(records_file, ignore=ignore))
        yield


def _get_review_paths(path: Path | None) -> tuple[Path, ...]:
    """Return the paths of the JSON lines and of the page."""
    if path is None:
        return ()
    lines = path.with_suffix(".jsonl") if path.suffix in ("", ".html") else path
    return (lines, lines.with_suffix(".html"))


@contextmanager
def _open_review(
    path: Path | None, plan: SamplePlan, tally: Tally, decisions: Sequence[Decision]
) -> Iterator[ReviewWriter | None]:
    """Open the review; its files appear only on success, readable by their owner alone."""
    if path is None:
        yield None
        return
    first, second = _get_review_paths(path)
    with (
        storage.stage_file(first, mode=0o600) as lines_path,
        storage.stage_file(second, mode=0o600) as page_path,
        lines_path.open("w", encoding="utf-8") as lines,
        page_path.open("w", encoding="utf-8") as page,
        closing(ReviewWriter(lines, page, plan, decisions)) as writer,
    ):
        yield writer
        writer.finish(tally)
