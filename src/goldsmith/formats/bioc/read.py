"""BioC documents as the file has them, and what they say in Goldsmith's terms.

The structs have the fields of BioC's own data model, so the JSON decoder fills them directly and
the `bioc` package's XML encoder takes them as they are. Offsets are code points, as in the
packages and corpora in use, though the BioC paper speaks of bytes.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain

import msgspec

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Note, Provenance, Section
from goldsmith.core.offsets import Span, tidy
from goldsmith.errors import InputError
from goldsmith.formats.bioc.infons import (
    METADATA,
    PASSAGE,
    Infons,
    attributes,
    plain,
    take_codes,
    take_notes,
)
from goldsmith.formats.bioc.relations import Links

_BIGGEST_GAP = 1_000_000
SET = re.compile(r"set\.([\w.]+):(.*)", re.DOTALL)
PROVENANCE_FIELDS = ("kind", "agent", "created", "tool")
METADATA_FIELDS = tuple(name for name in Metadata.__struct_fields__ if name != "extra")


class BioCLocation(msgspec.Struct, gc=False):
    """Where a piece of an annotation stands, counted from the document's beginning."""

    offset: int
    length: int


class BioCNode(msgspec.Struct, gc=False):
    """One side of a relation."""

    refid: str | int
    role: str = ""


class BioCAnnotation(msgspec.Struct):
    """A mention."""

    id: str | int = ""
    infons: Infons = {}
    text: str | None = ""
    locations: list[BioCLocation] = []


class BioCRelation(msgspec.Struct):
    """A relation or group."""

    id: str | int = ""
    infons: Infons = {}
    nodes: list[BioCNode] = []


class BioCSentence(msgspec.Struct):
    """A sentence of a passage."""

    offset: int
    infons: Infons = {}
    text: str | None = ""
    annotations: list[BioCAnnotation] = []
    relations: list[BioCRelation] = []


class BioCPassage(msgspec.Struct):
    """A stretch of the text; where it has no text of its own, its sentences have."""

    offset: int
    infons: Infons = {}
    text: str | None = ""
    sentences: list[BioCSentence] = []
    annotations: list[BioCAnnotation] = []
    relations: list[BioCRelation] = []


class BioCDocument(msgspec.Struct, kw_only=True):
    """One document of a collection."""

    id: str | int
    infons: Infons = {}
    passages: list[BioCPassage]
    annotations: list[BioCAnnotation] = []
    relations: list[BioCRelation] = []


class _Set:
    """What is gathered for one annotation set."""

    def __init__(self) -> None:
        self.mentions: list[Mention] = []
        self.notes: list[Note] = []
        self.links = Links()
        self.about: dict[str, str] = {}

    def finished(self, name: str) -> AnnotationSet:
        """The set, concepts that relations speak of included."""
        relations, groups = self.links.finished(self.mentions)
        notes = [Note(text, "", kind) for text, kind in take_notes(self.about)]
        return AnnotationSet(
            name,
            tuple(self.mentions),
            tuple(relations),
            tuple(groups),
            tuple(self.notes + notes),
            self.about.get("schema", ""),
            self._provenance(),
        )

    def _provenance(self) -> Provenance:
        kind, agent, created, tool = (self.about.get(name, "") for name in PROVENANCE_FIELDS)
        sources = [value for key, value in self.about.items() if key.startswith("source.")]
        return Provenance(kind, agent, created, tool, tuple(sources))


def document(source: BioCDocument, *, set_name: str) -> Document:
    """The document that a BioC document describes; annotations without `set` go to `set_name`."""
    doc_id = str(source.id)
    if not doc_id:
        raise InputError("the document has no id", expected="an id", remedy="Give it one")
    infons = plain(source.infons)
    sets: defaultdict[str, _Set] = defaultdict(_Set)
    for key in list(infons):
        found = SET.fullmatch(key)
        if found:
            sets[found[2]].about[found[1]] = infons.pop(key)
    _gather(source, sets, set_name)
    if not sets:
        sets[set_name] = _Set()
    text, ends = _text(source)
    sections = tuple(_sections(source, ends, infons))
    finished = {name: one.finished(name) for name, one in sets.items()}
    return Document(doc_id, text, _metadata(infons), sections, finished)


