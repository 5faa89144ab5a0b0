"""Find schemas by name or path, and lay them out as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from goldsmith import schemas
from goldsmith.core.schema import ANY, AttributeType, MentionType, RelationType, Schema
from goldsmith.core.schema_file import load_builtin_schema, parse_schema
from goldsmith.errors import InputError, UnknownName
from goldsmith.rendering.table import Table

_SUFFIX = ".toml"


def find_schema(name_or_path: str) -> Schema:
    """Return the built-in schema of this name, or read the TOML file at this path.

    Raises:
        UnknownName: There is no such schema or file.
        SchemaError: The file is not a valid schema; the message lists all problems.
    """
    if name_or_path in schemas.names():
        return load_builtin_schema(name_or_path)
    path = Path(name_or_path)
    if not path.is_file() and not _is_path(name_or_path):
        raise UnknownName("schema", name_or_path, (*schemas.names(), "the path of a TOML file"))
    return parse_schema(_read(path), where=name_or_path)


def list_schemas() -> list[Schema]:
    """Return the built-in schemas, sorted by name."""
    return [load_builtin_schema(name) for name in schemas.names()]


def make_schema_tables(schema: Schema) -> list[Table]:
    """Make the tables of a schema: types, attributes, values, relations, rules, semantic types."""
    kinds = dict.fromkeys(mention.kind for mention in schema.mention)
    tables = [_make_type_table(kind, schema) for kind in kinds]
    tables += [
        _make_attribute_table(schema),
        _make_value_table(schema),
        _make_relation_table(schema),
        _make_rule_table(schema),
        _make_semantic_type_table(schema),
    ]
    return [_drop_empty_columns(table) for table in tables if table.rows]


def _is_path(name: str) -> bool:
    return name.endswith(_SUFFIX) or "/" in name or "\\" in name


def _read(path: Path) -> str:
    where = str(path)
    try:
        return path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise InputError(
            "there is no such file",
            where=where,
            expected=f"a TOML file, or one of {', '.join(schemas.names())}",
        ) from None
    except IsADirectoryError:
        raise InputError("this is a folder", where=where, expected="a TOML file") from None
    except UnicodeDecodeError:
        raise InputError(
            "this file is not UTF-8", where=where, expected="UTF-8", remedy="Save it as UTF-8"
        ) from None
    except OSError as error:
        raise InputError(
            f"cannot read this file ({error.strerror})",
            where=where,
            remedy="Check its permissions",
        ) from None


def _make_type_table(kind: str, schema: Schema) -> Table:
    columns = ("Type", "Label", "Description", "Examples", "Semantic types", "Codes")
    rows = [
        (
            mention.name,
            mention.label,
            mention.description,
            "\n".join(mention.examples),
            ", ".join(mention.semantic_types),
            _format_codes(mention),
        )
        for mention in schema.mention
        if mention.kind == kind
    ]
    return Table(f"{kind.capitalize()} types", columns, tuple(rows))


def _format_codes(mention: MentionType) -> str:
    system = f" ({mention.code_system})" if mention.code_system else ""
    return mention.codes + system


def _iterate_attributes(schema: Schema) -> Iterator[tuple[str, str, AttributeType]]:
    """Yield every attribute with the name of its type."""
    entries: tuple[MentionType | RelationType, ...] = (*schema.mention, *schema.relation)
    for entry in entries:
        for name, attribute in entry.attributes.items():
            yield entry.name, name, attribute


def _make_attribute_table(schema: Schema) -> Table:
    columns = ("Of", "Attribute", "Values", "Needed", "Description", "Implies")
    rows = [
        (
            owner,
            name,
            _join_values(attribute.values) or "free text",
            _describe_requirement(attribute),
            attribute.description,
            "\n".join(
                f"{value}: {_format_pairs(implied)}" for value, implied in attribute.implies.items()
            ),
        )
        for owner, name, attribute in _iterate_attributes(schema)
    ]
    return Table("Attributes", columns, tuple(rows))


def _join_values(values: tuple[str, ...]) -> str:
    return ("; " if any("," in value for value in values) else ", ").join(values)


def _describe_requirement(attribute: AttributeType) -> str:
    if attribute.required:
        return "required"
    return f"optional, {attribute.default} if absent" if attribute.default else "optional"


def _format_pairs(values: Mapping[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _make_value_table(schema: Schema) -> Table:
    columns = ("Of", "Attribute", "Value", "Meaning", "Semantic types")
    rows = [
        (
            owner,
            name,
            value,
            attribute.meanings.get(value, ""),
            ", ".join(attribute.semantic_types.get(value, ())),
        )
        for owner, name, attribute in _iterate_attributes(schema)
        if attribute.meanings or attribute.semantic_types
        for value in attribute.values or tuple(attribute.meanings)
    ]
    return Table("Values", columns, tuple(rows))


def _make_relation_table(schema: Schema) -> Table:
    sides = ("First argument", "Second argument")
    columns = ("Relation", "Label", *sides, "Description", "Examples", "Notes")
    rows = [
        (
            rel.name,
            rel.label,
            _format_argument(rel.first, rel.first_role, "first"),
            _format_argument(rel.second, rel.second_role, "second"),
            rel.description,
            "\n".join(rel.examples),
            _describe_relation(rel),
        )
        for rel in schema.relation
    ]
    return Table("Relations", columns, tuple(rows))


def _format_argument(types: tuple[str, ...], role: str, default: str) -> str:
    names = ", ".join("any" if name == ANY else name for name in types)
    return names if role == default else f"{role}: {names}"


def _describe_relation(rel: RelationType) -> str:
    notes = ["symmetric"] if rel.symmetric else []
    if rel.identity:
        when = f" where {_format_pairs(rel.identity_when)}" if rel.identity_when else ""
        notes.append(f"makes chains{when}")
    return ", ".join(notes)


def _make_rule_table(schema: Schema) -> Table:
    rows = [
        (
            rule.name,
            ", ".join((*rule.types, *rule.relations)),
            _format_pairs(rule.when),
            rule.description,
            "off" if rule.off else "",
        )
        for rule in schema.rule
    ]
    return Table("Rules", ("Rule", "Of", "Where", "Description", "State"), tuple(rows))


def _make_semantic_type_table(schema: Schema) -> Table:
    rows = [
        (tui, name, ", ".join(_find_users(tui, schema)))
        for tui, name in schema.semantic_types.items()
    ]
    return Table("UMLS semantic types", ("Identifier", "Name", "Of"), tuple(rows))


def _find_users(tui: str, schema: Schema) -> Iterator[str]:
    """Yield the types and attribute values that a semantic type maps to."""
    for mention in schema.mention:
        if tui in mention.semantic_types:
            yield mention.name
    for _, name, attribute in _iterate_attributes(schema):
        for value, tuis in attribute.semantic_types.items():
            if tui in tuis:
                yield f"{name} = {value}"


def _drop_empty_columns(table: Table) -> Table:
    used = [index for index in range(len(table.columns)) if any(row[index] for row in table.rows)]
    return Table(
        table.title,
        tuple(table.columns[index] for index in used),
        tuple(tuple(row[index] for index in used) for row in table.rows),
    )
