"""Where Knowtator's files keep the text: beside the annotations or in a folder of its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import takewhile
from pathlib import PurePosixPath

from goldsmith.core import Offsets, Span
from goldsmith.errors import InputError
from goldsmith.formats.base import Unit
from goldsmith.formats.tree import Tree


class Texts:
    """The text files of a tree, found by name."""

    def __init__(self, names: Iterable[str]) -> None:
        self._called: dict[str, list[str]] = defaultdict(list)
        for name in names:
            if not name.endswith(".xml"):
                self._called[PurePosixPath(name).name].append(name)

    def nearest(self, wanted: str, main: str) -> str:
        """The file called `wanted` whose folders are most like the main file's, "" if none is."""
        near = [
            (_likeness(name, main), name)
            for name in self._called.get(PurePosixPath(wanted).name, ())
            if f"/{name}".endswith(f"/{wanted}")
        ]
        near.sort(reverse=True)
        alone = len(near) == 1 or (len(near) > 1 and near[0][0] > near[1][0])
        return near[0][1] if alone else ""


def _likeness(one: str, other: str) -> tuple[int, int]:
    """How many folders two files share, counted from both ends; then how alike their depth is."""
    mine, theirs = PurePosixPath(one).parts[:-1], PurePosixPath(other).parts[:-1]
    starts = zip(mine, theirs, strict=False)
    ends = zip(reversed(mine), reversed(theirs), strict=False)
    return _agreeing(starts) + _agreeing(ends), -abs(len(mine) - len(theirs))


def _agreeing(pairs: Iterable[tuple[str, str]]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def text_called(wanted: str, unit: Unit, tree: Tree, line: int = 0) -> str:
    """The text that a unit's main file names: the unit's own, or wherever it is in the tree."""
    named = wanted.replace("\\", "/")
    base = PurePosixPath(named).name
    candidates = dict.fromkeys((named, f"{named}.txt", base, f"{base}.txt"))
    if unit.text and PurePosixPath(unit.text).name in candidates:
        return tree.text(unit.text)
    texts = Texts(tree.names)
    for candidate in candidates:
        found = texts.nearest(candidate, unit.main)
        if found:
            return tree.text(found)
    raise InputError(
        "the text of this document is missing",
        where=tree.where(unit.main),
        line=line,
        expected="the text file that it names, once, in this folder or another one beside it",
        remedy="Read the folder that holds both the annotations and the texts",
    )


def code_points(pairs: Sequence[tuple[int, int]], offsets: Offsets, line: int) -> tuple[Span, ...]:
    """Spans from offsets in Java's characters, in text order, each once."""
    try:
        points = {(offsets.from_utf16(start), offsets.from_utf16(end)) for start, end in pairs}
    except InputError as error:
        raise InputError(
            error.what, line=line, expected=error.expected, remedy=error.remedy
        ) from None
    return tuple(Span(start, end) for start, end in sorted(points))
