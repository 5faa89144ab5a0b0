"""Finds the text of a file whose text stands in another folder."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import PurePosixPath


class Texts:
    """The texts of a tree, by their names without the ending."""

    def __init__(self, stems: Iterable[str]) -> None:
        self._known = set(stems)
        self._named: dict[str, list[str]] = defaultdict(list)
        for stem in sorted(self._known):
            self._named[PurePosixPath(stem).name].append(stem)

    def home(self, stem: str) -> str:
        """The text that a file of this name is about; empty if that cannot be told.

        It is the one at this very place, or else the only one of this file name, or else the
        one of this name in a folder beside (docs/ next to concepts/).
        """
        if stem in self._known:
            return stem
        found = self._named.get(PurePosixPath(stem).name, [])
        if len(found) > 1:
            found = [one for one in found if _grandparent(one) == _grandparent(stem)]
        return found[0] if len(found) == 1 else ""


def _grandparent(stem: str) -> PurePosixPath:
    return PurePosixPath(stem).parent.parent
