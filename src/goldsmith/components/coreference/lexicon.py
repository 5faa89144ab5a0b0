"""The word lists of the component, from words.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec


class Lexicon(msgspec.Struct, frozen=True):
    """Word lists, indexed for lookup."""

    determiners: dict[str, str]
    pronouns: dict[str, str]
    pronoun_categories: dict[str, str]
    #: Pronoun -> its sentence function, if its form determines it.
    pronoun_functions: dict[str, str]
    possessives: frozenset[str]
    plural_pronouns: frozenset[str]
    #: Word -> male, female or any.
    people: dict[str, str]
    patient: frozenset[str]
    clinician: frozenset[str]
    honorifics: frozenset[str]
    names: frozenset[str]
    #: Abbreviation -> its long form.
    abbreviations: dict[str, str]
    #: Lemmas -> the lemmas of their canonical synonym.
    synonyms: dict[tuple[str, ...], tuple[str, ...]]
    #: Word -> the contrast that it belongs to.
    contrasts: dict[str, str]
    times: frozenset[str]
    generic: frozenset[str]
    apposition: frozenset[str]
    equative: frozenset[str]
    stop: frozenset[str]
    semantic_classes: dict[str, str]
    #: Ending -> semantic class.
    semantic_endings: dict[str, str]
    #: Noun -> generic nouns for it; the same by the ending of the noun.
    kinds: dict[str, frozenset[str]]
    kind_endings: dict[str, frozenset[str]]
    negation: frozenset[str]
    #: The word before the name of a letter's addressee, and the last words before its author.
    salutations: frozenset[str]
    closings: frozenset[str]
    #: Kinds of sections about people other than the patient.
    others: frozenset[str]
    #: Part -> its wholes.
    parts: dict[str, frozenset[str]]


_GENDERS: Final = ("male", "female", "any")


@cache
def load_lexicon() -> Lexicon:
    """Load the word lists."""
    table = tomllib.loads(files(__package__).joinpath("words.toml").read_text("utf-8"))
    people = table["people"]
    return Lexicon(
        determiners=_invert(table["determiners"]),
        pronouns=_invert(table["pronouns"]),
        pronoun_categories=table["pronoun_categories"],
        pronoun_functions=_invert(table["pronoun_functions"]),
        possessives=_split(table["possessives"]["words"]),
        plural_pronouns=_split(table["plural_pronouns"]["words"]),
        people=_invert({gender: people[gender] for gender in _GENDERS})
        | _invert({"male": people["male_names"], "female": people["female_names"]}),
        patient=_split(people["patient"]),
        clinician=_split(people["clinician"]),
        honorifics=_split(people["honorifics"]),
        names=_split(people["male_names"]) | _split(people["female_names"]),
        abbreviations=table["abbreviations"],
        synonyms={
            tuple(words.split()): tuple(meaning.split())
            for words, meaning in table["synonyms"].items()
        },
        contrasts={word: name for name, words in table["contrasts"].items() for word in words},
        times=_split(table["times"]["words"]),
        generic=_split(table["generic"]["nouns"]),
        apposition=_split(table["apposition"]["marks"]) | _split(table["apposition"]["words"]),
        equative=_split(table["equative"]["words"]),
        stop=_split(table["stop"]["words"]),
        semantic_classes=_invert(table["semantic_classes"]),
        semantic_endings=_invert(table["semantic_endings"]),
        kinds=_invert_all(table["kinds"]),
        kind_endings=_invert_all(table["kind_endings"]),
        negation=_split(table["negation"]["words"]),
        salutations=_split(table["letters"]["salutations"]),
        closings=_split(table["letters"]["closings"]),
        others=_split(table["sections"]["others"]),
        parts={part: _split(wholes) for part, wholes in table["parts"].items()},
    )


def _split(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _invert(lists: dict[str, str]) -> dict[str, str]:
    """Map each word to the name of its list; the first list takes precedence."""
    return {word: name for name, words in reversed(lists.items()) for word in words.split()}


def _invert_all(lists: dict[str, str]) -> dict[str, frozenset[str]]:
    """Map each word to the names of all its lists."""
    words = {word for content in lists.values() for word in content.split()}
    return {
        word: frozenset(name for name, content in lists.items() if word in content.split())
        for word in words
    }
