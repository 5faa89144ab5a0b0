"""The interface of a kind of job."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from sqlalchemy import Connection

from goldsmith import registry
from goldsmith.project.jobs.context import JobContext
from goldsmith.store.access import Actor, Permission
from goldsmith.store.database import Database

Arguments = TypeVar("Arguments", bound=msgspec.Struct)
_PACKAGE = "project.jobs.kinds"


class JobKind(Generic[Arguments]):
    """A kind of job. A module of `kinds` assigns an object of a subclass to `provides`.

    Attributes:
        arguments: The arguments: a frozen Struct that forbids unknown fields.
        permission: The permission in the project that submitting the job requires.
        is_server_wide: Whether the job belongs to no project; for the owner of the server only.
        files: The folder of the file that the job makes and its result names; "" if it makes none.
    """

    arguments: type[Arguments]
    permission: ClassVar[Permission] = Permission.MANAGE
    is_server_wide: ClassVar[bool] = False
    files: ClassVar[str] = ""

    def check(
        self, connection: Connection, actor: Actor, project: str, arguments: Arguments
    ) -> None:
        """Refuse arguments that cannot succeed, before the job is queued.

        Raises:
            InputError: An argument names something that does not exist.
        """

    def run(self, context: JobContext, arguments: Arguments) -> msgspec.Struct | None:
        """Do the job and return its result; None if it called `context.finish`.

        A worker may be killed at any point and the job begun again, so its output must appear at
        once: in a folder that is replaced, or in one transaction.
        """
        raise NotImplementedError

    def sweep(self, database: Database) -> None:
        """Remove the remains of jobs that ended without a result; called periodically."""


def list_kinds() -> tuple[str, ...]:
    """Return the names of all kinds."""
    return registry.names(_PACKAGE)


def find_kind(name: str) -> JobKind[Any]:
    """Return the kind of a name.

    Raises:
        UnknownName: There is no such kind; the message lists the existing ones.
    """
    kind: JobKind[Any] = registry.load(_PACKAGE, name)
    return kind
