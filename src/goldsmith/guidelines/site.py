"""The static site of a guideline: every page is one HTML file that needs no network."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec
from markupsafe import Markup

from goldsmith.guidelines.markdown import Body, Heading, PageRenderer, make_address
from goldsmith.guidelines.marks import MarkedSentence
from goldsmith.guidelines.model import SECTIONS, Guideline, Page, Section, get_label
from goldsmith.guidelines.tables import convert_table
from goldsmith.rendering.environment import encode_data, render
from goldsmith.rendering.table import Table

HOME = "index.html"
EVERYTHING = "all.html"
_NEWS_ITEMS = 3
_VERSIONS = Heading("versions", "Versions", 2)
_AGREEMENT = Heading("agreement", "Agreement by version", 2)
#: Elements left out of the search: pictures, tables from the schema, labels of marks, relations.
_NOISE = re.compile(
    r"<svg\b.*?</svg>|<div class=\"table\">.*?</table></div></div>"
    r"|<span class=\"verdict\">.*?</span>|<ul class=\"arrows\".*?</ul>"
    r"|(?:<a href=\"[^\"]*\">[^<]*</a>|<span>[^<]*</span>|<sup>[^<]*</sup>|<em>[^<]*</em>)+</mark>",
    re.DOTALL,
)
_INLINE_TAGS = re.compile(r"</?(?:a|b|code|em|i|mark|small|span|strong)\b[^>]*>")
_TAGS = re.compile(r"<[^>]*>")


class Extras(msgspec.Struct, frozen=True):
    """Content of a site in addition to the pages of its guideline."""

    version: str = ""
    """The version shown on every page."""
    history: Table | None = None
    """The history of versions."""
    agreement: Table | None = None
    """The agreement by version."""
    chart: str = ""
    """The agreement as an SVG picture."""
    places: Mapping[str, Sequence[MarkedSentence]] = {}
    """Type -> annotated sentences of a corpus."""
    corpus: str = ""
    """The name of that corpus."""


class SitePage(msgspec.Struct, frozen=True):
    """A page of the site without its frame."""

    address: str
    title: str
    section: Section
    body: Body
    type: str = ""
    label: str = ""
    """The label of the type in the schema, if it differs from its name."""
    colour: int = 0


class Link(msgspec.Struct, frozen=True):
    """An entry of the navigation."""

    address: str
    title: str
    colour: int = 0


class NavigationSection(msgspec.Struct, frozen=True):
    """A section of the navigation with its pages."""

    section: Section
    address: str
    links: tuple[Link, ...]


class _Entry(msgspec.Struct, frozen=True):
    """An entry of the search index: a part of a page."""

    address: str
    page: str
    part: str
    text: str


def build_site(guideline: Guideline, extras: Extras | None = None) -> dict[str, str]:
    """Build the files of a site.

    Args:
        guideline: The guideline; it must have passed `check_guideline`.
        extras: Version, history, agreement, and sentences of a corpus.

    Returns:
        The content of each file by its name.
    """
    shown = extras or Extras()
    builder = _SiteBuilder(guideline, shown)
    return builder.build()


class _SiteBuilder:
    def __init__(self, guideline: Guideline, extras: Extras) -> None:
        self._guideline, self._extras = guideline, extras
        self._renderer = PageRenderer(guideline)
        self._pages = [page for section in SECTIONS for page in self._make_section(section)]
        self._navigation = tuple(filter(None, map(self._make_navigation, SECTIONS)))
        self._index = encode_data([entry for page in self._pages for entry in _index_page(page)])

    def build(self) -> dict[str, str]:
        files = {HOME: self._render("guidelines/home.html", news=self._find_news())}
        for index, page in enumerate(self._pages):
            files[page.address] = self._render(
                "guidelines/page.html",
                page=page,
                previous=self._pages[index - 1] if index else None,
                following=self._pages[index + 1] if index + 1 < len(self._pages) else None,
            )
        files[EVERYTHING] = self._render("guidelines/everything.html", pages=self._pages)
        return files

    def _render(self, template: str, **values: object) -> str:
        current = values.get("page")
        return str(
            render(
                template,
                bundle="guidelines",
                settings=self._guideline.settings,
                schema=self._guideline.schema,
                extras=self._extras,
                navigation=self._navigation,
                search_index=self._index,
                current=current.address if isinstance(current, SitePage) else "",
                **values,
            )
        )

    def _make_section(self, section: Section) -> list[SitePage]:
        pages = [
            self._make_page(page, section) for page in self._guideline.select_pages(section.name)
        ]
        has_first = any(not page.type for page in pages)
        if section.is_overview and not has_first:
            pages.insert(0, self._make_overview(section))
        return pages

    def _make_page(self, page: Page, section: Section) -> SitePage:
        body = self._renderer.render(page)
        name = page.front.type
        if name in self._extras.places:
            body = self._add_places(body, name)
        if section.name == "news":
            body = self._add_history(body)
        label = get_label(self._guideline.schema, name)
        return SitePage(
            make_address(page),
            page.heading,
            section,
            body,
            name,
            label if label.lower() != name.lower() else "",
            self._renderer.marker.get_colour(name),
        )

    def _make_overview(self, section: Section) -> SitePage:
        kinds = ("modifiers", "attributes") if section.name == "modifiers" else (section.name,)
        table = Markup("").join(self._renderer.render_summary(kind) for kind in kinds)
        html = Markup("<p>{}</p>").format(section.description) + table
        return SitePage(f"{section.name}.html", section.title, section, Body(html, ()))

    def _add_places(self, body: Body, name: str) -> Body:
        heading = Heading("in-the-corpus", "In the corpus", 2)
        html = render(
            "guidelines/places.html",
            bundle="guidelines",
            heading=heading,
            corpus=self._extras.corpus,
            examples=self._renderer.render_sentences(list(self._extras.places[name])),
        )
        return Body(body.html + html, (*body.headings, heading))

    def _add_history(self, body: Body) -> Body:
        extras = self._extras
        figure = Markup("<figure>{}</figure>").format(Markup(extras.chart)) if extras.chart else ""
        parts = (
            (_VERSIONS, extras.history, Markup("")),
            (_AGREEMENT, extras.agreement, figure),
        )
        for heading, table, picture in parts:
            if table:
                html = picture + self._renderer.render_table(convert_table(table))
                section = Markup('<section class="part"><h2 id="{}">{}</h2>{}</section>')
                added = section.format(heading.id, heading.title, html)
                body = Body(body.html + added, (*body.headings, heading))
        return body

    def _make_navigation(self, section: Section) -> NavigationSection | None:
        pages = [page for page in self._pages if page.section.name == section.name]
        if not pages:
            return None
        links = tuple(Link(page.address, page.title, page.colour) for page in pages[1:])
        return NavigationSection(section, pages[0].address, links)

    def _find_news(self) -> list[Link]:
        """Find the newest entries of the news, whose headings come first on the page."""
        return [
            Link(f"{page.address}#{heading.id}", heading.title)
            for page in self._pages
            if page.section.name == "news"
            for heading in page.body.headings
            if heading.level == 2 and heading not in (_VERSIONS, _AGREEMENT)
        ][:_NEWS_ITEMS]


def _index_page(page: SitePage) -> list[_Entry]:
    """Split the text of a page at its headings, for the search."""
    html = str(page.body.html)
    starts = [(html.find(f'id="{heading.id}"'), heading) for heading in page.body.headings]
    starts = [(html.rfind("<h", 0, place), heading) for place, heading in starts if place >= 0]
    ends = [place for place, _ in starts[1:]] + [len(html)] * bool(starts)
    lead = _read_words(html[: starts[0][0]] if starts else html)
    entries = [_Entry(page.address, page.title, "", f"{page.label} {lead}".strip())]
    for (place, heading), end in zip(starts, ends, strict=True):
        text = _read_words(html[place:end]).removeprefix(heading.title).strip()
        address = f"{page.address}#{heading.id}"
        entries.append(_Entry(address, page.title, heading.title, text))
    return entries


def _read_words(html: str) -> str:
    text = _TAGS.sub(" ", _INLINE_TAGS.sub("", _NOISE.sub("", html)))
    return " ".join(Markup(text).unescape().split())
