"""Trigger rules: reading rule files, and matching their phrases against tokens."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from goldsmith.errors import InputError

Category = Literal[
    "negated",
    "resolved",
    "possible",
    "historical",
    "family",
    "hypothetical",
    "other_person",
    "unrelated",
]
#: Weakest first: a later category wins if two set the same attribute.
CATEGORIES: Final[tuple[Category, ...]] = (
    "resolved", "historical", "family", "hypothetical", "possible", "negated", "other_person",
    "unrelated",
)  # fmt: skip
NONE: Final = "none"
#: Not a category of mentions: it cancels `historical`.
ONGOING: Final = "ongoing"
FAR: Final = 1_000_000
Direction = Literal["forward", "backward", "both"]
Reach = Literal["clause", "sentence"] | Annotated[int, msgspec.Meta(ge=0)]


class Trigger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Phrases that give the mentions in their scope a category."""

    category: Category | Literal["ongoing", "none"]
    direction: Direction
    words: tuple[str, ...]
    reach: Reach = "clause"
    #: Historical triggers: even a lasting disease is over.
    over: bool = False


class Termination(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Phrases that end a scope; of all categories if none are named."""

    words: tuple[str, ...]
    ends: tuple[Category, ...] = ()


class SectionRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The category of mentions in a kind of section.

    Attributes:
        kind: The kind of section.
        category: The category.
        types: Mention types it applies to; empty: all.
        paragraph: Apply it only up to the first blank line: later paragraphs are often about
            something else.
    """

    kind: str
    category: Category
    types: tuple[str, ...] = ()
    paragraph: bool = False


class Lasting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Phrases in names of lasting diseases, and phrases that make an exception."""

    words: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


class RuleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a rule file."""

    classes: Mapping[str, str] = {}
    trigger: tuple[Trigger, ...] = ()
    termination: tuple[Termination, ...] = ()
    section: tuple[SectionRule, ...] = ()
    lasting: Lasting = Lasting()
    values: Mapping[str, tuple[str, ...]] = {}


def load_default_rules() -> RuleFile:
    """Load the built-in rules; lasting diseases are in a file of their own."""
    triggers, lasting = _read_default("triggers.toml"), _read_default("lasting.toml")
    classes = {**lasting.classes, **triggers.classes}
    return msgspec.structs.replace(triggers, classes=classes, lasting=lasting.lasting)


def _read_default(name: str) -> RuleFile:
    text = files("goldsmith.components.assertion").joinpath(name).read_text("utf-8")
    return parse_rules(text, where=name)


def read_rules(path: Path) -> RuleFile:
    """Read a rule file.

    Raises:
        InputError: The file does not exist, is not text, or has invalid rules.
    """
    try:
        return parse_rules(path.read_text("utf-8-sig"), where=str(path))
    except (FileNotFoundError, IsADirectoryError):
        raise InputError("the rule file does not exist", where=str(path)) from None
    except UnicodeDecodeError:
        raise InputError("not a text file", where=str(path), expected="a TOML file") from None


def parse_rules(text: str, *, where: str) -> RuleFile:
    """Parse rules in TOML.

    Raises:
        InputError: The text is not TOML, or the rules are not valid.
    """
    try:
        return msgspec.convert(tomllib.loads(text), RuleFile)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"not TOML: {error}", where=where) from None
    except msgspec.ValidationError as error:
        raise InputError(
            f"the rules are not valid: {error}",
            where=where,
            expected="[[trigger]], [[termination]], [[section]], [lasting], [classes], [values]",
        ) from None


class PhraseItem(NamedTuple):
    """An item of a phrase: one of several words, or up to `gap` arbitrary tokens."""

    words: frozenset[str]
    optional: bool
    gap: int = 0


class Hit(NamedTuple):
    """A match of a phrase; `rules` are the numbers of the rules that have it."""

    start: int
    end: int
    rules: tuple[int, ...]


class _Rest(NamedTuple):
    """The items after the first word of a phrase, and the number of its rule."""

    items: tuple[PhraseItem, ...]
    rule: int


