"""Lets simulated annotators annotate a corpus whose gold standard is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from goldsmith import schemas
from goldsmith.core import AnnotationSet, Document, Schema, builtin
from goldsmith.errors import InputError, UnknownName
from goldsmith.formats import get, write
from goldsmith.project.corpus.convert import Follow
from goldsmith.project.corpus.sources import Source
from goldsmith_demo.annotators import Profile, find, minutes, parse, simulate


class Work(msgspec.Struct, frozen=True):
    """What one simulated annotator did."""

    annotator: str
    profile: str
    mentions: int
    relations: int
    minutes: float
    """The time that a person would have taken."""


class Simulated(msgspec.Struct, frozen=True):
    """What a simulation did."""

    out: str
    format: str
    seed: int
    documents: int
    work: list[Work]
    dropped: dict[str, int]
    """What the format could not carry and was allowed to lose."""
    skipped: list[str]
    """One message for each file that could not be read, with `keep_going`."""


def team(named: Sequence[str], profiles: Path | None = None) -> dict[str, Profile]:
    """Annotator -> profile, from names such as `D1=expert` or just `trainee`.

    `profiles` is a TOML file of one's own profiles, beside the built-in ones.
    """
    own = parse(profiles.read_text("utf-8"), where=str(profiles)) if profiles else {}
    people: dict[str, Profile] = {}
    for one in named:
        name, _, profile = one.partition("=")
        if not name or name in people:
            raise InputError(
                f"the annotator {name!r} is named twice" if name else "an annotator has no name",
                expected="a name of its own for each, as in D1=expert D2=expert",
            )
        people[name] = find(profile or name, own)
    if not people:
        raise InputError("nobody is named who annotates", expected="D1=expert D2=expert or so")
    return people


def annotated(
    docs: Iterable[Document],
    people: Mapping[str, Profile],
    *,
    gold: str = "gold",
    seed: int = 1,
    schema: Schema | None = None,
) -> Iterator[Document]:
    """The documents with a set for each annotator beside what they had.

    Without a schema, that of the built-in name which the gold set gives is used.
    """
    if gold in people:
        raise InputError(f"an annotator is called {gold!r}, like the gold standard's set")
    for doc in docs:
        if gold not in doc.sets:
            raise UnknownName("annotation set", gold, doc.sets)
        one = doc.sets[gold]
        rules = schema or _schema(doc, one)
        for name, profile in people.items():
            made = simulate(doc, one, profile, seed=seed, schema=rules, annotator=name)
            doc = doc.with_set(made)
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
    sets: Collection[str] = (),
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    follow: Follow = lambda docs, _: docs,
) -> Simulated:
    """Writes the documents of a source with the annotators' sets to `out`, and says who did what.

    `sets` limits what is written, to leave out the gold standard for instance.
    """
    target = get(to)
    counts: dict[str, Counter[str]] = {name: Counter() for name in people}
    spent = dict.fromkeys(people, 0.0)

    def counted(docs: Iterable[Document]) -> Iterator[Document]:
        for doc in annotated(docs, people, gold=gold, seed=seed, schema=schema):
            for name, profile in people.items():
                one = doc.sets[name]
                counts[name].update(mentions=len(one.mentions), relations=len(one.relations))
                spent[name] += minutes(doc, one, profile, seed=seed)
            yield doc

    docs = follow(counted(source), source.total)
    written = write(docs, out, target, sets=sets, allow_loss=allow_loss, overwrite=overwrite)
    work = [
        Work(name, profile.name, count["mentions"], count["relations"], spent[name])
        for (name, profile), count in zip(people.items(), counts.values(), strict=True)
    ]
    skipped = [str(error) for error in source.errors]
    return Simulated(str(out), target.name, seed, written.documents, work, written.dropped, skipped)


def _schema(doc: Document, one: AnnotationSet) -> Schema:
    """The built-in schema that a set names."""
    if one.schema not in schemas.names():
        raise InputError(
            f"the set {one.name} names no built-in schema",
            where=doc.id,
            expected="a set that says its schema, or a schema beside it",
            remedy="Name one of " + ", ".join(schemas.names()),
        )
    return builtin(one.schema)
