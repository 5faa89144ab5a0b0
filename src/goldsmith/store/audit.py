"""The audit log: who read which document, who changed what, who administered what, and when.

Accesses and administrative acts are rows of the table `audit`. Changes of annotations are already
in the journal: the log reads them there and lists both in order of time. It never contains note
text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    insert,
    literal,
    or_,
    select,
    true,
    tuple_,
)

from goldsmith.store.access import Actor, require_audit
from goldsmith.store.database import Database
from goldsmith.store.paging import PAGE, Page, decode_mark, encode_mark
from goldsmith.store.tables import annotation_sets, audit, changes, now, people, projects

#: The action under which the log lists a change of the journal.
CHANGE = "change"
_EXPORT_PAGE = 500
#: The origin of an entry; in the same millisecond, acts come before changes.
_ACT, _CHANGE = 0, 1
#: The types of a page mark: time, origin, number of the act or revision of the set, set.
_MARK = (audit.c.at, audit.c.number, audit.c.number, audit.c.set)
Time = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Word = Annotated[str, msgspec.Meta(max_length=200, pattern=r"\A[^\x00]*\Z")]


class AuditEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of the audit log.

    Attributes:
        at: The time in milliseconds since 1970.
        action: What happened, such as `document.read`, or `change`.
        person: The id of the person; empty if unknown.
        name: The name of the account.
        project: The id of the project; empty for acts on the server.
        document: The id of the document.
        set: The id of the annotation set.
        revision: The revision that a change made.
        change: The id of a change.
        detail: Further information; never note text.
    """

    at: int
    action: str
    person: str = ""
    name: str = ""
    project: str = ""
    document: str = ""
    set: str = ""
    revision: int = 0
    change: str = ""
    detail: str = ""


