"""Tries out, on a corpus that is finished, how much work an order of annotating would have saved.

From the same first documents each strategy goes on by itself: train, score on documents kept
aside, choose the next batch with the model just trained. The gold standard is the annotator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from goldsmith.errors import InputError
from goldsmith.metrics import Compared
from goldsmith.pipeline import Config, Example, Pipeline, Resources, component
from goldsmith.project.agreement.tasks import Task
from goldsmith.project.models import measures
from goldsmith.project.models.learning_curves import (
    Effort,
    LearningPlan,
    Run,
    Simulation,
    Stage,
    mean,
    summaries,
)
from goldsmith.project.models.train import Held, kept_aside
from goldsmith.training.choosing import Candidate, Strategy, candidate, choose, doubt
from goldsmith.training.folding import kept_by
from goldsmith_demo.annotators.timing import expected

Told = Callable[[str], None]


@dataclass
class _Bench:
    """One seed: what can be chosen, what is kept aside, and the models that all strategies share.

    Those are of the first documents and of all documents: whatever has one of these two sizes.
    """

    config: Config
    resources: Resources
    pool: list[Example]
    test: list[Example]
    task: Task
    start: int
    shared: dict[frozenset[int], tuple[Pipeline, float]] = field(default_factory=dict)

    def trained(self, chosen: Sequence[int]) -> tuple[Pipeline, float]:
        """The model of some documents of the pool, and its F."""
        name = frozenset(chosen)
        if name in self.shared:
            return self.shared[name]
        pipeline = Pipeline(self.config, self.resources)
        pipeline.train([self.pool[at] for at in sorted(name)])
        made = pipeline, self._score(pipeline)
        if len(name) in (self.start, len(self.pool)):
            self.shared[name] = made
        return made

    def _score(self, pipeline: Pipeline) -> float:
        schema = self.resources.schema
        pairs = (
            Compared(
                one.work.doc,
                measures.sought(one.gold, self.config, schema),
                pipeline.annotate(one.work.doc),
                schema,
            )
            for one in self.test
        )
        [view] = self.task.views
        found = measures.results(measures.measured(pairs, self.task), intervals=False)
        return found[view.metric].value(view.cell) or 0.0


def simulate_learning(
    examples: Sequence[Example],
    config: Config,
    resources: Resources,
    plan: LearningPlan,
    *,
    effort: Effort = "mentions",
    corpus: str = "",
    progress: Told = lambda _: None,
) -> Simulation:
    """The curves of effort against F of each strategy, over several seeds."""
    _check(plan)
    short = _finding(config)
    runs: list[Run] = []
    whole: list[Stage] = []
    for seed in range(plan.seed, plan.seed + plan.seeds):
        bench = _bench(examples, short, resources, plan, seed)
        everything = range(len(bench.pool))
        final = bench.trained(everything)[1]
        whole.append(_stage(bench, everything, final))
        progress(f"seed {seed}: F {final:.3f} with all {len(bench.pool)} documents")
        for by in plan.strategies:
            runs.append(Run(by, seed, _stages(bench, by, plan, seed), final))
            progress(f"seed {seed}: {by}, F {runs[-1].stages[-1].f:.3f}")
    tested = len(examples) - int(whole[0].documents)
    kept = kept_by([one.work.doc for one in examples], plan.by)
    return Simulation(
        *(corpus, effort, plan, kept, len(examples) - tested, tested, mean(whole)),
        summaries(runs, effort),
        runs,
    )


def _check(plan: LearningPlan) -> None:
    for name in ("start", "batch", "rounds", "seeds"):
        if getattr(plan, name) < 1:
            raise InputError(f"{name} is {getattr(plan, name)}", expected="1 or more")
    if len(set(plan.strategies)) < len(plan.strategies) or not plan.strategies:
        raise InputError("a strategy is named twice, or none is", expected="each of them once")


def _finding(config: Config) -> Config:
    """The pipeline cut down to what finds mentions: the curve is about them."""
    steps = tuple(one for one in config.steps if "mentions" in component.get(one.use).adds)
    if not steps:
        raise InputError("no component of the pipeline finds mentions", expected="entities")
    return replace(config, steps=steps)


def _bench(
    examples: Sequence[Example], config: Config, resources: Resources, plan: LearningPlan, seed: int
) -> _Bench:
    docs = [one.work.doc for one in examples]
    aside = kept_aside(docs, Held(share=plan.test_share, by=plan.by, seed=seed))
    pool = [one for at, one in enumerate(examples) if at not in aside]
    if len(pool) <= plan.start:
        raise InputError(
            f"there are only {len(pool)} documents to choose from",
            expected=f"more than the {plan.start} to start with",
            remedy="Start with fewer (--start), or keep fewer aside (--test-share)",
        )
    test = [examples[at] for at in sorted(aside)]
    return _Bench(config, resources, pool, test, measures.task_for(config), plan.start)


def _stages(bench: _Bench, by: Strategy, plan: LearningPlan, seed: int) -> list[Stage]:
    plain = [candidate(one.work) for one in bench.pool]
    chosen = [one.at for one in choose("random", plain, plan.start, seed=seed)]
    stages: list[Stage] = []
    for number in range(plan.rounds + 1):
        pipeline, found = bench.trained(chosen)
        stages.append(_stage(bench, chosen, found))
        left = [at for at in range(len(bench.pool)) if at not in set(chosen)]
        if not left or number == plan.rounds:
            break
        asked = [_asked(bench, pipeline, at, by) for at in left]
        known = [plain[at] for at in chosen]
        picks = choose(by, asked, plan.batch, known=known, seed=seed)
        chosen += [left[one.at] for one in picks]
    return stages


def _asked(bench: _Bench, pipeline: Pipeline, at: int, by: Strategy) -> Candidate:
    work = bench.pool[at].work
    return candidate(work, doubt(pipeline, work) if by != "random" else 0.0)


def _stage(bench: _Bench, chosen: Sequence[int], found: float) -> Stage:
    mine = [bench.pool[at] for at in chosen]
    wanted = [measures.sought(one.gold, bench.config, bench.resources.schema) for one in mine]
    return Stage(
        len(mine),
        sum(len(one.work.text.split()) for one in mine),
        sum(len(one.mentions) for one in wanted),
        round(sum(expected(one.work.doc, one.gold) for one in mine), 1),
        found,
    )
