"""Templates made ready: one reading without stray blanks, and in the spelling of a style."""

from __future__ import annotations

import re

from goldsmith_demo.life.spelling import american

_HEAD = re.compile(r"(\{\w+\+?(?:=[\w-]+)?(?:!\w+)*:?)")
_ARTICLE = re.compile(r"\b([Aa])\(n\)(?= (\w))")
_MORE_AMERICAN = (
    ("Tumour", "Tumor"),
    ("Greyscale", "Grayscale"),
    ("oestr", "estr"),
    ("Oestr", "Estr"),
    ("caecal", "cecal"),
    ("Caecal", "Cecal"),
    ("grey", "gray"),
    ("visualis", "visualiz"),
    ("characteris", "characteriz"),
    ("localis", "localiz"),
    ("catalogued", "cataloged"),
    ("labelled", "labeled"),
    ("ischaemi", "ischemi"),
    ("faecal", "fecal"),
    ("oedema", "edema"),
    ("Oedema", "Edema"),
)


def spelt(template: str, style: str) -> str:
    """A template in the spelling of a style; the names of its slots stay as they are."""
    if style != "us":
        return template
    words, bar, links = template.rpartition(" | ")
    if not bar:
        words, links = template, ""
    parts = _HEAD.split(words)
    parts[::2] = [_american(part) for part in parts[::2]]
    return "".join(parts) + bar + links


def tidy(template: str) -> str:
    """The template without blanks that an empty choice left, and with its articles before words."""
    words = re.sub(r" +(?=[.,;])", "", re.sub(r" {2,}", " ", template)).lstrip()
    return _ARTICLE.sub(lambda found: found[1] + "n" * (found[2].lower() in "aeiou"), words)


def stopped(template: str) -> str:
    """The template with a full stop at the end of its words."""
    words, bar, links = template.rpartition(" | ")
    if not bar:
        words, links = template, ""
    return words + ("" if words.endswith((".", ":", ",", ";", "?")) else ".") + bar + links


def _american(words: str) -> str:
    words = american(words)
    for british, ours in _MORE_AMERICAN:
        words = words.replace(british, ours)
    return words
