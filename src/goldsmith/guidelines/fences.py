"""The fenced blocks of a page that are not code: annotated examples and tables from the schema.

    ```example                       annotated sentences, one per line, as the guideline requires
    Denies <Condition>fever</>. // a symptom that is absent
    ```

| block       | content                                                                   |
| ----------- | ------------------------------------------------------------------------- |
| `example`   | sentences in the inline notation; ` // ` begins an explanation            |
| `wrong`     | the same, annotated in a way that the guideline forbids                   |
| `summary`   | `entities`, `modifiers`, `relations` or `attributes`: a table of the types |
| `arguments` | the table of arguments of the relation that the page is about             |
| `values`    | an attribute of the type that the page is about: the table of its values  |

A backslash at the end of a line joins the next line to a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Final

import msgspec

from goldsmith.core import Document, Schema, validate
from goldsmith.errors import InputError
from goldsmith.examples import inline
from goldsmith.guidelines.model import Page
from goldsmith.rules import check_rules

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

EXAMPLE: Final = "example"
WRONG: Final = "wrong"
SUMMARIES: Final = ("entities", "modifiers", "relations", "attributes")
_NOTE = " // "
#: The annotation set of a parsed example.
_SET = "example"


class Example(msgspec.Struct, frozen=True):
    """An annotated sentence of a page."""

    source: str
    note: str
    line: int
    """The line of the file, from 1."""
    is_wrong: bool = False

    def parse(self) -> Document:
        """Parse the sentence.

        Raises:
            InputError: The notation is wrong; the error has the line of the file.
        """
        try:
            return inline.parse(self.source, set_name=_SET)
        except InputError as error:
            line = self.line + max(error.line, 1) - 1
            raise InputError(error.what, line=line, expected=error.expected) from None

    def find_problems(self, schema: Schema) -> Iterator[tuple[int, str]]:
        """Yield every problem under a schema, with its line; a wrong example need only parse."""
        try:
            doc = self.parse()
        except InputError as error:
            expected = f"; expected {error.expected}" if error.expected else ""
            yield error.line, error.what + expected
            return
        if self.is_wrong:
            return
        annotations = doc.sets[_SET]
        for problem in (
            *validate(doc, annotations, schema),
            *check_rules(doc, annotations, schema, None),
        ):
            yield self.line, problem.message


@cache
def make_parser() -> MarkdownIt:
    """Make the parser of pages: CommonMark with tables, without HTML and images."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


def parse_tokens(page: Page) -> list[Token]:
    """Parse the body of a page into tokens of Markdown."""
    return make_parser().parse(page.body)


def read_examples(token: Token, page: Page) -> Iterator[Example]:
    """Yield the sentences of a fenced block."""
    line = page.first_line + (token.map[0] if token.map else 0) + 1
    pending, start = "", line
    for number, text in enumerate(token.content.split("\n"), line):
        if not pending:
            start = number
        pending += text
        if text.endswith("\\"):
            pending += "\n"
        elif pending.strip():
            sentence, _, note = pending.partition(_NOTE)
            yield Example(sentence.strip(), note.strip(), start, token.info.strip() == WRONG)
            pending = ""


def find_examples(page: Page) -> Iterator[Example]:
    """Yield every annotated sentence of a page."""
    for token in parse_tokens(page):
        if token.type == "fence" and token.info.strip() in (EXAMPLE, WRONG):
            yield from read_examples(token, page)
