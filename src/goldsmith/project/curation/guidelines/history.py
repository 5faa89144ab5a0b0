"""Differences between versions of a guideline, and the versions as zip files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Literal

import msgspec

from goldsmith.guidelines.check import check_guideline
from goldsmith.guidelines.diff import diff_files, diff_text
from goldsmith.guidelines.site import Extras, build_site
from goldsmith.project.curation.guidelines.content import Edition, load_edition
from goldsmith.project.guidelines.work import make_problem_error
from goldsmith.store.access import Actor
from goldsmith.store.database import Database

#: The files that an editor works on, or a site to read.
Form = Literal["folder", "site"]
#: The earliest time that a zip file can store, so that a version always gives the same file.
_TIME = (1980, 1, 1, 0, 0, 0)


class DiffedLine(msgspec.Struct, frozen=True):
    """A line of a difference: same, added, removed or gap; changed words are marked in HTML."""

    kind: str
    html: str


class DiffedPage(msgspec.Struct, frozen=True):
    """The difference of a page: added, removed or changed."""

    path: str
    state: str
    lines: tuple[DiffedLine, ...]


class GuidelineDiff(msgspec.Struct, frozen=True):
    """The difference of two versions, page by page and as a unified diff."""

    old: str
    new: str
    pages: tuple[DiffedPage, ...]
    text: str


def compare_versions(
    database: Database, actor: Actor, project: str, old: str, new: str = ""
) -> GuidelineDiff:
    """Return the difference between two versions; the second is the last by default.

    Raises:
        NotFound: The person is not a member of the project, or there is no such version.
    """
    with database.read() as connection:
        first = load_edition(connection, actor, project, old)
        second = load_edition(connection, actor, project, new)
    pages = tuple(
        DiffedPage(
            file.path,
            file.state,
            tuple(DiffedLine(line.kind, "".join(line.html)) for line in file.lines),
        )
        for file in diff_files(first.files, second.files)
    )
    names = (first.version, second.version)
    return GuidelineDiff(*names, pages, diff_text(first.files, second.files, names))


def export_guideline(
    database: Database, actor: Actor, project: str, version: str = "", form: Form = "folder"
) -> bytes:
    """Return a version as a zip file: the folder that `goldsmith guideline` reads, or a site.

    Raises:
        NotFound: The person is not a member of the project, or there is no such version.
        InputError: The schema has changed so that the site cannot be built.
    """
    with database.read() as connection:
        edition = load_edition(connection, actor, project, version)
    return _zip(edition.files if form == "folder" else _build_site(edition))


def _build_site(edition: Edition) -> Mapping[str, str]:
    if problems := check_guideline(edition.guideline):
        raise make_problem_error(problems, f"version {edition.version}")
    return build_site(edition.guideline, Extras(version=f"Version {edition.version}"))


def _zip(files: Mapping[str, str]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(path, _TIME), text, zipfile.ZIP_DEFLATED)
    return target.getvalue()
