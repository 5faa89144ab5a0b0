"""Measure agreement between annotators."""

from __future__ import annotations

import shutil

import typer

from goldsmith.cli.shared import figures, output
from goldsmith.cli.shared.choices import Differing, Missing
from goldsmith.errors import InputError, Remedy

app = typer.Typer(add_completion=False)


@app.command()
def agree(
    sets: list[str] = typer.Argument(
        None, help="Annotation sets of --corpus, or paths, each with the work of one annotator."
    ),
    all_sets: bool = typer.Option(
        False, "--all-sets", help="Compare all sets of --corpus but those of --gold."
    ),
    corpus: str | None = figures.CORPUS,
    schema: str | None = figures.SCHEMA,
    task: str = figures.AGREEMENT_TASK,
    metric: list[str] = figures.METRIC,
    option: list[str] = figures.OPTION,
    terms: list[str] = figures.TERMS,
    gold: list[str] = typer.Option(
        [], "--gold", help="Consensus or gold sets; with two, also what consensus reduced."
    ),
    fmt: str | None = output.FROM,
    missing: Missing = typer.Option(
        "skip",
        "--missing",
        help="Documents that an annotator lacks or has not annotated: refuse, empty or skip.",
    ),
    differing: Differing = figures.DIFFERING,
    by: str = figures.BY,
    intervals: bool = figures.INTERVALS,
    as_table: figures.As = figures.AS,
    numbers: figures.Numbers = figures.NUMBERS,
    as_json: bool = output.JSON,
) -> None:
    """Measure agreement between annotators: matrices, averages, contributions to the gold."""
    from goldsmith.project.agreement.agree import agree as run
    from goldsmith.project.agreement.agreement_tables import is_shortened, make_agreement_tables
    from goldsmith.project.agreement.stacking import open_all_sets, open_sets

    _check_sets(sets, corpus, all_sets=all_sets)
    chosen = figures.add_distance(figures.make_task(task, metric, option), terms)
    gold_sets = output.split_values(gold)
    if corpus and all_sets:
        docs, names, notices = open_all_sets(gold_sets, corpus, fmt, track=output.track)
    else:
        docs, names, notices = open_sets(
            [*sets, *gold_sets], corpus, fmt, differing=differing, track=output.track
        )
    first_gold = len(names) - len(gold_sets)
    agreement = run(
        docs,
        None if all_sets else names[:first_gold],
        chosen,
        figures.choose_schema(chosen, schema),
        gold=names[first_gold:],
        missing=missing,
        by=by,
        intervals=intervals,
        notices=notices,
    )
    figures.report_notices(agreement.notices)
    if as_json:
        output.print_json(agreement)
        return
    width = _find_width() if as_table is figures.As.TEXT else None
    tables = make_agreement_tables(agreement, chosen, numbers.value, width=width)
    figures.print_tables(tables, as_table)
    if is_shortened(agreement, chosen, numbers.value, width):
        output.report(
            f"note: a matrix of {len(agreement.coverage):,} sets is too wide for {width} columns; "
            "--json has every pair, and --tables markdown the matrix"
        )


def _check_sets(sets: list[str], corpus: str | None, *, all_sets: bool) -> None:
    if all_sets and (sets or not corpus):
        raise InputError(
            "--all-sets compares all sets of --corpus",
            expected="--corpus, and no names of sets",
        )
    if not all_sets and not sets:
        raise InputError(
            "no annotators are named",
            expected="two or more sets or paths",
            remedy=Remedy.NAME_ANNOTATORS,
        )


def _find_width() -> int:
    return output.console_width() or shutil.get_terminal_size().columns
