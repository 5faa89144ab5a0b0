"""The rules and hands of the data files, parsed and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import accumulate

import msgspec

from goldsmith.errors import InputError
from goldsmith_demo.data_files import make_reader
from goldsmith_demo.hands.page import SOURCES, Rules
from goldsmith_demo.hands.patterns import Choice, Mark, Node, Repeat, Slot, parse_rule
from goldsmith_demo.hands.people import load_tables


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
    """Load the rules of all files `rules_*.toml` and the layouts of the hands.

    Raises:
        InputError: a pattern is malformed, or refers to a missing rule, role or form.
    """
    rules: dict[str, tuple[tuple[Node, ...], ...]] = {}
    for name, lines in _read_rules():
        if name in rules or name in SOURCES:
            raise InputError(f"the rule {name} exists twice", where=__package__ or "")
        rules[name] = _parse(name, lines)
    for name, hand in load_hands().items():
        rules[_name_layouts(name)] = _parse(name, hand.layouts)
    _check_references(rules)
    return rules


@cache
def list_layouts(hand: str) -> tuple[tuple[Node, ...], ...]:
    """List the layouts of a hand."""
    return load_rules()[_name_layouts(hand)]


@cache
def list_hands(region: str) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """List the hands of a region and their cumulative weights."""
    names = tuple(name for name, hand in load_hands().items() if hand.region == region)
    return names, tuple(accumulate(load_hands()[name].weight for name in names))


def _name_layouts(hand: str) -> str:
    return f"layouts of {hand}"


def _read_rules() -> Iterator[tuple[str, str]]:
    folder = files(__package__).joinpath("data")
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.name.startswith("rules_"):
            yield from tomllib.loads(path.read_text("utf-8")).items()


def _parse(name: str, lines: str) -> tuple[tuple[Node, ...], ...]:
    try:
        return parse_rule(lines)
    except ValueError as error:
        raise InputError(f"bad pattern: {error}", where=f"{__package__}: {name}") from None


def _check_references(rules: Rules) -> None:
    """Check that every slot names a rule, a source, or a role with a form."""
    missing = sorted(
        f"{name}: {slot}"
        for name, patterns in rules.items()
        for nodes in patterns
        for slot in _list_missing(nodes, rules)
    )
    if missing:
        raise InputError(f"unknown slots: {', '.join(missing)}", where=__package__ or "")


def _list_missing(nodes: tuple[Node, ...], rules: Rules) -> Iterator[str]:
    for node in nodes:
        match node:
            case Choice(options):
                for option in options:
                    yield from _list_missing(option, rules)
            case Mark():
                yield from _list_missing(node.nodes, rules)
            case Repeat():
                yield from {node.rule, node.besides} - {""} - set(rules)
            case Slot(name, form) if not (name in rules or name in SOURCES):
                tables = load_tables()
                if name.rstrip("23") not in tables.roles or form not in {*tables.forms, "kin"}:
                    yield f"{name}.{form}"
