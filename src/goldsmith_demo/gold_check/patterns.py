"""Rules that are patterns of a mention and of the text around it, from `data/patterns.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldsmith.core import Mention
from goldsmith_demo.data_files import DataFile, make_reader
from goldsmith_demo.gold_check.finding import Rule, check_mentions
from goldsmith_demo.gold_check.notes import Note

_REACH = 40  # characters of text before a mention
_AHEAD = 15  # characters of text to quote after it


class Pattern(DataFile, frozen=True):
    """A rule about mentions; a finding fulfils all of its conditions."""

    policy: str
    """The documentation of the rule."""
    what: str
    """The description of a finding, with {words}, the match {before}, and the {next} characters."""
    layers: tuple[str, ...]
    type: str = ""
    values: dict[str, str] = {}
    """Attribute -> value."""
    before: str = ""
    """A pattern of the text that ends where the mention begins."""
    words: str = ""
    """A pattern of all words of the mention, in lower case."""
    after: str = ""
    """A pattern of the text that begins where the mention ends."""

    def make_rule(self, name: str) -> Rule:
        """Make the rule."""
        before, after = re.compile(rf"(?:{self.before})\Z"), re.compile(self.after)

        def find(note: Note, mention: Mention) -> Iterator[str]:
            lead = before.search(note.read_before(mention.start, _REACH))
            if lead and after.match(note.text, mention.end):
                ahead = note.text[mention.end : mention.end + _AHEAD]
                words = note.read_words(mention)
                yield self.what.format(words=words, before=lead[0], next=ahead)

        find.__name__, find.__doc__ = name, self.policy
        return check_mentions(*self.layers, kind=self.type, words=self.words, **self.values)(find)


_load_patterns = make_reader(__package__, "patterns", dict[str, dict[str, Pattern]])


def make_pattern_rules(subject: str) -> tuple[Rule, ...]:
    """Make the rules of a subject that are patterns."""
    patterns = _load_patterns().get(subject, {})
    return tuple(pattern.make_rule(name) for name, pattern in patterns.items())
