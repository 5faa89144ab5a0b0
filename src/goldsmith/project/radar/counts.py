"""Counts of answers by wording and context, in bounded memory.

A key that occurs once says nothing about its only place. When there are too many keys, the rarest
are dropped (lossy counting, Manku and Motwani 2002); the remaining counts are exact, or slightly
too low.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator

#: The maximum number of keys in memory, about 200 bytes each.
MOST_KEYS = 1_500_000
_SHIFT = 32
_MASK = (1 << _SHIFT) - 1


class AnswerCounts:
    """The number of times that each key has each answer.

    Keys are hashed to 64 bits. A key with a single answer, as is usual, is stored as one integer:
    the number of the answer and its count. Other keys have a table.
    """

    def __init__(self, most_keys: int = MOST_KEYS) -> None:
        self._most_keys = most_keys
        self._floor = 1
        self._entries: dict[int, int | dict[int, int]] = {}
        self._numbers: dict[str, int] = {}
        self._answers: list[str] = []

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, key: Hashable, answer: str) -> None:
        """Count an answer."""
        hashed, number = hash(key), self._number(answer)
        entry = self._entries.get(hashed)
        if entry is None:
            self._entries[hashed] = number << _SHIFT | 1
            if len(self._entries) > self._most_keys:
                self._prune()
        elif isinstance(entry, dict):
            entry[number] = entry.get(number, 0) + 1
        elif entry >> _SHIFT == number:
            self._entries[hashed] = entry + 1
        else:
            self._entries[hashed] = {entry >> _SHIFT: entry & _MASK, number: 1}

    def get(self, key: Hashable, answer: str) -> tuple[int, int]:
        """Return how often a key has an answer, and how often it has any."""
        number = self._numbers.get(answer, -1)
        entry = self._entries.get(hash(key), 0)
        if isinstance(entry, dict):
            return entry.get(number, 0), sum(entry.values())
        count = entry & _MASK
        return (count if entry >> _SHIFT == number else 0), count

    def count_answers(self, key: Hashable) -> int:
        """Return how many different answers a key has."""
        entry = self._entries.get(hash(key), 0)
        return len(entry) if isinstance(entry, dict) else bool(entry)

    def list_answers(self, key: Hashable) -> Counter[str]:
        """Return the answers of a key with their counts."""
        return Counter({self._answers[n]: count for n, count in self._list_items(key)})

    def _list_items(self, key: Hashable) -> Iterator[tuple[int, int]]:
        entry = self._entries.get(hash(key), 0)
        if isinstance(entry, dict):
            yield from entry.items()
        elif entry:
            yield entry >> _SHIFT, entry & _MASK

    def _number(self, answer: str) -> int:
        number = self._numbers.setdefault(answer, len(self._answers))
        if number == len(self._answers):
            self._answers.append(answer)
        return number

    def _prune(self) -> None:
        """Drop the rarest keys until a quarter of the capacity is free."""
        while len(self._entries) > self._most_keys * 3 // 4:
            self._entries = {
                key: entry
                for key, entry in self._entries.items()
                if isinstance(entry, dict) or entry & _MASK > self._floor
            }
            if len(self._entries) > self._most_keys * 3 // 4:
                self._floor += 1
                self._entries = {
                    key: entry
                    for key, entry in self._entries.items()
                    if not isinstance(entry, dict) or sum(entry.values()) > self._floor
                }
