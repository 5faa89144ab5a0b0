"""Headings of clinical notes: on a line of their own, before text, or after a lost line break.

Some collections have lost their line breaks and show a comma in their place ("daily.,PLAN: ,She").
Such a text is called flat, and a comma glued to what is before it is read as a line break there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from goldsmith.text.section_names import OTHER, exact, kind_of


class Heading(NamedTuple):
    """A heading: its title is `text[start:end]`; the kind of a mere part is the empty string."""

    start: int
    end: int
    kind: str


_LINE: Final = re.compile(
    r"^[^\S\n]*(?:#+[^\S\n]*)?(?!Dear )(?P<title>[^\W\d_][^\n:]{0,60}?)[^\S\n]*"
    r"(?P<colon>:(?!\d)|$)",
    re.M,
)
#: What looks back stands after the first character, which is then looked for much faster.
_CAPITALS: Final = re.compile(
    r"(?P<title>[A-Z](?<!\w[A-Z])(?:[A-Z0-9/&'()-]|\.(?! )|,? ){1,60})(?<! ) ?:(?!\d)"
)
_AFTER_COMMA: Final = re.compile(
    r",\s{0,3}(?P<title>[A-Z][A-Za-z/ &()'-]{1,50})(?P<end>:(?!\d)|,(?=\S))"
)
_AFTER_STOP: Final = re.compile(
    r"[.;]\s+(?=[A-Z][A-Za-z/& -]{1,61}+:)"  # else every way to cut a sentence in two is tried
    r"(?P<title>[A-Z][A-Za-z/&-]{0,20}[a-z/][A-Za-z/& -]{0,40}+):(?!\d)"
)
_GLUED: Final = re.compile(r",\S")
#: These head a line without a colon as well.
_BARE: Final = re.compile(
    r"^[^\S\n]*(?P<title>O/E|C/[Oo]|S/E|PMHx?|HPC|PC|DHx?|SHx?|FHx?|Ix|Imp)(?=[^\S\n]+[^\s:])", re.M
)
#: Within a line of a text that has lines, these tell of one test: "CXR: clear. ECG: AF."
_DOUBTFUL: Final = frozenset({OTHER, "imaging", "results"})
_FLAT: Final = re.compile(r"[.:?!)] ?,\s{0,3}[A-Z0-9]|[a-z],[A-Z]{3}")
_BEFORE: Final = frozenset(".,:;!?)]\n\t")
_SHORT: Final = 8  # words; a longer line of capitals is a sentence somebody shouted
_NUMBERED: Final = re.compile(r"(?:[\n,]\s*\(?\d|[:.]\s+)\d[.)]\s*$|[\n,]\s*\(?\d[.)]\s*$")
_LETTERS: Final = re.compile(r"[^\W\d_]+")


def flat(text: str) -> bool:
    """Whether the text has lost its line breaks and shows commas in their place."""
    return "\n" not in text.rstrip() and _FLAT.search(text) is not None


@lru_cache(maxsize=2)  # sentences and sections of a text both ask for them
def headings(text: str) -> tuple[Heading, ...]:
    """The headings of a text in order, none overlapping another."""
    found = sorted(_all(text), key=lambda one: (one.start, -one.end))
    kept: list[Heading] = []
    for one in found:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return tuple(kept)


def _all(text: str) -> Iterator[Heading]:
    lost = flat(text)
    for match in _at_lines(_LINE, text):
        if not (lost and _GLUED.search(match["title"])):
            yield from _on_line(text, match)
    for match in _at_lines(_BARE, text):
        yield _heading(match, exact(match["title"]) or OTHER)
    yield from (one for one in _inside_lines(text) if lost or one.kind not in _DOUBTFUL)
    if lost:
        for match in _AFTER_COMMA.finditer(text):
            yield from _after_comma(match)


def _at_lines(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """The matches of a pattern that begins where a line does and ends on it."""
    at = 0
    while True:
        if match := pattern.match(text, at):
            yield match
        at = text.find("\n", at) + 1
        if not at:
            return


def _inside_lines(text: str) -> Iterator[Heading]:
    for match in _CAPITALS.finditer(text):
        if not _in_item(text, match.start("title")):
            yield from _inside(text, match)
    for match in _AFTER_STOP.finditer(text):
        kind = exact(match["title"])
        if kind is not None and not _in_item(text, match.start("title")):
            yield _heading(match, kind)


def _heading(match: re.Match[str], kind: str) -> Heading:
    start, end = match.span("title")
    return Heading(start, end, kind)


def _on_line(text: str, match: re.Match[str]) -> Iterator[Heading]:
    """A heading at the beginning of a line: with a colon, or with the line to itself."""
    title = match["title"]
    if not match["colon"]:
        kind = exact(title)
        if kind is None and _shouted(title):
            kind = kind_of(title) or OTHER
        if kind is not None and not title.endswith("."):
            yield _heading(match, kind)
        return
    kind = _known(title) if len(title.split()) <= _SHORT else None
    if kind is None and (_shouted(title) or (_ends_line(text, match.end()) and _titled(title))):
        kind = OTHER
    if kind is not None:
        yield _heading(match, kind)


def _inside(text: str, match: re.Match[str]) -> Iterator[Heading]:
    """A heading in capitals within a line, after a stop or with a name we know."""
    title = match["title"]
    kind = kind_of(title) if len(title.split()) <= _SHORT else None
    before = _before(text, match.start())
    if kind is None and before in _BEFORE and _shouted(title):
        kind = OTHER
    if kind is not None and (before in _BEFORE or len(title) > 3):
        yield _heading(match, kind)


def _in_item(text: str, at: int) -> bool:
    """Whether a list's number is right before: "3. Bloods: normal" is an item, not a section."""
    before = text[at - 8 : at] if at >= 8 else "\n" + text[:at]
    return _NUMBERED.search(before) is not None


def _before(text: str, at: int) -> str:
    """The last character before an offset that is no blank; a line break at the very beginning."""
    while at and text[at - 1] == " ":
        at -= 1
    return text[at - 1] if at else "\n"


def _after_comma(match: re.Match[str]) -> Iterator[Heading]:
    """A heading in a flat text, where a comma stands for the line break before it."""
    title = match["title"]
    kind = exact(title)
    if match["end"] == ":":
        kind = _known(title) if kind is None else kind
    elif not title.isupper():
        kind = None
    if kind is not None:
        yield _heading(match, kind)


def _known(title: str) -> str | None:
    """The kind of a title in front of text: in small letters only a name as the file has it."""
    return kind_of(title) if title.isupper() or _titled(title) else exact(title)


def _shouted(title: str) -> bool:
    letters = _LETTERS.findall(title)
    return title.isupper() and len(letters) <= _SHORT and sum(map(len, letters)) > 3


def _titled(title: str) -> bool:
    """Whether a few words all begin with a capital, except short ones."""
    words = _LETTERS.findall(title)
    return 0 < len(words) <= 6 and all(w[0].isupper() or len(w) < 4 for w in words)


def _ends_line(text: str, at: int) -> bool:
    end = text.find("\n", at)
    return not text[at : end if end >= 0 else len(text)].strip()
