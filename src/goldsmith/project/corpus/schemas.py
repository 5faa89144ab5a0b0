"""Finds schemas by name or path and lays them out as the tables of their papers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from goldsmith import schemas
from goldsmith.core.schema import ANY, AttributeType, MentionType, RelationType, Schema
from goldsmith.core.schema_file import builtin, parse
from goldsmith.errors import InputError, UnknownName
from goldsmith.rendering.table import Table

_SUFFIX = ".toml"


def find(name_or_path: str) -> Schema:
    """The built-in schema of this name, or the one in the TOML file at this path."""
    if name_or_path in schemas.names():
        return builtin(name_or_path)
    path = Path(name_or_path)
    if not path.is_file() and not _is_path(name_or_path):
        raise UnknownName("schema", name_or_path, (*schemas.names(), "the path of a TOML file"))
    return parse(_read(path), where=name_or_path)


def listing() -> list[Schema]:
    """The built-in schemas by name."""
    return [builtin(name) for name in schemas.names()]


def tables(schema: Schema) -> list[Table]:
    """A schema as tables: types, attributes, their values, relations, semantic types."""
    kinds = dict.fromkeys(mention.kind for mention in schema.mention)
    found = [_types(kind, schema) for kind in kinds]
    found += [_attributes(schema), _values(schema), _relations(schema), _semantic_types(schema)]
    return [_without_empty_columns(table) for table in found if table.rows]


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
            "the file is not UTF-8", where=where, expected="UTF-8", remedy="Save it as UTF-8"
        ) from None
    except OSError as error:
        raise InputError(
            f"the file cannot be read ({error.strerror})", where=where, remedy="Check its rights"
        ) from None


def _types(kind: str, schema: Schema) -> Table:
    columns = ("Type", "Label", "Description", "Examples", "Semantic types", "Codes")
    rows = [
        (
            mention.name,
            mention.label,
            mention.description,
            "\n".join(mention.examples),
            ", ".join(mention.semantic_types),
            _codes(mention),
        )
        for mention in schema.mention
        if mention.kind == kind
    ]
    return Table(f"{kind.capitalize()} types", columns, tuple(rows))


def _codes(mention: MentionType) -> str:
    system = f" ({mention.code_system})" if mention.code_system else ""
    return mention.codes + system


def _owners(schema: Schema) -> Iterator[tuple[str, str, AttributeType]]:
    """Every attribute with the name of the type that has it."""
    entries: tuple[MentionType | RelationType, ...] = (*schema.mention, *schema.relation)
    for entry in entries:
        for name, attribute in entry.attributes.items():
            yield entry.name, name, attribute


def _attributes(schema: Schema) -> Table:
    columns = ("Of", "Attribute", "Values", "Needed", "Description", "Implies")
    rows = [
        (
            owner,
            name,
            _listed(attribute.values) or "free text",
            _needed(attribute),
            attribute.description,
            "\n".join(f"{value}: {_pairs(other)}" for value, other in attribute.implies.items()),
        )
        for owner, name, attribute in _owners(schema)
    ]
    return Table("Attributes", columns, tuple(rows))


def _listed(values: tuple[str, ...]) -> str:
    return ("; " if any("," in value for value in values) else ", ").join(values)


def _needed(attribute: AttributeType) -> str:
    if attribute.required:
        return "required"
    return f"optional, {attribute.default} if absent" if attribute.default else "optional"


def _pairs(values: Mapping[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _values(schema: Schema) -> Table:
    columns = ("Of", "Attribute", "Value", "Meaning", "Semantic types")
    rows = [
        (
            owner,
            name,
            value,
            attribute.meanings.get(value, ""),
            ", ".join(attribute.semantic_types.get(value, ())),
        )
        for owner, name, attribute in _owners(schema)
        if attribute.meanings or attribute.semantic_types
        for value in attribute.values or tuple(attribute.meanings)
    ]
    return Table("Values", columns, tuple(rows))


def _relations(schema: Schema) -> Table:
    sides = ("First argument", "Second argument")
    columns = ("Relation", "Label", *sides, "Description", "Examples", "Notes")
    rows = [
        (
            rel.name,
            rel.label,
            _argument(rel.first, rel.first_role, "first"),
            _argument(rel.second, rel.second_role, "second"),
            rel.description,
            "\n".join(rel.examples),
            _notes(rel),
        )
        for rel in schema.relation
    ]
    return Table("Relations", columns, tuple(rows))


def _argument(types: tuple[str, ...], role: str, usual: str) -> str:
    listed = ", ".join("any" if name == ANY else name for name in types)
    return listed if role == usual else f"{role}: {listed}"


def _notes(rel: RelationType) -> str:
    notes = ["symmetric"] if rel.symmetric else []
    if rel.identity:
        when = f" where {_pairs(rel.identity_when)}" if rel.identity_when else ""
        notes.append(f"makes chains{when}")
    return ", ".join(notes)


def _semantic_types(schema: Schema) -> Table:
    rows = [
        (tui, name, ", ".join(_users(tui, schema))) for tui, name in schema.semantic_types.items()
    ]
    return Table("UMLS semantic types", ("Identifier", "Name", "Of"), tuple(rows))


def _users(tui: str, schema: Schema) -> Iterator[str]:
    """The types, and the attribute values, that a semantic type stands for."""
    for mention in schema.mention:
        if tui in mention.semantic_types:
            yield mention.name
    for _, name, attribute in _owners(schema):
        for value, tuis in attribute.semantic_types.items():
            if tui in tuis:
                yield f"{name} = {value}"


def _without_empty_columns(table: Table) -> Table:
    kept = [
        number for number in range(len(table.columns)) if any(row[number] for row in table.rows)
    ]
    return Table(
        table.title,
        tuple(table.columns[number] for number in kept),
        tuple(tuple(row[number] for number in kept) for row in table.rows),
    )
