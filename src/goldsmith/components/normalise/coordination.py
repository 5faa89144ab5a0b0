"""Mentions that name several concepts at once: "breast and ovarian cancer", "w/r/r"."""

from __future__ import annotations

import re

_CONJUNCTION = re.compile(r"\s*(?:,\s*(?:and|or)\b|,|/|\band/or\b|\band\b|\bor\b)\s*")


def split_coordination(text: str) -> list[str]:
    """Split a coordination and add the shared words to each conjunct; empty for other texts.

    Example:
        >>> split_coordination("breast and ovarian cancer")
        ['breast cancer', 'ovarian cancer']
    """
    conjuncts = [part.split() for part in _CONJUNCTION.split(text) if part]
    if len(conjuncts) < 2:
        return []
    last, first = conjuncts[-1], conjuncts[0]
    if len(last) > 1 and all(len(words) < len(last) for words in conjuncts[:-1]):
        tail = last[-1:] if len(first) <= 1 else last[len(first) :] or last[-1:]
        return [" ".join([*words, *tail]) for words in conjuncts[:-1]] + [" ".join(last)]
    if len(first) > 1 and all(len(words) < len(first) for words in conjuncts[1:]):
        head = first[: -len(conjuncts[1])] or first[:1]
        return [" ".join(first)] + [" ".join([*head, *words]) for words in conjuncts[1:]]
    return [" ".join(words) for words in conjuncts]
