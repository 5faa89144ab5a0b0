"""Evaluate a pipeline: by cross-validation on a corpus, or a trained model on another corpus."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec

from goldsmith.core import AnnotationSet, Document
from goldsmith.errors import InputError, UnknownName
from goldsmith.metrics import MICRO, Result, SetPair
from goldsmith.pipeline import Config, Example, Pipeline, Resources
from goldsmith.pipeline.model import SET_NAME
from goldsmith.project.agreement.agree import agree
from goldsmith.project.agreement.tasks import Task
from goldsmith.project.models import load, measures
from goldsmith.project.models.default_pipeline import make_default_config
from goldsmith.project.models.evaluation import (
    Averages,
    CurvePoint,
    Evaluation,
    FoldSize,
    Plan,
    Trial,
)
from goldsmith.project.models.train import choose_schema
from goldsmith.training import (
    Folds,
    change_documents,
    compute_digest,
    compute_learning_curve,
    cross_validate,
    make_examples,
)
from goldsmith.training.gold_layers import annotate_from_gold, check_gold_layers

Progress = Callable[[str], None]


class _Setup(NamedTuple):
    config: Config
    resources: Resources
    examples: list[Example]
    task: Task
    gold_layers: Collection[str]


def evaluate(
    docs: Sequence[Document],
    config: Config | None,
    plan: Plan,
    *,
    corpus: str = "",
    terms: Sequence[str] = (),
    clusters: str = "",
    schema: str = "",
    progress: Progress = lambda _: None,
) -> Trial:
    """Cross-validate a pipeline on a corpus, optionally with a learning curve.

    Args:
        docs: The gold standard.
        config: The pipeline; one that fits the corpus if None.
        plan: The folds, and what to compute.
        corpus: The name of the corpus, for the report.
        terms: The terminologies of the default pipeline.
        clusters: The file with word clusters for the default pipeline.
        schema: A built-in schema or a TOML file; by default the one that the sets name.
        progress: Receives messages about the progress.

    Raises:
        InputError: The corpus cannot be divided as planned, or a set does not exist.
    """
    _check_annotators(docs, plan)
    notices: list[str] = []
    examples = make_examples(docs, plan.set_name)
    chosen = choose_schema(config, examples, schema)
    config = config or make_default_config(
        examples, terms=terms, clusters=clusters, schema=chosen, warn=notices.append
    )
    plan = _add_layers(plan, config)
    docs = change_documents(docs, config.types)
    examples = make_examples(docs, plan.set_name)
    resources = load.open_resources(config, schema=chosen, progress=progress)
    task = measures.make_task(config, plan.gold_layers)
    setup = _Setup(config, resources, examples, task, plan.gold_layers)
    folds = cross_validate(
        config,
        resources,
        examples,
        plan.folds,
        by=plan.by,
        seed=plan.seed,
        gold_layers=plan.gold_layers,
        workers=plan.workers,
    )
    curve = _compute_curve(setup, plan) if plan.curve else []
    return _make_trial(setup, plan, docs, folds, corpus, notices, curve)


def evaluate_model(
    docs: Sequence[Document], pipeline: Pipeline, plan: Plan, *, corpus: str = ""
) -> Trial:
    """Score a trained model on a corpus.

    Args:
        docs: The gold standard.
        pipeline: The trained model.
        plan: What to compute; folds and learning curves do not apply.
        corpus: The name of the corpus, for the report.

    Raises:
        InputError: The plan asks for a learning curve, or a set does not exist.
    """
    if plan.curve:
        raise InputError("a trained model has no learning curve", expected="a configuration")
    _check_annotators(docs, plan)
    plan = _add_layers(plan, pipeline.config)
    docs = change_documents(docs, pipeline.config.types, check=False)
    examples = make_examples(docs, plan.set_name)
    layers = check_gold_layers(plan.gold_layers, pipeline)
    sets = {
        example.analysis.doc.id: annotate_from_gold(
            pipeline, example.analysis.doc, example.gold, gold_layers=layers
        )
        for example in examples
    }
    notices = []
    if pipeline.trained.digest == compute_digest(examples):
        notices.append(
            "the model was trained on these documents: the scores do not show how well it does on "
            "others"
        )
    task = measures.make_task(pipeline.config, layers)
    setup = _Setup(pipeline.config, pipeline.resources, examples, task, layers)
    return _make_trial(setup, plan, docs, Folds("", plan.seed, (), sets), corpus, notices, [])


def _add_layers(plan: Plan, config: Config) -> Plan:
    """Add the layers that the pipeline expects to those that it takes from the gold standard."""
    layers = dict.fromkeys((*plan.gold_layers, *config.given_layers))
    return msgspec.structs.replace(plan, gold_layers=tuple(layers))


def _make_trial(
    setup: _Setup,
    plan: Plan,
    docs: Sequence[Document],
    folds: Folds,
    corpus: str,
    notices: list[str],
    curve: list[CurvePoint],
) -> Trial:
    pairs = _make_pairs(setup, folds.sets)
    gold = setup.examples[0].gold.name or "gold"
    tests = [frozenset(fold.test) for fold in folds.folds]
    results = measures.compute_results(measures.measure(pairs, setup.task))
    evaluation = Evaluation(
        corpus=corpus,
        set=gold,
        documents=len(pairs),
        digest=compute_digest(setup.examples),
        components=[step.use for step in setup.config.steps],
        by=folds.by,
        seed=plan.seed,
        gold_layers=sorted(plan.gold_layers),
        folds=[FoldSize(len(fold.train), len(fold.test), fold.seconds) for fold in folds.folds],
        results=results,
        averages=_average_folds(setup.task, pairs, tests),
        agreement=_measure_agreement(docs, plan, setup),
        annotators=list(plan.agreement),
        curve=curve,
        notices=notices + measures.list_notices(results),
    )
    annotators = [name for name in plan.agreement if name != gold]
    system = SET_NAME if SET_NAME not in (gold, *annotators) else "pipeline"
    documents = _combine_sets(docs, pairs, (gold, system), annotators)
    names = [gold, system, *annotators]
    return Trial(evaluation, setup.task, setup.resources.schema, documents, names)


def _make_pairs(setup: _Setup, sets: Mapping[str, AnnotationSet]) -> list[SetPair]:
    schema = setup.resources.schema
    return [
        SetPair(
            example.analysis.doc,
            measures.select_scorable(example.gold, setup.config, schema, setup.gold_layers),
            sets[example.analysis.doc.id],
            schema,
        )
        for example in setup.examples
    ]


def _combine_sets(
    docs: Sequence[Document],
    pairs: Sequence[SetPair],
    names: tuple[str, str],
    annotators: Sequence[str],
) -> list[Document]:
    """Return the documents with the sets that a report compares."""
    original = {doc.id: doc.sets for doc in docs}
    combined = []
    for pair in pairs:
        own = original[pair.doc.id]
        sets = {name: own[name] for name in own if name in annotators}
        for name, annotation_set in zip(names, (pair.a, pair.b), strict=True):
            sets[name] = msgspec.structs.replace(annotation_set, name=name)
        combined.append(msgspec.structs.replace(pair.doc, sets=sets))
    return combined


def _average_folds(
    task: Task, pairs: Sequence[SetPair], folds: Sequence[frozenset[str]]
) -> Averages:
    """Compute the mean over folds of each value, ignoring folds without a value."""
    per_fold = [
        measures.compute_results(
            measures.measure((pair for pair in pairs if pair.doc.id in fold), task),
            intervals=False,
        )
        for fold in folds
    ]
    averages: Averages = {}
    for view in task.views if per_fold else ():
        results = [fold[view.metric] for fold in per_fold]
        groups = sorted({group for result in results for group in result.rows})
        averages[view.metric] = {
            group: {value: _average(results, group, value) for value in view.values}
            for group in [*groups, MICRO]
        }
    return averages


def _average(results: Sequence[Result], group: str, value: str) -> float | None:
    rows = [result.micro if group == MICRO else result.rows.get(group) for result in results]
    values = [row.values.get(value) for row in rows if row is not None]
    numbers = [number for number in values if number is not None]
    return sum(numbers) / len(numbers) if numbers else None


def _check_annotators(docs: Sequence[Document], plan: Plan) -> None:
    if not plan.agreement:
        return
    if len(set(plan.agreement)) != 2:
        raise InputError("agreement needs two annotation sets", expected="two names")
    names = {name for doc in docs for name in doc.sets}
    for name in plan.agreement:
        if name not in names:
            raise UnknownName("annotation set", name, names)


def _measure_agreement(docs: Sequence[Document], plan: Plan, setup: _Setup) -> dict[str, Result]:
    """Measure the agreement of two annotators on the annotations that the pipeline finds."""
    if not plan.agreement:
        return {}
    schema = setup.resources.schema

    def select_sets(doc: Document) -> Document:
        sets = {
            name: measures.select_scorable(doc.sets[name], setup.config, schema, setup.gold_layers)
            for name in plan.agreement
            if name in doc.sets
        }
        return msgspec.structs.replace(doc, sets=sets)

    agreement = agree(map(select_sets, docs), plan.agreement, setup.task, schema, intervals=True)
    return agreement.pairs[0].results


def _compute_curve(setup: _Setup, plan: Plan) -> list[CurvePoint]:
    points = compute_learning_curve(
        setup.config,
        setup.resources,
        setup.examples,
        min(plan.folds, 5),
        by=plan.by,
        seed=plan.seed,
        gold_layers=plan.gold_layers,
        workers=plan.workers,
    )
    curve = []
    for point in points:
        measured = measures.measure(_make_pairs(setup, point.sets), setup.task)
        results = measures.compute_results(measured, intervals=False)
        scores = {
            view.metric: view.get_value(results[view.metric], view.cell)
            for view in setup.task.views
        }
        curve.append(CurvePoint(point.documents, scores))
    return curve
