"""Reads and merges grammar files, which define word classes, parts and patterns."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from goldsmith.core.decoding import BAD_TOML
from goldsmith.errors import InputError, UnknownName

TimexType = Literal["DATE", "TIME", "DURATION", "SET"]
#: Ways to turn a match into a time; `interpret` has one function for each.
Maker = Literal[
    "point",
    "numeric_date",
    "shift",
    "neighbour",
    "same",
    "event_day",
    "life",
    "duration",
    "set",
    "reference",
    "none",
]
Category = Literal["", "age", "gestation", "as-needed", "vague", "generic"]
_FILES: Final = ("words.toml", "dates.toml", "spans.toml", "clinical.toml", "exclusions.toml")
#: Patterns of expressions that only some corpora annotate as times, for trained extents.
_CANDIDATES: Final = "candidates.toml"
_PACKAGE: Final = "goldsmith.components.temporal.expressions"


class WordClass(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A class of tokens: words with their meanings, or a range of whole numbers.

    Attributes:
        words: Word in lower case -> its meaning, such as the number of a month.
        members: Words that are their own meaning.
        capital: Words of the class that must be capitalised: May and March.
        upper: Words of the class that must be all upper case.
        typos: Accept two transposed letters in words of six letters or more.
        digits: The smallest and largest whole number.
        lengths: The permitted numbers of digits; any by default.
    """

    words: Mapping[str, str] = {}
    members: str = ""
    capital: str = ""
    upper: str = ""
    typos: bool = False
    digits: tuple[int, int] | None = None
    lengths: tuple[int, ...] = ()

    @property
    def meanings(self) -> dict[str, str]:
        """Word in lower case -> its meaning."""
        return {**{word: word for word in self.members.split()}, **self.words}


