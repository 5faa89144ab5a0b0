"""Cross-validation: every document is annotated once, by a model that was not trained on it.

If patients are known, the model was trained on no other document of the same patient either.
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
from goldsmith.runners import Task, choose_runner
from goldsmith.terminology.store import Terminology
from goldsmith.training.folds import Grouping, resolve_grouping, split_folds
from goldsmith.training.gold_layers import annotate_from_gold, check_gold_layers, train_components


class Fold(msgspec.Struct, frozen=True):
    """A fold: the ids of training and test documents, and the seconds it took."""

    train: tuple[str, ...]
    test: tuple[str, ...]
    seconds: float = 0.0


class Folds(msgspec.Struct, frozen=True):
    """The sets of all folds together, by document id."""

    by: str
    seed: int
    folds: tuple[Fold, ...]
    sets: Mapping[str, AnnotationSet]


@dataclass(frozen=True)
class Recipe:
    """Everything another process needs for training; picklable, without open files."""

    config: Config
    schema: Schema | None
    terms: Mapping[str, Path]
    clusters: Mapping[str, Sequence[str]]
    documents: tuple[Document, ...]
    gold: tuple[AnnotationSet, ...]
    gold_layers: frozenset[str]
    set_name: str


class Round(msgspec.Struct, frozen=True):
    """One training run: the indices of the documents to train on and to annotate."""

    train: tuple[int, ...]
    test: tuple[int, ...]


class Trial(msgspec.Struct, frozen=True):
    """The result of a training run."""

    sets: tuple[AnnotationSet, ...]
    seconds: float


#: The state that a worker prepares once: the recipe, resources and examples.
State = tuple[Recipe, Resources, list[Example]]


def cross_validate(
    config: Config,
    resources: Resources,
    examples: Sequence[Example],
    k: int = 10,
    *,
    by: Grouping = "",
    seed: int = 0,
    gold_layers: Collection[str] = (),
    workers: int = 1,
    set_name: str = SET_NAME,
) -> Folds:
    """Annotate each fold with a pipeline trained on the other folds.

    Args:
        config: The pipeline.
        resources: Its resources.
        examples: The training examples.
        k: The number of folds.
        by: The unit that is never split: patients, documents, or "" for patients if they are known.
        seed: The seed of the folds.
        gold_layers: Layers taken from gold, for the components that follow.
        workers: The number of parallel training processes; it does not affect the result.
        set_name: The name of the new sets.
    """
    docs = [example.analysis.doc for example in examples]
    parts = split_folds(docs, k, by=by, seed=seed)
    rounds = [Round(_complement(len(docs), part), part) for part in parts]
    trials = run_trials(
        config,
        resources,
        examples,
        rounds,
        gold_layers=gold_layers,
        workers=workers,
        set_name=set_name,
    )
    folds = tuple(
        Fold(
            tuple(docs[index].id for index in round_.train),
            tuple(docs[index].id for index in round_.test),
            round(trial.seconds, 2),
        )
        for round_, trial in zip(rounds, trials, strict=True)
    )
    return Folds(resolve_grouping(docs, by), seed, folds, collect_sets(docs, rounds, trials))


def collect_sets(
    docs: Sequence[Document], rounds: Sequence[Round], trials: Sequence[Trial]
) -> dict[str, AnnotationSet]:
    """Return the set of each document by id, from the round that annotated it."""
    sets = {
        index: annotation_set
        for round_, trial in zip(rounds, trials, strict=True)
        for index, annotation_set in zip(round_.test, trial.sets, strict=True)
    }
    return {doc.id: sets[index] for index, doc in enumerate(docs)}


def _complement(total: int, part: Collection[int]) -> tuple[int, ...]:
    excluded = set(part)
    return tuple(index for index in range(total) if index not in excluded)


def run_trials(
    config: Config,
    resources: Resources,
    examples: Sequence[Example],
    rounds: Sequence[Round],
    *,
    gold_layers: Collection[str] = (),
    workers: int = 1,
    set_name: str = SET_NAME,
) -> list[Trial]:
    """Run training rounds and return their results in order."""
    recipe = Recipe(
        config,
        resources.schema,
        {name: terminology.folder for name, terminology in resources.terms.items()},
        resources.clusters,
        tuple(example.analysis.doc for example in examples),
        tuple(example.gold for example in examples),
        check_gold_layers(gold_layers, Pipeline(config, resources)),
        set_name,
    )
    state = (recipe, _silence(resources), list(examples))
    task = Task(_prepare, (recipe,), run_trial, ready=state)
    runner = choose_runner(max(1, min(workers, len(rounds))))
    trials = []
    for number, trial in enumerate(runner.run(task, rounds), 1):
        resources.progress(f"trained {number} of {len(rounds)}")
        trials.append(trial)
    return trials


def _silence(resources: Resources) -> Resources:
    return replace(resources, progress=lambda _: None)


def _prepare(recipe: Recipe) -> State:
    terms = {name: Terminology(folder) for name, folder in recipe.terms.items()}
    resources = Resources(recipe.schema, terms, recipe.clusters)
    pairs = zip(recipe.documents, recipe.gold, strict=True)
    return recipe, resources, [Example(Analysis(doc), gold) for doc, gold in pairs]


def run_trial(state: State, round_: Round) -> Trial:
    """Train on some documents and annotate others."""
    begin = time.perf_counter()
    recipe, resources, examples = state
    pipeline = Pipeline(recipe.config, resources)
    train_components(pipeline, [examples[index] for index in round_.train], recipe.gold_layers)
    sets = tuple(
        annotate_from_gold(
            pipeline,
            examples[index].analysis.doc,
            examples[index].gold,
            gold_layers=recipe.gold_layers,
            set_name=recipe.set_name,
        )
        for index in round_.test
    )
    return Trial(sets, time.perf_counter() - begin)
