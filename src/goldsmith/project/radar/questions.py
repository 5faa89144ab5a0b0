"""The questions that the radar asks about each place, with the answer that the set gives.

The answers at other places with the same words or in the same context show which answer to expect.
A context is a chain of keys from the general to the specific; several chains view a place from
different sides (the words to the left, the words to the right, the section, the adjacent mention).
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple

import msgspec

from goldsmith.core import Mention
from goldsmith.project.radar.wordings import Words

MARKED: Final = "marked"
UNMARKED: Final = "not marked"
INSIDE: Final = "inside"
OUTSIDE: Final = "outside"
CUT: Final = "cuts a word"
WHOLE: Final = "whole words"
SAME: Final = "same code"
DIFFERENT: Final = "another code"
#: Questions with two answers; a slip can be either of them, whatever the context.
BINARY: Final = frozenset(("marked", "edge", "cut", "chain"))

Keys = tuple[Hashable, ...]


class Question(msgspec.Struct, frozen=True, gc=False):
    """A question about a place, and the answer there."""

    name: str
    """marked, type, code, attribute, edge, cut or chain."""
    subject: str
    """The subject: an attribute, or the side and the word of an edge; "" for other questions."""
    root: Hashable
    """The key of all answers to this question at all places."""
    chains: tuple[Keys, ...]
    answer: str
    words: Words
    spans: tuple[tuple[int, int], ...]
    mention: str = ""
    fix: tuple[tuple[int, int], ...] = ()
    """The spans after correction of the slip, if it changes them."""
    detail: str = ""
    """The codes of the rest of the chain."""

    @property
    def kind(self) -> str:
        """The kind of suspect if the answer is a slip."""
        if self.name == "marked":
            return "extra" if self.answer == MARKED else "missed"
        return "span" if self.name in ("edge", "cut") else self.name


class Context(NamedTuple):
    """The words of a mention, three words before it, the word after it, and its section."""

    words: Words
    preceding: tuple[str, ...]
    following: str
    section: str


def ask_type(mention: Mention, context: Context) -> Question:
    """Ask for the type of a mention."""
    words, preceding, following, section = context
    key: Keys = ("type", words)
    chains = (
        (("type", "last", words[-1]), key, (*key, "left", preceding[-1])),
        (key, (*key, "right", following)),
        (key, (*key, "section", section)),
    )
    return _make_question("type", mention, words, ("type",), chains, mention.type)


def ask_codes(mention: Mention, context: Context, note: str) -> Question:
    """Ask for the codes of a mention; `note` is the patient, or the document without one."""
    words, preceding, following, _ = context
    key: Keys = ("code", mention.type, words)
    chains = (
        (key, (*key, "left", preceding[-1])),
        (key, (*key, "right", following)),
        (key, (*key, "note", note)),
    )
    root = ("code", mention.type)
    return _make_question("code", mention, words, root, chains, format_codes(mention))


def ask_attribute(
    mention: Mention, context: Context, name: str, value: str, earlier: str
) -> Question:
    """Ask for an attribute; `earlier` is its value at the mention before."""
    words, preceding, _, section = context
    key, nearest = ("attribute", mention.type, name), preceding[-1]
    chains = (
        ((*key, "left", nearest), (*key, "left", preceding[1:]), (*key, "left", preceding)),
        ((*key, words), (*key, words, nearest)),
        ((*key, "section", section), (*key, section, words)),
        ((*key, "earlier", earlier), (*key, earlier, nearest)),
    )
    return _make_question("attribute", mention, words, key, chains, value, subject=name)


def _make_question(
    name: str,
    mention: Mention,
    words: Words,
    root: Hashable,
    chains: tuple[Keys, ...],
    answer: str,
    *,
    subject: str = "",
) -> Question:
    spans = tuple((span.start, span.end) for span in mention.spans)
    return Question(name, subject, root, chains, answer, words, spans, mention.id)


def has_concept(mention: Mention) -> bool:
    """Return whether a mention is coded with a concept."""
    return any(not code.is_cui_less for code in mention.codes)


def format_codes(mention: Mention) -> str:
    """Return the codes of a mention as text; "no code" if it has none."""
    codes = sorted(
        f"{code.system}:{code.code}" if code.system else code.code for code in mention.codes
    )
    return " + ".join(codes) or "no code"
