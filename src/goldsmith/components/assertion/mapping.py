"""From categories to the attributes of a schema."""

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

#: Without a schema: the attributes of Ogren et al. (2008), and whether a mention is hypothetical.
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


class Mapped(NamedTuple):
    """What the categories make of a mention's attributes, and what it has without any."""

    categories: Mapping[str, Mapping[str, str]]
    otherwise: Mapping[str, str]
    #: Attribute -> value -> what that forces on other attributes.
    implied: Mapping[str, Mapping[str, Mapping[str, str]]]

    @property
    def names(self) -> frozenset[str]:
        """The attributes that are set here."""
        given = {name for values in self.categories.values() for name in values}
        return frozenset(given) | frozenset(self.otherwise)

    def attributes(self, found: Iterable[str]) -> dict[str, str]:
        """The attributes of a mention of these categories."""
        there = set(found)
        values = dict(self.otherwise)
        for category in CATEGORIES:
            if category in there:
                values.update(self.categories.get(category, {}))
        return self.complete(values)

    def complete(self, values: dict[str, str]) -> dict[str, str]:
        """The same with what its values force on others.

        A value that only another one can force is not left where that other one is not.
        """
        for name, forcing in self.implied.items():
            here = values.get(name, "")
            for value, forced in forcing.items():
                if value == here:
                    values.update(forced)
                    continue
                for other, only in forced.items():
                    if values.get(other) == only:
                        values[other] = self.otherwise.get(other, "")
        return values


def given(mapping: Mapping[str, Mapping[str, str]], otherwise: Mapping[str, str]) -> Mapped:
    """The mapping that options spell out; raises InputError for an unknown category."""
    if unknown := [name for name in mapping if name not in CATEGORIES]:
        raise InputError(
            f"the component assertion has no category {unknown[0]!r}",
            expected=", ".join(CATEGORIES),
        )
    return Mapped(mapping, otherwise, {})


def plain() -> Mapped:
    """The mapping that holds where there is no schema."""
    return Mapped(PLAIN, PLAIN_OTHERWISE, {})


def of_schema(schema: Schema, values: Values) -> dict[str, Mapped]:
    """For each type of mention that has attributes to set, how."""
    found = {kind.name: of_type(kind, values) for kind in schema.mention}
    return {name: one for name, one in found.items() if any(one.categories.values())}


def of_type(kind: MentionType, values: Values) -> Mapped:
    """How the attributes of a type of mention stand for categories, by their names and values."""
    mapping: dict[str, dict[str, str]] = {}
    otherwise: dict[str, str] = {}
    for name, attribute in kind.attributes.items():
        said = {
            one: _stands_for(name, attribute, values[one]) for one in CATEGORIES if one in values
        }
        if not any(said.values()):
            continue
        for category, value in said.items():
            if value:
                mapping.setdefault(category, {})[name] = value
        if usual := _usual(attribute, values.get(_OTHERWISE, ())):
            otherwise[name] = usual
    _next_best(mapping)
    implied = {name: one.implies for name, one in kind.attributes.items() if one.implies}
    return Mapped(mapping, otherwise, implied)


def _stands_for(name: str, attribute: AttributeType, names: Sequence[str]) -> str:
    """The value of an attribute that stands for one of the names; empty if none does."""
    for value in attribute.values:
        if value.lower() in names:
            return value
    if name.lower() in names:
        return next((value for value in attribute.values if value.lower() in _YES), "")
    return ""


def _usual(attribute: AttributeType, names: Sequence[str]) -> str:
    if attribute.default:
        return attribute.default
    usual = (value for value in attribute.values if value.lower() in names)
    return next(usual, next((value for value in attribute.values if value.lower() in _NO), ""))


#: Category -> those that stand in for it where a schema has no word for it.
_INSTEAD = {"hypothetical": ("possible",), "resolved": ("historical", "negated")}


def _next_best(mapping: dict[str, dict[str, str]]) -> None:
    """Fill in for categories that the schema cannot say.

    What a patient may develop is possible; what resolved is history, or else it is absent.
    """
    for category, others in _INSTEAD.items():
        there = [mapping[one] for one in others if one in mapping]
        if category not in mapping and there:
            mapping[category] = dict(there[0])


def asked_for(
    mapping: Mapping[str, Mapping[str, str]],
    otherwise: Mapping[str, str],
    schema: Schema | None,
    files: Iterable[RuleFile],
) -> tuple[dict[str, Mapped], Mapped | None]:
    """How attributes are set by type of mention, and for types that are not named."""
    if mapping or otherwise:
        return {}, given(mapping, otherwise)
    if schema is None:
        return {}, plain()
    values: dict[str, tuple[str, ...]] = {}
    for one in files:
        values.update({name: (*values.get(name, ()), *more) for name, more in one.values.items()})
    return of_schema(schema, values), None
