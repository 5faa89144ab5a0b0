"""A pipeline ready to run, and the folder it is kept in. Nothing is ever unpickled.

model/
  model.json      what it is: version, configuration, terminologies, data, scores
  schema.json     the schema it was trained for, where there is one
  README.md       the same for people
  0-entities/     what each component learned
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from goldsmith.core import AnnotationSet, Document, Provenance, Schema
from goldsmith.errors import InputError
from goldsmith.pipeline import component, together
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Component, Example, Resources
from goldsmith.pipeline.config import Config
from goldsmith.pipeline.together import Outcome
from goldsmith.terminology.store import Terminology

VERSION = 2
SET_NAME = "system"
_FILE, _SCHEMA, _CARD, _CLUSTERS = "model.json", "schema.json", "README.md", "clusters.json"
Find = Callable[[str], Terminology]


class Trained(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a model was trained on, and how well it did."""

    documents: int = 0
    mentions: Mapping[str, int] = {}
    relations: Mapping[str, int] = {}
    #: A hash over the ids and hashes of the texts, and of the annotations.
    digest: str = ""
    seconds: float = 0.0
    scores: Mapping[str, Any] = {}


class About(msgspec.Struct, frozen=True, omit_defaults=True):
    """model.json."""

    format: int
    goldsmith: str
    config: Config
    #: Terminology -> the digest it had.
    terms: Mapping[str, str] = {}
    trained: Trained = Trained()


class Pipeline:
    """Components in order; called with a text or a document, it gives it back with a new set."""

    def __init__(
        self, config: Config, resources: Resources, *, trained: Trained | None = None
    ) -> None:
        self.config, self.resources = config, resources
        self.trained = trained or Trained()
        self.components: list[Component] = []
        for step in config.steps:
            kind = component.get(step.use)
            self.components.append(kind(component.options_of(step.use, step.options), resources))

    def __call__(self, given: str | Document, *, set_name: str = SET_NAME) -> Document:
        """The document with what the components found in a set of its own."""
        doc = Document("text", given) if isinstance(given, str) else given
        return doc.with_set(self.annotate(doc, set_name=set_name))

    def annotate(self, doc: Document, *, set_name: str = SET_NAME) -> AnnotationSet:
        """What the components find in a document."""
        return self.as_set(self.analyse(doc), set_name=set_name)

    def as_set(self, work: Analysis, *, set_name: str = SET_NAME) -> AnnotationSet:
        """What was found in a document at work, with where it comes from."""
        schema = self.resources.schema
        return work.annotation_set(
            set_name,
            schema=schema.name if schema else "",
            provenance=Provenance(kind="system", agent=self.config.title or "pipeline"),
        )

    def analyse(self, doc: Document) -> Analysis:
        """The document at work, with all that was found."""
        work = Analysis(doc)
        for one in self.components:
            one(work)
        return work

    def pipe(self, docs: Iterable[Document], *, set_name: str = SET_NAME) -> Iterator[Document]:
        """Each document with a set of what was found.

        Some documents are taken ahead where components do several at once (see `together`).
        """
        for _, made in self.outcomes(docs, set_name=set_name):
            if isinstance(made, Exception):
                raise made
            yield made

    def outcomes(
        self, docs: Iterable[Document], *, set_name: str = SET_NAME
    ) -> Iterator[tuple[Document, Document | Exception]]:
        """Each document as it came, and with a set of what was found or what went wrong."""
        for doc, work in together.analysed(self.components, docs):
            yield doc, self._outcome(doc, work, set_name)

    def _outcome(self, doc: Document, work: Outcome, set_name: str) -> Document | Exception:
        if isinstance(work, Exception):
            return work
        try:
            return doc.with_set(self.as_set(work, set_name=set_name))
        except Exception as error:
            return error

    def train(self, examples: Sequence[Example]) -> None:
        """Train every component that learns, each on what was agreed on."""
        for step, one in zip(self.config.steps, self.components, strict=True):
            if one.learns:
                self.resources.progress(f"training {step.use}")
                one.train(examples)

    def save(self, folder: Path, *, card: str = "") -> None:
        """Write the model; what was at `folder` is replaced when all is written."""
        folder.parent.mkdir(parents=True, exist_ok=True)
        fresh = folder.with_name(f".{folder.name}.{os.getpid()}.part")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir()
        try:
            self._write(fresh, card)
            old = folder.with_name(f".{folder.name}.{os.getpid()}.old")
            if folder.exists():
                folder.rename(old)
            fresh.rename(folder)
            shutil.rmtree(old, ignore_errors=True)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)

    def _write(self, folder: Path, card: str) -> None:
        for number, (step, one) in enumerate(zip(self.config.steps, self.components, strict=True)):
            place = folder / f"{number}-{step.use}"
            place.mkdir()
            one.save(place)
        terms = {name: each.manifest.digest for name, each in self.resources.terms.items()}
        about = About(VERSION, version("goldsmith"), self.config, terms, self.trained)
        text = msgspec.json.format(msgspec.json.encode(about, order="sorted"), indent=1)
        (folder / _FILE).write_bytes(text + b"\n")
        (folder / _CARD).write_text(card, "utf-8")
        if self.resources.clusters:
            (folder / _CLUSTERS).write_bytes(msgspec.json.encode(dict(self.resources.clusters)))
        if self.resources.schema:
            (folder / _SCHEMA).write_bytes(msgspec.json.encode(self.resources.schema))


