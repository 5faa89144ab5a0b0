"""A code as one line of text, for formats whose values are plain strings: `UMLS:C0011849 |name|`.

The name stands between bars, as SNOMED CT writes it. Without a system the code must hold a digit
(or be CUI-less), so that an ordinary word is not taken for a code.
"""

from __future__ import annotations

import re

from goldsmith.core import CUI_LESS, Code

_PART = r"[^\s:|]"
_CODE = re.compile(
    rf"(?:({_PART}+):({_PART}+)|({_PART}*\d{_PART}*|{CUI_LESS}))(?: \|(.+)\|)?", re.DOTALL
)


def spelt(code: Code) -> str:
    """The text of a code."""
    text = f"{code.system}:{code.code}" if code.system else code.code
    return f"{text} |{code.name}|" if code.name else text


def as_code(text: str) -> Code | None:
    """The code that a text spells, None if it is something else."""
    found = _CODE.fullmatch(text)
    if not found:
        return None
    system, with_system, alone, name = found.groups(default="")
    return Code(with_system or alone, system, name)


def unspellable(code: Code) -> bool:
    """Whether a code would not come back from its text."""
    return as_code(spelt(code)) != code
