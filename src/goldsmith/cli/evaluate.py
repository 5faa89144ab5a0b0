"""`goldsmith evaluate`: a pipeline in folds of a corpus, or a trained model on a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import figures, output
from goldsmith.cli.split import By

if TYPE_CHECKING:
    from goldsmith.core import Document
    from goldsmith.project.models.evaluation import Plan, Tried

app = typer.Typer(add_completion=False)


@app.command()
def evaluate(
    corpus: str = typer.Argument(..., help="The gold standard: any format, or `demo`."),
    config: Path | None = typer.Option(
        None, "--config", help="The pipeline as TOML; without it, one that fits the corpus."
    ),
    model: Path | None = typer.Option(None, "--model", help="A trained model instead."),
    set_name: str = typer.Option("", "--set", help="The annotation set that is right."),
    folds: int = typer.Option(10, "--folds", help="How many folds."),
    by: By | None = typer.Option(
        None, "--by", help="What stays together; patients where they are known."
    ),
    seed: int = typer.Option(0, "--seed", help="Another seed, other folds."),
    given: list[str] = typer.Option(
        [], "--given", help="Start from the gold's: mentions, codes, assertion."
    ),
    curve: bool = typer.Option(False, "--curve", help="Also train on smaller parts."),
    agreement: tuple[str, str] | None = typer.Option(
        None, "--agreement", help="Two annotators' sets, to print their agreement beside."
    ),
    workers: int = typer.Option(1, "--workers", help="Processes that train at the same time."),
    terms: list[str] = typer.Option(
        [], "--terms", help="Without --config: terminologies to use, by name or folder."
    ),
    schema: str = typer.Option("", "--schema", help="A built-in schema or a TOML file."),
    out: Path | None = typer.Option(None, "--out", help="The folder to write a report to."),
    no_text: bool = typer.Option(
        False, "--no-text", help="Leave out all text of notes in the report."
    ),
    overwrite: bool = typer.Option(False, "--overwrite", help="Replace the report at --out."),
    fmt: str | None = output.FROM,
    as_table: figures.As = figures.AS,
    numbers: figures.Numbers = figures.NUMBERS,
    as_json: bool = output.JSON,
) -> None:
    """Cross-validate a pipeline on a corpus, or score a trained model on it."""
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.models import evaluation_files
    from goldsmith.project.models.evaluation import Plan
    from goldsmith.project.models.evaluation_page import tables

    if out is not None:
        evaluation_files.check_place(out, overwrite=overwrite)
    plan = Plan(
        set_name,
        folds,
        by.value if by else "",
        seed,
        tuple(output.listed(given)),
        curve,
        tuple(agreement or ()),
        workers,
    )
    source = Source(corpus, fmt)
    docs = list(output.follow(source, source.total))
    tried = _tried(docs, plan, corpus, config, model, terms, schema)
    figures.tell(tried.evaluation.notices)
    if out is not None:
        evaluation_files.write(tried, out, with_text=not no_text, style=numbers.value)
        output.say(f"open {out / 'index.html'}")
    if as_json:
        output.json(tried.evaluation)
    else:
        figures.show(tables(tried.evaluation, tried.task, numbers.value), as_table)


def _tried(
    docs: list[Document],
    plan: Plan,
    corpus: str,
    config: Path | None,
    model: Path | None,
    terms: list[str],
    schema: str,
) -> Tried:
    from goldsmith.cli.train import configured
    from goldsmith.errors import InputError
    from goldsmith.project.models import load
    from goldsmith.project.models.evaluate import evaluate as run
    from goldsmith.project.models.evaluate import evaluate_model

    if model is None:
        return run(
            docs,
            configured(config, terms),
            plan,
            corpus=corpus,
            terms=output.listed(terms),
            schema=schema,
            progress=output.say,
        )
    if config is not None or terms or schema:
        raise InputError(
            "a trained model has its configuration, terminologies and schema",
            expected="--model alone, or --config",
        )
    return evaluate_model(docs, load.load(model), plan, corpus=corpus)
