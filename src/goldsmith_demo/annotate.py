"""Annotate a corpus with simulated annotators, starting from its gold standard."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from goldsmith import schemas
from goldsmith.core import AnnotationSet, Document, Schema, load_builtin_schema
from goldsmith.errors import InputError, UnknownName
from goldsmith.formats import get, write
from goldsmith.project.corpus.convert import Track
from goldsmith.project.corpus.sources import Source
from goldsmith_demo.annotators import Profile, draw_minutes, find_profile, parse_profiles, simulate


class Work(msgspec.Struct, frozen=True):
    """What a simulated annotator did."""

    annotator: str
    profile: str
    mentions: int = 0
    relations: int = 0
    minutes: float = 0.0
    """The time that a human annotator would take."""


class SimulationSummary(msgspec.Struct, frozen=True):
    """What a simulation did."""

    out: str
    format: str
    seed: int
    documents: int
    work: list[Work]
    dropped: dict[str, int]
    """Data that the format cannot represent and was allowed to drop."""
    skipped: list[str]
    """A message for each file that could not be read, with `keep_going`."""


def build_team(members: Sequence[str], profiles: Path | None = None) -> dict[str, Profile]:
    """Build a team from names such as `D1=expert` or just `trainee`.

    Args:
        members: the annotators, each with a profile.
        profiles: a TOML file with profiles besides the built-in ones.

    Raises:
        InputError: no annotator is named, or two have the same name.
    """
    own = parse_profiles(profiles.read_text("utf-8"), where=str(profiles)) if profiles else {}
    people: dict[str, Profile] = {}
    for member in members:
        name, _, profile = member.partition("=")
        if not name or name in people:
            raise InputError(
                f"two annotators are named {name!r}" if name else "an annotator has no name",
                expected="a different name for each, such as D1=expert D2=expert",
            )
        people[name] = find_profile(profile or name, own)
    if not people:
        raise InputError("the team has no annotators", expected="names such as D1=expert D2=expert")
    return people


def add_annotators(
    docs: Iterable[Document],
    people: Mapping[str, Profile],
    *,
    gold: str = "gold",
    seed: int = 1,
    schema: Schema | None = None,
) -> Iterator[Document]:
    """Add an annotation set for each annotator to the documents.

    Without a schema, the built-in schema that the gold set names is used.

    Raises:
        InputError: an annotator has the name of the gold set, or the gold set names no schema.
        UnknownName: a document has no gold set.
    """
    if gold in people:
        raise InputError(f"an annotator is named {gold!r}, like the gold set")
    for doc in docs:
        if gold not in doc.sets:
            raise UnknownName("annotation set", gold, doc.sets)
        gold_set = doc.sets[gold]
        rules = schema or _find_schema(doc, gold_set)
        for name, profile in people.items():
            own = simulate(doc, gold_set, profile, seed=seed, schema=rules, annotator=name)
            doc = doc.with_set(own)
        yield doc


def annotate(
    source: Source,
    people: Mapping[str, Profile],
    out: Path,
    *,
    to: str = "corpus",
    gold: str = "gold",
    seed: int = 1,
    schema: Schema | None = None,
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    follow: Track = lambda docs, _: docs,
) -> SimulationSummary:
    """Write the documents of a source with the sets of simulated annotators to `out`."""
    target = get(to)
    work = {name: Work(name, profile.name) for name, profile in people.items()}

    def count_work(docs: Iterable[Document]) -> Iterator[Document]:
        for doc in add_annotators(docs, people, gold=gold, seed=seed, schema=schema):
            for name, profile in people.items():
                own, before = doc.sets[name], work[name]
                work[name] = replace(
                    before,
                    mentions=before.mentions + len(own.mentions),
                    relations=before.relations + len(own.relations),
                    minutes=before.minutes + draw_minutes(doc, own, profile, seed=seed),
                )
            yield doc

    docs = follow(count_work(source), source.total)
    records = source.read_records()
    result = write(docs, out, target, records=records, allow_loss=allow_loss, overwrite=overwrite)
    skipped = [str(error) for error in source.errors]
    return SimulationSummary(
        str(out), target.name, seed, result.documents, [*work.values()], result.dropped, skipped
    )


def _find_schema(doc: Document, annotation_set: AnnotationSet) -> Schema:
    """Return the built-in schema that a set names."""
    if annotation_set.schema not in schemas.names():
        raise InputError(
            f"the set {annotation_set.name} names no built-in schema",
            where=doc.id,
            expected="a set that names its schema, or a schema argument",
            remedy="Name one of " + ", ".join(schemas.names()),
        )
    return load_builtin_schema(annotation_set.schema)
