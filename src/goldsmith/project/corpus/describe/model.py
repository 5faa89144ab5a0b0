"""The counts of a corpus: of its documents, of each annotation set, and of slices of both."""

from __future__ import annotations

import msgspec

#: An attribute with more values than this counts as free text, so its values are not listed.
MOST_VALUES = 40

#: Row -> column -> count.
Table = dict[str, dict[str, int]]


class Slice(msgspec.Struct, frozen=True):
    """The documents of a slice."""

    documents: int
    patients: int
    words: int


class SetSlice(msgspec.Struct, frozen=True):
    """The annotations of a set in a slice, or in all documents."""

    documents: int
    mentions: int
    relations: int
    contiguous: int
    discontiguous: int
    unanchored: int
    coded: int
    cui_less: int
    uncoded: int
    unique_codes: int
    chains: int


class Chains(msgspec.Struct, frozen=True):
    """The coreference chains of a set: their number, and the number of each length."""

    count: int
    lengths: dict[int, int]
    bridged: int
    """Chains that join two specific mentions only through a generic one."""
    per_document: float
    documents: dict[int, int]
    """Number of chains -> documents with that many."""
    lengths_by_slice: dict[int, dict[str, int]]
    """Length -> slice -> chains."""


class Cross(msgspec.Struct, frozen=True):
    """Annotations counted by two of their features, such as CTLinks by type and task."""

    title: str
    """The cross as the user wrote it: CTLink.type,task."""
    rows: str
    """The feature of the rows."""
    columns: str
    """The feature of the columns."""
    counts: Table


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
    """Type -> slice -> count (CLEF Tables 12–14); the slices are document types by default."""
    relations_by_type: Table
    groups_by_type: Table
    attributes: dict[str, Table]
    """Type -> attribute -> value -> count; ODIE's Bagga classes are here."""
    attributes_by_slice: dict[str, dict[str, Table]]
    """Type -> attribute -> value -> slice -> count."""
    contiguous: int
    discontiguous: int
    unanchored: int
    coded: int
    cui_less: int
    uncoded: int
    unique_codes: int
    code_systems: dict[str, int]
    chains: Chains | None
    """None if no schema defines which relations form chains."""
    notes: int
    slices: dict[str, SetSlice]
    """Slice -> its totals."""
    crosses: list[Cross]


class GridBlock(msgspec.Struct, frozen=True):
    """A block of a grid, whose documents add up to 100 %."""

    label: str
    """The values of the fields that make blocks; "" without such fields."""
    documents: int
    counts: Table
    """Row -> column -> documents."""


class Grid(msgspec.Struct, frozen=True):
    """Documents by two or more metadata fields (CLEF, Table 1)."""

    fields: list[str]
    """The last makes the columns, the one before it the rows, any others the blocks."""
    documents: int
    columns: list[str]
    blocks: list[GridBlock]


class Description(msgspec.Struct, frozen=True):
    """The counts of a corpus."""

    documents: int
    patients: int
    records: int
    """Patients with a structured record in addition to the documents."""
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
    by: list[str]
    """The metadata fields of the slices."""
    slices: dict[str, Slice]
    grid: Grid | None
    sets: list[SetDescription]
