"""The rules of a migration, as data: a TOML file.

    schema = "ours-2.toml"              # the schema to migrate to: built in, or a file next to this

    [[mention]]
    types = ["Drug", "Device"]          # rename one type, or merge several
    to = "Treatment"
    [[mention]]
    types = ["Condition"]               # split: the first rule whose conditions hold applies
    when = {polarity = "negative"}
    to = "AbsentCondition"
    absorb = ["polarity"]               # the type now says what the attribute said
    [[relation]]
    types = ["has_location"]
    drop = true
    [[attribute]]
    of = ["Condition"]                  # types as they were before the migration
    name = "certainty"
    to = "assertion"
    values = {maybe = "possible"}

Conditions always refer to an annotation as it was before the migration.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from goldsmith.core import Schema
from goldsmith.core.decoding import BAD_TOML, describe_toml_error
from goldsmith.core.schema import ANY, AttributeType
from goldsmith.core.tables import check_table, check_value
from goldsmith.errors import InputError
from goldsmith.project.corpus.schemas import find_schema

Kind = Literal["mention", "relation"]


class TypeRule(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A rule for annotations of some types."""

    types: tuple[str, ...]
    to: str = ""
    """The new type; by default the type stays."""
    when: Mapping[str, str] = {}
    """Attributes that an annotation must have; "" for an attribute that it must not have."""
    drop: bool = False
    set: Mapping[str, str] = {}
    """Attributes to set on the annotations; a merge can thus preserve a distinction."""
    absorb: tuple[str, ...] = ()
    """Attributes that the new type makes redundant; removing them is not a loss."""
    reverse: bool = False
    """Swap the arguments of a relation."""

    def describe(self) -> str:
        """Describe the rule in a few words."""
        condition = ", ".join(f"{name}={value or '(none)'}" for name, value in self.when.items())
        source = ", ".join(self.types) + (f" with {condition}" if condition else "")
        if self.drop:
            return f"drop {source}"
        steps = [f"{source} → {self.to}" if self.to else source]
        steps += [f"set {name}={value}" for name, value in self.set.items()]
        steps += [f"absorb {name}" for name in self.absorb]
        return ", ".join([*steps, "reverse arguments"] if self.reverse else steps)


