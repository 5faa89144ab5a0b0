"""A table of facts about sets and runs: maker, hours, team and run."""

from __future__ import annotations

import csv
from pathlib import Path

from goldsmith.errors import InputError, UnknownName, quote_id

#: The column that names the set or the run.
_NAME = "set"
#: Figures that the table may give for a run without a set, as fractions.
REFERENCES = (
    "strict_precision",
    "strict_recall",
    "strict",
    "relaxed_precision",
    "relaxed_recall",
    "relaxed",
    "strict_accuracy",
    "relaxed_accuracy",
)
#: The columns that the tables of the papers and leaderboards have.
COLUMNS = (
    "label",
    "description",
    "hours",
    "team",
    "user",
    "run",
    "data",
    "institution",
    "country",
    "task",
    "extra",
    "reference",
    *REFERENCES,
)
_NUMBERS = ("hours", *REFERENCES)


def read_facts(path: Path) -> dict[str, dict[str, str]]:
    """Read a table of sets and runs: CSV, or TSV if the name ends so.

    Args:
        path: The file. Its column `set` names a set of the corpus, or a participant without one.

    Returns:
        Set -> column -> text, in the order of the file.

    Raises:
        InputError: The file cannot be read, lacks the column, names a set twice, or has a number
            that is not a number.
        UnknownName: A column is not one that the tables use.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("the file is not UTF-8", where=str(path), expected="UTF-8") from error
    delimiter = "\t" if path.suffix == ".tsv" else ","
    reader = csv.DictReader(text.splitlines(), delimiter=delimiter, restkey="", restval="")
    columns = [name for name in reader.fieldnames or () if name]
    if _NAME not in columns:
        raise InputError(
            f"the table has no column {_NAME!r}", where=str(path), expected="a heading set,hours,…"
        )
    for name in columns:
        if name not in (_NAME, *COLUMNS):
            raise UnknownName("column of a table of sets", name, (_NAME, *COLUMNS))
    facts: dict[str, dict[str, str]] = {}
    for row in reader:
        _check_row(row, facts, str(path), reader.line_num)
        facts[row[_NAME].strip()] = {name: row[name].strip() for name in columns if name != _NAME}
    return facts


def _check_row(
    row: dict[str, str], facts: dict[str, dict[str, str]], where: str, line: int
) -> None:
    name = row[_NAME].strip()
    if not name or name in facts:
        what = f"{quote_id(name)} is named twice" if name else "a row names no set"
        raise InputError(what, where=where, line=line, expected="a different name in each row")
    for column in _NUMBERS:
        value = (row.get(column) or "").strip()
        if value and not _is_number(value, may_be_below=column not in REFERENCES):
            raise InputError(
                f"{quote_id(value)} is not a number of {column}",
                where=where,
                line=line,
                expected="a number such as 53.5, or <1 for hours",
            )


def _is_number(text: str, *, may_be_below: bool) -> bool:
    digits = text.removeprefix("<") if may_be_below else text
    return digits.replace(".", "", 1).isdecimal()
