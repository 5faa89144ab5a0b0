"""A mention as it is asked about: its words, and the same with abbreviations written out."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from goldsmith.core import Mention
from goldsmith.pipeline.analysis import Analysis


class Asked(NamedTuple):
    """The words of a mention, and what they are short for if the text says."""

    text: str
    long: str


def asked(work: Analysis, mention: Mention) -> Asked:
    """The words of a mention, and the same with abbreviations written out."""
    text = " ".join(work.text[span.start : span.end] for span in mention.spans)
    long = text
    for short, full in work.long_forms:
        letters = work.text[slice(*short)]
        if letters in long:
            whole = work.text[slice(*full)]
            long = re.sub(rf"(?<!\w){re.escape(letters)}(?!\w)", _literally(whole), long)
            long = long.replace(f"({letters})", "").replace(f"({whole})", "")
    return Asked(" ".join(text.split()), " ".join(long.split()))


def _literally(text: str) -> Callable[[re.Match[str]], str]:
    """A replacement that is taken as it is, whatever backslashes it has."""
    return lambda _: text
