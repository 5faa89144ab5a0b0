"""`goldsmith describe`: the counts of a corpus as tables, JSON or a page."""

from __future__ import annotations

from pathlib import Path

import typer

from goldsmith.cli.shared import output
from goldsmith.project.corpus import schemas
from goldsmith.project.corpus.describe import Description, SetDescription, Table
from goldsmith.project.corpus.describe import describe as run
from goldsmith.project.corpus.describe_page import page
from goldsmith.project.corpus.sources import Source

app = typer.Typer(add_completion=False)


@app.command()
def describe(
    corpus: str = typer.Argument(..., help="A corpus in any format, or `demo`."),
    fmt: str | None = output.FROM,
    schema: str | None = typer.Option(
        None, "--schema", help="Says which relations mean identity, to count chains."
    ),
    html: Path | None = typer.Option(None, "--html", help="Write a page to look at."),
    as_json: bool = output.JSON,
) -> None:
    """Count what a corpus holds: documents, words, annotations by type, codes, chains."""
    source = Source(corpus, fmt)
    found = run(output.follow(source, source.total), schemas.find(schema) if schema else None)
    if html:
        html.parent.mkdir(parents=True, exist_ok=True)
        html.write_text(page(corpus, found), "utf-8")
        output.say(f"open {html}")
    if as_json:
        output.json(found)
    elif not html:
        _print(found)


def _print(found: Description) -> None:
    rows: list[tuple[str, object]] = [
        ("documents", found.documents),
        ("patients", found.patients),
        ("words", found.words),
        ("words per document, median", found.words_median),
        ("words per document, range", f"{found.words_shortest:,}–{found.words_longest:,}"),
        ("sections", found.sections),
    ]
    output.table("Corpus", ("", ""), rows)
    kinds = [
        (kind, subtype or "–", count)
        for kind, subtypes in found.document_types.items()
        for subtype, count in subtypes.items()
    ]
    output.table("Documents by type", ("type", "subtype", "documents"), kinds)
    for one in found.sets:
        _print_set(one)


def _print_set(one: SetDescription) -> None:
    rows: list[tuple[str, object]] = [
        ("documents", one.documents),
        ("mentions", one.mentions),
        ("mentions per document", one.mentions_per_document),
        ("contiguous / discontiguous", f"{one.contiguous:,} / {one.discontiguous:,}"),
        ("coded / CUI-less / uncoded", f"{one.coded:,} / {one.cui_less:,} / {one.uncoded:,}"),
        ("unique codes", one.unique_codes),
        ("relations", one.relations),
        ("relations per document", one.relations_per_document),
    ]
    if one.unanchored:
        rows.append(("for the whole document", one.unanchored))
    if one.chains:
        lengths = ", ".join(f"{count:,} of {size}" for size, count in one.chains.lengths.items())
        rows.append(("chains", f"{one.chains.count:,}" + (f" ({lengths})" if lengths else "")))
        rows.append(("chains joined only through a generic mention", one.chains.bridged))
    output.table(f"Set {one.name}" + (f" ({one.schema})" * bool(one.schema)), ("", ""), rows)
    _cross("Mentions", "type", one.mentions_by_type)
    _cross("Relations", "type", one.relations_by_type)
    _cross("Groups", "type", one.groups_by_type)
    values = [
        (owner, name, value, count)
        for owner, attributes in one.attributes.items()
        for name, counts in attributes.items()
        for value, count in counts.items()
    ]
    if values:
        output.table("Attributes", ("type", "attribute", "value", "count"), values)


def _cross(title: str, corner: str, counts: Table) -> None:
    """A table of rows by columns with totals, columns in the order of their totals."""
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
    output.table(title, [corner, *shown, "total"], rows)