def about(folder: Path) -> About:
    """What a model folder says about itself."""
    path = folder / _FILE
    try:
        found = msgspec.json.decode(path.read_bytes(), type=About)
    except FileNotFoundError:
        raise InputError(
            "this is no model",
            where=str(folder),
            expected=f"a folder with {_FILE}",
            remedy="Train one with `goldsmith train`",
        ) from None
    except msgspec.MsgspecError:
        raise InputError(f"{_FILE} cannot be read", where=str(folder), remedy=_AGAIN) from None
    if found.format != VERSION:
        raise InputError(
            f"this model is of format {found.format}",
            where=str(folder),
            expected=f"format {VERSION}",
            remedy=_AGAIN,
        )
    return found


_AGAIN = "Train it again with `goldsmith train`"


def load(folder: Path, *, find: Find) -> Pipeline:
    """The pipeline in a model folder; `find` opens the terminologies it was trained with."""
    said = about(folder)
    schema = _kept(folder / _SCHEMA, Schema)
    clusters = _kept(folder / _CLUSTERS, dict[str, list[str]]) or {}
    terms = {name: find(place) for name, place in said.config.terms.items()}
    _pinned(folder, said, terms)
    resources = Resources(schema=schema, terms=terms, clusters=clusters)
    pipeline = Pipeline(said.config, resources, trained=said.trained)
    for number, (step, one) in enumerate(zip(said.config.steps, pipeline.components, strict=True)):
        place = folder / f"{number}-{step.use}"
        if not place.is_dir():
            raise InputError(f"the model has no {place.name}", where=str(folder), remedy=_AGAIN)
        _loaded(one, place)
    return pipeline


def _loaded(one: Component, place: Path) -> None:
    try:
        one.load(place)
    except (OSError, ValueError, KeyError, msgspec.MsgspecError) as error:
        raise InputError(
            f"what was learned cannot be read ({type(error).__name__})",
            where=str(place),
            remedy=_AGAIN,
        ) from None


Kept = TypeVar("Kept")


def _kept(path: Path, kind: type[Kept]) -> Kept | None:
    """What a file of the model holds; None when there is no such file."""
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except msgspec.MsgspecError:
        raise InputError("this file cannot be read", where=str(path), remedy=_AGAIN) from None


def _pinned(folder: Path, said: About, terms: Mapping[str, Terminology]) -> None:
    for name, terminology in terms.items():
        if terminology.manifest.digest != said.terms.get(name):
            raise InputError(
                f"the terminology {name} is another version than the model was trained with",
                where=str(folder),
                expected=f"digest {said.terms.get(name, '')[:12]}",
                remedy="Build that version again, or train the model again",
            )
