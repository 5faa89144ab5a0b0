"""New versions of a guideline: check an edit, merge it with others' edits, or refuse it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

import msgspec
from sqlalchemy import Connection, select

from goldsmith.errors import Conflict, InputError, shorten_id
from goldsmith.guidelines.check import check_guideline, find_unwritten
from goldsmith.guidelines.folder import (
    PAGE_SUFFIX,
    SETTINGS_FILE,
    build_guideline,
    list_builtin,
    read_files,
)
from goldsmith.project.curation.guidelines.content import (
    SCHEMA_FILE,
    Edition,
    follow_schema,
    load_edition,
    make_first_version,
)
from goldsmith.project.guidelines.work import make_problem_error
from goldsmith.store.access import Actor, Permission, require
from goldsmith.store.curation.guidelines import add_version, find_version
from goldsmith.store.database import Database
from goldsmith.store.projects import get_schema
from goldsmith.store.tables import projects

_WHERE = "guideline"
#: The maximum number of characters in a guideline.
_MOST_CHARACTERS = 5_000_000
Text = Annotated[str, msgspec.Meta(max_length=1_000_000)]
Summary = Annotated[str, msgspec.Meta(max_length=1_000, pattern=r"\A[^\x00]*\Z")]


class GuidelineEdit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edit of a guideline.

    Attributes:
        base: The version that the edit is based on.
        pages: Path -> the new content of a page; null removes the page.
        summary: What changed and why.
    """

    base: Annotated[str, msgspec.Meta(max_length=20, pattern=r"\A\d+\Z")]
    pages: dict[str, Text | None]
    summary: Summary = ""


class GuidelineStart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to start a guideline.

    Attributes:
        complete: Start from the built-in guideline of the schema instead of empty pages.
    """

    complete: bool = False


class SavedVersion(msgspec.Struct, frozen=True):
    """A version that was stored; `unwritten` counts the placeholders that are still empty."""

    version: str
    at: int
    changed: tuple[str, ...]
    unwritten: int


class PageClash(msgspec.Struct, frozen=True):
    """A page that two editors changed: the text that both had, and the texts of both."""

    path: str
    base: str | None
    yours: str | None
    theirs: str | None


def start_guideline(
    database: Database, actor: Actor, project: str, request: GuidelineStart
) -> SavedVersion:
    """Store the first version of a guideline.

    Raises:
        Conflict: The project already has a guideline.
        InputError: Its schema has no built-in guideline.
        Forbidden: The person is not an editor.
    """
    with database.read() as connection:
        require(connection, actor, project, Permission.EDIT_GUIDELINE)
        if find_version(connection, actor, project) is not None:
            raise Conflict("the project already has a guideline. Edit it")
        files = dict(make_first_version(connection, project).files)
        schema = get_schema(connection, actor, project)
        source = _read_schema(connection, project)
    if request.complete:
        if schema.name not in list_builtin():
            raise InputError(
                "the schema of this project has no built-in guideline",
                expected="one of the schemas " + ", ".join(list_builtin()),
            )
        files = {**read_files(schema.name), SCHEMA_FILE: source}
        files[SETTINGS_FILE] = _name_schema(files[SETTINGS_FILE])
    unwritten = check_files(files)
    with database.write() as connection:
        entry = add_version(connection, actor, project, 1, files, "first version")
    return SavedVersion(entry.version, entry.at, tuple(sorted(files)), unwritten)


def edit_guideline(
    database: Database, actor: Actor, project: str, request: GuidelineEdit
) -> SavedVersion:
    """Store a new version with changed pages.

    An edit that is based on an older version is accepted if nobody has changed the same pages
    since. An edit that is sent again changes nothing.

    Raises:
        Forbidden: The person is not an editor.
        Conflict: Somebody changed the same pages since; contains a `PageClash` for each.
        InputError: The guideline would have problems; the message lists all of them.
    """
    _check_paths(request.pages)
    with database.read() as connection:
        require(connection, actor, project, Permission.EDIT_GUIDELINE)
        latest = load_edition(connection, actor, project)
        base = load_edition(connection, actor, project, request.base)
        source = _read_schema(connection, project)
    files = _merge(base, latest, request.pages)
    if files == dict(latest.files):
        return SavedVersion(latest.version, latest.entry.at, (), check_files(files))
    files = follow_schema(latest, files, source)
    unwritten = check_files(files)
    with database.write() as connection:
        entry = add_version(connection, actor, project, latest.number + 1, files, request.summary)
    return SavedVersion(
        entry.version, entry.at, tuple(_list_changed(latest.files, files)), unwritten
    )


def check_files(files: Mapping[str, str]) -> int:
    """Check a guideline, and return the number of unwritten placeholders.

    Raises:
        InputError: The guideline has problems; the message lists all of them.
    """
    if sum(map(len, files.values())) > _MOST_CHARACTERS:
        raise InputError(
            "the guideline is too large", expected=f"at most {_MOST_CHARACTERS:,} characters"
        )
    guideline = build_guideline(files, _WHERE)
    if guideline.settings.schema != SCHEMA_FILE:
        raise InputError(
            "the guideline names a schema other than the project's",
            where=SETTINGS_FILE,
            expected=f'schema = "{SCHEMA_FILE}"',
        )
    if problems := check_guideline(guideline):
        raise make_problem_error(problems, _WHERE)
    return len(find_unwritten(guideline))


def _merge(base: Edition, latest: Edition, pages: Mapping[str, str | None]) -> dict[str, str]:
    """Return the files of the latest version with the edited pages."""
    clashes = [
        PageClash(path, base.files.get(path), text, latest.files.get(path))
        for path, text in pages.items()
        if latest.files.get(path) not in (base.files.get(path), text)
    ]
    if clashes:
        raise Conflict(
            f"the guideline was changed since version {base.version}, on the same pages. Compare "
            f"both texts, and base the edit on version {latest.version}",
            clashes,
        )
    files = {**latest.files, **{path: text for path, text in pages.items() if text is not None}}
    return {path: text for path, text in files.items() if pages.get(path, "") is not None}


def _check_paths(pages: Mapping[str, str | None]) -> None:
    if not pages:
        raise InputError("the edit changes no page", where="pages", expected="a page or more")
    if pages.get(SETTINGS_FILE, "") is None:
        raise InputError(f"the file {SETTINGS_FILE} cannot be removed", where="pages")
    for path in pages:
        parts = path.split("/")
        fits = path == SETTINGS_FILE or path.endswith(PAGE_SUFFIX)
        if not fits or len(path) > 200 or any(part.startswith(".") or not part for part in parts):
            raise InputError(
                f"{shorten_id(path)} is not a page of a guideline",
                where="pages",
                expected=f"{SETTINGS_FILE}, or a path such as entities/Condition.md",
            )


def _list_changed(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[str]:
    return (path for path in sorted({*old, *new}) if old.get(path) != new.get(path))


def _read_schema(connection: Connection, project: str) -> str:
    query = select(projects.c.schema).where(projects.c.id == project)
    return str(connection.execute(query).scalar_one())


def _name_schema(settings: str) -> str:
    """Return the settings of a guideline with the schema of the project."""
    lines = [
        f'schema = "{SCHEMA_FILE}"' if line.startswith("schema =") else line
        for line in settings.splitlines()
    ]
    return "\n".join(lines) + "\n"
