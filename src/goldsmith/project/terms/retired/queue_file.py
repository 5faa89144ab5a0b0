"""Write the queue of retired codes as a CSV file, and read the decisions in it."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from goldsmith.core import CUI_LESS, Code
from goldsmith.errors import InputError, quote_id
from goldsmith.project.terms.retired.find import (
    RetiredCodes,
    Successor,
    SuccessorFinder,
)
from goldsmith.terminology.store import Terminology

#: The columns of the queue as a CSV file; document and mention narrow a row to one mention.
COLUMNS: Final = (
    "system",
    "code",
    "name",
    "mentions",
    "documents",
    "how",
    "successor",
    "successor_name",
    "alternatives",
    "document",
    "mention",
)


def format_queue(queue: RetiredCodes) -> str:
    """Format the queue as CSV; `successor` is filled in if the terminology names only one."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for entry in queue.codes:
        chosen = entry.successors[0] if entry.how == "replaced" else None
        others = [row for row in entry.successors if row is not chosen]
        writer.writerow(
            (
                entry.system,
                entry.code,
                entry.name,
                entry.mentions,
                entry.documents,
                entry.how,
                _format_key(chosen) if chosen else "",
                chosen.title if chosen else "",
                "; ".join(f"{_format_key(row)} {row.title}" for row in others),
                "",
                "",
            )
        )
    return stream.getvalue()


def _format_key(successor: Successor) -> str:
    """Return CODE, with its system unless the code begins with it."""
    code, system = successor.code, successor.system
    return code if code.startswith(f"{system}:") or not system else f"{system}:{code}"


#: System, code, document and mention ("" for all) -> the code to use.
Decisions = Mapping[tuple[str, str, str, str], Code]


def read_queue(path: Path, terminologies: Sequence[Terminology]) -> Decisions:
    """Read a person's decisions from a CSV file with system, code and successor.

    Raises:
        InputError: Lines are invalid: a successor does not exist, or is itself retired. The message
            lists all such lines.
    """
    where = str(path)
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"this queue cannot be read ({type(error).__name__})",
            where=where,
            expected="a CSV file in UTF-8",
        ) from None
    reader = csv.DictReader(io.StringIO(text))
    missing = {"system", "code", "successor"} - set(reader.fieldnames or ())
    if missing:
        raise InputError(
            f"the columns {', '.join(sorted(missing))} are missing",
            where=where,
            line=1,
            expected=", ".join(COLUMNS),
        )
    finder = SuccessorFinder(terminologies)
    decisions: dict[tuple[str, str, str, str], Code] = {}
    problems = []
    for row in reader:
        cells = {key: (value or "").strip() for key, value in row.items() if key}
        if not cells["successor"]:
            continue
        key = tuple(cells.get(name, "") for name in ("system", "code", "document", "mention"))
        try:
            code = _check_successor(cells["successor"], finder)
            if decisions.setdefault((key[0], key[1], key[2], key[3]), code) != code:
                raise InputError("this code has another successor above")
        except InputError as error:
            problems.append(f"\n  - line {reader.line_num}: {error.what}")
    if problems:
        raise InputError(f"{len(problems)} lines are invalid" + "".join(problems), where=where)
    return decisions


def _check_successor(key: str, finder: SuccessorFinder) -> Code:
    if key == CUI_LESS:
        return Code(CUI_LESS)
    concept = finder.find(key, "")
    if concept is None:
        raise InputError(f"there is no concept {quote_id(key)}")
    terms, number = concept
    if terms.is_retired(number):
        raise InputError(f"{quote_id(key)} is itself retired")
    return Code(terms.code(number), terms.system(number), terms.title(number))
