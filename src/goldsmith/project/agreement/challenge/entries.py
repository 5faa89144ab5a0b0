"""Entries of a challenge: the team, user, number and data of each run, and reference rows."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from goldsmith.errors import InputError, UnknownName, quote_id
from goldsmith.project.agreement.tasks import Task

#: The maximum number of runs that a team may submit (SemEval-2014 Task 7).
MOST_RUNS = 3
_FLAGS = ("extra", "reference")
_TRUE, _FALSE = ("yes", "true", "1"), ("", "no", "false", "0")


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"system": "set"}):
    """A run of a team, or a reference row.

    `system` is the name under which the run is scored. `extra` marks a run that used annotations
    other than those provided; such runs are ranked separately. `reference` marks a row without a
    rank. A reference row without a run has its figures in `values`, by the names of the values, or
    as "metric.value".
    """

    system: str
    team: str = ""
    user: str = ""
    run: str = ""
    data: str = ""
    extra: bool = False
    reference: bool = False
    values: Mapping[str, float] = {}

    def get_value(self, metric: str, value: str) -> float | None:
        """Return a published figure; or None."""
        return self.values.get(f"{metric}.{value}", self.values.get(value))


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    entry: tuple[Entry, ...] = ()


def read_entries(path: Path) -> tuple[Entry, ...]:
    """Read the entries of a challenge: TOML if the name ends so, otherwise CSV or TSV.

    A table has the columns of `goldsmith tables --facts`; rows without a team, a flag or figures
    are not entries. A TOML file has tables `[[entry]]` with the same names as keys.

    Raises:
        InputError: The file cannot be read, or has an invalid key or value.
        UnknownName: A column of the table does not exist.
    """
    if not path.is_file():
        raise InputError("there is no such file", where=str(path), remedy="Check the path")
    return _read_toml(path) if path.suffix == ".toml" else _read_table(path)


def _read_toml(path: Path) -> tuple[Entry, ...]:
    try:
        content = tomllib.loads(path.read_text("utf-8"))
        return msgspec.convert(content, _File).entry
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(
            "the file is not TOML in UTF-8", where=str(path), expected="tables [[entry]]"
        ) from error
    except msgspec.ValidationError as error:
        raise InputError(
            f"the entries are not valid: {error}",
            where=str(path),
            expected="set, team, user, run, data, extra, reference and values in each [[entry]]",
        ) from error


def _read_table(path: Path) -> tuple[Entry, ...]:
    from goldsmith.project.tables.facts import read_facts  # avoids an import cycle

    entries = [_make_entry(name, row, path) for name, row in read_facts(path).items()]
    return tuple(entry for entry in entries if entry != Entry(entry.system))


def _make_entry(name: str, row: Mapping[str, str], path: Path) -> Entry:
    from goldsmith.project.tables.facts import REFERENCES

    team, user, run, data = (row.get(column, "") for column in ("team", "user", "run", "data"))
    values = {column: float(row[column]) for column in REFERENCES if row.get(column)}
    flags = {column: _parse_flag(row.get(column, ""), column, path) for column in _FLAGS}
    is_reference = flags["reference"] or bool(values)
    return Entry(name, team, user, run, data, flags["extra"], is_reference, values)


def _parse_flag(text: str, column: str, path: Path) -> bool:
    if text.lower() in (*_TRUE, *_FALSE):
        return text.lower() in _TRUE
    raise InputError(
        f"{quote_id(text)} is not a value of the column {column}",
        where=str(path),
        expected="yes or no",
    )


def check_entries(
    entries: Sequence[Entry],
    systems: Collection[str],
    task: Task,
    *,
    most_runs: int = MOST_RUNS,
) -> None:
    """Check entries against the systems that are scored and the rules of a challenge.

    Args:
        entries: The entries.
        systems: The names of the systems.
        task: The task, to whose values the published figures belong.
        most_runs: The maximum number of runs of a team; runs that differ only in data are one.

    Raises:
        UnknownName: An entry names no scored system, or a value does not exist.
        InputError: A run is entered twice, or a team has too many runs.
    """
    names = [entry.system for entry in entries]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{quote_id(name)} is entered twice", expected="an entry for each run")
    values = [name for view in task.views for name in view.values]
    values += [f"{view.metric}.{name}" for view in task.views for name in view.values]
    for entry in entries:
        if entry.system not in systems and not (entry.reference and entry.values):
            raise UnknownName("system", entry.system, systems)
        for value in entry.values:
            if value not in values:
                raise UnknownName(f"value of the task {task.name}", value, values)
    _check_runs(entries, most_runs)


def _check_runs(entries: Iterable[Entry], most_runs: int) -> None:
    runs: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        if entry.team and not entry.reference:
            runs[entry.team].add(entry.run or entry.system)
    for team, numbers in runs.items():
        if len(numbers) > most_runs:
            raise InputError(
                f"the team {quote_id(team)} has {len(numbers)} runs",
                expected=f"at most {most_runs} runs of a team, those with extra annotations among "
                "them",
            )
