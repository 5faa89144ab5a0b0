"""Parse the arguments of the sampling commands: sizes, parts, shares and conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from goldsmith.errors import InputError
from goldsmith.sampling.plan import Part, Size

_NAME = re.compile(r"\w[\w-]*")


def parse_size(text: str) -> Size:
    """Parse a number of documents, or a number for each value: `50`, `narrative=50,imaging=50`.

    Raises:
        InputError: The text is not a size.
    """
    if "=" not in text:
        return _parse_count(text)
    sizes: dict[str, int] = {}
    for entry in text.split(","):
        value, _, number = entry.rpartition("=")
        if value.strip() in sizes:
            raise InputError(f"the size of {value.strip()!r} is given twice in {text!r}")
        sizes[value.strip()] = _parse_count(number)
    return sizes


def _parse_count(text: str) -> int:
    if not text.strip().isdecimal() or not int(text):
        raise InputError(
            f"{text.strip()!r} is not a size",
            expected="a number above 0 (50), or a number for each value (narrative=50,imaging=50)",
        )
    return int(text)


def parse_part(text: str) -> Part:
    """Parse the name and size of a part: `trial=60`, `gold=narrative=50,imaging=50`.

    Raises:
        InputError: The name or the size is missing or wrong.
    """
    name, _, rest = text.partition("=")
    if not rest:
        raise InputError(f"the part {text!r} has no size", expected="NAME=SIZE, such as trial=60")
    return Part(parse_name(name), parse_size(rest))


def parse_name(name: str) -> str:
    """Parse the name of a part, which must also be usable as the name of a folder."""
    if not _NAME.fullmatch(name.strip()):
        raise InputError(
            f"{name!r} cannot be the name of a part", expected="letters, digits, _ and -"
        )
    return name.strip()


def split_shares(text: str) -> dict[str, str]:
    """Split `train=0.8,dev=0.1,test=0.1` into the parts and their shares as written.

    Raises:
        InputError: A share is wrong, a part occurs twice, or the shares do not add up to 1.
    """
    shares: dict[str, str] = {}
    for entry in filter(str.strip, text.split(",")):
        name, _, share = entry.partition("=")
        if parse_name(name) in shares:
            raise InputError(f"the part {name.strip()!r} is named twice")
        shares[name.strip()] = share.strip()
    parse_shares(shares)
    return shares


def parse_shares(written: Mapping[str, str]) -> dict[str, Fraction]:
    """Parse the shares of parts; they must add up to exactly 1."""
    shares = {name: _parse_share(name, text) for name, text in written.items()}
    total = sum(shares.values())
    if len(shares) < 2 or total != 1:
        listed = ", ".join(f"{name}={text}" for name, text in written.items())
        problem = f"add up to {float(total):g}" if len(shares) > 1 else "are fewer than two"
        raise InputError(
            f"the shares {listed or '(none)'} {problem}",
            expected="shares that add up to 1, such as train=0.8,dev=0.1,test=0.1",
        )
    return shares


def _parse_share(name: str, text: str) -> Fraction:
    try:
        share = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        share = Fraction(0)
    if share <= 0:
        raise InputError(
            f"{text!r} is not a share (part {name})", expected="such as 0.8, 80% or 4/5"
        )
    return share


def parse_conditions(texts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Parse conditions such as `type=narrative`; values of the same field are alternatives.

    Raises:
        InputError: A text is not FIELD=VALUE.
    """
    conditions: dict[str, tuple[str, ...]] = {}
    for text in texts:
        field, equals, value = text.partition("=")
        if not equals or not field.strip():
            raise InputError(
                f"{text!r} is not a condition", expected="FIELD=VALUE, such as type=narrative"
            )
        conditions[field.strip()] = (*conditions.get(field.strip(), ()), value.strip())
    return conditions
