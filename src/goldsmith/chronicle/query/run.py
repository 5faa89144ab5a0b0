"""Run a query over the chronicle tables and collect the evidence for each patient."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from rapidfuzz import fuzz, process

from goldsmith.chronicle.model import Bounds, Evidence, Extent
from goldsmith.chronicle.query.answer import Answer, PatientAnswer, Witness
from goldsmith.chronicle.query.compile import Program, compile_query
from goldsmith.chronicle.query.model import Query
from goldsmith.chronicle.query.names import Meaning, Resolver
from goldsmith.chronicle.query.store import ChronicleTables
from goldsmith.chronicle.query.stream import suggest_word
from goldsmith.core import Span
from goldsmith.errors import QueryError

#: The minimum similarity, out of 100, for suggesting an event name for an unknown name.
_SIMILAR = 80
_EVENTS = """
SELECT patient, event, kind, name, start_earliest, start_latest, end_earliest, end_latest, details
FROM full_events
WHERE {patients} AND list_contains($events, event)
"""
_EVIDENCE = """
SELECT patient, event, document, set, mention, spans, "table", row, date, assertion,
  start_earliest, start_latest, end_earliest, end_latest, basis, confidence
FROM all_evidence
WHERE {patients} AND list_contains($events, event)
ORDER BY patient, event, position
"""
Key = tuple[str, str]


def run_query(
    query: Query, tables: ChronicleTables, resolver: Resolver, *, limit: int | None = None
) -> Answer:
    """Answer a query.

    Args:
        query: The query.
        tables: The chronicles.
        resolver: Resolves names to event names and codes.
        limit: The maximum number of patients to list with evidence; all by default. The count
            includes every patient.

    Raises:
        QueryError: Neither an event nor a terminology has a name in the query.
    """
    begin = time.perf_counter()
    program = compile_query(query, resolver, tables.keys)
    _refuse_unknown_names(query, program.meanings, resolver)
    tables.run(program.pick, program.parameters)
    patients = [row[0] for row in tables.run(program.select, program.parameters)]
    listed = patients if limit is None else patients[:limit]
    answers = tuple(_list_patients(program, tables, listed)) if listed else ()
    return Answer(
        query.text,
        len(patients),
        tables.count_patients(),
        tuple(query.text[clause.place.start : clause.place.end] for clause in program.clauses),
        answers,
        round(time.perf_counter() - begin, 3),
    )


def _refuse_unknown_names(query: Query, meanings: Sequence[Meaning], resolver: Resolver) -> None:
    """Raise an error at the first name that neither an event nor a terminology has."""
    for meaning in meanings:
        if meaning.is_empty and not meaning.is_set:
            start = max(query.text.lower().find(meaning.text.lower()), 0)
            raise QueryError(
                f"no event and no terminology has the name {meaning.text!r}"
                f"{_suggest(meaning.text, resolver)}",
                query=query.text,
                start=start,
                end=start + len(meaning.text),
            )


def _suggest(text: str, resolver: Resolver) -> str:
    first, *rest = text.split()
    word = suggest_word(first)
    near = process.extractOne(
        text.lower(), resolver.index.names, scorer=fuzz.ratio, score_cutoff=_SIMILAR
    )
    proposals = [" ".join([word, *rest])] if word else []
    proposals += [near[0]] if near else []
    return f"; did you mean {' or '.join(proposals)}?" if proposals else ""


# Evidence


def _list_patients(
    program: Program, tables: ChronicleTables, patients: Sequence[str]
) -> Iterator[PatientAnswer]:
    sexes = dict(
        tables.run(
            "SELECT patient, sex FROM patients WHERE patient IN (SELECT unnest($patients))",
            {"patients": list(patients)},
        )
    )
    witnesses = _find_witnesses(program, tables, patients)
    for patient in patients:
        yield PatientAnswer(patient, sexes[patient], tuple(witnesses.get(patient, ())))


def _find_witnesses(
    program: Program, tables: ChronicleTables, patients: Sequence[str]
) -> dict[str, list[Witness]]:
    """Return the events that satisfy the clauses, by patient."""
    if not program.evidence:
        return {}
    rows = tables.run(program.evidence, {**program.parameters, "patients": list(patients)})
    names = {f"p{number}": patient for number, patient in enumerate(patients)}
    # With a list of values, unlike with a subquery, DuckDB skips row groups without these patients.
    chosen = f"patient IN ({', '.join(f'${name}' for name in names)})"
    values = {**names, "events": sorted({row[2] for row in rows})}
    found_events = tables.run(_EVENTS.format(patients=chosen), values)
    events = {(row[0], row[1]): row[2:] for row in found_events}
    evidence = {
        key: tuple(_build_evidence(row) for row in group)
        for key, group in groupby(
            tables.run(_EVIDENCE.format(patients=chosen), values), itemgetter(0, 1)
        )
    }
    witnesses: dict[str, list[Witness]] = {}
    for clause, patient, event in rows:
        witness = _build_witness(clause, (patient, event), events, evidence)
        witnesses.setdefault(patient, []).append(witness)
    return witnesses


def _build_witness(
    clause: int,
    key: Key,
    events: Mapping[Key, tuple[Any, ...]],
    evidence: Mapping[Key, tuple[Evidence, ...]],
) -> Witness:
    kind, name, *days, details = events[key]
    return Witness(
        clause, key[1], kind, name, _build_extent(days), dict(details or {}), evidence.get(key, ())
    )


def _build_extent(days: Sequence[Any]) -> Extent:
    return Extent(Bounds(days[0], days[1]), Bounds(days[2], days[3]))


def _build_evidence(row: tuple[Any, ...]) -> Evidence:
    _, _, document, name, mention, spans, table, number, date, assertion, *days = row
    return Evidence(
        document=document,
        set=name,
        mention=mention,
        spans=tuple(Span(span["start"], span["end"]) for span in spans or ()),
        table=table,
        row=number,
        date=date,
        assertion=assertion,
        extent=_build_extent(days[:4]),
        basis=days[4],
        confidence=days[5],
    )
