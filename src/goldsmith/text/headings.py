"""Headings of clinical notes: on their own line, before text, or after a lost line break.

Some collections have a comma in place of each line break ("daily.,PLAN: ,She"). In such a flat
text, a comma directly after a character is read as a line break.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from goldsmith.text.section_names import OTHER, classify_title, match_title


class Heading(NamedTuple):
    """A heading with the title `text[start:end]`; the kind of a subdivision is the empty string."""

    start: int
    end: int
    kind: str


_LINE: Final = re.compile(
    r"^[^\S\n]*(?:#+[^\S\n]*)?(?!Dear )(?P<title>[^\W\d_][^\n:]{0,60}?)[^\S\n]*"
    r"(?P<colon>:(?!\d)|$)",
    re.M,
)
#: The look-behind comes after the first character because the search is much faster that way.
_CAPITALS: Final = re.compile(
    r"(?P<title>[A-Z](?<!\w[A-Z])(?<!\w['’][A-Z])"
    r"(?:[A-Z0-9/&'()-]|\.(?! )|,? ){1,60})(?<! ) ?:(?!\d)"
)
_AFTER_COMMA: Final = re.compile(
    r",\s{0,3}(?P<title>[A-Z][A-Za-z/ &()'-]{1,50})(?P<end>:(?!\d)|,(?=\S))"
)
_AFTER_STOP: Final = re.compile(
    r"[.;]\s+(?=[A-Z][A-Za-z/& -]{1,61}+:)"  # the look-ahead avoids backtracking
    r"(?P<title>[A-Z][A-Za-z/&-]{0,20}[a-z/][A-Za-z/& -]{0,40}+):(?!\d)"
)
_GLUED: Final = re.compile(r",\S")
#: Abbreviations that are headings without a colon.
_BARE: Final = re.compile(
    r"^[^\S\n]*(?P<title>O/E|C/[Oo]|S/E|PMHx?|HPC|PC|DHx?|SHx?|FHx?|Ix|Imp)(?=[^\S\n]+[^\s:])", re.M
)
#: Kinds that are not headings within a line, unless line breaks were lost: "CXR: clear. ECG: AF."
_DOUBTFUL: Final = frozenset({OTHER, "imaging", "results"})
_FLAT: Final = re.compile(r"[.:?!)] ?,\s{0,3}[A-Z0-9]|[a-z],[A-Z]{3}")
_BEFORE: Final = frozenset(".,:;!?)]\n\t")
_MAX_WORDS: Final = 8  # a longer line of capitals is a sentence
_NUMBERED: Final = re.compile(r"(?:[\n,]\s*\(?\d|[:.]\s+)\d[.)]\s*$|[\n,]\s*\(?\d[.)]\s*$")
_LETTERS: Final = re.compile(r"[^\W\d_]+")


def has_lost_line_breaks(text: str) -> bool:
    """Return whether a text has commas in place of its line breaks."""
    return "\n" not in text.rstrip() and _FLAT.search(text) is not None


@lru_cache(maxsize=2)  # the sentence splitter and the section detection call it
def find_headings(text: str) -> tuple[Heading, ...]:
    """Find the headings of a text, in order and without overlaps."""
    candidates = sorted(_find_candidates(text), key=lambda heading: (heading.start, -heading.end))
    selected: list[Heading] = []
    for heading in candidates:
        if not selected or heading.start >= selected[-1].end:
            selected.append(heading)
    return tuple(selected)


def _find_candidates(text: str) -> Iterator[Heading]:
    is_flat = has_lost_line_breaks(text)
    for match in _match_lines(_LINE, text):
        if not (is_flat and _GLUED.search(match["title"])):
            yield from _check_line(text, match)
    for match in _match_lines(_BARE, text):
        yield _make_heading(match, match_title(match["title"]) or OTHER)
    for heading in _find_inside_lines(text):
        if is_flat or heading.kind not in _DOUBTFUL:
            yield heading
    if is_flat:
        for match in _AFTER_COMMA.finditer(text):
            yield from _check_after_comma(match)


def _match_lines(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern at the start of each line."""
    at = 0
    while True:
        if match := pattern.match(text, at):
            yield match
        at = text.find("\n", at) + 1
        if not at:
            return


def _find_inside_lines(text: str) -> Iterator[Heading]:
    for match in _CAPITALS.finditer(text):
        if not _in_item(text, match.start("title")):
            yield from _check_capitals(text, match)
    for match in _AFTER_STOP.finditer(text):
        kind = match_title(match["title"])
        if kind is not None and not _in_item(text, match.start("title")):
            yield _make_heading(match, kind)


def _make_heading(match: re.Match[str], kind: str) -> Heading:
    start, end = match.span("title")
    return Heading(start, end, kind)


def _check_line(text: str, match: re.Match[str]) -> Iterator[Heading]:
    """Yield the heading at the start of a line: with a colon, or alone on the line."""
    title = match["title"]
    if not match["colon"]:
        kind = match_title(title)
        if kind is None and _is_all_caps(title):
            kind = classify_title(title) or OTHER
        if kind is not None and not title.endswith("."):
            yield _make_heading(match, kind)
        return
    kind = _classify_in_line(title) if len(title.split()) <= _MAX_WORDS else None
    if kind is None and (
        _is_all_caps(title) or (_is_line_end(text, match.end()) and _is_title_case(title))
    ):
        kind = OTHER
    if kind is not None:
        yield _make_heading(match, kind)


def _check_capitals(text: str, match: re.Match[str]) -> Iterator[Heading]:
    """Yield the heading in capitals within a line, after punctuation or with a known name."""
    title = match["title"]
    kind = classify_title(title) if len(title.split()) <= _MAX_WORDS else None
    before = _get_char_before(text, match.start())
    if kind is None and before in _BEFORE and _is_all_caps(title):
        kind = OTHER
    if kind is not None and (before in _BEFORE or len(title) > 3):
        yield _make_heading(match, kind)


def _in_item(text: str, at: int) -> bool:
    """Return whether a list number comes directly before, as in "3. Bloods: normal"."""
    before = text[at - 8 : at] if at >= 8 else "\n" + text[:at]
    return _NUMBERED.search(before) is not None


def _get_char_before(text: str, at: int) -> str:
    """Return the last non-space character before an offset; a line break at the start."""
    while at and text[at - 1] == " ":
        at -= 1
    return text[at - 1] if at else "\n"


def _check_after_comma(match: re.Match[str]) -> Iterator[Heading]:
    """Yield the heading after a comma in a flat text."""
    title = match["title"]
    kind = match_title(title)
    if match["end"] == ":":
        kind = _classify_in_line(title) if kind is None else kind
    elif not title.isupper():
        kind = None
    if kind is not None:
        yield _make_heading(match, kind)


def _classify_in_line(title: str) -> str | None:
    """Return the kind of a title before text; in lower case only exact names count."""
    return classify_title(title) if title.isupper() or _is_title_case(title) else match_title(title)


def _is_all_caps(title: str) -> bool:
    letters = _LETTERS.findall(title)
    return title.isupper() and len(letters) <= _MAX_WORDS and sum(map(len, letters)) > 3


def _is_title_case(title: str) -> bool:
    """Return whether a few words all start with a capital, except short ones."""
    words = _LETTERS.findall(title)
    return 0 < len(words) <= 6 and all(w[0].isupper() or len(w) < 4 for w in words)


def _is_line_end(text: str, at: int) -> bool:
    end = text.find("\n", at)
    return not text[at : end if end >= 0 else len(text)].strip()
