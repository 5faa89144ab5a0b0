"""Sets of suggestions for documents: by a model, by a dictionary, or by rules for people."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal, Protocol, runtime_checkable

import msgspec
from msgspec.structs import replace

from goldsmith.components.lookup import WORTH
from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.errors import InputError
from goldsmith.pipeline import Analysis, Pipeline
from goldsmith.project.jobs.context import JobContext
from goldsmith.project.models.load import load
from goldsmith.project.terms.plan import AnnotatorFactory, Plan, make_plan, parse_rules
from goldsmith.store.access import Exposure
from goldsmith.store.bulk import NewSet
from goldsmith.store.exports import list_selected_documents
from goldsmith.store.files import resolve
from goldsmith.store.jobs.models import find_model_path
from goldsmith.store.loading import SetChoice, stream_documents
from goldsmith.store.projects import get_settings, read_schema
from goldsmith.store.suggestions import CONFIDENCE, KIND, list_ids_by_name, replace_suggestions
from goldsmith.terminology.lookup.finder import THRESHOLD
from goldsmith.terminology.shelf import open_terminologies

#: The number of documents that are annotated and stored at a time.
_CHUNK = 100
Name = Annotated[str, msgspec.Meta(max_length=200)]
#: Makes sets of suggestions.
Suggest = Callable[[Sequence[Document]], Iterable[AnnotationSet]]


class SuggestionArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The source of suggestions, and the documents.

    Attributes:
        source: `model`, `dictionary` or `people`.
        model: The name of a model of the project.
        terms: The terminologies of the dictionary; by default those of the project.
        subset: The subset that maps concepts to types, such as `clef`.
        type: The type of all mentions, instead of a subset; for people, if not in the schema.
        threshold: The minimum relevance of a name in the dictionary, from 0 to 100.
        rules: The rules for people: `pronouns`, `honorifics`.
        batch: The name or id of a batch; all documents if empty.
        iteration: The name or id of an iteration.
    """

    source: Literal["model", "dictionary", "people"]
    model: Name = ""
    terms: tuple[Name, ...] = ()
    subset: Name = ""
    type: Name = ""
    threshold: Annotated[int, msgspec.Meta(ge=0, le=100)] = THRESHOLD
    rules: tuple[Literal["pronouns", "honorifics"], ...] = ("pronouns", "honorifics")
    batch: Name = ""
    iteration: Name = ""

    @property
    def set_name(self) -> str:
        """The name of the sets of suggestions."""
        return f"suggested-{self.model}" if self.source == "model" else f"suggested-{self.source}"


class SuggestionResult(msgspec.Struct, frozen=True):
    """The result of making suggestions.

    Attributes:
        set: The name of the sets of suggestions.
        documents: The documents.
        mentions: Type -> number of mentions.
    """

    set: str
    documents: int
    mentions: dict[str, int]


@runtime_checkable
class ProbabilityEstimator(Protocol):
    """A component that computes the probability of its mentions."""

    def estimate_probabilities(self, analysis: Analysis) -> dict[tuple[str, Span], float]:
        """Return the probability of possible mentions, by type and span."""
        ...


def run_suggestions(context: JobContext, arguments: SuggestionArguments) -> SuggestionResult:
    """Make suggestions for documents and store them; a second run replaces the first.

    Raises:
        UnknownName: There is no such model, terminology, batch or rule.
    """
    context.begin("opening the source")
    suggest = _open_source(context, arguments)
    counts: dict[str, int] = {}
    with context.database.read() as connection:
        ids = list_selected_documents(
            connection,
            context.actor,
            context.project,
            batch=arguments.batch,
            iteration=arguments.iteration,
        )
    context.begin("annotating", len(ids))
    for start in range(0, len(ids), _CHUNK):
        part = ids[start : start + _CHUNK]
        with context.database.read() as connection:
            docs = list(
                stream_documents(
                    connection, context.actor, context.project, part, SetChoice(ids=())
                )
            )
            names = list_ids_by_name(connection, context.project, [doc.id for doc in docs])
        sets = list(suggest(docs))
        with context.publish() as connection:
            replace_suggestions(
                connection,
                context.actor,
                context.project,
                [
                    _make_set(names[doc.id], suggested, arguments.set_name)
                    for doc, suggested in zip(docs, sets, strict=True)
                ],
            )
        for suggested in sets:
            for mention in suggested.mentions:
                counts[mention.type] = counts.get(mention.type, 0) + 1
        context.advance(len(part))
    return SuggestionResult(arguments.set_name, len(ids), dict(sorted(counts.items())))


def _make_set(document: str, annotations: AnnotationSet, name: str) -> NewSet:
    """Return a set of suggestions with ids that are unique in the document."""
    ids = _make_ids(annotations, name)
    renamed = AnnotationSet(
        name,
        tuple(replace(mention, id=ids[mention.id], text="") for mention in annotations.mentions),
        tuple(
            replace(rel, id=ids[rel.id], arg1=ids[rel.arg1], arg2=ids[rel.arg2])
            for rel in annotations.relations
        ),
        tuple(
            replace(group, id=ids[group.id], members=tuple(ids[member] for member in group.members))
            for group in annotations.groups
        ),
        provenance=annotations.provenance,
    )
    return NewSet(document, renamed, KIND, "system", Exposure.FINISHED)


