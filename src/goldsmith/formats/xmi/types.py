"""What the types of a UIMA type system are to us: mentions, relations, chains or housekeeping."""

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

from goldsmith.errors import InputError
from goldsmith.formats.shared.xml import parse
from goldsmith.formats.xmi import names

_BASE = ("sofa", "begin", "end")
_PRIMITIVES = frozenset(
    f"uima.cas.{kind}"
    for kind in ("Boolean", "Byte", "Short", "Integer", "Long", "Float", "Double", "String")
)


class Kind(Enum):
    """What the feature structures of a type are."""

    NOTHING = "housekeeping, or part of something else"
    MENTION = "a mention"
    RELATION = "a relation from Governor to Dependent"
    CHAIN = "the head of a chain"
    LINK = "a link of a chain"
    SECTION = "a section"
    ARGUMENTS = "a relation whose arguments are structures of their own (cTAKES)"


#: Features of named entities that are no attributes.
_APART = {(names.NAMED_ENTITY, "value"), (names.NAMED_ENTITY, "identifier")}
#: Endings that the types of chains have and the chains themselves do not.
_ENDINGS = {Kind.CHAIN: names.CHAIN, Kind.LINK: names.LINK}


class Layer(msgspec.Struct):
    """How feature structures of one type are read."""

    kind: Kind
    label: str
    values: list[tuple[str, str]] = []
    """Features that hold a plain value or a list of them, and the attribute each one is."""
    references: list[tuple[str, str]] = []
    """Features that hold other feature structures, and the name of each."""
    roles: dict[str, str] = {}
    """What features of ours hold -> the feature."""


class Types:
    """A type system and its layers."""

    def __init__(self, system: TypeSystem) -> None:
        self.system = system
        self._layers: dict[str, Layer] = {}
        short = Counter(
            one.short_name for one in system.get_types() if not names.is_machinery(one.name)
        )
        self._ambiguous = {name for name, count in short.items() if count > 1}

    def layer(self, type_: Any) -> Layer:
        """The layer of a type."""
        if type_.name not in self._layers:
            self._layers[type_.name] = self._made(type_)
        return self._layers[type_.name]

    def _made(self, type_: Any) -> Layer:
        kind = self._kind(type_)
        layer = Layer(kind, self._label(type_, kind))
        for feature in type_.all_features:
            name = feature.name[:-1] if feature._has_reserved_name else feature.name
            held = names.role(feature.description)
            if held:
                layer.roles[held] = feature.name
            elif name not in _BASE and (type_.name, name) not in _APART and name != _next(kind):
                plain = self._is_plain(feature.rangeType)
                given = names.marked(feature.description)
                place = layer.values if plain else layer.references
                place.append((feature.name, name if given is None else given))
        return layer

    def _is_plain(self, range_type: Any) -> bool:
        system = self.system
        return bool(system.is_primitive(range_type) or system.is_primitive_collection(range_type))

    def _kind(self, type_: Any) -> Kind:
        features = {one.name for one in type_.all_features if not self._is_plain(one.rangeType)}
        is_annotation = self.system.is_instance_of(type_, names.ANNOTATION_BASE)
        if type_.name in (names.SECTION, names.CTAKES_SEGMENT) or self._is_div(type_):
            return Kind.SECTION
        if names.is_machinery(type_.name) or type_.name.startswith(names.OURS):
            return Kind.NOTHING
        if {names.GOVERNOR, names.DEPENDENT} <= features:
            return Kind.RELATION
        if "first" in features and type_.name.endswith(names.CHAIN):
            return Kind.CHAIN
        if {"arg1", "arg2"} <= features and not is_annotation:
            return Kind.ARGUMENTS
        if "next" in features and type_.name.endswith(names.LINK):
            return Kind.LINK
        part = not is_annotation and ("target" in features or "argument" in features)
        concept = type_.name.startswith(names.CTAKES_CONCEPTS)
        return Kind.NOTHING if part or concept else Kind.MENTION

    def _is_div(self, type_: Any) -> bool:
        system = self.system
        return bool(system.contains_type(names.DIV) and system.is_instance_of(type_, names.DIV))

    def _label(self, type_: Any, kind: Kind) -> str:
        """What mentions of a type are called: the short name, unless another type has it too."""
        given = names.marked(type_.description)
        if given is not None:
            return given
        custom = type_.name.startswith(names.CUSTOM)
        full = type_.short_name in self._ambiguous and not custom
        label: str = type_.name if full else type_.short_name
        ending = _ENDINGS.get(kind, "")
        return label.removesuffix(ending)


def _next(kind: Kind) -> str:
    return "next" if kind is Kind.LINK else ""


def types(content: bytes, *, where: str) -> Types:
    """The types that a type system file describes; a broken or dangerous file is refused."""
    try:
        return _types(content)
    except InputError as error:
        raise error.at(where) from None
    except (TypeNotFoundError, KeyError, ValueError, TypeError, AttributeError) as error:
        raise InputError(
            f"this is not a type system that can be used ({type(error).__name__})",
            where=where,
            line=1,
            expected="a UIMA type system with all types that it speaks of",
            remedy="Merge the type systems that it imports into it",
        ) from None


@lru_cache(maxsize=8)  # every document of a corpus has the same one, each zip its own copy
def _types(content: bytes) -> Types:
    parse(content, where="")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        system = load_typesystem(BytesIO(content))
    string = system.get_type(names.STRING)
    for type_ in system.get_types():
        for feature in type_.features:
            # cassis cannot read values of a string type that lists the values it allows.
            if system.is_primitive(feature.rangeType) and feature.rangeType.name not in _PRIMITIVES:
                feature.rangeType = string
    return Types(system)
