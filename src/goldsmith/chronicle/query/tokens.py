"""Split a query into tokens, each with its position."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from goldsmith.chronicle.query.model import Place
from goldsmith.errors import QueryError

TokenKind = Literal["word", "number", "date", "name", "code", "symbol", "end"]

_TOKEN = re.compile(
    r"""
      (?P<name> "[^"]*" | “[^”]*” )
    | (?P<date> \d{4}-\d{2}(?:-\d{2})? (?![\w-]) )
    | (?P<number> \d+(?:\.\d+)? (?![\w-]|\.\d) )
    | (?P<code> [^\W\d][\w-]* : [\w./-]*\w )
    | (?P<word> \w[\w'’+-]* )
    | (?P<symbol> >=|<=|[(),?.<>=] )
    | (?P<space> \s+ )
    """,
    re.VERBOSE,
)


class Token(msgspec.Struct, frozen=True):
    """A word, number, date, quoted name, code or symbol of a query.

    `text` is in lower case for words, and without quotation marks for names.
    """

    kind: TokenKind
    text: str
    place: Place
    raw: str = ""


def split_tokens(query: str) -> list[Token]:
    """Return the tokens of a query, followed by a token of the kind `end`.

    Raises:
        QueryError: A character is invalid, a name is empty, or a quotation mark is not closed.
    """
    tokens, position = [], 0
    while position < len(query):
        match = _TOKEN.match(query, position)
        if match is None:
            raise _explain_character(query, position)
        if match.lastgroup != "space":
            tokens.append(_make_token(match))
        position = match.end()
    return [*tokens, Token("end", "", Place(len(query), len(query)))]


def _make_token(match: re.Match[str]) -> Token:
    kind, raw = str(match.lastgroup), match.group()
    text = raw[1:-1].strip() if kind == "name" else raw.lower() if kind == "word" else raw
    if kind == "name" and not text:
        raise QueryError(
            "this name is empty",
            query=match.string,
            start=match.start(),
            end=match.end(),
            expected="a name between the quotation marks",
        )
    return Token(msgspec.convert(kind, TokenKind), text, Place(*match.span()), raw)


def _explain_character(query: str, position: int) -> QueryError:
    if query[position] in '"“':
        return QueryError(
            "this quotation mark is not closed",
            query=query,
            start=position,
            end=len(query),
            expected="a second quotation mark after the name",
        )
    return QueryError(
        "this character has no meaning here",
        query=query,
        start=position,
        end=position + 1,
        expected="words, numbers, dates, names in quotation marks, commas and parentheses",
    )
