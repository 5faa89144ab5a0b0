"""Write an agreement report as one HTML page."""

from __future__ import annotations

from pathlib import Path

import typer

from goldsmith.cli.shared import figures, output, parameters

app = typer.Typer(add_completion=False)


@app.command()
def report(
    sets: list[str] = typer.Argument(
        ..., help="Sets of --corpus, or paths with one annotator each; the gold standard first."
    ),
    out: Path = typer.Option(..., "--out", help="The HTML file to write."),
    corpus: str | None = figures.CORPUS,
    schema: str | None = figures.SCHEMA,
    task: str = figures.AGREEMENT_TASK,
    option: list[str] = figures.OPTION,
    by: str = figures.BY,
    leave_out: list[str] = figures.LEAVE_OUT,
    fmt: str | None = parameters.FROM,
    title: str = typer.Option("Agreement", "--title", help="The title of the page."),
    no_text: bool = typer.Option(
        False, "--no-text", help="Leave out all note text, so that the figures can be shared."
    ),
    notes: int = typer.Option(
        20, "--notes", min=0, help="Show chains and time lines of up to this many notes."
    ),
    overwrite: bool = parameters.OVERWRITE,
) -> None:
    """Write an agreement report as one HTML file; numbers link to the annotations they count."""
    from goldsmith.project.agreement.report import build_report, render_report
    from goldsmith.project.agreement.stacking import open_sets

    output.check_page(out, overwrite=overwrite)
    chosen = figures.make_task(task, [], option)
    docs, names, _ = open_sets(sets, corpus, fmt, track=output.track)
    content = build_report(
        docs,
        names,
        chosen,
        figures.choose_schema(chosen, schema),
        by=by,
        leave_out=leave_out,
        title=title,
        with_text=not no_text,
        notes=notes,
    )
    figures.report_notices(content.notices)
    output.write_page(out, render_report(content))
