"""`goldsmith train`: a pipeline from a gold standard, or word clusters from unlabelled text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup

from goldsmith.cli.shared import figures, output
from goldsmith.cli.split import By

if TYPE_CHECKING:
    from goldsmith.pipeline import Config
    from goldsmith.project.models.train import Training

_MODEL = "model"


class _ModelFirst(TyperGroup):
    """`goldsmith train CORPUS` is `goldsmith train model CORPUS`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in {*self.commands, "-h", "--help"}:
            args = [_MODEL, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_ModelFirst,
    add_completion=False,
    no_args_is_help=True,
    help="Train a pipeline on a gold standard (`model`, the default), or make word `clusters`.",
)


@app.command(_MODEL)
def model(
    corpus: str = typer.Argument(..., help="The gold standard: any format, or `demo`."),
    out: Path = typer.Option(..., "--out", help="The model folder to make."),
    config: Path | None = typer.Option(
        None, "--config", help="The pipeline as TOML; without it, one that fits the corpus."
    ),
    set_name: str = typer.Option("", "--set", help="The annotation set to learn from."),
    test: str = typer.Option("", "--test", help="Another corpus to score the model on."),
    hold_out: float = typer.Option(
        0.0, "--hold-out", help="The share of documents to keep aside and score on, as 0.1."
    ),
    by: By | None = typer.Option(
        None, "--by", help="What stays together; patients where they are known."
    ),
    seed: int = typer.Option(0, "--seed", help="Another seed, other documents kept aside."),
    terms: list[str] = typer.Option(
        [], "--terms", help="Without --config: terminologies to use, by name or folder."
    ),
    schema: str = typer.Option("", "--schema", help="A built-in schema or a TOML file."),
    fmt: str | None = output.FROM,
    overwrite: bool = typer.Option(False, "--overwrite", help="Replace the model at --out."),
    numbers: figures.Numbers = figures.NUMBERS,
    as_json: bool = output.JSON,
) -> None:
    """Train a pipeline on a gold standard and save it as a model folder."""
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.models.train import Held, train

    done = train(
        Source(corpus, fmt),
        configured(config, terms),
        out,
        corpus=corpus,
        set_name=set_name,
        held=Held(test, hold_out, by.value if by else "", seed),
        terms=output.listed(terms),
        schema=schema,
        overwrite=overwrite,
        progress=output.say,
        follow=output.follow,
    )
    figures.tell(done.notices)
    if as_json:
        output.json(done)
        return
    _tell(done, numbers)


def configured(config: Path | None, terms: list[str]) -> Config | None:
    """The pipeline in a file; None without one."""
    from goldsmith.errors import InputError
    from goldsmith.pipeline import read
    from goldsmith.project.models.load import placed

    if config is None:
        return None
    if terms:
        raise InputError("--terms is for a pipeline without --config", remedy="Use [terms] in it")
    return placed(read(config), config.resolve().parent)


def _tell(done: Training, numbers: figures.Numbers) -> None:
    from goldsmith import metrics
    from goldsmith.pipeline import about
    from goldsmith.project.models.measures import short_table, task_for

    views = task_for(about(Path(done.out)).config).views if done.scores else ()
    for view in views:
        title = f"{metrics.get(view.metric).title}: {done.tested_on}"
        made = short_table(title, done.scores[view.metric], view, numbers.value)
        figures.show([made], figures.As.TEXT)
    output.say(
        f"{' + '.join(done.components)} trained on {done.documents:,} documents "
        f"({sum(done.mentions.values()):,} mentions) in {done.seconds:,.1f} s -> {done.out}"
    )
    if not done.scores:
        output.say("not scored: keep some aside with --hold-out, or name --test")


@app.command("clusters")
def clusters(
    files: list[str] = typer.Argument(..., help="Unlabelled text: any format, or JSON lines."),
    out: Path = typer.Option(..., "--out", help="The JSON file to make."),
    field: str = typer.Option(
        "", "--field", help="The files are JSON lines or tables: the field with the text."
    ),
    size: list[int] = typer.Option([], "--size", help="How many clusters; may be repeated."),
    least: int = typer.Option(5, "--least", help="Leave out words seen less often than this."),
    seed: int = typer.Option(0, "--seed", help="Another seed, other clusters."),
    fmt: str | None = output.FROM,
    as_json: bool = output.JSON,
) -> None:
    """Group the words of unlabelled text by the company they keep, for `clusters` of a pipeline."""
    import msgspec

    from goldsmith.project.corpus.texts import texts
    from goldsmith.training.clusters import SIZES
    from goldsmith.training.clusters import clusters as grouped

    sizes = sorted(size) or list(SIZES)
    found = grouped(
        texts(files, field=field, fmt=fmt),
        sizes=sizes,
        least=least,
        seed=seed,
        progress=output.say,
    )
    out.parent.mkdir(parents=True, exist_ok=True)
    part = out.with_name(f".{out.name}.part")
    part.write_bytes(msgspec.json.encode(found))
    part.replace(out)
    if as_json:
        output.json({"out": str(out), "words": len(found), "sizes": sizes})
    output.say(f"{len(found):,} words in {', '.join(map(str, sizes))} clusters -> {out}")
