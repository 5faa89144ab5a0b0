"""Simulate annotating a finished corpus, to measure how much effort each strategy saves.

All strategies start from the same documents. Each repeatedly trains a model, scores it on the
hold-out and chooses the next batch with it. The gold standard takes the role of the annotator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from goldsmith.errors import InputError, Remedy
from goldsmith.metrics import SetPair
from goldsmith.pipeline import Config, Example, Pipeline, Resources, component
from goldsmith.project.agreement.tasks import Task
from goldsmith.project.models import measures
from goldsmith.project.models.learning_curves import (
    Effort,
    LearningPlan,
    Run,
    Simulation,
    Stage,
    average_stages,
    summarise_runs,
)
from goldsmith.project.models.train import HoldOut, draw_hold_out
from goldsmith.training.active_learning import (
    Candidate,
    Strategy,
    choose,
    estimate_uncertainty,
    make_candidate,
)
from goldsmith.training.effort import estimate_minutes
from goldsmith.training.folds import resolve_grouping

Progress = Callable[[str], None]


@dataclass
class _Experiment:
    """The simulation with one seed: the pool to choose from, and the hold-out.

    Models trained on the first documents and on the whole pool are cached, since all strategies use
    them.
    """

    config: Config
    resources: Resources
    pool: list[Example]
    test: list[Example]
    task: Task
    start: int
    cache: dict[frozenset[int], tuple[Pipeline, float]] = field(default_factory=dict)

    def train(self, chosen: Sequence[int]) -> tuple[Pipeline, float]:
        """Train a model on documents of the pool, and return it with its F."""
        key = frozenset(chosen)
        if key in self.cache:
            return self.cache[key]
        pipeline = Pipeline(self.config, self.resources)
        pipeline.train([self.pool[index] for index in sorted(key)])
        result = pipeline, self._score(pipeline)
        if len(key) in (self.start, len(self.pool)):
            self.cache[key] = result
        return result

    def _score(self, pipeline: Pipeline) -> float:
        schema = self.resources.schema
        pairs = (
            SetPair(
                example.analysis.doc,
                measures.select_scorable(example.gold, self.config, schema),
                pipeline.annotate(example.analysis.doc),
                schema,
            )
            for example in self.test
        )
        [view] = self.task.views
        results = measures.compute_results(measures.measure(pairs, self.task), intervals=False)
        return view.get_value(results[view.metric], view.cell) or 0.0


def simulate_learning(
    examples: Sequence[Example],
    config: Config,
    resources: Resources,
    plan: LearningPlan,
    *,
    effort: Effort = "mentions",
    corpus: str = "",
    progress: Progress = lambda _: None,
) -> Simulation:
    """Compute the learning curve of each strategy, over several seeds.

    Args:
        examples: The finished gold standard.
        config: The pipeline; only components that find mentions are used.
        resources: The resources of the pipeline.
        plan: The strategies, the sizes of batches and the seeds.
        effort: The measure of effort.
        corpus: The name of the corpus, for the report.
        progress: Receives a message after each strategy.

    Raises:
        InputError: The plan does not fit the corpus.
    """
    _check_plan(plan)
    config = _keep_finders(config)
    runs: list[Run] = []
    full: list[Stage] = []
    for seed in range(plan.seed, plan.seed + plan.seeds):
        experiment = _make_experiment(examples, config, resources, plan, seed)
        everything = range(len(experiment.pool))
        final = experiment.train(everything)[1]
        full.append(_make_stage(experiment, everything, final))
        progress(f"seed {seed}: F {final:.3f} with all {len(experiment.pool)} documents")
        for by in plan.strategies:
            runs.append(Run(by, seed, _run_strategy(experiment, by, plan, seed), final))
            progress(f"seed {seed}: {by}, F {runs[-1].stages[-1].f:.3f}")
    tested = len(examples) - int(full[0].documents)
    return Simulation(
        corpus,
        effort,
        plan,
        resolve_grouping([example.analysis.doc for example in examples], plan.by),
        len(examples) - tested,
        tested,
        average_stages(full),
        summarise_runs(runs, effort),
        runs,
    )


def _check_plan(plan: LearningPlan) -> None:
    for name in ("start", "batch", "rounds", "seeds"):
        if getattr(plan, name) < 1:
            raise InputError(f"{name} is {getattr(plan, name)}", expected="1 or more")
    if len(set(plan.strategies)) < len(plan.strategies) or not plan.strategies:
        raise InputError(
            "a strategy is named twice, or none is named", expected="each strategy once"
        )


def _keep_finders(config: Config) -> Config:
    """Keep only the components that find mentions: the curve measures mentions."""
    steps = tuple(step for step in config.steps if "mentions" in component.get(step.use).adds)
    if not steps:
        raise InputError("no component of the pipeline finds mentions", expected="entities")
    return replace(config, steps=steps)


def _make_experiment(
    examples: Sequence[Example], config: Config, resources: Resources, plan: LearningPlan, seed: int
) -> _Experiment:
    docs = [example.analysis.doc for example in examples]
    held_out = draw_hold_out(docs, HoldOut(share=plan.test_share, by=plan.by, seed=seed))
    pool = [example for index, example in enumerate(examples) if index not in held_out]
    if len(pool) <= plan.start:
        raise InputError(
            f"there are only {len(pool)} documents to choose from",
            expected=f"more than the {plan.start} to start with",
            remedy=Remedy.HOLD_OUT,
        )
    test = [examples[index] for index in sorted(held_out)]
    return _Experiment(config, resources, pool, test, measures.make_task(config), plan.start)


def _run_strategy(
    experiment: _Experiment, by: Strategy, plan: LearningPlan, seed: int
) -> list[Stage]:
    candidates = [make_candidate(example.analysis) for example in experiment.pool]
    first = choose("random", candidates, plan.start, seed=seed)
    chosen = [choice.position for choice in first]
    stages: list[Stage] = []
    for number in range(plan.rounds + 1):
        pipeline, f = experiment.train(chosen)
        stages.append(_make_stage(experiment, chosen, f))
        remaining = [index for index in range(len(experiment.pool)) if index not in set(chosen)]
        if not remaining or number == plan.rounds:
            break
        choices = choose(
            by,
            [_make_candidate(experiment, pipeline, index, by) for index in remaining],
            plan.batch,
            annotated=[candidates[index] for index in chosen],
            seed=seed,
        )
        chosen += [remaining[choice.position] for choice in choices]
    return stages


def _make_candidate(
    experiment: _Experiment, pipeline: Pipeline, index: int, by: Strategy
) -> Candidate:
    analysis = experiment.pool[index].analysis
    uncertainty = estimate_uncertainty(pipeline, analysis) if by != "random" else 0.0
    return make_candidate(analysis, uncertainty)


def _make_stage(experiment: _Experiment, chosen: Sequence[int], f: float) -> Stage:
    examples = [experiment.pool[index] for index in chosen]
    schema = experiment.resources.schema
    gold = [
        measures.select_scorable(example.gold, experiment.config, schema) for example in examples
    ]
    minutes = sum(estimate_minutes(example.analysis.doc, example.gold) for example in examples)
    return Stage(
        len(examples),
        sum(len(example.analysis.text.split()) for example in examples),
        sum(len(annotation_set.mentions) for annotation_set in gold),
        round(minutes, 1),
        f,
    )
