"""Access control: the only place that decides who may do and see what.

A person has roles in a project. A role gives permissions; a token may narrow them by its scopes.
What a person may see of the work of others depends on the exposure of an annotation set:
annotators see only their own sets until the batch is closed.

A project is hidden from people who are not members: `NotFound`, never `Forbidden`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from enum import StrEnum

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    exists,
    false,
    not_,
    or_,
    select,
    true,
)

from goldsmith.errors import Forbidden, NotFound
from goldsmith.store.tables import (
    annotation_sets,
    batches,
    comments,
    documents,
    jobs,
    members,
    projects,
    tasks,
)


class Role(StrEnum):
    """A role of a person in a project."""

    MANAGER = "manager"
    ANNOTATOR = "annotator"
    ADJUDICATOR = "adjudicator"
    EDITOR = "editor"
    READER = "reader"


class Permission(StrEnum):
    """An action in a project that needs a role."""

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
    """A use that a token permits."""

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
    """Managers and readers, and adjudicators without names: all annotators have finished."""
    SHARED = "shared"
    """All who may see the document: the batch is closed."""


class Actor(msgspec.Struct, frozen=True):
    """The acting person; `scopes` narrows what a token allows, it is None for a session."""

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

#: Built once, because every change of an annotation set runs it while others wait.
_LIST_ROLES = select(members.c.project, members.c.person, members.c.role).where(
    members.c.person.in_(bindparam("people", expanding=True)),
    members.c.project.in_(bindparam("projects", expanding=True)),
)


def get_roles(connection: Connection, actor: Actor, project: str) -> frozenset[Role]:
    """Return the roles of the acting person in a project; empty if they are not a member."""
    query = select(members.c.role).where(
        members.c.project == project, members.c.person == actor.person
    )
    return frozenset(Role(row.role) for row in connection.execute(query))


def list_roles(
    connection: Connection, people: Collection[str], projects: Collection[str]
) -> Mapping[tuple[str, str], frozenset[Role]]:
    """Return the roles of people in projects, by project and person, in one query."""
    roles: defaultdict[tuple[str, str], set[Role]] = defaultdict(set)
    for row in connection.execute(_LIST_ROLES, {"people": [*people], "projects": [*projects]}):
        roles[row.project, row.person].add(Role(row.role))
    return {key: frozenset(names) for key, names in roles.items()}


def require(
    connection: Connection, actor: Actor, project: str, permission: Permission
) -> frozenset[Role]:
    """Return the roles of the acting person, who must have a permission.

    Raises:
        NotFound: The person is not a member of the project, or there is no such project.
        Forbidden: The roles of the person or the scopes of the token do not give the permission.
    """
    roles = get_roles(connection, actor, project)
    check_roles(actor, roles, permission)
    return roles


def check_roles(actor: Actor, roles: frozenset[Role], permission: Permission) -> None:
    """Check that the roles of the acting person in a project give a permission.

    Raises:
        NotFound: The person has no role.
        Forbidden: The roles or the scopes of the token do not give the permission.
    """
    if not roles:
        raise NotFound("there is no such project, or you are not a member of it")
    check_scope(actor, SCOPE_BY_PERMISSION[permission])
    if not roles & ROLES_BY_PERMISSION[permission]:
        names = " or ".join(sorted(ROLES_BY_PERMISSION[permission]))
        raise Forbidden(f"this needs the role {names}. Ask a manager of the project")


def require_owner(actor: Actor) -> None:
    """Check that the acting person owns the server.

    Raises:
        Forbidden: The person does not own it, or the token lacks the scope `admin`.
    """
    check_scope(actor, Scope.ADMIN)
    if not actor.is_owner:
        raise Forbidden("this needs the owner of the server")


def require_project_maker(connection: Connection, actor: Actor) -> None:
    """Check that the acting person may create projects: the owner, and managers of a project.

    Raises:
        Forbidden: The person is neither, or the token lacks the scope `manage`.
    """
    check_scope(actor, Scope.MANAGE)
    query = select(members.c.person).where(
        members.c.person == actor.person, members.c.role == Role.MANAGER
    )
    if not actor.is_owner and connection.execute(query).first() is None:
        raise Forbidden("this needs the owner of the server, or the manager of a project")


def require_session(actor: Actor) -> None:
    """Check that the request has a session; a token may not change how people sign in.

    Raises:
        Forbidden: The request has a token.
    """
    if actor.scopes is not None:
        raise Forbidden("a token cannot do this. Sign in with your password")


def require_management(connection: Connection, actor: Actor, project: str) -> None:
    """Check that the acting person manages a project, or owns the server.

    Raises:
        NotFound: There is no such project, or the person is not a member of it.
        Forbidden: The person is not a manager of it, or the token lacks the scope.
    """
    is_manager = has_permission(get_roles(connection, actor, project), Permission.MANAGE)
    query = select(projects.c.id).where(projects.c.id == project)
    if actor.is_owner and not is_manager and connection.execute(query).first() is not None:
        require_owner(actor)
        return
    require(connection, actor, project, Permission.MANAGE)


def require_audit(connection: Connection, actor: Actor, project: str = "") -> None:
    """Check that the acting person may read the audit log of a project, or of the whole server.

    Raises:
        NotFound: There is no such project, or the person is not a member of it.
        Forbidden: The person may not read it.
    """
    if project:
        require_management(connection, actor, project)
    else:
        require_owner(actor)


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
    """Return the condition on `annotation_sets` for the sets that a person may see.

    People who still annotate a document see no work of others on it, whatever their roles: a
    trainee finishes before seeing the consensus. People who only adjudicate see the work of
    annotators in units, without names, until the batch is closed.
    """
    if not roles:
        return false()
    own = annotation_sets.c.owner == actor.person
    if roles & {Role.MANAGER, Role.READER}:
        shown = annotation_sets.c.exposure != Exposure.PRIVATE
    elif has_permission(roles, Permission.SEE_DOCUMENTS):
        shown = or_(
            annotation_sets.c.exposure == Exposure.SHARED,
            and_(
                annotation_sets.c.exposure == Exposure.FINISHED, annotation_sets.c.kind != "human"
            ),
        )
    else:
        shown = and_(annotation_sets.c.exposure == Exposure.SHARED, _has_task(actor))
    return or_(own, and_(shown, not_(_still_annotates(actor))), _is_suggested_to(actor))


def match_visible_documents(actor: Actor, roles: frozenset[Role]) -> ColumnElement[bool]:
    """Return the condition on `documents` for the documents that a person may see."""
    if has_permission(roles, Permission.SEE_DOCUMENTS):
        return true()
    if not roles:
        return false()
    return documents.c.id.in_(select(tasks.c.document).where(match_own_tasks(actor)))


def match_visible_jobs(actor: Actor, roles: frozenset[Role]) -> ColumnElement[bool]:
    """Return the condition on `jobs` for the jobs that a person may see: their own, or all."""
    if has_permission(roles, Permission.MANAGE):
        return true()
    return jobs.c.person == actor.person if roles else false()


def match_visible_batches(actor: Actor, roles: frozenset[Role]) -> ColumnElement[bool]:
    """Return the condition on `batches` for the batches whose tasks and agreement a person may see.

    An adjudicator who annotates in a batch learns nothing of it before it is closed.
    """
    if has_permission(roles, Permission.MANAGE):
        return true()
    if not has_permission(roles, Permission.SEE_AGREEMENT):
        return false()
    annotates = exists().where(
        tasks.c.batch == batches.c.id, tasks.c.kind != "adjudicate", match_own_tasks(actor)
    )
    return or_(batches.c.state == "closed", not_(annotates))


def match_visible_comments(actor: Actor, roles: frozenset[Role]) -> ColumnElement[bool]:
    """Return the condition on `comments` for the comments that a person may see.

    These are their own and the answers to them; for managers, all; otherwise the comments on sets
    that the person may see. A comment without a set is visible to everybody who sees all documents.
    """
    if has_permission(roles, Permission.MANAGE):
        return true()
    if not roles:
        return false()
    visible = exists().where(
        annotation_sets.c.id == comments.c.set, match_visible_sets(actor, roles)
    )
    shown = [comments.c.person == actor.person, visible]
    if has_permission(roles, Permission.SEE_DOCUMENTS):
        shown.append(comments.c.set.is_(None))
    return or_(*shown)


def match_judged_batches(roles: frozenset[Role]) -> ColumnElement[bool]:
    """Return the condition on `batches` for the batches whose disagreements a person may see."""
    if has_permission(roles, Permission.SEE_AGREEMENT):
        return true()
    return batches.c.state == "closed" if roles else false()


def match_own_tasks(actor: Actor) -> ColumnElement[bool]:
    """Return the condition on `tasks` for the tasks of a person that were not withdrawn."""
    return and_(tasks.c.person == actor.person, tasks.c.state.not_in(("withdrawn", "abandoned")))


def _still_annotates(actor: Actor) -> ColumnElement[bool]:
    """Match sets on whose document the person has a task that is not done."""
    return exists().where(
        tasks.c.document == annotation_sets.c.document,
        tasks.c.person == actor.person,
        tasks.c.kind != "adjudicate",
        tasks.c.state.in_(("assigned", "started", "returned")),
    )


def _has_task(actor: Actor) -> ColumnElement[bool]:
    """Match sets on whose document the person has a task."""
    return exists().where(tasks.c.document == annotation_sets.c.document, match_own_tasks(actor))


def _is_suggested_to(actor: Actor) -> ColumnElement[bool]:
    """Match suggestions on documents that the person annotates with assistance."""
    assisted = exists().where(
        tasks.c.document == annotation_sets.c.document,
        tasks.c.arm == "assisted",
        match_own_tasks(actor),
    )
    return and_(annotation_sets.c.kind == "suggestion", assisted)
