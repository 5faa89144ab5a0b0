"""Mentions that name several things at once: "breast and ovarian cancer", "w/r/r"."""

from __future__ import annotations

import re

_BETWEEN = re.compile(r"\s*(?:,\s*(?:and|or)\b|,|/|\band/or\b|\band\b|\bor\b)\s*")


def parts(text: str) -> list[str]:
    """The things a coordination names, each with the words they share; empty when it is none."""
    pieces = [piece for piece in _BETWEEN.split(text) if piece]
    if len(pieces) < 2:
        return []
    words = [piece.split() for piece in pieces]
    last, first = words[-1], words[0]
    if len(last) > 1 and all(len(one) < len(last) for one in words[:-1]):
        tail = last[-1:] if len(first) <= 1 else last[len(first) :] or last[-1:]
        return [" ".join([*one, *tail]) for one in words[:-1]] + [" ".join(last)]
    if len(first) > 1 and all(len(one) < len(first) for one in words[1:]):
        head = first[: -len(words[1])] or first[:1]
        return [" ".join(first)] + [" ".join([*head, *one]) for one in words[1:]]
    return [" ".join(one) for one in words]
