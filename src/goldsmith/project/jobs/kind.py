"""What a kind of job offers."""

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
        permission: What whoever submits the job needs in the project.
        is_server_wide: Whether the job belongs to no project; the owner of the server submits it.
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
            InputError: An argument names what is not there.
        """

    def run(self, context: JobContext, arguments: Arguments) -> msgspec.Struct | None:
        """Do the job and return its result; None if it called `context.finish`.

        A job may be begun again after its worker was killed at any point: what it leaves must
        appear at once, in a folder that is replaced or in one transaction.
        """
        raise NotImplementedError

    def sweep(self, database: Database) -> None:
        """Remove what jobs left that ended without a result; workers call it now and then."""


def list_kinds() -> tuple[str, ...]:
    """Return the names of all kinds."""
    return registry.names(_PACKAGE)


def find_kind(name: str) -> JobKind[Any]:
    """Return the kind of a name.

    Raises:
        UnknownName: There is none; the message lists those there are.
    """
    kind: JobKind[Any] = registry.load(_PACKAGE, name)
    return kind
