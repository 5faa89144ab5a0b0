"""Projects: their settings and their schema."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from goldsmith import schemas
from goldsmith.adjudication import rule_names
from goldsmith.core import Schema, parse_schema
from goldsmith.errors import Conflict, InputError, NotFound, UnknownName
from goldsmith.store.access import (
    Actor,
    Permission,
    Role,
    get_roles,
    require,
    require_project_maker,
)
from goldsmith.store.tables import members, new_id, now, projects

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")
_NAME_RULE = "lower-case letters, digits, . _ -, at most 80, beginning with a letter or digit"
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Count = Annotated[int, msgspec.Meta(ge=1, le=1_000)]
Line = Annotated[str, msgspec.Meta(max_length=200)]


class ProjectSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a project.

    Attributes:
        rules: What an adjudicator may do: built-in rules, such as `clef`.
        terminologies: The terminologies of its codes, by their names on the shelf.
        allow_own_adjudication: Whether a person may adjudicate a document that they annotated.
        entity_threshold: The lenient agreement on entities that a batch must reach.
        relation_threshold: The corrected agreement on relations (CIAA) that a batch must reach.
        documents_per_batch: How many documents a new batch contains.
        annotators_per_document: How many people annotate each document.
        abandon_after_days: When a task without activity goes to somebody else.
    """

    rules: Line = "clef"
    terminologies: tuple[Line, ...] = ("demo",)
    allow_own_adjudication: bool = False
    entity_threshold: Share = 0.65
    relation_threshold: Share = 0.50
    documents_per_batch: Count = 5
    annotators_per_document: Count = 2
    abandon_after_days: Count = 14


