"""Find places that still look like identifiers, for manual inspection."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

import msgspec

from goldsmith.core.offsets import Span, get_line_number
from goldsmith.privacy import words
from goldsmith.privacy.lexicon import Lexicon
from goldsmith.privacy.people import TITLE, UPPER, normalise_name

_RULES = {
    "behind a title": re.compile(rf"(?<![\w-]){TITLE}\b\.?[ ](?P<it>[{UPPER}][\w'’-]*)"),
    "digits": re.compile(r"(?<![\w.,])(?P<it>\d{5,}|\d{3,}(?:[ -]\d{3,})+)(?![\w%]|[.,]\d)"),
    "date-like": re.compile(r"(?<!\d)(?P<it>\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d\d))(?!\d)"),
    "e-mail-like": re.compile(r"(?P<it>\S+@\S+)"),
    "web-like": re.compile(r"(?P<it>\b[\w-]+\.(?:com|org|net|nhs|gov|edu|uk)(?:\.\w+)*\b)"),
}
_WORD = re.compile(r"[^\W\d_]+")
_CAPITALISED = re.compile(
    rf"(?<![\w'’-])[{UPPER}][a-zß-öø-ÿ]{{2,}}(?:[ -][{UPPER}][a-zß-öø-ÿ]{{2,}})*(?![\w-])"
)
#: The number of characters shown before and after a place.
_CONTEXT = 40


class Leftover(msgspec.Struct, frozen=True):
    """A place of the new text to inspect."""

    document: str
    start: int
    end: int
    line: int
    rule: str
    text: str
    around: str


def find_leftovers(
    document: str,
    text: str,
    surrogates: Collection[Span],
    lexicon: Lexicon,
    ordinary: Collection[str] = (),
) -> list[Leftover]:
    """Find suspicious places outside the surrogates, in text order and each once.

    Args:
        document: The id of the document.
        text: The text after pseudonymisation.
        surrogates: The spans of the surrogates.
        lexicon: The names known for the patient.
        ordinary: Words that the corpus has in lower case; they are not suspicious.
    """
    covered = {offset for span in surrogates for offset in range(span.start, span.end)}
    leftovers: dict[tuple[int, int], Leftover] = {}
    for start, end, rule in _find_suspects(text, lexicon, ordinary):
        if covered.isdisjoint(range(start, end)) and (start, end) not in leftovers:
            context = " ".join(text[max(0, start - _CONTEXT) : end + _CONTEXT].split())
            line = get_line_number(text, start)
            leftovers[start, end] = Leftover(
                document, start, end, line, rule, text[start:end], context
            )
    return [leftovers[place] for place in sorted(leftovers)]


def _find_suspects(
    text: str, lexicon: Lexicon, ordinary: Collection[str]
) -> Iterator[tuple[int, int, str]]:
    for rule, pattern in _RULES.items():
        for match in pattern.finditer(text):
            if rule != "behind a title" or _is_unusual(match["it"], ordinary):
                yield *match.span("it"), rule
    for match in _WORD.finditer(text):
        if _is_recorded(match.group(), lexicon):
            yield *match.span(), "name of the record"
    for match in _CAPITALISED.finditer(text):
        if any(_is_unusual(word, ordinary) for word in re.split(r"[ -]", match.group())):
            yield *match.span(), "capitalised"


def _is_unusual(word: str, ordinary: Collection[str]) -> bool:
    folded = word.casefold()
    usual = folded in words.load_ordinary() or folded in ordinary
    return not (
        usual or folded in words.load_folded("eponyms") or folded in words.load_folded("heads")
    )


def _is_recorded(word: str, lexicon: Lexicon) -> bool:
    """Return whether a word contains a name of the record; "may" in lower case does not count."""
    name = normalise_name(word)
    if name in lexicon.recorded:
        return len(name) > 1 and (word[0].isupper() or name not in words.load_ambiguous())
    return len(name) > 4 and any(
        len(surname) > 4 and (name.startswith(surname) or name.endswith(surname))
        for surname in lexicon.recorded & lexicon.surnames
    )