def _make_ids(annotations: AnnotationSet, name: str) -> dict[str, str]:
    """Derive the id of each annotation from the source and from what it suggests.

    If the source suggests the same again, the ids stay, and so do the answers that name them.
    """
    ids: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for mention in annotations.mentions:
        codes = [(code.system, code.code) for code in mention.codes]
        spans = [(span.start, span.end) for span in mention.spans]
        ids[mention.id] = _digest(counts, name, mention.type, spans, codes)
    for rel in annotations.relations:
        arguments = [ids.get(argument, argument) for argument in (rel.arg1, rel.arg2)]
        ids[rel.id] = _digest(counts, name, rel.type, arguments)
    for group in annotations.groups:
        members = [ids.get(member, member) for member in group.members]
        ids[group.id] = _digest(counts, name, group.type, members)
    return ids


def _digest(counts: Counter[str], *content: object) -> str:
    """Return a digest of some content, with a number if the set has the same content twice."""
    digest = hashlib.sha256(repr(content).encode()).hexdigest()[:20]
    counts[digest] += 1
    return digest if counts[digest] == 1 else f"{digest}-{counts[digest]}"


def _open_source(context: JobContext, arguments: SuggestionArguments) -> Suggest:
    if arguments.source == "model":
        return _open_model(context, arguments)
    with context.database.read() as connection:
        settings = get_settings(connection, context.project)
        schema = read_schema(connection, context.actor, context.project)
    terms = arguments.terms or settings.terminologies
    with TemporaryDirectory() as folder:
        path = Path(folder, "schema.toml")
        path.write_text(schema, encoding="utf-8")
        annotator = AnnotatorFactory(
            _make_plan(arguments),
            _list_options(arguments),
            lambda: open_terminologies(terms),
            schema=str(path),
            name=arguments.set_name,
        )()

    def annotate(docs: Sequence[Document]) -> Iterator[AnnotationSet]:
        for doc in annotator.annotate(docs):
            made = doc.sets[arguments.set_name]
            yield replace(made, mentions=tuple(map(_add_worth, made.mentions)))

    return annotate


def _make_plan(arguments: SuggestionArguments) -> Plan:
    if arguments.source == "people":
        return Plan(lookup=None, people=parse_rules(arguments.rules))
    return make_plan("", (), looks_up=True)


def _list_options(arguments: SuggestionArguments) -> dict[str, object]:
    options: dict[str, object] = {"type": arguments.type} if arguments.type else {}
    if arguments.source == "dictionary":
        options["threshold"] = arguments.threshold
        options |= {"subset": arguments.subset} if arguments.subset else {}
    return options


def _add_worth(mention: Mention) -> Mention:
    """Give a mention of the dictionary its relevance as confidence."""
    worth = mention.attributes.get(WORTH)
    if worth is None:
        return mention
    attributes = {name: value for name, value in mention.attributes.items() if ":" not in name}
    attributes[CONFIDENCE] = f"{float(worth) / 100:.2f}"
    return replace(mention, attributes=attributes)


def _open_model(context: JobContext, arguments: SuggestionArguments) -> Suggest:
    if not arguments.model:
        raise InputError("no model is named", where="model", expected="a model of the project")
    with context.database.read() as connection:
        path = find_model_path(connection, context.actor, context.project, arguments.model)
    pipeline = load_model(resolve(context.database, path))

    def annotate(docs: Sequence[Document]) -> Iterator[AnnotationSet]:
        return (suggest_by_model(pipeline, doc) for doc in docs)

    return annotate


def load_model(folder: Path) -> Pipeline:
    """Load a model of a project."""
    return load(folder)


def suggest_by_model(pipeline: Pipeline, doc: Document) -> AnnotationSet:
    """Return the annotations of a model, with the probability of each mention if available."""
    analysis = pipeline.analyse(doc)
    made = pipeline.make_annotation_set(analysis)
    probabilities: dict[tuple[str, Span], float] = {}
    for component in pipeline.components:
        if isinstance(component, ProbabilityEstimator):
            probabilities |= component.estimate_probabilities(Analysis(doc))
    return replace(
        made, mentions=tuple(_add_probability(entry, probabilities) for entry in made.mentions)
    )


def _add_probability(mention: Mention, probabilities: dict[tuple[str, Span], float]) -> Mention:
    if len(mention.spans) != 1 or (mention.type, mention.spans[0]) not in probabilities:
        return mention
    confidence = f"{probabilities[mention.type, mention.spans[0]]:.2f}"
    return replace(mention, attributes={**mention.attributes, CONFIDENCE: confidence})
