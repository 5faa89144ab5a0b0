"""The lines of ShARe pipe files, in the form of 2013/2014 and as the templates of 2014/2015."""

from __future__ import annotations

import re
from typing import NamedTuple

from goldsmith.core import CUI_LESS, Code, Span
from goldsmith.core.offsets import tidy
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
#: Names of the columns after document, spans and code; CLEF 2014 has the last three as well.
_TEMPLATE = tuple(name for slot in _SLOTS for name in (slot, f"share:{slot}_cue"))
_TIMES = ("doctime", "temporal", "share:temporal_cue")
_WIDTHS = frozenset((0, len(_TEMPLATE), len(_TEMPLATE) + len(_TIMES)))
_CUI = re.compile("[Cc][0-9]{7}")
_NUMBER = re.compile("[0-9]{1,9}")
_SPAN = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
_UNSPELLABLE = re.compile(r"[|\r\n]")


class Row(NamedTuple):
    """What a line says of a disorder."""

    type: str
    spans: tuple[Span, ...]
    codes: tuple[Code, ...]
    attributes: dict[str, str]


def row(line: str) -> Row:
    """What a line says, in whichever form."""
    _, bar, rest = line.partition("|")
    return _plain(line) if bar and rest.startswith("|") else _template(line)


def _plain(line: str) -> Row:
    """`note.txt||Disease_Disorder||C0011849||220||235`, with more pairs for more fragments."""
    expected = "document||type||CUI or CUI-less||start||end, and further starts and ends"
    _, *columns = line.removesuffix("||").split("||")
    offsets = columns[2:]
    if not offsets or len(offsets) % 2 or not all(map(_NUMBER.fullmatch, offsets)):
        raise _not_ours(expected)
    numbers = list(map(int, offsets))
    spans = tidy(zip(numbers[::2], numbers[1::2], strict=True))
    return Row(columns[0], spans, codes(columns[1]), {})


def _template(line: str) -> Row:
    """`note.txt|220-235,250-255|C0011849|no|null|…`: code, then value and cue of each slot."""
    expected = "document|start-end,start-end|CUI or CUI-less| and the template's slots"
    _, *columns = line.removesuffix("|").split("|")
    fragments = [_SPAN.fullmatch(fragment) for fragment in columns[0].split(",")] if columns else []
    if len(columns) - 2 not in _WIDTHS or not all(fragments):
        raise _not_ours(expected)
    spans = tidy((int(found[1]), int(found[2])) for found in fragments if found)
    slots = zip(_TEMPLATE + _TIMES, columns[2:], strict=False)
    values = {name: value for name, value in slots if value and value != "null"}
    return Row(DISORDER, spans, codes(columns[1]), values)


def _not_ours(expected: str) -> InputError:
    return InputError(
        "this line is not of the form that ShARe pipe files have",
        expected=expected,
        remedy="The file may be truncated",
    )


def codes(value: str) -> tuple[Code, ...]:
    """The code that a column holds: a CUI of the UMLS, CUI-less, another one, or none."""
    if not value:
        return ()
    if value.lower() == CUI_LESS.lower():
        return (Code(CUI_LESS),)
    return (Code(value.upper(), UMLS) if _CUI.fullmatch(value) else Code(value),)


def is_plain(value: str) -> bool:
    """Whether a type or code can stand in a column."""
    return not _UNSPELLABLE.search(value)


def plain(value: str) -> str:
    """The type or code, with what cannot stand in a column replaced."""
    return _UNSPELLABLE.sub("_", value)
