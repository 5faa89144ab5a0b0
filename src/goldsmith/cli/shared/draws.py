"""Options and output that `sample` and `split` share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import output
from goldsmith.errors import InputError

if TYPE_CHECKING:
    from goldsmith.project.sampling.sample import DrawResult, Target

OUT = typer.Option(None, "--out", help="The folder to write: a corpus for each part.")
STRATIFY = typer.Option(
    None, "--stratify", help="Fields to stratify by; `type` by default, `none` for none."
)
SPLIT_SEED = typer.Option(0, "--seed", help="Seed; another seed makes another split.")
OVERWRITE = typer.Option(False, "--overwrite", help="Replace an earlier draw at --out.")
DRY_RUN = typer.Option(False, "--dry-run", help="Print the tables, write nothing.")


def parse_axes(stratify: str | None) -> tuple[str, ...]:
    """Return the fields to stratify by."""
    if stratify is None:
        return ("type",)
    names = tuple(dict.fromkeys(output.split_values([stratify])))
    return () if names == ("none",) else names


def make_target(
    out: Path | None, to: str, allow_loss: list[str], *, overwrite: bool, dry_run: bool
) -> Target:
    """Return where and how the parts are written; a dry run writes nothing."""
    from goldsmith.project.sampling.sample import Target

    if not out and not dry_run:
        raise InputError("no output is named", expected="--out DIR, or --dry-run")
    return Target(None if dry_run else out, to, output.split_values(allow_loss), overwrite)


def print_draw(draw: DrawResult, *, as_json: bool) -> None:
    """Print the drawn parts and report their location."""
    from goldsmith.project.sampling.tables import make_draw_tables

    if as_json:
        output.print_json(draw)
    else:
        for table in make_draw_tables(draw):
            output.print_table(table.title, table.columns, table.rows)
    for note in draw.notes:
        output.report(f"  note: {note}")
    output.report_dropped(draw.dropped)
    sizes = ", ".join(f"{name} {size:,}" for name, size in draw.parts.items())
    place = f"written to {draw.out} ({draw.format})" if draw.out else "nothing written (--dry-run)"
    output.report(f"{sizes} of {draw.population:,} documents; {place}")