def _text(source: BioCDocument) -> tuple[str, list[int]]:
    """The whole text, and where each passage ends.

    Gaps between passages are filled with line breaks and gaps between sentences with blanks.
    """
    parts: list[str] = []
    length = 0
    ends = []
    for passage in source.passages:
        for offset, piece, filling in _pieces(passage):
            gap = offset - length
            if gap < 0 or gap > _BIGGEST_GAP:
                raise _misplaced(offset, length)
            parts += (filling * gap, piece)
            length = offset + len(piece)
        ends.append(length)
    return "".join(parts), ends


def _pieces(passage: BioCPassage) -> Iterator[tuple[int, str, str]]:
    if passage.text:
        yield passage.offset, passage.text, "\n"
        return
    filling = "\n"
    for sentence in passage.sentences:
        if sentence.text:
            yield sentence.offset, sentence.text, filling
            filling = " "


def _misplaced(offset: int, length: int) -> InputError:
    return InputError(
        f"a passage or sentence begins at {offset}, where the text before it ends at {length}",
        expected="passages in order, each beginning where the one before ends or a little later",
        remedy="Its offsets may be counted in bytes; they are taken as characters",
    )


def _sections(source: BioCDocument, ends: list[int], infons: dict[str, str]) -> Iterator[Section]:
    """A section for every passage that says of which type it is.

    What else passages say goes to the document's infons, as `bioc:passage.1.journal`.
    """
    for number, (passage, end) in enumerate(zip(source.passages, ends, strict=True), 1):
        mine = plain(passage.infons)
        key = "section_type" if "section_type" in mine else "type"
        if key in mine and end > passage.offset:
            yield Section(Span(passage.offset, end), mine.pop(key), mine.pop("title", ""))
        infons.update({f"{PASSAGE}{number}.{name}": value for name, value in mine.items()})


def _metadata(infons: Mapping[str, str]) -> Metadata:
    known = {name: infons[name] for name in METADATA_FIELDS if name in infons}
    extra = {key.removeprefix(METADATA): infons[key] for key in infons if key not in known}
    return Metadata(**known, extra=extra)


def _gather(source: BioCDocument, sets: defaultdict[str, _Set], set_name: str) -> None:
    """Sorts annotations and relations of all levels into their sets."""
    levels: list[BioCDocument | BioCPassage | BioCSentence] = [
        source,
        *source.passages,
        *chain.from_iterable(passage.sentences for passage in source.passages),
    ]
    for number, found in enumerate(chain.from_iterable(one.annotations for one in levels), 1):
        infons = plain(found.infons)
        mine = sets[infons.pop("set", set_name)]
        mention = _mention(found, infons, mine.notes, str(found.id) or f"A{number}")
        mine.mentions.append(mention)
    for number, link in enumerate(chain.from_iterable(one.relations for one in levels), 1):
        infons = plain(link.infons)
        mine = sets[infons.pop("set", set_name)]
        link_id = str(link.id) or f"R{number}"
        mine.notes += [Note(text, link_id, kind) for text, kind in take_notes(infons)]
        nodes = [(str(node.refid), node.role) for node in link.nodes]
        mine.links.add(link_id, infons, nodes)


def _mention(
    found: BioCAnnotation, infons: dict[str, str], notes: list[Note], mention_id: str
) -> Mention:
    notes += [Note(text, mention_id, kind) for text, kind in take_notes(infons)]
    kind = infons.pop("type", "")
    codes = tuple(take_codes(infons))
    places = found.locations
    if len(places) == 1:
        start = places[0].offset
        spans: tuple[Span, ...] = (Span(start, start + places[0].length),)
    else:
        spans = tidy((place.offset, place.offset + place.length) for place in places)
    return Mention(mention_id, kind, spans, attributes(infons), codes, found.text or "")
