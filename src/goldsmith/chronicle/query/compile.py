"""Compile a query to SQL for DuckDB; user input is bound as parameters, never interpolated.

The chronicle tables are views: patients, all_events, statuses, links, conflicts. The first
statement selects the events that the query refers to into the table `events`, in one pass, with a
flag for each description that they match. In the other statements, each description of events is a
common table expression `phrase_N` with the columns patient, event, s0, s1, e0 and e1: the earliest
and latest start, and the earliest and latest end.

A comparison of times is certain if it is true for every day within the bounds, and possible if it
is true for some day. With an open bound a comparison is never certain, but always possible.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from goldsmith.chronicle.query.details import compare_detail
from goldsmith.chronicle.query.model import (
    Age,
    Alive,
    All,
    Condition,
    Conflicting,
    Died,
    Either,
    EventPhrase,
    Followed,
    Has,
    Not,
    Place,
    Query,
    Sex,
)
from goldsmith.chronicle.query.names import Meaning, Resolver, match_keys
from goldsmith.chronicle.query.periods import Bound, Parameters, PointCompiler
from goldsmith.chronicle.query.phrases import write_phrase

Values = dict[str, Any]
Keys = Mapping[str, Collection[str]]


class PhraseFilter(msgspec.Struct, frozen=True):
    """The part of a description that depends on a single event, as SQL over all_events.

    `names` and `keys` are the values of `name` and `code_keys` that it accepts; both are empty if
    it accepts every name.
    """

    sql: str
    meanings: tuple[Meaning, ...]
    names: frozenset[str] = frozenset()
    keys: frozenset[str] = frozenset()


class Clause(msgspec.Struct, frozen=True):
    """A clause about events, and the number of its phrase."""

    place: Place
    phrase: int


class Program(msgspec.Struct, frozen=True):
    """The SQL of a query.

    `pick` fills the table `events`; `select` returns the patients; `evidence` returns the clause
    number, the patient and the event for every event that satisfies a clause.
    """

    pick: str
    select: str
    evidence: str
    parameters: Values
    clauses: tuple[Clause, ...]
    meanings: tuple[Meaning, ...]


def compile_query(query: Query, resolver: Resolver, keys: Keys) -> Program:
    """Compile a query.

    Args:
        query: The query.
        resolver: Resolves names to event names and codes.
        keys: Every value in the column `code_keys` of the events, with the names of its events.
    """
    return _Compiler(resolver, keys).compile(query)


class _Compiler:
    def __init__(self, resolver: Resolver, keys: Keys) -> None:
        self._resolver, self._keys = resolver, keys
        self.parameters = Parameters()
        self._filters: dict[EventPhrase, PhraseFilter] = {}
        self._phrases: dict[EventPhrase, int] = {}
        #: Common table expressions, ordered so that each refers only to earlier ones.
        self._tables: list[str] = []
        self._clauses: list[Clause] = []

    def compile(self, query: Query) -> Program:
        """Compile a query."""
        where = self._compile_condition(query.condition)
        tables = "WITH " + ",\n".join(self._tables) + "\n" if self._tables else ""
        select = f"{tables}SELECT p.patient FROM patients p\nWHERE {where}\nORDER BY p.patient"
        return Program(
            self._write_pick(),
            select,
            self._write_evidence(tables),
            self.parameters.values,
            tuple(self._clauses),
            tuple(meaning for part in self._filters.values() for meaning in part.meanings),
        )

    def _write_pick(self) -> str:
        """Write the single pass over all events; the flag `fN` says if an event passes filter N."""
        filters = [part.sql for part in self._filters.values()]
        flags = "".join(f",\n  ({sql}) AS f{number}" for number, sql in enumerate(filters))
        return (
            "CREATE OR REPLACE TEMP TABLE events AS\n"
            "SELECT patient, event,\n"
            "  start_earliest AS s0, least(start_latest, end_latest) AS s1,\n"
            f"  greatest(end_earliest, start_earliest) AS e0, end_latest AS e1{flags}\n"
            f"FROM all_events e\nWHERE {self._write_scan()}"
        )

    def _write_scan(self) -> str:
        """Write the scan condition; all names are one test, because events are sorted by name."""
        filters = self._filters.items()
        parts = [f"({part.sql})" for event, part in filters if not event.names]
        if any(event.names for event in self._filters):
            names = frozenset[str]().union(*(part.names for _, part in filters))
            coded = (self._keys[key] for _, part in filters for key in part.keys)
            parts.append(self._write_names(names.union(*coded), frozenset()))
        return " OR ".join(parts) or "false"

    def _write_evidence(self, tables: str) -> str:
        parts = [
            f"SELECT {number} AS clause, patient, event FROM phrase_{clause.phrase}"
            for number, clause in enumerate(self._clauses)
        ]
        if not parts:
            return ""
        union = "\nUNION ALL ".join(parts)
        chosen = "patient IN (SELECT unnest($patients))"
        return f"{tables}SELECT DISTINCT * FROM ({union})\nWHERE {chosen}\nORDER BY ALL"

    # Events

    def add_phrase(self, event: EventPhrase) -> int:
        """Add a description of events, and return its number."""
        if event not in self._phrases:
            base = self._add_filter(event)
            sql = write_phrase(event, base, self)
            number = self._phrases[event] = len(self._phrases)
            self._tables.append(f"phrase_{number} AS (\n{sql})")
        return self._phrases[event]

    def _add_filter(self, event: EventPhrase) -> str:
        """Add the part of a description that depends on a single event, and return its flag."""
        key = EventPhrase(
            kinds=event.kinds,
            names=event.names,
            details=event.details,
            assertion=event.assertion,
            descendants=event.descendants,
        )
        if key not in self._filters:
            self._filters[key] = self._write_filter(key)
        return f"e.f{list(self._filters).index(key)}"

    def _write_filter(self, event: EventPhrase) -> PhraseFilter:
        add = self.parameters.add
        meanings = self._resolver.resolve_phrase(event)
        kinds = event.kinds or _unite_kinds(meanings)
        parts = [f"e.assertion = {add(event.assertion)}"]
        if kinds:
            parts.append(f"list_contains({add(list(kinds))}, e.kind)")
        names = frozenset[str]().union(*(meaning.names for meaning in meanings))
        keys = frozenset(match_keys(self._keys, meanings))
        if event.names:
            parts.append(self._write_names(names, keys))
        parts += [compare_detail(detail, self.parameters) for detail in event.details]
        return PhraseFilter(" AND ".join(parts), meanings, names, keys)

    def _write_names(self, names: frozenset[str], keys: frozenset[str]) -> str:
        parts = [f"list_contains({self.parameters.add(sorted(names))}, e.name)"]
        if keys:
            parts.append(f"list_contains({self.parameters.add(sorted(keys))}, e.code_keys)")
        return f"({' OR '.join(parts)})"

    # Conditions

    def _compile_condition(self, condition: Condition) -> str:
        match condition:
            case All(conditions):
                return self._join(conditions, "AND", "true")
            case Either(conditions):
                return self._join(conditions, "OR", "false")
            case Not(inner):
                return f"NOT {self._compile_condition(inner)}"
            case Has():
                return self._compile_has(condition)
            case Sex(sex):
                return f"(p.sex = {self.parameters.add(sex)})"
            case Conflicting(kind):
                return self._compile_conflict(kind)
            case _:
                return self._compile_person(condition)

    def _join(self, conditions: Sequence[Condition], joint: str, empty: str) -> str:
        parts = [self._compile_condition(condition) for condition in conditions]
        return "(" + f"\n  {joint} ".join(parts) + ")" if parts else empty

    def _compile_has(self, has: Has) -> str:
        number = self.add_phrase(has.event)
        if has.most != 0:
            self._clauses.append(Clause(has.place, number))
        parts = []
        if has.least:
            parts.append(f"p.patient IN ({_count_events(number, has.least)})")
        if has.most is not None:
            parts.append(f"p.patient NOT IN ({_count_events(number, has.most + 1)})")
        return f"({' AND '.join(parts) or 'true'})"

    def _compile_conflict(self, kind: str) -> str:
        where = f" WHERE kind = {self.parameters.add(kind)}" if kind else ""
        return f"(p.patient IN (SELECT patient FROM conflicts{where}))"

    def _compile_person(self, condition: Age | Died | Alive | Followed) -> str:
        """Compile a condition on age, death or follow-up, with the events that it refers to."""
        points = PointCompiler(self, self.parameters)
        where = _write_person(condition, points)
        joins = "".join(f"\n  JOIN {table} ON {on}" for table, on in points.joins)
        number = len(self._tables)
        self._tables.append(
            f"person_{number} AS (\n  SELECT DISTINCT p.patient FROM patients p{joins}\n"
            f"  WHERE {where})"
        )
        return f"(p.patient IN (SELECT patient FROM person_{number}))"


def _count_events(phrase: int, least: int) -> str:
    """Return a query for the patients who have at least `least` events of a phrase."""
    select = f"SELECT patient FROM phrase_{phrase}"
    if least <= 1:
        return select
    return f"{select} GROUP BY patient HAVING count(DISTINCT event) >= {least}"


def _unite_kinds(meanings: Sequence[Meaning]) -> tuple[str, ...]:
    """Return the kinds to which sets restrict a phrase; none if any name is not such a set."""
    if not meanings or not all(meaning.kinds for meaning in meanings):
        return ()
    return tuple(dict.fromkeys(kind for meaning in meanings for kind in meaning.kinds))


def _write_person(condition: Age | Died | Alive | Followed, points: PointCompiler) -> str:
    death = Bound("p.died_earliest", "p.died_latest")
    match condition:
        case Followed(until):
            return f"p.last_day >= {points.compile(until).latest}"
        case Alive(at):
            day = points.compile(at).latest
            return (
                f"(p.died_earliest > {day} OR (p.died_earliest IS NULL AND p.died_latest IS NULL "
                f"AND p.last_day >= {day}))"
            )
        case Died(window):
            inside = points.compare_window(death, death, window, possibly=False)
            is_dead = "(p.died_earliest IS NOT NULL OR p.died_latest IS NOT NULL)"
            return " AND ".join([is_dead, *inside])
        case Age(low, high, at):
            return _write_age(low, high, points.compile(at), points.parameters)


def _write_age(low: int | None, high: int | None, at: Bound, parameters: Parameters) -> str:
    parts = []
    if low is not None:
        years = parameters.add(low)
        parts.append(f"p.born_latest + to_years({years}::INTEGER) <= {at.earliest}")
    if high is not None:
        years = parameters.add(high + 1)
        parts.append(f"p.born_earliest + to_years({years}::INTEGER) > {at.latest}")
    return " AND ".join(parts)
