"""Split a corpus into parts such as training and test."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import typer

from goldsmith.cli.shared import draws, models, output
from goldsmith.cli.shared.choices import By

app = typer.Typer(add_completion=False)


@app.command()
def split(
    corpus: str = typer.Argument(..., help="A corpus in any format, or `demo`."),
    out: Path | None = draws.OUT,
    parts: str = typer.Option(
        ..., "--parts", help="Parts and their shares: train=0.8,dev=0.1,test=0.1."
    ),
    together: By | None = models.TOGETHER,
    stratify: str | None = draws.STRATIFY,
    seed: int = typer.Option(0, "--seed", help="Seed; another seed makes another split."),
    to: str = output.TO,
    fmt: str | None = output.FROM,
    allow_loss: list[str] = output.ALLOW_LOSS,
    overwrite: bool = draws.OVERWRITE,
    dry_run: bool = draws.DRY_RUN,
    as_json: bool = output.JSON,
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
