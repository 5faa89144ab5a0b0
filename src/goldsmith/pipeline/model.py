"""The pipeline, and the model folder that stores a trained one. Nothing is ever unpickled.

model/
  model.json      format version, configuration, terminologies, training data, scores
  schema.json     the schema the model was trained for, if any
  README.md       the model card
  0-entities/     the trained state of each component
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from goldsmith import storage
from goldsmith.core import AnnotationSet, Document, Provenance, Schema
from goldsmith.core.decoding import BAD_JSON
from goldsmith.errors import InputError, Remedy, shorten_id
from goldsmith.pipeline import component
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.batches import FailureCount, process_documents
from goldsmith.pipeline.component import Component, Example, Resources
from goldsmith.pipeline.config import Config
from goldsmith.pipeline.layers import Start, select_components
from goldsmith.pipeline.windows import MergedAnalysis, divide_document
from goldsmith.terminology.store import Terminology

VERSION = 2
SET_NAME = "system"
_FILE, _SCHEMA, _CARD, _CLUSTERS = "model.json", "schema.json", "README.md", "clusters.json"
_FEW_WORDS = "No evidence of pneumonia. Aspirin was given."
_RETRAIN = "Train it again with `goldsmith train`"
#: Opens a terminology by the name or path in the configuration.
OpenTerminology = Callable[[str], Terminology]


class TrainingRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """The training data of a model and its scores on held-out data."""

    documents: int = 0
    mentions: Mapping[str, int] = {}
    relations: Mapping[str, int] = {}
    #: Hash over document ids, text hashes and annotations.
    digest: str = ""
    seconds: float = 0.0
    scores: Mapping[str, Any] = {}


class ModelInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """The content of model.json."""

    format: int
    goldsmith: str
    config: Config
    #: Terminology -> its digest at training time.
    terms: Mapping[str, str] = {}
    trained: TrainingRecord = TrainingRecord()
    #: Each other file of the model, except its card -> its SHA-256.
    files: Mapping[str, str] = {}


class Pipeline:
    """Components in order.

    Called with a text or a document, a pipeline returns the document with a new annotation set.

    Attributes:
        failures: The number of batches and documents that failed in `process` and `pipe`.

    Example:
        >>> pipeline = goldsmith.load("my-model")
        >>> pipeline("No chest pain.").sets["system"].mentions
    """

    def __init__(
        self, config: Config, resources: Resources, *, trained: TrainingRecord | None = None
    ) -> None:
        self.config, self.resources = config, resources
        self.trained = trained or TrainingRecord()
        self.failures = FailureCount()
        self.components: list[Component] = []
        for step in config.steps:
            kind = component.get(step.use)
            self.components.append(kind(component.parse_options(step.use, step.options), resources))

    def __call__(
        self, note: str | Document, *, set_name: str = SET_NAME, start: Start | None = None
    ) -> Document:
        """Return the document with the annotations of the components in a new set."""
        doc = Document("text", note) if isinstance(note, str) else note
        return doc.with_set(self.annotate(doc, set_name=set_name, start=start))

    def annotate(
        self, doc: Document, *, set_name: str = SET_NAME, start: Start | None = None
    ) -> AnnotationSet:
        """Return the annotations of the components for one document.

        Args:
            doc: The document.
            set_name: The name of the new set.
            start: A set of the document to start from, and the layers to take from it.
        """
        return self.make_annotation_set(self.analyse(doc, start=start), set_name=set_name)

    def make_annotation_set(self, analysis: Analysis, *, set_name: str = SET_NAME) -> AnnotationSet:
        """Return the annotations of an analysis as a set that names this pipeline as its agent."""
        schema = self.resources.schema
        return analysis.to_annotation_set(
            set_name,
            schema=schema.name if schema else "",
            provenance=Provenance(kind="system", agent=self.config.title or "pipeline"),
        )

    def analyse(self, doc: Document, *, start: Start | None = None) -> Analysis:
        """Run all components over a document and return its analysis."""
        components = self._select_components(start)
        if start is None and len(windows := divide_document(doc)) > 1:
            merged = MergedAnalysis(doc)
            for offset, window in windows:
                merged.add_window(_run_components(components, Analysis(window)), offset)
            return merged
        return _run_components(components, start.analyse(doc) if start else Analysis(doc))

    def _select_components(self, start: Start | None) -> Sequence[Component]:
        """Return the components that add more than the pipeline starts from.

        Raises:
            InputError: The pipeline expects layers that it does not start from.
        """
        layers = start.layers if start else frozenset()
        if missing := sorted(set(self.config.given_layers) - layers):
            raise InputError(
                f"the pipeline starts from {', '.join(missing)} that documents have already",
                expected="an annotation set to take them from",
                remedy=Remedy.NAME_SET,
            )
        return select_components(self.components, layers)

    def warm_up(self) -> None:
        """Annotate a few words to load the dictionaries, so that forked processes share them."""
        if not self.config.given_layers:
            self(_FEW_WORDS)

    def pipe(self, docs: Iterable[Document], *, set_name: str = SET_NAME) -> Iterator[Document]:
        """Yield each document with a new annotation set.

        Components that support batches read up to one batch ahead (see `batches`).

        Raises:
            Exception: A component failed on a document; raised when that document is due.
        """
        for _, result in self.process(docs, set_name=set_name):
            if isinstance(result, Exception):
                raise result
            yield result

    def process(
        self,
        docs: Iterable[Document],
        *,
        set_name: str = SET_NAME,
        start: Start | None = None,
    ) -> Iterator[tuple[Document, Document | Exception]]:
        """Yield each document with its annotated copy, or with the error that stopped it.

        Errors are logged with their traceback and counted in `failures`.
        """
        for doc, outcome in process_documents(
            self._select_components(start),
            docs,
            failures=self.failures,
            start=start.analyse if start else Analysis,
        ):
            if isinstance(outcome, Exception):
                yield doc, outcome
            else:
                yield doc, doc.with_set(self.make_annotation_set(outcome, set_name=set_name))

    def train(self, examples: Sequence[Example]) -> None:
        """Train every component that learns, each on the gold annotations."""
        for step, part in zip(self.config.steps, self.components, strict=True):
            if part.learns:
                self.resources.progress(f"training {step.use}")
                part.train(examples)

    def save(self, folder: Path, *, card: str = "") -> None:
        """Write the model folder; an existing one is replaced once everything is written.

        Args:
            folder: The target.
            card: The text of the model card, in Markdown.
        """
        with storage.stage_folder(folder) as staged:
            self._write(staged, card)

    def _write(self, folder: Path, card: str) -> None:
        for part, name in zip(self.components, _name_folders(self.config), strict=True):
            (folder / name).mkdir()
            part.save(folder / name)
        if self.resources.clusters:
            (folder / _CLUSTERS).write_bytes(msgspec.json.encode(dict(self.resources.clusters)))
        if self.resources.schema:
            (folder / _SCHEMA).write_bytes(msgspec.json.encode(self.resources.schema))
        terms = {name: terms.manifest.digest for name, terms in self.resources.terms.items()}
        info = ModelInfo(
            VERSION, version("goldsmith"), self.config, terms, self.trained, _digest_files(folder)
        )
        text = msgspec.json.format(msgspec.json.encode(info, order="sorted"), indent=1)
        (folder / _FILE).write_bytes(text + b"\n")
        (folder / _CARD).write_text(card, "utf-8")


def _run_components(components: Sequence[Component], analysis: Analysis) -> Analysis:
    for part in components:
        part(analysis)
    return analysis


def _digest_files(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of every file below a folder, by its relative path."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): _digest_file(path) for path in paths}


def _digest_file(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _name_folders(config: Config) -> list[str]:
    return [f"{number}-{step.use}" for number, step in enumerate(config.steps)]


def read_model_info(folder: Path) -> ModelInfo:
    """Read model.json of a model folder.

    Raises:
        InputError: The folder is not a model, or a model of another format version.
    """
    path = folder / _FILE
    if not folder.exists():
        storage.recover(folder)
    try:
        info = msgspec.json.decode(path.read_bytes(), type=ModelInfo)
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(
            "not a model",
            where=str(folder),
            expected=f"a folder with {_FILE}",
            remedy="Train one with `goldsmith train`",
        ) from None
    except BAD_JSON:
        raise InputError(f"{_FILE} cannot be read", where=str(folder), remedy=_RETRAIN) from None
    if info.format != VERSION:
        raise InputError(
            f"this model has format version {info.format}",
            where=str(folder),
            expected=f"version {VERSION}",
            remedy=_RETRAIN,
        )
    return info


def load(folder: Path, *, find: OpenTerminology) -> Pipeline:
    """Load the pipeline of a model folder.

    Args:
        folder: The model folder.
        find: Opens the terminologies that the configuration names.

    Raises:
        InputError: A file is missing or damaged, or a terminology is not the version the model was
            trained with.
    """
    info = read_model_info(folder)
    schema = _read_json(folder / _SCHEMA, Schema)
    clusters = _read_json(folder / _CLUSTERS, dict[str, list[str]]) or {}
    terms = {name: find(place) for name, place in info.config.terms.items()}
    _check_digests(folder, info, terms)
    _check_files(folder, info)
    resources = Resources(schema=schema, terms=terms, clusters=clusters)
    pipeline = Pipeline(info.config, resources, trained=info.trained)
    for part, name in zip(pipeline.components, _name_folders(info.config), strict=True):
        if not (folder / name).is_dir():
            raise InputError(f"the model lacks {name}", where=str(folder), remedy=_RETRAIN)
        _load_component(part, folder / name)
    return pipeline


def _check_files(folder: Path, info: ModelInfo) -> None:
    """Raise an error if a file differs from the saved one; older models list no files."""
    for name, digest in info.files.items():
        path = folder / name
        try:
            is_intact = _digest_file(path) == digest
        except OSError:
            what = f"the model lacks the file {shorten_id(path.name)}"
            raise InputError(what, where=str(folder), remedy=_RETRAIN) from None
        if not is_intact:
            raise InputError(
                "this file of the model has been changed or damaged",
                where=str(path),
                expected=f"SHA-256 {digest[:12]}…",
                remedy="Copy the model again, or train it again with `goldsmith train`",
            )


def _load_component(part: Component, folder: Path) -> None:
    try:
        part.load(folder)
    except (OSError, ValueError, LookupError, *BAD_JSON) as error:
        raise InputError(
            f"the trained component cannot be read ({type(error).__name__})",
            where=str(folder),
            remedy=_RETRAIN,
        ) from None


Content = TypeVar("Content")


def _read_json(path: Path, kind: type[Content]) -> Content | None:
    """Read a JSON file of the model; return None if it does not exist."""
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except BAD_JSON:
        raise InputError("the file cannot be read", where=str(path), remedy=_RETRAIN) from None


def _check_digests(folder: Path, info: ModelInfo, terms: Mapping[str, Terminology]) -> None:
    for name, terminology in terms.items():
        if terminology.manifest.digest != info.terms.get(name):
            raise InputError(
                f"the terminology {name} is not the version the model was trained with",
                where=str(folder),
                expected=f"digest {info.terms.get(name, '')[:12]}",
                remedy="Build that version again, or train the model again",
            )
