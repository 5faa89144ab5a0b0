"""Prepare templates: tidy spaces, add full stops, and apply the spelling of a style."""

from __future__ import annotations

import re

from goldsmith_demo.life.spelling import americanise
from goldsmith_demo.writing.documents.phrases import books

_HEAD = re.compile(r"(\{\w+\+?(?:=[\w-]+)?(?:!\w+)*:?)")
_ARTICLE = re.compile(r"\b([Aa])\(n\)(?= (\w))")


def respell(template: str, style: str) -> str:
    """Return a template in the spelling of a style, with its slot names unchanged."""
    if style != "us":
        return template
    words, links = _split_links(template)
    parts = _HEAD.split(words)
    parts[::2] = [_americanise_all(part) for part in parts[::2]]
    return "".join(parts) + links


def tidy(template: str) -> str:
    """Remove extra spaces around empty choices, and choose between a and an before words."""
    words = re.sub(r" +(?=[.,;])", "", re.sub(r" {2,}", " ", template)).lstrip()
    return _ARTICLE.sub(lambda match: match[1] + "n" * (match[2].lower() in "aeiou"), words)


def add_full_stop(template: str) -> str:
    """Add a full stop to the words of a template if they lack one."""
    words, links = _split_links(template)
    return words + ("" if words.endswith((".", ":", ",", ";", "?")) else ".") + links


def _split_links(template: str) -> tuple[str, str]:
    """Split a template before the bar that separates its words from its relations."""
    words, bar, links = template.rpartition(" | ")
    return (words, bar + links) if bar else (template, "")


def _americanise_all(words: str) -> str:
    words = americanise(words)
    for british, american in books.spelling.get_rows("more_american"):
        words = words.replace(british, american)
    return words
