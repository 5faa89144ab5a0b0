"""Detection of wiki markup in names that were harvested from articles."""

from __future__ import annotations

import re

_MARKUP = re.compile(r"<|&lt;|&quot;|\{\{|\}\}|''|\[\[|\]\]|^[\w-]+\s*=")


def has_markup(text: str) -> bool:
    """Return whether a text has tags, templates or links and therefore is not a name."""
    return bool(_MARKUP.search(text))
