"""Trigger rules: the content of rule files, and a reader for them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from goldsmith.components.assertion.inflection import list_classes
from goldsmith.core.decoding import BAD_TOML
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
    """Phrases that assign a category to the mentions in their scope."""

    category: Category | Literal["ongoing", "none"]
    direction: Direction
    words: tuple[str, ...]
    reach: Reach = "clause"
    #: For historical triggers: whether even a lasting disease is over.
    over: bool = False


class Termination(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Phrases that end scopes; without named categories, the scopes of all categories."""

    words: tuple[str, ...]
    ends: tuple[Category, ...] = ()


class Continuation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Phrases that look like a termination but do not end a scope."""

    words: tuple[str, ...]


class SectionRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The category of mentions in a kind of section.

    Attributes:
        kind: The kind of section.
        category: The category.
        types: Mention types it applies to; if empty, all.
        paragraph: Apply it only up to the first blank line, because later paragraphs often
            have another subject.
    """

    kind: str
    category: Category
    types: tuple[str, ...] = ()
    paragraph: bool = False


class LastingDiseases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Phrases in names of lasting diseases, and phrases that make an exception."""

    words: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


class RuleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a rule file."""

    classes: Mapping[str, str] = {}
    verbs: Mapping[str, str] = {}
    trigger: tuple[Trigger, ...] = ()
    termination: tuple[Termination, ...] = ()
    continuation: tuple[Continuation, ...] = ()
    section: tuple[SectionRule, ...] = ()
    lasting: LastingDiseases = LastingDiseases()
    values: Mapping[str, tuple[str, ...]] = {}

    def list_classes(self) -> dict[str, str]:
        """Return the word classes, including the forms of verbs."""
        return {**self.classes, **list_classes(self.verbs)}


def load_default_rules() -> RuleFile:
    """Load the built-in rules; lasting diseases are in a separate file."""
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
    except msgspec.ValidationError as error:
        raise InputError(
            f"the rules are not valid: {error}",
            where=where,
            expected="[[trigger]], [[termination]], [[continuation]], [[section]], [lasting], "
            "[classes], [verbs], [values]",
        ) from None
    except BAD_TOML as error:
        raise InputError(f"not TOML: {error}", where=where) from None
