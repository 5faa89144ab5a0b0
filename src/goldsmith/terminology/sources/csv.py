"""Tables: a CSV or TSV file whose columns are declared."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from goldsmith.errors import InputError
from goldsmith.terminology.concept import Concept, Name, NameKind
from goldsmith.terminology.sources import mesh_tsv
from goldsmith.terminology.sources.base import (
    BROKEN,
    Codes,
    Options,
    Release,
    bare,
    beginning,
    distinct,
    opened,
)
from goldsmith.terminology.sources.markup import marked_up
from goldsmith.terminology.sources.systems import normal, reference, split

ROLES = (
    "code",
    "name",
    "synonyms",
    "abbreviations",
    "types",
    "definition",
    "parents",
    "xrefs",
    "variant",
)
_XREF = "xref:"

Row = dict[str, str]


class Csv:
    """A table of concepts, or of variants of names, with declared columns."""

    title = "table with declared columns (CSV, TSV)"
    uses = frozenset({"columns", "separator"})

    def recognises(self, path: Path) -> bool:
        table = path.is_file() and bare(path).endswith((".csv", ".tsv", ".tab"))
        return table and not mesh_tsv.provides.recognises(path)

    def read(self, path: Path, options: Options) -> Release:
        _check(path, options)
        return Release(_concepts(path, options), title=bare(path), files=(path,))


def _check(path: Path, options: Options) -> None:
    """Raises when the columns that are declared are not enough, or none that we know."""
    declared = set(options.columns)
    unknown = sorted(one for one in declared - set(ROLES) if not one.startswith(_XREF))
    if unknown or _XREF in declared:
        raise InputError(
            f"there is no kind of column called {', '.join(unknown) or _XREF}",
            where=str(path),
            expected="one of " + ", ".join((*ROLES, "xref:SYSTEM")),
        )
    needed = ["name"] if "variant" in declared else ["code", "name"]
    if missing := [one for one in needed if one not in declared]:
        raise InputError(
            f"no column is declared for {' and '.join(missing)}",
            where=str(path),
            expected="columns for code and name, or for variant and name",
            remedy="Declare them by heading or number, such as code=id name=label",
        )


def _concepts(path: Path, options: Options) -> Iterator[Concept]:
    codes = Codes(path)
    # Rows of one code need not be neighbours.
    gathered: dict[str, list[Row]] = {}
    for line, row in _rows(path, options):
        if marked_up(row.get("variant", "")):
            continue
        code = row["code"] if "code" in row else row["name"]
        if not code or not row["name"]:
            raise InputError(
                f"this row has no {'name' if code else 'code'}", where=str(path), line=line
            )
        codes.add(code, row["name"], line)
        gathered.setdefault(code, []).append(row)
    for code, rows in gathered.items():
        yield _concept(code, rows, path, options)


def _concept(code: str, rows: list[Row], path: Path, options: Options) -> Concept:
    def cells(role: str) -> Iterator[str]:
        return _cells(rows, role, options.separator)

    prefix, number = split(code) if "code" in rows[0] else ("", code)
    system = options.system or prefix or bare(path).partition(".")[0].upper()
    home = prefix in ("", system)
    return Concept(
        code=number if home else code,
        system=system,
        names=distinct(_names(rows, options.separator)),
        types=tuple(dict.fromkeys(cells("types"))) or options.types,
        definition=next((row["definition"] for row in rows if row.get("definition")), ""),
        parents=tuple(dict.fromkeys(one.removeprefix(f"{system}:") for one in cells("parents"))),
        xrefs=tuple(dict.fromkeys(_xrefs(rows, options.separator))),
    )


def _names(rows: list[Row], separator: str) -> Iterator[Name]:
    yield Name(rows[0]["name"], "preferred")
    kinds: dict[str, NameKind] = {"synonyms": "synonym", "abbreviations": "abbreviation"}
    yield from (Name(row["variant"]) for row in rows if row.get("variant"))
    for role, kind in kinds.items():
        yield from (Name(text, kind) for text in _cells(rows, role, separator))


def _xrefs(rows: list[Row], separator: str) -> Iterator[str]:
    yield from filter(None, map(normal, _cells(rows, "xrefs", separator)))
    for role in rows[0]:
        if role.startswith(_XREF):
            system = role.removeprefix(_XREF)
            found = (reference(system, code) for code in _cells(rows, role, separator))
            yield from filter(None, found)


def _cells(rows: Iterable[Row], role: str, separator: str) -> Iterator[str]:
    """The values in the cells of a column, several to a cell."""
    for row in rows:
        for part in row.get(role, "").split(separator):
            if value := part.strip():
                yield value


def _rows(path: Path, options: Options) -> Iterator[tuple[int, Row]]:
    """The declared cells of every row with their line numbers."""
    places: dict[str, int] | None = None
    width = 0
    for line, cells in _records(path):
        if places is None:
            places, width = _places(path, cells, options), len(cells)
            if not _by_number(options):
                continue
        if len(cells) != width:
            raise InputError(
                f"this row has {len(cells)} columns",
                where=str(path),
                line=line,
                expected=f"{width} as in the first",
            )
        yield line, {role: " ".join(cells[at].split()) for role, at in places.items()}


def _records(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The records that are not empty, each with the number of its last line."""
    line = 0
    try:
        with opened(path) as stream:
            reader = csv.reader(stream, delimiter=_delimiter(path), strict=True)
            for cells in reader:
                line = reader.line_num
                if cells:
                    yield line, cells
    except csv.Error:
        raise InputError(
            "the quotes in this row are not right", where=str(path), line=line + 1
        ) from None
    except UnicodeDecodeError:
        raise InputError("this is not UTF-8", where=str(path), line=line + 1) from None
    except BROKEN:
        raise InputError("this file is not whole", where=str(path), expected="gzip") from None


def _delimiter(path: Path) -> str:
    """What separates the columns: a tab by the file's name, else what the first line has most."""
    if bare(path).endswith((".tsv", ".tab")):
        return "\t"
    first = beginning(path, 65536).partition(b"\n")[0].decode("utf-8", "replace")
    return max(",\t;|", key=first.count)


def _by_number(options: Options) -> bool:
    """Whether all columns are declared by number: the table then has no headings."""
    return all(column.isdecimal() for column in options.columns.values())


def _places(path: Path, first: list[str], options: Options) -> dict[str, int]:
    """Where each role's column is, from 0."""
    headings = [] if _by_number(options) else [cell.strip() for cell in first]
    places: dict[str, int] = {}
    for role, column in options.columns.items():
        if column in headings:
            places[role] = headings.index(column)
        elif column.isdecimal() and 0 < int(column) <= len(first):
            places[role] = int(column) - 1
        else:
            raise InputError(
                f"there is no column {column} for {role}",
                where=str(path),
                line=1,
                expected="one of " + (", ".join(headings) or f"1 to {len(first)}"),
            )
    return places


provides = Csv()
