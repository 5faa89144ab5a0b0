"""Resolve the differences between annotators, and make a consensus set."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer
from typer.core import TyperGroup

from goldsmith.cli.shared import figures, output, parameters
from goldsmith.cli.shared.choices import Differing, Missing

if TYPE_CHECKING:
    from goldsmith.project.adjudication.make import QueueResult

_QUEUE = "queue"


class _QueueByDefault(TyperGroup):
    """Makes `goldsmith adjudicate …` mean `goldsmith adjudicate queue …`, help included."""

    default_command = _QUEUE


app = typer.Typer(cls=_QueueByDefault, add_completion=False, help=__doc__)
FOLDER = typer.Argument(..., metavar="QUEUE", help="The folder that `goldsmith adjudicate` wrote.")
MOVED = typer.Option("", "--corpus", help="Where the corpus is now, if it was moved since.")
CONSENSUS = typer.Option("consensus", "--as", help="The name of the consensus set.")
BY = typer.Option("", "--adjudicator", help="Who decides; by default your login name.")


@app.command(
    _QUEUE,
    no_args_is_help=True,
    epilog="Then: goldsmith adjudicate decide | apply | summary | reopen | rules; each has --help",
)
def queue(
    sets: list[str] = typer.Argument(
        ..., help="Annotation sets of --corpus, or paths, each with the work of one annotator."
    ),
    out: Path = typer.Option(..., "--out", help="The folder of the queue to write."),
    corpus: str | None = figures.CORPUS,
    rules: str = typer.Option(
        "clef", "--rules", help="What a decision may do: built-in rules, or a TOML file."
    ),
    schema: str | None = typer.Option(
        None,
        "--schema",
        help="A built-in schema or a TOML file; by default the schema of the sets.",
    ),
    missing: Missing = figures.AGREEMENT_MISSING,
    differing: Differing = figures.DIFFERING,
    decisions: Path | None = typer.Option(
        None,
        "--decisions",
        metavar="QUEUE",
        help="An earlier queue, to take over the decisions that still hold.",
    ),
    fmt: str | None = parameters.FROM,
    overwrite: bool = parameters.OVERWRITE,
    as_json: bool = parameters.JSON,
) -> None:
    """Compare the sets of annotators and write the queue of differences to decide."""
    from goldsmith.adjudication import load_rules
    from goldsmith.project.adjudication.make import make_queue, read_earlier_decisions
    from goldsmith.project.adjudication.work import Stream, name_origin
    from goldsmith.project.corpus.schemas import find_schema

    chosen = load_rules(rules)
    origin = name_origin(sets, corpus, fmt, missing=missing, differing=differing)
    made = make_queue(
        Stream(origin, track=output.track),
        chosen,
        find_schema(schema) if schema else None,
        out,
        decisions=read_earlier_decisions(decisions) if decisions else (),
        overwrite=overwrite,
    )
    figures.report_notices(made.notices)
    if as_json:
        output.print_json(made)
    else:
        _print_made(made)


def _print_made(made: QueueResult) -> None:
    from goldsmith.project.adjudication.tables import make_queue_table

    figures.print_tables([make_queue_table(made)], figures.TableFormat.TEXT)
    if made.taken_over or made.dropped:
        output.report(
            f"{made.taken_over:,} decisions taken over; {len(made.dropped):,} are for units that "
            "no longer exist" + (": " + ", ".join(made.dropped) if made.dropped else "")
        )
    output.report(f"decide with: goldsmith adjudicate decide {made.out}")


@app.command()
def decide(
    folder: Path = FOLDER,
    by: str = BY,
    seed: int = typer.Option(
        0, "--seed", help="Seed of the assignment of letters (A, B) to annotators in each unit."
    ),
) -> None:
    """Walk through the open units in the terminal; every decision is saved at once."""
    from rich.console import Console

    from goldsmith.cli.shared.decide import Walk, list_results, open_keyboard
    from goldsmith.project.adjudication.queue import Queue
    from goldsmith.project.adjudication.session import Session

    opened = Queue(folder)
    with opened.lock():
        session = Session(opened, by=by or _get_login(), seed=seed)
        console = Console(highlight=False, width=output.console_width())
        with open_keyboard() as keyboard:
            Walk(session, console, keyboard).run()
    for line in list_results(session):
        output.report(line)


@app.command()
def apply(
    folder: Path = FOLDER,
    out: Path = typer.Option(..., "--out", help="The corpus to write."),
    name: str = CONSENSUS,
    auto: str = typer.Option(
        "",
        "--auto",
        help="Decide open units by a policy: majority, union, intersection, or an annotator.",
    ),
    corpus: str = MOVED,
    to: str = parameters.TO,
    allow_loss: list[str] = parameters.ALLOW_LOSS,
    overwrite: bool = parameters.OVERWRITE,
    as_json: bool = parameters.JSON,
) -> None:
    """Make the corpus with the consensus set from the decisions of a queue."""
    from goldsmith.project.adjudication.apply import apply_decisions
    from goldsmith.project.adjudication.queue import Queue

    applied = apply_decisions(
        Queue(folder, corpus),
        out,
        name=name,
        auto=auto,
        to=to,
        allow_loss=output.split_values(allow_loss),
        overwrite=overwrite,
        track=output.track,
    )
    figures.report_notices(applied.notices)
    if as_json:
        output.print_json(applied)
    output.report(
        f"{applied.mentions:,} mentions, {applied.relations:,} relations and {applied.chains:,} "
        f"chains in the set {applied.set} of {applied.adjudicated:,} documents: {applied.out}"
    )
    output.report(
        f"{applied.decided:,} units decided, {applied.automatic:,} of them now by the policy"
        if applied.automatic
        else f"{applied.decided:,} units decided"
    )
    for kind, count in sorted(applied.lost.items()):
        output.report(f"  not carried over to the mentions that were chosen: {kind} ({count:,})")
    output.report_dropped(applied.dropped)


@app.command()
def summary(
    folder: Path = FOLDER,
    name: str = CONSENSUS,
    task: str = typer.Option(
        "", "--task", help="The metrics of agreement; by default those of the schema."
    ),
    html: Path | None = typer.Option(
        None,
        "--html",
        help="Write a report as an HTML file; its numbers link to the annotations they count.",
    ),
    no_text: bool = parameters.NO_TEXT_IN_REPORT,
    corpus: str = MOVED,
    overwrite: bool = parameters.OVERWRITE,
    as_table: figures.TableFormat = figures.AS,
    numbers: figures.Numbers = figures.NUMBERS,
    as_json: bool = parameters.JSON,
) -> None:
    """Show what was chosen, who contributed what, and how much of the queue is decided."""
    from goldsmith.project.adjudication.page import render_summary
    from goldsmith.project.adjudication.queue import Queue
    from goldsmith.project.adjudication.summary import choose_task, summarise
    from goldsmith.project.adjudication.tables import make_summary_tables
    from goldsmith.project.agreement.tasks import find_task

    if html is not None:
        output.check_page(html, overwrite=overwrite)
    opened = Queue(folder, corpus)
    chosen = find_task(task) if task else choose_task(opened)
    result = summarise(opened, name=name, task=chosen, track=output.track)
    figures.report_notices(result.notices)
    if as_json:
        output.print_json(result)
    else:
        figures.print_tables(make_summary_tables(result, chosen, numbers.value), as_table)
    if html is not None:
        page = render_summary(opened, result, chosen, style=numbers.value, with_text=not no_text)
        output.write_page(html, page)


@app.command()
def reopen(
    folder: Path = FOLDER,
    units: list[str] = typer.Argument(..., metavar="UNIT", help="Units with a decision."),
    by: str = BY,
    reason: str = typer.Option("", "--reason", help="Why the decisions are withdrawn."),
) -> None:
    """Withdraw decisions, so that their units are open again."""
    from goldsmith.project.adjudication.queue import Queue
    from goldsmith.project.adjudication.reopen import reopen_units

    opened = Queue(folder)
    reopen_units(opened, units, by=by or _get_login(), reason=reason)
    output.report(f"{len(units):,} units are open again")


@app.command()
def rules(
    name: str = typer.Argument("", metavar="[RULES]", help="Built-in rules, or a TOML file."),
    as_json: bool = parameters.JSON,
) -> None:
    """List the built-in rules, or check and show the rules of a name or file."""
    from goldsmith.adjudication import load_rules, rule_names
    from goldsmith.project.adjudication.tables import make_rules_table

    loaded = [load_rules(name)] if name else [load_rules(each) for each in rule_names()]
    if as_json:
        output.print_json(loaded[0] if name else loaded)
        return
    figures.print_tables([make_rules_table(loaded)], figures.TableFormat.TEXT)


def _get_login() -> str:
    import getpass

    return getpass.getuser()
