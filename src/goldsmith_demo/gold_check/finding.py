"""The findings of rules over a gold standard, and decorators for writing rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps

import msgspec

from goldsmith.core import Document, Mention, Span
from goldsmith_demo.gold_check.notes import Note


class Finding(msgspec.Struct, frozen=True, order=True):
    """A place where the gold standard breaks a policy."""

    rule: str
    """The name of the rule's function."""
    document: str
    start: int
    end: int
    what: str


Where = Mention | Span | re.Match[str]
#: Where a note breaks a policy, and a description of the problem.
Place = tuple[Where, str]
#: A place with its note.
NotePlace = tuple[Note, Where, str]
Rule = Callable[[Sequence[Document]], Iterator[Finding]]


def check_all(rule: Callable[[Sequence[Note]], Iterable[NotePlace]]) -> Rule:
    """Turn a check of all notes into a rule; findings have the name of the function."""

    @wraps(rule)
    def check(docs: Sequence[Document]) -> Iterator[Finding]:
        for note, where, what in rule(list(map(Note, docs))):
            extent = where.span() if isinstance(where, re.Match) else (where.start, where.end)
            yield Finding(rule.__name__, note.doc.id, *extent, what)

    return check


def check_each(rule: Callable[[Note], Iterable[Place]]) -> Rule:
    """Turn a check of one note into a rule."""

    @check_all
    @wraps(rule)
    def check(notes: Sequence[Note]) -> Iterator[NotePlace]:
        return ((note, *place) for note in notes for place in rule(note))

    return check


def check_mentions(
    *layers: str, kind: str = "", words: str = "", **values: str
) -> Callable[[Callable[[Note, Mention], Iterable[str]]], Rule]:
    """Turn a check of one mention into a rule over these layers.

    The type of the mention, a pattern of its words and its attributes limit the check.
    """
    pattern = re.compile(words)

    def decorate(policy: Callable[[Note, Mention], Iterable[str]]) -> Rule:
        @check_each
        @wraps(policy)
        def check(note: Note) -> Iterator[Place]:
            for layer in layers:
                lead = f"{layer}: " if len(layers) > 1 else ""
                for mention in note.list_mentions(layer, kind=kind, **values):
                    if not words or pattern.fullmatch(note.read_words(mention)):
                        yield from ((mention, lead + what) for what in policy(note, mention))

        return check

    return decorate
