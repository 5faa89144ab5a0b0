"""The rules and hands of the data files, parsed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import msgspec

from goldsmith_demo.data_files import make_reader, read_data
from goldsmith_demo.hands.page import Rules
from goldsmith_demo.hands.patterns import parse_rule


class Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of note: its layouts, and the care with which it is written."""

    region: str
    """us or uk: the country of the names, towns and date formats."""
    weight: float
    """Relative frequency of the hand."""
    layouts: str
    """Patterns, one per line."""
    case: dict[str, float]
    """Weights of the styles of capitalisation; see `goldsmith_demo.hands.noise`."""
    typos: float = 0.001
    """Share of mistyped letters."""
    blanks: float = 0.0
    """Share of blanks missing after a punctuation mark."""
    stops: float = 0.0
    """Share of full stops missing at the end of a sentence."""
    wrap: float = 0.0
    """Share of notes with lines of fixed length."""
    age: tuple[int, int] = (0, 0)
    """Age range of the patients; (0, 0) for the default range."""


load_hands = make_reader(__package__, "hands", dict[str, Hand])


@cache
def load_rules() -> Rules:
    """Load the rules of all files `rules_*.toml` and, by the name of the hand, the layouts.

    Raises:
        ValueError: a pattern is malformed.
    """
    return {name: parse_rule(lines) for name, lines in read_rules()}


@cache
def list_hands(region: str) -> tuple[tuple[float, str], ...]:
    """List the hands of a region with their weights."""
    hands = load_hands().items()
    return tuple((hand.weight, name) for name, hand in hands if hand.region == region)


def read_rules() -> Iterator[tuple[str, str]]:
    """Yield the name and the patterns of each rule, then of the layouts of each hand."""
    for path in files(__package__).joinpath("data").iterdir():
        if path.name.startswith("rules_"):
            name = path.name.removesuffix(".toml")
            yield from read_data(__package__, name, dict[str, str]).items()
    yield from ((name, hand.layouts) for name, hand in load_hands().items())
