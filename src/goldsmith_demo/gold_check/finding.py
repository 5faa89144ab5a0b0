"""The findings of rules over a gold standard, and ways to write a rule.

A decorator turns a check of a note or of a mention into a rule. Rules that are only patterns of a
mention and of the text around it are in `data/patterns.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps

import msgspec

from goldsmith.core import Mention, Span
from goldsmith_demo.data_files import DataFile, make_reader
from goldsmith_demo.gold_check.notes import Note

_REACH = 40  # characters of text before a mention
_AHEAD = 15  # characters of text to quote after it


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
Rule = Callable[[Sequence[Note]], Iterable[NotePlace]]


def check_each(rule: Callable[[Note], Iterable[Place]]) -> Rule:
    """Turn a check of one note into a rule."""

    @wraps(rule)
    def check(notes: Sequence[Note]) -> Iterator[NotePlace]:
        return ((note, *place) for note in notes for place in rule(note))

    return check


def check_mentions(
    *layers: str, kind: str = ""
) -> Callable[[Callable[[Note, Mention], Iterable[str]]], Rule]:
    """Turn a check of one mention into a rule over these layers, or over one type in them."""

    def decorate(policy: Callable[[Note, Mention], Iterable[str]]) -> Rule:
        @check_each
        @wraps(policy)
        def check(note: Note) -> Iterator[Place]:
            for layer in layers:
                lead = f"{layer}: " if len(layers) > 1 else ""
                for mention in note.list_mentions(layer, kind=kind):
                    yield from ((mention, lead + what) for what in policy(note, mention))

        return check

    return decorate


class Pattern(DataFile, frozen=True):
    """A rule about mentions; a finding fulfils all of its conditions."""

    policy: str
    """The documentation of the rule."""
    what: str
    """The description of a finding, with {words}, the match {before}, the {next} characters and the
    values of the attributes in `values`."""
    layers: tuple[str, ...]
    type: str = ""
    values: dict[str, str] = {}
    """Attribute -> a pattern of its value, which is empty if the mention lacks the attribute."""
    before: str = ""
    """A pattern of the text that ends where the mention begins."""
    words: str = ".*"
    """A pattern of all words of the mention, in lower case."""
    after: str = ""
    """A pattern of the text that begins where the mention ends."""
    unlinked: str = ""
    """A type of relation in which the mention does not take part."""

    def make_rule(self, name: str) -> Rule:
        """Make the rule."""
        before, after = re.compile(rf"(?:{self.before})\Z"), re.compile(self.after)

        def find(note: Note, mention: Mention) -> Iterator[str]:
            values = {key: mention.attributes.get(key, "") for key in self.values}
            lead = before.search(note.read_before(mention.start, _REACH))
            if (
                lead
                and after.match(note.text, mention.end)
                and all(re.fullmatch(self.values[key], value) for key, value in values.items())
                and mention.id not in note.linked[self.unlinked]
                and re.fullmatch(self.words, words := note.read_words(mention))
            ):
                ahead = note.text[mention.end : mention.end + _AHEAD]
                yield self.what.format(words=words, before=lead[0], next=ahead, **values)

        find.__name__, find.__doc__ = name, self.policy
        return check_mentions(*self.layers, kind=self.type)(find)


load_patterns = make_reader(__package__, "patterns", dict[str, dict[str, Pattern]])
