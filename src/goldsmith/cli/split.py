"""`goldsmith split`: a corpus into training, development and test parts, patients kept together."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from pathlib import Path

import typer

from goldsmith.cli.sample import axes, goal, tell
from goldsmith.cli.shared import output
from goldsmith.project.corpus.sources import Source
from goldsmith.project.sampling.sample import draw
from goldsmith.sampling import SplitPlan, terms

app = typer.Typer(add_completion=False)


class By(StrEnum):
    """What stays together."""

    PATIENT = "patient"
    DOCUMENT = "document"


@app.command()
def split(
    corpus: str = typer.Argument(..., help="A corpus in any format, or `demo`."),
    out: Path | None = typer.Option(None, "--out", help="The folder to make, a corpus a part."),
    parts: str = typer.Option(
        ..., "--parts", help="Parts and their shares: train=0.8,dev=0.1,test=0.1."
    ),
    by: By | None = typer.Option(
        None, "--by", help="What stays together; patients where they are known."
    ),
    stratify: str | None = typer.Option(
        None, "--stratify", help="Fields to stratify along; `type` if not given, `none` for none."
    ),
    seed: int = typer.Option(0, "--seed", help="Another seed, another split."),
    to: str = typer.Option("corpus", "--to", help="The format to write.", metavar="FORMAT"),
    fmt: str | None = output.FROM,
    allow_loss: list[str] = typer.Option(
        [], "--allow-loss", help="What may be dropped: names from the error, or `all`."
    ),
    overwrite: bool = typer.Option(False, "--overwrite", help="Replace an earlier draw at --out."),
    dry_run: bool = typer.Option(False, "--dry-run", help="Print the tables, write nothing."),
    as_json: bool = output.JSON,
) -> None:
    """Split a corpus by shares; no patient is ever in two parts."""
    plan = SplitPlan(terms.written_shares(parts), seed, axes(stratify), by.value if by else "")
    target = goal(out, to, allow_loss, overwrite=overwrite, dry_run=dry_run)
    done = draw(partial(Source, corpus, fmt), plan, target, follow=output.follow)
    tell(done, as_json=as_json)
