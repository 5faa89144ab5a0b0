"""Boards for managers: progress, agreement and time of every annotator."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import median
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, Select, func, select, true

from goldsmith.store.access import Actor, Permission, Role, require
from goldsmith.store.projects import get_settings
from goldsmith.store.tables import (
    comparisons,
    exclusions,
    members,
    now,
    people,
    workloads,
)
from goldsmith.store.workflow.comparisons import CONSENSUS
from goldsmith.store.workflow.terms import ADJUDICATE, BEAT_SECONDS, OPEN_TASKS, TaskState

#: Fewer annotations than this are not enough to show poor agreement.
_FEW = 20
#: The maximum number of partners of an annotator on the board.
MOST_PARTNERS = 20
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
    """The progress of an annotator.

    Attributes:
        tasks: State -> number of tasks.
        words_per_hour: Words of finished tasks per hour of activity; None without activity.
        partners: Agreement with each partner, by name; with more than 20, those with the most
            documents in common.
        overall: Agreement with all partners together; None without partners.
        consensus: Agreement with the consensus; None without a consensus.
        warnings: `behind` (open tasks without activity for half of the time-out), `slow` (less than
            half of the median of words per hour), `agreement` (below the threshold with the
            consensus; before there is one, with every partner).
        is_excluded: Whether their work is excluded.
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
    """The time of finished tasks, in minutes per document."""

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
    """Return the progress of every annotator of a project, by name.

    Raises:
        NotFound: The person is not a member of the project.
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
                _select_partners(own),
                _make_partner("", _total([*own.values()])) if own else None,
                _make_partner(CONSENSUS, consensus) if consensus else None,
                tuple(warnings),
                row.excluded is not None,
            )
        )
    return tuple(board)


def read_times(
    connection: Connection, actor: Actor, project: str
) -> tuple[tuple[Times, ...], Times | None]:
    """Return the time that tasks took, by annotator, and the time of the consensus.

    Finished tasks without recorded activity are left out, because their time was not measured.

    Raises:
        NotFound: The person is not a member of the project.
        Forbidden: They may not see progress.
    """
    require(connection, actor, project, Permission.SEE_PROGRESS)
    rows = _sum_times(connection, project, people.c.name)
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
        NotFound: The person is not a member of the project.
        Forbidden: They may not see progress.
    """
    require(connection, actor, project, Permission.SEE_PROGRESS)
    by_arm: defaultdict[str, list[Row[Any]]] = defaultdict(list)
    for row in _sum_times(connection, project, workloads.c.arm):
        if row.kind != ADJUDICATE:
            by_arm[row.name].append(row)
    return {arm: _make_times(arm, rows) for arm, rows in by_arm.items()}


def _sum_times(
    connection: Connection, project: str, group: ColumnElement[str]
) -> Sequence[Row[Any]]:
    query = (
        select(
            group.label("name"),
            workloads.c.kind,
            func.sum(workloads.c.timed).label("timed"),
            func.sum(workloads.c.timed_words).label("words"),
            func.sum(workloads.c.beats).label("beats"),
            func.min(workloads.c.least).label("least"),
            func.max(workloads.c.most).label("most"),
        )
        .join_from(workloads, people, people.c.id == workloads.c.person)
        .where(
            workloads.c.project == project,
            workloads.c.state == TaskState.DONE,
            workloads.c.timed > 0,
        )
        .group_by(group, workloads.c.kind)
        .order_by(group, workloads.c.kind)
    )
    return connection.execute(query).all()


def _make_times(name: str, rows: Sequence[Row[Any]]) -> Times:
    minutes = BEAT_SECONDS / 60
    count, beats = sum(int(row.timed) for row in rows), sum(int(row.beats) for row in rows)
    return Times(
        name,
        count,
        sum(int(row.words) for row in rows),
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
    query = select(workloads).where(workloads.c.project == project, workloads.c.kind != ADJUDICATE)
    loads: defaultdict[str, _Load] = defaultdict(lambda: _Load({}))
    for row in connection.execute(query):
        load = loads[row.person]
        load.tasks[row.state] = load.tasks.get(row.state, 0) + row.tasks
        load.beats += row.beats
        load.active_at = max(load.active_at, row.active_at or 0)
        if row.state in OPEN_TASKS:
            load.open_words += row.words
        elif row.state == TaskState.DONE:
            load.done_words += row.words
            load.done_beats += row.beats
    return loads


def _compute_speed(load: _Load) -> float | None:
    return load.done_words * _HOUR / (load.done_beats * BEAT_SECONDS) if load.done_beats else None


#: Documents, then numerator and denominator of entity IAA and of relation CIAA.
_Sums = tuple[int, float, float, float, float]


def _read_partners(connection: Connection, project: str) -> dict[str, dict[str, _Sums]]:
    """Return the sums of each annotator with each partner, by name, and with the consensus."""
    values = ("entity_matches", "entity_total", "relation_matches", "relation_total")
    query = (
        select(
            comparisons.c.first,
            comparisons.c.second,
            func.count(),
            *(func.sum(comparisons.c[name]) for name in values),
        )
        .where(comparisons.c.project == project, comparisons.c.counted == true())
        .group_by(comparisons.c.first, comparisons.c.second)
    )
    names = _read_names(connection, project)
    partners: defaultdict[str, dict[str, _Sums]] = defaultdict(dict)
    for first, second, *sums in connection.execute(query):
        if first not in names or (second and second not in names):
            continue
        _add_sums(partners[first], names.get(second, CONSENSUS), sums)
        if second:
            _add_sums(partners[second], names[first], sums)
    return partners


def _add_sums(partners: dict[str, _Sums], name: str, sums: Sequence[float]) -> None:
    before = partners.get(name)
    partners[name] = _total([before, sums]) if before else tuple(sums)  # type: ignore[assignment]


def _total(sums: Sequence[Sequence[float]]) -> _Sums:
    return tuple(map(sum, zip(*sums, strict=True)))  # type: ignore[return-value]


def _read_names(connection: Connection, project: str) -> dict[str, str]:
    """Return the names of all current and former annotators who are not excluded."""
    excluded = select(exclusions.c.person).where(exclusions.c.project == project)
    annotators = select(workloads.c.person).where(workloads.c.project == project)
    query = select(people.c.id, people.c.name).where(
        people.c.id.in_(annotators), people.c.id.not_in(excluded)
    )
    return {row.id: row.name for row in connection.execute(query)}


def _select_partners(partners: dict[str, _Sums]) -> tuple[Partner, ...]:
    """Return the partners with the most documents, by name."""
    chosen = sorted(partners, key=lambda name: (-partners[name][0], name))[:MOST_PARTNERS]
    return tuple(_make_partner(name, partners[name]) for name in sorted(chosen))


def _make_partner(name: str, sums: _Sums) -> Partner:
    count, entity, entity_total, relation, relation_total = sums
    return Partner(
        name,
        count,
        entity / entity_total if entity_total else None,
        relation / relation_total if relation_total else None,
        round(entity_total),
    )


def _agrees_poorly(partners: Sequence[_Sums], threshold: float) -> bool:
    """Return whether agreement is below the threshold with every partner with enough data."""
    values = [sums[1] / sums[2] for sums in partners if sums[2] >= _FEW]
    return bool(values) and max(values) < threshold
