"""Names of the patient's lexicon, wherever they stand: any case, possessive, initials, one typo."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from goldsmith.privacy import words
from goldsmith.privacy.eponyms import bare_possessive, is_eponym
from goldsmith.privacy.found import NAME, Found
from goldsmith.privacy.lexicon import TYPO_LENGTH, Lexicon, sure
from goldsmith.privacy.people import PARTICLES, TITLE, Person, key
from goldsmith.privacy.runs import FIRST, LETTER_OF_FIRST, SURNAME

_WORD = re.compile(r"[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)*")
_INITIAL_BEFORE = re.compile(r"(?<![\w.'’])([A-Z])(\.?)[ ]?$")
_TITLE_BEFORE = re.compile(rf"\b{TITLE}\.?\s+$")
_PARTICLES_BEFORE = re.compile(rf"(?<![\w-]){PARTICLES}{{1,2}}$")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)[ -]$")
_WORD_AFTER = re.compile(r"[ -]([^\W\d_]+)")
_WORD_BESIDE = re.compile(r"(?:[ -]|,[ ])([^\W\d_]+)")
#: What stands behind a name and is no initials: "Ann Deeping, M.D."
_DEGREES = frozenset("MD DO RN NP PA BA MA BM BS MB".split())
_NAME_BEFORE = re.compile(r"(?:,|[A-Z][^\W\d_]+)[ ]$")
_BEGINNING = re.compile(r"(?:^|[.!?:;\n•*)\]-]\s*|^\s*(?:\d+[.)]|[-•*])\s*)$", re.MULTILINE)
#: What people do and things do not: "Rose has ..." is about her, "Rose hip ..." is not.
_ACTS = re.compile(
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


def by_lexicon(text: str, lexicon: Lexicon, ordinary: Collection[str] = ()) -> Iterator[Found]:
    """Every known name in the text; `ordinary` are words that the corpus has in lower case."""
    for match in _WORD.finditer(text):
        name = key(match.group())
        if name in lexicon.surnames or name in lexicon.firsts:
            if _counts(text, match, lexicon):
                form, about = _form(text, match, lexicon)
                start = _with_particles(text, match.start()) if form == SURNAME else match.start()
                yield Found(start, match.end(), NAME, "known name", 25, form, about)
                if form == SURNAME:
                    yield from _initial(text, match, lexicon)
        elif _misspelt(match.group(), lexicon, ordinary):
            yield Found(*match.span(), NAME, "typo", 28, SURNAME)
    yield from _monograms(text, lexicon)


def _with_particles(text: str, start: int) -> int:
    """Where a surname begins with its van der or de la."""
    before = _PARTICLES_BEFORE.search(text, max(0, start - 14), start)
    return before.start() if before else start


def _counts(text: str, match: re.Match[str], lexicon: Lexicon) -> bool:
    """Whether the word stands for the person here."""
    start, end = match.span()
    word, name = match.group(), key(match.group())
    if _TITLE_BEFORE.search(text, max(0, start - 12), start) and word[0].isupper():
        return True
    if is_eponym(text, start, end) or bare_possessive(text, start, end):
        return False
    if sure(name):
        return name in lexicon.recorded or word[0].isupper()
    if not word[0].isupper() or word.isupper() != _shouting(text, start, end, word):
        return False
    if _BEGINNING.search(text, max(0, start - 30), start) and _ACTS.match(text, end):
        return name not in words.ordinary()
    return _beside_name(text, match, lexicon) or (
        name in lexicon.recorded and name not in words.ordinary() and _alone(text, start, name)
    )


def _shouting(text: str, start: int, end: int, word: str) -> bool:
    """Whether a word in capitals stands out: then a surname is written so, not the whole line."""
    if not word.isupper():
        return False
    line = text[text.rfind("\n", 0, start) + 1 : start] + text[end:].split("\n", 1)[0]
    return any(char.islower() for char in line)


def _alone(text: str, start: int, name: str) -> bool:
    """Whether a capitalised word that is a name too has its capital for being one."""
    before = text[max(0, start - 30) : start]
    if _BEGINNING.search(before) or start == 0:
        return False
    return not (name in _MONTHS and _MONTH_BEFORE.search(before))


def _beside_name(text: str, match: re.Match[str], lexicon: Lexicon) -> bool:
    """Whether the word before or behind is another of the known names, or an initial of one."""
    start, end = match.span()
    before = _WORD_BEFORE.search(text, max(0, start - 30), start)
    after = _WORD_BESIDE.match(text, end)
    known = [
        one.group(1)
        for one in (before, after)
        if one and (key(one.group(1)) in lexicon.surnames or key(one.group(1)) in lexicon.firsts)
    ]
    if any(one[0].isupper() for one in known):
        return True
    initial = _INITIAL_BEFORE.search(text, max(0, start - 4), start)
    return bool(initial and lexicon.has_initial(initial.group(1), key(match.group())))


def _form(text: str, match: re.Match[str], lexicon: Lexicon) -> tuple[str, str]:
    """Whether it is used as first name or surname, and for a first name the sex."""
    name = key(match.group())
    if name in lexicon.surnames and name in lexicon.firsts:
        after = _WORD_AFTER.match(text, match.end())
        first = after is not None and key(after.group(1)) in lexicon.surnames
    else:
        first = name in lexicon.firsts
    return (FIRST, lexicon.firsts[name]) if first else (SURNAME, "")


def _initial(text: str, match: re.Match[str], lexicon: Lexicon) -> Iterator[Found]:
    """The initial before a known surname, if it can be one."""
    found = _INITIAL_BEFORE.search(text, max(0, match.start() - 4), match.start())
    name = key(match.group())
    if found and (found.group(2) or lexicon.has_initial(found.group(1), name)):
        yield Found(*found.span(1), NAME, "known name", 25, LETTER_OF_FIRST, name)


def _misspelt(word: str, lexicon: Lexicon, ordinary: Collection[str]) -> bool:
    folded = word.casefold()
    if len(word) < TYPO_LENGTH - 1 or not word[0].isupper() or folded in ordinary:
        return False
    if not sure(folded) or folded in words.sexes() or folded in words.folded("eponyms"):
        return False
    return bool(lexicon.near(key(word)))


def _monograms(text: str, lexicon: Lexicon) -> Iterator[Found]:
    """Initials with dots that are those of somebody in the record: "I.T.", "I. A. T."."""
    for one in _recorded(lexicon):
        letters = "".join(name[0] for name in (*one.first, one.surname)).upper()
        short = one.first[0][0].upper() + one.surname[0].upper()
        for form in {letters, short}:
            pattern = r"(?<![\w.])" + r"[ ]?".join(rf"{letter}\." for letter in form)
            for match in re.finditer(pattern, text):
                if form in _DEGREES and _NAME_BEFORE.search(text[: match.start()][-30:]):
                    continue
                yield Found(*match.span(), NAME, "initials", 26, "monogram")


def _recorded(lexicon: Lexicon) -> Iterator[Person]:
    for one in lexicon.people:
        if one.first and one.surname and key(one.surname) in lexicon.recorded:
            yield one
