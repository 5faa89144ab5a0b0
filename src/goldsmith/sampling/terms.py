"""Reads what people write for sizes, parts, shares and conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from goldsmith.errors import InputError
from goldsmith.sampling.plan import Part, Size

_NAME = re.compile(r"\w[\w-]*")


def size(text: str) -> Size:
    """A number of documents, or one for each value: `50`, `narrative=50,imaging=50`."""
    if "=" not in text:
        return _number(text)
    sizes: dict[str, int] = {}
    for entry in text.split(","):
        value, _, number = entry.rpartition("=")
        if value.strip() in sizes:
            raise InputError(f"the size of {value.strip()!r} is given twice in {text!r}")
        sizes[value.strip()] = _number(number)
    return sizes


def _number(text: str) -> int:
    if not text.strip().isdecimal() or not int(text):
        raise InputError(
            f"{text.strip()!r} is not a size",
            expected="a number above 0 (50), or one for each value (narrative=50,imaging=50)",
        )
    return int(text)


def part(text: str) -> Part:
    """A part from its name and size: `trial=60`, `gold=narrative=50,imaging=50`."""
    name, _, rest = text.partition("=")
    if not rest:
        raise InputError(f"the part {text!r} has no size", expected="NAME=SIZE, such as trial=60")
    return Part(checked_name(name), size(rest))


def checked_name(name: str) -> str:
    """The name of a part, fit to be that of a folder."""
    if not _NAME.fullmatch(name.strip()):
        raise InputError(
            f"{name!r} cannot be the name of a part", expected="letters, digits, _ and -"
        )
    return name.strip()


def written_shares(text: str) -> dict[str, str]:
    """Part -> share as written, from `train=0.8,dev=0.1,test=0.1`."""
    found: dict[str, str] = {}
    for entry in filter(str.strip, text.split(",")):
        name, _, share = entry.partition("=")
        if checked_name(name) in found:
            raise InputError(f"the part {name.strip()!r} is named twice")
        found[name.strip()] = share.strip()
    shares(found)
    return found


def shares(written: Mapping[str, str]) -> dict[str, Fraction]:
    """Part -> share; they must add up to 1 exactly."""
    found = {name: _share(name, text) for name, text in written.items()}
    total = sum(found.values())
    if len(found) < 2 or total != 1:
        listed = ", ".join(f"{name}={text}" for name, text in written.items())
        what = f"add up to {float(total):g}" if len(found) > 1 else "are fewer than two"
        raise InputError(
            f"the shares {listed or '(none)'} {what}",
            expected="shares that add up to 1, such as train=0.8,dev=0.1,test=0.1",
        )
    return found


def _share(name: str, text: str) -> Fraction:
    try:
        share = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        share = Fraction(0)
    if share <= 0:
        raise InputError(
            f"{text!r} is not a share (of the part {name})", expected="such as 0.8, 80% or 4/5"
        )
    return share


def conditions(texts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Field -> the values it may have, from `type=narrative`, `type=imaging` …"""
    found: dict[str, tuple[str, ...]] = {}
    for text in texts:
        field, equals, value = text.partition("=")
        if not equals or not field.strip():
            raise InputError(
                f"{text!r} is not a condition", expected="FIELD=VALUE, such as type=narrative"
            )
        found[field.strip()] = (*found.get(field.strip(), ()), value.strip())
    return found
