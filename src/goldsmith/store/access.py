"""Who may do what and see what: the one place that decides it.

A person has roles in a project. A role gives permissions; a token may narrow them by its scopes.
What a person may see of the work of others depends on the exposure of an annotation set: an
annotator's world holds their own sets and nothing else until the batch is closed.

A project of which the person is no member does not exist for them: `NotFound`, never `Forbidden`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, exists, false, or_, select, true

from goldsmith.errors import Forbidden, NotFound
from goldsmith.store.tables import annotation_sets, documents, members, tasks


class Role(StrEnum):
    """A role of a person in a project."""

    MANAGER = "manager"
    ANNOTATOR = "annotator"
    ADJUDICATOR = "adjudicator"
    EDITOR = "editor"
    READER = "reader"


class Permission(StrEnum):
    """What a person may do in a project."""

    SEE_PROJECT = "see-project"
    ANNOTATE = "annotate"
    ADJUDICATE = "adjudicate"
    EDIT_GUIDELINE = "edit-guideline"
    SEE_DOCUMENTS = "see-documents"
    SEE_PROGRESS = "see-progress"
    SEE_AGREEMENT = "see-agreement"
    TAKE_RELEASE = "take-release"
    MANAGE = "manage"


class Scope(StrEnum):
    """What a token may be used for."""

    READ = "read"
    ANNOTATE = "annotate"
    ADJUDICATE = "adjudicate"
    MANAGE = "manage"
    ADMIN = "admin"


class Exposure(StrEnum):
    """Who may see an annotation set besides its owner."""

    PRIVATE = "private"
    """Nobody."""
    FINISHED = "finished"
    """Managers, adjudicators and readers: all annotators of the document have finished."""
    SHARED = "shared"
    """All who may see the document: the batch is closed."""


class Actor(msgspec.Struct, frozen=True):
    """The acting person; `scopes` narrows what a token allows, None for a session."""

    person: str
    name: str
    is_owner: bool = False
    scopes: frozenset[str] | None = None


_ALL = frozenset(Role)
#: Permission -> the roles that give it.
ROLES_BY_PERMISSION: Mapping[Permission, frozenset[Role]] = {
    Permission.SEE_PROJECT: _ALL,
    Permission.ANNOTATE: frozenset({Role.ANNOTATOR}),
    Permission.ADJUDICATE: frozenset({Role.ADJUDICATOR}),
    Permission.EDIT_GUIDELINE: frozenset({Role.EDITOR, Role.MANAGER}),
    Permission.SEE_DOCUMENTS: frozenset({Role.MANAGER, Role.ADJUDICATOR, Role.READER}),
    Permission.SEE_PROGRESS: frozenset({Role.MANAGER}),
    Permission.SEE_AGREEMENT: frozenset({Role.MANAGER, Role.ADJUDICATOR}),
    Permission.TAKE_RELEASE: frozenset({Role.MANAGER, Role.READER}),
    Permission.MANAGE: frozenset({Role.MANAGER}),
}
#: Permission -> the scope that a token needs for it.
SCOPE_BY_PERMISSION: Mapping[Permission, Scope] = {
    Permission.SEE_PROJECT: Scope.READ,
    Permission.ANNOTATE: Scope.ANNOTATE,
    Permission.ADJUDICATE: Scope.ADJUDICATE,
    Permission.EDIT_GUIDELINE: Scope.MANAGE,
    Permission.SEE_DOCUMENTS: Scope.READ,
    Permission.SEE_PROGRESS: Scope.READ,
    Permission.SEE_AGREEMENT: Scope.READ,
    Permission.TAKE_RELEASE: Scope.READ,
    Permission.MANAGE: Scope.MANAGE,
}


def get_roles(connection: Connection, actor: Actor, project: str) -> frozenset[Role]:
    """Return the roles of the acting person in a project; none if they are no member."""
    query = select(members.c.role).where(
        members.c.project == project, members.c.person == actor.person
    )
    return frozenset(Role(row.role) for row in connection.execute(query))


def require(
    connection: Connection, actor: Actor, project: str, permission: Permission
) -> frozenset[Role]:
    """Return the roles of the acting person, who must have a permission.

    Raises:
        NotFound: The person is no member of the project, or there is no such project.
        Forbidden: The roles of the person or the scopes of the token do not give the permission.
    """
    roles = get_roles(connection, actor, project)
    if not roles:
        raise NotFound("there is no such project, or you are not a member of it")
    check_scope(actor, SCOPE_BY_PERMISSION[permission])
    if not roles & ROLES_BY_PERMISSION[permission]:
        wanted = " or ".join(sorted(ROLES_BY_PERMISSION[permission]))
        raise Forbidden(f"this needs the role {wanted}. Ask a manager of the project")
    return roles


def require_owner(actor: Actor) -> None:
    """Check that the acting person owns the server.

    Raises:
        Forbidden: They do not, or the token lacks the scope `admin`.
    """
    check_scope(actor, Scope.ADMIN)
    if not actor.is_owner:
        raise Forbidden("this needs the owner of the server")


def check_scope(actor: Actor, scope: Scope) -> None:
    """Check that a token has a scope; a session has all.

    Raises:
        Forbidden: The token lacks it.
    """
    if actor.scopes is not None and scope not in actor.scopes:
        raise Forbidden(f"the token lacks the scope {scope}. Make a token with it")


def has_permission(roles: frozenset[Role], permission: Permission) -> bool:
    """Return whether any of the roles gives a permission."""
    return bool(roles & ROLES_BY_PERMISSION[permission])


def match_visible_sets(actor: Actor, roles: frozenset[Role]) -> ColumnElement[bool]:
    """Return the condition on `annotation_sets` for the sets that a person may see."""
    own = annotation_sets.c.owner == actor.person
    shown = []
    if has_permission(roles, Permission.SEE_DOCUMENTS):
        shown.append(annotation_sets.c.exposure != Exposure.PRIVATE)
    elif roles:
        shown.append(
            and_(annotation_sets.c.exposure == Exposure.SHARED, _has_task(actor, "document"))
        )
    shown.append(_is_suggested_to(actor))
    return or_(own, *shown) if roles else false()


def match_visible_documents(actor: Actor, roles: frozenset[Role]) -> ColumnElement[bool]:
    """Return the condition on `documents` for the documents that a person may see."""
    if has_permission(roles, Permission.SEE_DOCUMENTS):
        return true()
    if not roles:
        return false()
    return exists().where(tasks.c.document == documents.c.id, _is_own_task(actor))


def _is_own_task(actor: Actor) -> ColumnElement[bool]:
    return and_(tasks.c.person == actor.person, tasks.c.state != "withdrawn")


def _has_task(actor: Actor, column: str) -> ColumnElement[bool]:
    """Match sets on whose document the person has a task."""
    return exists().where(tasks.c[column] == annotation_sets.c[column], _is_own_task(actor))


def _is_suggested_to(actor: Actor) -> ColumnElement[bool]:
    """Match suggestions on documents that the person annotates with assistance."""
    assisted = exists().where(
        tasks.c.document == annotation_sets.c.document,
        tasks.c.arm == "assisted",
        _is_own_task(actor),
    )
    return and_(annotation_sets.c.kind == "suggestion", assisted)
