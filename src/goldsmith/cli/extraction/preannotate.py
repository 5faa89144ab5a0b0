"""Annotate notes with the concepts that a look-up finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import choices, output, parameters, presets
from goldsmith.cli.shared import terms as shared_terms
from goldsmith.cli.shared.choices import Overlap
from goldsmith.errors import InputError

if TYPE_CHECKING:
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.terms.find import Filter
    from goldsmith.project.terms.plan import AnnotatorFactory, Plan
    from goldsmith.project.terms.preannotate import Annotator, Preannotation

app = typer.Typer(add_completion=False)


@app.command()
def preannotate(
    ctx: typer.Context,
    corpus: str = parameters.NOTES,
    out: Path | None = parameters.OPTIONAL_OUT,
    preset: str = presets.PREANNOTATION_PRESET,
    show_config: bool = presets.SHOW_CONFIG,
    terms: list[str] = shared_terms.TERMS,
    subset: str = typer.Option(
        "", "--subset", help="Only this subset; a subset such as clef also maps concepts to types."
    ),
    kind: str = typer.Option(
        "", "--type", help="The type of all mentions, if the subset does not map to types."
    ),
    system: list[str] = shared_terms.SYSTEM,
    below: list[str] = shared_terms.BELOW,
    threshold: int = shared_terms.THRESHOLD,
    overlap: Overlap = shared_terms.OVERLAP,
    mappings: int = typer.Option(
        1, "--mappings", help="The highest number of concepts for a name, each as its own mention."
    ),
    typos: bool = shared_terms.TYPOS,
    exact: bool = shared_terms.EXACT,
    rules: list[str] = typer.Option(
        [], "--rules", help="Find people by rules: " + ", ".join(choices.RULES) + "."
    ),
    sweep: str = typer.Option(
        "",
        "--sweep",
        help="Write nothing: score every threshold against this set, F against relevance.",
        metavar="GOLD",
    ),
    html: Path | None = typer.Option(
        None, "--html", help="With --sweep: write the table and a picture to this file."
    ),
    set_name: str = typer.Option("lookup", "--set-name", help="The name of the new set."),
    schema: str = typer.Option(
        "", "--schema", help="The schema of the new set; by default the schema of the subset."
    ),
    only_set: bool = parameters.ONLY_NEW_SET,
    fmt: str | None = parameters.FROM,
    to: str = parameters.TO,
    read_as: str = parameters.READ_AS,
    keep_going: bool = typer.Option(
        False, "--keep-going", help="Use the readable files; exit with 1 if some cannot be read."
    ),
    allow_loss: list[str] = parameters.ALLOW_LOSS,
    overwrite: bool = parameters.OVERWRITE,
    as_json: bool = parameters.JSON,
) -> None:
    """Annotate notes with the concepts of terminologies; the annotations form a new set."""
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.terms.plan import make_plan
    from goldsmith.project.terms.preannotate import preannotate as run

    del show_config  # its callback has printed the preset
    _check_target(out, sweep, html)
    chosen = _select_explicit(
        ctx,
        subset=subset,
        kind=kind,
        threshold=threshold,
        overlap=overlap,
        exact=exact,
        typos=typos,
        mappings=mappings,
    )
    plan = make_plan(preset, output.split_values(rules), looks_up=bool(terms or chosen))
    only = shared_terms.make_filter("", (), system, below)
    make = _make_factory(plan, chosen, terms, only, schema, set_name)
    source = Source(corpus, fmt, set_name=read_as, keep_going=keep_going)
    if sweep:
        _sweep(source, sweep, make, html, corpus, overwrite=overwrite, as_json=as_json)
        return
    assert out is not None
    result = run(
        source,
        make(),
        out,
        to=to,
        sets=[set_name] if only_set else [],
        allow_loss=output.split_values(allow_loss),
        overwrite=overwrite,
        track=output.track,
    )
    if as_json:
        output.print_json(result)
    else:
        _print_mentions(result)
    _report(result)
    raise typer.Exit(1 if result.skipped else 0)


def _check_target(out: Path | None, sweep: str, html: Path | None) -> None:
    if bool(out) == bool(sweep):
        problem = "--out and --sweep exclude each other" if out else "there is nothing to write to"
        raise InputError(problem, expected="--out PATH, or --sweep GOLD to score thresholds")
    if html and not sweep:
        raise InputError("--html shows the scores of --sweep", expected="--sweep GOLD with it")


def _select_explicit(ctx: typer.Context, **values: object) -> dict[str, object]:
    """Return the options that the command line sets, under the names of the component `lookup`."""
    explicit = presets.list_explicit(ctx)
    return {
        "type" if name == "kind" else name: value
        for name, value in values.items()
        if name in explicit
    }


def _make_factory(
    plan: Plan,
    chosen: Mapping[str, object],
    terms: list[str],
    only: Filter,
    schema: str,
    set_name: str,
) -> AnnotatorFactory:
    from goldsmith.project.terms.plan import AnnotatorFactory

    return AnnotatorFactory(
        plan,
        chosen,
        lambda: shared_terms.open_terminologies(terms),
        only=only,
        schema=schema,
        name=set_name,
        warn=shared_terms.warn,
    )


def _sweep(
    source: Source,
    gold: str,
    make: Callable[[int], Annotator],
    html: Path | None,
    corpus: str,
    *,
    overwrite: bool,
    as_json: bool,
) -> None:
    from goldsmith.cli.shared import figures
    from goldsmith.project.corpus.inputs import name_documents
    from goldsmith.project.terms import sweep

    if html:
        output.check_page(html, overwrite=overwrite)
    docs = list(output.track(source, source.total))
    result = sweep.sweep_thresholds(docs, gold, make, progress=output.report_progress)
    if html:
        output.write_page(html, sweep.render_sweep(result, name_documents(corpus, corpus)))
    if as_json:
        output.print_json(result)
    elif not html:
        figures.print_tables([sweep.tabulate_sweep(result)], figures.TableFormat.TEXT)


def _print_mentions(result: Preannotation) -> None:
    if result.mentions:
        rows = [*result.mentions.items(), ("total", sum(result.mentions.values()))]
        output.print_table(f"Mentions in the set {result.set}", ("type", "mentions"), rows)


def _report(result: Preannotation) -> None:
    output.report(
        f"{result.documents:,} documents, {result.with_mentions:,} of them with mentions"
        f" -> {result.out}"
    )
    output.report_dropped(result.dropped)
    for message in result.skipped:
        output.report(f"  skipped: {message}")
