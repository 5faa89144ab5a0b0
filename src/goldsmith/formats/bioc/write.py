"""BioC documents from documents: sections become passages, everything else goes into infons."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence

from goldsmith.core import Annotation, AnnotationSet, Document, Group, Mention, Relation, Section
from goldsmith.formats.base import DEFAULT_SET
from goldsmith.formats.bioc.infons import (
    METADATA,
    PASSAGE,
    build_attribute_infons,
    build_code_infons,
    build_note_infons,
)
from goldsmith.formats.bioc.model import (
    BioCAnnotation,
    BioCDocument,
    BioCLocation,
    BioCNode,
    BioCPassage,
    BioCRelation,
)
from goldsmith.formats.bioc.read import METADATA_FIELDS, PROVENANCE_FIELDS, SET_KEY
from goldsmith.formats.bioc.relations import MEMBER, ROLE, ROLES

_PASSAGE_KEY = re.compile(rf"{re.escape(PASSAGE)}([1-9][0-9]{{0,8}})\.(.*)", re.DOTALL)


def build_bioc_document(doc: Document) -> BioCDocument:
    """Build the BioC document for a document."""
    infons = _build_metadata_infons(doc)
    passages = _build_passages(doc)
    for name in [name for name in infons if _move_to_passage(name, infons[name], passages)]:
        del infons[name]
    starts = [passage.offset for passage in passages]
    relations: list[BioCRelation] = []
    ids: set[str] = set()
    needs_set_names = not _has_default_set_only(doc)
    for annotation_set in doc.sets.values():
        writer = _SetWriter(doc, annotation_set, ids, with_set_name=needs_set_names)
        infons.update(writer.build_infons())
        for mention in annotation_set.mentions:
            index = max(0, bisect_right(starts, mention.start) - 1)
            passages[index].annotations.append(writer.build_annotation(mention))
        relations += [writer.build_relation(rel) for rel in annotation_set.relations]
        relations += [writer.build_group(group) for group in annotation_set.groups if group.members]
    return BioCDocument(id=doc.id, infons={**infons}, passages=passages, relations=relations)


def count_bioc_losses(doc: Document) -> dict[str, int]:
    """Count what BioC cannot represent, by the name of the loss."""
    losses = {
        "overlapping-sections": len(doc.sections) - len(_select_sections(doc)),
        "groups-without-members": sum(
            not group.members
            for annotation_set in doc.sets.values()
            for group in annotation_set.groups
        ),
    }
    return {name: count for name, count in losses.items() if count}


def _has_default_set_only(doc: Document) -> bool:
    """Return whether set names can be left out: one set with the default name and no details."""
    if list(doc.sets) == [DEFAULT_SET]:
        return not _build_set_infons(doc.sets[DEFAULT_SET])
    return not doc.sets


def _build_set_infons(annotation_set: AnnotationSet) -> dict[str, str]:
    """Build the infons for the provenance, schema and notes of a set."""
    provenance = annotation_set.provenance
    details = {
        **{name: getattr(provenance, name) for name in PROVENANCE_FIELDS},
        "schema": annotation_set.schema,
        **{f"source.{number}": name for number, name in enumerate(provenance.sources, 1)},
    }
    notes = build_note_infons(
        (note.text, note.kind) for note in annotation_set.notes if not note.target
    )
    return {**{key: value for key, value in details.items() if value}, **notes}


def _build_metadata_infons(doc: Document) -> dict[str, str]:
    fields = {name: getattr(doc.metadata, name) for name in METADATA_FIELDS}
    infons = {name: value for name, value in fields.items() if value}
    for name, value in doc.metadata.extra.items():
        is_reserved = (
            name in METADATA_FIELDS or name.startswith(METADATA) or SET_KEY.fullmatch(name)
        )
        infons[METADATA + name if is_reserved else name] = value
    return infons


def _move_to_passage(name: str, value: str, passages: Sequence[BioCPassage]) -> bool:
    """Move an infon back to the passage it came from, and return whether that was possible."""
    match = _PASSAGE_KEY.fullmatch(name)
    if not match or not 0 < int(match[1]) <= len(passages):
        return False
    infons, key = passages[int(match[1]) - 1].infons, match[2]
    if key in ("section_type", "title") or (key == "type" and key not in infons):
        return False
    if key == "type":
        infons["section_type"] = infons["type"]
    infons[key] = value
    return True


def _build_passages(doc: Document) -> list[BioCPassage]:
    """Build passages for the whole text, one for each section and each text between sections."""
    passages: list[BioCPassage] = []
    end = 0
    for section in _select_sections(doc):
        between = doc.text[end : section.span.start]
        if between.strip("\n"):  # readers fill all other gaps with line breaks
            passages.append(BioCPassage(end, {}, between))
        infons: dict[str, object] = {"type": section.kind}
        if section.title:
            infons["title"] = section.title
        end = section.span.end
        passages.append(BioCPassage(section.span.start, infons, doc.text[section.span.start : end]))
    if end < len(doc.text) or not passages:
        passages.append(BioCPassage(end, {}, doc.text[end:]))
    return passages


def _select_sections(doc: Document) -> list[Section]:
    """Select the sections inside the text that do not overlap an earlier one."""
    selected: list[Section] = []
    end = 0
    for section in sorted(doc.sections, key=lambda section: section.span):
        if end <= section.span.start < section.span.end <= len(doc.text):
            selected.append(section)
            end = section.span.end
    return selected


class _SetWriter:
    """A writer of one annotation set, with ids that are unique in the document."""

    def __init__(
        self, doc: Document, annotation_set: AnnotationSet, taken: set[str], *, with_set_name: bool
    ) -> None:
        self._doc, self._set, self._with_set_name = doc, annotation_set, with_set_name
        self._ids = {
            item.id: self._make_unique_id(item.id, taken) for item in annotation_set.annotations
        }
        self._notes: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for note in annotation_set.notes:
            self._notes[note.target].append((note.text, note.kind))

    def _make_unique_id(self, item_id: str, taken: set[str]) -> str:
        unique_id = item_id
        while unique_id in taken:
            unique_id = f"{self._set.name}.{unique_id}"
        taken.add(unique_id)
        return unique_id

    def build_infons(self) -> dict[str, str]:
        """Build the infons of the document that describe the set."""
        details = {"kind": "", **_build_set_infons(self._set)} if self._with_set_name else {}
        return {f"set.{key}:{self._set.name}": value for key, value in details.items()}

    def build_annotation(self, mention: Mention) -> BioCAnnotation:
        """Build the annotation for a mention."""
        infons = {
            **self._build_common_infons(mention),
            **build_code_infons(mention.codes),
            **build_attribute_infons(mention.attributes),
            **self._build_note_infons(mention),
        }
        locations = [BioCLocation(span.start, span.end - span.start) for span in mention.spans]
        return BioCAnnotation(
            self._ids[mention.id], infons, self._doc.get_covered_text(mention), locations
        )

    def build_relation(self, rel: Relation) -> BioCRelation:
        """Build a relation of two nodes."""
        attributes = dict(rel.attributes)
        roles = list(ROLES)
        if [attributes.get(f"{ROLE}{number}") for number in (1, 2)] != [MEMBER, MEMBER]:
            roles = [_pop_role(attributes, number, ROLES[number - 1]) for number in (1, 2)]
        nodes = [
            BioCNode(self._ids[target], role)
            for target, role in zip((rel.arg1, rel.arg2), roles, strict=True)
        ]
        return self._build_relation(rel, attributes, nodes)

    def build_group(self, group: Group) -> BioCRelation:
        """Build the relation for a group, with its members as nodes."""
        attributes = dict(group.attributes)
        is_pair = len(group.members) == 2  # with other roles, readers would read it as a relation
        nodes = [
            BioCNode(
                self._ids[member], MEMBER if is_pair else _pop_role(attributes, number, MEMBER)
            )
            for number, member in enumerate(group.members, 1)
        ]
        return self._build_relation(group, attributes, nodes)

    def _build_relation(
        self, link: Relation | Group, attributes: Mapping[str, str], nodes: list[BioCNode]
    ) -> BioCRelation:
        infons = {
            **self._build_common_infons(link),
            **build_attribute_infons(attributes),
            **self._build_note_infons(link),
        }
        return BioCRelation(self._ids[link.id], infons, nodes)

    def _build_common_infons(self, item: Annotation) -> dict[str, object]:
        return {"type": item.type, **({"set": self._set.name} if self._with_set_name else {})}

    def _build_note_infons(self, item: Annotation) -> dict[str, str]:
        return build_note_infons(self._notes.get(item.id, ()))


def _pop_role(attributes: dict[str, str], number: int, default: str) -> str:
    """Remove the role of a node from the attributes and return it."""
    return attributes.pop(f"{ROLE}{number}", default)
