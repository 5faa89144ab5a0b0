"""Trains a pipeline on a corpus, scores it on what was kept aside, and saves it with its card."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from goldsmith.core import Document, Schema
from goldsmith.errors import InputError
from goldsmith.metrics import Compared, Result
from goldsmith.pipeline import Config, Example, Pipeline, Trained
from goldsmith.project.corpus import schemas
from goldsmith.project.corpus.convert import Follow
from goldsmith.project.corpus.sources import Source
from goldsmith.project.models import load, measures
from goldsmith.project.models.default_pipeline import default_config
from goldsmith.project.models.model_card import Tested, card
from goldsmith.sampling.order import key
from goldsmith.training import digest
from goldsmith.training import examples as examples_of
from goldsmith.training.folding import Keep, kept_by, together

Told = Callable[[str], None]


class Held(msgspec.Struct, frozen=True):
    """What a model is scored on: another corpus, a share kept aside, or nothing."""

    test: str = ""
    share: float = 0.0
    by: Keep = ""
    seed: int = 0


class Training(msgspec.Struct, frozen=True):
    """What was trained, on what, and how well it does."""

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
    source: Source,
    config: Config | None,
    out: Path,
    *,
    corpus: str = "",
    set_name: str = "",
    held: Held = Held(),  # noqa: B008 - frozen
    terms: Sequence[str] = (),
    schema: str = "",
    overwrite: bool = False,
    progress: Told = lambda _: None,
    follow: Follow = lambda docs, _: docs,
) -> Training:
    """Trains on a corpus and saves the model at `out`; a bare default pipeline without a config."""
    check_place(out, overwrite=overwrite)
    notices: list[str] = []
    every = examples_of(follow(source, source.total), set_name)
    chosen = schema_of(config, every, schema)
    config = config or default_config(every, terms=terms, schema=chosen, told=notices.append)
    learned, kept, on = _divided(every, held, set_name)
    opened = load.resources(config, schema=chosen, progress=progress)
    pipeline = Pipeline(config, opened)
    begin = time.perf_counter()
    pipeline.train(learned)
    seconds = round(time.perf_counter() - begin, 1)
    progress("scoring") if kept else None
    tested = _tested(pipeline, kept, on) if kept else None
    pipeline.trained = _trained(learned, seconds, tested)
    patients = len({one.work.doc.metadata.patient for one in learned} - {""})
    text = card(pipeline, corpus=corpus, patients=patients, tested=tested, notices=notices)
    pipeline.save(out, card=text)
    trained = pipeline.trained
    return Training(
        str(out),
        [step.use for step in config.steps],
        trained.documents,
        on,
        len(kept),
        dict(trained.mentions),
        dict(trained.relations),
        trained.digest,
        seconds,
        dict(tested.results) if tested else {},
        notices,
    )


def check_place(out: Path, *, overwrite: bool) -> None:
    """Refuse to replace anything but a model, and a model only when that is wanted."""
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return
    is_model = (out / "model.json").is_file()
    if not is_model or not overwrite:
        raise InputError(
            "there is a model here already" if is_model else "there is something else here",
            where=str(out),
            expected="a path that does not exist",
            remedy="Replace it with --overwrite" if is_model else "Choose another --out",
        )


def schema_of(config: Config | None, examples: Sequence[Example], name: str = "") -> Schema | None:
    """The schema that was named, the configuration's, or the one the sets say they follow."""
    named = name or (config.schema if config else "")
    if named:
        return schemas.find(named)
    said = {one.gold.schema for one in examples} - {""}
    if len(said) != 1:
        return None
    try:
        return schemas.find(said.pop())
    except InputError:
        return None  # a schema of their own, which we do not have


def _divided(
    every: list[Example], held: Held, set_name: str
) -> tuple[list[Example], list[Example], str]:
    """What is trained on, what is scored on, and that in words."""
    if held.test and held.share:
        raise InputError("a share and a corpus cannot both be kept aside", expected="one of them")
    if held.test:
        kept = examples_of(Source(held.test), set_name)
        return every, kept, f"`{held.test}` ({len(kept):,} documents)"
    if not held.share:
        return every, [], ""
    aside = kept_aside([one.work.doc for one in every], held)
    kept = [one for at, one in enumerate(every) if at in aside]
    by = kept_by([one.work.doc for one in every], held.by)
    on = f"{len(kept):,} documents kept aside by {by} (share {held.share:g}, seed {held.seed})"
    return [one for at, one in enumerate(every) if at not in aside], kept, on


def kept_aside(docs: Sequence[Document], held: Held) -> set[int]:
    """The numbers of the documents kept aside: groups drawn by lot until the share is reached."""
    if not 0 < held.share < 1:
        raise InputError(f"a share of {held.share:g} cannot be kept aside", expected="0.1 or so")
    groups = together(docs, held.by)
    if len(groups) < 2:
        raise InputError(
            "nothing would be left to train on", expected="more than one patient or document"
        )
    wanted = held.share * len(docs)
    found: set[int] = set()
    for name in sorted(groups, key=lambda one: key(held.seed, "aside", one))[:-1]:
        if len(found) >= wanted:
            break
        found.update(groups[name])
    return found


def _tested(pipeline: Pipeline, kept: Iterable[Example], on: str) -> Tested:
    task = measures.task_for(pipeline.config)
    pairs = (
        Compared(
            one.work.doc,
            measures.sought(one.gold, pipeline.config, pipeline.resources.schema),
            pipeline.annotate(one.work.doc),
            pipeline.resources.schema,
        )
        for one in kept
    )
    return Tested(on, task, measures.results(measures.measured(pairs, task)))


def _trained(learned: Sequence[Example], seconds: float, tested: Tested | None) -> Trained:
    mentions = Counter(mention.type for one in learned for mention in one.gold.mentions)
    relations = Counter(rel.type for one in learned for rel in one.gold.relations)
    return Trained(
        documents=len(learned),
        mentions=dict(sorted(mentions.items())),
        relations=dict(sorted(relations.items())),
        digest=digest(learned),
        seconds=seconds,
        scores=msgspec.to_builtins(dict(tested.results)) if tested else {},
    )
