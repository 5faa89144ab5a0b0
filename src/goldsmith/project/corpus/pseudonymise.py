"""Pseudonymise a corpus before it is annotated (requirement 1.4); a failure leaves no output."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import msgspec

from goldsmith import storage
from goldsmith.core import Document
from goldsmith.errors import InputError, Remedy
from goldsmith.formats import write
from goldsmith.privacy import (
    KINDS,
    Options,
    Outcome,
    Person,
    Pseudonymiser,
    Record,
    parse_person,
    review,
)
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
    renamed: int
    """Documents whose id contained an identifier and was replaced."""
    records: int
    records_unmatched: int
    dropped: dict[str, int]
    review: list[str]


class _ReviewWriter:
    """Counts what was replaced, and writes the list for inspection if there is a file for it."""

    def __init__(self, lines: TextIO | None, page: TextIO | None) -> None:
        self._lines, self._page = lines, page
        self.kinds: Counter[str] = Counter(dict.fromkeys(KINDS, 0))
        self.rules: Counter[str] = Counter()

    def begin(self) -> None:
        if self._lines and self._page:
            self._lines.write(review.format_warning())
            self._page.write(review.render_page_start())

    def add(self, outcome: Outcome) -> None:
        self.kinds.update(place.kind for place in outcome.replacements)
        self.rules.update(place.rule for place in outcome.leftovers)
        if self._lines and self._page:
            self._lines.write(review.format_lines(outcome))
            self._page.write(review.render_document(outcome))

    def end(self) -> None:
        if self._page:
            self._page.write(review.render_page_end(self.kinds, self.rules))


def pseudonymise(
    open_source: Callable[[], Source],
    out: Path,
    *,
    to: str = "corpus",
    secret: bytes,
    records: Mapping[str, Record] | None = None,
    names: Sequence[Person] = (),
    options: Options = Options(),  # noqa: B008 - frozen
    review_file: Path | None = None,
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
        records: The structured records of the patients, by patient id.
        names: People to look for in every note.
        options: The shift of dates, the order of day and month, and whether ids are kept.
        review_file: Where to write the list for inspection; it holds identifiers.
        allow_loss: What the format may drop: names of features, or "all".
        overwrite: Replace what is at `out` and `review_file`.
        track: Shows progress.

    Raises:
        InputError: An option is wrong, or the output exists.
        LossError: The format cannot carry something that `allow_loss` does not name.
    """
    _check_options(out, review_file, options, overwrite=overwrite)
    worker = Pseudonymiser(secret, records, names, options)
    anonymous = 0
    for doc in track(open_source(), None):
        worker.survey(doc)
        anonymous += not doc.metadata.patient
    patients, unmatched, renamed = worker.patients, worker.unmatched, 0

    with _open_review(review_file) as review_writer:

        def replace_identifiers() -> Iterator[Document]:
            nonlocal renamed
            source = open_source()
            for doc in track(source, source.total):
                outcome = worker.apply(doc)
                review_writer.add(outcome)
                renamed += outcome.renamed
                yield outcome.document

        written = write(replace_identifiers(), out, to, allow_loss=allow_loss, overwrite=overwrite)
    return Summary(
        str(out),
        written.documents,
        patients,
        anonymous,
        dict(review_writer.kinds),
        dict(sorted(review_writer.rules.items())),
        renamed,
        len(records or {}),
        unmatched,
        written.dropped,
        [str(path) for path in _get_review_paths(review_file)],
    )


def read_names(path: Path) -> list[Person]:
    """Read a file of names, one person on each line; lines that begin with # are comments."""
    lines = (line.strip() for line in path.read_text("utf-8-sig").splitlines())
    return [parse_person(line) for line in lines if line and not line.startswith("#")]


def _check_options(
    out: Path, review_file: Path | None, options: Options, *, overwrite: bool
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
    existing = [path for path in _get_review_paths(review_file) if path.exists()]
    if existing and not overwrite:
        raise InputError(
            "something is already here",
            where=str(existing[0]),
            expected="a path that does not exist",
            remedy=Remedy.OVERWRITE,
        )


def _get_review_paths(path: Path | None) -> tuple[Path, ...]:
    """Return the paths of the JSON lines and of the page."""
    if path is None:
        return ()
    lines = path.with_suffix(".jsonl") if path.suffix in ("", ".html") else path
    return (lines, lines.with_suffix(".html"))


@contextmanager
def _open_review(path: Path | None) -> Iterator[_ReviewWriter]:
    """Open the review; its files appear only on success, readable by their owner alone."""
    if path is None:
        yield _ReviewWriter(None, None)
        return
    first, second = _get_review_paths(path)
    with (
        storage.stage_file(first, mode=0o600) as lines_path,
        storage.stage_file(second, mode=0o600) as page_path,
        lines_path.open("w", encoding="utf-8") as lines,
        page_path.open("w", encoding="utf-8") as page,
    ):
        writer = _ReviewWriter(lines, page)
        writer.begin()
        yield writer
        writer.end()
