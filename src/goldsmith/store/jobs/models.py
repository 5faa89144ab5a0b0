"""The models of a project, with their figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from goldsmith.errors import InputError, UnknownName
from goldsmith.store.access import Actor, Permission, require
from goldsmith.store.tables import models, new_id, now


class ModelFigures(msgspec.Struct, frozen=True):
    """The training data of a model, and its scores on other documents.

    Attributes:
        documents: The documents that it was trained on.
        mentions: Type -> number of mentions in them.
        relations: Type -> number of relations in them.
        components: The components of its pipeline.
        test_documents: The documents that it was scored on.
        scores: Metric -> value -> figure, such as `spans` -> `strict` -> 0.81.
        seconds: How long the training took.
        notices: Notes for the reader.
    """

    documents: int
    mentions: Mapping[str, int]
    relations: Mapping[str, int]
    components: tuple[str, ...]
    test_documents: int
    scores: Mapping[str, Mapping[str, float | None]]
    seconds: float
    notices: tuple[str, ...] = ()


class Model(msgspec.Struct, frozen=True):
    """A model of a project."""

    id: str
    name: str
    figures: ModelFigures
    job: str
    created_at: int


class ModelList(msgspec.Struct, frozen=True):
    """The models of a project, the oldest first: a learning curve of the model in the loop."""

    models: tuple[Model, ...]


def add_model(
    connection: Connection,
    actor: Actor,
    project: str,
    name: str,
    path: str,
    figures: ModelFigures,
    job: str,
) -> Model:
    """Register a model.

    Raises:
        Forbidden: The person is not a manager of the project.
        InputError: There is a model of that name.
    """
    require(connection, actor, project, Permission.MANAGE)
    refuse_model_name(connection, project, name)
    model = Model(new_id(), name, figures, job, now())
    connection.execute(
        insert(models).values(
            id=model.id,
            project=project,
            name=name,
            path=path,
            figures=msgspec.json.encode(figures).decode(),
            job=job,
            created_at=model.created_at,
        )
    )
    return model


def refuse_model_name(connection: Connection, project: str, name: str) -> None:
    """Refuse a name that a model of the project has.

    Raises:
        InputError: The name is taken.
    """
    query = select(models.c.id).where(models.c.project == project, models.c.name == name)
    if connection.execute(query).first() is not None:
        raise InputError(f"the project has a model called {name}", expected="a new name")


def list_models(connection: Connection, actor: Actor, project: str) -> ModelList:
    """Return the models of a project, the oldest first.

    Raises:
        Forbidden: The person is not a manager of the project.
    """
    require(connection, actor, project, Permission.MANAGE)
    query = select(models).where(models.c.project == project)
    rows = connection.execute(query.order_by(models.c.created_at, models.c.id))
    return ModelList(tuple(map(_make_model, rows)))


def find_model_path(connection: Connection, actor: Actor, project: str, name: str) -> str:
    """Return the path of a model in the folder of files.

    Raises:
        Forbidden: The person is not a manager of the project.
        UnknownName: The project has no such model; the message lists its models.
    """
    require(connection, actor, project, Permission.MANAGE)
    query = select(models.c.name, models.c.path).where(models.c.project == project)
    paths = {row.name: row.path for row in connection.execute(query)}
    if name not in paths:
        raise UnknownName("model", name, paths)
    return str(paths[name])


def _make_model(row: Any) -> Model:
    figures = msgspec.json.decode(row.figures, type=ModelFigures)
    return Model(row.id, row.name, figures, row.job or "", row.created_at)