class AuditFilter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which entries to list; an empty field matches all.

    Attributes:
        project: The id of a project.
        person: The id of a person.
        action: An action such as `document.read`, or the first part of one: `document`.
        document: The id of a document.
        since: The first time, in milliseconds since 1970.
        until: The time before which the entries must be.
    """

    project: Word = ""
    person: Word = ""
    action: Word = ""
    document: Word = ""
    since: Time = 0
    until: Time = 2**53


def record(
    connection: Connection,
    actor: Actor | None,
    action: str,
    *,
    project: str | None = None,
    document: str = "",
    set: str = "",
    detail: str = "",
) -> None:
    """Add an entry to the audit log, within the transaction of the recorded action.

    Args:
        connection: A transaction that writes.
        actor: The acting person; None if nobody is signed in.
        action: What happened: a noun and a verb, such as `document.read` or `member.add`.
        project: The id of the project; None for an act on the server.
        document: The id of the document.
        set: The id of the annotation set.
        detail: Relevant names and numbers; never note text.

    Example:
        >>> record(connection, actor, "document.read", project=project, document=document)
    """
    connection.execute(
        insert(audit).values(
            at=now(),
            person=actor.person if actor else None,
            project=project,
            action=action,
            document=document,
            set=set,
            detail=detail,
        )
    )


def list_entries(
    connection: Connection,
    actor: Actor,
    matching: AuditFilter,
    *,
    limit: int = PAGE,
    after: str = "",
) -> Page[AuditEntry]:
    """Return entries of the audit log, the oldest first.

    Raises:
        NotFound: The person is not a member of the project.
        Forbidden: They are not a manager of it; without a project, they do not own the server.
        InputError: The page mark is not valid.
    """
    require_audit(connection, actor, matching.project)
    mark = decode_mark(after, _MARK) if after else None
    rows = [
        *_read(connection, _select_acts(matching, mark), limit),
        *_read_changes(connection, matching, mark, limit),
    ]
    rows.sort(key=_get_mark)
    items = tuple(_make_entry(row) for row in rows[:limit])
    return Page(items, encode_mark(_get_mark(rows[limit - 1])) if len(rows) > limit else "")


def export_entries(database: Database, actor: Actor, matching: AuditFilter) -> Iterator[AuditEntry]:
    """Yield all entries until now, with a transaction per page, because downloads may be slow.

    Raises:
        NotFound: The person is not a member of the project.
        Forbidden: They are not a manager of it; without a project, they do not own the server.
    """
    matching = msgspec.structs.replace(matching, until=min(matching.until, now() + 1))
    after, is_last = "", False
    while not is_last:
        with database.read() as connection:
            page = list_entries(connection, actor, matching, limit=_EXPORT_PAGE, after=after)
        yield from page.items
        after, is_last = page.after, not page.after


def _read(connection: Connection, query: Select[Any], limit: int) -> list[Any]:
    return [*connection.execute(query.limit(limit + 1))]


def _read_changes(
    connection: Connection, matching: AuditFilter, mark: list[Any] | None, limit: int
) -> list[Any]:
    """Return the first changes of each project; an index provides the order of time."""
    if matching.action not in ("", CHANGE):
        return []
    names = [matching.project] if matching.project else _list_projects(connection)
    return [
        row
        for project in names
        for row in _read(connection, _select_changes(matching, project, mark), limit)
    ]


def _list_projects(connection: Connection) -> list[str]:
    return list(connection.execute(select(projects.c.id)).scalars())


def _select_acts(matching: AuditFilter, mark: list[Any] | None) -> Select[Any]:
    query = (
        select(
            audit.c.at,
            literal(_ACT).label("origin"),
            audit.c.number,
            audit.c.set,
            audit.c.action,
            audit.c.person,
            people.c.name,
            audit.c.project,
            audit.c.document,
            literal("").label("change"),
            audit.c.detail,
        )
        .join_from(audit, people, isouter=True)
        .where(*_match(matching, audit.c), _match_action(matching.action))
        .order_by(audit.c.at, audit.c.number)
    )
    if matching.project:
        query = query.where(audit.c.project == matching.project)
    if matching.document:
        query = query.where(audit.c.document == matching.document)
    if mark is None:
        return query
    if mark[1] == _ACT:
        return query.where(tuple_(audit.c.at, audit.c.number) > tuple_(mark[0], mark[2]))
    return query.where(audit.c.at > mark[0])


def _select_changes(matching: AuditFilter, project: str, mark: list[Any] | None) -> Select[Any]:
    order = (changes.c.at, changes.c.revision, changes.c.set)
    query = (
        select(
            changes.c.at,
            literal(_CHANGE).label("origin"),
            changes.c.revision.label("number"),
            changes.c.set,
            literal(CHANGE).label("action"),
            changes.c.person,
            people.c.name,
            changes.c.project,
            annotation_sets.c.document,
            changes.c.id.label("change"),
            changes.c.source.label("detail"),
        )
        .join_from(changes, annotation_sets)
        .join(people, people.c.id == changes.c.person)
        .where(*_match(matching, changes.c))
        .order_by(*order)
    )
    if (
        matching.document
    ):  # without another condition on the project, SQLite begins with the few sets
        sets = annotation_sets.c
        query = query.where(sets.document == matching.document, sets.project == project)
    else:
        query = query.where(changes.c.project == project)
    if mark is None:
        return query
    if mark[1] == _ACT:
        return query.where(changes.c.at >= mark[0])
    return query.where(tuple_(*order) > tuple_(mark[0], mark[2], mark[3]))


def _match(matching: AuditFilter, columns: Any) -> list[ColumnElement[bool]]:
    conditions = [columns.at >= matching.since, columns.at < matching.until]
    if matching.person:
        conditions.append(columns.person == matching.person)
    return conditions


def _match_action(action: str) -> ColumnElement[bool]:
    if not action:
        return true()
    return or_(audit.c.action == action, audit.c.action.startswith(f"{action}.", autoescape=True))


def _get_mark(row: Row[Any]) -> tuple[int, int, int, str]:
    return row.at, row.origin, row.number, row.set


def _make_entry(row: Row[Any]) -> AuditEntry:
    return AuditEntry(
        at=row.at,
        action=row.action,
        person=row.person or "",
        name=row.name or "",
        project=row.project or "",
        document=row.document,
        set=row.set,
        revision=row.number if row.origin == _CHANGE else 0,
        change=row.change,
        detail=row.detail,
    )
