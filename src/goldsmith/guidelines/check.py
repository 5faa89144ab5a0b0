"""Check the links, types, sections and examples of a guideline; problems have file and line."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import msgspec

from goldsmith.guidelines.fences import EXAMPLE, SUMMARIES, WRONG, parse_tokens, read_examples
from goldsmith.guidelines.model import SECTIONS, Guideline, Page, list_types, make_slug

if TYPE_CHECKING:
    from markdown_it.token import Token

#: Marks every line of a skeleton that an editor has to replace.
UNWRITTEN = "TODO"
_UNWRITTEN_LINE = re.compile(rf"\s*(?:[-*] )?{UNWRITTEN}\b")
_FILE_NAME = re.compile(r"[\w.-]+")
_WEB = ("http", "https", "mailto")


class Problem(msgspec.Struct, frozen=True):
    """A problem in a guideline and its location."""

    file: str
    line: int
    kind: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.message}"


def check_guideline(guideline: Guideline) -> list[Problem]:
    """Return every problem of a guideline, sorted by file and line."""
    problems = [*_check_types(guideline), *_check_sections(guideline), *_check_slugs(guideline)]
    anchors = {page.path: set(find_anchors(page)) for page in guideline.pages}
    for page in guideline.pages:
        tokens = parse_tokens(page)
        problems += _check_links(page, tokens, anchors)
        problems += _check_fences(page, tokens, guideline)
    return sorted(problems, key=lambda problem: (problem.file, problem.line, problem.message))


def find_unwritten(guideline: Guideline) -> list[Problem]:
    """Return the places of a skeleton that are still unwritten."""
    return [
        Problem(page.path, page.first_line + index, "unwritten", "this is not written yet")
        for page in guideline.pages
        for index, line in enumerate(page.body.split("\n"))
        if _UNWRITTEN_LINE.match(line)
    ]


def find_anchors(page: Page) -> Iterator[str]:
    """Yield the names of the headings of a page, as links address them."""
    tokens = parse_tokens(page)
    for token, content in pairwise(tokens):
        if token.type == "heading_open":
            yield make_slug(content.content)


def resolve_link(page: Page, href: str) -> tuple[str, str]:
    """Return the path and the anchor that a link on a page points to."""
    address = urlsplit(href)
    path = unquote(address.path)
    folder = posixpath.dirname(page.path)
    target = posixpath.normpath(posixpath.join(folder, path)) if path else page.path
    return target, unquote(address.fragment)


def is_web_address(href: str) -> bool:
    """Return whether a link points outside the guideline."""
    return urlsplit(href).scheme in _WEB


def _check_types(guideline: Guideline) -> Iterator[Problem]:
    sections = dict(list_types(guideline.schema))
    pages: dict[str, Page] = {}
    for page in guideline.pages:
        name = page.front.type
        if not name:
            continue
        if name not in sections:
            expected = ", ".join(sections)
            message = f"the schema has no type {name}; expected one of {expected}"
            yield Problem(page.path, 1, "type", message)
        elif sections[name] != page.front.section:
            message = f"the page about {name} belongs in the section {sections[name]}"
            yield Problem(page.path, 1, "type", message)
        if name in pages:
            message = f"{pages[name].path} is already about the type {name}"
            yield Problem(page.path, 1, "type", message)
        pages.setdefault(name, page)
    for name in sections:
        if name not in pages:
            yield Problem("guideline.toml", 0, "type", f"no page is about the type {name}")


def _check_sections(guideline: Guideline) -> Iterator[Problem]:
    for section in SECTIONS:
        if not section.is_overview and not guideline.select_pages(section.name):
            yield Problem("guideline.toml", 0, "section", f"the section {section.name} has no page")


def _check_slugs(guideline: Guideline) -> Iterator[Problem]:
    paths = {"index": "the first page of the site", "all": "the page with everything"}
    for section in SECTIONS:
        if section.is_overview:
            paths[section.name] = f"the first page of the section {section.name}"
    for page in guideline.pages:
        if not _FILE_NAME.fullmatch(page.slug):
            message = "rename the file; expected letters, digits, hyphens, underscores and dots"
            yield Problem(page.path, 1, "name", message)
        if page.slug == page.front.section and not page.front.type:
            continue  # the first page of its own section
        if page.slug.lower() in paths:
            message = f"this name is taken by {paths[page.slug.lower()]}; rename the file"
            yield Problem(page.path, 1, "name", message)
        paths.setdefault(page.slug.lower(), page.path)


def _check_links(
    page: Page, tokens: list[Token], anchors: dict[str, set[str]]
) -> Iterator[Problem]:
    for line, href in _find_links(page, tokens):
        if is_web_address(href):
            continue
        target, anchor = resolve_link(page, href)
        if target not in anchors:
            message = f"the link points to {target}, which does not exist"
            yield Problem(page.path, line, "link", message)
        elif anchor and anchor not in anchors[target]:
            message = f"the link points to #{anchor}, which {target} does not have"
            yield Problem(page.path, line, "link", message)


def _find_links(page: Page, tokens: list[Token]) -> Iterator[tuple[int, str]]:
    for token in tokens:
        line = page.first_line + (token.map[0] if token.map else 0)
        for child in token.children or ():
            if child.type in ("softbreak", "hardbreak"):
                line += 1
            elif child.type == "link_open":
                yield line, str(child.attrGet("href") or "")


def _check_fences(page: Page, tokens: list[Token], guideline: Guideline) -> Iterator[Problem]:
    for token in tokens:
        if token.type != "fence":
            continue
        line = page.first_line + (token.map[0] if token.map else 0)
        if token.info.strip() in (EXAMPLE, WRONG):
            for example in read_examples(token, page):
                for place, message in example.find_problems(guideline.schema):
                    yield Problem(page.path, place, "example", f"the example is wrong: {message}")
        else:
            for message in _check_table(page, token, guideline):
                yield Problem(page.path, line, "block", message)


def _check_table(page: Page, token: Token, guideline: Guideline) -> Iterator[str]:
    """Yield the problems of a block that expands to a table of the schema."""
    info, content = token.info.strip(), token.content.strip()
    schema, name = guideline.schema, page.front.type
    if info == "summary" and content not in SUMMARIES:
        yield f"there is no summary {content!r}; expected one of {', '.join(SUMMARIES)}"
    elif info == "arguments" and schema.get_relation_type(name) is None:
        yield "only the page about a relation has a table of arguments"
    elif info == "values":
        entry = schema.get_mention_type(name) or schema.get_relation_type(name)
        names = tuple(entry.attributes) if entry else ()
        if content not in names:
            expected = ", ".join(names) or "no such block: the type has no attributes"
            yield f"the type has no attribute {content!r}; expected {expected}"
    elif info not in ("summary", "arguments", "values", ""):
        expected = "example, wrong, summary, arguments or values"
        yield f"there is no block called {info!r}; expected {expected}"
