"""`goldsmith sample`: stratified samples, mirrors and whole patients from a corpus."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import typer

from goldsmith.cli.shared import output
from goldsmith.errors import InputError
from goldsmith.project.corpus.sources import Source
from goldsmith.project.sampling.sample import Drawn, Target, draw, mirror_of, redraw, set_apart
from goldsmith.project.sampling.tables import tables
from goldsmith.sampling import DrawPlan, Part, Restriction, terms

app = typer.Typer(add_completion=False)


@app.command()
def sample(
    corpus: str = typer.Argument(..., help="A corpus in any format, or `demo`."),
    out: Path | None = typer.Option(None, "--out", help="The folder to make, a corpus a part."),
    size: str | None = typer.Option(
        None, "--size", help="Documents in `sample`: 50, or narrative=50,imaging=50."
    ),
    parts: list[str] = typer.Option(
        [], "--part", help="A part and its size, such as trial=60; may be given several times."
    ),
    patients: str | None = typer.Option(
        None, "--patients", help="Whole patient records: 2, or breast=1,digestive=1."
    ),
    mirror: str | None = typer.Option(
        None, "--mirror", help="Draw another one like this part, manifest or corpus."
    ),
    apart_from: list[str] = typer.Option(
        [], "--apart-from", help="A manifest or corpus that no document may be drawn from."
    ),
    stratify: str | None = typer.Option(
        None, "--stratify", help="Fields to stratify along; `type` if not given, `none` for none."
    ),
    icd10: list[str] = typer.Option(
        [], "--icd10", help="Only these diagnoses: II, breast, C15-C26, C50.4."
    ),
    where: list[str] = typer.Option([], "--where", help="Only documents with FIELD=VALUE."),
    frequent: str = typer.Option(
        "", "--frequent", help="Only the values of this field above --min-share.", metavar="FIELD"
    ),
    min_share: float = typer.Option(0.05, "--min-share", help="A share of all documents."),
    by_patient: bool = typer.Option(False, "--by-patient", help="No patient in two parts."),
    seed: int = typer.Option(0, "--seed", help="Another seed, another sample."),
    manifest: Path | None = typer.Option(
        None, "--manifest", help="Draw again what this manifest describes."
    ),
    to: str = typer.Option("corpus", "--to", help="The format to write.", metavar="FORMAT"),
    fmt: str | None = output.FROM,
    allow_loss: list[str] = typer.Option(
        [], "--allow-loss", help="What may be dropped: names from the error, or `all`."
    ),
    overwrite: bool = typer.Option(False, "--overwrite", help="Replace an earlier draw at --out."),
    dry_run: bool = typer.Option(False, "--dry-run", help="Print the tables, write nothing."),
    as_json: bool = output.JSON,
) -> None:
    """Draw a sample in the population's proportions; the same seed draws the same."""
    only = Restriction(tuple(output.listed(icd10)), terms.conditions(where), frequent, min_share)
    plan = DrawPlan(
        seed=seed,
        only=only,
        axes=axes(stratify),
        patients=terms.size(patients) if patients else 0,
        parts=_parts(size, parts),
        by_patient=by_patient,
    )
    for path in apart_from:
        plan = set_apart(plan, path)
    if mirror:
        plan = mirror_of(plan, mirror, axes=stratify is None)
    target = goal(out, to, allow_loss, overwrite=overwrite, dry_run=dry_run)
    opened = partial(Source, corpus, fmt)
    if manifest:
        _check_alone(plan)
        done = redraw(opened, manifest, target, follow=output.follow)
    else:
        done = draw(opened, plan, target, follow=output.follow)
    tell(done, as_json=as_json)


def _parts(size: str | None, parts: list[str]) -> tuple[Part, ...]:
    first = (Part("sample", terms.size(size)),) if size else ()
    return (*first, *map(terms.part, parts))


def _check_alone(plan: DrawPlan) -> None:
    if plan != DrawPlan():
        raise InputError(
            "--manifest says what to draw, and so do other options here",
            expected="with it only options of reading and writing",
        )


def axes(stratify: str | None) -> tuple[str, ...]:
    """The axes that an option names."""
    if stratify is None:
        return ("type",)
    named = tuple(dict.fromkeys(output.listed([stratify])))
    return () if named == ("none",) else named


def goal(
    out: Path | None, to: str, allow_loss: list[str], *, overwrite: bool, dry_run: bool
) -> Target:
    """Where the parts go; a dry run goes nowhere."""
    if not out and not dry_run:
        raise InputError("no place to write to", expected="--out DIR, or --dry-run")
    return Target(None if dry_run else out, to, output.listed(allow_loss), overwrite)


def tell(done: Drawn, *, as_json: bool) -> None:
    """Prints what was drawn."""
    if as_json:
        output.json(done)
    else:
        for table in tables(done):
            output.table(table.title, table.columns, table.rows)
    for note in done.notes:
        output.say(f"  note: {note}")
    for name, count in sorted(done.dropped.items()):
        output.say(f"  dropped, as allowed: {name} ({count:,})")
    listed = ", ".join(f"{name} {size:,}" for name, size in done.parts.items())
    place = f"written to {done.out} ({done.format})" if done.out else "nothing written (--dry-run)"
    output.say(f"{listed} of {done.population:,} documents; {place}")
