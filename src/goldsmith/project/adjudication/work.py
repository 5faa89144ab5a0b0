"""The documents to adjudicate, each with the sets of its annotators."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

import msgspec
from msgspec.structs import replace

from goldsmith import schemas
from goldsmith.core import AnnotationSet, Document, Schema, load_builtin_schema, require_sets
from goldsmith.errors import InputError, Remedy
from goldsmith.project.agreement.coverage import CoverageCounter
from goldsmith.project.agreement.differing import Differing
from goldsmith.project.agreement.listing import list_ids
from goldsmith.project.agreement.pairing import Missing
from goldsmith.project.agreement.stacking import stack_sets
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.project.corpus.note_stream import DocumentNotes, Notes
from goldsmith.project.corpus.sources import Source
from goldsmith.project.corpus.targets import Target, name_targets


class Work(msgspec.Struct, frozen=True):
    """A document with all of its sets, and the sets to adjudicate by annotator."""

    doc: Document
    sets: dict[str, AnnotationSet]


class Origin(msgspec.Struct, frozen=True, omit_defaults=True):
    """The origin of the sets: a corpus, or a path for each annotator."""

    targets: tuple[Target, ...]
    corpus: str = ""
    """The corpus with the sets; "" if each target is a path."""
    format: str | None = None
    missing: Missing = "skip"
    differing: Differing = "refuse"
    in_memory: bool = False
    """Whether the sets belong to documents in memory."""

    @property
    def names(self) -> list[str]:
        """The annotators."""
        return [target.name for target in self.targets]


def name_origin(
    names: Sequence[str],
    corpus: str | None,
    fmt: str | None,
    *,
    missing: Missing = "skip",
    differing: Differing = "refuse",
) -> Origin:
    """Return the origin of sets, with absolute paths.

    Args:
        names: Sets of the corpus; without a corpus, paths. Each may be NAME=SET or NAME=PATH.
        corpus: The corpus with the sets.
        fmt: The format; detected if None.
        missing: What to do with documents that some annotators have not annotated.
        differing: What to do with documents whose texts differ between paths.

    Raises:
        InputError: There are fewer than two sets, or two have the same name.
    """
    if len(set(names)) < 2:
        raise InputError(
            "adjudication needs the work of two annotators",
            expected="two or more sets or paths",
            remedy=Remedy.NAME_SETS,
        )
    targets = name_targets(names, are_paths=corpus is None)
    if corpus is None:
        targets = [Target(target.name, _make_absolute(target.place)) for target in targets]
    place = _make_absolute(corpus) if corpus else ""
    return Origin(tuple(targets), place, fmt, missing, differing)


def _make_absolute(name: str) -> str:
    path = Path(name)
    return str(path.absolute()) if path.exists() else name


class Stream:
    """The documents of an origin that two or more annotators annotated; iterate over it once.

    After the last document, `notices` lists the documents that were left out or counted as empty,
    and `hashes` has the hash of each set.

    Args:
        origin: The origin of the sets.
        docs: The documents, if they are in memory.
        track: Shows progress.
    """

    def __init__(
        self, origin: Origin, docs: Iterable[Document] | None = None, track: Track = pass_on
    ) -> None:
        if origin.in_memory and docs is None:
            raise InputError(
                "this queue was made from documents in memory", expected="the documents again"
            )
        self.origin, self.notices = origin, list[str]()
        self.hashes: dict[str, str] = {}
        self._sums = dict.fromkeys(origin.names, 0)
        self._docs: Iterable[Document]
        if docs is not None or origin.corpus:
            source = Source(origin.corpus, origin.format) if docs is None else None
            self._docs = track(docs or (), None) if source is None else track(source, source.total)
            self._places = {target.name: target.place for target in origin.targets}
        else:
            stacked, self.notices = stack_sets(
                origin.targets, origin.format, differing=origin.differing
            )
            self._docs = track(stacked, len(stacked))
            self._places = {name: name for name in origin.names}

    def open_source(self) -> Notes:
        """Return the source of records and terminologies: the corpus, or the first path."""
        if self.origin.in_memory:
            return DocumentNotes(())
        place = self.origin.corpus or self.origin.targets[0].place
        return Source(place, self.origin.format)

    def __iter__(self) -> Iterator[Work]:
        for work in self.iterate_all():
            if len(work.sets) > 1:
                yield work

    def iterate_all(self) -> Iterator[Work]:
        """Yield every document; those that are not adjudicated have fewer than two sets."""
        names, missing = self.origin.names, self.origin.missing
        coverage = CoverageCounter()
        single: list[str] = []
        for doc in require_sets(self._docs, list(self._places.values())):
            sets = {
                name: replace(doc.sets[place], name=name)
                for name, place in self._places.items()
                if place in doc.sets
            }
            coverage.add(replace(doc, sets=sets), sets)
            if sets and missing == "empty":
                sets = {name: AnnotationSet(name) for name in names} | sets
            if len(sets) == 1:
                single.append(doc.id)
            elif sets:
                self._add_hashes(doc, sets)
            yield Work(doc, sets)
        coverage.check(names, missing)
        if missing == "empty":
            self.notices += coverage.list_notices(names, missing)
        if single:
            self.notices.append(
                f"{len(single):,} documents have the work of one annotator and are not "
                f"adjudicated: {list_ids(single, limit=None)}"
            )
        self.hashes = {name: f"{value:064x}" for name, value in self._sums.items()}

    def _add_hashes(self, doc: Document, sets: dict[str, AnnotationSet]) -> None:
        """Add the hash of each set; a sum, so that the order of documents does not matter."""
        text_hash = doc.text_hash
        for name, entry in sets.items():
            content = (doc.id, text_hash, entry.mentions, entry.relations, entry.groups)
            digest = hashlib.sha256(msgspec.json.encode(content)).digest()
            self._sums[name] = (self._sums[name] + int.from_bytes(digest)) % 2**256


def detect_schema(works: Iterable[Work]) -> tuple[Schema | None, Iterator[Work]]:
    """Return the built-in schema that the sets of the first document name, and all documents."""
    iterator = iter(works)
    first = next(iterator, None)
    if first is None:
        return None, iterator
    names = {entry.schema for entry in first.sets.values()} - {""}
    name = names.pop() if len(names) == 1 else ""
    schema = load_builtin_schema(name) if name in schemas.names() else None
    return schema, chain((first,), iterator)
