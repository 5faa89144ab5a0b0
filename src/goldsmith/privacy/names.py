"""Names that the text shows to be names: titles, labels, salutations, signatures, first names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldsmith.privacy import words
from goldsmith.privacy.eponyms import bare_possessive, is_eponym
from goldsmith.privacy.found import NAME, Found
from goldsmith.privacy.people import (
    CAPITAL,
    INITIAL,
    PARTICLES,
    TITLE,
    UPPER,
    key,
    sex_of_title,
)
from goldsmith.privacy.roles import by_role, is_thing, lone
from goldsmith.privacy.runs import FIRST, LETTER_OF_FIRST, SURNAME, Token, finds, run

_TITLE = re.compile(
    rf"(?<![\w-])(?P<title>{TITLE})\b\.?(?:[ ]?(?:and|&|/)[ ]?(?:{TITLE})\b\.?)?"
    rf"[ \t\xa0]*\n?[ \t]*(?=[{UPPER}]|{PARTICLES}{{1,2}}[{UPPER}])"
)
_SMALL_TITLE = re.compile(r"(?<![\w-])(?:mr|mrs|dr)\b\.?[ ]([a-z]{4,})(?=[ ,.'’;\n]|$)")
_HEADING = re.compile(
    rf"^[ \t]*((?:{CAPITAL}[ ]){{1,2}}[{UPPER}][{UPPER}'’-]{{3,}})"
    r"(?=,|[ ]+(?:d\.?o\.?b|aged|age)|[ ]*$)",
    re.MULTILINE,
)
_AND = re.compile(r"(?:,[ ]| and | & |,? and )(?=[A-Z])")
_SHOUTED = ("MR", "MS")
_LABEL = re.compile(
    r"(?:(?<=^)|(?<=[\n,;.(|]))[ \t]*(?P<label>(?:patient(?:['’]s)?[ ])?(?:full[ ])?name"
    r"(?:[ ]of[ ]patient)?|patient|pt|re|surname|last name|family name|forenames?|first names?"
    r"|given names?|next of kin|n\.?o\.?k\.?|consultant|(?:assistant )?surgeons?|an(?:a?e)sthetist"
    r"|anesthesiologist|assistants?|attending(?: physician)?|(?:\w+ (?:care )?)?physician|author"
    r"|(?:dictated|reported|authorised|authorized|typed|signed|verified|seen|performed|reviewed"
    r"|electronically signed|referred|completed|prepared|requested|entered)(?: by)?|cc|copy(?: to)?"
    r"|copies(?: to)?|radiologist|pathologist|gp|pcp|key ?worker|carer|provider|operator"
    r"|(?:mother|father|daughter|son|wife|husband|sister|brother|partner)(?:['’]s name)?)"
    rf"[ \t]*[:=][ \t]*(?:{TITLE}\b\.?[ ])?(?=[{UPPER}])",
    re.IGNORECASE,
)
_DEAR = re.compile(rf"^[ \t]*(?:Dear|Hi|Hello|DEAR)[ ]+(?=[{UPPER}])", re.MULTILINE)
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
_POST = re.compile(rf"(?=\b((?:(?:{INITIAL}|{CAPITAL})[ ]?){{2,4}}),[ ]?(?:{_DEGREE}))")
_FIRST = re.compile(rf"\b{CAPITAL}")
_SIGNED_WITHIN = 5


def by_rule(text: str) -> Iterator[Found]:
    """Every name that needs no record to be seen."""
    yield from _titled(text)
    yield from _small(text)
    yield from _labelled(text)
    yield from _headed(text)
    yield from _dear(text)
    yield from _signed(text)
    yield from _posts(text)
    yield from by_role(text)
    yield from _first_names(text)


def _titled(text: str) -> Iterator[Found]:
    for match in _TITLE.finditer(text):
        title = match["title"]
        tokens = run(text, match.end(), titled=True, loose=True)
        if not tokens or (title in _SHOUTED and not _shouted(tokens)):
            continue
        yield from finds(tokens, "title", 10, sex=sex_of_title(title))
        if title.casefold() in ("drs", "messrs"):
            yield from _listed(text, tokens[-1].end)


def _small(text: str) -> Iterator[Found]:
    """Names in small letters behind a title in small letters."""
    for match in _SMALL_TITLE.finditer(text):
        word = match.group(1)
        if word not in words.ordinary() and word not in words.folded("heads"):
            yield Found(*match.span(1), NAME, "title", 10, SURNAME)


def _headed(text: str) -> Iterator[Found]:
    """Names in a line of their own, the surname in capitals: "Ivy TARROW d.o.b. ..."."""
    for match in _HEADING.finditer(text):
        tokens = run(text, match.start(1), limit=3)
        if len(tokens) > 1 and tokens[-1].end == match.end(1) and not tokens[0].text.isupper():
            yield from finds(tokens, "heading", 13)


def _shouted(tokens: list[Token]) -> bool:
    """Whether names behind MR or MS are in capitals too; an MR Angiogram is no gentleman."""
    return all(token.text.isupper() for token in tokens) and not tokens[-1].initial


def _listed(text: str, at: int) -> Iterator[Found]:
    """The others in "Drs Fenn, Quill and Tolland"."""
    more = _AND.match(text, at)
    while more:
        tokens = run(text, more.end(), titled=True)
        if not tokens:
            return
        yield from finds(tokens, "title", 10)
        more = _AND.match(text, tokens[-1].end)


def _labelled(text: str) -> Iterator[Found]:
    for match in _LABEL.finditer(text):
        tokens = run(text, match.end())
        if not tokens or all(token.initial for token in tokens) or is_thing(text, tokens[0]):
            continue
        label = match["label"].casefold()
        only = FIRST if label.startswith(("fore", "first", "given")) else ""
        yield from finds(tokens, "label", 12, only=only)
        yield from _inverted(text, tokens)


def _inverted(text: str, tokens: list[Token]) -> Iterator[Found]:
    """The first names behind the comma of "TARROW, Ivy Ann"."""
    comma = re.compile(r",[ ]?(?=[A-Z])").match(text, tokens[-1].end)
    if comma is None or len(tokens) != 1:
        return
    for token in run(text, comma.end(), limit=2, letters=True):
        if token.initial:
            form, about = LETTER_OF_FIRST, key(tokens[0].text)
        else:
            form, about = FIRST, words.sex_of(token.text)
        yield Found(token.start, token.end, NAME, "label", 11, form, about)


def _dear(text: str) -> Iterator[Found]:
    for match in _DEAR.finditer(text):
        tokens = run(text, match.end())
        single = len(tokens) == 1 and not tokens[0].initial
        known = single and words.sex_of(tokens[0].text)
        yield from finds(tokens, "salutation", 12, only=FIRST if known else "")


def _signed(text: str) -> Iterator[Found]:
    """Names on the lines under a valediction."""
    for match in _VALEDICTION.finditer(text):
        at = match.end()
        for _ in range(_SIGNED_WITHIN):
            at = text.find("\n", at) + 1
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


def _first_names(text: str) -> Iterator[Found]:
    """Known first names, with the surname behind them if there is one."""
    for match in _FIRST.finditer(text):
        word = match.group()
        sure = words.plain(word) in words.sexes()
        if not (sure or words.sex_of(word)) or _used_as_word(text, match):
            continue
        tokens = run(text, match.start(), limit=2, titled=True)
        full = [one for one in tokens if not one.initial]
        if len(full) > 1 and _surname(text, full[-1], word):
            yield from finds(tokens, "first name", 40)
        elif sure and not word.isupper() and word.casefold() not in words.folded("eponyms"):
            yield Found(*match.span(), NAME, "first name", 41, FIRST, words.sex_of(word))


def _used_as_word(text: str, match: re.Match[str]) -> bool:
    start, end = match.span()
    return is_eponym(text, start, end) or bare_possessive(text, start, end)


def _surname(text: str, token: Token, first: str) -> bool:
    """Whether the word behind a first name is a surname: in the same case, and no eponym's head."""
    same = token.text.isupper() <= (first.isupper() or len(token.text) > 3)
    return (
        same
        and token.text.casefold() not in words.folded("heads")
        and token.text.casefold() not in words.folded("generic")
        and not is_eponym(text, token.start, token.end)
    )


__all__ = ["FIRST", "SURNAME", "by_rule"]
