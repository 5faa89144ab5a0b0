"""One annotation set of a document as a UIMA CAS."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from cassis import Cas

from goldsmith.core import (
    Annotation,
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Metadata,
    Note,
    Relation,
)
from goldsmith.formats.xmi import names
from goldsmith.formats.xmi.layers import SET_FEATURES, Layer, Layers
from goldsmith.formats.xmi.values import METADATA_FEATURES, identifier

_PLACE = re.compile("[1-9][0-9]{0,9}")
_NAMED_ENTITY = names.NAMED_ENTITY.rpartition(".")[2]


class CasWriter:
    """Builds the CAS of one annotation set; `named` if it must tell the set's name."""

    def __init__(self, doc: Document, one: AnnotationSet, layers: Layers, *, named: bool) -> None:
        self._doc, self._one, self._layers = doc, one, layers
        self._cas = Cas(layers.system, sofa_string=doc.text, sofa_mime="text/plain")
        self._notes: dict[str, list[Note]] = defaultdict(list)
        for note in one.notes:
            self._notes[note.target].append(note)
        self._placed: dict[str, Any] = {}
        self._document()
        if named:
            self._set()
        for mention, layer, features in [self._planned(mention) for mention in one.mentions]:
            self._placed[mention.id] = self._add(layer.type, **features)
        for rel, layer, features in [self._planned_relation(rel) for rel in one.relations]:
            self._relation(rel, layer, features)
        for group, chain, link, features in [self._planned_group(group) for group in one.groups]:
            self._group(group, chain, link, features)

    def save(self, path: Path) -> None:
        """Writes the CAS as XMI."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._cas.to_xmi(path, pretty_print=True)

    def _add(self, type_: Any, **features: Any) -> Any:
        """A feature structure, put into the CAS; features that are None are left out."""
        fs = type_(**{name: value for name, value in features.items() if value is not None})
        self._cas.add(fs)
        return fs

    def _strings(self, values: Iterable[str]) -> Any:
        """The values as an array, None if there is none."""
        found = list(values)
        return self._layers.type(names.STRINGS)(elements=found) if found else None

    def _named(self, values: Iterable[str]) -> Any:
        """The same, but None if all are empty."""
        found = list(values)
        return self._strings(found) if any(found) else None

    def _document(self) -> None:
        doc, end = self._doc, len(self._doc.text)
        self._add(
            self._layers.type(names.DOCUMENT_META_DATA),
            end=end,
            language=names.NO_LANGUAGE,
            documentId=doc.id,
            documentTitle=doc.id,
        )
        if doc.metadata != Metadata():
            fields = {
                name: getattr(doc.metadata, field) or None
                for name, field in METADATA_FEATURES.items()
            }
            self._add(
                self._layers.type(names.METADATA),
                **fields,
                extraName=self._strings(doc.metadata.extra),
                extraValue=self._strings(doc.metadata.extra.values()),
            )
        for section in doc.sections:
            place = {"begin": section.span.start, "end": section.span.end}
            said = {"kind": section.kind or None, "title": section.title or None}
            self._add(self._layers.type(names.SECTION), **place, **said)

    def _set(self) -> None:
        one, made = self._one, self._one.provenance
        values = (one.name, one.schema, made.kind, made.agent, made.created, made.tool)
        about = self._notes[""]
        self._add(
            self._layers.type(names.ANNOTATION_SET),
            **{name: value or None for name, value in zip(SET_FEATURES, values, strict=True)},
            sources=self._strings(made.sources),
            note=self._strings(note.text for note in about),
            noteKind=self._named(note.kind for note in about),
        )

    def _features(
        self, layer: Layer, item: Annotation, *, without: Sequence[str] = ()
    ) -> dict[str, Any]:
        """The features of whatever has an id, attributes and notes."""
        found: dict[str, Any] = {layer.role("id"): item.id}
        for name, value in item.attributes.items():
            if name not in without:
                found[layer.attribute(name)] = value
        about = self._notes.get(item.id)
        if about:
            feature = layer.role("note", names.STRINGS)
            found[feature] = self._strings(note.text for note in about)
            if any(note.kind for note in about):
                feature = layer.role("noteKind", names.STRINGS)
                found[feature] = self._strings(note.kind for note in about)
        return found

    def _planned(self, mention: Mention) -> tuple[Mention, Layer, dict[str, Any]]:
        """The layer and the features of a mention."""
        taken, begin, end = self._place(mention)
        if mention.attributes.get(names.TYPE) == names.NAMED_ENTITY and mention.type:
            layer, features, codes = self._named_entity(mention)
            taken.append(names.TYPE)
        else:
            layer, features, codes = self._layers.mention(mention.type), {}, mention.codes
        features |= {"begin": begin, "end": end}
        features |= self._features(layer, mention, without=taken) | self._codes(layer, codes)
        if len(mention.spans) > 1:
            feature = layer.role("fragments", names.FS_ARRAY, names.FRAGMENT_LINK)
            features[feature] = self._fragments(mention)
        return mention, layer, features

    def _place(self, mention: Mention) -> tuple[list[str], int, int]:
        """Where the annotation stands: its first fragment, or the place it was given."""
        if mention.spans:
            return [], mention.spans[0].start, mention.spans[0].end
        given = mention.attributes.get(names.PLACE, "")
        if _PLACE.fullmatch(given) and int(given) <= len(self._doc.text):
            return [names.PLACE], int(given), int(given)
        return [], 0, 0

    def _named_entity(self, mention: Mention) -> tuple[Layer, dict[str, Any], Sequence[Code]]:
        """The layer of named entities, what stands there in features of its own, other codes."""
        features = {} if mention.type == _NAMED_ENTITY else {"value": mention.type}
        codes = mention.codes
        if codes:
            first = f"{codes[0].system}:{codes[0].code}" if codes[0].system else codes[0].code
            if first and identifier(first) == codes[0]:
                features["identifier"] = first
                codes = codes[1:]
        return self._layers.named_entity(), features, codes

    def _codes(self, layer: Layer, codes: Sequence[Code]) -> dict[str, Any]:
        columns = {
            "code": [code.code for code in codes],
            "codeSystem": [code.system for code in codes],
            "codeName": [code.name for code in codes],
        }
        return {
            layer.role(what, names.STRINGS): self._strings(column)
            for what, column in columns.items()
            if any(column) or (codes and what == "code")
        }

    def _fragments(self, mention: Mention) -> Any:
        """The fragments after the first one, as what the slots of the annotation point at."""
        links = []
        for span in mention.spans[1:]:
            target = self._add(self._layers.type(names.FRAGMENT), begin=span.start, end=span.end)
            links.append(self._layers.type(names.FRAGMENT_LINK)(target=target))
        return self._layers.type(names.FS_ARRAY)(elements=links)

    def _planned_relation(self, rel: Relation) -> tuple[Relation, Layer, dict[str, Any]]:
        layer = self._layers.relation(rel.type)
        return rel, layer, self._features(layer, rel)

    def _relation(self, rel: Relation, layer: Layer, features: dict[str, Any]) -> None:
        first, second = self._placed[rel.arg1], self._placed[rel.arg2]
        ends = {names.GOVERNOR: first, names.DEPENDENT: second}
        self._add(layer.type, begin=second.begin, end=second.end, **ends, **features)

    def _planned_group(self, group: Group) -> tuple[Group, Layer, Layer, dict[str, Any]]:
        chain, link = self._layers.chain(group.type)
        return group, chain, link, self._features(chain, group)

    def _group(self, group: Group, chain: Layer, link: Layer, features: dict[str, Any]) -> None:
        following = None
        for member in reversed(group.members):
            at = self._placed[member]
            named = {link.role("mention"): member}
            following = self._add(link.type, begin=at.begin, end=at.end, next=following, **named)
        self._add(chain.type, first=following, **features)
