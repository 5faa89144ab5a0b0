"""Cross-validation: every document is annotated once, by a model that has not seen it.

Nor has the model seen any other document of that patient, where patients are known.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from goldsmith.core import AnnotationSet, Document, Schema
from goldsmith.pipeline import Analysis, Config, Example, Pipeline, Resources
from goldsmith.pipeline.model import SET_NAME
from goldsmith.runners.processes import Workers
from goldsmith.terminology.store import Terminology
from goldsmith.training.folding import Keep, folds, kept_by
from goldsmith.training.given import annotate, checked, train


class Fold(msgspec.Struct, frozen=True):
    """A part that was kept aside: the documents trained on, those annotated, and how long."""

    train: tuple[str, ...]
    test: tuple[str, ...]
    seconds: float = 0.0


class Folds(msgspec.Struct, frozen=True):
    """What all folds together found: document id -> set."""

    by: str
    seed: int
    folds: tuple[Fold, ...]
    sets: Mapping[str, AnnotationSet]


@dataclass(frozen=True)
class Recipe:
    """All that another process needs to train: nothing in it is open or refers to this process."""

    config: Config
    schema: Schema | None
    terms: Mapping[str, Path]
    clusters: Mapping[str, Sequence[str]]
    documents: tuple[Document, ...]
    gold: tuple[AnnotationSet, ...]
    given: frozenset[str]
    set_name: str


class Round(msgspec.Struct, frozen=True):
    """One training: the numbers of documents to train on and to annotate."""

    train: tuple[int, ...]
    test: tuple[int, ...]


class Trial(msgspec.Struct, frozen=True):
    """What came of a training."""

    sets: tuple[AnnotationSet, ...]
    seconds: float


#: Examples and resources of a process.
Bench = tuple[Recipe, Resources, list[Example]]


def cross_validate(
    config: Config,
    resources: Resources,
    examples: Sequence[Example],
    k: int = 10,
    *,
    by: Keep = "",
    seed: int = 0,
    given: Collection[str] = (),
    workers: int = 1,
    set_name: str = SET_NAME,
) -> Folds:
    """What models trained on the other folds found in each fold; the same for any workers."""
    docs = [one.work.doc for one in examples]
    parts = folds(docs, k, by=by, seed=seed)
    rounds = [Round(_others(len(docs), part), part) for part in parts]
    found = trials(
        config, resources, examples, rounds, given=given, workers=workers, set_name=set_name
    )
    sets = {
        docs[at].id: one
        for part, trial in zip(parts, found, strict=True)
        for at, one in zip(part, trial.sets, strict=True)
    }
    made = tuple(
        Fold(
            tuple(docs[at].id for at in one.train),
            tuple(docs[at].id for at in one.test),
            round(trial.seconds, 2),
        )
        for one, trial in zip(rounds, found, strict=True)
    )
    return Folds(kept_by(docs, by), seed, made, {doc.id: sets[doc.id] for doc in docs})


def _others(total: int, part: Collection[int]) -> tuple[int, ...]:
    without = set(part)
    return tuple(at for at in range(total) if at not in without)


def trials(
    config: Config,
    resources: Resources,
    examples: Sequence[Example],
    rounds: Sequence[Round],
    *,
    given: Collection[str] = (),
    workers: int = 1,
    set_name: str = SET_NAME,
) -> list[Trial]:
    """What came of each round, in their order."""
    recipe = Recipe(
        config,
        resources.schema,
        {name: one.folder for name, one in resources.terms.items()},
        resources.clusters,
        tuple(one.work.doc for one in examples),
        tuple(one.gold for one in examples),
        checked(given, Pipeline(config, resources)),
        set_name,
    )
    bench = (recipe, _quiet(resources), list(examples))
    alone = workers == 1 or len(rounds) == 1
    work: Workers[Bench, Round, Trial] = Workers(
        _keep if alone else _bench,
        (bench,) if alone else (recipe,),
        trial,
        workers=1 if alone else min(workers, len(rounds)),
    )
    found = []
    for number, one in enumerate(work.map(rounds), 1):
        resources.progress(f"trained {number} of {len(rounds)}")
        found.append(one)
    return found


def _quiet(resources: Resources) -> Resources:
    return replace(resources, progress=lambda _: None)


def _keep(bench: Bench) -> Bench:
    return bench


def _bench(recipe: Recipe) -> Bench:
    terms = {name: Terminology(folder) for name, folder in recipe.terms.items()}
    resources = Resources(recipe.schema, terms, recipe.clusters)
    pairs = zip(recipe.documents, recipe.gold, strict=True)
    return recipe, resources, [Example(Analysis(doc), gold) for doc, gold in pairs]


def trial(bench: Bench, one: Round) -> Trial:
    """What a model trained on some documents finds in others."""
    begin = time.perf_counter()
    recipe, resources, examples = bench
    pipeline = Pipeline(recipe.config, resources)
    train(pipeline, [examples[at] for at in one.train], recipe.given)
    sets = tuple(
        annotate(
            pipeline,
            examples[at].work.doc,
            examples[at].gold,
            given=recipe.given,
            set_name=recipe.set_name,
        )
        for at in one.test
    )
    return Trial(sets, time.perf_counter() - begin)
