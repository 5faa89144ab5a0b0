"""The component `capitals`: words in capitals are mentions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from goldsmith.core import Span
from goldsmith.pipeline import Analysis, Example, Resources


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `capitals`."""

    type: str = "Acronym"
    shortest: int = 2


class AcronymFinder:
    """Marks words of capital letters, such as "CT" and "MRI"."""

    requires = frozenset[str]()
    adds = frozenset({"mentions"})
    learns = False
    settings = Options

    def __init__(self, options: Options, resources: Resources) -> None:
        self.options = options

    def __call__(self, analysis: Analysis) -> None:
        """Add a mention for each word in capitals."""
        pattern = rf"\b[A-Z]{{{self.options.shortest},}}\b"
        for match in re.finditer(pattern, analysis.text):
            spans = (Span(match.start(), match.end()),)
            analysis.add_mention(self.options.type, spans)

    def train(self, examples: Sequence[Example]) -> None:
        """Do nothing: there is nothing to learn."""

    def save(self, folder: Path) -> None:
        """Do nothing: there is nothing to save."""

    def load(self, folder: Path) -> None:
        """Do nothing: there is nothing to load."""
