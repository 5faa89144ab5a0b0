"""The content of grammar files: word classes, parts and patterns; reading and merging them."""

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
#: How a match becomes a time; `interpret` has one function for each.
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
#: Patterns of what only some corpora mark as times, for trained extents.
_CANDIDATES: Final = "candidates.toml"
_PACKAGE: Final = "goldsmith.components.temporal.expressions"


class WordClass(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A class of tokens: words with their meaning, or whole numbers of a range.

    Attributes:
        words: Word in lower case -> its meaning, such as the number of a month.
        members: Words whose meaning is themselves.
        capital: Words of the class that need a capital: May and March.
        upper: Words of the class that must be in capitals throughout.
        typos: Accept two neighbouring letters in the wrong order, in words of six letters or more.
        digits: Least and greatest whole number.
        lengths: How many digits the number may have; any by default.
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
    """A pattern of time expressions and how its matches are normalised.

    Attributes:
        name: A name of its own; a later file replaces a pattern by its name.
        match: The pattern, or several.
        make: How to normalise it; `none` for what only looks like a time.
        type: The TIMEX3 type.
        category: age, gestation, as-needed, vague, generic: options decide whether these are times.
        value: The value, of fixed ones.
        unit, amount, sign, anchor, freq, quant, mod: What the words of the pattern do not tell.
        preceded_by, followed_by: Patterns that must stand before or behind a match.
        not_preceded_by, not_followed_by: Patterns that must not.
        beside: Punctuation that may touch the match although it usually joins it to a word.
        off: Leave the pattern out.
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
    """Words near an expression that decide what it is relative to.

    Attributes:
        future, past: Words that say that something is to come, or over.
        anchors: Event that times are relative to -> words that name it.
        day_first, month_first: Spellings of the places where 3/4 is in April, or in March.
    """

    future: str = ""
    past: str = ""
    anchors: Mapping[str, str] = {}
    day_first: str = ""
    month_first: str = ""


class Grammar(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The content of a grammar file, or of several.

    Attributes:
        classes: Name -> word class.
        parts: Name -> pattern to use inside patterns.
        pattern: The patterns.
        cues: Words that decide what a time is relative to.
    """

    classes: Mapping[str, WordClass] = {}
    parts: Mapping[str, str] = {}
    pattern: tuple[Pattern, ...] = ()
    cues: Cues = Cues()

    def merge(self, grammar: Grammar) -> Grammar:
        """Return this grammar with the content of another, which wins where names are the same."""
        return Grammar(
            _merge_classes(self.classes, grammar.classes),
            {**self.parts, **grammar.parts},
            _merge_patterns(self.pattern, grammar.pattern),
            _merge_cues(self.cues, grammar.cues),
        )


def _merge_classes(
    old: Mapping[str, WordClass], new: Mapping[str, WordClass]
) -> dict[str, WordClass]:
    """Merge word classes; words of a class that both have are added to it."""
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
    """Load the grammar that comes with Goldsmith."""
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
    """Check what the types of the fields do not."""
    for name, word_class in grammar.classes.items():
        own = word_class.meanings
        for word in f"{word_class.capital} {word_class.upper}".split():
            if own and word not in own:
                raise InputError(f"the class {name} has no word {word!r}", where=where)
    for pattern in grammar.pattern:
        if not pattern.off and not any(pattern.alternatives):
            raise InputError(f"the pattern {pattern.name} matches nothing", where=where)


def merge_grammars(paths: Iterable[str], *, shipped: bool, candidates: bool = False) -> Grammar:
    """Merge the grammar that comes with Goldsmith and grammar files, in this order."""
    merged = load_default_grammar() if shipped else Grammar()
    if candidates:
        merged = merged.merge(_load_file(_CANDIDATES))
    for path in paths:
        merged = merged.merge(read_grammar(Path(path)))
    return merged


def make_unknown_class_error(name: str, grammar: Any) -> UnknownName:
    """Make the error of a pattern that uses a class or part that does not exist."""
    return UnknownName("word class", name, [*grammar.classes, *grammar.parts])
