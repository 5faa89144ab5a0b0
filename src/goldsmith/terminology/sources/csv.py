"""Tables: CSV and TSV files with declared columns."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from goldsmith.errors import InputError
from goldsmith.terminology.concept import Concept, Name, NameKind
from goldsmith.terminology.sources import mesh_tsv
from goldsmith.terminology.sources.base import (
    GZIP_ERRORS,
    CodeRegister,
    Options,
    Release,
    drop_duplicates,
    has_ending,
    open_text,
    read_start,
    strip_gz,
)
from goldsmith.terminology.sources.markup import has_markup
from goldsmith.terminology.sources.systems import format_xref, normalise_xref, split_identifier

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
        table = has_ending(path, ".csv", ".tsv", ".tab")
        return table and not mesh_tsv.provides.recognises(path)

    def read(self, path: Path, options: Options) -> Release:
        _check_columns(path, options)
        return Release(_read_concepts(path, options), title=strip_gz(path), files=(path,))


def _check_columns(path: Path, options: Options) -> None:
    """Raise InputError if a declared role is unknown or a required one is missing."""
    declared = set(options.columns)
    unknown = sorted(role for role in declared - set(ROLES) if not role.startswith(_XREF))
    if unknown or _XREF in declared:
        raise InputError(
            f"there is no column role called {', '.join(unknown) or _XREF}",
            where=str(path),
            expected="one of " + ", ".join((*ROLES, "xref:SYSTEM")),
        )
    required = ["name"] if "variant" in declared else ["code", "name"]
    if missing := [role for role in required if role not in declared]:
        raise InputError(
            f"no column is declared for {' and '.join(missing)}",
            where=str(path),
            expected="columns for code and name, or for variant and name",
            remedy="Declare them by heading or number, such as code=id name=label",
        )


def _read_concepts(path: Path, options: Options) -> Iterator[Concept]:
    codes = CodeRegister(path)
    # Rows of one code need not be adjacent.
    by_code: dict[str, list[Row]] = {}
    for line, row in _read_rows(path, options):
        if has_markup(row.get("variant", "")):
            continue
        code = row["code"] if "code" in row else row["name"]
        if not code or not row["name"]:
            raise InputError(
                f"the row has no {'name' if code else 'code'}", where=str(path), line=line
            )
        codes.add(code, row["name"], line)
        by_code.setdefault(code, []).append(row)
    for code, rows in by_code.items():
        yield _make_concept(code, rows, path, options)


def _make_concept(code: str, rows: list[Row], path: Path, options: Options) -> Concept:
    def cells(role: str) -> Iterator[str]:
        return _split_cells(rows, role, options.separator)

    prefix, local_code = split_identifier(code) if "code" in rows[0] else ("", code)
    system = options.system or prefix or strip_gz(path).partition(".")[0].upper()
    is_own = prefix in ("", system)
    return Concept(
        code=local_code if is_own else code,
        system=system,
        names=drop_duplicates(_list_names(rows, options.separator)),
        types=tuple(dict.fromkeys(cells("types"))) or options.types,
        definition=next((row["definition"] for row in rows if row.get("definition")), ""),
        parents=tuple(
            dict.fromkeys(parent.removeprefix(f"{system}:") for parent in cells("parents"))
        ),
        xrefs=tuple(dict.fromkeys(_list_xrefs(rows, options.separator))),
    )


def _list_names(rows: list[Row], separator: str) -> Iterator[Name]:
    yield Name(rows[0]["name"], "preferred")
    kinds: dict[str, NameKind] = {"synonyms": "synonym", "abbreviations": "abbreviation"}
    yield from (Name(row["variant"]) for row in rows if row.get("variant"))
    for role, kind in kinds.items():
        yield from (Name(text, kind) for text in _split_cells(rows, role, separator))


def _list_xrefs(rows: list[Row], separator: str) -> Iterator[str]:
    yield from filter(None, map(normalise_xref, _split_cells(rows, "xrefs", separator)))
    for role in rows[0]:
        if role.startswith(_XREF):
            system = role.removeprefix(_XREF)
            xrefs = (format_xref(system, code) for code in _split_cells(rows, role, separator))
            yield from filter(None, xrefs)


def _split_cells(rows: Iterable[Row], role: str, separator: str) -> Iterator[str]:
    """Yield the values in the cells of a column."""
    for row in rows:
        for part in row.get(role, "").split(separator):
            if value := part.strip():
                yield value


def _read_rows(path: Path, options: Options) -> Iterator[tuple[int, Row]]:
    """Yield the declared cells of every row with its line number."""
    columns: dict[str, int] | None = None
    width = 0
    for line, cells in _read_records(path):
        if columns is None:
            columns, width = _find_columns(path, cells, options), len(cells)
            if not _has_numbers(options):
                continue
        if len(cells) != width:
            raise InputError(
                f"the row has {len(cells)} columns",
                where=str(path),
                line=line,
                expected=f"{width} columns, as in the first row",
            )
        yield line, {role: " ".join(cells[at].split()) for role, at in columns.items()}


def _read_records(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the records that are not empty, each with the number of its last line."""
    line = 0
    try:
        with open_text(path) as stream:
            reader = csv.reader(stream, delimiter=_find_delimiter(path), strict=True)
            for cells in reader:
                line = reader.line_num
                if cells:
                    yield line, cells
    except csv.Error:
        raise InputError("the row has unbalanced quotes", where=str(path), line=line + 1) from None
    except UnicodeDecodeError:
        raise InputError("this is not UTF-8", where=str(path), line=line + 1) from None
    except GZIP_ERRORS:
        raise InputError(
            "this file is truncated or damaged", where=str(path), expected="gzip"
        ) from None


def _find_delimiter(path: Path) -> str:
    """Return a tab by the file's name, else the most frequent delimiter of the first line."""
    if strip_gz(path).endswith((".tsv", ".tab")):
        return "\t"
    first = read_start(path, 65536).partition(b"\n")[0].decode("utf-8", "replace")
    return max(",\t;|", key=first.count)


def _has_numbers(options: Options) -> bool:
    """Return whether all columns are declared by number: then the table has no headings."""
    return all(column.isdecimal() for column in options.columns.values())


def _find_columns(path: Path, first: list[str], options: Options) -> dict[str, int]:
    """Return the index of each role's column."""
    headings = [] if _has_numbers(options) else [cell.strip() for cell in first]
    columns: dict[str, int] = {}
    for role, column in options.columns.items():
        if column in headings:
            columns[role] = headings.index(column)
        elif column.isdecimal() and 0 < int(column) <= len(first):
            columns[role] = int(column) - 1
        else:
            raise InputError(
                f"there is no column {column} for {role}",
                where=str(path),
                line=1,
                expected="one of " + (", ".join(headings) or f"1 to {len(first)}"),
            )
    return columns


provides = Csv()
