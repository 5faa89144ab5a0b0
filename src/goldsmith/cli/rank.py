"""`goldsmith rank`: which documents to annotate next, and what that order would have saved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import figures, output
from goldsmith.cli.split import By
from goldsmith.errors import InputError

if TYPE_CHECKING:
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.models.learning_curves import Effort, LearningPlan, Simulation

app = typer.Typer(add_completion=False)


@app.command()
def rank(
    corpus: str = typer.Argument(..., help="The documents: any format, or `demo`."),
    model: Path | None = typer.Option(None, "--model", help="The trained model to ask."),
    strategy: list[str] = typer.Option(
        [], "--strategy", help="random, doubt, doubt-total or diverse; several with --simulate."
    ),
    set_name: str = typer.Option(
        "", "--set", help="Documents without this set are to be annotated; the set to learn from."
    ),
    done: str = typer.Option("", "--done", help="A corpus that was annotated elsewhere already."),
    limit: int | None = typer.Option(None, "--limit", min=1, help="List only so many."),
    simulate: bool = typer.Option(
        False, "--simulate", help="CORPUS is finished: what would which order have saved?"
    ),
    config: Path | None = typer.Option(
        None, "--config", help="With --simulate: the pipeline as TOML."
    ),
    start: int = typer.Option(10, "--start", help="With --simulate: documents to start with."),
    batch: int = typer.Option(10, "--batch", help="With --simulate: documents in each batch."),
    rounds: int = typer.Option(8, "--rounds", help="With --simulate: batches."),
    test_share: float = typer.Option(
        0.25, "--test-share", help="With --simulate: the share to keep aside and score on."
    ),
    by: By | None = typer.Option(
        None, "--by", help="With --simulate: what is kept aside together; patients where known."
    ),
    seeds: int = typer.Option(3, "--seeds", help="With --simulate: repetitions."),
    effort: str = typer.Option(
        "mentions", "--effort", help="With --simulate: mentions, documents, words or minutes."
    ),
    seed: int = typer.Option(
        0, "--seed", help="Another seed, another lot; with --simulate the first."
    ),
    out: Path | None = typer.Option(
        None, "--out", help="The file to write: the ids in order; the page with --simulate."
    ),
    overwrite: bool = typer.Option(False, "--overwrite", help="Replace the file at --out."),
    fmt: str | None = output.FROM,
    as_table: figures.As = figures.AS,
    numbers: figures.Numbers = figures.NUMBERS,
    as_json: bool = output.JSON,
) -> None:
    """Rank documents by what annotating them would teach a model."""
    from goldsmith.project.corpus.sources import Source
    from goldsmith.project.models.learning_curves import LearningPlan
    from goldsmith.project.models.learning_curves import effort as effort_of
    from goldsmith.training.choosing import strategy as strategy_of

    chosen = tuple(strategy_of(name) for name in output.listed(strategy))
    _check(out, overwrite, model, config, simulate, len(chosen))
    source = Source(corpus, fmt)
    if simulate:
        plan = LearningPlan(
            chosen or ("diverse", "random"),
            start,
            batch,
            rounds,
            test_share,
            by.value if by else "",
            seeds,
            seed,
        )
        found = _simulated(source, plan, corpus, config, set_name, effort_of(effort))
        _show_simulation(found, out, as_table, numbers, as_json)
        return
    from goldsmith.project.models import load
    from goldsmith.project.models import rank as ranking

    ranked = ranking.rank(
        output.follow(source, source.total),
        load.load(model or Path()),
        by=chosen[0] if chosen else "diverse",
        set_name=set_name,
        limit=limit,
        done=Source(done, fmt) if done else (),
        seed=seed,
    )
    if out is not None:
        _write(out, ranking.listing(ranked.ranked))
    if as_json:
        output.json(ranked)
    else:
        figures.show([ranking.table(ranked)], as_table)


def _check(
    out: Path | None,
    overwrite: bool,
    model: Path | None,
    config: Path | None,
    simulate: bool,
    strategies: int,
) -> None:
    """Refuse what does not go together before anything takes time."""
    if out is not None and out.exists() and not overwrite:
        raise InputError("there is a file here already", where=str(out), remedy="Use --overwrite")
    if simulate and model is not None:
        raise InputError("a simulation trains its own models", expected="--config, not --model")
    if not simulate and config is not None:
        raise InputError("--config is for --simulate", expected="--model")
    if not simulate and model is None:
        raise InputError(
            "there is no model to ask", expected="--model", remedy="Train one: goldsmith train"
        )
    if not simulate and strategies > 1:
        raise InputError("documents stand in one order", expected="one --strategy")


def _simulated(
    source: Source,
    plan: LearningPlan,
    corpus: str,
    config: Path | None,
    set_name: str,
    effort: Effort,
) -> Simulation:
    from goldsmith.cli.train import configured
    from goldsmith.project.models import load
    from goldsmith.project.models.default_pipeline import default_config
    from goldsmith.project.models.simulate_learning import simulate_learning
    from goldsmith.project.models.train import schema_of
    from goldsmith.training import examples

    every = examples(output.follow(source, source.total), set_name)
    made = configured(config, [])
    schema = schema_of(made, every)
    made = made or default_config(every, schema=schema)
    return simulate_learning(
        every,
        made,
        load.resources(made, schema=schema),
        plan,
        effort=effort,
        corpus=corpus,
        progress=output.say,
    )


def _show_simulation(
    found: Simulation,
    out: Path | None,
    as_table: figures.As,
    numbers: figures.Numbers,
    as_json: bool,
) -> None:
    from goldsmith.project.models.learning_page import page, tables

    if out is not None:
        _write(out, page(found, numbers.value))
        output.say(f"open {out}")
    if as_json:
        output.json(found)
    else:
        figures.show(tables(found, numbers.value), as_table)


def _write(out: Path, content: str) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    partial = out.with_name(f".{out.name}.part")
    partial.write_text(content, "utf-8")
    partial.replace(out)
