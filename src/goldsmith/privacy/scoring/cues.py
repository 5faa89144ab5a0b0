"""The context words, such as titles, relations and street words, and their classes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from goldsmith.privacy import words


@cache
def load_contexts() -> tuple[str, ...]:
    """Load the names of the classes of context; the first ones are not in the list."""
    return (
        "pad", "plain", "capitalised", "upper", "number", "date", "contact", "letter", "time",
        *dict.fromkeys(line[0] for line in words.read_lines("context")),
    )  # fmt: skip


@cache
def load_cues() -> Mapping[str, tuple[int, ...]]:
    """Load the context words with the codes of their classes."""
    codes = {name: code for code, name in enumerate(load_contexts())}
    cues: dict[str, list[int]] = {}
    for name, *members in words.read_lines("context"):
        for word in members:
            classes = cues.setdefault(word, [])
            if codes[name] not in classes:
                classes.append(codes[name])
    return {word: tuple(classes) for word, classes in cues.items()}


@cache
def number_cues() -> Mapping[str, int]:
    """Return the number of each context word, from 1, in alphabetical order."""
    return {word: number for number, word in enumerate(sorted(load_cues()), 1)}


def is_cue(word: str, context: str) -> bool:
    """Return whether a lower-case word belongs to a class of context."""
    return word in _load_members(context)


@cache
def _load_members(context: str) -> frozenset[str]:
    """Load the words of a class of context."""
    code = load_contexts().index(context)
    return frozenset(word for word, classes in load_cues().items() if code in classes)
