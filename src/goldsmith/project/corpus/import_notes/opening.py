"""Opening of a source of notes by its kind: a table, JSON, text files or a database."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from goldsmith.errors import InputError
from goldsmith.formats import get
from goldsmith.formats.opening import open_tree
from goldsmith.formats.tree import Tree
from goldsmith.project.corpus.import_notes import json_rows, tables
from goldsmith.project.corpus.import_notes.json_rows import JsonRows
from goldsmith.project.corpus.import_notes.rows import ReadOptions, RowSource, list_names
from goldsmith.project.corpus.import_notes.sql import MAGIC, SqlRows, is_address
from goldsmith.project.corpus.import_notes.tables import list_tables
from goldsmith.project.corpus.import_notes.text_files import TextFiles


class OpenSource:
    """The possible readings of a source, the likeliest first."""

    def __init__(self, ways: Iterable[RowSource], close: Callable[[], None]) -> None:
        self.ways, self.close = ways, close


def open_source(source: str, options: ReadOptions) -> OpenSource:
    """Open a source of notes.

    Raises:
        InputError: There is no such source, its kind cannot be read, or an option does
            not apply to its kind.
        MissingExtra: The source is a database that needs SQLAlchemy.
    """
    if is_address(source) or _is_sqlite(Path(source)):
        database = SqlRows(source, options)
        return OpenSource([database], database.close)
    tree = open_tree(Path(source))
    try:
        return OpenSource(_list_ways(tree, options), tree.close)
    except BaseException:
        tree.close()
        raise


def _is_sqlite(path: Path) -> bool:
    if not path.is_file():
        return False
    with open(path, "rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def _list_ways(tree: Tree, options: ReadOptions) -> Iterable[RowSource]:
    is_table = options.delimiter or options.quoting
    if get("text").find_units(tree.names) and not (is_table and len(tree.names) == 1):
        return [TextFiles(tree, options)]
    name = _choose_file(tree)
    if _is_json(tree, name):
        return [JsonRows(tree, name, options)]
    return list_tables(tree, name, options)


def _choose_file(tree: Tree) -> str:
    """Return the file of rows: the only file, or the only one in a folder or archive."""
    if len(tree.names) == 1:
        return tree.names[0]
    files = [
        name
        for name in tree.names
        if name.lower().endswith((*tables.SUFFIXES, *json_rows.SUFFIXES))
    ]
    if len(files) != 1:
        raise InputError(
            f"there are {len(files):,} tables and no text files",
            where=str(tree.root),
            expected="a folder of .txt files, or a single CSV, TSV or JSON file",
            remedy=f"Name one of the files: {list_names(files)}"
            if files
            else "Save a spreadsheet as CSV first",
        )
    return files[0]


def _is_json(tree: Tree, name: str) -> bool:
    if name.lower().endswith((*tables.SUFFIXES, *json_rows.SUFFIXES)):
        return name.lower().endswith(json_rows.SUFFIXES)
    return tree.read_head(name).removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")
