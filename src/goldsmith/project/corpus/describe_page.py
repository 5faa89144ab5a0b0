"""The page that describes a corpus: counts as cards, tables and shares, without note text."""

from __future__ import annotations

from collections.abc import Mapping

from goldsmith.project.corpus.describe import Description, SetDescription, Table
from goldsmith.project.corpus.describe.cross_tables import make_cross_table, make_grid_table
from goldsmith.project.corpus.describe.tables import make_description_tables
from goldsmith.rendering.blocks import (
    Block,
    Cards,
    Cell,
    Column,
    DataTable,
    Group,
    Section,
    make_id,
    make_share,
)
from goldsmith.rendering.page import Page, render_page
from goldsmith.rendering.table import make_data_table

_SHARE = "Share of the total of all rows; the bar runs from 0 to 100 %"


def render_description(name: str, description: Description) -> str:
    """Render the page that describes a corpus.

    Args:
        name: The name of the corpus, as the heading of the page.
        description: Its counts.
    """
    kinds = {
        " / ".join(filter(None, (kind, subtype))): {"": count}
        for kind, subtypes in description.document_types.items()
        for subtype, count in subtypes.items()
    }
    documents: list[Block] = [Cards(_count_corpus(description))]
    if kinds:
        documents.append(
            _make_table(("documents", "types"), "Documents by type", "Type of document", kinds)
        )
    documents += _make_slice_tables(description)
    if description.grid:
        grid = make_grid_table(description.grid, "Documents")
        documents.append(make_data_table(grid, make_id("documents", "grid")))
    sections = [Section("documents", "Documents", tuple(documents))]
    what = "type of document" if description.by == ["type"] else " and ".join(description.by)
    sections += [_make_set_section(annotations, what) for annotations in description.sets]
    page = Page(
        "Corpus description",
        name,
        finding=_state_finding(description),
        facts=_list_facts(description),
        blocks=tuple(sections),
        title=f"{name}: contents of the corpus",
    )
    return render_page(page)


def render_descriptions(descriptions: Mapping[str, Description], *, is_sliced: bool = False) -> str:
    """Render the page that shows several corpora side by side.

    Args:
        descriptions: Name of a corpus -> its counts.
        is_sliced: Show the slices of each corpus too.
    """
    tables = make_description_tables(descriptions, is_sliced=is_sliced)
    blocks = [make_data_table(table, make_id("table", table.title)) for table in tables]
    heading = ", ".join(descriptions)
    facts = {
        name: f"{description.documents:,} documents, {description.words:,} words"
        for name, description in descriptions.items()
    }
    page = Page(
        "Corpora side by side",
        heading,
        facts=facts,
        blocks=(Section("tables", "Counts", tuple(blocks)),),
        title=f"{heading}: what the corpora hold",
    )
    return render_page(page)


def _make_slice_tables(description: Description) -> list[Block]:
    """Make the table of documents by slice; document types have their own table."""
    if description.by == ["type"]:
        return []
    name = " and ".join(description.by)
    counts = {label: {"": item.documents} for label, item in description.slices.items()}
    heading = name[:1].upper() + name[1:]
    return [_make_table(("documents", "slices"), f"Documents by {name}", heading, counts)]


def _state_finding(description: Description) -> str:
    patients = f" of {description.patients:,} patients" if description.patients else ""
    sets = ", ".join(
        f"{annotations.mentions:,} mentions and {annotations.relations:,} relations in the set "
        f"{annotations.name}"
        for annotations in description.sets[:3]
    )
    documents = f"{description.documents:,} documents{patients}, {description.words:,} words"
    return f"{documents}; {sets}." if sets else f"{documents}."


def _list_facts(description: Description) -> dict[str, str]:
    facts = {}
    if description.first_date:
        facts["Written"] = f"{description.first_date} to {description.last_date}"
    if description.institutions:
        facts["Institutions"] = f"{len(description.institutions):,}"
    if description.sets:
        facts["Annotation sets"] = ", ".join(annotations.name for annotations in description.sets)
    return facts


