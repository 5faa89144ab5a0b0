"""Parse the lines of ShARe pipe files: the form of 2013/2014 and the templates of 2014/2015."""

from __future__ import annotations

import re
from typing import NamedTuple

from goldsmith.core import CUI_LESS, Code, Span
from goldsmith.core.offsets import sort_spans
from goldsmith.errors import InputError

DISORDER = "Disease_Disorder"
UMLS = "UMLS"
_SLOTS = (
    "negation",
    "subject",
    "uncertainty",
    "course",
    "severity",
    "conditional",
    "generic",
    "body_location",
)
#: Names of the columns after document, spans and code.
_SLOT_COLUMNS = tuple(name for slot in _SLOTS for name in (slot, f"share:{slot}_cue"))
#: Names of the further columns of CLEF 2014.
_TIME_COLUMNS = ("doctime", "temporal", "share:temporal_cue")
_WIDTHS = frozenset((0, len(_SLOT_COLUMNS), len(_SLOT_COLUMNS) + len(_TIME_COLUMNS)))
_CUI = re.compile("[Cc][0-9]{7}")
_NUMBER = re.compile("[0-9]{1,9}")
_SPAN = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")


class Disorder(NamedTuple):
    """A disorder on a line."""

    type: str
    spans: tuple[Span, ...]
    codes: tuple[Code, ...]
    attributes: dict[str, str]


def parse_line(line: str) -> Disorder:
    """Parse a line of either form.

    Raises:
        InputError: The line is malformed.
    """
    _, bar, rest = line.partition("|")
    return _parse_plain(line) if bar and rest.startswith("|") else _parse_template(line)


def _parse_plain(line: str) -> Disorder:
    """Parse `note.txt||Disease_Disorder||C0011849||220||235`, with a pair for each fragment."""
    expected = "document||type||CUI or CUI-less||start||end, and further starts and ends"
    _, *columns = line.removesuffix("||").split("||")
    offsets = columns[2:]
    if not offsets or len(offsets) % 2 or not all(map(_NUMBER.fullmatch, offsets)):
        raise _make_error(expected)
    numbers = list(map(int, offsets))
    spans = sort_spans(zip(numbers[::2], numbers[1::2], strict=True))
    return Disorder(columns[0], spans, parse_codes(columns[1]), {})


def _parse_template(line: str) -> Disorder:
    """Parse `note.txt|220-235,250-255|C0011849|no|null|…` with value and cue of each slot."""
    expected = "document|start-end,start-end|CUI or CUI-less| and the slots of the template"
    _, *columns = line.removesuffix("|").split("|")
    fragments = [_SPAN.fullmatch(fragment) for fragment in columns[0].split(",")] if columns else []
    if len(columns) - 2 not in _WIDTHS or not all(fragments):
        raise _make_error(expected)
    spans = sort_spans((int(match[1]), int(match[2])) for match in fragments if match)
    slots = zip(_SLOT_COLUMNS + _TIME_COLUMNS, columns[2:], strict=False)
    values = {name: value for name, value in slots if value and value != "null"}
    return Disorder(DISORDER, spans, parse_codes(columns[1]), values)


def _make_error(expected: str) -> InputError:
    return InputError(
        "this line is not in the ShARe pipe format",
        expected=expected,
        remedy="The file may be truncated",
    )


def parse_codes(value: str) -> tuple[Code, ...]:
    """Parse a column that has a CUI of the UMLS, CUI-less, another code, or nothing."""
    if not value:
        return ()
    if value.lower() == CUI_LESS.lower():
        return (Code(CUI_LESS),)
    return (Code(value.upper(), UMLS) if _CUI.fullmatch(value) else Code(value),)