class NewProject(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A project to create.

    Attributes:
        name: A short name for commands and addresses.
        schema: The name of a built-in schema, or a schema as TOML.
        title: What people call it.
        settings: Its settings.
    """

    name: str
    schema: Annotated[str, msgspec.Meta(max_length=1_000_000)]
    title: Line = ""
    settings: ProjectSettings = ProjectSettings()


class ProjectChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Changes to a project; absent fields are left unchanged."""

    title: Line | msgspec.UnsetType = msgspec.UNSET
    settings: ProjectSettings | msgspec.UnsetType = msgspec.UNSET


class Project(msgspec.Struct, frozen=True):
    """A project as a member sees it."""

    id: str
    name: str
    title: str
    schema: str
    """The name of the schema."""
    settings: ProjectSettings
    roles: tuple[Role, ...]
    """The roles of the requesting person."""
    created_at: int


def create_project(connection: Connection, actor: Actor, data: NewProject) -> Project:
    """Create a project; its creator becomes its manager.

    Raises:
        Forbidden: The person neither owns the server nor manages a project.
        Conflict: There is a project of that name.
        InputError: The name or the schema cannot be used.
    """
    require_project_maker(connection, actor)
    source = read_schema_source(data.schema)
    _check_name(data.name)
    _check_settings(data.settings)
    project = new_id()
    values = {
        "id": project,
        "name": data.name,
        "title": data.title,
        "schema": source,
        "settings": msgspec.json.encode(data.settings).decode(),
        "created_by": actor.person,
        "created_at": now(),
    }
    taken = select(projects.c.id).where(projects.c.name == data.name)
    if connection.execute(taken).first() is not None:
        raise Conflict(f"there is a project called {data.name}. Choose another name")
    try:
        connection.execute(insert(projects).values(**values))
    except IntegrityError:
        raise Conflict(f"there is a project called {data.name}. Choose another name") from None
    connection.execute(
        insert(members).values(
            project=project, person=actor.person, role=Role.MANAGER, created_at=now()
        )
    )
    return get_project(connection, actor, project)


def list_projects(connection: Connection, actor: Actor) -> tuple[Project, ...]:
    """Return the projects of the acting person, by name."""
    query = (
        select(projects, members.c.role)
        .join_from(projects, members)
        .where(members.c.person == actor.person)
        .order_by(projects.c.name, members.c.role)
    )
    listed: dict[str, Project] = {}
    for row in connection.execute(query):
        role = (Role(row.role),)
        entry = listed.get(row.id)
        listed[row.id] = (
            replace(entry, roles=entry.roles + role) if entry else _make_project(row, role)
        )
    return tuple(listed.values())


def get_project(connection: Connection, actor: Actor, project: str) -> Project:
    """Return a project of the acting person.

    Raises:
        NotFound: They are not a member of it, or there is no such project.
    """
    roles = require(connection, actor, project, Permission.SEE_PROJECT)
    row = connection.execute(select(projects).where(projects.c.id == project)).one()
    return _make_project(row, tuple(sorted(roles)))


def find_project(connection: Connection, actor: Actor, name: str) -> Project:
    """Return the project of a name.

    Raises:
        NotFound: The acting person is not a member of it, or there is no such project.
    """
    project = connection.execute(select(projects.c.id).where(projects.c.name == name)).scalar()
    if project is None or not get_roles(connection, actor, project):
        raise NotFound("there is no such project, or you are not a member of it")
    return get_project(connection, actor, project)


def change_project(
    connection: Connection, actor: Actor, project: str, data: ProjectChange
) -> Project:
    """Change the title or the settings of a project.

    Raises:
        Forbidden: The person is not a manager of the project.
    """
    require(connection, actor, project, Permission.MANAGE)
    values = {}
    if data.title is not msgspec.UNSET:
        values["title"] = data.title
    if data.settings is not msgspec.UNSET:
        _check_settings(data.settings)
        values["settings"] = msgspec.json.encode(data.settings).decode()
    if values:
        connection.execute(update(projects).where(projects.c.id == project).values(**values))
    return get_project(connection, actor, project)


def get_settings(connection: Connection, project: str) -> ProjectSettings:
    """Return the settings of a project; the caller checks the permission."""
    query = select(projects.c.settings).where(projects.c.id == project)
    return _decode_settings(connection.execute(query).scalar_one())


def get_schema(connection: Connection, actor: Actor, project: str) -> Schema:
    """Return the schema of a project.

    Raises:
        NotFound: The acting person is not a member of it.
    """
    return parse_stored_schema(read_schema(connection, actor, project))


@lru_cache(maxsize=64)
def parse_stored_schema(source: str) -> Schema:
    """Return a schema that a project has; each source is parsed once."""
    return parse_schema(source, where="schema of the project")


def read_schema(connection: Connection, actor: Actor, project: str) -> str:
    """Return the schema of a project as TOML.

    Raises:
        NotFound: The acting person is not a member of it.
    """
    require(connection, actor, project, Permission.SEE_PROJECT)
    query = select(projects.c.schema).where(projects.c.id == project)
    return str(connection.execute(query).scalar_one())


def read_schema_source(schema: str) -> str:
    """Return the TOML of a built-in schema by its name, or the text itself.

    Raises:
        UnknownName: No built-in schema has this name.
        SchemaError: It is not a valid schema.
    """
    if "\n" not in schema and "=" not in schema:
        return schemas.read_text(schema)
    if "\x00" in schema:
        raise InputError("the schema contains a NUL character", where="schema")
    parse_schema(schema, where="schema")
    return schema


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise InputError("the name cannot be used", where="name", expected=_NAME_RULE)


def _check_settings(settings: ProjectSettings) -> None:
    """Accept only built-in rules: a file name would be read on the server."""
    if settings.rules not in rule_names():
        raise UnknownName("set of rules", settings.rules, rule_names())


def _make_project(row: object, roles: tuple[Role, ...]) -> Project:
    columns = row._mapping  # type: ignore[attr-defined]
    return Project(
        columns["id"],
        columns["name"],
        columns["title"],
        parse_stored_schema(columns["schema"]).name,
        _decode_settings(columns["settings"]),
        roles,
        columns["created_at"],
    )


def _decode_settings(source: str) -> ProjectSettings:
    return msgspec.json.decode(source, type=ProjectSettings)
