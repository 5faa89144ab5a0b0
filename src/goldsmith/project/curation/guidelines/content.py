"""The guideline of a version, parsed and ready to render.

Until an editor stores a version, a project has the version "0": the skeleton of its schema.
"""

from __future__ import annotations

import datetime
import threading
from collections import OrderedDict
from collections.abc import Mapping
from functools import cached_property
from typing import Final

from sqlalchemy import Connection, select

from goldsmith.core import parse_schema
from goldsmith.errors import NotFound
from goldsmith.guidelines.folder import build_guideline
from goldsmith.guidelines.markdown import PageRenderer
from goldsmith.guidelines.model import Guideline, list_types
from goldsmith.guidelines.skeleton import make_skeleton
from goldsmith.store.access import Actor, Permission, require
from goldsmith.store.curation.guidelines import StoredVersion, VersionEntry, find_version
from goldsmith.store.tables import projects

#: The version of a project before its editors have stored one.
SKELETON: Final = "0"
#: The file of the schema; the server keeps it equal to the schema of the project.
SCHEMA_FILE: Final = "schema.toml"
_WHERE = "guideline"
_CAPACITY = 32


class Edition:
    """A version of a guideline with the renderer of its pages."""

    def __init__(self, stored: StoredVersion) -> None:
        self.entry, self.number, self.files = stored.entry, stored.number, stored.files

    @property
    def version(self) -> str:
        return self.entry.version

    @cached_property
    def guideline(self) -> Guideline:
        return build_guideline(self.files, _WHERE)

    @cached_property
    def renderer(self) -> PageRenderer:
        return PageRenderer(self.guideline)


_editions: OrderedDict[tuple[str, str], Edition] = OrderedDict()
_lock = threading.Lock()


def load_edition(connection: Connection, actor: Actor, project: str, version: str = "") -> Edition:
    """Return a version of the guideline of a project, by default the last.

    Raises:
        NotFound: The person is not a member of the project, or there is no such version.
    """
    require(connection, actor, project, Permission.SEE_PROJECT)
    key = (project, version)
    with _lock:
        edition = _editions.get(key) if version else None
    if edition is not None:
        return edition
    stored = find_version(connection, actor, project, version)
    if stored is None and version in ("", SKELETON):
        return Edition(make_first_version(connection, project))
    if stored is None:
        raise NotFound("the guideline has no such version. List its versions")
    return _remember(project, stored)


def make_first_version(connection: Connection, project: str) -> StoredVersion:
    """Return the skeleton of the guideline of a project; the caller checks the permission."""
    query = select(projects.c.schema, projects.c.title, projects.c.name, projects.c.created_at)
    row = connection.execute(query.where(projects.c.id == project)).one()
    files = make_skeleton_files(row.schema, row.title or row.name, row.created_at)
    entry = VersionEntry(SKELETON, "made from the schema", "", row.created_at)
    return StoredVersion(entry, 0, files)


def make_skeleton_files(schema: str, title: str, at: int) -> dict[str, str]:
    """Return the files of an empty guideline for a schema in TOML."""
    content = parse_schema(schema, where="schema of the project")
    day = datetime.datetime.fromtimestamp(at / 1000, datetime.UTC).date().isoformat()
    files = make_skeleton(content, SCHEMA_FILE, title=f"Guideline of {title}", today=day)
    return {**files, SCHEMA_FILE: schema}


def follow_schema(edition: Edition, files: Mapping[str, str], schema: str) -> dict[str, str]:
    """Return edited files with the schema of the project, and with a page for each new type.

    Args:
        edition: The version that was edited; its types are not new.
        files: The edited files.
        schema: The schema of the project, as TOML.
    """
    skeleton = make_skeleton_files(schema, "", edition.entry.at)
    present = {name for name, _ in list_types(edition.guideline.schema)}
    drafts = build_guideline(skeleton, _WHERE).pages
    fresh = {
        page.path: skeleton[page.path]
        for page in drafts
        if page.front.type and page.front.type not in present
    }
    return {**fresh, **files, SCHEMA_FILE: schema}


def _remember(project: str, stored: StoredVersion) -> Edition:
    key = (project, stored.entry.version)
    with _lock:
        edition = _editions.setdefault(key, Edition(stored))
        _editions.move_to_end(key)
        while len(_editions) > _CAPACITY:
            _editions.popitem(last=False)
    return edition
