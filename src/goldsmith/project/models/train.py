"""Train a pipeline on a corpus, score it on the hold-out, and save it with a model card."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from goldsmith.core import Document, Schema
from goldsmith.errors import InputError, Remedy
from goldsmith.metrics import Result, SetPair
from goldsmith.pipeline import Config, Example, Pipeline, TrainingRecord, TypeChanges
from goldsmith.project.corpus import schemas
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.project.corpus.note_stream import Notes
from goldsmith.project.corpus.sources import Source
from goldsmith.project.models import load, measures
from goldsmith.project.models.corpora import read_examples
from goldsmith.project.models.default_pipeline import make_default_config
from goldsmith.project.models.model_card import HoldOutScores, make_card
from goldsmith.sampling.ordering import order_key
from goldsmith.storage import is_free
from goldsmith.training import (
    annotate_from_gold,
    change_examples,
    change_schema,
    compute_digest,
    make_examples,
)
from goldsmith.training.folds import Grouping, group_documents, resolve_grouping

Progress = Callable[[str], None]


class HoldOut(msgspec.Struct, frozen=True):
    """The documents to score a model on: another corpus, a share of the corpus, or none."""

    test: str = ""
    share: float = 0.0
    by: Grouping = ""
    seed: int = 0


class Training(msgspec.Struct, frozen=True):
    """The outcome of training: the model, the training data, and the scores."""

    out: str
    components: list[str]
    documents: int
    tested_on: str
    test_documents: int
    mentions: dict[str, int]
    relations: dict[str, int]
    digest: str
    seconds: float
    scores: dict[str, Result]
    notices: list[str]


def train(
    source: Notes,
    config: Config | None,
    out: Path,
    *,
    corpus: str = "",
    more: Mapping[str, Notes] = {},
    set_name: str = "",
    hold_out: HoldOut = HoldOut(),  # noqa: B008 - frozen
    terms: Sequence[str] = (),
    clusters: str = "",
    schema: str = "",
    overwrite: bool = False,
    progress: Progress = lambda _: None,
    track: Track = pass_on,
) -> Training:
    """Train a pipeline on one or more corpora and save the model.

    Args:
        source: The gold standard.
        config: The pipeline; one that fits the corpus if None.
        out: The model folder to write.
        corpus: The name of the corpus, for the model card.
        more: Further corpora to learn from, by their names.
        set_name: The annotation set to learn from; empty for the only set of each corpus.
        hold_out: What to score the model on.
        terms: The terminologies of the default pipeline.
        clusters: The file with word clusters for the default pipeline.
        schema: A built-in schema or a TOML file; by default the one that the sets name.
        overwrite: Replace a model at `out`.
        progress: Receives messages about the progress.
        track: Shows progress over the documents.

    Raises:
        InputError: The output exists, or the corpus cannot be trained on.
    """
    check_output(out, overwrite=overwrite)
    notices: list[str] = []
    corpora = {corpus: source, **more}
    examples = read_examples(corpora, set_name, track=track)
    chosen = choose_schema(config, examples, schema)
    config = config or make_default_config(
        examples, terms=terms, clusters=clusters, schema=chosen, warn=notices.append
    )
    examples = change_examples(examples, config.types)
    training, test, description = _divide(examples, hold_out, set_name, config.types)
    pipeline = Pipeline(config, load.open_resources(config, schema=chosen, progress=progress))
    begin = time.perf_counter()
    pipeline.train(training)
    seconds = round(time.perf_counter() - begin, 1)
    if test:
        progress("scoring")
    scores = _score(pipeline, test, description) if test else None
    pipeline.trained = _make_record(training, seconds, scores)
    patients = len({example.analysis.doc.metadata.patient for example in training} - {""})
    card = make_card(
        pipeline, corpora=list(corpora), patients=patients, scores=scores, notices=notices
    )
    pipeline.save(out, card=card)
    record = pipeline.trained
    return Training(
        str(out),
        [step.use for step in config.steps],
        record.documents,
        description,
        len(test),
        dict(record.mentions),
        dict(record.relations),
        record.digest,
        seconds,
        dict(scores.results) if scores else {},
        notices,
    )


def check_output(out: Path, *, overwrite: bool) -> None:
    """Raise InputError if the folder is taken; only a model may be overwritten."""
    if is_free(out):
        return
    is_model = (out / "model.json").is_file()
    if not is_model or not overwrite:
        raise InputError(
            "a model is already here" if is_model else "something other than a model is here",
            where=str(out),
            expected="a path that does not exist",
            remedy=Remedy.OVERWRITE if is_model else Remedy.CHOOSE_OUTPUT,
        )


def choose_schema(
    config: Config | None, examples: Sequence[Example], name: str = ""
) -> Schema | None:
    """Return the schema of this name, of the configuration, or the one that all sets name.

    The configuration may change its types.
    """
    schema = _find_schema(config, examples, name)
    return change_schema(schema, config.types) if schema and config else schema


def _find_schema(config: Config | None, examples: Sequence[Example], name: str) -> Schema | None:
    requested = name or (config.schema if config else "")
    if requested:
        return schemas.find_schema(requested)
    names = {example.gold.schema for example in examples} - {""}
    if len(names) != 1:
        return None
    try:
        return schemas.find_schema(names.pop())
    except InputError:
        return None  # the sets name a schema that is not built in


def _divide(
    examples: list[Example], hold_out: HoldOut, set_name: str, types: TypeChanges
) -> tuple[list[Example], list[Example], str]:
    """Return the examples to train on, those to score on, and a description of the latter."""
    if hold_out.test and hold_out.share:
        raise InputError("both a share and a test corpus were given", expected="one of them")
    if hold_out.test:
        test = make_examples(Source(hold_out.test), set_name)
        test = change_examples(test, types, check=False)
        return examples, test, f"`{hold_out.test}` ({len(test):,} documents)"
    if not hold_out.share:
        return examples, [], ""
    docs = [example.analysis.doc for example in examples]
    held_out = draw_hold_out(docs, hold_out)
    test = [example for index, example in enumerate(examples) if index in held_out]
    by = resolve_grouping(docs, hold_out.by)
    description = (
        f"{len(test):,} documents held out by {by} (share {hold_out.share:g}, seed {hold_out.seed})"
    )
    training = [example for index, example in enumerate(examples) if index not in held_out]
    return training, test, description


def draw_hold_out(docs: Sequence[Document], hold_out: HoldOut) -> set[int]:
    """Draw whole groups at random until the share is reached; return the indices of documents.

    Raises:
        InputError: The share is not between 0 and 1, or nothing would be left to train on.
    """
    if not 0 < hold_out.share < 1:
        raise InputError(f"a share of {hold_out.share:g} cannot be held out", expected="0.1 or so")
    groups = group_documents(docs, hold_out.by)
    if len(groups) < 2:
        raise InputError(
            "nothing would be left to train on", expected="more than one patient or document"
        )
    target = hold_out.share * len(docs)
    drawn: set[int] = set()
    for name in sorted(groups, key=lambda group: order_key(hold_out.seed, "aside", group))[:-1]:
        if len(drawn) >= target:
            break
        drawn.update(groups[name])
    return drawn


def _score(pipeline: Pipeline, test: Iterable[Example], description: str) -> HoldOutScores:
    config, schema = pipeline.config, pipeline.resources.schema
    task = measures.make_task(config)
    pairs = (
        SetPair(
            example.analysis.doc,
            measures.select_scorable(example.gold, config, schema, config.given_layers),
            annotate_from_gold(
                pipeline, example.analysis.doc, example.gold, gold_layers=config.given_layers
            ),
            schema,
        )
        for example in test
    )
    results = measures.compute_results(measures.measure(pairs, task))
    return HoldOutScores(description, task, results)


def _make_record(
    training: Sequence[Example], seconds: float, scores: HoldOutScores | None
) -> TrainingRecord:
    mentions = Counter(mention.type for example in training for mention in example.gold.mentions)
    relations = Counter(rel.type for example in training for rel in example.gold.relations)
    return TrainingRecord(
        documents=len(training),
        mentions=dict(sorted(mentions.items())),
        relations=dict(sorted(relations.items())),
        digest=compute_digest(training),
        seconds=seconds,
        scores=msgspec.to_builtins(dict(scores.results)) if scores else {},
    )
