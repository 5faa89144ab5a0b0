"""Measure agreement between annotators."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from goldsmith.cli.shared import figures, output, parameters, places
from goldsmith.cli.shared.choices import Differing, Missing
from goldsmith.errors import InputError, Remedy

if TYPE_CHECKING:
    from goldsmith.core import Document
    from goldsmith.project.agreement.agree import Agreement
    from goldsmith.project.agreement.tasks import Task

app = typer.Typer(add_completion=False)


class _Roles(NamedTuple):
    """The documents, and the sets with each role; annotators are None if no set is named."""

    docs: Iterable[Document]
    annotators: list[str] | None
    systems: list[str]
    gold: list[str]
    notices: list[str]


@app.command()
def agree(
    sets: list[str] = typer.Argument(
        None, help="Annotation sets of --corpus, or paths, each with the work of one annotator."
    ),
    all_sets: bool = typer.Option(
        False, "--all-sets", help="Compare all sets of --corpus except those of --gold."
    ),
    corpus: str | None = figures.CORPUS,
    schema: str | None = figures.SCHEMA,
    task: str = figures.AGREEMENT_TASK,
    metric: list[str] = figures.METRIC,
    option: list[str] = figures.OPTION,
    terms: list[str] = figures.TERMS,
    gold: list[str] = typer.Option(
        [], "--gold", help="Consensus or gold sets; with two, also the gain from consensus."
    ),
    system: list[str] = typer.Option(
        [],
        "--system",
        help="Sets of systems: compared, but excluded from figures about annotators.",
    ),
    assignments: Path | None = typer.Option(
        None,
        "--assignments",
        help="A table of documents and their annotators (CSV or TSV); only their work is compared.",
    ),
    leave_out: list[str] = figures.LEAVE_OUT,
    fmt: str | None = parameters.FROM,
    missing: Missing = figures.AGREEMENT_MISSING,
    differing: Differing = figures.DIFFERING,
    by: str = figures.BY,
    intervals: bool = figures.INTERVALS,
    differences: bool = typer.Option(
        False,
        "--differences",
        help="Classify the differences of each pair, with confused values, hard codes, repeated "
        "mistakes and examples.",
    ),
    no_text: bool = typer.Option(
        False, "--no-text", help="Leave all note text out of --differences."
    ),
    influence: bool = typer.Option(
        False, "--influence", help="Print the figures with each document left out in turn."
    ),
    trend: bool = typer.Option(
        False, "--trend", help="Follow the slices of --by in their order until they are stable."
    ),
    tolerance: float = typer.Option(
        0.05, "--tolerance", min=0, help="The largest difference between stable values of --trend."
    ),
    merge: list[str] = typer.Option(
        [],
        "--merge",
        help="Show what agreement would be if types were merged; ATTRIBUTE:A,B=C merges values. "
        "May be repeated.",
    ),
    workers: int = places.WORKERS,
    runner: str = places.RUNNER,
    master: str = places.MASTER,
    spark_conf: list[str] = places.SPARK_CONF,
    as_table: figures.TableFormat = figures.AS,
    numbers: figures.Numbers = figures.NUMBERS,
    as_json: bool = parameters.JSON,
) -> None:
    """Measure agreement between annotators: matrices, means, pooled, contributions to the gold."""
    from goldsmith.project.agreement.agree import agree as run
    from goldsmith.project.agreement.assignments import read_assignments
    from goldsmith.project.agreement.causes.causes import CauseOptions
    from goldsmith.project.agreement.causes.merges import parse_merge
    from goldsmith.runners.place import use_place

    place = places.make_place(runner, workers, master, spark_conf)
    is_assigned = assignments is not None and corpus is not None
    _check_sets(sets, corpus, all_sets=all_sets, is_assigned=is_assigned)
    _check_causes(by, trend=trend, differences=differences, no_text=no_text)
    merges = [parse_merge(text) for text in merge]
    table = read_assignments(assignments) if assignments else None
    chosen = _choose_task(task, metric, option, terms, differences=differences)
    roles = _open_sets(sets, system, gold, corpus, fmt, differing)
    with use_place(place, what="goldsmith agree"):
        agreement = run(
            roles.docs,
            roles.annotators,
            chosen,
            figures.choose_schema(chosen, schema),
            gold=roles.gold,
            systems=roles.systems,
            missing=missing,
            by=by,
            assignments=table,
            leave_out=leave_out,
            intervals=intervals,
            notices=roles.notices,
            causes=CauseOptions(
                differences=differences,
                with_text=not no_text,
                hierarchy=figures.open_hierarchy(terms),
                influence=influence,
                trend=trend,
                tolerance=tolerance,
            ),
            merges=merges,
            workers=workers,
        )
    figures.report_notices(agreement.notices)
    if as_json:
        output.print_json(agreement)
    else:
        _print_agreement(agreement, chosen, as_table, numbers)


def _check_sets(sets: list[str], corpus: str | None, *, all_sets: bool, is_assigned: bool) -> None:
    """Refuse a call that names no sets to compare, or names them twice."""
    if all_sets and (sets or not corpus):
        raise InputError(
            "--all-sets compares all sets of --corpus",
            expected="--corpus, and no names of sets",
        )
    if not all_sets and not sets and not is_assigned:
        raise InputError(
            "no annotators are named",
            expected="two or more sets or paths",
            remedy=Remedy.NAME_ANNOTATORS,
        )


def _check_causes(by: str, *, trend: bool, differences: bool, no_text: bool) -> None:
    """Refuse options that are used without the option they depend on."""
    if trend and not by:
        raise InputError(
            "--trend needs slices to follow", expected="--by with the field of the batches"
        )
    if no_text and not differences:
        raise InputError(
            "--no-text applies only to --differences", expected="both of them, or neither"
        )


def _choose_task(
    task: str, metric: list[str], option: list[str], terms: list[str], *, differences: bool
) -> Task:
    """Return the task, with the distance of codes unless --terms is for --differences alone."""
    from goldsmith.project.agreement.tasks import compares_codes

    chosen = figures.make_task(task, metric, option)
    if differences and not compares_codes(chosen):
        return chosen
    return figures.add_distance(chosen, terms)


def _open_sets(
    sets: list[str],
    system: list[str],
    gold: list[str],
    corpus: str | None,
    fmt: str | None,
    differing: Differing,
) -> _Roles:
    """Open the documents; without names of sets, the annotators are found in the corpus."""
    from goldsmith.project.agreement.stacking import open_all_sets, open_sets

    gold_sets, system_sets = output.split_values(gold), output.split_values(system)
    named = [*(sets or ()), *system_sets, *gold_sets]
    if corpus and not sets:
        docs, names, notices = open_all_sets(named, corpus, fmt, track=output.track)
    else:
        docs, names, notices = open_sets(
            named, corpus, fmt, differing=differing, track=output.track
        )
    first_gold = len(names) - len(gold_sets)
    first_system = first_gold - len(system_sets)
    return _Roles(
        docs,
        names[:first_system] if sets else None,
        names[first_system:first_gold],
        names[first_gold:],
        notices,
    )


def _print_agreement(
    agreement: Agreement, task: Task, as_table: figures.TableFormat, numbers: figures.Numbers
) -> None:
    from goldsmith.project.agreement.agreement_tables import is_shortened, make_agreement_tables

    width = _find_width() if as_table is figures.TableFormat.TEXT else None
    figures.print_tables(
        make_agreement_tables(agreement, task, numbers.value, width=width), as_table
    )
    if is_shortened(agreement, task, numbers.value, width):
        output.report(
            f"note: a matrix of {len(agreement.coverage):,} sets is too wide for {width} columns; "
            "--json has every pair, and --tables markdown the matrix"
        )


def _find_width() -> int:
    return output.console_width() or shutil.get_terminal_size().columns
