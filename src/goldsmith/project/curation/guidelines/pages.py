"""Rendered pages of a guideline, and search over them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from goldsmith.errors import InputError, NotFound
from goldsmith.guidelines.check import find_unwritten
from goldsmith.guidelines.markdown import Heading, make_address
from goldsmith.guidelines.model import SECTIONS, Page, list_types, make_slug
from goldsmith.project.curation.guidelines.content import Edition, load_edition
from goldsmith.store.access import Actor
from goldsmith.store.curation.guidelines import VersionEntry, get_task_guideline
from goldsmith.store.database import Database

_HEADING = re.compile(r"^#{2,4}\s+(.*)$", re.MULTILINE)
#: Characters of a page that a search shows before and after the first match.
_AROUND = 80
_MOST_WORDS = 20


class PageHead(msgspec.Struct, frozen=True):
    """A page in a list; `address` is its name in the links of rendered pages."""

    path: str
    title: str
    section: str
    type: str
    address: str


class SectionView(msgspec.Struct, frozen=True):
    """A section of the guideline with its pages."""

    name: str
    title: str
    description: str
    pages: tuple[PageHead, ...]


class GuidelineView(msgspec.Struct, frozen=True):
    """A version of a guideline; `unwritten` counts the placeholders that are still empty."""

    version: VersionEntry
    title: str
    unwritten: int
    sections: tuple[SectionView, ...]


class PageView(msgspec.Struct, frozen=True):
    """A page as Markdown and as HTML.

    Attributes:
        version: The version of the guideline.
        previous: The path of the page before; empty on the first.
        following: The path of the next page; empty on the last.
    """

    version: str
    head: PageHead
    markdown: str
    html: str
    headings: tuple[Heading, ...]
    previous: str
    following: str


class PageHit(msgspec.Struct, frozen=True):
    """A part of a page that contains the words of a search."""

    path: str
    title: str
    heading: str
    anchor: str
    excerpt: str


def read_guideline(
    database: Database, actor: Actor, project: str, version: str = ""
) -> GuidelineView:
    """Return the contents of a guideline, by default of its last version.

    Raises:
        NotFound: The person is not a member of the project, or there is no such version.
    """
    return _view_guideline(_load(database, actor, project, version))


def read_task_guideline(database: Database, actor: Actor, task: str) -> GuidelineView:
    """Return the contents of the guideline that the annotator of a task follows.

    Raises:
        NotFound: There is no such task, or it is somebody else's.
    """
    with database.read() as connection:
        project, version = get_task_guideline(connection, actor, task)
    return read_guideline(database, actor, project, version)


def read_page(
    database: Database, actor: Actor, project: str, path: str, version: str = ""
) -> PageView:
    """Return a page of a guideline.

    Raises:
        NotFound: The person is not a member of the project, or there is no such version or page.
    """
    edition = _load(database, actor, project, version)
    page = edition.guideline.get_page(path)
    if page is None:
        raise NotFound("the guideline has no such page. List its pages")
    return _view_page(edition, page)


def read_type_page(
    database: Database, actor: Actor, project: str, type_name: str, version: str = ""
) -> PageView:
    """Return the page for a type of the schema.

    Raises:
        NotFound: The person is not a member of the project, or no page covers the type.
    """
    edition = _load(database, actor, project, version)
    page = edition.guideline.find_page(type_name)
    if page is None:
        types = ", ".join(name for name, _ in list_types(edition.guideline.schema))
        raise NotFound(f"no page covers that type. The schema has {types}")
    return _view_page(edition, page)


def search_pages(
    database: Database,
    actor: Actor,
    project: str,
    query: str,
    *,
    version: str = "",
    limit: int = 20,
) -> tuple[PageHit, ...]:
    """Return the parts of pages that contain all words of a query; titles come first.

    Raises:
        NotFound: The person is not a member of the project, or there is no such version.
        InputError: The query has no word.
    """
    words = query.casefold().split()[:_MOST_WORDS]
    if not words:
        raise InputError("there is nothing to search for", where="query", expected="a word")
    edition = _load(database, actor, project, version)
    ranked = [
        (not all(word in f"{page.heading} {heading}".casefold() for word in words), number, hit)
        for page in edition.guideline.pages
        for number, (heading, text) in enumerate(_split(page))
        if (hit := _match(page, heading, text, words))
    ]
    ranked.sort(key=lambda entry: entry[0])
    return tuple(hit for _, _, hit in ranked[:limit])


def _load(database: Database, actor: Actor, project: str, version: str) -> Edition:
    with database.read() as connection:
        return load_edition(connection, actor, project, version)


def _view_guideline(edition: Edition) -> GuidelineView:
    guideline = edition.guideline
    sections = tuple(
        SectionView(
            section.name,
            section.title,
            section.description,
            tuple(map(_make_head, guideline.select_pages(section.name))),
        )
        for section in SECTIONS
    )
    return GuidelineView(
        edition.entry, guideline.settings.title, len(find_unwritten(guideline)), sections
    )


def _view_page(edition: Edition, page: Page) -> PageView:
    body = edition.renderer.render(page)
    paths = [entry.path for entry in edition.guideline.pages]
    at = paths.index(page.path)
    return PageView(
        edition.version,
        _make_head(page),
        edition.files[page.path],
        "".join(body.html),
        body.headings,
        paths[at - 1] if at else "",
        paths[at + 1] if at + 1 < len(paths) else "",
    )


def _make_head(page: Page) -> PageHead:
    return PageHead(
        page.path, page.front.title, page.front.section, page.front.type, make_address(page)
    )


def _split(page: Page) -> Iterator[tuple[str, str]]:
    """Yield the parts of a page with their headings; the first has none."""
    pieces = _HEADING.split(page.body)
    yield "", pieces[0]
    yield from zip(pieces[1::2], pieces[2::2], strict=True)


def _match(page: Page, heading: str, text: str, words: list[str]) -> PageHit | None:
    plain = " ".join(text.split())
    content = f"{page.heading} {page.front.title} {heading} {plain}".casefold()
    if not all(word in content for word in words):
        return None
    places = [place for word in words if (place := plain.casefold().find(word)) >= 0]
    start = max(min(places, default=0) - _AROUND, 0)
    excerpt = plain[start : start + 2 * _AROUND]
    anchor = make_slug(heading) if heading else ""
    return PageHit(page.path, page.front.title, heading, anchor, excerpt)