class _Entry:
    """The phrases that begin with a word, indexed by the next word; most places fail there."""

    def __init__(self) -> None:
        self.alone: list[int] = []
        self.by_next: dict[str, list[_Rest]] = {}
        self.any_next: list[_Rest] = []

    def add(self, rest: _Rest) -> None:
        if all(item.optional for item in rest.items) and rest.rule not in self.alone:
            self.alone.append(rest.rule)
        following = _find_next_words(rest.items)
        if following is None:
            self.any_next.append(rest)
        for word in following or ():
            self.by_next.setdefault(word, []).append(rest)


def _find_next_words(items: Sequence[PhraseItem]) -> set[str] | None:
    """Find the words that the rest of a phrase may begin with; None for any word."""
    words: set[str] = set()
    for item in items:
        if item.gap:
            return None
        words |= item.words
        if not item.optional:
            break
    return words


class PhraseMatcher:
    """Matches phrases against tokens, indexed by first word; the longest match wins."""

    def __init__(self, rules: Iterable[Sequence[str]], classes: Mapping[str, str]) -> None:
        self._first: dict[str, _Entry] = {}
        for number, phrases in enumerate(rules):
            for phrase in phrases:
                self._add(_parse_phrase(phrase, classes), number, phrase)

    def _add(self, items: tuple[PhraseItem, ...], number: int, phrase: str) -> None:
        if not items or items[0].gap or all(item.optional for item in items):
            raise InputError(
                f"the phrase {phrase!r} can be empty or begins with a gap",
                expected="a phrase that begins with a word and has one that is not optional",
            )
        for word in items[0].words:
            self._first.setdefault(word, _Entry()).add(_Rest(items[1:], number))
        if items[0].optional:
            self._add(items[1:], number, phrase)

    def find(self, low: Sequence[str], first: int, end: int) -> list[Hit]:
        """Find the phrases in a range of lower-case tokens."""
        entries = self._first
        hits: list[Hit] = []
        done = first
        for token in [token for token in range(first, end) if low[token] in entries]:
            if token >= done:
                hit = _match_longest(entries[low[token]], low, token, end)
                if hit is not None:
                    hits.append(hit)
                    done = hit.end
        return hits


def _match_longest(entry: _Entry, low: Sequence[str], token: int, end: int) -> Hit | None:
    best, rules = (token + 1, entry.alone) if entry.alone else (0, [])
    following = low[token + 1] if token + 1 < end else ""
    for items, number in (*entry.by_next.get(following, ()), *entry.any_next):
        stop = _match(items, 0, low, token + 1, end)
        if stop > best:
            best, rules = stop, [number]
        elif stop == best and number not in rules:
            rules = [*rules, number]
    return Hit(token, best, tuple(rules)) if best else None


def _match(items: Sequence[PhraseItem], step: int, low: Sequence[str], token: int, end: int) -> int:
    """Return where the rest of a phrase ends if it matches here; 0 if it does not."""
    if step == len(items):
        return token
    words, optional, gap = items[step]
    for width in range(min(gap, end - token), 0, -1) if gap else ():
        if stop := _match(items, step + 1, low, token + width, end):
            return stop
    if (
        token < end
        and low[token] in words
        and (stop := _match(items, step + 1, low, token + 1, end))
    ):
        return stop
    return _match(items, step + 1, low, token, end) if optional else 0


def _parse_phrase(phrase: str, classes: Mapping[str, str]) -> tuple[PhraseItem, ...]:
    return tuple(_parse_item(part, classes) for part in phrase.split())


def _parse_item(part: str, classes: Mapping[str, str]) -> PhraseItem:
    if part[0] == "*" and part[1:].isdigit():
        return PhraseItem(frozenset(), True, int(part[1:]))
    optional = len(part) > 2 and part[0] == "(" and part[-1] == ")"
    inner = part[1:-1] if optional else part
    return PhraseItem(frozenset(_list_words(inner, classes)), optional)


def _list_words(part: str, classes: Mapping[str, str]) -> Iterator[str]:
    """List alternatives; in angle brackets, they are names of word classes or words."""
    named = len(part) > 2 and part[0] == "<" and part[-1] == ">"
    words = (part[1:-1] if named else part).split("|")
    if named and not any(word in classes for word in words):
        raise InputError(f"unknown word class {part}", expected=", ".join(classes))
    for word in words:
        if named and word in classes:
            yield from classes[word].lower().split()
        else:
            yield word.lower()
