"""The type system that we write, which gains types and features as the documents need them.

Each type of mention becomes a span layer and each type of relation a relation layer, so that
INCEpTION can import them from the type system. Groups become chains whose links name the mentions.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from cassis import TypeSystem
from lxml import etree

from goldsmith.formats.shared.xml import write
from goldsmith.formats.xmi import names
from goldsmith.formats.xmi.values import METADATA_FEATURES

#: Reserved names of features: of UIMA, of relations and chains, and of cassis.
_RESERVED = {
    *("sofa", "begin", "end", names.GOVERNOR, names.DEPENDENT),
    *("first", "next", "referenceType", "referenceRelation"),
    *("type", "self", "xmiID", "get", "set", *keyword.kwlist),
}
SET_FEATURES = ("name", "schema", "kind", "agent", "created", "tool")


class LayerBuilder:
    """A type that gains features as they are needed.

    Add all features of a document before building its feature structures: a feature structure
    lacks the features that are added after it was built.
    """

    def __init__(self, system: TypeSystem, type_: Any) -> None:
        self._system = system
        self.type = type_
        self._attributes: dict[str, str] = {}
        self._roles: dict[str, str] = {}

    def ensure_attribute(self, name: str) -> str:
        """Return the feature for an attribute, adding it if needed."""
        if name not in self._attributes:
            feature = self._add(names.to_uima_name(name), names.STRING, names.describe_name(name))
            self._attributes[name] = feature
        return self._attributes[name]

    def ensure_role(
        self, role: str, range_type: str = names.STRING, element: str | None = None
    ) -> str:
        """Return the feature for an id, codes or notes, adding it if needed."""
        if role not in self._roles:
            description = names.describe_role(role)
            self._roles[role] = self._add(role, range_type, description, element)
        return self._roles[role]

    def _add(self, base: str, range_type: str, description: str, element: str | None = None) -> str:
        taken = _RESERVED.union(feature.name for feature in self.type.all_features)
        name = _find_free_name(base, taken.__contains__)
        self._system.create_feature(self.type, name, range_type, element, description)
        self.type._constructor = None  # otherwise cassis keeps building structures without it
        return name


def _find_free_name(base: str, is_taken: Callable[[str], bool]) -> str:
    name, number = base, 1
    while is_taken(name):
        number += 1
        name = f"{base}_{number}"
    return name


class TypeSystemBuilder:
    """The type system that all documents of a corpus share."""

    def __init__(self) -> None:
        self.system = TypeSystem()
        self._layers: dict[tuple[str, str], LayerBuilder] = {}
        self._add_type(names.DOCUMENT_META_DATA, names.DOCUMENT, ("documentId", "documentTitle"))
        self._add_type(names.SECTION, names.ANNOTATION, ("kind", "title"))
        self._add_type(names.FRAGMENT, names.ANNOTATION)
        self._add_type(names.FRAGMENT_LINK, names.TOP, ("role",), target=names.FRAGMENT)
        lists = dict.fromkeys(("extraName", "extraValue"), names.STRINGS)
        self._add_type(names.METADATA, names.ANNOTATION_BASE, METADATA_FEATURES, **lists)
        lists = dict.fromkeys(("sources", "note", "noteKind"), names.STRINGS)
        self._add_type(names.ANNOTATION_SET, names.ANNOTATION_BASE, SET_FEATURES, **lists)

    def save(self, path: Path) -> None:
        """Write the type system as indented XML."""
        root = etree.fromstring(self.system.to_xml().encode("utf-8"))
        etree.indent(root)
        write(root, path)

    def get_type(self, name: str) -> Any:
        """Return a type of the system."""
        return self.system.get_type(name)

    def ensure_mention_layer(self, label: str) -> LayerBuilder:
        """Return the span layer for a type of mention."""
        return self._ensure_layer("mention", label, lambda: self._add_span_type(label))

    def ensure_named_entity_layer(self) -> LayerBuilder:
        """Return DKPro's layer of named entities, which every INCEpTION project has."""
        features = ("value", "identifier")
        return self._ensure_layer(
            "entity", "", lambda: self._add_type(names.NAMED_ENTITY, names.ANNOTATION, features)
        )

    def ensure_relation_layer(self, label: str) -> LayerBuilder:
        """Return the relation layer for a type of relation."""
        ends = dict.fromkeys((names.GOVERNOR, names.DEPENDENT), names.ANNOTATION)
        return self._ensure_layer("relation", label, lambda: self._add_span_type(label, **ends))

    def ensure_chain_layers(self, label: str) -> tuple[LayerBuilder, LayerBuilder]:
        """Return the layers of the chains and of the links for a type of group."""
        if ("chain", label) not in self._layers:
            base = _find_free_name(
                names.CUSTOM + names.to_uima_name(label), self._has_chain_or_link_type
            )
            description = names.describe_name(label)
            link = self._add_type(base + names.LINK, names.ANNOTATION, description=description)
            self.system.create_feature(link, "next", link)
            for feature in ("referenceType", "referenceRelation"):
                self.system.create_feature(link, feature, names.STRING)
            chain = self._add_type(
                base + names.CHAIN,
                names.ANNOTATION_BASE,
                description=description,
                first=link.name,
            )
            self._layers["chain", label] = LayerBuilder(self.system, chain)
            self._layers["link", label] = LayerBuilder(self.system, link)
            self._layers["link", label].ensure_role("mention")
        return self._layers["chain", label], self._layers["link", label]

    def _ensure_layer(
        self, family: str, label: str, create_type: Callable[[], Any]
    ) -> LayerBuilder:
        if (family, label) not in self._layers:
            self._layers[family, label] = LayerBuilder(self.system, create_type())
        return self._layers[family, label]

    def _add_span_type(self, label: str, **references: str) -> Any:
        name = _find_free_name(names.CUSTOM + names.to_uima_name(label), self._has_type)
        description = names.describe_name(label)
        return self._add_type(name, names.ANNOTATION, description=description, **references)

    def _has_type(self, name: str) -> bool:
        return bool(self.system.contains_type(name, True))

    def _has_chain_or_link_type(self, base: str) -> bool:
        return any(self._has_type(base + suffix) for suffix in (names.CHAIN, names.LINK))

    def _add_type(
        self,
        name: str,
        parent: str,
        string_features: Iterable[str] = (),
        *,
        description: str | None = None,
        **features: str,
    ) -> Any:
        type_ = self.system.create_type(name, parent, description)
        for feature in string_features:
            self.system.create_feature(type_, feature, names.STRING)
        for feature, range_type in features.items():
            self.system.create_feature(type_, feature, range_type)
        return type_
