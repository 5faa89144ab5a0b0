"""Names that the text shows to be names: titles, labels, salutations, signatures, first names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldsmith.privacy import words
from goldsmith.privacy.eponyms import bare_possessive, is_eponym
from goldsmith.privacy.found import NAME, Found
from goldsmith.privacy.people import (
    CAPITAL,
    PARTICLES,
    TITLE,
    UPPER,
    key,
    sex_of_title,
)
from goldsmith.privacy.roles import by_role, is_thing
from goldsmith.privacy.runs import FIRST, LETTER_OF_FIRST, SURNAME, Token, finds, run
from goldsmith.privacy.signatures import by_signature

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
    rf"[ \t]*[:=][ \t]*(?P<title>{TITLE}\b\.?[ ])?(?=[{UPPER}])",
    re.IGNORECASE,
)
#: Labels that head what is no name as often: the chief complaint, what was reviewed or seen.
_HEADING_TOO = re.compile(r"CC|(?i:reviewed|seen|performed|completed|entered|requested|reported)")
#: "FINCH, Eric": a word in capitals is a surname where a first name follows it.
_INVERTED = re.compile(rf"[{UPPER}]{{3,}},[ ][{UPPER}][a-zß-öø-ÿ]")
_DEAR = re.compile(rf"^[ \t]*(?:Dear|Hi|Hello|DEAR)[ ]+(?=[{UPPER}])", re.MULTILINE)
_OFFICE = re.compile(r"[ ](?:Department|Team|Office|Desk|Unit|Section|Committee|Service)s?\b")
_FIRST = re.compile(rf"\b{CAPITAL}")


def by_rule(text: str) -> Iterator[Found]:
    """Every name that needs no record to be seen."""
    yield from _titled(text)
    yield from _small(text)
    yield from _labelled(text)
    yield from _headed(text)
    yield from _dear(text)
    yield from by_signature(text)
    yield from by_role(text)
    yield from _first_names(text)


def _titled(text: str) -> Iterator[Found]:
    for match in _TITLE.finditer(text):
        title = match["title"]
        tokens = run(text, match.end(), titled=True, loose=True)
        if not tokens or (title in _SHOUTED and not _shouted(tokens)):
            continue
        if title == "Mx" and (text[match.end("title")] == "." or tokens[0].text.isupper()):
            continue  # "Planned Mx. IDC": management, or a mastectomy
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
        tokens = run(text, match.end(), titled=bool(_INVERTED.match(text, match.end())))
        if len(tokens) == 1 and not match["title"] and _HEADING_TOO.fullmatch(match["label"]):
            continue
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
        if tokens and _OFFICE.match(text, tokens[-1].end):
            continue
        single = len(tokens) == 1 and not tokens[0].initial
        known = single and words.sex_of(tokens[0].text)
        yield from finds(tokens, "salutation", 12, only=FIRST if known else "")


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