class AttributeRule(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A rule for an attribute of annotations of some types."""

    name: str
    of: tuple[str, ...] = (ANY,)
    """The types before the migration; "*" for all."""
    when: Mapping[str, str] = {}
    to: str = ""
    """The new name."""
    values: Mapping[str, str] = {}
    """Old value -> new value; "" drops the value."""
    default: str = ""
    """The value for annotations that do not have the attribute."""
    drop: bool = False

    def describe(self) -> str:
        """Describe the rule in a few words."""
        place = f"{self.name} of {', '.join(self.of)}"
        if self.drop:
            return f"drop {place}"
        steps = [f"{place} → {self.to}" if self.to else place]
        steps += [f"{old} → {new or '(dropped)'}" for old, new in self.values.items()]
        return ", ".join([*steps, f"default {self.default}"] if self.default else steps)


class MigrationRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The rules of a migration."""

    schema: str
    """The schema to migrate to: built in, or a TOML file next to the rules."""
    source: str = ""
    """The schema to migrate from; the rules are checked against its types."""
    title: str = ""
    mention: tuple[TypeRule, ...] = ()
    relation: tuple[TypeRule, ...] = ()
    attribute: tuple[AttributeRule, ...] = ()

    def number_rules(self) -> dict[str, TypeRule | AttributeRule]:
        """Return every rule by its kind and number: "mention 1"."""
        rules: dict[str, TypeRule | AttributeRule] = {}
        rules.update({f"mention {number}": rule for number, rule in enumerate(self.mention, 1)})
        rules.update({f"relation {number}": rule for number, rule in enumerate(self.relation, 1)})
        rules.update({f"attribute {number}": rule for number, rule in enumerate(self.attribute, 1)})
        return rules


class Migration(msgspec.Struct, frozen=True):
    """Rules with the schemas that they name."""

    rules: MigrationRules
    target: Schema
    source: Schema | None = None


_STRUCTS: Final[Mapping[str, type[msgspec.Struct]]] = {
    "mention": TypeRule,
    "relation": TypeRule,
    "attribute": AttributeRule,
}


def load_migration(path: Path) -> Migration:
    """Load the rules of a migration and the schemas that they name.

    Raises:
        InputError: The file cannot be read, or has problems; the error lists all of them.
        SchemaError: A schema that it names has problems.
    """
    where = str(path)
    try:
        table = tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise InputError(
            f"these rules cannot be read ({error.strerror})", where=where, expected="a TOML file"
        ) from None
    except BAD_TOML as error:
        raise InputError(f"this is not TOML{describe_toml_error(error)}", where=where) from None
    problems = list(_check_form(table))
    if problems:
        raise _make_error(problems, where)
    rules = msgspec.convert(table, MigrationRules)
    migration = Migration(
        rules,
        _find_schema(rules.schema, path),
        _find_schema(rules.source, path) if rules.source else None,
    )
    problems = list(_check_meaning(migration))
    if problems:
        raise _make_error(problems, where)
    return migration


def _make_error(problems: list[str], where: str) -> InputError:
    lines = "".join(f"\n  - {problem}" for problem in problems)
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    return InputError(f"{count} in these rules{lines}", where=where)


def _find_schema(name: str, path: Path) -> Schema:
    beside = path.parent / name
    return find_schema(str(beside) if beside.is_file() else name)


# Form


def _check_form(table: Mapping[str, Any]) -> Iterator[str]:
    yield from check_table(table, MigrationRules, "the file", _check_field)
    for key, struct in _STRUCTS.items():
        entries = table.get(key, [])
        if not isinstance(entries, list):
            yield f"{key}: expected [[{key}]] in double brackets, one for each rule"
            continue
        for number, entry in enumerate(entries, 1):
            yield from check_table(entry, struct, f"{key} rule {number}", _check_field)


def _check_field(value: Any, key: str, kind: Any, place: str) -> Iterator[str]:
    if key not in _STRUCTS:
        yield from check_value(value, key, kind, place)


# Meaning


def _check_meaning(migration: Migration) -> Iterator[str]:
    rules, target, source = migration.rules, migration.target, migration.source
    if not (rules.mention or rules.relation or rules.attribute):
        yield "there are no rules; expected [[mention]], [[relation]] or [[attribute]]"
    for kind, entries in (("mention", rules.mention), ("relation", rules.relation)):
        targets = _list_attributes(target, kind)
        sources = _list_attributes(source, kind) if source else None
        closed: dict[str, int] = {}
        for number, rule in enumerate(entries, 1):
            place = f"{kind} rule {number}"
            yield from _check_type_rule(rule, kind, place, targets, sources)
            yield from _check_order(rule, place, closed, number)
    types = {**_list_attributes(source, "mention"), **_list_attributes(source, "relation")}
    for number, attribute_rule in enumerate(rules.attribute, 1):
        place = f"attribute rule {number}"
        yield from _check_attribute_rule(attribute_rule, place, types if source else None)


def _list_attributes(schema: Schema | None, kind: str) -> dict[str, Mapping[str, AttributeType]]:
    if schema is None:
        return {}
    entries = schema.mention if kind == "mention" else schema.relation
    return {entry.name: entry.attributes for entry in entries}


def _check_type_rule(
    rule: TypeRule,
    kind: str,
    place: str,
    targets: Mapping[str, Mapping[str, AttributeType]],
    sources: Mapping[str, Mapping[str, AttributeType]] | None,
) -> Iterator[str]:
    yield from _check_steps(rule, kind, place)
    if rule.to and rule.to not in targets:
        yield f"{place}, to: {_describe_unknown(rule.to, targets)}"
    for name in (rule.to,) if rule.to else rule.types:
        if name in targets:
            yield from _check_values(rule.set, targets[name], f"{place}, set")
    if sources is not None:
        for name in rule.types:
            if name not in sources:
                yield f"{place}, types: {_describe_unknown(name, sources)}"


def _check_steps(rule: TypeRule, kind: str, place: str) -> Iterator[str]:
    changes = bool(rule.to or rule.set or rule.absorb or rule.reverse)
    if not rule.types:
        yield f"{place}: types is empty"
    if rule.drop and changes:
        yield f"{place}: it drops annotations and changes them; expected one of the two"
    if not (rule.drop or changes):
        yield f"{place}: it changes nothing; expected to, drop, set, absorb or reverse"
    if rule.reverse and kind == "mention":
        yield f"{place}: mentions have no arguments to reverse"


def _check_order(rule: TypeRule, place: str, closed: dict[str, int], number: int) -> Iterator[str]:
    """Yield types that an earlier rule without conditions covers completely."""
    for name in rule.types:
        if name in closed:
            yield f"{place}: rule {closed[name]} covers every {name}; put this rule before it"
        elif not rule.when:
            closed[name] = number


def _check_values(
    values: Mapping[str, str], attributes: Mapping[str, AttributeType], place: str
) -> Iterator[str]:
    for name, value in values.items():
        if name not in attributes:
            yield f"{place}: {_describe_unknown(name, attributes)}"
        elif attributes[name].values and value not in attributes[name].values:
            yield f"{place}, {name}: {_describe_unknown(value, attributes[name].values)}"


def _check_attribute_rule(
    rule: AttributeRule,
    place: str,
    types: Mapping[str, Mapping[str, AttributeType]] | None,
) -> Iterator[str]:
    if rule.drop and (rule.to or rule.values or rule.default):
        yield f"{place}: it drops the attribute and changes it; expected one of the two"
    if not (rule.drop or rule.to or rule.values or rule.default):
        yield f"{place}: it changes nothing; expected to, values, default or drop"
    if types is None:
        return
    for name in rule.of:
        if name == ANY:
            continue
        if name not in types:
            yield f"{place}, of: {_describe_unknown(name, types)}"
        elif not rule.default and rule.name not in types[name]:
            yield f"{place}, name, {name}: {_describe_unknown(rule.name, types[name])}"


def _describe_unknown(name: str, names: Collection[str]) -> str:
    near = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(names) or 'none'}"
    return f"{name!r} does not exist; {hint}"
