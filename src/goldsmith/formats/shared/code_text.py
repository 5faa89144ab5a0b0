"""Codes as text, for formats whose values are plain strings: `UMLS:C0011849 |name|`.

The name is written between bars, as in SNOMED CT expressions. A code without a system must contain
a digit or be CUI-less, so that an ordinary word is not read as a code.
"""

from __future__ import annotations

import re

from goldsmith.core import CUI_LESS, Code

_PART = r"[^\s:|]"
_CODE = re.compile(
    rf"(?:({_PART}+):({_PART}+)|({_PART}*\d{_PART}*|{CUI_LESS}))(?: \|(.+)\|)?", re.DOTALL
)


def format_code(code: Code) -> str:
    """Return a code as text."""
    text = f"{code.system}:{code.code}" if code.system else code.code
    return f"{text} |{code.name}|" if code.name else text


def parse_code(text: str) -> Code | None:
    """Return the code that a text represents, or None if it is not a code."""
    match = _CODE.fullmatch(text)
    if not match:
        return None
    system, qualified, bare, name = match.groups(default="")
    return Code(qualified or bare, system, name)


def is_unwritable(code: Code) -> bool:
    """Return whether a code cannot be recovered from its text."""
    return parse_code(format_code(code)) != code
