"""Annotates a corpus by looking up the names of terminologies (requirement 4.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby, tee
from pathlib import Path

import msgspec

from goldsmith import __version__, schemas
from goldsmith.core import AnnotationSet, Code, Document, Mention, Provenance, Span
from goldsmith.errors import InputError
from goldsmith.formats import get, write
from goldsmith.project.convert import Follow
from goldsmith.project.sources import Source
from goldsmith.project.terms_find import Filter, Mask, Part, parts
from goldsmith.project.terms_text import Finder, Place
from goldsmith.terminology.lookup import THRESHOLD, Overlap
from goldsmith.terminology.store import Terminology
from goldsmith.terminology.subsets import EntityTypes, Subset

#: Attributes of the look-up's own, which no schema need know.
WORTH, HOW, CHOICES = "lookup:worth", "lookup:how", "lookup:choices"


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

    The type is that of `kind`, or the one that the subset maps the concept to; concepts that it
    maps to nothing are passed over. Where concepts of several types have the name, the one worth
    most decides, then the order of the subset. A mention has one code of each coding system.
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
        self.name, self._kind = name, kind
        usual = only.subset if only.subset in schemas.names() and not kind else ""
        self.schema = schema or usual
        among = parts(several, only, told=told)
        self._types = [] if kind else _entity_types(only.subset, among)
        self._order = {one: at for kinds in self._types for at, one in enumerate(kinds.names)}
        if not kind:
            pairs = zip(among, self._types, strict=True)
            among = [Part(terms, _mapped(mask, kinds)) for (terms, mask), kinds in pairs]
        self._finder = Finder(among, overlap=overlap, threshold=threshold, exact=exact, typos=typos)
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
        stretches = groupby(places, key=lambda place: (place.start, place.end))
        mentions = (
            self._mention(number, list(several)) for number, (_, several) in enumerate(stretches, 1)
        )
        return AnnotationSet(
            self.name, tuple(mentions), schema=self.schema, provenance=self.provenance
        )

    def _mention(self, number: int, places: list[Place]) -> Mention:
        best = min(places, key=lambda one: (-one.worth, self._order.get(self._type(one), 0)))
        kind = self._type(best)
        alike = [one for one in places if self._type(one) == kind]
        codes, choices = self._codes(alike)
        attributes = {WORTH: str(best.worth), HOW: best.how}
        if choices > 1:
            attributes[CHOICES] = str(choices)
        return Mention(f"L{number}", kind, (Span(best.start, best.end),), attributes, codes)

    def _type(self, place: Place) -> str:
        return self._kind or self._types[place.terms][place.concept] or ""

    def _codes(self, places: Sequence[Place]) -> tuple[tuple[Code, ...], int]:
        """The best code of each system, and the most concepts that one system had to offer."""
        by_system: dict[str, list[tuple[bool, int, Code]]] = {}
        for place in places:
            terms = self._finder.parts[place.terms].terms
            title = terms.title(place.concept)
            code = Code(terms.code(place.concept), terms.system(place.concept), title)
            other = terms.name_text(place.name) != title
            by_system.setdefault(code.system, []).append((other, -place.worth, code))
        codes = tuple(min(several, key=_rank)[2] for _, several in sorted(by_system.items()))
        return codes, max(len({one[2] for one in several}) for several in by_system.values())


def _rank(choice: tuple[bool, int, Code]) -> tuple[int, bool, str]:
    """Worth most first, then those whose own name it is, then by code."""
    other, worth, code = choice
    return worth, other, code.code


def _entity_types(subset: str, among: Sequence[Part]) -> list[EntityTypes]:
    if not subset:
        raise InputError(
            "nothing says which type the mentions get",
            expected="--subset with a mapping, such as clef, or --type",
        )
    chosen = Subset.load(subset)
    return [chosen.entity_types(terms) for terms, _ in among]


def _mapped(mask: Mask | None, kinds: EntityTypes) -> Mask:
    """Which concepts have an entity type, of those in the mask."""
    typed: Mask = kinds.codes >= 0
    return typed if mask is None else typed & mask


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
