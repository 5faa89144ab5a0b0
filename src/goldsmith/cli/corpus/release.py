"""Freeze gold standards as releases; list, verify and compare them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import draws, models, output, parameters
from goldsmith.cli.shared.choices import UndividedUnit
from goldsmith.errors import InputError

if TYPE_CHECKING:
    from goldsmith.rendering.table import Table
    from goldsmith.sampling import SplitPlan

app = typer.Typer(add_completion=False, no_args_is_help=True, help=__doc__)

_RELEASE = typer.Argument(..., help="NAME@VERSION, or the folder of a release.")


@app.command()
def make(
    name: str = parameters.RELEASE_NAME,
    corpus: str = parameters.CORPUS,
    version: str = parameters.RELEASE_VERSION,
    set_name: list[str] = typer.Option(
        [], "--set", help="The gold standard, and any further sets; may be repeated."
    ),
    schema: str = typer.Option(
        "", "--schema", help="The schema; by default the built-in one that the set names."
    ),
    rules: str = typer.Option(
        "", "--rules", help="The rules of adjudication: built in, or a TOML file."
    ),
    guidelines: str = typer.Option(
        "", "--guidelines", help="The folder of the guidelines, or built-in ones.", metavar="FOLDER"
    ),
    terms: list[str] = typer.Option(
        [], "--terms", help="The terminologies of the codes; by default those the corpus names."
    ),
    licence: str = typer.Option("", "--licence", help="The name of a licence, or a text file."),
    split: str = parameters.RELEASE_SPLIT,
    together: UndividedUnit | None = models.TOGETHER,
    stratify: str | None = draws.STRATIFY,
    seed: int = draws.SPLIT_SEED,
    inspected_by: list[str] = typer.Option(
        [], "--inspected-by", help="Who inspected the release; names with commas between them."
    ),
    inspected_on: str = typer.Option(
        "", "--inspected-on", help="The date of the inspection; today by default.", metavar="DATE"
    ),
    statements: Path | None = typer.Option(
        None, "--statements", help="Answers to the questions of the data sheet: a TOML file."
    ),
    made_by: str = typer.Option("", "--made-by", help="Who makes it; by default your login name."),
    allow_problems: bool = typer.Option(
        False, "--allow-problems", help="Release a gold standard that breaks its schema."
    ),
    out: Path | None = parameters.OUT_INSTEAD_OF_SHELF,
    fmt: str | None = parameters.FROM,
    as_json: bool = parameters.JSON,
) -> None:
    """Freeze a gold standard with its schema, rules, guidelines, terminologies and splits."""
    from functools import partial

    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.releases.make import ReleasePlan, make_release
    from goldsmith.project.releases.parts import PartNames
    from goldsmith.project.releases.tables import make_release_tables

    plan = ReleasePlan(
        name,
        version,
        tuple(output.split_values(set_name)),
        PartNames(schema, rules, guidelines, tuple(output.split_values(terms)), licence),
        _plan_split(split, together, stratify, seed),
        tuple(output.split_values(inspected_by)),
        inspected_on,
        statements,
        made_by,
        allow_problems,
        out,
    )
    made = make_release(partial(Source, corpus, fmt), plan, track=output.track)
    if as_json:
        output.print_json(made.release)
    else:
        _print_tables(make_release_tables(made.release))
    for note in made.notes:
        output.report(f"note: {note}")
    if made.left_out:
        output.report(f"note: {made.left_out:,} documents without {made.release.sets[0]} left out")
    output.report(f"{made.release.reference}: {made.release.documents:,} documents: {made.folder}")


def _plan_split(
    split: str, together: UndividedUnit | None, stratify: str | None, seed: int
) -> SplitPlan | None:
    from goldsmith.sampling import SplitPlan, arguments

    if not split:
        if together or stratify or seed:
            raise InputError("there is no split to plan", expected="--split NAME=SHARE,…")
        return None
    shares, axes = arguments.split_shares(split), draws.parse_axes(stratify)
    return SplitPlan(shares, seed, axes, together.value if together else "")


@app.command("list")
def list_(as_json: bool = parameters.JSON) -> None:
    """List the releases on the shelf."""
    from goldsmith.project.releases.shelf import get_folder, list_entries
    from goldsmith.project.releases.tables import make_shelf_table

    entries = list_entries()
    if as_json:
        output.print_json(entries)
    elif entries:
        _print_tables([make_shelf_table(entries)])
    for entry in entries:
        if entry.problem:
            output.report(f"note: {entry.problem}")
    if not entries:
        output.report(f"the shelf at {get_folder()} is empty")


@app.command()
def show(
    release: str = _RELEASE,
    data_sheet: bool = typer.Option(False, "--data-sheet", help="Print the data sheet instead."),
    as_json: bool = parameters.JSON,
) -> None:
    """Show what a release consists of, or its data sheet."""
    from goldsmith.project.releases.model import DATA_SHEET_FILE
    from goldsmith.project.releases.shelf import require_release
    from goldsmith.project.releases.tables import make_release_tables
    from goldsmith.project.releases.verify import require_intact

    opened = require_release(release)
    require_intact(opened.folder, opened.release, ())
    if data_sheet:
        typer.echo((opened.folder / DATA_SHEET_FILE).read_text("utf-8"))
    elif as_json:
        output.print_json(opened.release)
    else:
        _print_tables(make_release_tables(opened.release))


@app.command()
def verify(
    release: str = _RELEASE,
    seal: str = typer.Option(
        "", "--seal", help="The seal that was published, or its beginning.", metavar="SHA-256"
    ),
    as_json: bool = parameters.JSON,
) -> None:
    """Compare every file of a release with its hash; exit with 1 if any was altered."""
    from goldsmith.project.releases.shelf import require_release
    from goldsmith.project.releases.verify import verify_release

    opened = require_release(release)
    if not opened.release.seal.startswith(seal.lower()):
        raise InputError(
            f"this is another release: its seal is {opened.release.seal}",
            where=str(opened.folder),
            expected=f"the seal {seal}",
        )
    verification = verify_release(opened.folder, opened.release)
    if as_json:
        output.print_json(verification)
    for problem in verification.problems:
        output.report(f"{problem.path} {problem.what}")
    for split in verification.absent:
        output.report(f"note: this copy does not have the split {split}")
    counts = f"{verification.files:,} files intact, {len(verification.problems):,} altered"
    output.report(f"{verification.release}: {counts}")
    raise typer.Exit(0 if verification.is_whole else 1)


@app.command()
def diff(
    before: str = typer.Argument(..., help="The earlier release: NAME@VERSION or a folder."),
    after: str = typer.Argument(..., help="The later release."),
    as_json: bool = parameters.JSON,
) -> None:
    """Show what changed from one release to another, and for whom it matters."""
    from goldsmith.project.releases.compare import compare_releases
    from goldsmith.project.releases.shelf import require_release
    from goldsmith.project.releases.tables import make_comparison_tables

    comparison = compare_releases(require_release(before), require_release(after))
    if as_json:
        output.print_json(comparison)
    elif comparison.is_same:
        typer.echo(f"{comparison.before} and {comparison.after} have the same content")
    else:
        _print_tables(make_comparison_tables(comparison))


def _print_tables(tables: Iterable[Table]) -> None:
    for table in tables:
        output.print_table(table.title, table.columns, table.rows)
