"""Find signatures: under a valediction, before a post or bleep, or at the end of a note."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldsmith.privacy import words
from goldsmith.privacy.finders.name_runs import make_identifiers, read_name
from goldsmith.privacy.finders.roles import get_single_form
from goldsmith.privacy.identifiers import Identifier
from goldsmith.privacy.people import CAPITAL, INITIAL, TITLE

_VALEDICTION = re.compile(
    r"^[ \t]*(?:yours (?:sincerely|faithfully|truly)|(?:with )?(?:very )?(?:kind(?:est)?|best|warm)"
    r" (?:regards|wishes)|regards|sincerely(?: yours)?|many thanks|signed)[,.]?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_SIGNATURE = re.compile(
    rf"[ \t]*((?:(?:{INITIAL}|{CAPITAL})[ ]*){{1,4}})(?=[ \t]*(?:$|,|\(|[-–] ))", re.M
)
_DEGREE = (
    r"(?:M\.?D\b|D\.?O\b\.?|R\.?N\b|P\.?A\.?-?C?\b|N\.?P\b|Ph\.?D|DPM|DDS|MBBS|MBChB|FRC[A-Z]\w*"
    r"|MRC\w+|FACS|FACC|FY[12]|F[12]|SHO|SpR|ST[1-8]|CT[1-3]|StR)\b|(?:Consultant|Registrar"
    r"|Radiologist|Radiographer|Pathologist|Histopathologist|Specialist|Staff Nurse|Sister"
    r"|Secretary|Physiotherapist|Sonographer|Macmillan)\b"
)
_CALLED = r"(?:[Bb]leep|[Bb]lp|[Pp]ager|[Ee]xt)\b\.?[ ]?\d"
_POST = re.compile(rf"(?=\b((?:(?:{INITIAL}|{CAPITAL})[ ]?){{2,4}}),[ ]?(?:{_DEGREE}|{_CALLED}))")
#: "Completed from the case notes, K Ormond, 03/07/2014".
_DATED = re.compile(
    rf"(?:^|[,;:(])[ \t]?(?P<name>(?:{INITIAL}[ ]?){{1,3}}{CAPITAL}),?[ ]"
    r"(?=\d{1,2}[/.-]\d{1,2}[/.-]\d\d)",
    re.MULTILINE,
)
#: A name alone on a line after an empty one, at the end or above a post.
_ALONE = re.compile(
    rf"(?:\A|\n[ \t]*\n)[ \t]*(?P<name>(?:(?:{INITIAL}|{CAPITAL})[ ]?){{2,4}})[ \t]*"
    rf"(?=(?P<last>\s*\Z)|\n[ \t]*(?:{_DEGREE}|Department of|Dept\.? of|Clinical|Specialist))"
)
_TITLED = re.compile(rf"[ \t]*{TITLE}\b\.?[ ]")
_MAX_LINES = 5


def find_signatures(text: str) -> Iterator[Identifier]:
    """Find the names of people who signed the note."""
    yield from _find_valedictions(text)
    yield from _find_posts(text)
    yield from _find_alone(text)


def _find_valedictions(text: str) -> Iterator[Identifier]:
    """Find names on the lines under a valediction."""
    for match in _VALEDICTION.finditer(text):
        offset = match.end()
        for _ in range(_MAX_LINES):
            offset = text.find("\n", offset) + 1
            if offset and _TITLED.match(text, offset):
                break  # the title finds this name; the next line is the post
            line = _SIGNATURE.match(text, offset) if offset else None
            tokens = read_name(text, line.start(1)) if line else []
            if tokens and tokens[-1].end >= line.end(1) - 1 and not tokens[-1].initial:  # type: ignore[union-attr]
                yield from make_identifiers(tokens, "signature", 14, only=get_single_form(tokens))
                break


def _find_posts(text: str) -> Iterator[Identifier]:
    """Find names before a post or degree: "J Okafor-Lind, FY1", "Ann Lee, MD"."""
    for match in _POST.finditer(text):
        tokens = read_name(text, match.start(1), limit=4)
        if len(tokens) > 1 and tokens[-1].end >= match.end(1) - 1 and not tokens[-1].initial:
            yield from make_identifiers(tokens, "post", 14)
    for match in _DATED.finditer(text):
        tokens = read_name(text, match.start("name"), limit=1)
        if len(tokens) > 1 and not tokens[-1].text.isupper():
            yield from make_identifiers(tokens, "signature", 14)


def _find_alone(text: str) -> Iterator[Identifier]:
    """Find names alone on a line above a post; names with an initial also at the end of a note."""
    for match in _ALONE.finditer(text):
        tokens = read_name(text, match.start("name"), limit=3, titled=True)
        whole = len(tokens) > 1 and tokens[-1].end == match.start("name") + len(
            match["name"].rstrip()
        )
        if not whole or tokens[-1].initial or tokens[-1].text.isupper():
            continue
        if match["last"] is not None and not tokens[0].initial:
            continue  # two capitalised words can be anything
        if not any(token.text.casefold() in words.load_folded("heads") for token in tokens):
            yield from make_identifiers(tokens, "signature", 14)
