"""Cross-validate a pipeline on a corpus, or score a trained model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from goldsmith.cli.shared import figures, models, output, parameters, presets
from goldsmith.cli.shared.choices import UndividedUnit
from goldsmith.errors import InputError

if TYPE_CHECKING:
    from goldsmith.core import Document
    from goldsmith.project.models.evaluation import Plan, Trial
    from goldsmith.project.models.extract_files import Target

app = typer.Typer(add_completion=False)


class _PipelineOptions(NamedTuple):
    """The options that describe a pipeline to train; a trained model excludes all of them."""

    config: Path | None
    preset: str
    terms: list[str]
    clusters: Path | None
    schema: str


@app.command()
def evaluate(
    corpus: str = typer.Argument(..., help="The gold standard: any format, or `demo`."),
    config: Path | None = models.CONFIG,
    preset: str = presets.PRESET,
    show_config: bool = presets.SHOW_CONFIG,
    model: Path | None = typer.Option(None, "--model", help="A trained model instead."),
    set_name: str = typer.Option("", "--set", help="The annotation set that is the gold standard."),
    folds: int = typer.Option(10, "--folds", help="Number of folds."),
    together: UndividedUnit | None = models.TOGETHER,
    seed: int = typer.Option(0, "--seed", help="Seed; another seed makes other folds."),
    layers: list[str] = typer.Option(
        [], "--given", help="Take these from the gold standard: mentions, codes, assertion."
    ),
    curve: bool = typer.Option(
        False, "--curve", help="Add a learning curve: train on smaller parts too."
    ),
    agreement: tuple[str, str] | None = typer.Option(
        None, "--agreement", help="The sets of two annotators, to print their agreement too."
    ),
    workers: int = typer.Option(1, "--workers", help="Number of processes that train in parallel."),
    terms: list[str] = models.TERMS,
    clusters: Path | None = models.CLUSTERS,
    schema: str = models.SCHEMA,
    out: Path | None = typer.Option(None, "--out", help="The folder to write a report to."),
    no_text: bool = parameters.NO_TEXT_IN_REPORT,
    predictions: Path | None = typer.Option(
        None, "--predictions", help="Write the annotations that the pipeline makes to this path."
    ),
    to: str = parameters.TO,
    allow_loss: list[str] = parameters.ALLOW_LOSS,
    overwrite: bool = parameters.OVERWRITE,
    fmt: str | None = parameters.FROM,
    as_table: figures.TableFormat = figures.AS,
    numbers: figures.Numbers = figures.NUMBERS,
    as_json: bool = parameters.JSON,
) -> None:
    """Cross-validate a pipeline on a corpus, or score a trained model on it."""
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.models import evaluation_files
    from goldsmith.project.models.evaluation import Plan
    from goldsmith.project.models.evaluation_page import tabulate_evaluation
    from goldsmith.project.models.extract_files import Target, check_output

    del show_config  # its callback has printed the preset
    losses = tuple(output.split_values(allow_loss))
    target = Target(predictions, to, losses, overwrite) if predictions else None
    if target is not None:
        check_output(target)
    if out is not None:
        evaluation_files.check_destination(out, overwrite=overwrite)
    plan = Plan(
        set_name,
        folds,
        together.value if together else "",
        seed,
        tuple(output.split_values(layers)),
        curve,
        tuple(agreement or ()),
        workers,
    )
    source = Source(corpus, fmt)
    docs = list(output.track(source, source.total))
    pipeline = _PipelineOptions(config, preset, terms, clusters, schema)
    trial = _run(docs, plan, corpus, pipeline, model)
    figures.report_notices(trial.evaluation.notices)
    if out is not None:
        evaluation_files.write_evaluation(trial, out, with_text=not no_text, style=numbers.value)
        output.report(f"open {out / 'index.html'}")
    if as_json:
        output.print_json(trial.evaluation)
    else:
        tables = tabulate_evaluation(trial.evaluation, trial.task, numbers.value)
        figures.print_tables(tables, as_table)
    if target is not None:  # written last: a failure here must not lose the figures
        _write_predictions(trial, target)


def _run(
    docs: list[Document],
    plan: Plan,
    corpus: str,
    pipeline: _PipelineOptions,
    model: Path | None,
) -> Trial:
    """Cross-validate the pipeline, or score the trained model."""
    from goldsmith.project.models import load
    from goldsmith.project.models.evaluate import evaluate, evaluate_model

    config, preset, terms, clusters, schema = pipeline
    if model is None:
        return evaluate(
            docs,
            models.read_pipeline(config, terms, clusters, preset=preset),
            plan,
            corpus=corpus,
            terms=output.split_values(terms),
            clusters=str(clusters or ""),
            schema=schema,
            progress=output.report_progress,
        )
    if any(pipeline):
        raise InputError(
            "a trained model has its configuration, terminologies and schema",
            expected="--model alone, or --config, or --preset",
        )
    return evaluate_model(docs, load.load(model), plan, corpus=corpus)


def _write_predictions(trial: Trial, target: Target) -> None:
    from goldsmith.project.models.evaluation_files import write_predictions

    written = write_predictions(trial, target)
    output.report(f"predictions for {written.documents:,} documents -> {target.out}")
    output.report_dropped(written.dropped)
