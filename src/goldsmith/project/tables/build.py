"""Building of the tables of a paper for a corpus, as far as the corpus has the data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from goldsmith.errors import InputError, Remedy
from goldsmith.project.tables import difference_parts, grid, run_parts, schema_parts
from goldsmith.project.tables.forms import PaperForm, PartForm, TableForm
from goldsmith.project.tables.model import PaperTable, PaperTables, TablePart
from goldsmith.project.tables.needs import list_missing
from goldsmith.project.tables.view import CorpusView, Where

#: Kind of part -> the function that builds it.
_BUILDERS: Mapping[str, Callable[[CorpusView, PartForm], TablePart]] = {
    "grid": grid.build_grid,
    "matrix": grid.build_matrix,
    "entities": schema_parts.build_entities,
    "relations": schema_parts.build_relations,
    "semantic-types": schema_parts.build_semantic_types,
    "fixed": schema_parts.build_fixed,
    "p-values": run_parts.build_p_values,
    "differences": difference_parts.build_differences,
}


def build_tables(
    view: CorpusView,
    paper: PaperForm,
    numbers: Sequence[str] = (),
    datasets: Sequence[Where] = (),
) -> PaperTables:
    """Build tables of a paper.

    Args:
        view: The corpus.
        paper: The forms of the paper.
        numbers: The tables to build; all by default.
        datasets: The documents of each dataset of the paper; all documents by default.

    Raises:
        InputError: The corpus lacks the data for every one of the tables.
        UnknownName: The paper has no table with a given number.
    """
    forms = [paper.find_table(number) for number in numbers] or list(paper.table)
    for where in datasets:
        view.check_where(where)
    tables = [build_table(view, paper, form, _choose_dataset(datasets, form)) for form in forms]
    if not any(table.parts for table in tables):
        needs = "; ".join(dict.fromkeys(need for table in tables for need in table.missing))
        names = ", ".join(table.number for table in tables)
        raise InputError(
            f"the corpus lacks what Table {names} of {paper.paper} needs",
            expected=needs,
            remedy=Remedy.NAME_ROLES,
        )
    sets = {role: view.roles.get(role) for role in view.roles.__struct_fields__}
    return PaperTables(paper.paper, paper.source, paper.schema, len(view.docs), sets, tables)


def _choose_dataset(datasets: Sequence[Where], form: TableForm) -> Where:
    """Return the conditions of the dataset that a table covers; none for all documents."""
    return datasets[form.dataset - 1] if 0 < form.dataset <= len(datasets) else {}


def build_table(
    view: CorpusView, paper: PaperForm, form: TableForm, dataset: Where | None = None
) -> PaperTable:
    """Build a table; without parts if the corpus lacks the data for it.

    Args:
        view: The corpus.
        paper: The forms of the paper.
        form: The form of the table.
        dataset: Conditions that the documents of the table meet.
    """
    chosen = view.restrict(dataset) if dataset else view
    missing = list_missing(chosen, form.needs)
    parts = [replace(part, where={**part.where, **(dataset or {})}) for part in form.part]
    return PaperTable(
        paper.paper,
        form.number,
        form.caption,
        () if missing else tuple(_BUILDERS[part.kind](view, part) for part in parts),
        (*missing, *list_missing(chosen, form.wants)),
        form.differs,
    )
