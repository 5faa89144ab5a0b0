"""Derive a set in one schema from a set in another by rules of the schema (CLEF section 7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Mention, Provenance, Schema
from goldsmith.core.schema import Derivation
from goldsmith.errors import InputError, UnknownName
from goldsmith.formats import write
from goldsmith.project.corpus.convert import Track, pass_on
from goldsmith.project.corpus.sources import Source


class DerivedCorpus(msgspec.Struct, frozen=True):
    """The outcome: the corpus and the number of mentions by source type."""

    out: str
    documents: int
    set: str
    mentions: dict[str, int]
    dropped: dict[str, int]


def derive(
    source: Source,
    schema: Schema,
    out: Path,
    *,
    set_name: str,
    new_name: str = "",
    to: str = "corpus",
    allow_loss: Collection[str] = (),
    overwrite: bool = False,
    track: Track = pass_on,
) -> DerivedCorpus:
    """Write a corpus with a new set, derived from one of its sets for another schema.

    Args:
        source: The corpus.
        schema: The schema to derive for; it has [[derive]] tables.
        out: The folder or file to write.
        set_name: The set to derive from.
        new_name: The name of the derived set; by default the name of the schema.
        to: The format to write.
        allow_loss: The features that the format may drop.
        overwrite: Replace an existing output.
        track: Shows progress.

    Raises:
        UnknownName: No document has the set.
        InputError: The schema has no [[derive]] tables, a document already has the new set, or the
            set has none of the types.
    """
    rules = {kind: derivation for derivation in schema.derive for kind in derivation.types}
    if not rules:
        raise InputError(
            f"the schema {schema.name} cannot be derived", expected="[[derive]] in the schema file"
        )
    name = new_name or schema.name
    counts = dict.fromkeys(rules, 0)
    sets: set[str] = set()

    def add_sets(docs: Iterable[Document]) -> Iterator[Document]:
        for doc in docs:
            sets.update(doc.sets)
            yield _add_set(doc, schema, rules, counts, set_name, name)
        if set_name not in sets:
            raise UnknownName("annotation set", set_name, sets)
        if not any(counts.values()):
            raise InputError(
                f"the set {set_name} has no mentions to derive from",
                expected="mentions of " + ", ".join(rules),
            )

    docs = add_sets(track(source, source.total))
    records = source.read_records()
    written = write(
        docs,
        out,
        to,
        records=records,
        terms=source.read_terms(),
        allow_loss=allow_loss,
        overwrite=overwrite,
    )
    return DerivedCorpus(str(out), written.documents, name, counts, written.dropped)


def _add_set(
    doc: Document,
    schema: Schema,
    rules: Mapping[str, Derivation],
    counts: dict[str, int],
    set_name: str,
    name: str,
) -> Document:
    if name in doc.sets:
        raise InputError(
            f"there is already a set {name}", where=doc.id, expected="another name for the new set"
        )
    if set_name not in doc.sets:
        return doc
    mentions = []
    for mention in doc.sets[set_name].mentions:
        if mention.type in rules:
            counts[mention.type] += 1
            mentions.append(_derive_mention(mention, rules[mention.type]))
    provenance = Provenance(kind="derived", agent=f"goldsmith schema derive ({schema.name})")
    derived = AnnotationSet(name, tuple(mentions), schema=schema.name, provenance=provenance)
    return replace(doc, sets={**doc.sets, name: derived})


def _derive_mention(mention: Mention, derivation: Derivation) -> Mention:
    return Mention(
        mention.id,
        derivation.to,
        mention.spans,
        dict(derivation.values),
        mention.codes,
        mention.text,
    )
