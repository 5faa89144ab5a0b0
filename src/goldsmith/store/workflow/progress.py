"""Boards for managers: how far everybody is, how they agree, and how much time it takes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import median
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, Select, func, select

from goldsmith.store.access import Actor, Permission, Role, require
from goldsmith.store.projects import get_settings
from goldsmith.store.tables import (
    batch_documents,
    comparisons,
    exclusions,
    members,
    now,
    people,
    tasks,
)
from goldsmith.store.workflow.comparisons import CONSENSUS, join_documents, match_counted
from goldsmith.store.workflow.terms import ADJUDICATE, BEAT_SECONDS, OPEN_TASKS, TaskState

#: Fewer annotations than this do not show that somebody agrees poorly.
_FEW = 20
_HOUR = 3600
_DAY = 24 * 60 * 60 * 1000


class Partner(msgspec.Struct, frozen=True):
    """The agreement of an annotator with another, or with the consensus."""

    name: str
    documents: int
    entity: float | None
    relation: float | None
    annotations: int
    """The mentions that the value of entities is based on, of both sides."""


class AnnotatorProgress(msgspec.Struct, frozen=True):
    """How far an annotator is.

    Attributes:
        tasks: State -> tasks.
        words_per_hour: Words of tasks that are done, by hours of activity; None without any.
        partners: Agreement with each partner, by name.
        overall: Agreement with all partners together; None if there is none.
        consensus: Agreement with the consensus; None if there is none.
        warnings: `behind` (open tasks without activity for half of the time-out), `slow` (less than
            half of the median of words per hour), `agreement` (below the threshold with the
            consensus; while there is none, with every partner).
        is_excluded: Whether their work is taken out.
    """

    id: str
    name: str
    background: str
    training_hours: float
    tasks: dict[str, int]
    open_words: int
    done_words: int
    seconds: int
    words_per_hour: float | None
    active_at: int | None
    partners: tuple[Partner, ...]
    overall: Partner | None
    consensus: Partner | None
    warnings: tuple[str, ...]
    is_excluded: bool


class Times(msgspec.Struct, frozen=True):
    """The time of tasks that are done, in minutes for each document."""

    name: str
    tasks: int
    words: int
    hours: float
    mean: float
    shortest: float
    longest: float


class _Load(msgspec.Struct):
    tasks: dict[str, int]
    open_words: int = 0
    done_words: int = 0
    beats: int = 0
    done_beats: int = 0
    active_at: int = 0


def read_progress(
    connection: Connection, actor: Actor, project: str
) -> tuple[AnnotatorProgress, ...]:
    """Return how far every annotator of a project is, by name.

    Raises:
        NotFound: The person is no member of the project.
        Forbidden: They may not see progress.
    """
    require(connection, actor, project, Permission.SEE_PROGRESS)
    loads = _read_loads(connection, project)
    partners = _read_partners(connection, project)
    settings = get_settings(connection, project)
    annotators = _read_people(connection, project)
    speeds = [speed for load in loads.values() if (speed := _compute_speed(load)) is not None]
    typical = median(speeds) if speeds else 0.0
    silence = now() - settings.abandon_after_days * _DAY // 2
    board = []
    for row in annotators:
        load = loads.get(row.id, _Load({}))
        own = partners.get(row.id, {})
        consensus = own.pop(CONSENSUS, None)
        overall = _sum_partners("", list(own.values()))
        judged = [consensus] if consensus else [*own.values()]
        warnings = [
            *(["behind"] if load.open_words and load.active_at < silence else []),
            *(["slow"] if (_compute_speed(load) or typical) < typical / 2 else []),
            *(["agreement"] if _agrees_poorly(judged, settings.entity_threshold) else []),
        ]
        board.append(
            AnnotatorProgress(
                row.id,
                row.name,
                row.background,
                row.training_hours,
                load.tasks,
                load.open_words,
                load.done_words,
                load.beats * BEAT_SECONDS,
                _compute_speed(load),
                load.active_at or None,
                tuple(_make_partner(own[name]) for name in sorted(own)),
                _make_partner(overall) if overall else None,
                _make_partner(consensus) if consensus else None,
                tuple(warnings),
                row.excluded is not None,
            )
        )
    return tuple(board)


def read_times(
    connection: Connection, actor: Actor, project: str
) -> tuple[tuple[Times, ...], Times | None]:
    """Return the time that tasks took, by annotator, and the time of the consensus.

    Tasks that are done without any activity are left out: their time was not measured.

    Raises:
        NotFound: The person is no member of the project.
        Forbidden: They may not see progress.
    """
    require(connection, actor, project, Permission.SEE_PROGRESS)
    query = (
        select(
            people.c.name,
            tasks.c.kind,
            func.count().label("count"),
            func.sum(tasks.c.words).label("words"),
            func.sum(tasks.c.beats).label("beats"),
            func.min(tasks.c.beats).label("least"),
            func.max(tasks.c.beats).label("most"),
        )
        .join_from(tasks, people, people.c.id == tasks.c.person)
        .where(tasks.c.project == project, tasks.c.state == TaskState.DONE, tasks.c.beats > 0)
        .group_by(people.c.name, tasks.c.kind)
        .order_by(people.c.name, tasks.c.kind)
    )
    rows = connection.execute(query).all()
    by_name: defaultdict[str, list[Row[Any]]] = defaultdict(list)
    for row in rows:
        if row.kind != ADJUDICATE:
            by_name[row.name].append(row)
    consensus = [row for row in rows if row.kind == ADJUDICATE]
    annotators = tuple(_make_times(name, of_person) for name, of_person in by_name.items())
    return annotators, _make_times(CONSENSUS, consensus) if consensus else None


def read_arm_times(connection: Connection, actor: Actor, project: str) -> dict[str, Times]:
    """Return the time that tasks of annotators took, by arm.

    Raises:
        NotFound: The person is no member of the project.
        Forbidden: They may not see progress.
    """
    require(connection, actor, project, Permission.SEE_PROGRESS)
    by_arm: defaultdict[str, list[Row[Any]]] = defaultdict(list)
    for row in _sum_times(connection, project, tasks.c.arm):
        if row.kind != ADJUDICATE:
            by_arm[row.name].append(row)
    return {arm: _make_times(arm, rows) for arm, rows in by_arm.items()}


def _sum_times(
    connection: Connection, project: str, group: ColumnElement[str]
) -> Sequence[Row[Any]]:
    query = (
        select(
            group.label("name"),
            tasks.c.kind,
            func.count().label("count"),
            func.sum(tasks.c.words).label("words"),
            func.sum(tasks.c.beats).label("beats"),
            func.min(tasks.c.beats).label("least"),
            func.max(tasks.c.beats).label("most"),
        )
        .join_from(tasks, people, people.c.id == tasks.c.person)
        .where(tasks.c.project == project, tasks.c.state == TaskState.DONE, tasks.c.beats > 0)
        .group_by(group, tasks.c.kind)
        .order_by(group, tasks.c.kind)
    )
    return connection.execute(query).all()


def _make_times(name: str, rows: Sequence[Row[Any]]) -> Times:
    minutes = BEAT_SECONDS / 60
    count, beats = sum(row._mapping["count"] for row in rows), sum(row.beats for row in rows)
    return Times(
        name,
        count,
        sum(row.words for row in rows),
        beats * BEAT_SECONDS / _HOUR,
        beats * minutes / count,
        min(row.least for row in rows) * minutes,
        max(row.most for row in rows) * minutes,
    )


def _read_people(connection: Connection, project: str) -> Sequence[Row[Any]]:
    query: Select[Any] = (
        select(
            people.c.id,
            people.c.name,
            people.c.background,
            people.c.training_hours,
            exclusions.c.person.label("excluded"),
        )
        .join_from(members, people, people.c.id == members.c.person)
        .join(
            exclusions,
            (exclusions.c.person == people.c.id) & (exclusions.c.project == project),
            isouter=True,
        )
        .where(members.c.project == project, members.c.role == Role.ANNOTATOR)
        .order_by(people.c.name)
    )
    return connection.execute(query).all()


def _read_loads(connection: Connection, project: str) -> dict[str, _Load]:
    """Sum up tasks by person; an index covers the query."""
    query = (
        select(
            tasks.c.person,
            tasks.c.state,
            tasks.c.kind,
            func.count(),
            func.sum(tasks.c.words),
            func.sum(tasks.c.beats),
            func.max(tasks.c.active_at),
        )
        .where(tasks.c.project == project)
        .group_by(tasks.c.person, tasks.c.state, tasks.c.kind)
    )
    loads: defaultdict[str, _Load] = defaultdict(lambda: _Load({}))
    for person, state, kind, count, words, beats, active_at in connection.execute(query):
        if kind == ADJUDICATE:
            continue
        load = loads[person]
        load.tasks[state] = load.tasks.get(state, 0) + count
        load.beats += int(beats)
        load.active_at = max(load.active_at, active_at or 0)
        if state in OPEN_TASKS:
            load.open_words += int(words)
        elif state == TaskState.DONE:
            load.done_words += int(words)
            load.done_beats += int(beats)
    return loads


def _compute_speed(load: _Load) -> float | None:
    return load.done_words * _HOUR / (load.done_beats * BEAT_SECONDS) if load.done_beats else None


class _Sums(msgspec.Struct):
    """The sums of comparisons with a partner."""

    name: str
    documents: int = 0
    entity_matches: float = 0
    entity_total: float = 0
    relation_matches: float = 0
    relation_total: float = 0

    def add(self, sums: _Sums | Row[Any]) -> None:
        """Add up what two annotators have in common."""
        self.documents += sums.documents
        self.entity_matches += sums.entity_matches
        self.entity_total += sums.entity_total
        self.relation_matches += sums.relation_matches
        self.relation_total += sums.relation_total


def _read_partners(connection: Connection, project: str) -> dict[str, dict[str, _Sums]]:
    """Return the sums of each annotator with each partner, by name, and with the consensus."""
    query = (
        select(
            comparisons.c.first,
            comparisons.c.second,
            func.count().label("documents"),
            *(
                func.sum(comparisons.c[name]).label(name)
                for name in _Sums.__struct_fields__
                if name not in ("name", "documents")
            ),
        )
        .join_from(comparisons, batch_documents, join_documents())
        .where(comparisons.c.project == project, *match_counted())
        .group_by(comparisons.c.first, comparisons.c.second)
    )
    rows = connection.execute(query).all()
    names = _read_names(connection, {person for row in rows for person in row[:2]})
    partners: defaultdict[str, dict[str, _Sums]] = defaultdict(dict)
    for row in rows:
        sides = [(row.first, row.second)]
        if row.second:
            sides.append((row.second, row.first))
        for person, partner in sides:
            name = names.get(partner, CONSENSUS)
            partners[person].setdefault(name, _Sums(name)).add(row)
    return partners


def _read_names(connection: Connection, ids: set[str]) -> dict[str, str]:
    query = select(people.c.id, people.c.name).where(people.c.id.in_(ids))
    return {row.id: row.name for row in connection.execute(query)}


def _sum_partners(name: str, partners: Sequence[_Sums]) -> _Sums | None:
    total = _Sums(name)
    for partner in partners:
        total.add(partner)
    return total if partners else None


def _make_partner(sums: _Sums) -> Partner:
    return Partner(
        sums.name,
        sums.documents,
        sums.entity_matches / sums.entity_total if sums.entity_total else None,
        sums.relation_matches / sums.relation_total if sums.relation_total else None,
        round(sums.entity_total),
    )


def _agrees_poorly(partners: Sequence[_Sums], threshold: float) -> bool:
    """Return whether agreement is below the threshold with every partner that says something."""
    values = [
        sums.entity_matches / sums.entity_total for sums in partners if sums.entity_total >= _FEW
    ]
    return bool(values) and max(values) < threshold
