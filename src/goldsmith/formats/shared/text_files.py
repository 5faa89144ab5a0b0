"""Find the text file of an annotation file in another folder."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import PurePosixPath


class TextIndex:
    """The text files of a tree by stem, that is, by name without the suffix."""

    def __init__(self, stems: Iterable[str]) -> None:
        self._stems = set(stems)
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for stem in sorted(self._stems):
            self._by_name[PurePosixPath(stem).name].append(stem)

    def find(self, stem: str) -> str:
        """Return the stem of the text that an annotation file belongs to, or "" if it is unclear.

        The text has the same path; failing that, it is the only text with the same file name;
        failing that, the only such text in a neighbouring folder (docs/ next to concepts/).
        """
        if stem in self._stems:
            return stem
        candidates = self._by_name.get(PurePosixPath(stem).name, [])
        if len(candidates) > 1:
            parent = _get_grandparent(stem)
            candidates = [
                candidate for candidate in candidates if _get_grandparent(candidate) == parent
            ]
        return candidates[0] if len(candidates) == 1 else ""


def _get_grandparent(stem: str) -> PurePosixPath:
    return PurePosixPath(stem).parent.parent