def _count_corpus(description: Description) -> dict[str, str]:
    return {
        "Documents": f"{description.documents:,}",
        "Patients": f"{description.patients:,}",
        "Structured records": f"{description.records:,}",
        "Words": f"{description.words:,}",
        "Words per document (median)": f"{description.words_median:,.0f}",
        "Words, shortest to longest": (
            f"{description.words_shortest:,}–{description.words_longest:,}"
        ),
    }


def _make_set_section(annotations: SetDescription, what: str) -> Section:
    base = ("set", annotations.name)
    cards = {
        "Mentions": f"{annotations.mentions:,}",
        "Mentions per document": f"{annotations.mentions_per_document:,.1f}",
        "Discontiguous mentions": f"{annotations.discontiguous:,}",
        "Relations": f"{annotations.relations:,}",
        "Unique codes": f"{annotations.unique_codes:,}",
        "Mentions without a concept (CUI-less)": f"{annotations.cui_less:,}",
    }
    if annotations.chains:
        cards["Chains"] = f"{annotations.chains.count:,}"
        cards["Chains per document"] = f"{annotations.chains.per_document:,.1f}"
    sections = [
        Section(
            make_id(*base, title),
            title,
            (_make_table((*base, title), f"{title} by type and {what}", "Type", counts),),
        )
        for title, counts in (
            ("Mentions", annotations.mentions_by_type),
            ("Relations", annotations.relations_by_type),
            ("Groups", annotations.groups_by_type),
        )
        if counts
    ]
    sections += _make_chain_sections(annotations)
    for cross in annotations.crosses:
        table = make_cross_table(cross, annotations.name)
        parts = (*base, "cross", cross.title)
        block = make_data_table(table, make_id(*parts, "table"))
        sections.append(Section(make_id(*parts), f"{cross.rows} by {cross.columns}", (block,)))
    schema = f" ({annotations.schema})" if annotations.schema else ""
    return Section(
        make_id(*base),
        f"Set {annotations.name}{schema}",
        (Cards(cards), *sections, *_make_attributes(annotations)),
    )


def _make_chain_sections(annotations: SetDescription) -> list[Section]:
    if not annotations.chains or not annotations.chains.lengths:
        return []
    lengths = {str(size): row for size, row in annotations.chains.lengths_by_slice.items()}
    numbers = {str(size): {"": count} for size, count in annotations.chains.documents.items()}
    parts = ("set", annotations.name, "chains")
    tables = (
        _make_table(parts, "Chains by number of mentions", "Mentions in the chain", lengths),
        _make_table(
            (*parts, "documents"),
            "Documents by number of chains",
            "Chains in the document",
            numbers,
        ),
    )
    return [Section(make_id(*parts), "Chains", tables)]


def _make_attributes(annotations: SetDescription) -> list[Section]:
    """Make the section of attributes, with a table of values for each."""
    tables = []
    for owner, attributes in annotations.attributes_by_slice.items():
        for name, values in attributes.items():
            parts = ("set", annotations.name, owner, name)
            caption = f"Values of {name} of {owner}"
            table = _make_table(parts, caption, "Value", values)
            tables.append(Section(make_id(*parts, "values"), f"{owner}: {name}", (table,)))
    if not tables:
        return []
    group = Group(tuple(tables))
    return [Section(make_id("set", annotations.name, "attributes"), "Attributes", (group,))]


def _make_table(parts: tuple[str, ...], caption: str, heading: str, counts: Table) -> DataTable:
    """Make a table with the total and share of each row; columns only if there are several."""
    names = list(dict.fromkeys(name for row in counts.values() for name in row))
    shown = names if len(names) > 1 else []
    total = sum(sum(row.values()) for row in counts.values())
    columns = (
        Column(heading, numeric=False),
        *(Column(name or "–") for name in shown),
        Column("Total"),
        Column("Share", _SHARE, numeric=False),
    )
    rows = []
    for name, row in counts.items():
        count = sum(row.values())
        cells = [_make_count(row.get(column, 0)) for column in shown]
        label = Cell(name or "–", value=float(name) if name.isdecimal() else None)
        rows.append((label, *cells, _make_count(count), make_share(count, total)))
    return DataTable(make_id(*parts, "table"), caption, columns, tuple(rows))


def _make_count(count: int) -> Cell:
    return Cell(f"{count:,}", value=count)
