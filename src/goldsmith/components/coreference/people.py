"""Rules that find people in a text: pronouns, and names after an honorific."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from goldsmith.components.coreference.lexicon import load_lexicon
from goldsmith.core import Span
from goldsmith.pipeline.analysis import Analysis
from goldsmith.text.words import tag_parts_of_speech

PERSONAL, POSSESSIVE, RELATIVE, NAME = "personal", "possessive", "relative", "name"
_PEOPLE_LISTS = ("first", "second", "male", "female", "relative_person")
_THING_LISTS = ("thing", "plural", "relative")


def _list_pronouns(names: Sequence[str]) -> dict[str, str]:
    """Map the pronouns of some lists to their kinds; "her" may be personal or possessive."""
    lexicon = load_lexicon()
    kinds = {
        word: POSSESSIVE if word in lexicon.possessives else PERSONAL
        for word, name in lexicon.pronouns.items()
        if name in names
    }
    relative = {word for word in kinds if lexicon.pronouns[word].startswith(RELATIVE)}
    return kinds | dict.fromkeys(relative, RELATIVE)


_PEOPLE = _list_pronouns(_PEOPLE_LISTS)
#: Pronouns that mostly refer to things in notes; "that" is excluded, as it is rarely a pronoun.
_THINGS = {word: kind for word, kind in _list_pronouns(_THING_LISTS).items() if word != "that"}
#: Words that are abbreviations in capitals: information technology, United States, ME.
_NOT_IN_CAPITALS = frozenset("it us me we my who".split())
#: Words before the Roman numeral I: "stage I", "type I diabetes".
_NUMBERED = frozenset(
    "stage type grade class phase factor level part group category axis nerve clark".split()
)
_NOUN_PHRASE = frozenset(("NOUN", "ADJ", "NUM", "PROPN"))
_WORD = r"(?:[A-ZÀ-ÖØ-Þ][\w-]*(?:['’](?!s\b)\w+)*\.?(?<!\w\w\.)|[A-Z]['’][A-Z]\w+)"
_PARTICLE = r"(?:(?:de|der|den|da|du|la|le|van|von|bin|al|el|ten|ter)[ \t]+)"

_SIGNATURE = re.compile(
    rf"^[ \t]*({_WORD}(?:[ \t]+{_WORD}){{1,3}})[ \t]*\n[ \t]*(?=([A-Z][\w ]{{3,40}})$)",
    re.MULTILINE,
)


class PersonMention(NamedTuple):
    """A mention of a person, or a pronoun that refers to a thing."""

    span: Span
    kind: str
    is_person: bool


def find_names(text: str, honorifics: Sequence[str]) -> Iterator[PersonMention]:
    """Yield names with the honorific before them: one to three words in capitals.

    Args:
        text: The text.
        honorifics: The words before a name, such as Mr.
    """
    if not honorifics:
        return
    plain = [word.rstrip(".") for word in honorifics]
    # MR and MS in capitals are magnetic resonance and multiple sclerosis; MRS is a person.
    spellings = [*plain, *(word.upper() for word in plain if len(word) > 2)]
    words = "|".join(map(re.escape, spellings))
    name = rf"{_PARTICLE}{{0,2}}{_WORD}"
    pattern = rf"(?<!\w)(?:{words})\b\.?[ \t]+{name}(?:[ \t]+{name}){{0,2}}"
    for match in re.finditer(pattern, text):
        end = match.end() - match.group().endswith(".")
        yield PersonMention(Span(match.start(), end), NAME, is_person=True)


def find_signatures(text: str) -> Iterator[PersonMention]:
    """Yield names alone on the line above the title of a clinician: "J Smith|Consultant"."""
    clinicians = load_lexicon().clinician
    for match in _SIGNATURE.finditer(text):
        if match[2].split()[-1].lower() in clinicians:
            yield PersonMention(Span(*match.span(1)), NAME, is_person=True)


def find_pronouns(analysis: Analysis, *, things: bool) -> Iterator[PersonMention]:
    """Yield pronouns that refer to people.

    Args:
        analysis: The document.
        things: Also yield pronouns that refer to things.
    """
    words = analysis.tokens.words
    for first, end in analysis.sentences:
        tags = tag_parts_of_speech(words[first:end])
        for index in range(first, end):
            low = words[index].lower()
            kind = _PEOPLE.get(low) or (_THINGS.get(low) if things else None)
            if kind is None or _is_other_word(words, index, first, end):
                continue
            follows = tags[index - first + 1] if index + 1 < end else ""
            if low == "her" and follows in _NOUN_PHRASE:
                kind = POSSESSIVE
            yield PersonMention(analysis.make_span(index, index), kind, low in _PEOPLE)


def _is_other_word(words: Sequence[str], index: int, first: int, end: int) -> bool:
    """Return whether a word only looks like a pronoun: a number or an abbreviation."""
    word = words[index]
    before = words[index - 1].lower() if index > first else ""
    after = words[index + 1] if index + 1 < end else ""
    if word.lower() == "i":
        return word != "I" or before in _NUMBERED or not (after.islower() or after[:1] in "'’")
    return word.isupper() and word.lower() in _NOT_IN_CAPITALS
