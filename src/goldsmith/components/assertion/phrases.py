"""Phrases of rules, and a matcher for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from goldsmith.errors import InputError

#: In phrases, any adverb that does not begin a phrase itself.
ADVERB: Final = "*ly"
_CLAUSE_ENDS: Final = frozenset(". , ; ! ? ) ]".split())


class PhraseItem(NamedTuple):
    """An item of a phrase.

    Attributes:
        words: It matches one of these words; "*ly" is any adverb.
        optional: It may be missing.
        gap: It matches up to this many arbitrary tokens.
        closing: It matches the end of a clause and no token.
    """

    words: frozenset[str]
    optional: bool
    gap: int = 0
    closing: bool = False


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
    """The phrases that begin with a word, indexed by the next word, where most matches fail."""

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
        if item.gap or item.closing:
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
        if not items or not items[0].words or all(item.optional for item in items):
            raise InputError(
                f"the phrase {phrase!r} can be empty or begins with a gap",
                expected="a phrase that begins with a word and has one that is not optional",
            )
        for word in items[0].words - {ADVERB}:
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
                hit = self._match_longest(low, token, end)
                if hit is not None:
                    hits.append(hit)
                    done = hit.end
        return hits

    def _match_longest(self, low: Sequence[str], token: int, end: int) -> Hit | None:
        """Match the longest phrase at a token; on a tie, the one that must end the clause."""
        entry = self._first[low[token]]
        best, rules = ((token + 1, False), entry.alone) if entry.alone else ((0, False), [])
        for items, number in self._list_candidates(entry, low, token + 1, end):
            stop = self._match(items, 0, low, token + 1, end)
            rank = (stop, bool(items) and items[-1].closing)
            if stop and rank > best:
                best, rules = rank, [number]
            elif rank == best and number not in rules:
                rules = [*rules, number]
        return Hit(token, best[0], tuple(rules)) if best[0] else None

    def _list_candidates(
        self, entry: _Entry, low: Sequence[str], token: int, end: int
    ) -> list[_Rest]:
        """List the phrases of an entry that may continue with a token."""
        following = low[token] if token < end else ""
        candidates = entry.by_next.get(following, []) + entry.any_next
        if ADVERB in entry.by_next and self._is_adverb(following):
            candidates += entry.by_next[ADVERB]
        return candidates

    def _is_adverb(self, word: str) -> bool:
        """Return whether a word is an adverb that begins no phrase; "possibly" does begin one."""
        return word.endswith("ly") and word not in self._first

    def _match(
        self, items: Sequence[PhraseItem], step: int, low: Sequence[str], token: int, end: int
    ) -> int:
        """Return the end of the rest of a phrase if it matches here, otherwise 0."""
        if step == len(items):
            return token
        words, optional, gap, closing = items[step]
        if closing:
            ends = token == end or low[token] in _CLAUSE_ENDS
            return self._match(items, step + 1, low, token, end) if ends else 0
        for width in range(min(gap, end - token), 0, -1) if gap else ():
            if stop := self._match(items, step + 1, low, token + width, end):
                return stop
        if (
            token < end
            and (low[token] in words or (ADVERB in words and self._is_adverb(low[token])))
            and (stop := self._match(items, step + 1, low, token + 1, end))
        ):
            return stop
        return self._match(items, step + 1, low, token, end) if optional else 0


def _parse_phrase(phrase: str, classes: Mapping[str, str]) -> tuple[PhraseItem, ...]:
    return tuple(_parse_item(part, classes) for part in phrase.split())


def _parse_item(part: str, classes: Mapping[str, str]) -> PhraseItem:
    if part == "$":
        return PhraseItem(frozenset(), False, closing=True)
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