class Pattern(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A pattern of time expressions, and how to normalise its matches.

    Attributes:
        name: A unique name; a later file replaces the pattern of the same name.
        match: The pattern, or several.
        make: How to normalise it; `none` for expressions that only look like times.
        type: The TIMEX3 type.
        category: age, gestation, as-needed, vague, generic: options decide whether these are times.
        value: The value, if it is fixed.
        unit, amount, sign, anchor, freq, quant, mod: Details that the matched words do not give.
        preceded_by, followed_by: Patterns that must come directly before or after a match.
        not_preceded_by, not_followed_by: Patterns that must not.
        beside: Punctuation that may touch the match, although it usually joins words.
        off: Disable the pattern.
    """

    name: str
    match: str | tuple[str, ...] = ()
    make: Maker = "none"
    type: TimexType = "DATE"
    category: Category = ""
    value: str = ""
    unit: str = ""
    amount: str = ""
    sign: Literal["", "+", "-", "0"] = ""
    anchor: str = ""
    freq: str = ""
    quant: str = ""
    mod: str = ""
    preceded_by: str = ""
    followed_by: str = ""
    not_preceded_by: str = ""
    not_followed_by: str = ""
    beside: str = ""
    off: bool = False

    @property
    def alternatives(self) -> tuple[str, ...]:
        return (self.match,) if isinstance(self.match, str) else self.match


class Cues(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Words near an expression that determine what it is relative to.

    Attributes:
        future, past: Words that place an event in the future or in the past.
        anchors: An event that times are relative to -> the words that name it.
        day_first, month_first: Spellings of regions where 3/4 is in April, or in March.
    """

    future: str = ""
    past: str = ""
    anchors: Mapping[str, str] = {}
    day_first: str = ""
    month_first: str = ""


class Grammar(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The content of one or more grammar files.

    Attributes:
        classes: Name -> word class.
        parts: Name -> a pattern to use inside other patterns.
        pattern: The patterns.
        cues: Words that determine what a time is relative to.
    """

    classes: Mapping[str, WordClass] = {}
    parts: Mapping[str, str] = {}
    pattern: tuple[Pattern, ...] = ()
    cues: Cues = Cues()

    def merge(self, grammar: Grammar) -> Grammar:
        """Merge another grammar into this one; the other takes precedence for equal names."""
        return Grammar(
            _merge_classes(self.classes, grammar.classes),
            {**self.parts, **grammar.parts},
            _merge_patterns(self.pattern, grammar.pattern),
            _merge_cues(self.cues, grammar.cues),
        )


def _merge_classes(
    old: Mapping[str, WordClass], new: Mapping[str, WordClass]
) -> dict[str, WordClass]:
    """Merge word classes; if both grammars have a class, combine its words."""
    merged = dict(old)
    for name, word_class in new.items():
        base = merged.get(name, WordClass())
        merged[name] = WordClass(
            words={**base.meanings, **word_class.meanings},
            capital=f"{base.capital} {word_class.capital}".strip(),
            upper=f"{base.upper} {word_class.upper}".strip(),
            typos=base.typos or word_class.typos,
            digits=word_class.digits or base.digits,
            lengths=word_class.lengths or base.lengths,
        )
    return merged


def _merge_patterns(old: tuple[Pattern, ...], new: Iterable[Pattern]) -> tuple[Pattern, ...]:
    by_name = {pattern.name: pattern for pattern in old}
    for pattern in new:
        by_name[pattern.name] = pattern
    return tuple(by_name.values())


def _merge_cues(old: Cues, new: Cues) -> Cues:
    anchors = dict(old.anchors)
    for name, words in new.anchors.items():
        anchors[name] = f"{anchors.get(name, '')} {words}".strip()
    return Cues(
        f"{old.future} {new.future}".strip(),
        f"{old.past} {new.past}".strip(),
        anchors,
        f"{old.day_first} {new.day_first}".strip(),
        f"{old.month_first} {new.month_first}".strip(),
    )


@cache
def load_default_grammar() -> Grammar:
    """Load the built-in grammar."""
    merged = Grammar()
    for name in _FILES:
        merged = merged.merge(_load_file(name))
    return merged


def _load_file(name: str) -> Grammar:
    text = files(_PACKAGE).joinpath("data", name).read_text("utf-8")
    return parse_grammar(text, where=name)


def read_grammar(path: Path) -> Grammar:
    """Read a grammar file.

    Raises:
        InputError: The file does not exist, is not text, or is not a grammar.
    """
    try:
        return parse_grammar(path.read_text("utf-8-sig"), where=str(path))
    except (FileNotFoundError, IsADirectoryError):
        raise InputError("the grammar file does not exist", where=str(path)) from None
    except UnicodeDecodeError:
        raise InputError("not a text file", where=str(path), expected="a TOML file") from None


def parse_grammar(text: str, *, where: str) -> Grammar:
    """Parse a grammar in TOML.

    Raises:
        InputError: The text is not TOML, or has unknown keys or values of the wrong type.
    """
    try:
        grammar = msgspec.convert(tomllib.loads(text), Grammar)
    except msgspec.ValidationError as error:
        raise InputError(
            f"the grammar is not valid: {error}",
            where=where,
            expected="[classes.…], [parts], [[pattern]], [cues]",
        ) from None
    except BAD_TOML as error:
        raise InputError(f"not TOML: {error}", where=where) from None
    _check_fields(grammar, where)
    return grammar


def _check_fields(grammar: Grammar, where: str) -> None:
    """Check the constraints that the field types do not express."""
    for name, word_class in grammar.classes.items():
        own = word_class.meanings
        for word in f"{word_class.capital} {word_class.upper}".split():
            if own and word not in own:
                raise InputError(f"the class {name} has no word {word!r}", where=where)
    for pattern in grammar.pattern:
        if not pattern.off and not any(pattern.alternatives):
            raise InputError(
                f"the pattern {pattern.name} matches nothing",
                where=where,
                expected="a pattern in match, or off = true",
            )


def merge_grammars(paths: Iterable[str], *, shipped: bool, candidates: bool = False) -> Grammar:
    """Merge the built-in grammar and grammar files, in this order."""
    merged = load_default_grammar() if shipped else Grammar()
    if candidates:
        merged = merged.merge(_load_file(_CANDIDATES))
    for path in paths:
        merged = merged.merge(read_grammar(Path(path)))
    return merged


def make_unknown_class_error(name: str, grammar: Any) -> UnknownName:
    """Make the error for a pattern that uses an unknown class or part."""
    return UnknownName("word class", name, [*grammar.classes, *grammar.parts])
