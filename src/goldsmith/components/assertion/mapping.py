"""Mapping of assertion categories to the attributes of a schema."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from goldsmith.components.assertion.rules import CATEGORIES, RuleFile
from goldsmith.core import Schema
from goldsmith.core.schema import AttributeType, MentionType
from goldsmith.errors import InputError

_YES, _NO = frozenset({"true", "yes", "1"}), frozenset({"false", "no", "0"})
_OTHERWISE = "otherwise"
Values = Mapping[str, Sequence[str]]

#: Without a schema: the attributes of Ogren et al. (2008), and `hypothetical`.
PLAIN: Mapping[str, Mapping[str, str]] = {
    "negated": {"status": "negated"},
    "possible": {"status": "possible"},
    "resolved": {"context": "history of"},
    "historical": {"context": "history of"},
    "family": {"context": "family history of"},
    "hypothetical": {"hypothetical": "true"},
    "other_person": {"unrelated": "true"},
    "unrelated": {"unrelated": "true"},
}
PLAIN_OTHERWISE = {"status": "confirmed", "context": "current"}


class AttributeMapping(NamedTuple):
    """The attribute values of each category, and of a mention without any category."""

    categories: Mapping[str, Mapping[str, str]]
    otherwise: Mapping[str, str]
    #: Attribute -> value -> values that it implies for other attributes.
    implied: Mapping[str, Mapping[str, Mapping[str, str]]]

    @property
    def names(self) -> frozenset[str]:
        """Attributes that this mapping sets."""
        names = {name for values in self.categories.values() for name in values}
        return frozenset(names) | frozenset(self.otherwise)

    def assign(self, categories: Iterable[str]) -> dict[str, str]:
        """Return the attributes of a mention with these categories."""
        present = set(categories)
        values = dict(self.otherwise)
        for category in CATEGORIES:
            if category in present:
                values.update(self.categories.get(category, {}))
        return self.complete(values)

    def complete(self, values: dict[str, str]) -> dict[str, str]:
        """Add implied values, and reset values that may only be set by implication but are not."""
        for name, implications in self.implied.items():
            current = values.get(name, "")
            for value, implied in implications.items():
                if value == current:
                    values.update(implied)
                    continue
                for attribute, implied_value in implied.items():
                    if values.get(attribute) == implied_value:
                        values[attribute] = self.otherwise.get(attribute, "")
        return values


def parse_mapping(
    mapping: Mapping[str, Mapping[str, str]], otherwise: Mapping[str, str]
) -> AttributeMapping:
    """Check the mapping given as an option.

    Raises:
        InputError: It has an unknown category.
    """
    if unknown := [name for name in mapping if name not in CATEGORIES]:
        raise InputError(
            f"the component assertion has no category {unknown[0]!r}",
            expected=", ".join(CATEGORIES),
        )
    return AttributeMapping(mapping, otherwise, {})


def make_default_mapping() -> AttributeMapping:
    """Make the mapping for pipelines without a schema."""
    return AttributeMapping(PLAIN, PLAIN_OTHERWISE, {})


def map_schema(schema: Schema, values: Values) -> dict[str, AttributeMapping]:
    """Map the mention types of a schema that have attributes for categories."""
    mappings = {kind.name: map_mention_type(kind, values) for kind in schema.mention}
    return {name: m for name, m in mappings.items() if any(m.categories.values())}


def map_mention_type(kind: MentionType, values: Values) -> AttributeMapping:
    """Map categories to the attributes of a mention type by attribute names and values."""
    mapping: dict[str, dict[str, str]] = {}
    otherwise: dict[str, str] = {}
    for name, attribute in kind.attributes.items():
        matches = {
            category: _find_value(name, attribute, values[category])
            for category in CATEGORIES
            if category in values
        }
        if not any(matches.values()):
            continue
        for category, value in matches.items():
            if value:
                mapping.setdefault(category, {})[name] = value
        if default := _find_default(attribute, values.get(_OTHERWISE, ())):
            otherwise[name] = default
    _fill_missing(mapping)
    implied = {
        name: attribute.implies for name, attribute in kind.attributes.items() if attribute.implies
    }
    return AttributeMapping(mapping, otherwise, implied)


def _find_value(name: str, attribute: AttributeType, names: Sequence[str]) -> str:
    """Find the value of an attribute that means one of the names; empty if none does."""
    for value in attribute.values:
        if value.lower() in names:
            return value
    if name.lower() in names:
        return next((value for value in attribute.values if value.lower() in _YES), "")
    return ""


def _find_default(attribute: AttributeType, names: Sequence[str]) -> str:
    if attribute.default:
        return attribute.default
    default = (value for value in attribute.values if value.lower() in names)
    return next(default, next((value for value in attribute.values if value.lower() in _NO), ""))


#: Category -> substitutes for a schema that cannot express it.
_SUBSTITUTES = {"hypothetical": ("possible",), "resolved": ("historical", "negated")}


def _fill_missing(mapping: dict[str, dict[str, str]]) -> None:
    """Fill in substitutes for categories that the schema cannot express.

    A hypothetical condition counts as possible; a resolved one as historical, or else as negated.
    """
    for category, substitutes in _SUBSTITUTES.items():
        available = [mapping[name] for name in substitutes if name in mapping]
        if category not in mapping and available:
            mapping[category] = dict(available[0])


def choose_mapping(
    mapping: Mapping[str, Mapping[str, str]],
    otherwise: Mapping[str, str],
    schema: Schema | None,
    files: Iterable[RuleFile],
) -> tuple[dict[str, AttributeMapping], AttributeMapping | None]:
    """Choose the mapping: from the options, from the schema, or the default.

    Returns:
        The mapping of each mention type, and the mapping of all other types, if any.
    """
    if mapping or otherwise:
        return {}, parse_mapping(mapping, otherwise)
    if schema is None:
        return {}, make_default_mapping()
    values: dict[str, tuple[str, ...]] = {}
    for file in files:
        values.update({name: (*values.get(name, ()), *more) for name, more in file.values.items()})
    return map_schema(schema, values), None
