"""The functions of `goldsmith` about models: train, evaluate, extract."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, overload

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.pipeline import Config, Pipeline, read_config
from goldsmith.project.corpus.inputs import Documents, name_documents, open_documents
from goldsmith.project.models import evaluate as evaluating
from goldsmith.project.models import extract as extracting
from goldsmith.project.models import load as loading
from goldsmith.project.models import train as training
from goldsmith.project.models.annotate_notes import LONGEST_NOTE, ExtractOptions, annotate_notes
from goldsmith.project.models.evaluation import Evaluation, Plan
from goldsmith.project.models.extract import Extraction
from goldsmith.project.models.extract_files import Target
from goldsmith.project.models.train import HoldOut, Training
from goldsmith.runners.long_notes import unpack
from goldsmith.training.folds import Grouping

Place = str | os.PathLike[str]


def train(
    docs: Documents | Sequence[Place],
    *,
    out: Place,
    config: Config | Place | None = None,
    set_name: str = "",
    hold_out: float = 0.0,
    test: str = "",
    by: Grouping = "",
    seed: int = 0,
    terms: Sequence[str] = (),
    clusters: Place = "",
    schema: str = "",
    overwrite: bool = False,
    fmt: str | None = None,
) -> Training:
    """Train a pipeline on a gold standard and save it as a model folder.

    Args:
        docs: The gold standard: a path in any format, "demo", several of them, or documents.
        out: The model folder to write.
        config: The pipeline, as a TOML file or an object; by default one that fits the corpus.
        set_name: The annotation set to learn from, if documents have several.
        hold_out: The share of documents to hold out and score on.
        test: Another corpus to score on.
        by: What is held out together, "patient" or "document"; by default patients, where known.
        seed: The seed of the hold-out.
        terms: The terminologies of the default pipeline, by name or folder.
        clusters: The file with word clusters for the default pipeline.
        schema: A built-in schema or a TOML file; by default the one that the sets name.
        overwrite: Replace a model at `out`.
        fmt: The format of the path; detected by default.

    Raises:
        InputError: The output exists, or the corpus cannot be trained on.

    Example:
        result = goldsmith.train("demo", out="new-model", config="quick.toml", hold_out=0.2)
        print(result.components, result.scores["spans"].get_value("strict"))
    """
    first, *more = _list_corpora(docs)
    return training.train(
        open_documents(first, fmt),
        _open_config(config),
        Path(out),
        corpus=name_documents(first, "documents in memory"),
        more={os.fspath(place): open_documents(place, fmt) for place in more},
        set_name=set_name,
        hold_out=HoldOut(test, hold_out, by, seed),
        terms=terms,
        clusters=os.fspath(clusters),
        schema=schema,
        overwrite=overwrite,
    )


def evaluate(
    docs: Documents,
    *,
    config: Config | Place | None = None,
    model: Pipeline | Place | None = None,
    set_name: str = "",
    folds: int = 10,
    by: Grouping = "",
    seed: int = 0,
    gold_layers: Collection[str] = (),
    curve: bool = False,
    agreement: tuple[str, ...] = (),
    workers: int = 1,
    terms: Sequence[str] = (),
    clusters: Place = "",
    schema: str = "",
    fmt: str | None = None,
) -> Evaluation:
    """Cross-validate a pipeline on a corpus, or score a trained model on it.

    Args:
        docs: The gold standard: a path in any format, "demo", or documents.
        config: The pipeline, as a TOML file or an object; by default one that fits the corpus.
        model: A trained model, as a folder or loaded; it is scored without folds.
        set_name: The annotation set that is the gold standard, if documents have several.
        folds: The number of folds.
        by: What stays together, "patient" or "document"; by default patients, where known.
        seed: The seed of the folds.
        gold_layers: The layers to take from the gold standard: mentions, codes, assertion.
        curve: Add a learning curve.
        agreement: The sets of two annotators, to measure their agreement too.
        workers: The number of processes that train in parallel.
        terms: The terminologies of the default pipeline, by name or folder.
        clusters: The file with word clusters for the default pipeline.
        schema: A built-in schema or a TOML file; by default the one that the sets name.
        fmt: The format of the path; detected by default.

    Raises:
        InputError: Both `config` and `model` are set, or the corpus cannot be divided as planned.

    Example:
        evaluation = goldsmith.evaluate("demo", config="quick.toml", folds=2)
        print(evaluation.results["spans"].get_value("strict"))
    """
    plan = Plan(set_name, folds, by, seed, tuple(gold_layers), curve, tuple(agreement), workers)
    corpus = name_documents(docs, "documents in memory")
    documents = list(open_documents(docs, fmt))
    if model is None:
        return evaluating.evaluate(
            documents,
            _open_config(config),
            plan,
            corpus=corpus,
            terms=terms,
            clusters=os.fspath(clusters),
            schema=schema,
        ).evaluation
    if config is not None or terms or clusters or schema:
        raise InputError(
            "a trained model already has its configuration, terminologies and schema",
            expected="a model alone, or a configuration",
        )
    pipeline = model if isinstance(model, Pipeline) else loading.load(model)
    return evaluating.evaluate_model(documents, pipeline, plan, corpus=corpus).evaluation


@overload
def extract(
    docs: Documents,
    *,
    model: Place,
    out: None = None,
    set_name: str = "system",
    only: bool = False,
    workers: int = 1,
    keep_going: bool = False,
    source_set: str = "",
    layers: Collection[str] = (),
    longest_note: int = LONGEST_NOTE,
    fmt: str | None = None,
) -> Iterator[Document]: ...


@overload
def extract(
    docs: Documents,
    *,
    model: Place,
    out: Place,
    to: str = "corpus",
    set_name: str = "system",
    only: bool = False,
    workers: int = 1,
    keep_going: bool = False,
    source_set: str = "",
    layers: Collection[str] = (),
    longest_note: int = LONGEST_NOTE,
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    resume: bool = False,
    fmt: str | None = None,
) -> Extraction: ...


def extract(
    docs: Documents,
    *,
    model: Place,
    out: Place | None = None,
    to: str = "corpus",
    set_name: str = "system",
    only: bool = False,
    workers: int = 1,
    keep_going: bool = False,
    source_set: str = "",
    layers: Collection[str] = (),
    longest_note: int = LONGEST_NOTE,
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    resume: bool = False,
    fmt: str | None = None,
) -> Extraction | Iterator[Document]:
    """Annotate notes with a trained model; yield them, or write them to `out`.

    Args:
        docs: The notes: a path in any format, "demo", or documents.
        model: The model folder.
        out: The folder or file to write; without it, the annotated documents are yielded.
        to: The format to write.
        set_name: The name of the new annotation set.
        only: Drop the sets of the input.
        workers: The number of processes.
        keep_going: Skip notes that fail.
        source_set: The annotation set to start from, for a model over given mentions.
        layers: The layers to take from that set: mentions, codes, assertion.
        longest_note: The largest number of characters in a note; longer notes fail. A higher limit
            takes more memory.
        allow_loss: What the format may drop: names of features, or "all".
        overwrite: Replace existing output at `out`, and restart an unfinished run.
        resume: Continue an interrupted run.
        fmt: The format of the path; detected by default.

    Raises:
        InputError: The output exists, a run is unfinished, or a note failed.
        LossError: The format cannot carry something that `allow_loss` does not name.

    Example:
        for doc in goldsmith.extract("notes", model="model"):
            print(doc.id, len(doc.sets["system"].mentions))
        done = goldsmith.extract("notes", model="model", out="extracted.jsonl", to="jsonl")
        print(done.documents, done.mentions)
    """
    options = ExtractOptions(
        Path(model), set_name, only, workers, keep_going, source_set, tuple(layers), longest_note
    )
    notes = open_documents(docs, fmt, keep_going=True, longest_text=longest_note)
    if out is None:
        return (unpack(doc) for batch in annotate_notes(notes, options) for doc in batch.documents)
    target = Target(Path(out), to, tuple(allow_loss), overwrite, resume)
    return extracting.extract(notes, options, target)


def _list_corpora(docs: Documents | Sequence[Place]) -> list[Any]:
    """Return the paths in a list of paths; anything else is a single corpus."""
    if isinstance(docs, list | tuple) and docs and isinstance(docs[0], str | os.PathLike):
        return list(docs)
    return [docs]


def _open_config(config: Config | Place | None) -> Config | None:
    if config is None or isinstance(config, Config):
        return config
    path = Path(config)
    return loading.resolve_paths(read_config(path), path.resolve().parent)
