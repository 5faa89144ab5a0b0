"""Train a pipeline on a gold standard, or make word clusters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer
from typer.core import TyperGroup

from goldsmith.cli.shared import figures, models, output, parameters, presets
from goldsmith.cli.shared.choices import UndividedUnit
from goldsmith.errors import InputError

if TYPE_CHECKING:
    from goldsmith.project.models.train import Training

_MODEL = "model"


class _ModelByDefault(TyperGroup):
    """Group that runs `goldsmith train …` as `goldsmith train model …`, help included."""

    default_command = _MODEL


app = typer.Typer(cls=_ModelByDefault, add_completion=False, help=__doc__)


@app.command(
    _MODEL,
    no_args_is_help=True,
    epilog="Word clusters from unlabelled text: goldsmith train clusters --help",
)
def model(
    corpora: list[str] = typer.Argument(
        ..., metavar="CORPUS", help="The gold standard: any format, or `demo`; one or more."
    ),
    out: Path = typer.Option(..., "--out", help="The model folder to write."),
    config: Path | None = models.CONFIG,
    preset: str = presets.PRESET,
    show_config: bool = presets.SHOW_CONFIG,
    set_name: str = typer.Option("", "--set", help="The annotation set to learn from."),
    test: str = typer.Option("", "--test", help="Another corpus to score the model on."),
    hold_out: float = typer.Option(
        0.0, "--hold-out", help="The share of documents to hold out and score on, such as 0.1."
    ),
    together: UndividedUnit | None = models.TOGETHER,
    seed: int = typer.Option(0, "--seed", help="Seed; another seed holds out other documents."),
    terms: list[str] = models.TERMS,
    clusters: Path | None = models.CLUSTERS,
    schema: str = models.SCHEMA,
    fmt: str | None = parameters.FROM,
    overwrite: bool = typer.Option(False, "--overwrite", help="Replace the model at --out."),
    numbers: figures.Numbers = figures.NUMBERS,
    as_json: bool = parameters.JSON,
) -> None:
    """Train a pipeline on a gold standard, one corpus or more, and save it as a model folder."""
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.models.train import HoldOut, train

    del show_config  # its callback has printed the preset
    corpus, *more = corpora
    if corpus in more or len(set(more)) < len(more):
        raise InputError("a corpus is named twice", expected="each corpus once")
    training = train(
        Source(corpus, fmt),
        models.read_pipeline(config, terms, clusters, preset=preset),
        out,
        corpus=corpus,
        more={name: Source(name, fmt) for name in more},
        set_name=set_name,
        hold_out=HoldOut(test, hold_out, together.value if together else "", seed),
        terms=output.split_values(terms),
        clusters=str(clusters or ""),
        schema=schema,
        overwrite=overwrite,
        progress=output.report_progress,
        track=output.track,
    )
    figures.report_notices(training.notices)
    if as_json:
        output.print_json(training)
        return
    _report(training, numbers)


def _report(training: Training, numbers: figures.Numbers) -> None:
    from goldsmith import metrics
    from goldsmith.pipeline import read_model_info
    from goldsmith.project.models.measures import make_short_table, make_task

    config = read_model_info(Path(training.out)).config
    for view in make_task(config).views if training.scores else ():
        title = f"{metrics.get(view.metric).title}: {training.tested_on}"
        table = make_short_table(title, training.scores[view.metric], view, numbers.value)
        figures.print_tables([table], figures.TableFormat.TEXT)
    output.report(
        f"{' + '.join(training.components)} trained on {training.documents:,} documents "
        f"({sum(training.mentions.values()):,} mentions) in {training.seconds:,.1f} s"
        f" -> {training.out}"
    )
    if not training.scores:
        output.report(
            "not scored: hold out documents with --hold-out, or name a corpus with --test"
        )


@app.command("clusters")
def cluster(
    files: list[str] = typer.Argument(
        ..., metavar="FILES", help="Unlabelled text: corpora in any format, JSON lines, tables."
    ),
    out: Path = typer.Option(..., "--out", help="The JSON file to write."),
    fields: list[str] = typer.Option(
        [], "--field", help="A field with text of JSON lines and tables; may be repeated."
    ),
    size: list[int] = typer.Option([], "--size", help="Number of clusters; may be repeated."),
    least: int = typer.Option(5, "--least", help="Leave out words that occur less often."),
    seed: int = typer.Option(0, "--seed", help="Seed; another seed makes other clusters."),
    fmt: str | None = parameters.FROM,
    as_json: bool = parameters.JSON,
) -> None:
    """Cluster the words of unlabelled text by their contexts, for the `clusters` of a pipeline."""
    import msgspec

    from goldsmith.project.corpus.texts import read_texts
    from goldsmith.storage import write_bytes
    from goldsmith.training.clusters import SIZES, cluster_words

    sizes = sorted(size) or list(SIZES)
    words = cluster_words(
        read_texts(files, fields=output.split_values(fields), fmt=fmt),
        sizes=sizes,
        min_count=least,
        seed=seed,
        progress=output.report_progress,
    )
    write_bytes(out, msgspec.json.encode(words))
    if as_json:
        output.print_json({"out": str(out), "words": len(words), "sizes": sizes})
    output.report(f"{len(words):,} words in {', '.join(map(str, sizes))} clusters -> {out}")
