"""The compared sets of a document, cached by the revisions of the sets."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence

import msgspec
from sqlalchemy import Connection, select

from goldsmith.adjudication import (
    Comparison,
    Decision,
    Rules,
    Unit,
    compare_sets,
    find_open_units,
    load_rules,
    rule_names,
)
from goldsmith.core import AnnotationSet, Document, Schema
from goldsmith.errors import UnknownName
from goldsmith.store.access import Actor, Permission
from goldsmith.store.curation.decisions import DecisionHistory, read_history
from goldsmith.store.curation.sources import (
    BatchDocument,
    BatchRow,
    Source,
    check_independent,
    check_ready,
    get_batch,
    get_document,
    group_sources,
    read_sources,
)
from goldsmith.store.journal.reading import read_document
from goldsmith.store.journal.state import make_set
from goldsmith.store.loading import load_contents
from goldsmith.store.projects import get_settings, parse_stored_schema
from goldsmith.store.tables import projects

#: The number of compared documents that are cached.
_CAPACITY = 128


class Case(msgspec.Struct, frozen=True):
    """The compared sets of a document; a document that was split into snippets has several."""

    comparisons: tuple[Comparison, ...]
    sets: tuple[Mapping[str, AnnotationSet], ...]
    """For each comparison, annotator -> annotation set."""
    rules: Rules
    schema: Schema

    @property
    def document(self) -> Document:
        return self.comparisons[0].document

    @property
    def units(self) -> tuple[Unit, ...]:
        return tuple(unit for comparison in self.comparisons for unit in comparison.units)

    def find_unit(self, unit_id: str) -> tuple[Comparison, Unit] | None:
        """Return a unit with the comparison that it belongs to; or None."""
        for comparison in self.comparisons:
            for unit in comparison.units:
                if unit.id == unit_id:
                    return comparison, unit
        return None

    def list_open(self, decisions: Mapping[str, Decision]) -> list[Unit]:
        """Return the units that need a decision now."""
        return [
            unit
            for comparison in self.comparisons
            for unit in find_open_units(comparison, decisions, self.schema)
        ]


class Desk(msgspec.Struct, frozen=True):
    """The work of an adjudicator: a compared document of a batch, with its decisions."""

    batch: BatchRow
    document: BatchDocument
    sources: tuple[Source, ...]
    case: Case
    history: DecisionHistory


class _Cache:
    """The most recently used cases. Set ids are random, so one cache serves all databases."""

    def __init__(self) -> None:
        self._cases: OrderedDict[Hashable, Case] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Case | None:
        with self._lock:
            case = self._cases.get(key)
            if case is not None:
                self._cases.move_to_end(key)
            return case

    def put(self, key: Hashable, case: Case) -> None:
        with self._lock:
            self._cases[key] = case
            while len(self._cases) > _CAPACITY:
                self._cases.popitem(last=False)


_cache = _Cache()


def open_desk(connection: Connection, actor: Actor, batch_id: str, document_id: str) -> Desk:
    """Return a document for an adjudicator.

    Raises:
        NotFound: The person may not see the batch, or the document is not in it.
        Forbidden: The person is not an adjudicator, or annotated the document.
        Conflict: The batch or the document cannot be adjudicated now.
    """
    batch = get_batch(connection, actor, batch_id, Permission.ADJUDICATE)
    document = get_document(connection, batch.id, document_id)
    check_ready(connection, batch)
    check_independent(connection, actor, batch, document.id)
    return read_desk(connection, batch, document)


def read_desk(connection: Connection, batch: BatchRow, document: BatchDocument) -> Desk:
    """Return a document of a batch, compared; the caller checks the permission.

    Raises:
        Conflict: Its annotators have not finished.
    """
    sources = read_sources(connection, batch, document.id)
    case = _load_case(connection, batch.project, document.id, sources)
    return Desk(batch, document, sources, case, read_history(connection, batch.id, document.id))


def read_rules(connection: Connection, project: str) -> Rules:
    """Return the rules of a project.

    Raises:
        UnknownName: The rules that its settings name are not built in.
    """
    name = get_settings(connection, project).rules
    if name not in rule_names():  # a project's settings must not name a file of the server
        raise UnknownName("set of rules", name, rule_names())
    return load_rules(name)


def _load_case(
    connection: Connection, project: str, document: str, sources: Sequence[Source]
) -> Case:
    rules = read_rules(connection, project)
    source = connection.execute(
        select(projects.c.schema).where(projects.c.id == project)
    ).scalar_one()
    places = tuple((entry.set, entry.revision, entry.start, entry.end) for entry in sources)
    key = (document, places, rules.name, source)
    case = _cache.get(key)
    if case is None:
        case = _compare(connection, document, sources, rules, parse_stored_schema(source))
        _cache.put(key, case)
    return case


def _compare(
    connection: Connection,
    document: str,
    sources: Sequence[Source],
    rules: Rules,
    schema: Schema,
) -> Case:
    doc = read_document(connection, document)
    groups = [group for group in group_sources(sources) if len(group) > 1]
    sets = tuple(_read_sets(connection, group, schema) for group in groups)
    comparisons = tuple(compare_sets(doc, entry, rules, schema) for entry in sets)
    return Case(comparisons, sets, rules, schema)


def _read_sets(
    connection: Connection, sources: Sequence[Source], schema: Schema
) -> Mapping[str, AnnotationSet]:
    contents = load_contents(connection, {source.set: source.revision for source in sources})
    return {
        source.name: make_set(contents[source.set], source.name, schema.name) for source in sources
    }
