"""Map the types of a UIMA type system to mentions, relations or chains, or skip them."""

from __future__ import annotations

import warnings
from collections import Counter
from enum import Enum
from functools import lru_cache
from io import BytesIO
from typing import Any

import msgspec
from cassis import TypeSystem, load_typesystem
from cassis.typesystem import TypeNotFoundError
from lxml import etree

from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.shared.xml import get_line, get_local_name, parse, show_tag
from goldsmith.formats.xmi import names

_BASE_FEATURES = ("sofa", "begin", "end")
#: The elements of a type system that list others of the same name.
_LISTS = ("types", "features", "allowedValues", "imports", "namespaces")
_PRIMITIVES = frozenset(
    f"uima.cas.{kind}"
    for kind in ("Boolean", "Byte", "Short", "Integer", "Long", "Float", "Double", "String")
)


class Kind(Enum):
    """The result of reading the feature structures of a type."""

    NOTHING = "auxiliary data, or part of another feature structure"
    MENTION = "a mention"
    RELATION = "a relation from Governor to Dependent"
    CHAIN = "the head of a chain"
    LINK = "a link of a chain"
    SECTION = "a section"
    ARGUMENTS = "a relation whose arguments are feature structures (cTAKES)"


#: Features of named entities that become the type and the code of a mention, not attributes.
_NAMED_ENTITY_FEATURES = {(names.NAMED_ENTITY, "value"), (names.NAMED_ENTITY, "identifier")}
#: Suffixes of the types of chains that are not part of a chain's type.
_SUFFIXES = {Kind.CHAIN: names.CHAIN, Kind.LINK: names.LINK}


class Layer(msgspec.Struct):
    """The mapping of the feature structures of one type."""

    kind: Kind
    label: str
    values: list[tuple[str, str]] = []
    """Features with plain values or lists of them, each with its attribute name."""
    references: list[tuple[str, str]] = []
    """Features that refer to other feature structures, each with its relation name."""
    roles: dict[str, str] = {}
    """Features that Goldsmith wrote for ids, codes and notes, by their role."""


class TypeMap:
    """A type system and the layer of each of its types."""

    def __init__(self, system: TypeSystem) -> None:
        self.system = system
        self._layers: dict[str, Layer] = {}
        short_names = Counter(
            type_.short_name for type_ in system.get_types() if not names.is_auxiliary(type_.name)
        )
        self._ambiguous = {name for name, count in short_names.items() if count > 1}

    def get_layer(self, type_: Any) -> Layer:
        """Return the layer of a type."""
        if type_.name not in self._layers:
            self._layers[type_.name] = self._build_layer(type_)
        return self._layers[type_.name]

    def _build_layer(self, type_: Any) -> Layer:
        kind = self._classify(type_)
        layer = Layer(kind, self._choose_label(type_, kind))
        for feature in type_.all_features:
            name = get_feature_name(feature)
            role = names.parse_role(feature.description)
            if role:
                layer.roles[role] = feature.name
            elif not _is_structural(type_, name, kind):
                is_plain = self._is_plain(feature.rangeType)
                original = names.parse_name(feature.description)
                features = layer.values if is_plain else layer.references
                features.append((feature.name, name if original is None else original))
        return layer

    def _is_plain(self, range_type: Any) -> bool:
        system = self.system
        return bool(system.is_primitive(range_type) or system.is_primitive_collection(range_type))

    def _classify(self, type_: Any) -> Kind:
        features = {
            feature.name for feature in type_.all_features if not self._is_plain(feature.rangeType)
        }
        is_annotation = self.system.is_instance_of(type_, names.ANNOTATION_BASE)
        if type_.name in (names.SECTION, names.CTAKES_SEGMENT) or self._is_div(type_):
            return Kind.SECTION
        if names.is_auxiliary(type_.name) or type_.name.startswith(names.GOLDSMITH):
            return Kind.NOTHING
        if {names.GOVERNOR, names.DEPENDENT} <= features:
            return Kind.RELATION
        if "first" in features and type_.name.endswith(names.CHAIN):
            return Kind.CHAIN
        if {"arg1", "arg2"} <= features and not is_annotation:
            return Kind.ARGUMENTS
        if "next" in features and type_.name.endswith(names.LINK):
            return Kind.LINK
        is_part = not is_annotation and ("target" in features or "argument" in features)
        is_concept = type_.name.startswith(names.CTAKES_CONCEPTS)
        return Kind.NOTHING if is_part or is_concept else Kind.MENTION

    def _is_div(self, type_: Any) -> bool:
        system = self.system
        return bool(system.contains_type(names.DIV) and system.is_instance_of(type_, names.DIV))

    def _choose_label(self, type_: Any, kind: Kind) -> str:
        """Return the type of the mentions: the short name, or the full one if it is ambiguous."""
        original = names.parse_name(type_.description)
        if original is not None:
            return original
        is_custom = type_.name.startswith(names.CUSTOM)
        needs_full_name = type_.short_name in self._ambiguous and not is_custom
        label: str = type_.name if needs_full_name else type_.short_name
        return label.removesuffix(_SUFFIXES.get(kind, ""))


def get_feature_name(feature: Any) -> str:
    """Return the name of a feature; cassis appends an underscore to names that Python reserves."""
    name: str = feature.name
    return name[:-1] if feature._has_reserved_name else name


def _is_structural(type_: Any, name: str, kind: Kind) -> bool:
    """Return whether a feature is read as something other than an attribute or relation."""
    is_next_link = kind is Kind.LINK and name == "next"
    return name in _BASE_FEATURES or (type_.name, name) in _NAMED_ENTITY_FEATURES or is_next_link


def load_type_map(content: bytes, *, where: str) -> TypeMap:
    """Load a type system file.

    Args:
        content: The XML of the type system.
        where: The file, for error messages.

    Raises:
        InputError: If the file is malformed, dangerous or incomplete.
    """
    try:
        return _load_type_map(content)
    except InputError as error:
        raise error.at(where) from None
    except (TypeNotFoundError, KeyError, ValueError, TypeError, AttributeError) as error:
        raise InputError(
            f"this is not a usable type system ({type(error).__name__})",
            where=where,
            line=1,
            expected="a UIMA type system that defines every type it refers to",
            remedy="Merge the type systems that it imports into it",
        ) from None


def _check_children(root: etree._Element) -> None:
    """Reject a second name, supertype … of a type or feature; cassis would use either of them."""
    for element in root.iter():
        children = [get_local_name(child) for child in element]
        if get_local_name(element) not in _LISTS and len(set(children)) < len(children):
            [(doubled, _)] = Counter(children).most_common(1)
            raise InputError(
                f"{show_tag(element)} has more than one <{shorten_id(doubled)}>",
                line=get_line(element),
                expected="each element once",
                remedy="Export the type system again",
            )


@lru_cache(maxsize=32)  # the documents of a corpus share one type system; each zip has a copy
def _load_type_map(content: bytes) -> TypeMap:
    _check_children(parse(content, where=""))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        system = load_typesystem(BytesIO(content))
    string = system.get_type(names.STRING)
    for type_ in system.get_types():
        for feature in type_.features:
            # cassis cannot read values of a string type that enumerates its allowed values.
            if system.is_primitive(feature.rangeType) and feature.rangeType.name not in _PRIMITIVES:
                feature.rangeType = string
    return TypeMap(system)
