"""Trigger rules as data: reading them, and finding their phrases in tokens."""

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
#: From the weakest: what comes later decides where two would set the same attribute.
CATEGORIES: Final[tuple[Category, ...]] = (
    "resolved", "historical", "family", "hypothetical", "possible", "negated", "other_person",
    "unrelated",
)  # fmt: skip
NONE: Final = "none"
#: Not a way a mention is meant: it takes back what says that it is past.
ONGOING: Final = "ongoing"
FAR: Final = 1_000_000
Direction = Literal["forward", "backward", "both"]
Reach = Literal["clause", "sentence"] | Annotated[int, msgspec.Meta(ge=0)]


class Trigger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Phrases that give what is in their reach a category."""

    category: Category | Literal["ongoing", "none"]
    direction: Direction
    words: tuple[str, ...]
    reach: Reach = "clause"
    #: Of historical triggers: it is over, even where it is a disease that lasts.
    over: bool = False


class Termination(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Phrases that end a reach; of all categories where none are named."""

    words: tuple[str, ...]
    ends: tuple[Category, ...] = ()


class InSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What mentions in a kind of section are; only those of `types` where there are some.

    `paragraph`: only up to the first blank line, as what follows is often about something else.
    """

    kind: str
    category: Category
    types: tuple[str, ...] = ()
    paragraph: bool = False


class Lasting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Phrases in mentions of diseases that last, and phrases that make them pass nevertheless."""

    words: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


class RuleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of rules."""

    classes: Mapping[str, str] = {}
    trigger: tuple[Trigger, ...] = ()
    termination: tuple[Termination, ...] = ()
    section: tuple[InSection, ...] = ()
    lasting: Lasting = Lasting()
    values: Mapping[str, tuple[str, ...]] = {}


def shipped() -> RuleFile:
    """The rules that come with Goldsmith; the diseases that last are in a file of their own."""
    triggers, lasting = _shipped("triggers.toml"), _shipped("lasting.toml")
    classes = {**lasting.classes, **triggers.classes}
    return msgspec.structs.replace(triggers, classes=classes, lasting=lasting.lasting)


def _shipped(name: str) -> RuleFile:
    text = files("goldsmith.components.assertion").joinpath(name).read_text("utf-8")
    return parse(text, where=name)


def read(path: Path) -> RuleFile:
    """The rules in a file of one's own."""
    try:
        return parse(path.read_text("utf-8-sig"), where=str(path))
    except (FileNotFoundError, IsADirectoryError):
        raise InputError("there is no such file of rules", where=str(path)) from None
    except UnicodeDecodeError:
        raise InputError("this is no text file", where=str(path), expected="TOML") from None


def parse(text: str, *, where: str) -> RuleFile:
    """The rules a TOML text describes."""
    try:
        return msgspec.convert(tomllib.loads(text), RuleFile)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"not TOML: {error}", where=where) from None
    except msgspec.ValidationError as error:
        raise InputError(
            f"these rules do not fit: {error}",
            where=where,
            expected="[[trigger]], [[termination]], [[section]], [lasting], [classes], [values]",
        ) from None


class Item(NamedTuple):
    """A step of a phrase: one of some words, or up to `gap` tokens of any kind."""

    words: frozenset[str]
    optional: bool
    gap: int = 0


class Hit(NamedTuple):
    """A phrase at some tokens; `rules` are the numbers of those that have it."""

    start: int
    end: int
    rules: tuple[int, ...]


class _Rest(NamedTuple):
    """What follows the first word of a phrase, and the number of the phrase's rule."""

    items: tuple[Item, ...]
    rule: int


class _Entry:
    """The phrases that begin with a word, by the word that comes next: most places end here."""

    def __init__(self) -> None:
        self.alone: list[int] = []
        self.by_next: dict[str, list[_Rest]] = {}
        self.any_next: list[_Rest] = []

    def add(self, rest: _Rest) -> None:
        if all(item.optional for item in rest.items) and rest.rule not in self.alone:
            self.alone.append(rest.rule)
        following = _next_words(rest.items)
        if following is None:
            self.any_next.append(rest)
        for word in following or ():
            self.by_next.setdefault(word, []).append(rest)


