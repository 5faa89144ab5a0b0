"""Count the documents, words, annotations, codes and chains of corpora."""

from __future__ import annotations

from pathlib import Path

import typer

from goldsmith.cli.shared import figures, output, parameters

app = typer.Typer(add_completion=False)


@app.command()
def describe(
    corpora: list[str] = typer.Argument(
        ...,
        help="A corpus in any format, or `demo`; several are shown side by side. NAME=PATH names "
        "one.",
        metavar="CORPORA",
    ),
    fmt: str | None = parameters.FROM,
    schema: str | None = typer.Option(
        None, "--schema", help="The schema that defines which relations form chains."
    ),
    sets: list[str] = typer.Option(
        [], "--set", help="Count only this annotation set; may be repeated."
    ),
    by: str = typer.Option(
        "",
        "--by",
        help="The metadata field whose values become columns; `type` by default. Fields separated "
        "by commas are crossed.",
    ),
    cross: list[str] = typer.Option(
        [],
        "--cross",
        help="Count annotations by two features: CTLink.type,task, or mention,status for all types "
        "of mention; may be repeated.",
    ),
    grid: str = typer.Option(
        "",
        "--grid",
        help="Count documents by metadata fields, in per cent: subtype,diagnosis.",
    ),
    html: Path | None = parameters.HTML,
    overwrite: bool = parameters.OVERWRITE,
    as_table: figures.TableFormat = figures.AS,
    as_json: bool = parameters.JSON,
) -> None:
    """Count the documents, words, annotations by type, codes and chains of corpora."""
    from goldsmith.project.corpus.describe import describe as run
    from goldsmith.project.corpus.describe.tables import make_description_tables
    from goldsmith.project.corpus.describe_page import render_description, render_descriptions
    from goldsmith.project.corpus.schemas import find_schema
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.corpus.targets import name_targets

    if html:
        output.check_page(html, overwrite=overwrite)
    chosen = find_schema(schema) if schema else None
    descriptions = {}
    for target in name_targets(corpora, are_paths=True):
        source = Source(target.place, fmt)
        docs = output.track(source, source.total)
        descriptions[target.name] = run(
            docs,
            chosen,
            sets=output.split_values(sets),
            by=by,
            cross=cross,
            grid=grid,
            records=source.read_records(),
        )
    [(name, first), *rest] = descriptions.items()
    if html and rest:
        output.write_page(html, render_descriptions(descriptions, is_sliced=bool(by)))
    elif html:
        output.write_page(html, render_description(name, first))
    if as_json:
        output.print_json(descriptions if rest else first)
    elif not html:
        figures.print_tables(make_description_tables(descriptions, is_sliced=bool(by)), as_table)
