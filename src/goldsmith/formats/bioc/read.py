"""Documents from BioC documents."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Note, Provenance, Section
from goldsmith.core.offsets import Span, sort_spans
from goldsmith.errors import InputError
from goldsmith.formats.bioc.infons import (
    METADATA,
    PASSAGE,
    pop_codes,
    pop_notes,
    read_attributes,
    stringify_infons,
)
from goldsmith.formats.bioc.model import BioCAnnotation, BioCDocument, BioCPassage, BioCSentence
from goldsmith.formats.bioc.relations import RelationBuilder
from goldsmith.formats.bioc.relative_offsets import (
    RELATIVE_OFFSETS,
    has_relative_offsets,
    make_absolute,
)

#: Maximum number of filler characters, so that a small file cannot become a huge text.
_MAX_GAP = 1_000_000
SET_KEY = re.compile(r"set\.([\w.]+):(.*)", re.DOTALL)
PROVENANCE_FIELDS = ("kind", "agent", "created", "tool")
METADATA_FIELDS = tuple(name for name in Metadata.__struct_fields__ if name != "extra")


class _SetBuilder:
    """The annotations of one set, collected while reading."""

    def __init__(self) -> None:
        self.mentions: list[Mention] = []
        self.notes: list[Note] = []
        self.relations = RelationBuilder()
        self.details: dict[str, str] = {}

    def build(self, name: str) -> AnnotationSet:
        """Build the set, including mentions for the concepts that relations name."""
        relations, groups = self.relations.build(self.mentions)
        notes = [Note(text, "", kind) for text, kind in pop_notes(self.details)]
        return AnnotationSet(
            name,
            tuple(self.mentions),
            tuple(relations),
            tuple(groups),
            tuple(self.notes + notes),
            self.details.get("schema", ""),
            self._build_provenance(),
        )

    def _build_provenance(self) -> Provenance:
        kind, agent, created, tool = (self.details.get(name, "") for name in PROVENANCE_FIELDS)
        sources = [value for key, value in self.details.items() if key.startswith("source.")]
        return Provenance(kind, agent, created, tool, tuple(sources))


def build_document(source: BioCDocument, *, set_name: str, remarks: Counter[str]) -> Document:
    """Build a document from a BioC document.

    Args:
        source: The BioC document.
        set_name: The set of annotations without an infon `set`.
        remarks: Counts the assumptions that had to be made.

    Raises:
        InputError: If the document has no id, or if its passages or relations are invalid.
    """
    doc_id = str(source.id)
    if not doc_id:
        raise InputError("the document has no id", expected="an id", remedy="Add one")
    infons = stringify_infons(source.infons)
    sets: defaultdict[str, _SetBuilder] = defaultdict(_SetBuilder)
    for key in list(infons):
        match = SET_KEY.fullmatch(key)
        if match:
            sets[match[2]].details[match[1]] = infons.pop(key)
    text, ends = _join_text(source)
    if has_relative_offsets(source, text, ends):
        remarks[RELATIVE_OFFSETS] += 1
        make_absolute(source)
    _collect_annotations(source, sets, set_name)
    if not sets:
        sets[set_name] = _SetBuilder()
    sections = tuple(_build_sections(source, ends, infons))
    built_sets = {name: builder.build(name) for name, builder in sets.items()}
    return Document(doc_id, text, _build_metadata(infons), sections, built_sets)


def _join_text(source: BioCDocument) -> tuple[str, list[int]]:
    """Return the whole text and the end of each passage.

    Gaps between passages are filled with line breaks, gaps between sentences with blanks.
    """
    parts: list[str] = []
    length = total_gap = 0
    ends = []
    for passage in source.passages:
        for offset, piece, filling in _iterate_pieces(passage):
            gap = offset - length
            total_gap += gap
            if gap < 0 or total_gap > _MAX_GAP:
                raise _make_offset_error(offset, length)
            parts += (filling * gap, piece)
            length = offset + len(piece)
        ends.append(length)
    return "".join(parts), ends


def _iterate_pieces(passage: BioCPassage) -> Iterator[tuple[int, str, str]]:
    if passage.text:
        yield passage.offset, passage.text, "\n"
        return
    filling = "\n"
    for sentence in passage.sentences:
        if sentence.text:
            yield sentence.offset, sentence.text, filling
            filling = " "


def _make_offset_error(offset: int, length: int) -> InputError:
    return InputError(
        f"a passage or sentence begins at {offset}, but the text before it ends at {length}",
        expected="passages in order, each beginning at or shortly after the end of the previous",
        remedy="The offsets may count bytes; Goldsmith expects characters",
    )


def _build_sections(
    source: BioCDocument, ends: list[int], infons: dict[str, str]
) -> Iterator[Section]:
    """Build a section for every passage with a type.

    Other infons of passages are added to the document's infons, as `bioc:passage.1.journal`.
    """
    for number, (passage, end) in enumerate(zip(source.passages, ends, strict=True), 1):
        remaining = stringify_infons(passage.infons)
        key = "section_type" if "section_type" in remaining else "type"
        if key in remaining and end > passage.offset:
            yield Section(Span(passage.offset, end), remaining.pop(key), remaining.pop("title", ""))
        infons.update({f"{PASSAGE}{number}.{name}": value for name, value in remaining.items()})


def _build_metadata(infons: Mapping[str, str]) -> Metadata:
    fields = {name: infons[name] for name in METADATA_FIELDS if name in infons}
    extra = {key.removeprefix(METADATA): infons[key] for key in infons if key not in fields}
    return Metadata(**fields, extra=extra)


def _collect_annotations(
    source: BioCDocument, sets: defaultdict[str, _SetBuilder], set_name: str
) -> None:
    """Add the annotations and relations of all levels to their sets."""
    levels: list[BioCDocument | BioCPassage | BioCSentence] = [
        source,
        *source.passages,
        *chain.from_iterable(passage.sentences for passage in source.passages),
    ]
    annotations = chain.from_iterable(level.annotations for level in levels)
    for number, annotation in enumerate(annotations, 1):
        infons = stringify_infons(annotation.infons)
        builder = sets[infons.pop("set", set_name)]
        mention_id = str(annotation.id) or f"A{number}"
        mention = _build_mention(annotation, infons, builder.notes, mention_id)
        builder.mentions.append(mention)
    for number, link in enumerate(chain.from_iterable(level.relations for level in levels), 1):
        infons = stringify_infons(link.infons)
        builder = sets[infons.pop("set", set_name)]
        link_id = str(link.id) or f"R{number}"
        builder.notes += [Note(text, link_id, kind) for text, kind in pop_notes(infons)]
        nodes = [(str(node.refid), node.role) for node in link.nodes]
        builder.relations.add(link_id, infons, nodes)


def _build_mention(
    annotation: BioCAnnotation, infons: dict[str, str], notes: list[Note], mention_id: str
) -> Mention:
    notes += [Note(text, mention_id, kind) for text, kind in pop_notes(infons)]
    kind = infons.pop("type", "")
    codes = tuple(pop_codes(infons))
    locations = annotation.locations
    if len(locations) == 1:
        start = locations[0].offset
        spans: tuple[Span, ...] = (Span(start, start + locations[0].length),)
    else:
        spans = sort_spans(
            (location.offset, location.offset + location.length) for location in locations
        )
    return Mention(mention_id, kind, spans, read_attributes(infons), codes, annotation.text or "")
