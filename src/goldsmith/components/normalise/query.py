"""Queries: the words of a mention, and the same with abbreviations expanded."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from goldsmith.core import Mention
from goldsmith.pipeline.analysis import Analysis


class Query(NamedTuple):
    """The words of a mention, and the same with abbreviations expanded."""

    text: str
    long: str


def make_query(analysis: Analysis, mention: Mention) -> Query:
    """Make the query of a mention; abbreviations that the text defines are expanded."""
    text = " ".join(analysis.text[span.start : span.end] for span in mention.spans)
    long = text
    for short, full in analysis.long_forms:
        abbreviation = analysis.text[slice(*short)]
        if abbreviation in long:
            expansion = analysis.text[slice(*full)]
            pattern = rf"(?<!\w){re.escape(abbreviation)}(?!\w)"
            long = re.sub(pattern, _replace_literally(expansion), long)
            long = long.replace(f"({abbreviation})", "").replace(f"({expansion})", "")
    return Query(" ".join(text.split()), " ".join(long.split()))


def _replace_literally(text: str) -> Callable[[re.Match[str]], str]:
    """Return a replacement in which backslashes have no special meaning."""
    return lambda _: text
