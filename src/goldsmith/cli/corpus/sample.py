"""Draw a stratified sample of a corpus."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import draws, output, parameters
from goldsmith.cli.shared.choices import DiagnosisOf
from goldsmith.errors import InputError

if TYPE_CHECKING:
    from goldsmith.sampling import DrawPlan, Part

app = typer.Typer(add_completion=False)


@app.command()
def sample(
    corpus: str = parameters.CORPUS,
    out: Path | None = draws.OUT,
    size: str | None = typer.Option(
        None, "--size", help="Documents in the part `sample`: 50, or narrative=50,imaging=50."
    ),
    parts: list[str] = typer.Option(
        [], "--part", help="A part and its size, such as trial=60; may be repeated."
    ),
    patients: str | None = typer.Option(
        None, "--patients", help="Whole patient records: 2, or breast=1,digestive=1."
    ),
    mirror: str | None = typer.Option(
        None, "--mirror", help="Draw another sample like this part, manifest or corpus."
    ),
    apart_from: list[str] = typer.Option(
        [], "--apart-from", help="A manifest or corpus whose documents are excluded."
    ),
    stratify: str | None = draws.STRATIFY,
    icd10: list[str] = typer.Option(
        [], "--icd10", help="Only these diagnoses: II, breast, C15-C26, C50.4."
    ),
    where: list[str] = parameters.WHERE,
    frequent: str = typer.Option(
        "",
        "--frequent",
        help="Only values of this field with a share above --min-share.",
        metavar="FIELD",
    ),
    min_share: float = typer.Option(0.05, "--min-share", help="A share of all documents."),
    diagnosis_of: DiagnosisOf = typer.Option(
        "document",
        "--diagnosis-of",
        help="Use the diagnosis of the document, or the primary diagnosis of its patient.",
    ),
    by_patient: bool = typer.Option(
        False, "--by-patient", help="Put no patient into more than one part."
    ),
    seed: int = typer.Option(0, "--seed", help="Seed; another seed draws another sample."),
    manifest: Path | None = typer.Option(
        None, "--manifest", help="Repeat the draw recorded in this manifest."
    ),
    to: str = parameters.TO,
    fmt: str | None = parameters.FROM,
    allow_loss: list[str] = parameters.ALLOW_LOSS,
    overwrite: bool = draws.OVERWRITE,
    dry_run: bool = draws.DRY_RUN,
    as_json: bool = parameters.JSON,
) -> None:
    """Draw a sample with the proportions of the corpus; a seed always draws the same sample."""
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.sampling.sample import add_mirror, draw, exclude_earlier, redraw
    from goldsmith.sampling import DrawPlan, Restriction, arguments

    conditions = arguments.parse_conditions(where)
    plan = DrawPlan(
        seed=seed,
        only=Restriction(tuple(output.split_values(icd10)), conditions, frequent, min_share),
        axes=draws.parse_axes(stratify),
        patients=arguments.parse_size(patients) if patients else 0,
        parts=_parse_parts(size, parts),
        by_patient=by_patient,
        diagnosis_of=diagnosis_of,
    )
    for path in apart_from:
        plan = exclude_earlier(plan, path)
    if mirror:
        plan = add_mirror(plan, mirror, axes=stratify is None)
    target = draws.make_target(out, to, allow_loss, overwrite=overwrite, dry_run=dry_run)
    open_source = partial(Source, corpus, fmt)
    if manifest:
        _check_alone(plan)
        result = redraw(open_source, manifest, target, track=output.track)
    else:
        result = draw(open_source, plan, target, track=output.track)
    draws.print_draw(result, as_json=as_json)


def _parse_parts(size: str | None, parts: list[str]) -> tuple[Part, ...]:
    from goldsmith.sampling import Part, arguments

    first = (Part("sample", arguments.parse_size(size)),) if size else ()
    return (*first, *map(arguments.parse_part, parts))


def _check_alone(plan: DrawPlan) -> None:
    from goldsmith.sampling import DrawPlan

    if plan != DrawPlan():
        raise InputError(
            "--manifest says what to draw, and so do other options here",
            expected="only options of reading and writing together with --manifest",
        )
