"""Find ages over 89, which so few people reach that they are identifying."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldsmith.privacy.identifiers import AGE, Identifier
from goldsmith.privacy.surrogates.calendar import MAX_AGE
from goldsmith.privacy.surrogates.date_shift import match_case

#: The forms of ages; an identifier names its form in `rule`.
CLEAR, BARE = "age", "bare age"
_UNITS = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty"
_NUMBER = re.compile(r"9\d|1[0-2]\d")
_BEFORE = re.compile(
    r"\b(?:aged?|age of|age(?:/sex)?[ ]?[:=]|turned|turning|turns)[ ]?$", re.IGNORECASE
)
_DIED = re.compile(
    r"\b(?:died|dead|lived|until|death)[ ](?:at|to|until)[ ](?:age[ ])?$|(?<![\w.])d\.[ ]?$",
    re.IGNORECASE,
)
#: A verb or an adverb before a round age in words: "nan is ninety".
_BEING = re.compile(r"\b(?:is|was|now|be|nearly|almost|over|past|turned)[ ]$", re.IGNORECASE)
_AMOUNT = re.compile(r"\.\d|[/%]|[ ]?[a-z]*m?g\b", re.IGNORECASE)
_AFTER = re.compile(
    r"[ -]?(?:years?|yrs?|y)\.?[ -]?(?:old|of age|o\b)|[ ]?(?:yrs?|y(?:\.?/?o\.?)?|yoa)\b|-year-old"
    r"|[ ]years?\b(?![ ](?:ago|later|before|history))|(?:st|nd|rd|th)[ ]birthday",
    re.IGNORECASE,
)
_SEX = re.compile(r"[ ]?(?:[MF]|[WBHA]A?[MF])\b(?![/.])|[ ]?[♂♀]")
#: The sex in lower case, which may also be a unit: 95f, 101f.
_SMALL_SEX = re.compile(r"[mf]\b(?![/.])")
_TEMPERATURE = re.compile(r"\b(?:t|temp|tmax|temperature)[ ]$", re.IGNORECASE)
#: Ages in words. An exact age (ninety-six) needs no context unless a quantity follows.
_WORDS = re.compile(
    rf"(?<![\w-])(?P<word>ninety(?P<unit>[ -](?:{_UNITS}))?"
    rf"|(?:a|one)[ -]hundred(?P<more>(?:[ -]and)?[ -](?:{_UNITS}|{_TEENS}))?)(?!\w)",
    re.IGNORECASE,
)
_QUANTITY = re.compile(
    r"-?[ ]?(?:percent|per|%|mg|ml|cc|beats|over|minutes|hours|days|weeks|months|degrees|feet"
    r"|thousand|units|milli|kilo|micro|pounds|dollars|point|times|steps|years? (?:ago|later))",
    re.IGNORECASE,
)
_CENTENARIAN = re.compile(r"\bcentenarian", re.IGNORECASE)
#: A number between commas, bars or dashes may be an age: "Lois Fontenot - 101!", "| 94 | F |".
_CELL_START = re.compile(r"(?:[^\W\d_],[ ]?|[|–-][ ]?|\t|[ ]{2}|\()$")
_CELL_END = re.compile(r"[ ]?(?:[|,!)\t]|[ ]{2}|\n|$|[–-][ ])")
_CONTEXT = 20
_OLDEST = 125


def find_ages(text: str) -> Iterator[Identifier]:
    """Find the ages over 89; their surrogate is 90, which means 90 or more."""
    for start, end in _list_numbers(text):
        if _is_age(text, start, end):
            yield Identifier(start, end, AGE, CLEAR, 9, new=str(MAX_AGE))
    folded = text.casefold()
    if "ninety" in folded or "hundred" in folded:
        yield from _find_words(text)
    if "centenarian" in folded:
        for match in _CENTENARIAN.finditer(text):
            word = "Nonagenarian" if match.group()[0].isupper() else "nonagenarian"
            new = match_case(match.group(), word)
            yield Identifier(*match.span(), AGE, CLEAR, 9, new=new)


def propose_ages(text: str) -> Iterator[Identifier]:
    """Propose the places that may be ages over 89: the results of `find_ages` and bare numbers."""
    yield from find_ages(text)
    for start, end in _list_numbers(text):
        before = _CELL_START.search(text, max(0, start - 3), start)
        if (before and _CELL_END.match(text, end)) or _SMALL_SEX.match(text, end):
            yield Identifier(start, end, AGE, BARE, 28, new=str(MAX_AGE))
    if "ninety" in text.casefold():
        for match in _WORDS.finditer(text):
            start, end = match.span("word")
            if _BEING.search(text, max(0, start - 12), start) and not _QUANTITY.match(text, end):
                new = match_case(match["word"], "ninety")
                yield Identifier(start, end, AGE, BARE, 28, new=new)


def _list_numbers(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of whole numbers from 90 to the age of the oldest people."""
    for match in _NUMBER.finditer(text):
        start, end = match.span()
        is_part = text[start - 1 : start] in ("/", ".") and text[start - 2 : start - 1].isdigit()
        is_inside = text[start - 1 : start].isdigit() or text[end : end + 1].isdigit()
        if not is_inside and not is_part and int(match.group()) <= _OLDEST:
            yield start, end


def _is_age(text: str, start: int, end: int) -> bool:
    before = max(0, start - _CONTEXT)
    if _BEFORE.search(text, before, start) or _AFTER.match(text, end):
        return True
    if _DIED.search(text, before, start):
        return _AMOUNT.match(text, end) is None
    has_sex = _SEX.match(text, end) is not None and text[start - 1 : start] not in ("/", "-")
    return has_sex and not _TEMPERATURE.search(text, before, start)


def _find_words(text: str) -> Iterator[Identifier]:
    """Find ages in words; a round number needs words around it that show an age."""
    for match in _WORDS.finditer(text):
        start, end = match.span("word")
        before = max(0, start - _CONTEXT)
        is_exact = match["unit"] or (match["more"] or "").startswith((" and", "-and"))
        is_age = (
            _AFTER.match(text, end)
            or _BEFORE.search(text, before, start)
            or _DIED.search(text, before, start)
            or is_exact
        )
        if is_age and not _QUANTITY.match(text, end):
            new = match_case(match["word"], "ninety")
            yield Identifier(start, end, AGE, CLEAR, 9, new=new)
