"""Undo, redo and the origin of every field, all derived from the journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from sqlalchemy import Connection, select

from goldsmith.errors import Conflict, Forbidden, NotFound
from goldsmith.store.access import Actor
from goldsmith.store.journal.change import Change, Entry
from goldsmith.store.journal.log import get_set, read_entries
from goldsmith.store.journal.steps import (
    AddGroup,
    AddMention,
    AddNote,
    AddRelation,
    SetAttribute,
    Step,
    get_target,
)
from goldsmith.store.tables import annotation_sets, changes


class Stacks(msgspec.Struct, frozen=True):
    """The ids of the changes that can be undone and redone, the next one last."""

    undo: tuple[str, ...]
    redo: tuple[str, ...]


class FieldOrigin(msgspec.Struct, frozen=True, omit_defaults=True):
    """The change that set the value of a field of an annotation."""

    change: str
    revision: int
    source: str
    person: str
    at: int
    guideline: str = ""


def read_stacks(connection: Connection, actor: Actor, set_id: str) -> Stacks:
    """Return what can be undone and redone in a set.

    Raises:
        NotFound: The person may not see the set.
    """
    get_set(connection, actor, set_id)
    query = select(changes.c.id, changes.c.undoes).where(changes.c.set == set_id)
    rows = connection.execute(query.order_by(changes.c.revision))
    return find_stacks((row.id, row.undoes) for row in rows)


def find_stacks(entries: Iterable[tuple[str, str]]) -> Stacks:
    """Return what can be undone and redone after some changes, each with the change it undoes.

    A change that undoes another moves it to the redo stack. A new change empties that stack.
    """
    undo: list[str] = []
    redo: list[str] = []
    for change, undone in entries:
        if not undone:
            undo.append(change)
            redo.clear()
        elif undone in redo:
            redo.remove(undone)
            undo.append(change)
        else:
            if undone in undo:
                undo.remove(undone)
            redo.append(change)
    return Stacks(tuple(undo), tuple(redo))


def make_undo(
    connection: Connection, actor: Actor, set_id: str, target: str, change_id: str
) -> Change:
    """Return the change that undoes another; it is based on the change to undo.

    To redo a change is to undo the change that undid it. The journal refuses the change with
    `Conflict` if later changes touched the same annotations.

    Args:
        connection: An open transaction.
        actor: The acting person.
        set_id: The set.
        target: The id of the change to undo.
        change_id: The id of the new change.

    Raises:
        NotFound: The set or the change does not exist for this person.
        Conflict: The change has been undone already.
        Forbidden: The change was made by a decision.
    """
    get_set(connection, actor, set_id)
    query = select(changes.c.revision).where(changes.c.set == set_id, changes.c.id == target)
    revision = connection.execute(query).scalar()
    if revision is None:
        raise NotFound("there is no such change in this set")
    answered = select(changes.c.id).where(
        changes.c.set == set_id, changes.c.undoes == target, changes.c.id != change_id
    )
    if connection.execute(answered).first() is not None:
        raise Conflict("the change has been undone already. Redo it, or load the set again")
    entry = read_entries(connection, set_id, after=revision - 1, until=revision)[0]
    if entry.source == "adjudication":
        raise Forbidden("a consensus follows from decisions. Reopen the unit instead")
    return Change(
        change_id,
        revision,
        entry.inverse,
        source=entry.source,  # type: ignore[arg-type]  # the journal holds known sources only
        guideline=entry.guideline,
        undoes=target,
    )


def list_action(connection: Connection, actor: Actor, action: str) -> list[tuple[str, str]]:
    """Return the set and the id of each change of a bulk action of this person, last first."""
    query = (
        select(changes.c.set, changes.c.id)
        .join_from(changes, annotation_sets)
        .where(changes.c.action == action, changes.c.person == actor.person)
        .order_by(changes.c.set, changes.c.revision.desc())
    )
    return [(row.set, row.id) for row in connection.execute(query)]


def find_origins(entries: Iterable[Entry]) -> Mapping[str, Mapping[str, FieldOrigin]]:
    """Return for each annotation the change that set each of its fields.

    The fields are those of the annotation; attributes are `attributes.<name>`.
    """
    origins: dict[str, dict[str, FieldOrigin]] = {}
    for entry in entries:
        origin = FieldOrigin(
            entry.id, entry.revision, entry.source, entry.person, entry.at, entry.guideline
        )
        for step in entry.steps:
            fields = origins.setdefault(get_target(step), {})
            fields.update(dict.fromkeys(_list_fields(step), origin))
    return origins


def _list_fields(step: Step) -> Iterable[str]:
    match step:
        case AddMention(mention=mention):
            named = [f"attributes.{name}" for name in mention.attributes]
            return ["type", "spans", *named, *(["codes"] if mention.codes else [])]
        case AddRelation(relation=rel):
            return ["type", "arguments", *(f"attributes.{name}" for name in rel.attributes)]
        case AddGroup(group=group):
            return ["type", "members", *(f"attributes.{name}" for name in group.attributes)]
        case AddNote():
            return ["text"]
        case SetAttribute(name=name):
            return [f"attributes.{name}"]
        case _:
            tag = type(step).__struct_config__.tag
            return [str(tag).removeprefix("set-")]
