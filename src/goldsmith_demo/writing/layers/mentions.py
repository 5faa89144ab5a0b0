"""Mentions of a layer from the marks of a page, and the pairs that co-refer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldsmith.core import Code, Mention, Span
from goldsmith.core.offsets import merge_spans
from goldsmith_demo.writing.page import Mark

#: The attribute that names the thing of the life which a mention is about.
THING = "demo:thing"
_DETERMINER = re.compile(r"(?:the|an?|this|that|these|those|his|her|its|their) ", re.IGNORECASE)


def build_mention(
    mark: Mark,
    key: str,
    kind: str,
    codes: tuple[Code, ...] = (),
    attributes: dict[str, str] | None = None,
    *,
    bare: str = "",
) -> Mention:
    """Build a mention; if `bare` is the text, the span leaves out a leading determiner."""
    spans = merge_spans(mark.spans)
    if bare:
        determiner = _DETERMINER.match(bare, spans[0].start, spans[0].end)
        if determiner and determiner.end() < spans[0].end:
            spans = (Span(determiner.end(), spans[0].end), *spans[1:])
    about = {} if mark.thing.key.startswith("loose-") else {THING: mark.thing.key}
    return Mention(key, kind, spans, {**(attributes or {}), **about}, codes)


def number_marks(marks: list[Mark], letter: str) -> dict[int, str]:
    """Return the ids of marks by their identity: a letter and a number."""
    return {id(mark): f"{letter}{number}" for number, mark in enumerate(marks, 1)}


def pair_mentions(marks: list[Mark]) -> Iterator[tuple[Mark, Mark]]:
    """Yield each mention of a thing with the mention before it."""
    last: dict[str, Mark] = {}
    for mark in marks:
        before = last.get(mark.thing.key)
        if before is not None and not mark.flags & {"fam", "unrel"}:
            yield mark, before
        last[mark.thing.key] = mark
