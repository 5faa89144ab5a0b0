"""Print the tables of the five papers, in their own form, for a corpus."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import figures, output, parameters
from goldsmith.errors import InputError

if TYPE_CHECKING:
    from goldsmith.project.tables.model import PaperTables

app = typer.Typer(add_completion=False)


class TableFormat(StrEnum):
    """Output formats of the tables."""

    TEXT = "text"
    MARKDOWN = "markdown"
    LATEX = "latex"
    HTML = "html"


@app.command()
def tables(
    corpus: list[str] = typer.Argument(
        ..., help="A corpus with the sets; several (also NAME=PATH) for tables side by side."
    ),
    paper: str = typer.Option(..., "--paper", help="One of: clef, odie, mayo, i2b2, share."),
    table: list[str] = typer.Option(
        [], "--table", help="Only these tables: 1, or 12,13.", metavar="NUMBER"
    ),
    sets: list[str] = typer.Option(
        [], "--sets", help="The sets of the annotators; default: all sets without another role."
    ),
    gold: list[str] = typer.Option(
        [], "--gold", help="The gold standard; default: the set gold or consensus."
    ),
    consensus: list[str] = typer.Option(
        [], "--consensus", help="Consensus sets that are compared with each other."
    ),
    system: list[str] = typer.Option([], "--system", help="The sets of systems."),
    dataset: list[str] = typer.Option(
        [], "--dataset", help="The documents of the first, the second … dataset of the paper."
    ),
    where: list[str] = parameters.WHERE,
    field: list[str] = typer.Option(
        [], "--field", help="The metadata field that contains a field of the tables: batch=week."
    ),
    facts: Path | None = typer.Option(
        None, "--facts", help="A CSV file about sets and runs: set,description,hours,team …"
    ),
    schema: str | None = figures.SCHEMA,
    fmt: str | None = parameters.FROM,
    as_table: TableFormat = typer.Option(
        TableFormat.TEXT, "--tables", help="Print tables as text, Markdown, LaTeX or an HTML page."
    ),
    out: Path | None = typer.Option(
        None, "--out", help="Write the HTML page to this file instead of standard output."
    ),
    no_text: bool = parameters.NO_TEXT_IN_TABLES,
    overwrite: bool = parameters.OVERWRITE,
    as_json: bool = parameters.JSON,
) -> None:
    """Print the tables of a paper for a corpus; say what the corpus lacks for the others."""
    from goldsmith.project.corpus.inputs import resolve_schema
    from goldsmith.project.corpus.targets import name_targets
    from goldsmith.project.tables.api import open_view
    from goldsmith.project.tables.build import build_tables
    from goldsmith.project.tables.forms import load_forms
    from goldsmith.sampling.arguments import parse_conditions

    if out:
        _check_out(out, as_table, overwrite=overwrite)
    forms = load_forms(paper)
    numbers = output.split_values(table)
    for number in numbers:
        forms.find_table(number)
    targets = name_targets(corpus, are_paths=True)
    view = open_view(
        {target.name: target.place for target in targets} if len(targets) > 1 else targets[0].place,
        sets=output.split_values(sets),
        gold=output.split_values(gold),
        consensus=output.split_values(consensus),
        systems=output.split_values(system),
        where=parse_conditions(where),
        fields=_parse_fields(field),
        facts=facts,
        schema=resolve_schema(schema or forms.schema),
        fmt=fmt,
        keep_places=as_table is TableFormat.HTML and not as_json,
        with_text=not no_text,
    )
    datasets = [parse_conditions([text]) for text in dataset]
    result = build_tables(view, forms, numbers, datasets)
    if as_json:
        output.print_json(result.without_places())
    elif as_table is TableFormat.HTML:
        from goldsmith.project.tables.page import render_tables

        _write_page(render_tables(result, view, with_text=not no_text), out)
    else:
        _print_tables(result, as_table)


def _print_tables(result: PaperTables, how: TableFormat) -> None:
    from goldsmith.project.tables.layout import describe_missing, lay_out

    for table in result.tables:
        figures.print_tables(lay_out(table), figures.TableFormat(how.value))
        for line in filter(None, (describe_missing(table), table.differs if table.parts else "")):
            typer.echo(f"{line}\n" if how is not TableFormat.LATEX else f"% {line}\n")


def _check_out(out: Path, how: TableFormat, *, overwrite: bool) -> None:
    if how is not TableFormat.HTML:
        raise InputError(
            "--out names the file of an HTML page", expected="--tables html with --out"
        )
    output.check_page(out, overwrite=overwrite)


def _write_page(page: str, out: Path | None) -> None:
    if out:
        output.write_page(out, page)
    else:
        typer.echo(page)


def _parse_fields(texts: list[str]) -> dict[str, str]:
    """Return the metadata field of each field of the tables."""
    return dict(_split_field(text) for text in output.split_values(texts))


def _split_field(text: str) -> tuple[str, str]:
    name, equals, field = text.partition("=")
    if not (name and equals and field):
        raise InputError(
            f"{text!r} does not name a field", expected="FIELD=NAME, such as batch=week"
        )
    return name, field
