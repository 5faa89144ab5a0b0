"""Describes a corpus by the counts of requirement 1.5."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from statistics import median

import msgspec

from goldsmith import schemas
from goldsmith.core import AnnotationSet, Document, Schema, builtin, chains

_UNTYPED = "(no type)"
#: An attribute with more values than this is free text: its values are counted, not listed.
_MOST_VALUES = 40

Table = dict[str, dict[str, int]]


class Chains(msgspec.Struct, frozen=True):
    """Coreference chains of a set: how many, and how many of each length."""

    count: int
    lengths: dict[int, int]
    bridged: int
    """Chains that join two specific mentions only through a generic one."""


class SetDescription(msgspec.Struct, frozen=True):
    """The counts of one annotation set."""

    name: str
    schema: str
    documents: int
    mentions: int
    mentions_per_document: float
    relations: int
    relations_per_document: float
    mentions_by_type: Table
    """Type -> document type -> count (CLEF Tables 12–14)."""
    relations_by_type: Table
    groups_by_type: Table
    attributes: dict[str, Table]
    """Type -> attribute -> value -> count; ODIE's Bagga classes are here."""
    contiguous: int
    discontiguous: int
    unanchored: int
    coded: int
    cui_less: int
    uncoded: int
    unique_codes: int
    code_systems: dict[str, int]
    chains: Chains | None
    """None where no schema says which relations mean identity."""
    notes: int


class Description(msgspec.Struct, frozen=True):
    """The counts of a corpus."""

    documents: int
    patients: int
    characters: int
    words: int
    words_median: float
    words_shortest: int
    words_longest: int
    document_types: Table
    """Type -> subtype -> documents."""
    institutions: dict[str, int]
    first_date: str
    last_date: str
    sections: int
    sets: list[SetDescription]


def describe(docs: Iterable[Document], schema: Schema | None = None) -> Description:
    """The counts of all documents and of each annotation set, in one pass over them."""
    tally = _Corpus()
    sets: dict[str, _Set] = {}
    for doc in docs:
        tally.add(doc)
        for name, one in doc.sets.items():
            sets.setdefault(name, _Set(name, schema)).add(doc, one)
    return tally.result([sets[name].result() for name in sorted(sets)])


class _Corpus:
    """Counts documents."""

    def __init__(self) -> None:
        self.words: list[int] = []
        self.characters = self.sections = 0
        self.patients: set[str] = set()
        self.types: dict[str, Counter[str]] = {}
        self.institutions: Counter[str] = Counter()
        self.dates: list[str] = []

    def add(self, doc: Document) -> None:
        known = doc.metadata
        self.words.append(len(doc.text.split()))
        self.characters += len(doc.text)
        self.sections += len(doc.sections)
        self.patients |= {known.patient} - {""}
        self.types.setdefault(known.type or _UNTYPED, Counter())[known.subtype] += 1
        if known.institution:
            self.institutions[known.institution] += 1
        if known.date:
            self.dates = [min([*self.dates, known.date]), max([*self.dates, known.date])]

    def result(self, sets: list[SetDescription]) -> Description:
        return Description(
            documents=len(self.words),
            patients=len(self.patients),
            characters=self.characters,
            words=sum(self.words),
            words_median=float(median(self.words)) if self.words else 0.0,
            words_shortest=min(self.words, default=0),
            words_longest=max(self.words, default=0),
            document_types=_table(self.types),
            institutions=_ranked(self.institutions),
            first_date=min(self.dates, default=""),
            last_date=max(self.dates, default=""),
            sections=self.sections,
            sets=sets,
        )


class _Set:
    """Counts the annotations of one set over all documents."""

    def __init__(self, name: str, schema: Schema | None) -> None:
        self.name, self.schema = name, schema
        self.total: Counter[str] = Counter()
        self.mentions: dict[str, Counter[str]] = {}
        self.relations: dict[str, Counter[str]] = {}
        self.groups: dict[str, Counter[str]] = {}
        self.attributes: dict[str, dict[str, Counter[str]]] = {}
        self.codes: Counter[str] = Counter()
        self.systems: Counter[str] = Counter()
        self.lengths: Counter[int] = Counter()

    def add(self, doc: Document, one: AnnotationSet) -> None:
        kind = doc.metadata.type or _UNTYPED
        self.total.update(documents=1, notes=len(one.notes), mentions=len(one.mentions))
        self.total["relations"] += len(one.relations)
        for mention in one.mentions:
            self.mentions.setdefault(mention.type, Counter())[kind] += 1
            shape = "discontiguous" if mention.is_discontiguous else "contiguous"
            self.total[shape if mention.spans else "unanchored"] += 1
        for rel in one.relations:
            self.relations.setdefault(rel.type, Counter())[kind] += 1
        for group in one.groups:
            self.groups.setdefault(group.type, Counter())[kind] += 1
        self._add_attributes(one)
        self._add_codes(one)
        self._add_chains(doc, one)

    def _add_attributes(self, one: AnnotationSet) -> None:
        for item in one.annotations:
            for name, value in item.attributes.items():
                if ":" not in name:  # an exchange format's own
                    owner = self.attributes.setdefault(item.type, {})
                    owner.setdefault(name, Counter())[value] += 1

    def _add_codes(self, one: AnnotationSet) -> None:
        for mention in one.mentions:
            real = [code for code in mention.codes if not code.is_cui_less]
            state = "coded" if real else "cui_less" if mention.codes else "uncoded"
            self.total[state] += 1
            self.codes.update(f"{code.system}:{code.code}" for code in real)
            self.systems.update(code.system or "(not named)" for code in mention.codes)

    def _add_chains(self, doc: Document, one: AnnotationSet) -> None:
        if self.schema is None and one.schema in schemas.names():
            self.schema = builtin(one.schema)
        if self.schema is not None:
            for chain in chains(one, self.schema, text=doc.text):
                self.lengths[len(chain.members)] += 1
                self.total["bridged"] += bool(chain.bridges)

    def result(self) -> SetDescription:
        total, documents = self.total, max(self.total["documents"], 1)
        found = Chains(
            sum(self.lengths.values()), dict(sorted(self.lengths.items())), total["bridged"]
        )
        return SetDescription(
            name=self.name,
            schema=self.schema.name if self.schema else "",
            documents=total["documents"],
            mentions=total["mentions"],
            mentions_per_document=total["mentions"] / documents,
            relations=total["relations"],
            relations_per_document=total["relations"] / documents,
            mentions_by_type=_table(self.mentions),
            relations_by_type=_table(self.relations),
            groups_by_type=_table(self.groups),
            attributes={
                owner: _values(self.attributes[owner]) for owner in sorted(self.attributes)
            },
            contiguous=total["contiguous"],
            discontiguous=total["discontiguous"],
            unanchored=total["unanchored"],
            coded=total["coded"],
            cui_less=total["cui_less"],
            uncoded=total["uncoded"],
            unique_codes=len(self.codes),
            code_systems=_ranked(self.systems),
            chains=found if self.schema else None,
            notes=total["notes"],
        )


def _ranked(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _table(rows: Mapping[str, Counter[str]]) -> Table:
    """Rows by their totals, largest first."""
    order = sorted(rows, key=lambda name: (-rows[name].total(), name))
    return {name: _ranked(rows[name]) for name in order}


def _values(attributes: Mapping[str, Counter[str]]) -> Table:
    """Values of each attribute; free text is summed up, for it may hold patients' words."""
    return {
        name: _ranked(counts)
        if len(counts) <= _MOST_VALUES
        else {f"({len(counts)} different values)": counts.total()}
        for name, counts in sorted(attributes.items())
    }
