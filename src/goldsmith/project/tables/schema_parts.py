"""Tables of schemas and terminologies, and tables with fixed content."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.core.schema import ANY, MentionType, RelationType, Schema
from goldsmith.project.tables.forms import PartForm
from goldsmith.project.tables.model import TableCell, TablePart, TableRow
from goldsmith.project.tables.view import CorpusView

_ANY = "Any"


def build_entities(view: CorpusView, form: PartForm) -> TablePart:
    """Build the table of the mention types of the schema (CLEF Table 2)."""
    kinds = view.schema.mention if view.schema else ()
    rows = [(_get_label(kind), kind.description, _list_examples(kind)) for kind in kinds]
    return _make_part(form, ("Description", "Examples"), rows)


def build_relations(view: CorpusView, form: PartForm) -> TablePart:
    """Build the table of the relation types of the schema (CLEF Table 3)."""
    columns = ("First argument type", "Second argument type", "Description", "Examples")
    schema = view.schema
    rows = [
        (
            _get_label(kind),
            _list_types(schema, kind.first),
            _list_types(schema, kind.second),
            kind.description,
            _list_examples(kind),
        )
        for kind in (schema.relation if schema else ())
    ]
    return _make_part(form, columns, rows)


def build_semantic_types(view: CorpusView, form: PartForm) -> TablePart:
    """Build the table of the semantic types that mentions may have (Mayo Table 1)."""
    schema = view.schema
    types = [tui for kind in schema.mention for tui in kind.semantic_types] if schema else []
    names = schema.semantic_types if schema else {}
    rows = [(tui, names.get(tui, "")) for tui in sorted(set(types))]
    return _make_part(form, ("Type Name",), rows)


def build_fixed(_view: CorpusView, form: PartForm) -> TablePart:
    """Build a table whose content is part of the form; its first line is the heading."""
    head, *lines = form.lines
    return _make_part(form, head[1:], lines)


def _make_part(
    form: PartForm, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]
) -> TablePart:
    table_rows = tuple(TableRow((row[0],), tuple(map(TableCell, row[1:]))) for row in rows)
    return TablePart(form.title, form.stubs, (), columns, table_rows)


def _get_label(kind: MentionType | RelationType) -> str:
    return kind.label or kind.name


def _list_types(schema: Schema | None, names: tuple[str, ...]) -> str:
    if ANY in names or schema is None:
        return _ANY
    kinds = [schema.get_mention_type(name) for name in names]
    return ", ".join(_get_label(kind) for kind in kinds if kind)


def _list_examples(kind: MentionType | RelationType) -> str:
    return "; ".join(kind.examples)
