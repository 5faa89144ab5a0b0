"""Annotate a corpus with the concepts that a look-up finds (requirement 4.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import tee
from pathlib import Path

import msgspec
from msgspec.structs import replace

from goldsmith import schemas
from goldsmith.components.coreference import Coreference
from goldsmith.components.lookup import explain_mention
from goldsmith.components.lookup.mentions import MentionTyper
from goldsmith.components.lookup.places import Finder, Place, TerminologyPart
from goldsmith.components.people import People
from goldsmith.core import AnnotationSet, Document, Mention, Provenance, Span
from goldsmith.errors import InputError, Remedy
from goldsmith.formats import get, write
from goldsmith.pipeline import Analysis
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.project.corpus.sources import Source
from goldsmith.project.terms.find import Filter, filter_terminologies
from goldsmith.terminology.lookup.finder import THRESHOLD, Overlap
from goldsmith.terminology.store import Terminology
from goldsmith.version import __version__

#: The type used without terminologies; no mention has it.
_NO_TYPE = "-"


class Preannotation(msgspec.Struct, frozen=True):
    """The outcome of a pre-annotation."""

    out: str
    format: str
    set: str
    documents: int
    mentions: dict[str, int]
    """Type -> number of mentions."""
    with_mentions: int
    """Documents with at least one mention."""
    dropped: dict[str, int]
    """The information that was dropped with permission."""
    skipped: list[str]
    """A message for each file that could not be read, with `keep_going`."""


class Annotator:
    """Makes an annotation set of the concepts in a text, a mention for each place.

    Types and codes are those of the component `lookup`. People are added by the rules of the
    component `people`.

    Args:
        terminologies: The terminologies to look up; without any, only people are found.
        only: Which of their concepts.
        kind: The type of all mentions, if the subset does not map concepts to types.
        schema: The schema of the new set; by default the schema of the subset.
        name: The name of the new set.
        threshold: Leave out names with a lower worth (0 to 100).
        overlap: Which of overlapping names to keep.
        exact: Find names only as written.
        typos: Find misspelt names too.
        mappings: The highest number of concepts for a place; each is a separate mention.
        people: Finds people by rules.
        pairs: Links mentions of the same thing.
        warn: Receives a message for each terminology that is left out.
    """

    def __init__(
        self,
        terminologies: Sequence[Terminology],
        only: Filter = Filter(),  # noqa: B008 - frozen
        *,
        kind: str = "",
        schema: str = "",
        name: str = "lookup",
        threshold: int = THRESHOLD,
        overlap: Overlap = "longest",
        exact: bool = False,
        typos: bool = False,
        mappings: int = 1,
        people: People | None = None,
        pairs: Coreference | None = None,
        warn: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.name, self._people, self._pairs = name, people, pairs
        default = only.subset if only.subset in schemas.names() and not kind else ""
        self.schema = schema or default
        parts = filter_terminologies(terminologies, only, warn=warn) if terminologies else []
        kind = kind or ("" if parts else _NO_TYPE)
        self._typed = MentionTyper(parts, subset=only.subset, kind=kind, mappings=mappings)
        self._finder = Finder(
            self._typed.parts, overlap=overlap, threshold=threshold, exact=exact, typos=typos
        )
        tool = _describe_tool(parts, only, threshold, people)
        self.provenance = Provenance("system", name, tool=f"goldsmith {__version__} {tool}")

    @property
    def types(self) -> frozenset[str]:
        """The types of mention that the look-up can make."""
        return self._typed.type_names - {_NO_TYPE}

    def annotate(self, docs: Iterable[Document]) -> Iterator[Document]:
        """Yield the documents with the new set; short documents are searched together.

        Raises:
            InputError: A document already has a set with the new name.
        """
        docs, texts = tee(docs)
        places_by_text = self._finder.many(doc.text for doc in texts)
        for doc, places in zip(docs, places_by_text, strict=True):
            if self.name in doc.sets:
                raise InputError(
                    f"there is already a set called {self.name!r}",
                    where=doc.id,
                    remedy=Remedy.CHOOSE_SET_NAME,
                )
            yield doc.with_set(self._make_set(doc, places))

    def _make_set(self, doc: Document, places: Iterable[Place]) -> AnnotationSet:
        mentions = [
            Mention(
                "",
                match.type,
                (Span(match.start, match.end),),
                explain_mention(match),
                match.codes,
            )
            for match in self._typed(places)
        ]
        if self._people:
            analysis = Analysis(doc)
            self._people(analysis)
            mentions = sorted([*mentions, *analysis.mentions], key=lambda m: (m.start, -m.end))
        numbered = [replace(mention, id=f"L{number}") for number, mention in enumerate(mentions, 1)]
        linked = Analysis(doc)
        linked.mentions = numbered
        if self._pairs:
            self._pairs(linked)
        return AnnotationSet(
            self.name,
            tuple(numbered),
            tuple(linked.relations),
            schema=self.schema,
            provenance=self.provenance,
        )


def _describe_tool(
    parts: Sequence[TerminologyPart], only: Filter, threshold: int, people: People | None
) -> str:
    versions = ", ".join(f"{terms.name} {terms.manifest.digest[:12]}" for terms, _ in parts)
    subset = f", subset {only.subset}" if only.subset else ""
    looked_up = [f"look-up: {versions}{subset}, threshold {threshold}"] if parts else []
    return "; ".join([*looked_up, *(["rules for people"] if people else [])])


def preannotate(
    source: Source,
    annotator: Annotator,
    out: Path,
    *,
    to: str = "corpus",
    sets: Collection[str] = (),
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    track: Track = pass_on,
) -> Preannotation:
    """Write the documents of a source with a new set from the annotator.

    Args:
        source: The documents.
        annotator: Makes the new set.
        out: The folder or file to write.
        to: The name of the format to write.
        sets: The annotation sets to write; all if empty.
        allow_loss: What the format may drop: names of features, or "all".
        overwrite: Replace an existing output.
        track: Shows progress.

    Raises:
        LossError: The format cannot carry something that `allow_loss` does not name.
    """
    target = get(to)
    counts: Counter[str] = Counter()
    with_mentions = 0

    def count_mentions(docs: Iterable[Document]) -> Iterator[Document]:
        nonlocal with_mentions
        for doc in annotator.annotate(docs):
            mentions = doc.sets[annotator.name].mentions
            counts.update(mention.type for mention in mentions)
            with_mentions += bool(mentions)
            yield doc

    docs = track(count_mentions(source), source.total)
    written = write(
        docs,
        out,
        target,
        sets=sets,
        records=source.read_records(),
        terms=source.read_terms(),
        allow_loss=allow_loss,
        overwrite=overwrite,
    )
    return Preannotation(
        str(out),
        target.name,
        annotator.name,
        written.documents,
        dict(sorted(counts.items())),
        with_mentions,
        written.dropped,
        [str(error) for error in source.errors],
    )
