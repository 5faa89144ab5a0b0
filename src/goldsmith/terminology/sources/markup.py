"""Remains of wiki markup in lists of names that were harvested from articles."""

from __future__ import annotations

import re

_MARKUP = re.compile(r"<|&lt;|&quot;|\{\{|\}\}|''|\[\[|\]\]|^[\w-]+\s*=")


def marked_up(text: str) -> bool:
    """Whether the text holds tags, templates, links or a template's parameter: it is no name."""
    return bool(_MARKUP.search(text))
