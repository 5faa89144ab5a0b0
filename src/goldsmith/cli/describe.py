"""Count what a corpus holds: documents, words, annotations, codes, chains."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import output

if TYPE_CHECKING:
    from goldsmith.project.corpus.describe import Description, SetDescription, Table

app = typer.Typer(add_completion=False)


@app.command()
def describe(
    corpus: str = typer.Argument(..., help="A corpus in any format, or `demo`."),
    fmt: str | None = output.FROM,
    schema: str | None = typer.Option(
        None, "--schema", help="The schema that tells which relations form chains."
    ),
    html: Path | None = typer.Option(None, "--html", help="Write an HTML page to this file."),
    overwrite: bool = output.OVERWRITE,
    as_json: bool = output.JSON,
) -> None:
    """Count what a corpus holds: documents, words, annotations by type, codes, chains."""
    from goldsmith.project.corpus.describe import describe as run
    from goldsmith.project.corpus.describe_page import render_description
    from goldsmith.project.corpus.schemas import find_schema
    from goldsmith.project.corpus.sources import Source

    if html:
        output.check_page(html, overwrite=overwrite)
    source = Source(corpus, fmt)
    docs = output.track(source, source.total)
    description = run(docs, find_schema(schema) if schema else None)
    if html:
        output.write_page(html, render_description(corpus, description))
    if as_json:
        output.print_json(description)
    elif not html:
        _print_description(description)


def _print_description(description: Description) -> None:
    shortest, longest = description.words_shortest, description.words_longest
    rows: list[tuple[str, object]] = [
        ("documents", description.documents),
        ("patients", description.patients),
        ("words", description.words),
        ("words per document, median", description.words_median),
        ("words per document, range", f"{shortest:,}–{longest:,}"),
        ("sections", description.sections),
    ]
    output.print_table("Corpus", ("", ""), rows)
    kinds = [
        (kind, subtype or "–", count)
        for kind, subtypes in description.document_types.items()
        for subtype, count in subtypes.items()
    ]
    output.print_table("Documents by type", ("type", "subtype", "documents"), kinds)
    for counts in description.sets:
        _print_set(counts)


def _print_set(counts: SetDescription) -> None:
    coding = f"{counts.coded:,} / {counts.cui_less:,} / {counts.uncoded:,}"
    rows: list[tuple[str, object]] = [
        ("documents", counts.documents),
        ("mentions", counts.mentions),
        ("mentions per document", counts.mentions_per_document),
        ("contiguous / discontiguous", f"{counts.contiguous:,} / {counts.discontiguous:,}"),
        ("coded / CUI-less / uncoded", coding),
        ("unique codes", counts.unique_codes),
        ("relations", counts.relations),
        ("relations per document", counts.relations_per_document),
    ]
    if counts.unanchored:
        rows.append(("for the whole document", counts.unanchored))
    if counts.chains:
        lengths = ", ".join(f"{count:,} of {size}" for size, count in counts.chains.lengths.items())
        total = f"{counts.chains.count:,}"
        rows.append(("chains", f"{total} ({lengths})" if lengths else total))
        rows.append(("chains joined only through a generic mention", counts.chains.bridged))
    schema = f" ({counts.schema})" if counts.schema else ""
    output.print_table(f"Set {counts.name}{schema}", ("", ""), rows)
    _print_counts("Mentions", counts.mentions_by_type)
    _print_counts("Relations", counts.relations_by_type)
    _print_counts("Groups", counts.groups_by_type)
    values = [
        (owner, name, value, count)
        for owner, attributes in counts.attributes.items()
        for name, by_value in attributes.items()
        for value, count in by_value.items()
    ]
    if values:
        output.print_table("Attributes", ("type", "attribute", "value", "count"), values)


def _print_counts(title: str, counts: Table) -> None:
    """Print counts by type and document type with totals, the largest columns first."""
    if not counts:
        return
    totals: dict[str, int] = {}
    for row in counts.values():
        for name, count in row.items():
            totals[name] = totals.get(name, 0) + count
    columns = sorted(totals, key=lambda name: (-totals[name], name))
    shown = [name or "–" for name in columns] if len(columns) > 1 else []
    rows = [
        [name, *([row.get(column, 0) for column in columns] if shown else []), sum(row.values())]
        for name, row in counts.items()
    ]
    output.print_table(title, ["type", *shown, "total"], rows)
