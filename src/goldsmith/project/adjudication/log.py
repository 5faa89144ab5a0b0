"""The log of decisions, one JSON line each; the last line about a unit counts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from goldsmith.adjudication import Decision
from goldsmith.core.decoding import BAD_JSON, describe_json_error
from goldsmith.errors import InputError


def read_decisions(path: Path) -> list[Decision]:
    """Read every line of a log, in order; blank lines are skipped.

    Raises:
        InputError: Lines are not decisions; the error lists all of them.
    """
    decisions, problems = [], []
    first = 0
    content = path.read_bytes() if path.exists() else b""
    for number, line in enumerate(content.splitlines(), 1):
        if not line.strip():
            continue
        try:
            decisions.append(_DECODER.decode(line))
        except BAD_JSON as error:
            first = first or number
            problems.append(f"line {number}{describe_json_error(error) or ': it is not JSON'}")
    if problems:
        raise InputError(
            f"{len(problems):,} lines are not decisions: " + "; ".join(problems),
            where=str(path),
            line=first,
            expected='a JSON object on each line, such as {"unit": "…", "keep": ["1"]}',
            remedy="Correct the lines, or remove them",
        )
    return decisions


def index_decisions(decisions: Iterable[Decision]) -> dict[str, Decision]:
    """Map each unit to the decision that counts; units that were reopened have none."""
    current: dict[str, Decision] = {}
    for decision in decisions:
        current.pop(decision.unit, None)  # keeps the order of the last decisions
        if not decision.reopened:
            current[decision.unit] = decision
    return current


def get_time() -> str:
    """Return the time of a decision in ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


_DECODER = msgspec.json.Decoder(Decision)
