"""Find the names of a patient's lexicon: in any case, as possessives, initials or with a typo."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from goldsmith.privacy import words
from goldsmith.privacy.finders.eponyms import is_bare_possessive, is_eponym
from goldsmith.privacy.identifiers import (
    FIRST,
    FIRST_INITIAL,
    MONOGRAM,
    NAME,
    SURNAME,
    Identifier,
)
from goldsmith.privacy.lexicon import MIN_TYPO_LENGTH, Lexicon, is_unambiguous
from goldsmith.privacy.people import PARTICLES, TITLE, Person, normalise_name

_WORD = re.compile(r"[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)*")
_INITIAL_BEFORE = re.compile(r"(?<![\w.'’])([A-Z])(\.?)[ ]?$")
_TITLE_BEFORE = re.compile(rf"\b{TITLE}\.?\s+$")
_PARTICLES_BEFORE = re.compile(rf"(?<![\w-]){PARTICLES}{{1,2}}$")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)[ -]$")
_WORD_AFTER = re.compile(r"[ -]([^\W\d_]+)")
_NEXT_WORD = re.compile(r"(?:[ -]|,[ ])([^\W\d_]+)")
#: Degrees after a name, which are not initials: "Ann Deeping, M.D."
_DEGREES = frozenset("MD DO RN NP PA BA MA BM BS MB".split())
_NAME_BEFORE = re.compile(r"(?:,|[A-Z][^\W\d_]+)[ ]$")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;\n•*)\]-]\s*|^\s*(?:\d+[.)]|[-•*])\s*)$", re.MULTILINE)
#: Verbs of persons: "Rose has ..." is about a person, "Rose hip ..." is not.
_VERB_AFTER = re.compile(
    r"[ ](?:has|had|was|is|denies|denied|reports?|reported|feels?|felt|says|said|told|came|attended"
    r"|lives|takes|does|did|agrees|agreed|understands|wants|wishes|saw|asked|knows|remains"
    r"|remained|slept|went|ate|drank|fell|rang|walked|complained|complains|continues|appears|seems)\b"
)
_MONTHS = frozenset(("april", "may", "june", "august", "summer", "autumn"))
_MONTH_BEFORE = re.compile(
    r"(?:\d(?:st|nd|rd|th)?|\b(?:in|since|until|till|from|by|of|last|next|early|late|mid|during|to"
    r"|and|on|this|before|after))[ -]?$",
    re.IGNORECASE,
)


def find_known_names(
    text: str, lexicon: Lexicon, ordinary: Collection[str] = ()
) -> Iterator[Identifier]:
    """Find the names of a lexicon.

    Args:
        text: The text.
        lexicon: The names known for the patient.
        ordinary: Words that occur in lower case in the corpus; they are not misspelt names.
    """
    for match in _WORD.finditer(text):
        name = normalise_name(match.group())
        if name in lexicon.surnames or name in lexicon.first_names:
            if _is_person(text, match, lexicon):
                form, detail = _classify_form(text, match, lexicon)
                start = match.start()
                if form == SURNAME:
                    start = _include_particles(text, start)
                yield Identifier(start, match.end(), NAME, "known name", 25, form, detail)
                if form == SURNAME:
                    yield from _find_initial(text, match, lexicon)
        elif _is_misspelt(match.group(), lexicon, ordinary):
            yield Identifier(*match.span(), NAME, "typo", 28, SURNAME)
    yield from _find_monograms(text, lexicon)


def _include_particles(text: str, start: int) -> int:
    """Return the start of a surname together with its "van der" or "de la"."""
    before = _PARTICLES_BEFORE.search(text, max(0, start - 14), start)
    return before.start() if before else start


def _is_person(text: str, match: re.Match[str], lexicon: Lexicon) -> bool:
    """Return whether a name denotes a person here, not an eponym or an ordinary word."""
    start, end = match.span()
    word, name = match.group(), normalise_name(match.group())
    if _TITLE_BEFORE.search(text, max(0, start - 12), start) and word[0].isupper():
        return True
    if is_eponym(text, start, end) or is_bare_possessive(text, start, end):
        return False
    if is_unambiguous(name):
        return name in lexicon.recorded or word[0].isupper()
    if not word[0].isupper() or word.isupper() != _is_upper_in_mixed_line(text, start, end, word):
        return False
    if _SENTENCE_START.search(text, max(0, start - 30), start) and _VERB_AFTER.match(text, end):
        return name not in words.load_ordinary()
    return _is_next_to_name(text, match, lexicon) or (
        name in lexicon.recorded
        and name not in words.load_ordinary()
        and _is_capitalised_as_name(text, start, name)
    )


def _is_upper_in_mixed_line(text: str, start: int, end: int, word: str) -> bool:
    """Return whether a word is in upper case but its line is not, as surnames are often written."""
    if not word.isupper():
        return False
    line = text[text.rfind("\n", 0, start) + 1 : start] + text[end:].split("\n", 1)[0]
    return any(char.islower() for char in line)


def _is_capitalised_as_name(text: str, start: int, name: str) -> bool:
    """Return whether an ambiguous word is capitalised because it is a name."""
    before = text[max(0, start - 30) : start]
    if _SENTENCE_START.search(before) or start == 0:
        return False
    return not (name in _MONTHS and _MONTH_BEFORE.search(before))


def _is_next_to_name(text: str, match: re.Match[str], lexicon: Lexicon) -> bool:
    """Return whether a known name or an initial precedes or follows."""
    start, end = match.span()
    before = _WORD_BEFORE.search(text, max(0, start - 30), start)
    after = _NEXT_WORD.match(text, end)
    for neighbour in filter(None, (before, after)):
        word, name = neighbour.group(1), normalise_name(neighbour.group(1))
        if word[0].isupper() and (name in lexicon.surnames or name in lexicon.first_names):
            return True
    initial = _INITIAL_BEFORE.search(text, max(0, start - 4), start)
    return bool(initial and lexicon.has_initial(initial.group(1), normalise_name(match.group())))


def _classify_form(text: str, match: re.Match[str], lexicon: Lexicon) -> tuple[str, str]:
    """Return whether a name is a first name or a surname, and the sex of a first name."""
    name = normalise_name(match.group())
    if name in lexicon.surnames and name in lexicon.first_names:
        after = _WORD_AFTER.match(text, match.end())
        is_first = after is not None and normalise_name(after.group(1)) in lexicon.surnames
    else:
        is_first = name in lexicon.first_names
    return (FIRST, lexicon.first_names[name]) if is_first else (SURNAME, "")


def _find_initial(text: str, match: re.Match[str], lexicon: Lexicon) -> Iterator[Identifier]:
    """Find the initial before a known surname."""
    initial = _INITIAL_BEFORE.search(text, max(0, match.start() - 4), match.start())
    name = normalise_name(match.group())
    if initial and (initial.group(2) or lexicon.has_initial(initial.group(1), name)):
        yield Identifier(*initial.span(1), NAME, "known name", 25, FIRST_INITIAL, name)


def _is_misspelt(word: str, lexicon: Lexicon, ordinary: Collection[str]) -> bool:
    folded = word.casefold()
    if len(word) < MIN_TYPO_LENGTH - 1 or not word[0].isupper() or folded in ordinary:
        return False
    if (
        not is_unambiguous(folded)
        or folded in words.load_sexes()
        or folded in words.load_folded("eponyms")
    ):
        return False
    return bool(lexicon.find_near_surname(normalise_name(word)))


def _find_monograms(text: str, lexicon: Lexicon) -> Iterator[Identifier]:
    """Find the dotted initials of people in the record: "I.T.", "I. A. T."."""
    for person in _list_recorded(lexicon):
        letters = "".join(name[0] for name in (*person.first, person.surname)).upper()
        short = person.first[0][0].upper() + person.surname[0].upper()
        for form in {letters, short}:
            pattern = r"(?<![\w.])" + r"[ ]?".join(rf"{letter}\." for letter in form)
            for match in re.finditer(pattern, text):
                if form in _DEGREES and _NAME_BEFORE.search(text[: match.start()][-30:]):
                    continue
                yield Identifier(*match.span(), NAME, "initials", 26, MONOGRAM)


def _list_recorded(lexicon: Lexicon) -> Iterator[Person]:
    for person in lexicon.people:
        if person.first and person.surname and normalise_name(person.surname) in lexicon.recorded:
            yield person
