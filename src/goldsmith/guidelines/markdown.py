"""Render Markdown pages as HTML: type names become links, blocks become examples and tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
from markupsafe import Markup

from goldsmith.guidelines.check import is_web_address, resolve_link
from goldsmith.guidelines.fences import (
    EXAMPLE,
    WRONG,
    find_examples,
    make_parser,
    parse_tokens,
    read_examples,
)
from goldsmith.guidelines.marks import MarkedSentence, Marker
from goldsmith.guidelines.model import Guideline, Page, get_label, list_types, make_slug
from goldsmith.guidelines.tables import (
    PageTable,
    make_argument_table,
    make_summary,
    make_value_table,
)
from goldsmith.rendering.environment import render

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token

#: A name is linked in running text only if it cannot be an ordinary word.
_DISTINCT = re.compile(r"[A-Z0-9_]|\w-\w")


class Heading(msgspec.Struct, frozen=True):
    """A heading of a page, for its table of contents."""

    id: str
    title: str
    level: int


class Body(msgspec.Struct, frozen=True):
    """The body of a page as HTML."""

    html: Markup
    headings: tuple[Heading, ...]


class PageRenderer:
    """Renders the pages of a guideline."""

    def __init__(self, guideline: Guideline) -> None:
        self._guideline, self._schema = guideline, guideline.schema
        self.marker = Marker(guideline.schema, self.link_type)
        self._names = self._collect_names()
        self._pattern = _build_pattern(self._names)
        self._examples = self._find_first_examples()

    def link_type(self, name: str) -> str:
        """Return the address of the page about a type, or "" without such a page."""
        page = self._guideline.find_page(name)
        return make_address(page) if page else ""

    def render(self, page: Page) -> Body:
        """Render the body of a page."""
        tokens: list[Token] = []
        headings: list[Heading] = []
        is_open = False
        source = parse_tokens(page)
        for index, token in enumerate(source):
            if token.type == "heading_open":
                heading = _read_heading(token, source[index + 1])
                headings.append(heading)
                token.attrSet("id", heading.id)
                if heading.level == 2:
                    tokens.append(_make_html(_open_part(heading, is_open)))
                    is_open = True
            elif token.type == "inline" and token.children:
                is_heading = source[index - 1].type == "heading_open"
                token.children = list(self._link_names(token.children, page, not is_heading))
            tokens.append(self._replace_fence(token, page))
        if is_open:
            tokens.append(_make_html("</section>"))
        parser = make_parser()
        html = Markup(parser.renderer.render(tokens, parser.options, {}))
        return Body(html, tuple(headings))

    def render_summary(self, kind: str) -> Markup:
        """Render a summary table of the types of a kind."""
        return self.render_table(make_summary(self._schema, kind, self._examples))

    def render_sentences(self, sentences: list[MarkedSentence]) -> Markup:
        """Render annotated sentences."""
        return render(
            "guidelines/examples.html",
            bundle="guidelines",
            sentences=sentences,
            link_names=self._link_plain_text,
        )

    def _collect_names(self) -> dict[str, str]:
        """Return every word that links to a type, with the name of the type."""
        names: dict[str, str] = {}
        for name, _ in list_types(self._schema):
            if self.link_type(name):
                for word in (name, get_label(self._schema, name)):
                    names.setdefault(word, name)
        return names

    def _find_first_examples(self) -> dict[str, MarkedSentence]:
        """Find the first correct example of the page about each type."""
        examples = {}
        for page in self._guideline.pages:
            for example in find_examples(page) if page.front.type else ():
                doc = example.parse()
                annotations = doc.sets[EXAMPLE]
                used = {mention.type for mention in annotations.mentions}
                used |= {rel.type for rel in annotations.relations}
                if not example.is_wrong and page.front.type in used:
                    examples[page.front.type] = self.marker.mark(doc, annotations)
                    break
        return examples

    def _replace_fence(self, token: Token, page: Page) -> Token:
        if token.type != "fence":
            return token
        info, content = token.info.strip(), token.content.strip()
        if info in (EXAMPLE, WRONG):
            sentences = []
            for example in read_examples(token, page):
                doc = example.parse()
                sentences.append(
                    self.marker.mark(
                        doc, doc.sets[EXAMPLE], note=example.note, is_wrong=example.is_wrong
                    )
                )
            return _make_html(self.render_sentences(sentences))
        table = self._make_table(info, content, page)
        return _make_html(self.render_table(table)) if table else token

    def _make_table(self, info: str, content: str, page: Page) -> PageTable | None:
        name = page.front.type
        if info == "summary":
            return make_summary(self._schema, content, self._examples)
        if info == "arguments":
            return make_argument_table(self._schema, name)
        if info == "values":
            entry = self._schema.get_mention_type(name) or self._schema.get_relation_type(name)
            assert entry is not None
            return make_value_table(entry.attributes[content])
        return None

    def render_table(self, table: PageTable) -> Markup:
        """Render a table, with links on the names of types."""
        return render(
            "guidelines/table.html",
            bundle="guidelines",
            table=table,
            link=self.link_type,
            link_names=self._link_plain_text,
        )

    def _link_names(self, children: list[Token], page: Page, linking: bool) -> Iterator[Token]:
        """Yield the tokens of a line of text, with links on the names of types."""
        depth = 0
        for token in children:
            if token.type == "link_open":
                depth += 1
                token.attrSet("href", self._make_href(page, str(token.attrGet("href") or "")))
            elif token.type == "link_close":
                depth -= 1
            if depth or not linking or token.type == "link_close":
                yield token
            elif token.type == "text":
                yield from self._split_text(token.content, page)
            elif token.type == "code_inline" and token.content in self._names:
                yield self._make_link(token.content, self._names[token.content], page, code=True)
            else:
                yield token

    def _split_text(self, text: str, page: Page | None) -> Iterator[Token]:
        place = 0
        for match in self._pattern.finditer(text) if self._pattern else ():
            yield _make_text(text[place : match.start()])
            yield self._make_link(match[0], self._names[match["name"]], page)
            place = match.end()
        yield _make_text(text[place:])

    def _link_plain_text(self, text: str) -> Markup:
        """Link the names of types in a text that is not Markdown."""
        from markdown_it.token import Token

        parser = make_parser()
        line = Token("inline", "", 0, children=list(self._split_text(text, None)))
        return Markup(parser.renderer.render([line], parser.options, {}))

    def _make_link(self, words: str, name: str, page: Page | None, *, code: bool = False) -> Token:
        """Link words to the page about a type; on that page itself they stay unchanged."""
        label = Markup("<code>{}</code>").format(words) if code else Markup.escape(words)
        if page and page.front.type == name:
            return _make_html(label if code else Markup("<b>{}</b>").format(words), inline=True)
        colour = self.marker.get_colour(name)
        anchor = Markup('<a class="type t{}" href="{}">{}</a>')
        return _make_html(anchor.format(colour, self.link_type(name), label), inline=True)

    def _make_href(self, page: Page, href: str) -> str:
        if is_web_address(href):
            return href
        path, anchor = resolve_link(page, href)
        target = self._guideline.get_page(path)
        address = make_address(target) if target else href
        return f"{address}#{anchor}" if anchor else address


def make_address(page: Page) -> str:
    """Return the name of the file of a page in the site."""
    return f"{page.slug}.html"


def _build_pattern(names: dict[str, str]) -> re.Pattern[str] | None:
    words = sorted((word for word in names if _DISTINCT.search(word)), key=len, reverse=True)
    if not words:
        return None
    return re.compile(rf"(?<![\w-])(?P<name>{'|'.join(map(re.escape, words))})(?:s|es)?(?![\w-])")


def _read_heading(token: Token, content: Token) -> Heading:
    title = "".join(
        child.content for child in content.children or () if child.type in ("text", "code_inline")
    )
    return Heading(make_slug(content.content), title, int(token.tag[1:]))


def _open_part(heading: Heading, is_open: bool) -> Markup:
    close = Markup("</section>" if is_open else "")
    return close + Markup('<section class="part {}">').format(f"is-{heading.id}")


def _make_html(html: str, *, inline: bool = False) -> Token:
    from markdown_it.token import Token

    return Token("html_inline" if inline else "html_block", "", 0, content=html)


def _make_text(text: str) -> Token:
    from markdown_it.token import Token

    return Token("text", "", 0, content=text)
