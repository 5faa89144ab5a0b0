"""The page that describes a corpus: its counts as cards, tables and shares, without any text."""

from __future__ import annotations

from goldsmith.project.corpus.describe import Description, SetDescription, Table
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
    sections = [Section("documents", "Documents", tuple(documents))]
    sections += map(_make_set_section, description.sets)
    page = Page(
        "Corpus description",
        name,
        finding=_state_finding(description),
        facts=_list_facts(description),
        blocks=tuple(sections),
        title=f"{name}: what the corpus holds",
    )
    return render_page(page)


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
        "Words": f"{description.words:,}",
        "Words per document (median)": f"{description.words_median:,.0f}",
        "Words, shortest to longest": (
            f"{description.words_shortest:,}–{description.words_longest:,}"
        ),
    }


def _make_set_section(annotations: SetDescription) -> Section:
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
    sections = [
        Section(
            make_id(*base, title), title, (_make_table((*base, title), caption, "Type", counts),)
        )
        for title, caption, counts in (
            ("Mentions", "Mentions by type and type of document", annotations.mentions_by_type),
            ("Relations", "Relations by type and type of document", annotations.relations_by_type),
            ("Groups", "Groups by type and type of document", annotations.groups_by_type),
        )
        if counts
    ]
    sections += _make_chain_sections(annotations)
    schema = f" ({annotations.schema})" if annotations.schema else ""
    return Section(
        make_id(*base),
        f"Set {annotations.name}{schema}",
        (Cards(cards), *sections, *_make_attributes(annotations)),
    )


def _make_chain_sections(annotations: SetDescription) -> list[Section]:
    if not annotations.chains or not annotations.chains.lengths:
        return []
    lengths = {str(size): {"": count} for size, count in annotations.chains.lengths.items()}
    parts = ("set", annotations.name, "chains")
    table = _make_table(parts, "Chains by number of mentions", "Mentions in the chain", lengths)
    return [Section(make_id(*parts), "Chains", (table,))]


def _make_attributes(annotations: SetDescription) -> list[Section]:
    """Make the section of attributes, with a table of values for each."""
    tables = []
    for owner, attributes in annotations.attributes.items():
        for name, counts in attributes.items():
            parts = ("set", annotations.name, owner, name)
            values = {value: {"": count} for value, count in counts.items()}
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
