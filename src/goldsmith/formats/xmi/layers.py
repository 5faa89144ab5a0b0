"""The type system that we write: it gets types and features as the documents need them.

Each type of mention is a span layer and each type of relation a relation layer of its own, so that
INCEpTION takes them over from the type system; groups are chains whose links name their mentions.
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

#: Names that features cannot have: those of UIMA, those of relations and chains, cassis' own.
_TAKEN = {
    *("sofa", "begin", "end", names.GOVERNOR, names.DEPENDENT),
    *("first", "next", "referenceType", "referenceRelation"),
    *("type", "self", "xmiID", "get", "set", *keyword.kwlist),
}
SET_FEATURES = ("name", "schema", "kind", "agent", "created", "tool")


class Layer:
    """A type that gets features as they are needed.

    All features of a document must be asked for before its feature structures are made: those made
    earlier would not have the later ones.
    """

    def __init__(self, system: TypeSystem, type_: Any) -> None:
        self._system = system
        self.type = type_
        self._attributes: dict[str, str] = {}
        self._roles: dict[str, str] = {}

    def attribute(self, name: str) -> str:
        """The feature that holds an attribute."""
        if name not in self._attributes:
            added = self._add(names.uima_name(name), names.STRING, names.mark(name))
            self._attributes[name] = added
        return self._attributes[name]

    def role(self, what: str, range_type: str = names.STRING, element: str | None = None) -> str:
        """The feature that holds something else than an attribute: an id, codes, notes."""
        if what not in self._roles:
            self._roles[what] = self._add(what, range_type, names.role_mark(what), element)
        return self._roles[what]

    def _add(self, wanted: str, range_type: str, said: str, element: str | None = None) -> str:
        taken = _TAKEN.union(feature.name for feature in self.type.all_features)
        name = _free(wanted, taken.__contains__)
        self._system.create_feature(self.type, name, range_type, element, said)
        self.type._constructor = None  # cassis would go on making structures without the feature
        return name


def _free(wanted: str, is_taken: Callable[[str], bool]) -> str:
    name, number = wanted, 1
    while is_taken(name):
        number += 1
        name = f"{wanted}_{number}"
    return name


class Layers:
    """The layers that all documents of a corpus share."""

    def __init__(self) -> None:
        self.system = TypeSystem()
        self._made: dict[tuple[str, str], Layer] = {}
        self._type(names.DOCUMENT_META_DATA, names.DOCUMENT, ("documentId", "documentTitle"))
        self._type(names.SECTION, names.ANNOTATION, ("kind", "title"))
        self._type(names.FRAGMENT, names.ANNOTATION)
        self._type(names.FRAGMENT_LINK, names.TOP, ("role",), target=names.FRAGMENT)
        lists = dict.fromkeys(("extraName", "extraValue"), names.STRINGS)
        self._type(names.METADATA, names.ANNOTATION_BASE, METADATA_FEATURES, **lists)
        lists = dict.fromkeys(("sources", "note", "noteKind"), names.STRINGS)
        self._type(names.ANNOTATION_SET, names.ANNOTATION_BASE, SET_FEATURES, **lists)

    def save(self, path: Path) -> None:
        """Writes the type system, one element a line."""
        root = etree.fromstring(self.system.to_xml().encode("utf-8"))
        etree.indent(root)
        write(root, path)

    def type(self, name: str) -> Any:
        """A type of the system."""
        return self.system.get_type(name)

    def mention(self, kind: str) -> Layer:
        """The span layer of a type of mentions."""
        return self._layer("mention", kind, lambda: self._span(kind))

    def named_entity(self) -> Layer:
        """DKPro's layer of named entities, which every INCEpTION project has."""
        features = ("value", "identifier")
        return self._layer(
            "entity", "", lambda: self._type(names.NAMED_ENTITY, names.ANNOTATION, features)
        )

    def relation(self, kind: str) -> Layer:
        """The relation layer of a type of relations."""
        ends = dict.fromkeys((names.GOVERNOR, names.DEPENDENT), names.ANNOTATION)
        return self._layer("relation", kind, lambda: self._span(kind, **ends))

    def chain(self, kind: str) -> tuple[Layer, Layer]:
        """The chain layer of a type of groups: the chain and its links."""
        if ("chain", kind) not in self._made:
            base = _free(names.CUSTOM + names.uima_name(kind), self._is_half_taken)
            link = self._type(base + names.LINK, names.ANNOTATION, said=names.mark(kind))
            self.system.create_feature(link, "next", link)
            for feature in ("referenceType", "referenceRelation"):
                self.system.create_feature(link, feature, names.STRING)
            above = names.ANNOTATION_BASE
            chain = self._type(base + names.CHAIN, above, said=names.mark(kind), first=link.name)
            self._made["chain", kind] = Layer(self.system, chain)
            self._made["link", kind] = Layer(self.system, link)
            self._made["link", kind].role("mention")
        return self._made["chain", kind], self._made["link", kind]

    def _layer(self, family: str, kind: str, make: Callable[[], Any]) -> Layer:
        if (family, kind) not in self._made:
            self._made[family, kind] = Layer(self.system, make())
        return self._made[family, kind]

    def _span(self, kind: str, **references: str) -> Any:
        name = _free(names.CUSTOM + names.uima_name(kind), self._is_taken)
        return self._type(name, names.ANNOTATION, said=names.mark(kind), **references)

    def _is_taken(self, name: str) -> bool:
        return bool(self.system.contains_type(name, True))

    def _is_half_taken(self, base: str) -> bool:
        return any(self._is_taken(base + ending) for ending in (names.CHAIN, names.LINK))

    def _type(
        self,
        name: str,
        above: str,
        features: Iterable[str] = (),
        *,
        said: str | None = None,
        **others: str,
    ) -> Any:
        type_ = self.system.create_type(name, above, said)
        for feature in features:
            self.system.create_feature(type_, feature, names.STRING)
        for feature, range_type in others.items():
            self.system.create_feature(type_, feature, range_type)
        return type_
