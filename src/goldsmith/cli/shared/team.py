"""Input and output shared by the commands for the team's server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from goldsmith.cli.shared import output
from goldsmith.errors import InputError, Remedy, UnknownName

if TYPE_CHECKING:
    from goldsmith.client import Client
    from goldsmith.store.access import Role, Scope
    from goldsmith.store.projects import Project
    from goldsmith.store.workflow.batches import Batch


def invite_people(client: Client, roles: dict[str, list[Role]]) -> dict[str, str]:
    """Make the accounts that do not exist, and return the secrets of their invitations by name."""
    from goldsmith.store.people.accounts import NewPerson

    secrets = {}
    for name in roles:
        if not any(person.name == name for person in client.people.iterate(name)):
            secrets[name] = client.people.create(NewPerson(name)).secret
    return secrets


def parse_roles(entry: str) -> list[Role]:
    """Return the roles that follow the name and the equals sign.

    Raises:
        InputError: The entry names no roles, or unknown ones.
    """
    from goldsmith.store.access import Role

    name, equals, words = entry.partition("=")
    if not name or not equals:
        raise InputError(
            f"{entry!r} does not name any roles", expected="NAME=ROLE, such as ann=annotator"
        )
    for word in output.split_values([words]):
        if word not in set(Role):
            raise UnknownName("role", word, list(Role))
    return [Role(word) for word in output.split_values([words])]


def parse_scope(word: str) -> Scope:
    """Return a scope by its name.

    Raises:
        UnknownName: There is no such scope.
    """
    from goldsmith.store.access import Scope

    if word not in set(Scope):
        raise UnknownName("scope", word, list(Scope))
    return Scope(word)


def find_batch(client: Client, project: Project, name: str) -> Batch:
    """Return a batch by its name.

    Raises:
        UnknownName: There is no such batch.
    """
    page = client.batches.list(project.id, limit=500)
    for batch in page.items:
        if batch.name == name:
            return batch
    raise UnknownName("batch", name, [batch.name for batch in page.items])


def check_target(out: Path, overwrite: bool) -> None:
    """Refuse to replace a file.

    Raises:
        InputError: The file exists and may not be overwritten.
    """
    if out.exists() and not overwrite:
        raise InputError("this exists already", where=str(out), remedy=Remedy.OVERWRITE)


def make_project_row(project: Project) -> dict[str, object]:
    """Return a project as a row of a table."""
    return {
        "project": project.name,
        "title": project.title,
        "schema": project.schema,
        "your roles": ", ".join(project.roles),
    }


def make_batch_row(batch: Batch) -> dict[str, object]:
    """Return a batch as a row of a table."""
    tasks = ", ".join(f"{count} {state}" for state, count in sorted(batch.tasks.items()))
    return {
        "batch": batch.name,
        "iteration": batch.iteration_name,
        "state": batch.state,
        "documents": batch.documents,
        "tasks": tasks,
        **(flatten(batch.agreement) if batch.agreement else {}),
    }


def flatten(struct: Any) -> dict[str, object]:
    """Return the plain fields of a struct as cells of a table."""
    return {
        name.replace("_", " "): f"{value:.3f}" if isinstance(value, float) else value
        for name in struct.__struct_fields__
        if isinstance(value := getattr(struct, name), str | int | float)
    }


def print_result(as_json: bool, result: Any, title: str) -> None:
    """Print the result of a job."""
    row = {name.replace("_", " "): value for name, value in result.items() if value}
    print_rows(as_json, result, title, [row])


def print_rows(as_json: bool, value: object, title: str, rows: list[dict[str, Any]]) -> None:
    """Print a value as JSON, or rows as a table."""
    if as_json:
        output.print_json(value)
        return
    names = list(dict.fromkeys(name for row in rows for name in row))
    if rows:
        cells = [[_format(row.get(name, "")) for name in names] for row in rows]
        output.print_table(title, names, cells)
    else:
        output.report(f"no {title.lower()}")


def _format(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {count}" for key, count in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value)
