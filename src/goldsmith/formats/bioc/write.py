"""A document as a BioC document: sections are passages, everything else goes into infons."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence

from goldsmith.core import Annotation, AnnotationSet, Document, Group, Mention, Relation, Section
from goldsmith.formats.bioc.infons import (
    METADATA,
    PASSAGE,
    attribute_infons,
    code_infons,
    note_infons,
)
from goldsmith.formats.bioc.read import (
    METADATA_FIELDS,
    PROVENANCE_FIELDS,
    SET,
    BioCAnnotation,
    BioCDocument,
    BioCLocation,
    BioCNode,
    BioCPassage,
    BioCRelation,
)
from goldsmith.formats.bioc.relations import MEMBER, ROLE, ROLES
from goldsmith.formats.io import DEFAULT_SET

_PASSAGE = re.compile(rf"{re.escape(PASSAGE)}([1-9][0-9]{{0,8}})\.(.*)", re.DOTALL)


def bioc(doc: Document) -> BioCDocument:
    """The BioC document that says what a document says."""
    infons = _metadata(doc)
    passages = _passages(doc)
    for name in [name for name in infons if _give_back(name, infons[name], passages)]:
        del infons[name]
    starts = [passage.offset for passage in passages]
    relations: list[BioCRelation] = []
    ids: set[str] = set()
    named = not _is_plain(doc)
    for one in doc.sets.values():
        writer = _Set(doc, one, ids, named=named)
        infons.update(writer.infons())
        for mention in one.mentions:
            at = max(0, bisect_right(starts, mention.start) - 1)
            passages[at].annotations.append(writer.annotation(mention))
        relations += [writer.relation(rel) for rel in one.relations]
        relations += [writer.group(group) for group in one.groups if group.members]
    return BioCDocument(id=doc.id, infons={**infons}, passages=passages, relations=relations)


def misfits(doc: Document) -> dict[str, int]:
    """What BioC cannot hold of a document, by name."""
    lost = {
        "overlapping-sections": len(doc.sections) - len(_apart(doc)),
        "groups-without-members": sum(
            not group.members for one in doc.sets.values() for group in one.groups
        ),
    }
    return {name: number for name, number in lost.items() if number}


def _is_plain(doc: Document) -> bool:
    """Whether set names may be left out: one set of the usual name, and no more to say of it."""
    return not doc.sets or (list(doc.sets) == [DEFAULT_SET] and not _about(doc.sets[DEFAULT_SET]))


def _about(one: AnnotationSet) -> dict[str, str]:
    """What is said of a whole set."""
    made = one.provenance
    said = {
        **{name: getattr(made, name) for name in PROVENANCE_FIELDS},
        "schema": one.schema,
        **{f"source.{number}": name for number, name in enumerate(made.sources, 1)},
    }
    notes = note_infons((note.text, note.kind) for note in one.notes if not note.target)
    return {**{key: value for key, value in said.items() if value}, **notes}


def _metadata(doc: Document) -> dict[str, str]:
    given = {name: getattr(doc.metadata, name) for name in METADATA_FIELDS}
    infons = {name: value for name, value in given.items() if value}
    for name, value in doc.metadata.extra.items():
        taken = name in METADATA_FIELDS or name.startswith(METADATA) or SET.fullmatch(name)
        infons[METADATA + name if taken else name] = value
    return infons


def _give_back(name: str, value: str, passages: Sequence[BioCPassage]) -> bool:
    """Whether an infon came from a passage and could be put back there."""
    found = _PASSAGE.fullmatch(name)
    if not found or not 0 < int(found[1]) <= len(passages):
        return False
    infons, key = passages[int(found[1]) - 1].infons, found[2]
    if key in ("section_type", "title") or (key == "type" and key not in infons):
        return False
    if key == "type":
        infons["section_type"] = infons["type"]
    infons[key] = value
    return True


def _passages(doc: Document) -> list[BioCPassage]:
    """Passages that hold the whole text, one for each section and one for the text between."""
    found: list[BioCPassage] = []
    done = 0
    for section in _apart(doc):
        between = doc.text[done : section.span.start]
        if between.strip("\n"):  # a reader fills other gaps with line breaks by itself
            found.append(BioCPassage(done, {}, between))
        infons: dict[str, object] = {"type": section.kind}
        if section.title:
            infons["title"] = section.title
        done = section.span.end
        found.append(BioCPassage(section.span.start, infons, doc.text[section.span.start : done]))
    if done < len(doc.text) or not found:
        found.append(BioCPassage(done, {}, doc.text[done:]))
    return found


def _apart(doc: Document) -> list[Section]:
    """The sections that can be passages: inside the text and not overlapping an earlier one."""
    found: list[Section] = []
    done = 0
    for section in sorted(doc.sections, key=lambda one: one.span):
        if done <= section.span.start < section.span.end <= len(doc.text):
            found.append(section)
            done = section.span.end
    return found


class _Set:
    """Writes the annotations of one set, under ids that the document does not use yet."""

    def __init__(self, doc: Document, one: AnnotationSet, taken: set[str], *, named: bool) -> None:
        self._doc, self._one, self._named = doc, one, named
        self._ids = {item.id: self._fresh(item.id, taken) for item in one.annotations}
        self._notes: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for note in one.notes:
            self._notes[note.target].append((note.text, note.kind))

    def _fresh(self, item_id: str, taken: set[str]) -> str:
        fresh = item_id
        while fresh in taken:
            fresh = f"{self._one.name}.{fresh}"
        taken.add(fresh)
        return fresh

    def infons(self) -> dict[str, str]:
        """What is said of the whole set, for the document's infons."""
        said = {"kind": "", **_about(self._one)} if self._named else {}
        return {f"set.{key}:{self._one.name}": value for key, value in said.items()}

    def annotation(self, mention: Mention) -> BioCAnnotation:
        """A mention."""
        infons = {
            **self._common(mention),
            **code_infons(mention.codes),
            **attribute_infons(mention.attributes),
            **self._remarks(mention),
        }
        places = [BioCLocation(span.start, span.end - span.start) for span in mention.spans]
        return BioCAnnotation(self._ids[mention.id], infons, self._doc.covered(mention), places)

    def relation(self, rel: Relation) -> BioCRelation:
        """A relation of two nodes."""
        attributes = dict(rel.attributes)
        roles = list(ROLES)
        if [attributes.get(f"{ROLE}{number}") for number in (1, 2)] != [MEMBER, MEMBER]:
            roles = [_role(attributes, number, ROLES[number - 1]) for number in (1, 2)]
        nodes = [
            BioCNode(self._ids[target], role)
            for target, role in zip((rel.arg1, rel.arg2), roles, strict=True)
        ]
        return self._link(rel, attributes, nodes)

    def group(self, group: Group) -> BioCRelation:
        """A group: a relation of members."""
        attributes = dict(group.attributes)
        pair = len(group.members) == 2  # with other roles it would be read as a relation
        nodes = [
            BioCNode(self._ids[member], MEMBER if pair else _role(attributes, number, MEMBER))
            for number, member in enumerate(group.members, 1)
        ]
        return self._link(group, attributes, nodes)

    def _link(
        self, link: Relation | Group, attributes: Mapping[str, str], nodes: list[BioCNode]
    ) -> BioCRelation:
        infons = {**self._common(link), **attribute_infons(attributes), **self._remarks(link)}
        return BioCRelation(self._ids[link.id], infons, nodes)

    def _common(self, item: Annotation) -> dict[str, object]:
        return {"type": item.type, **({"set": self._one.name} if self._named else {})}

    def _remarks(self, item: Annotation) -> dict[str, str]:
        return note_infons(self._notes.get(item.id, ()))


def _role(attributes: dict[str, str], number: int, usual: str) -> str:
    """The role that was kept as an attribute, taken out of them."""
    return attributes.pop(f"{ROLE}{number}", usual)
