"""Export chronicles as the tables of OMOP CDM 5.4.

Only affirmed events become occurrences. Every mention in a dated note becomes a row of NOTE_NLP,
with `term_exists` N if it is negated, hypothetical or about the family. An occurrence needs a date:
the latest possible start of the event, or the earliest if the latest is unknown. Events without a
date are omitted and counted. The user's concept map turns codes into concepts; a code that is not
in the map has the concept 0. The source value is the code, or the name of an event without codes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec

from goldsmith.chronicle.export.concept_map import ConceptMap
from goldsmith.chronicle.export.omop_tables import OmopWriter, Row
from goldsmith.chronicle.model import Bounds, Chronicle, Date, Event, Evidence, Kind

#: OMOP concepts: sexes, and the provenance of a row.
_GENDERS = {"female": 8532, "male": 8507}
_FROM_RECORD, _FROM_NOTE, _PERIOD = 32817, 32858, 32882
_LENGTH = 50


class _Days(msgspec.Struct, frozen=True):
    start: Date
    end: Date | None


class OmopExporter:
    """Adds chronicles to the tables; `left_out` counts what the tables cannot represent.

    Args:
        writer: The tables.
        concepts: Maps codes to concepts.
    """

    def __init__(self, writer: OmopWriter, concepts: ConceptMap) -> None:
        self._writer, self._concepts = writer, concepts
        self.left_out: Counter[str] = Counter()
        self._write: dict[Kind, Callable[[Event, _Days], None]] = {
            "problem": self._add_condition,
            "drug": self._add_drug,
            "procedure": self._add_procedure,
            "investigation": self._add_measurement,
        }
        self._person = 0
        self._notes: dict[str, int] = {}

    def add(self, chronicle: Chronicle) -> None:
        """Add a chronicle."""
        self._add_person(chronicle)
        self._add_period(chronicle)
        self._add_notes(chronicle)
        for event in chronicle.events:
            self._add_event(event)
            for place in event.evidence:
                self._add_place(event, place, chronicle.last_day)

    def _number(self, table: str) -> int:
        return self._writer.counts[table] + 1

    # The patient

    def _add_person(self, chronicle: Chronicle) -> None:
        person = chronicle.patient
        born = choose_day(person.born)
        if born is None:
            self.left_out["the year of birth"] += 1
        self._person = self._number("person")
        exact = born if person.born.is_exact else None
        self._writer.add(
            "person",
            {
                "person_id": self._person,
                "gender_concept_id": _GENDERS.get(person.sex, 0),
                "year_of_birth": born.year if born else 0,
                "month_of_birth": exact.month if exact else None,
                "day_of_birth": exact.day if exact else None,
                "race_concept_id": 0,
                "ethnicity_concept_id": 0,
                "person_source_value": person.id[:_LENGTH],
                "gender_source_value": person.sex,
            },
        )
        if died := choose_day(person.died):
            self._writer.add(
                "death",
                {
                    "person_id": self._person,
                    "death_date": died,
                    "death_type_concept_id": _FROM_RECORD,
                },
            )

    def _add_period(self, chronicle: Chronicle) -> None:
        """Add the period that the chronicle covers: from the first dated source to the last day."""
        places = (place.date for event in chronicle.events for place in event.evidence)
        days = sorted(day for day in (*chronicle.documents.values(), *places) if day)
        last = chronicle.last_day or (days[-1] if days else None)
        if last is None:
            self.left_out["the observation period"] += 1
            return
        self._writer.add(
            "observation_period",
            {
                "observation_period_id": self._number("observation_period"),
                "person_id": self._person,
                "observation_period_start_date": min(days[0], last) if days else last,
                "observation_period_end_date": last,
                "period_type_concept_id": _PERIOD,
            },
        )

    # Notes

    def _add_notes(self, chronicle: Chronicle) -> None:
        self._notes = {}
        for document, day in chronicle.documents.items():
            if day is None:
                self.left_out["notes without a date"] += 1
                continue
            self._notes[document] = self._number("note")
            self._writer.add(
                "note",
                {
                    "note_id": self._notes[document],
                    "person_id": self._person,
                    "note_date": day,
                    "note_type_concept_id": _FROM_RECORD,
                    "note_class_concept_id": 0,
                    "note_title": "",
                    "note_text": "",
                    "encoding_concept_id": 0,
                    "language_concept_id": 0,
                    "note_source_value": document[:_LENGTH],
                },
            )

    def _add_place(self, event: Event, place: Evidence, last_day: Date | None) -> None:
        if place.document not in self._notes:
            return
        day = place.date or last_day
        if day is None:
            self.left_out["places without a date"] += 1
            return
        is_real = place.assertion in ("affirmed", "uncertain")
        self._writer.add(
            "note_nlp",
            {
                "note_nlp_id": self._number("note_nlp"),
                "note_id": self._notes[place.document],
                "section_concept_id": 0,
                "snippet": "",
                "offset": " ".join(f"{span.start}-{span.end}" for span in place.spans)[:_LENGTH],
                "lexical_variant": event.name[:250],
                "note_nlp_concept_id": self._concepts.find(event.codes),
                "note_nlp_source_concept_id": 0,
                "nlp_system": f"goldsmith, set {place.set}",
                "nlp_date": day,
                "term_exists": "Y" if is_real else "N",
                "term_temporal": "",
                "term_modifiers": f"assertion={place.assertion}",
            },
        )

    # Events

    def _add_event(self, event: Event) -> None:
        if event.kind not in self._write:
            self.left_out[f"events of the kind {event.kind}"] += 1
        elif event.assertion != "affirmed":
            self.left_out[f"{event.assertion} events"] += 1
        elif (start := choose_day(event.extent.start)) is None:
            self.left_out["events without a date"] += 1
        else:
            end = choose_day(event.extent.end)
            self._write[event.kind](event, _Days(start, max(start, end) if end else None))

    def _describe(self, event: Event, table: str, prefix: str) -> Row:
        """Return the columns that all occurrence tables share."""
        key = next((f"{code.system}:{code.code}" for code in event.codes), "")
        from_record = any(place.table for place in event.evidence)
        return {
            f"{table}_id": self._number(table),
            "person_id": self._person,
            f"{prefix}_concept_id": self._concepts.find(event.codes),
            f"{prefix}_type_concept_id": _FROM_RECORD if from_record else _FROM_NOTE,
            f"{prefix}_source_value": (key or event.name)[:_LENGTH],
            f"{prefix}_source_concept_id": 0,
        }

    def _add_condition(self, event: Event, days: _Days) -> None:
        stage = event.details.get("stage", "")
        self._writer.add(
            "condition_occurrence",
            {
                **self._describe(event, "condition_occurrence", "condition"),
                "condition_start_date": days.start,
                "condition_end_date": days.end,
                "condition_status_concept_id": 0,
                "condition_status_source_value": f"stage {stage}" if stage else "",
            },
        )

    def _add_drug(self, event: Event, days: _Days) -> None:
        self._writer.add(
            "drug_exposure",
            {
                **self._describe(event, "drug_exposure", "drug"),
                "drug_exposure_start_date": days.start,
                "drug_exposure_end_date": days.end or days.start,
                "sig": event.details.get("dose", ""),
                "route_source_value": event.details.get("route", "")[:_LENGTH],
                "dose_unit_source_value": "",
            },
        )

    def _add_procedure(self, event: Event, days: _Days) -> None:
        self._writer.add(
            "procedure_occurrence",
            {
                **self._describe(event, "procedure_occurrence", "procedure"),
                "procedure_date": days.start,
                "procedure_end_date": days.end,
                "modifier_concept_id": 0,
                "modifier_source_value": event.details.get("side", "")[:_LENGTH],
            },
        )

    def _add_measurement(self, event: Event, days: _Days) -> None:
        value = event.details.get("value", "")
        self._writer.add(
            "measurement",
            {
                **self._describe(event, "measurement", "measurement"),
                "measurement_date": days.start,
                "operator_concept_id": 0,
                "value_as_number": _read_number(value),
                "value_as_concept_id": 0,
                "unit_concept_id": 0,
                "unit_source_value": event.details.get("unit", "")[:_LENGTH],
                "value_source_value": value[:_LENGTH],
            },
        )


def choose_day(bounds: Bounds) -> Date | None:
    """Return the day to export for bounds: the latest day, or the earliest if that is open."""
    return bounds.latest or bounds.earliest


def _read_number(value: str) -> float | None:
    try:
        return float(value)
    except ValueError:
        return None
