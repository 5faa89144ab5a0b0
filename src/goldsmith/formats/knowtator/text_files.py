"""Text files of Knowtator, which are next to the annotations or in a separate folder."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import takewhile
from pathlib import PurePosixPath

from goldsmith.errors import InputError
from goldsmith.formats.base import Unit
from goldsmith.formats.tree import Tree


class TextFiles:
    """The text files of a tree, by name."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for name in names:
            if not name.endswith(".xml"):
                self._by_name[PurePosixPath(name).name].append(name)

    def find_nearest(self, name: str, main: str) -> str:
        """Find the text file whose path is most similar to the main file's, or return "".

        Args:
            name: The file name, possibly with folders before it.
            main: The path of the annotation file.
        """
        candidates = [
            (_compute_similarity(path, main), path)
            for path in self._by_name.get(PurePosixPath(name).name, ())
            if f"/{path}".endswith(f"/{name}")
        ]
        candidates.sort(reverse=True)
        has_tie = len(candidates) > 1 and candidates[0][0] == candidates[1][0]
        return candidates[0][1] if candidates and not has_tie else ""


def _compute_similarity(first: str, second: str) -> tuple[int, int]:
    """Count the folders that two paths share at either end, then compare their depths."""
    folders1, folders2 = PurePosixPath(first).parts[:-1], PurePosixPath(second).parts[:-1]
    starts = zip(folders1, folders2, strict=False)
    ends = zip(reversed(folders1), reversed(folders2), strict=False)
    return _count_equal(starts) + _count_equal(ends), -abs(len(folders1) - len(folders2))


def _count_equal(pairs: Iterable[tuple[str, str]]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def read_named_text(name: str, unit: Unit, tree: Tree, line: int = 0) -> str:
    """Read the text that a unit's main file names.

    Args:
        name: The name of the text in the main file.
        unit: The unit, whose text file is preferred.
        tree: The tree to search.
        line: The line of the name, for the error.

    Raises:
        InputError: If the tree does not contain exactly one such text.
    """
    path = name.replace("\\", "/")
    base = PurePosixPath(path).name
    candidates = dict.fromkeys((path, f"{path}.txt", base, f"{base}.txt"))
    if unit.text and PurePosixPath(unit.text).name in candidates:
        return tree.read_note(unit.text)
    texts = TextFiles(tree.names)
    for candidate in candidates:
        match = texts.find_nearest(candidate, unit.main)
        if match:
            return tree.read_note(match)
    raise InputError(
        "the text of this document is missing",
        where=tree.where(unit.main),
        line=line,
        expected="the text file that it names, once, in this folder or a neighbouring one",
        remedy="Read the folder that contains both the annotations and the texts",
    )
