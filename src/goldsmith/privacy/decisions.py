"""Decisions of a reviewer about wordings that are always, or never, identifiers.

A file of decisions has a JSON object on each line. The review page saves such a file, and people
can write one by hand:

    {"text": "Sorrel", "identifier": true, "kind": "NAME"}
    {"text": "Levo", "identifier": false}

A decision applies to every occurrence of exactly this wording, with any white space between its
words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from goldsmith.errors import InputError
from goldsmith.privacy import words
from goldsmith.privacy.identifiers import (
    AGE,
    CONTACT,
    DATE,
    EMAIL,
    FIRST,
    FIRST_INITIAL,
    KINDS,
    NAME,
    PLACE,
    SHAPE,
    SURNAME,
    TOWN,
    URL,
    Identifier,
    resolve_overlaps,
)
from goldsmith.privacy.people import normalise_name

#: The rule of identifiers that a reviewer decided.
RULE = "decision"
#: Decisions take precedence over everything that the finders propose.
_RANK = -1
_WORD = re.compile(r"\w+")
_NAME_PART = re.compile(r"[^\W\d_][\w'’.-]*")
#: The age that replaces all ages over 89.
_AGE = "90"
#: The number of problems that a message lists; a file of the wrong kind would fill the screen.
_MAX_PROBLEMS = 10


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A reviewer's decision about a wording."""

    text: str
    identifier: bool
    kind: str = ""
    """The kind of identifier; required for identifiers, ignored otherwise."""


class Decisions:
    """The decisions about a corpus, compiled for its notes."""

    def __init__(self, decisions: Iterable[Decision] = ()) -> None:
        by_wording = {normalise_wording(item.text): item for item in decisions}
        self.all = tuple(by_wording.values())
        self._cleared = {text for text, item in by_wording.items() if not item.identifier}
        self._patterns: dict[str, list[tuple[re.Pattern[str], int, str]]] = {}
        for text, item in by_wording.items():
            word = _WORD.search(text)
            if item.identifier and word:
                entry = (_compile_wording(text), word.start(), item.kind)
                self._patterns.setdefault(word.group(), []).append(entry)

    def is_cleared(self, wording: str) -> bool:
        """Return whether a reviewer decided that a wording is not an identifier."""
        return bool(self._cleared) and normalise_wording(wording) in self._cleared

    def apply(
        self,
        text: str,
        identifiers: list[Identifier],
        find_dates: Callable[[str], Iterable[Identifier]],
    ) -> list[Identifier]:
        """Add the identifiers that a reviewer decided on, and remove wordings that were cleared.

        Args:
            text: The text.
            identifiers: The identifiers that the finders found in it.
            find_dates: Proposes dates with their shifted form, including doubtful dates.
        """
        if not self.all:
            return identifiers
        decided = list(self._find(text))
        if any(item.kind == DATE for item in decided):
            dates = {(date.start, date.end): date.new for date in find_dates(text)}
            decided = [_take_shifted_date(item, dates) for item in decided]
        uncleared = (
            item for item in identifiers if not self.is_cleared(text[item.start : item.end])
        )
        return resolve_overlaps((*decided, *uncleared))

    def _find(self, text: str) -> Iterator[Identifier]:
        for word in _WORD.finditer(text) if self._patterns else ():
            for pattern, offset, kind in self._patterns.get(word.group(), ()):
                match = pattern.match(text, max(0, word.start() - offset))
                if match:
                    yield from _make_identifiers(match.group(), match.start(), kind)


def normalise_wording(text: str) -> str:
    """Normalise the white space of a wording; case and punctuation matter."""
    return " ".join(text.split())


def read_decisions(path: Path) -> list[Decision]:
    """Read a file of decisions.

    Raises:
        InputError: Lines cannot be used; the message names all of them, without their text.
    """
    decisions: dict[str, Decision] = {}
    problems: list[str] = []
    for number, line in enumerate(path.read_text("utf-8-sig").splitlines(), 1):
        if not line.strip():
            continue
        decision, problem = _parse_line(line)
        if decision:
            earlier = decisions.setdefault(normalise_wording(decision.text), decision)
            if earlier != decision:
                problem = "another line has a different decision about the same wording"
        if problem:
            problems.append(f"line {number}: {problem}")
    if problems:
        rest = len(problems) - _MAX_PROBLEMS
        more = f"; and {rest} more" if rest > 0 else ""
        raise InputError(
            "decisions cannot be used: " + "; ".join(problems[:_MAX_PROBLEMS]) + more,
            where=str(path),
            expected='lines such as {"text": "Sorrel", "identifier": true, "kind": "NAME"}',
        )
    return list(decisions.values())


class _Warning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a saved file, which warns that the file contains identifiers."""

    warning: str


def _parse_line(line: str) -> tuple[Decision | None, str]:
    """Return the decision of a line, or None for a warning, and a description of any error."""
    try:
        msgspec.json.decode(line, type=_Warning)
    except msgspec.DecodeError:
        pass
    else:
        return None, ""
    try:
        decision = msgspec.json.decode(line, type=Decision)
    except msgspec.ValidationError as error:
        return None, str(error)
    except msgspec.DecodeError:
        return None, "this is not a JSON object"
    if not _WORD.search(decision.text):
        return None, "the text has neither a letter nor a digit"
    if decision.identifier and decision.kind not in KINDS:
        return None, "the kind of an identifier is one of " + ", ".join(KINDS)
    return decision, ""


def _compile_wording(text: str) -> re.Pattern[str]:
    """Compile a wording so that it matches whole words, with any white space between them."""
    inner = r"\s+".join(map(re.escape, text.split()))
    start = r"(?<!\w)" if text[0].isalnum() else ""
    end = r"(?!\w)" if text[-1].isalnum() else ""
    return re.compile(start + inner + end)


def _make_identifiers(wording: str, start: int, kind: str) -> Iterator[Identifier]:
    """Make the identifiers of a decided wording; each word of a name is replaced separately."""
    if kind != NAME:
        new = _AGE if kind == AGE else ""
        form = _choose_form(wording, kind)
        yield Identifier(start, start + len(wording), kind, RULE, _RANK, form, new=new)
        return
    parts = list(_NAME_PART.finditer(wording))
    for number, part in enumerate(parts, 1):
        form = _choose_name_form(part.group(), is_last=number == len(parts), is_only=len(parts) < 2)
        yield Identifier(start + part.start(), start + part.end(), NAME, RULE, _RANK, form)
    if not parts:
        yield Identifier(start, start + len(wording), NAME, RULE, _RANK, SHAPE)


def _choose_name_form(part: str, *, is_last: bool, is_only: bool) -> str:
    if len(normalise_name(part)) == 1:
        return FIRST_INITIAL
    is_first = not is_last or (is_only and bool(words.guess_sex(part)))
    return FIRST if is_first else SURNAME


def _choose_form(wording: str, kind: str) -> str:
    """Choose the form of a decided place, number, contact, date or age."""
    if kind == PLACE and not any(char.isdigit() for char in wording):
        return TOWN
    if kind == CONTACT and "@" in wording:
        return EMAIL
    if kind == CONTACT and re.search(r"://|www\.", wording):
        return URL
    return SHAPE


def _take_shifted_date(item: Identifier, dates: dict[tuple[int, int], str]) -> Identifier:
    new = dates.get((item.start, item.end), "") if item.kind == DATE else ""
    return msgspec.structs.replace(item, new=new) if new else item