def _next_words(items: Sequence[Item]) -> set[str] | None:
    """The words that the rest of a phrase may begin with; None if that may be any."""
    found: set[str] = set()
    for item in items:
        if item.gap:
            return None
        found |= item.words
        if not item.optional:
            break
    return found


class Phrases:
    """Finds phrases in tokens by their first words; the longest counts, and the first."""

    def __init__(self, rules: Iterable[Sequence[str]], classes: Mapping[str, str]) -> None:
        self._first: dict[str, _Entry] = {}
        for number, phrases in enumerate(rules):
            for phrase in phrases:
                self._add(_items(phrase, classes), number, phrase)

    def _add(self, items: tuple[Item, ...], number: int, phrase: str) -> None:
        if not items or items[0].gap or all(item.optional for item in items):
            raise InputError(
                f"the phrase {phrase!r} may be empty or begins anywhere",
                expected="a phrase that begins with words, one of them not in brackets",
            )
        for word in items[0].words:
            self._first.setdefault(word, _Entry()).add(_Rest(items[1:], number))
        if items[0].optional:
            self._add(items[1:], number, phrase)

    def find(self, low: Sequence[str], first: int, end: int) -> list[Hit]:
        """What is found in a range of tokens, given in lower case."""
        begins = self._first
        hits: list[Hit] = []
        done = first
        for at in [at for at in range(first, end) if low[at] in begins]:
            if at >= done:
                hit = _longest(begins[low[at]], low, at, end)
                if hit is not None:
                    hits.append(hit)
                    done = hit.end
        return hits


def _longest(entry: _Entry, low: Sequence[str], at: int, end: int) -> Hit | None:
    best, rules = (at + 1, entry.alone) if entry.alone else (0, [])
    following = low[at + 1] if at + 1 < end else ""
    for items, number in (*entry.by_next.get(following, ()), *entry.any_next):
        stop = _match(items, 0, low, at + 1, end)
        if stop > best:
            best, rules = stop, [number]
        elif stop == best and number not in rules:
            rules = [*rules, number]
    return Hit(at, best, tuple(rules)) if best else None


def _match(items: Sequence[Item], step: int, low: Sequence[str], at: int, end: int) -> int:
    """Where the rest of a phrase ends if it stands here; 0 if it does not."""
    if step == len(items):
        return at
    words, optional, gap = items[step]
    for width in range(min(gap, end - at), 0, -1) if gap else ():
        if stop := _match(items, step + 1, low, at + width, end):
            return stop
    if at < end and low[at] in words and (stop := _match(items, step + 1, low, at + 1, end)):
        return stop
    return _match(items, step + 1, low, at, end) if optional else 0


def _items(phrase: str, classes: Mapping[str, str]) -> tuple[Item, ...]:
    return tuple(_item(part, classes) for part in phrase.split())


def _item(part: str, classes: Mapping[str, str]) -> Item:
    if part[0] == "*" and part[1:].isdigit():
        return Item(frozenset(), True, int(part[1:]))
    optional = len(part) > 2 and part[0] == "(" and part[-1] == ")"
    inner = part[1:-1] if optional else part
    return Item(frozenset(_words(inner, classes)), optional)


def _words(part: str, classes: Mapping[str, str]) -> Iterator[str]:
    """The alternatives; in angle brackets, names of classes and words may both stand."""
    named = len(part) > 2 and part[0] == "<" and part[-1] == ">"
    words = (part[1:-1] if named else part).split("|")
    if named and not any(word in classes for word in words):
        raise InputError(f"no class of words is called {part}", expected=", ".join(classes))
    for word in words:
        if named and word in classes:
            yield from classes[word].lower().split()
        else:
            yield word.lower()
