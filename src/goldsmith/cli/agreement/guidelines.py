"""Make, check, build and release annotation guidelines."""

from __future__ import annotations

from pathlib import Path

import typer

from goldsmith.cli.shared import choices, output, parameters

app = typer.Typer(add_completion=False, no_args_is_help=True, help=__doc__)

GUIDELINE = typer.Argument(..., help="The folder of a guideline, or the name of a built-in one.")
FOLDER = typer.Argument(..., help="The folder of a guideline.")


@app.command("list")
def list_(as_json: bool = parameters.JSON) -> None:
    """List the built-in guidelines."""
    from goldsmith.guidelines.fences import find_examples
    from goldsmith.guidelines.folder import find_guideline, list_builtin

    rows = []
    for name in list_builtin():
        guideline = find_guideline(name)
        examples = sum(len(list(find_examples(page))) for page in guideline.pages)
        rows.append((name, len(guideline.pages), examples, guideline.settings.title))
    if as_json:
        keys = ("name", "pages", "examples", "title")
        output.print_json([dict(zip(keys, row, strict=True)) for row in rows])
        return
    output.print_table("Built-in guidelines", ("name", "pages", "examples", "title"), rows)


@app.command()
def new(
    schema: str = typer.Option(..., "--schema", help="A built-in schema or a TOML file."),
    out: Path = typer.Option(..., "--out", help="The folder to write."),
    title: str = typer.Option("", "--title", help="The title of the guideline."),
    complete: bool = typer.Option(
        False, "--complete", help="Start from the built-in guideline instead of empty pages."
    ),
    overwrite: bool = parameters.OVERWRITE,
) -> None:
    """Make the skeleton of a guideline from a schema: nine sections, a page for each type."""
    from goldsmith.project.guidelines.work import make_guideline

    paths = make_guideline(schema, out, title=title, complete=complete, overwrite=overwrite)
    output.report(f"{len(paths)} files written: {out}")


@app.command()
def check(
    guideline: str = GUIDELINE,
    complete: bool = typer.Option(
        False, "--complete", help="Count unwritten placeholders as problems."
    ),
    as_json: bool = parameters.JSON,
) -> None:
    """List dead links, types without pages and examples that break the schema; exit with 1."""
    from goldsmith.guidelines.check import check_guideline, find_unwritten
    from goldsmith.guidelines.folder import find_guideline

    content = find_guideline(guideline)
    problems, unwritten = check_guideline(content), find_unwritten(content)
    if complete:
        problems += unwritten
    if as_json:
        output.print_json(problems)
    else:
        for problem in problems:
            typer.echo(str(problem))
    count = len(problems)
    output.report(f"{count:,} problem{'s' * (count != 1)} found" if count else "no problems found")
    if unwritten and not complete:
        output.report(f"{len(unwritten):,} places are not written yet; --complete lists them")
    raise typer.Exit(1 if count else 0)


@app.command()
def build(
    guideline: str = GUIDELINE,
    out: Path = typer.Option(..., "--out", help="The folder of the site."),
    corpus: str | None = typer.Option(
        None, "--corpus", help="Show examples from this corpus; the site then contains note text."
    ),
    set_name: str = typer.Option(choices.DEFAULT_SET, "--set", help="The annotation set to show."),
    places: int = typer.Option(5, "--places", min=1, help="Sentences to show for each type."),
    fmt: str | None = parameters.FROM,
    overwrite: bool = parameters.OVERWRITE,
    as_json: bool = parameters.JSON,
) -> None:
    """Build a static site that needs no network: linked pages, search, light, dark, print."""
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.guidelines.work import write_site

    built = write_site(
        guideline,
        out,
        corpus=Source(corpus, fmt) if corpus else None,
        corpus_name=corpus or "",
        set_name=set_name,
        places=places,
        overwrite=overwrite,
    )
    if as_json:
        output.print_json(built)
    shown = f", {built.places:,} places of the corpus" if corpus else ""
    output.report(f"{built.pages:,} pages{shown}: {out / 'index.html'}")
    if corpus:
        output.report("the site contains note text: treat it like the corpus")


@app.command()
def release(
    folder: Path = FOLDER,
    version: str = typer.Argument(..., help="The name of the version, such as 1.2."),
    remark: str = typer.Option("", "--remark", help="What changed, in a sentence."),
    date: str = typer.Option("", "--date", help="The date, YYYY-MM-DD; today by default."),
) -> None:
    """Store the current pages as a version."""
    import datetime

    from goldsmith.errors import InputError
    from goldsmith.guidelines.versions import release_version

    try:
        day = datetime.date.fromisoformat(date) if date else datetime.date.today()
    except ValueError:
        raise InputError("--date is not a date", expected="YYYY-MM-DD") from None
    stored = release_version(folder, version, date=day.isoformat(), remark=remark)
    output.report(f"version {version}: {len(stored.files)} files, digest {stored.digest[:12]}")


@app.command()
def history(folder: Path = FOLDER, as_json: bool = parameters.JSON) -> None:
    """List the versions, newest first, with the changes of each."""
    from goldsmith.guidelines.versions import list_changes
    from goldsmith.project.guidelines.work import make_history_table

    if as_json:
        output.print_json(list_changes(folder))
        return
    table = make_history_table(folder)
    output.print_table(table.title, table.columns, table.rows)


@app.command()
def diff(
    folder: Path = FOLDER,
    old: str = typer.Argument(..., help="A version."),
    new: str = typer.Argument("working", help="Another version, or `working`: the pages now."),
    page: Path | None = typer.Option(None, "--html", help="Write a page instead of text."),
) -> None:
    """Show what changed from one version to another."""
    from goldsmith.guidelines.diff import diff_text
    from goldsmith.guidelines.versions import load_version
    from goldsmith.project.guidelines.work import write_diff

    if page:
        write_diff(folder, (old, new), page)
        output.report(f"page written: {page}")
        return
    typer.echo(
        diff_text(load_version(folder, old), load_version(folder, new), (old, new)), nl=False
    )


@app.command()
def iterations(
    file: Path = typer.Argument(..., help="A TOML or CSV file, or a folder with iterations.toml."),
    measure: list[str] = typer.Option(
        [], "--measure", help="METRIC.VALUE; spans.lenient and relations.ciaa by default."
    ),
    chart: Path | None = typer.Option(None, "--svg", help="Write the picture to this file."),
    as_json: bool = parameters.JSON,
) -> None:
    """Show which version of the guideline produced which agreement, as a table and a picture."""
    from goldsmith import storage
    from goldsmith.guidelines import iterations as rounds

    entries = rounds.read_iterations(file / rounds.FILE_NAME if file.is_dir() else file)
    measures = rounds.choose_measures(entries, output.split_values(measure))
    if chart:
        storage.write_text(chart, rounds.draw_iterations(entries, measures))
        output.report(f"picture written: {chart}")
    if as_json:
        output.print_json(entries)
        return
    table = rounds.make_iteration_table(entries, measures)
    output.print_table(table.title, table.columns, table.rows)
