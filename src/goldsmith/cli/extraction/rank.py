"""Rank documents by how much annotating them would teach a model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import figures, models, output, parameters
from goldsmith.cli.shared.choices import UndividedUnit
from goldsmith.errors import InputError, Remedy

if TYPE_CHECKING:
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.models.learning_curves import Effort, LearningPlan, Simulation
    from goldsmith.project.models.rank import Ranking

app = typer.Typer(add_completion=False)


@app.command()
def rank(
    corpus: str = typer.Argument(..., help="The documents: any format, or `demo`."),
    model: Path | None = typer.Option(None, "--model", help="The trained model to use."),
    strategy: list[str] = typer.Option(
        [], "--strategy", help="random, doubt, doubt-total or diverse; several with --simulate."
    ),
    set_name: str = typer.Option(
        "", "--set", help="With --simulate: the annotation set to learn from."
    ),
    done_set: str = typer.Option(
        "", "--done-set", help="The set that annotated documents have; default: any by a person."
    ),
    annotated: str = typer.Option(
        "", "--done", help="A corpus of documents that are already annotated."
    ),
    limit: int | None = typer.Option(
        None, "--limit", min=1, help="List at most this number of documents."
    ),
    simulate: bool = typer.Option(
        False, "--simulate", help="Simulate annotating the finished CORPUS in different orders."
    ),
    config: Path | None = typer.Option(
        None, "--config", help="With --simulate: the pipeline as TOML."
    ),
    start: int = typer.Option(10, "--start", help="With --simulate: documents to start with."),
    batch: int = typer.Option(10, "--batch", help="With --simulate: documents in each batch."),
    rounds: int = typer.Option(8, "--rounds", help="With --simulate: number of batches."),
    test_share: float = typer.Option(
        0.25, "--test-share", help="With --simulate: the share to hold out and score on."
    ),
    together: UndividedUnit | None = typer.Option(
        None, "--together", help="With --simulate: what is held out together; patients by default."
    ),
    seeds: int = typer.Option(3, "--seeds", help="With --simulate: repetitions."),
    effort: str = typer.Option(
        "mentions", "--effort", help="With --simulate: mentions, documents, words or minutes."
    ),
    seed: int = typer.Option(
        0, "--seed", help="Seed of random choices; with --simulate the first seed."
    ),
    out: Path | None = typer.Option(
        None, "--out", help="The file to write: the ids in order; with --simulate an HTML page."
    ),
    overwrite: bool = parameters.OVERWRITE,
    fmt: str | None = parameters.FROM,
    as_table: figures.TableFormat = figures.AS,
    numbers: figures.Numbers = figures.NUMBERS,
    as_json: bool = parameters.JSON,
) -> None:
    """Rank documents by how much annotating them would teach a model."""
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.models import load
    from goldsmith.project.models.learning_curves import LearningPlan, parse_effort
    from goldsmith.project.models.rank import rank as run
    from goldsmith.training.active_learning import find_strategy

    strategies = tuple(find_strategy(name) for name in output.split_values(strategy))
    _check_options(out, overwrite, model, config, simulate, len(strategies))
    _check_set_options(set_name, done_set, simulate)
    source = Source(corpus, fmt)
    if simulate:
        plan = LearningPlan(
            strategies or ("diverse", "random"),
            start,
            batch,
            rounds,
            test_share,
            together.value if together else "",
            seeds,
            seed,
        )
        simulation = _simulate(source, plan, corpus, config, set_name, parse_effort(effort))
        _print_simulation(simulation, out, as_table, numbers, as_json=as_json)
        return
    ranking = run(
        output.track(source, source.total),
        load.load(model or Path()),
        by=strategies[0] if strategies else "diverse",
        set_name=done_set,
        limit=limit,
        annotated=Source(annotated, fmt) if annotated else (),
        seed=seed,
    )
    _print_ranking(ranking, out, as_table, as_json=as_json)


def _check_options(
    out: Path | None,
    overwrite: bool,
    model: Path | None,
    config: Path | None,
    simulate: bool,
    strategies: int,
) -> None:
    """Refuse options that do not go together, before any long computation."""
    if out is not None and out.exists() and not overwrite:
        raise InputError("this file exists already", where=str(out), remedy=Remedy.OVERWRITE)
    if simulate and model is not None:
        raise InputError("a simulation trains its own models", expected="--config, not --model")
    if not simulate and config is not None:
        raise InputError("--config is for --simulate", expected="--model")
    if not simulate and model is None:
        raise InputError(
            "ranking needs a trained model", expected="--model", remedy=Remedy.TRAIN_MODEL
        )
    if not simulate and strategies > 1:
        raise InputError("a ranking has one strategy", expected="--strategy once")


def _check_set_options(set_name: str, done_set: str, simulate: bool) -> None:
    if set_name and not simulate:
        raise InputError(
            "--set is the set that --simulate learns from",
            expected="--done-set, to leave out documents that have a set",
        )
    if done_set and simulate:
        raise InputError("a simulation starts without annotated documents", expected="--set")


def _print_ranking(
    ranking: Ranking, out: Path | None, as_table: figures.TableFormat, *, as_json: bool
) -> None:
    from goldsmith.project.models.rank import list_ids, make_table
    from goldsmith.storage import write_text

    if out is not None:
        write_text(out, list_ids(ranking.ranked))
    if as_json:
        output.print_json(ranking)
    else:
        figures.print_tables([make_table(ranking)], as_table)


def _simulate(
    source: Source,
    plan: LearningPlan,
    corpus: str,
    config: Path | None,
    set_name: str,
    effort: Effort,
) -> Simulation:
    from goldsmith.project.models import load
    from goldsmith.project.models.default_pipeline import make_default_config
    from goldsmith.project.models.simulate_learning import simulate_learning
    from goldsmith.project.models.train import choose_schema
    from goldsmith.training import change_examples, make_examples

    examples = make_examples(output.track(source, source.total), set_name)
    pipeline = models.read_pipeline(config)
    schema = choose_schema(pipeline, examples)
    pipeline = pipeline or make_default_config(examples, schema=schema)
    examples = change_examples(examples, pipeline.types)
    return simulate_learning(
        examples,
        pipeline,
        load.open_resources(pipeline, schema=schema),
        plan,
        effort=effort,
        corpus=corpus,
        progress=output.report,
    )


def _print_simulation(
    simulation: Simulation,
    out: Path | None,
    as_table: figures.TableFormat,
    numbers: figures.Numbers,
    *,
    as_json: bool,
) -> None:
    from goldsmith.project.models.learning_page import render_simulation, tabulate_simulation

    if out is not None:
        output.write_page(out, render_simulation(simulation, numbers.value))
    if as_json:
        output.print_json(simulation)
    else:
        figures.print_tables(tabulate_simulation(simulation, numbers.value), as_table)
