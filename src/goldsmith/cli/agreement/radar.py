"""Find probable slips: words that are annotated differently elsewhere."""

from __future__ import annotations

from pathlib import Path

import typer

from goldsmith.cli.shared import figures, output, parameters

app = typer.Typer(add_completion=False)


@app.command()
def radar(
    corpus: str = parameters.CORPUS,
    set_name: str = typer.Option("gold", "--set", help="The annotation set to examine."),
    schema: str | None = typer.Option(
        None, "--schema", help="A built-in schema or a TOML file; by default the schema of the set."
    ),
    terms: list[str] = typer.Option(
        [],
        "--terms",
        help="Terminologies that distinguish broader codes from contradictory ones: names on "
        "the shelf, `demo` or folders.",
    ),
    kind: list[str] = typer.Option(
        [],
        "--kind",
        help="Only suspects of this kind: missed, extra, type, code, attribute, span or chain; may "
        "be repeated.",
    ),
    limit: int = typer.Option(200, "--limit", help="The largest number of suspects."),
    html: Path | None = typer.Option(
        None, "--html", help="Write an HTML page to this file; its rows link to the annotations."
    ),
    no_text: bool = parameters.NO_TEXT_IN_TABLES,
    fmt: str | None = parameters.FROM,
    overwrite: bool = parameters.OVERWRITE,
    as_table: figures.TableFormat = figures.AS,
    as_json: bool = parameters.JSON,
) -> None:
    """Rank annotations by the probability that they are slips, with the evidence."""
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.radar.api import radar as run
    from goldsmith.project.radar.page import render_radar
    from goldsmith.project.radar.tables import leave_out_words, make_tables

    if html:
        output.check_page(html, overwrite=overwrite)
    result = run(
        corpus,
        set_name=set_name,
        schema=schema,
        terms=output.split_values(terms),
        kinds=output.split_values(kind),
        limit=limit,
        fmt=fmt,
        track=output.track,
    )
    if no_text:
        result = leave_out_words(result)
    if html:
        output.write_page(html, render_radar(result, Source(corpus, fmt), with_text=not no_text))
    if as_json:
        output.print_json(result)
    elif not html:
        figures.print_tables(make_tables(result), as_table)
    likely = sum(suspect.probability for suspect in result.suspects)
    output.report(
        f"about {likely:.0f} of {len(result.suspects):,} suspects are slips, in "
        f"{result.documents:,} documents"
    )
