"""Tries a pipeline out: in folds of a corpus, or a trained model on a corpus it has not seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from goldsmith.core import AnnotationSet, Document
from goldsmith.errors import InputError, UnknownName
from goldsmith.metrics import MICRO, Compared, Result
from goldsmith.pipeline import Config, Example, Pipeline, Resources
from goldsmith.pipeline.model import SET_NAME
from goldsmith.project.agreement.agree import agree
from goldsmith.project.agreement.tasks import Task
from goldsmith.project.models import load, measures
from goldsmith.project.models.default_pipeline import default_config
from goldsmith.project.models.evaluation import (
    Averages,
    CurvePoint,
    Evaluation,
    FoldTold,
    Plan,
    Tried,
)
from goldsmith.project.models.train import schema_of
from goldsmith.training import cross_validate, digest, learning_curve
from goldsmith.training import examples as examples_of
from goldsmith.training.given import annotate, checked

Told = Callable[[str], None]


class _Bench(NamedTuple):
    config: Config
    resources: Resources
    examples: list[Example]
    task: Task


def evaluate(
    docs: Sequence[Document],
    config: Config | None,
    plan: Plan,
    *,
    corpus: str = "",
    terms: Sequence[str] = (),
    schema: str = "",
    progress: Told = lambda _: None,
) -> Tried:
    """Cross-validates a pipeline on a corpus, with a learning curve where that is wanted."""
    _check_annotators(docs, plan)
    notices: list[str] = []
    examples = examples_of(docs, plan.set_name)
    chosen = schema_of(config, examples, schema)
    config = config or default_config(examples, terms=terms, schema=chosen, told=notices.append)
    resources = load.resources(config, schema=chosen, progress=progress)
    bench = _Bench(config, resources, examples, measures.task_for(config, plan.given))
    found = cross_validate(
        config,
        resources,
        examples,
        plan.folds,
        by=plan.by,
        seed=plan.seed,
        given=plan.given,
        workers=plan.workers,
    )
    tested = [frozenset(one.test) for one in found.folds]
    told = [FoldTold(len(one.train), len(one.test), one.seconds) for one in found.folds]
    curve = _curve(bench, plan) if plan.curve else []
    return _told(bench, plan, docs, found.sets, corpus, notices, tested, told, found.by, curve)


def evaluate_model(
    docs: Sequence[Document], pipeline: Pipeline, plan: Plan, *, corpus: str = ""
) -> Tried:
    """Scores a trained model on a corpus."""
    if plan.curve:
        raise InputError("a trained model has no learning curve", expected="a configuration")
    _check_annotators(docs, plan)
    examples = examples_of(docs, plan.set_name)
    given = checked(plan.given, pipeline)
    sets = {
        one.work.doc.id: annotate(pipeline, one.work.doc, one.gold, given=given) for one in examples
    }
    notices = []
    if pipeline.trained.digest == digest(examples):
        notices.append("the model was trained on these very documents: the figures say nothing")
    task = measures.task_for(pipeline.config, given)
    bench = _Bench(pipeline.config, pipeline.resources, examples, task)
    return _told(bench, plan, docs, sets, corpus, notices, [], [], "", [])


def _told(
    bench: _Bench,
    plan: Plan,
    docs: Sequence[Document],
    sets: Mapping[str, AnnotationSet],
    corpus: str,
    notices: list[str],
    tested: Sequence[frozenset[str]],
    folds: list[FoldTold],
    by: str,
    curve: list[CurvePoint],
) -> Tried:
    pairs = _pairs(bench, sets)
    results = measures.results(measures.measured(pairs, bench.task))
    agreed = _agreement(docs, plan, bench)
    gold = bench.examples[0].gold.name or "gold"
    evaluation = Evaluation(
        corpus=corpus,
        set=gold,
        documents=len(pairs),
        digest=digest(bench.examples),
        components=[step.use for step in bench.config.steps],
        by=by,
        seed=plan.seed,
        given=sorted(plan.given),
        folds=folds,
        results=results,
        averages=_averages(bench.task, pairs, tested),
        agreement=agreed,
        annotators=list(plan.agreement),
        curve=curve,
        notices=notices,
    )
    others = [one for one in plan.agreement if one != gold]
    system = SET_NAME if SET_NAME not in (gold, *others) else "pipeline"
    shown = _shown(docs, pairs, (gold, system), others)
    names = [gold, system, *others]
    return Tried(evaluation, bench.task, bench.resources.schema, shown, names)


def _pairs(bench: _Bench, sets: Mapping[str, AnnotationSet]) -> list[Compared]:
    return [
        Compared(
            one.work.doc,
            measures.sought(one.gold, bench.config, bench.resources.schema),
            sets[one.work.doc.id],
            bench.resources.schema,
        )
        for one in bench.examples
    ]


def _shown(
    docs: Sequence[Document],
    pairs: Sequence[Compared],
    names: tuple[str, str],
    annotators: Sequence[str],
) -> list[Document]:
    """The documents with the sets that a report compares."""
    own = {doc.id: doc.sets for doc in docs}
    shown = []
    for pair in pairs:
        sets = {name: one for name, one in own[pair.doc.id].items() if name in annotators}
        for name, one in zip(names, (pair.a, pair.b), strict=True):
            sets[name] = msgspec.structs.replace(one, name=name)
        shown.append(msgspec.structs.replace(pair.doc, sets=sets))
    return shown


def _averages(task: Task, pairs: Sequence[Compared], folds: Sequence[frozenset[str]]) -> Averages:
    """The mean over folds of each value of each group; folds without a value do not count."""
    each = [
        measures.results(
            measures.measured((one for one in pairs if one.doc.id in fold), task), intervals=False
        )
        for fold in folds
    ]
    found: Averages = {}
    for view in task.views if each else ():
        results = [one[view.metric] for one in each]
        groups = sorted({group for one in results for group in one.rows})
        found[view.metric] = {
            group: {value: _mean(results, group, value) for value in view.values}
            for group in [*groups, MICRO]
        }
    return found


def _mean(results: Sequence[Result], group: str, value: str) -> float | None:
    rows = [one.micro if group == MICRO else one.rows.get(group) for one in results]
    values = [row.values.get(value) for row in rows if row is not None]
    known = [one for one in values if one is not None]
    return sum(known) / len(known) if known else None


def _check_annotators(docs: Sequence[Document], plan: Plan) -> None:
    if not plan.agreement:
        return
    if len(set(plan.agreement)) != 2:
        raise InputError("agreement is between two sets", expected="two names")
    known = {name for doc in docs for name in doc.sets}
    for name in plan.agreement:
        if name not in known:
            raise UnknownName("annotation set", name, known)


def _agreement(docs: Sequence[Document], plan: Plan, bench: _Bench) -> dict[str, Result]:
    """The agreement of the two annotators on what the pipeline looks for, by the same metrics."""
    if not plan.agreement:
        return {}
    schema = bench.resources.schema

    def limited(doc: Document) -> Document:
        sets = {
            name: measures.sought(doc.sets[name], bench.config, schema)
            for name in plan.agreement
            if name in doc.sets
        }
        return msgspec.structs.replace(doc, sets=sets)

    found = agree(map(limited, docs), plan.agreement, bench.task, schema, intervals=True)
    return found.pairs[0].results


def _curve(bench: _Bench, plan: Plan) -> list[CurvePoint]:
    points = learning_curve(
        bench.config,
        bench.resources,
        bench.examples,
        min(plan.folds, 5),
        by=plan.by,
        seed=plan.seed,
        given=plan.given,
        workers=plan.workers,
    )
    made = []
    for point in points:
        counted = measures.measured(_pairs(bench, point.sets), bench.task)
        found = measures.results(counted, intervals=False)
        scores = {
            view.metric: found[view.metric].value(view.cell, view.group)
            for view in bench.task.views
        }
        made.append(CurvePoint(point.documents, scores))
    return made
