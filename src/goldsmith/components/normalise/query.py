"""Queries: the words of a mention, and the same with abbreviations expanded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Set
from typing import NamedTuple

from goldsmith.core import Mention, Span
from goldsmith.pipeline.analysis import Analysis


class Query(NamedTuple):
    """The words of a mention, and the same with abbreviations expanded.

    `is_mention` says whether the long forms are mentions themselves; if not, as in "deficiency of
    … oxidase (XO)", the abbreviation of the document may mean something else.
    """

    text: str
    long: str
    is_mention: bool = True


def make_queries(analysis: Analysis, mentions: Iterable[Mention]) -> list[Query]:
    """Make the queries of the mentions of a document."""
    mentions = list(mentions)
    spans = {mention.spans[0] for mention in mentions if len(mention.spans) == 1}
    return [_make_query(analysis, mention, spans) for mention in mentions]


def _make_query(analysis: Analysis, mention: Mention, spans: Set[Span]) -> Query:
    """Make the query of a mention; abbreviations that the text defines are expanded."""
    text = " ".join(analysis.text[span.start : span.end] for span in mention.spans)
    long, is_mention = text, True
    for short, full in analysis.long_forms:
        abbreviation = analysis.text[slice(*short)]
        if abbreviation in long:
            expansion = analysis.text[slice(*full)]
            pattern = rf"(?<!\w){re.escape(abbreviation)}(?!\w)"
            long = re.sub(pattern, _replace_literally(expansion), long)
            long = long.replace(f"({abbreviation})", "").replace(f"({expansion})", "")
            is_mention = is_mention and Span(*full) in spans
    return Query(" ".join(text.split()), " ".join(long.split()), is_mention or long == text)


def _replace_literally(text: str) -> Callable[[re.Match[str]], str]:
    """Return a replacement in which backslashes have no special meaning."""
    return lambda _: text
