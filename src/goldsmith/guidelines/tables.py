"""Tables that the blocks of a page expand to: summaries of types, arguments, values."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from goldsmith.core import Schema
from goldsmith.core.schema import ANY, AttributeType
from goldsmith.guidelines.marks import MarkedSentence
from goldsmith.guidelines.model import list_entries, list_types
from goldsmith.rendering.table import Table

ANY_TYPE = "any type"


class Cell(msgspec.Struct, frozen=True):
    """A cell of a table: types that link to their pages, plain text, or an example."""

    types: tuple[str, ...] = ()
    text: str = ""
    example: MarkedSentence | None = None


class PageTable(msgspec.Struct, frozen=True):
    """A table in a page of the site."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def convert_table(table: Table) -> PageTable:
    """Convert a plain table to a table of the site."""
    return PageTable(
        table.columns, tuple(tuple(Cell(text=value) for value in row) for row in table.rows)
    )


def make_argument_table(schema: Schema, name: str) -> PageTable:
    """Make the table of the arguments of a relation."""
    rel = schema.get_relation_type(name)
    assert rel is not None
    sides = ((rel.first_role, rel.first), (rel.second_role, rel.second))
    titles = ["First argument", "Second argument"]
    for index, (role, _) in enumerate(sides):
        if role not in ("first", "second"):
            titles[index] += f": {role}"
    cells = [_make_types(types) for _, types in sides]
    return PageTable((titles[0], "Relation", titles[1]), ((cells[0], Cell((name,)), cells[1]),))


def make_value_table(attribute: AttributeType) -> PageTable:
    """Make the table of the values of an attribute with their meanings."""
    rows = [
        (Cell(text=value), Cell(text=attribute.meanings.get(value, "")))
        for value in attribute.values or ("free text",)
    ]
    if not attribute.meanings:
        return PageTable(("Value",), tuple(row[:1] for row in rows))
    return PageTable(("Value", "Meaning"), tuple(rows))


def make_summary(schema: Schema, kind: str, examples: dict[str, MarkedSentence]) -> PageTable:
    """Make a summary table.

    Args:
        schema: The schema.
        kind: "entities", "modifiers", "relations" or "attributes".
        examples: The example of each type that has one.
    """
    if kind == "attributes":
        columns = ("Type", "Attribute", "Values", "Description")
        return PageTable(columns, tuple(_list_attributes(schema)))
    names = [name for name, section in list_types(schema) if section == kind]
    if kind == "relations":
        rows = [_make_relation_row(schema, name, examples.get(name)) for name in names]
        heads = ("Relation", "First argument", "Second argument", "Description", "Example")
        return PageTable(heads, tuple(rows))
    entries = [entry for entry in schema.mention if entry.name in names]
    return PageTable(
        ("Type", "Description", "Example"),
        tuple(
            (
                Cell((entry.name,)),
                Cell(text=entry.description),
                Cell(example=examples.get(entry.name)),
            )
            for entry in entries
        ),
    )


def _make_relation_row(
    schema: Schema, name: str, example: MarkedSentence | None
) -> tuple[Cell, ...]:
    rel = schema.get_relation_type(name)
    assert rel is not None
    return (
        Cell((name,)),
        _make_types(rel.first),
        _make_types(rel.second),
        Cell(text=rel.description),
        Cell(example=example),
    )


def _make_types(types: tuple[str, ...]) -> Cell:
    return Cell(text=ANY_TYPE) if ANY in types else Cell(types)


def _list_attributes(schema: Schema) -> Iterator[tuple[Cell, ...]]:
    for entry in list_entries(schema):
        for name, attribute in entry.attributes.items():
            values = "; ".join(attribute.values) or "free text"
            text = attribute.description
            yield Cell((entry.name,)), Cell(text=name), Cell(text=values), Cell(text=text)
