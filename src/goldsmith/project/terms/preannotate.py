"""Annotates a corpus by looking up the names of terminologies (requirement 4.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import tee
from pathlib import Path

import msgspec

from goldsmith import schemas
from goldsmith.components.lookup import explained
from goldsmith.components.lookup.mentions import Typed
from goldsmith.components.lookup.places import Finder, Place
from goldsmith.core import AnnotationSet, Document, Mention, Provenance, Span
from goldsmith.errors import InputError
from goldsmith.formats import get, write
from goldsmith.project.corpus.convert import Follow
from goldsmith.project.corpus.sources import Source
from goldsmith.project.terms.find import Filter, parts
from goldsmith.terminology.lookup.finder import THRESHOLD, Overlap
from goldsmith.terminology.store import Terminology
from goldsmith.version import __version__


class Preannotated(msgspec.Struct, frozen=True):
    """What was looked up and found."""

    out: str
    format: str
    set: str
    documents: int
    mentions: dict[str, int]
    """Type -> how many."""
    with_mentions: int
    """Documents in which something was found."""
    dropped: dict[str, int]
    """What the format could not carry and was allowed to lose."""
    skipped: list[str]
    """One message for each file that could not be read, with `keep_going`."""


class Annotator:
    """Makes an annotation set of what is found in a text, one mention for each place.

    Types and codes are those of the component `lookup`.
    """

    def __init__(
        self,
        several: Sequence[Terminology],
        only: Filter = Filter(),  # noqa: B008 - frozen
        *,
        kind: str = "",
        schema: str = "",
        name: str = "lookup",
        threshold: int = THRESHOLD,
        overlap: Overlap = "longest",
        exact: bool = False,
        typos: bool = False,
        told: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.name = name
        usual = only.subset if only.subset in schemas.names() and not kind else ""
        self.schema = schema or usual
        among = parts(several, only, told=told)
        self._typed = Typed(among, subset=only.subset, kind=kind)
        self._finder = Finder(
            self._typed.parts, overlap=overlap, threshold=threshold, exact=exact, typos=typos
        )
        versions = ", ".join(f"{one.name} {one.manifest.digest[:12]}" for one, _ in among)
        subset = f", subset {only.subset}" if only.subset else ""
        tool = f"goldsmith {__version__} look-up: {versions}{subset}, threshold {threshold}"
        self.provenance = Provenance("system", name, tool=tool)

    def annotated(self, docs: Iterable[Document]) -> Iterator[Document]:
        """The documents with the set added; short ones are searched together."""
        docs, texts = tee(docs)
        found = self._finder.many(doc.text for doc in texts)
        for doc, places in zip(docs, found, strict=True):
            if self.name in doc.sets:
                raise InputError(
                    f"there is a set called {self.name!r} already",
                    where=doc.id,
                    remedy="Choose another name with --set-name",
                )
            yield doc.with_set(self.made(places))

    def made(self, places: Iterable[Place]) -> AnnotationSet:
        """The set that the places found in a text make."""
        mentions = (
            Mention(f"L{number}", one.type, (Span(one.start, one.end),), explained(one), one.codes)
            for number, one in enumerate(self._typed(places), 1)
        )
        return AnnotationSet(
            self.name, tuple(mentions), schema=self.schema, provenance=self.provenance
        )


def preannotate(
    source: Source,
    annotator: Annotator,
    out: Path,
    *,
    to: str = "corpus",
    sets: Collection[str] = (),
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    follow: Follow = lambda docs, _: docs,
) -> Preannotated:
    """Writes the documents of a source with what the annotator found, and says how much that is.

    `sets` limits what is written, to leave out a gold standard for instance.
    """
    target = get(to)
    counts: Counter[str] = Counter()
    found = 0

    def counted(docs: Iterable[Document]) -> Iterator[Document]:
        nonlocal found
        for doc in annotator.annotated(docs):
            mentions = doc.sets[annotator.name].mentions
            counts.update(mention.type for mention in mentions)
            found += bool(mentions)
            yield doc

    docs = follow(counted(source), source.total)
    written = write(docs, out, target, sets=sets, allow_loss=allow_loss, overwrite=overwrite)
    return Preannotated(
        str(out),
        target.name,
        annotator.name,
        written.documents,
        dict(sorted(counts.items())),
        found,
        written.dropped,
        [str(error) for error in source.errors],
    )
