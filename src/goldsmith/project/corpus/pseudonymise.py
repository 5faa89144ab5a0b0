"""Pseudonymises a corpus before anybody annotates it (requirement 1.4), all or nothing."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import msgspec

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.formats import write
from goldsmith.privacy import KINDS, Options, Outcome, Person, Pseudonymiser, Record, person, review
from goldsmith.project.corpus.convert import Follow
from goldsmith.project.corpus.sources import Source


class Summary(msgspec.Struct, frozen=True):
    """What was done, in numbers only: no identifier is in here."""

    out: str
    documents: int
    patients: int
    without_patient: int
    """Documents that named no patient: each was its own."""
    replaced: dict[str, int]
    left: dict[str, int]
    """Places to look at, by the rule that found them."""
    renamed: int
    """Documents whose id gave something away and was replaced."""
    records: int
    records_unmatched: int
    dropped: dict[str, int]
    review: list[str]


class _Review:
    """Writes the list for inspection beside the corpus, or nowhere."""

    def __init__(self, lines: TextIO | None, page: TextIO | None) -> None:
        self._lines, self._page = lines, page
        self.kinds: Counter[str] = Counter(dict.fromkeys(KINDS, 0))
        self.rules: Counter[str] = Counter()

    def begin(self) -> None:
        if self._lines and self._page:
            self._lines.write(review.head())
            self._page.write(review.page_head())

    def add(self, outcome: Outcome) -> None:
        self.kinds.update(one.kind for one in outcome.replaced)
        self.rules.update(one.rule for one in outcome.left)
        if self._lines and self._page:
            self._lines.write(review.lines(outcome))
            self._page.write(review.page_document(outcome))

    def end(self) -> None:
        if self._page:
            self._page.write(review.page_foot(self.kinds, self.rules))


def pseudonymise(
    opened: Callable[[], Source],
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
    follow: Follow = lambda docs, _: docs,
) -> Summary:
    """Writes the corpus without identifiers to `out` and says how much was replaced and left.

    The source is opened twice: names have to be known before the first note is replaced.
    """
    _check(out, review_file, options, overwrite=overwrite)
    worker = Pseudonymiser(secret, records, names, options)
    anonymous = 0
    for doc in follow(opened(), None):
        worker.survey(doc)
        anonymous += not doc.metadata.patient
    patients, unmatched, renamed = worker.patients, worker.unmatched, 0

    with _reviewing(review_file) as listed:

        def made() -> Iterator[Document]:
            nonlocal renamed
            source = opened()
            for doc in follow(source, source.total):
                outcome = worker.apply(doc)
                listed.add(outcome)
                renamed += outcome.renamed
                yield outcome.document

        written = write(made(), out, to, allow_loss=allow_loss, overwrite=overwrite)
    return Summary(
        str(out),
        written.documents,
        patients,
        anonymous,
        dict(listed.kinds),
        dict(sorted(listed.rules.items())),
        renamed,
        len(records or {}),
        unmatched,
        written.dropped,
        [str(path) for path in _review_paths(review_file)],
    )


def read_names(path: Path) -> list[Person]:
    """The people in a file of names, one a line; lines that begin with # are passed over."""
    lines = (line.strip() for line in path.read_text("utf-8-sig").splitlines())
    return [person(line) for line in lines if line and not line.startswith("#")]


def _check(out: Path, review_file: Path | None, options: Options, *, overwrite: bool) -> None:
    if options.max_shift < 1:
        raise InputError("the shift of dates is too small", expected="at least 1 day")
    if review_file is None:
        return
    if out.resolve() in (review_file.resolve(), *review_file.resolve().parents):
        raise InputError(
            "the review would lie inside the pseudonymised corpus",
            where=str(review_file),
            expected="a place of its own: the review holds identifiers",
        )
    taken = [path for path in _review_paths(review_file) if path.exists()]
    if taken and not overwrite:
        raise InputError(
            "there is something here already",
            where=str(taken[0]),
            expected="a path that does not exist",
            remedy="Choose another --review, or replace it with --overwrite",
        )


def _review_paths(path: Path | None) -> tuple[Path, ...]:
    """The JSON lines and the page."""
    if path is None:
        return ()
    lines = path.with_suffix(".jsonl") if path.suffix in ("", ".html") else path
    return (lines, lines.with_suffix(".html"))


@contextmanager
def _reviewing(path: Path | None) -> Iterator[_Review]:
    """A review whose files appear only if all goes well, readable by their owner alone."""
    if path is None:
        yield _Review(None, None)
        return
    targets = _review_paths(path)
    targets[0].parent.mkdir(parents=True, exist_ok=True)
    drafts = [_draft(target) for target in targets]
    try:
        with (
            os.fdopen(drafts[0][0], "w", encoding="utf-8") as lines,
            os.fdopen(drafts[1][0], "w", encoding="utf-8") as page,
        ):
            listed = _Review(lines, page)
            listed.begin()
            yield listed
            listed.end()
        for (_, draft), target in zip(drafts, targets, strict=True):
            draft.replace(target)
    finally:
        for _, draft in drafts:
            draft.unlink(missing_ok=True)


def _draft(target: Path) -> tuple[int, Path]:
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    return handle, Path(name)
