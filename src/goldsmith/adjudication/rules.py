"""Rules of adjudication, which limit decisions. They are TOML files; four are built in."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Literal

import msgspec

from goldsmith.core.decoding import BAD_TOML
from goldsmith.core.tables import check_table
from goldsmith.errors import InputError, UnknownName

_SUFFIX = ".toml"
_FOLDER = resources.files("goldsmith.adjudication") / "rule_files"


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The decisions that an adjudicator may make about the differences of annotators."""

    name: str
    title: str = ""
    description: str = ""
    enters: Literal["identical", "union"] = "identical"
    """Annotations that need no decision: those that all made, or all that nothing contradicts."""
    new: bool = False
    """Whether a decision may add an annotation, value or link that no annotator made."""
    drop_places: bool = True
    """Whether a place that all annotators marked in different ways may be dropped."""
    fields: Literal["whole", "each"] = "whole"
    """Whether to take a version whole, or each field (span, type, attribute) separately."""
    overlap: Literal["one", "any"] = "one"
    """Overlapping mentions of one type by different annotators: keep at most one, or any."""
    types: Literal["one", "any"] = "one"
    """Mentions on one span with different types by different annotators: likewise."""
    arguments: Literal["one", "any"] = "one"
    """Relations that differ in an argument, the type or an attribute: likewise."""
    reasons: bool = False
    """Whether every decision must give a reason."""


def rule_names() -> tuple[str, ...]:
    """Return the names of the built-in rules."""
    return tuple(
        sorted(
            entry.name.removesuffix(_SUFFIX)
            for entry in _FOLDER.iterdir()
            if entry.name.endswith(_SUFFIX)
        )
    )


@cache
def _load_built_in(name: str) -> Rules:
    text = (_FOLDER / f"{name}{_SUFFIX}").read_text("utf-8")
    return parse_rules(text, where=f"{name} (built in)")


def load_rules(name: str) -> Rules:
    """Load rules by name, or from a TOML file.

    Raises:
        UnknownName: There are no built-in rules of that name.
        InputError: The file cannot be read, or has problems; the error lists all of them.
    """
    if name in rule_names():
        return _load_built_in(name)
    path = Path(name)
    if not (name.endswith(_SUFFIX) or "/" in name):
        raise UnknownName("set of rules", name, rule_names())
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"these rules cannot be read ({type(error).__name__})",
            where=name,
            expected=f"a TOML file in UTF-8, or one of {', '.join(rule_names())}",
        ) from None
    return parse_rules(text, where=name)


def parse_rules(text: str, *, where: str) -> Rules:
    """Parse rules from TOML.

    Raises:
        InputError: The text has problems; the error lists all of them.
    """
    try:
        table = tomllib.loads(text)
    except BAD_TOML as error:
        raise InputError(f"not TOML: {error}", where=where) from None
    problems = list(check_table(table, Rules, "the rules"))
    if problems:
        raise InputError("these rules have problems: " + "; ".join(problems), where=where)
    return msgspec.convert(table, Rules)
