"""Split a corpus into parts such as training and test."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import typer

from goldsmith.cli.shared import draws, models, output, parameters
from goldsmith.cli.shared.choices import UndividedUnit

app = typer.Typer(add_completion=False)


@app.command()
def split(
    corpus: str = parameters.CORPUS,
    out: Path | None = draws.OUT,
    parts: str = typer.Option(
        ..., "--parts", help="Parts and their shares: train=0.8,dev=0.1,test=0.1."
    ),
    together: UndividedUnit | None = models.TOGETHER,
    stratify: str | None = draws.STRATIFY,
    seed: int = draws.SPLIT_SEED,
    to: str = parameters.TO,
    fmt: str | None = parameters.FROM,
    allow_loss: list[str] = parameters.ALLOW_LOSS,
    overwrite: bool = draws.OVERWRITE,
    dry_run: bool = draws.DRY_RUN,
    as_json: bool = parameters.JSON,
) -> None:
    """Split a corpus by shares; no patient is ever in two parts."""
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.sampling.sample import draw
    from goldsmith.sampling import SplitPlan, arguments

    shares = arguments.split_shares(parts)
    plan = SplitPlan(shares, seed, draws.parse_axes(stratify), together.value if together else "")
    target = draws.make_target(out, to, allow_loss, overwrite=overwrite, dry_run=dry_run)
    result = draw(partial(Source, corpus, fmt), plan, target, track=output.track)
    draws.print_draw(result, as_json=as_json)
