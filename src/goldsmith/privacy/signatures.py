"""Names that sign: under a valediction, before a post or a bleep, alone at the foot of a note."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldsmith.privacy import words
from goldsmith.privacy.found import Found
from goldsmith.privacy.people import CAPITAL, INITIAL, TITLE
from goldsmith.privacy.roles import lone
from goldsmith.privacy.runs import finds, run

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
#: A name in a line of its own behind an empty one, with what stands in the line under it.
_ALONE = re.compile(
    rf"(?:\A|\n[ \t]*\n)[ \t]*(?P<name>(?:(?:{INITIAL}|{CAPITAL})[ ]?){{2,4}})[ \t]*"
    rf"(?=(?P<last>\s*\Z)|\n[ \t]*(?:{_DEGREE}|Department of|Dept\.? of|Clinical|Specialist))"
)
_TITLED = re.compile(rf"[ \t]*{TITLE}\b\.?[ ]")
_SIGNED_WITHIN = 5


def by_signature(text: str) -> Iterator[Found]:
    """Every name that signs."""
    yield from _signed(text)
    yield from _posts(text)
    yield from _alone(text)


def _signed(text: str) -> Iterator[Found]:
    """Names on the lines under a valediction."""
    for match in _VALEDICTION.finditer(text):
        at = match.end()
        for _ in range(_SIGNED_WITHIN):
            at = text.find("\n", at) + 1
            if at and _TITLED.match(text, at):
                break  # found by the title; what stands under it is the post
            line = _SIGNATURE.match(text, at) if at else None
            tokens = run(text, line.start(1)) if line else []
            if tokens and tokens[-1].end >= line.end(1) - 1 and not tokens[-1].initial:  # type: ignore[union-attr]
                yield from finds(tokens, "signature", 14, only=lone(tokens))
                break


def _posts(text: str) -> Iterator[Found]:
    """Names with a post or degree behind them: "J Okafor-Lind, FY1", "Ann Lee, MD"."""
    for match in _POST.finditer(text):
        tokens = run(text, match.start(1), limit=4)
        if len(tokens) > 1 and tokens[-1].end >= match.end(1) - 1 and not tokens[-1].initial:
            yield from finds(tokens, "post", 14)
    for match in _DATED.finditer(text):
        tokens = run(text, match.start("name"), limit=1)
        if len(tokens) > 1 and not tokens[-1].text.isupper():
            yield from finds(tokens, "signature", 14)


def _alone(text: str) -> Iterator[Found]:
    """Names alone in a line over a post or a department; "A Finch" also where the note ends."""
    for match in _ALONE.finditer(text):
        tokens = run(text, match.start("name"), limit=3, titled=True)
        whole = len(tokens) > 1 and tokens[-1].end == match.start("name") + len(
            match["name"].rstrip()
        )
        if not whole or tokens[-1].initial or tokens[-1].text.isupper():
            continue
        if match["last"] is not None and not tokens[0].initial:
            continue  # two words with capitals may be anything
        if not any(one.text.casefold() in words.folded("heads") for one in tokens):
            yield from finds(tokens, "signature", 14)
