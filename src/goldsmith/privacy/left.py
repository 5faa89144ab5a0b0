"""What looks like an identifier and was left: for the person who inspects the result."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

import msgspec

from goldsmith.core.offsets import Span, line_of
from goldsmith.privacy import words
from goldsmith.privacy.lexicon import Lexicon
from goldsmith.privacy.people import TITLE, UPPER, key

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
_AROUND = 40


class Left(msgspec.Struct, frozen=True):
    """A place to look at in the new text."""

    document: str
    start: int
    end: int
    line: int
    rule: str
    text: str
    around: str


def left(
    document: str,
    text: str,
    made: Collection[Span],
    lexicon: Lexicon,
    ordinary: Collection[str] = (),
) -> list[Left]:
    """Suspicious places outside the surrogates, in text order, each once."""
    covered = {at for span in made for at in range(span.start, span.end)}
    found: dict[tuple[int, int], Left] = {}
    for start, end, rule in _suspects(text, lexicon, ordinary):
        if covered.isdisjoint(range(start, end)) and (start, end) not in found:
            around = " ".join(text[max(0, start - _AROUND) : end + _AROUND].split())
            line = line_of(text, start)
            found[start, end] = Left(document, start, end, line, rule, text[start:end], around)
    return [found[place] for place in sorted(found)]


def _suspects(
    text: str, lexicon: Lexicon, ordinary: Collection[str]
) -> Iterator[tuple[int, int, str]]:
    for rule, pattern in _RULES.items():
        for match in pattern.finditer(text):
            if rule != "behind a title" or _unusual(match["it"], ordinary):
                yield *match.span("it"), rule
    for match in _WORD.finditer(text):
        if _of_record(match.group(), lexicon):
            yield *match.span(), "name of the record"
    for match in _CAPITALISED.finditer(text):
        if any(_unusual(word, ordinary) for word in re.split(r"[ -]", match.group())):
            yield *match.span(), "capitalised"


def _unusual(word: str, ordinary: Collection[str]) -> bool:
    folded = word.casefold()
    known = folded in words.ordinary() or folded in ordinary
    return not (known or folded in words.folded("eponyms") or folded in words.folded("heads"))


def _of_record(word: str, lexicon: Lexicon) -> bool:
    """Whether a word is, or begins with, a name of the record; small "may" and "will" are not."""
    name = key(word)
    if name in lexicon.recorded:
        return len(name) > 1 and (word[0].isupper() or name not in words.ambiguous())
    return len(name) > 4 and any(
        len(known) > 4 and (name.startswith(known) or name.endswith(known))
        for known in lexicon.recorded & lexicon.surnames
    )
