"""UIMA CAS from one annotation set of a document."""

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
from goldsmith.formats.xmi.values import METADATA_FEATURES, parse_identifier
from goldsmith.formats.xmi.write_types import SET_FEATURES, LayerBuilder, TypeSystemBuilder

_OFFSET = re.compile("[1-9][0-9]{0,9}")
_NAMED_ENTITY = names.NAMED_ENTITY.rpartition(".")[2]


class CasWriter:
    """A builder of the CAS of one annotation set.

    With `describe_set`, the CAS also records the name, schema, provenance and notes of the set.
    """

    def __init__(
        self,
        doc: Document,
        annotation_set: AnnotationSet,
        types: TypeSystemBuilder,
        *,
        describe_set: bool,
    ) -> None:
        self._doc, self._set, self._types = doc, annotation_set, types
        self._cas = Cas(types.system, sofa_string=doc.text, sofa_mime="text/plain")
        self._notes: dict[str, list[Note]] = defaultdict(list)
        for note in annotation_set.notes:
            self._notes[note.target].append(note)
        self._written: dict[str, Any] = {}
        self._add_document()
        if describe_set:
            self._add_set()
        self._add_annotations(annotation_set)

    def _add_annotations(self, annotation_set: AnnotationSet) -> None:
        # All features must exist before the first feature structure of a type is built.
        mentions = [self._plan_mention(mention) for mention in annotation_set.mentions]
        for mention, layer, features in mentions:
            self._written[mention.id] = self._add(layer.type, **features)
        relations = [self._plan_relation(rel) for rel in annotation_set.relations]
        for rel, layer, features in relations:
            self._add_relation(rel, layer, features)
        groups = [self._plan_group(group) for group in annotation_set.groups]
        for group, chain, link, features in groups:
            self._add_group(group, chain, link, features)

    def save(self, path: Path) -> None:
        """Write the CAS as XMI."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._cas.to_xmi(path, pretty_print=True)

    def save_json(self, path: Path) -> None:
        """Write the CAS with its type system as CAS JSON."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._cas.to_json(path, pretty_print=True)

    def _add(self, type_: Any, **features: Any) -> Any:
        """Add a feature structure to the CAS, leaving out features that are None."""
        fs = type_(**{name: value for name, value in features.items() if value is not None})
        self._cas.add(fs)
        return fs

    def _make_array(self, values: Iterable[str]) -> Any:
        """Return the values as an array, or None if there are none."""
        elements = list(values)
        return self._types.get_type(names.STRINGS)(elements=elements) if elements else None

    def _make_array_unless_empty(self, values: Iterable[str]) -> Any:
        """Return the values as an array, or None if all are empty."""
        elements = list(values)
        return self._make_array(elements) if any(elements) else None

    def _add_document(self) -> None:
        doc, end = self._doc, len(self._doc.text)
        self._add(
            self._types.get_type(names.DOCUMENT_META_DATA),
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
                self._types.get_type(names.METADATA),
                **fields,
                extraName=self._make_array(doc.metadata.extra),
                extraValue=self._make_array(doc.metadata.extra.values()),
            )
        for section in doc.sections:
            offsets = {"begin": section.span.start, "end": section.span.end}
            details = {"kind": section.kind or None, "title": section.title or None}
            self._add(self._types.get_type(names.SECTION), **offsets, **details)

    def _add_set(self) -> None:
        annotation_set, provenance = self._set, self._set.provenance
        values = (
            annotation_set.name,
            annotation_set.schema,
            provenance.kind,
            provenance.agent,
            provenance.created,
            provenance.tool,
        )
        notes = self._notes[""]
        self._add(
            self._types.get_type(names.ANNOTATION_SET),
            **{name: value or None for name, value in zip(SET_FEATURES, values, strict=True)},
            sources=self._make_array(provenance.sources),
            note=self._make_array(note.text for note in notes),
            noteKind=self._make_array_unless_empty(note.kind for note in notes),
        )

    def _build_features(
        self, layer: LayerBuilder, item: Annotation, *, without: Sequence[str] = ()
    ) -> dict[str, Any]:
        """Build the features for the id, attributes and notes of an annotation."""
        features: dict[str, Any] = {layer.ensure_role("id"): item.id}
        for name, value in item.attributes.items():
            if name not in without:
                features[layer.ensure_attribute(name)] = value
        notes = self._notes.get(item.id)
        if notes:
            feature = layer.ensure_role("note", names.STRINGS)
            features[feature] = self._make_array(note.text for note in notes)
            if any(note.kind for note in notes):
                feature = layer.ensure_role("noteKind", names.STRINGS)
                features[feature] = self._make_array(note.kind for note in notes)
        return features

    def _plan_mention(self, mention: Mention) -> tuple[Mention, LayerBuilder, dict[str, Any]]:
        """Return a mention with its layer and features."""
        taken, begin, end = self._locate(mention)
        if mention.attributes.get(names.TYPE_ATTRIBUTE) == names.NAMED_ENTITY and mention.type:
            layer, features, codes = self._plan_named_entity(mention)
            taken.append(names.TYPE_ATTRIBUTE)
        else:
            layer = self._types.ensure_mention_layer(mention.type)
            features, codes = {}, mention.codes
        features |= {"begin": begin, "end": end}
        features |= self._build_features(layer, mention, without=taken)
        features |= self._build_code_features(layer, codes)
        if len(mention.spans) > 1:
            feature = layer.ensure_role("fragments", names.FS_ARRAY, names.FRAGMENT_LINK)
            features[feature] = self._add_fragments(mention)
        return mention, layer, features

    def _locate(self, mention: Mention) -> tuple[list[str], int, int]:
        """Return the attributes with the offset, and the offsets of the first fragment."""
        if mention.spans:
            return [], mention.spans[0].start, mention.spans[0].end
        offset = mention.attributes.get(names.BEGIN_ATTRIBUTE, "")
        if _OFFSET.fullmatch(offset) and int(offset) <= len(self._doc.text):
            return [names.BEGIN_ATTRIBUTE], int(offset), int(offset)
        return [], 0, 0

    def _plan_named_entity(
        self, mention: Mention
    ) -> tuple[LayerBuilder, dict[str, Any], Sequence[Code]]:
        """Return the named entity layer, features for type and first code, and other codes."""
        features = {} if mention.type == _NAMED_ENTITY else {"value": mention.type}
        codes = mention.codes
        if codes:
            first = f"{codes[0].system}:{codes[0].code}" if codes[0].system else codes[0].code
            if first and parse_identifier(first) == codes[0]:
                features["identifier"] = first
                codes = codes[1:]
        return self._types.ensure_named_entity_layer(), features, codes

    def _build_code_features(self, layer: LayerBuilder, codes: Sequence[Code]) -> dict[str, Any]:
        columns = {
            "code": [code.code for code in codes],
            "codeSystem": [code.system for code in codes],
            "codeName": [code.name for code in codes],
        }
        return {
            layer.ensure_role(role, names.STRINGS): self._make_array(column)
            for role, column in columns.items()
            if any(column) or (codes and role == "code")
        }

    def _add_fragments(self, mention: Mention) -> Any:
        """Add the fragments after the first as annotations, and return the links to them."""
        links = []
        for span in mention.spans[1:]:
            target = self._add(self._types.get_type(names.FRAGMENT), begin=span.start, end=span.end)
            links.append(self._types.get_type(names.FRAGMENT_LINK)(target=target))
        return self._types.get_type(names.FS_ARRAY)(elements=links)

    def _plan_relation(self, rel: Relation) -> tuple[Relation, LayerBuilder, dict[str, Any]]:
        layer = self._types.ensure_relation_layer(rel.type)
        return rel, layer, self._build_features(layer, rel)

    def _add_relation(self, rel: Relation, layer: LayerBuilder, features: dict[str, Any]) -> None:
        first, second = self._written[rel.arg1], self._written[rel.arg2]
        ends = {names.GOVERNOR: first, names.DEPENDENT: second}
        self._add(layer.type, begin=second.begin, end=second.end, **ends, **features)

    def _plan_group(self, group: Group) -> tuple[Group, LayerBuilder, LayerBuilder, dict[str, Any]]:
        chain, link = self._types.ensure_chain_layers(group.type)
        return group, chain, link, self._build_features(chain, group)

    def _add_group(
        self, group: Group, chain: LayerBuilder, link: LayerBuilder, features: dict[str, Any]
    ) -> None:
        next_link = None
        for member in reversed(group.members):
            mention_fs = self._written[member]
            role = {link.ensure_role("mention"): member}
            next_link = self._add(
                link.type, begin=mention_fs.begin, end=mention_fs.end, next=next_link, **role
            )
        self._add(chain.type, first=next_link, **features)
