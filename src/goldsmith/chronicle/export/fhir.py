"""Export a chronicle as a FHIR R4 bundle: what happened, when, and in which notes it is documented.

Each event becomes a resource, with a `Provenance` that names its documents and spans. Inexact days
become partial dates (2010-05) or periods. Negated problems become refuted Conditions, and problems
of the family FamilyMemberHistory. Hypothetical events and loci do not become resources; a locus is
written as the `bodySite` of the events located there.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping

from goldsmith.chronicle.export.fhir_values import (
    Json,
    code_concept,
    code_status,
    make_id,
    refer,
    write_day,
    write_partial,
    write_period,
)
from goldsmith.chronicle.model import Chronicle, Date, Event, Evidence, Extent, Person

_GENDERS = {"": "unknown", "female": "female", "male": "male", "other": "other"}
_VERIFICATION = {"affirmed": "confirmed", "uncertain": "unconfirmed", "negated": "refuted"}
#: Kind -> the status of a negated event, an event that has ended, an ongoing one, an uncertain one.
_STATUSES = {
    "drug": ("not-taken", "completed", "active", "unknown"),
    "procedure": ("not-done", "completed", "completed", "unknown"),
    "investigation": ("cancelled", "final", "final", "unknown"),
}
_SPAN = "urn:goldsmith:fhir:span"


def build_bundle(chronicle: Chronicle, *, recorded: datetime.datetime) -> Json:
    """Build the bundle of a patient.

    Args:
        chronicle: The chronicle.
        recorded: When the chronicle was made, for the provenance.
    """
    return _BundleBuilder(chronicle, recorded).build()


class _BundleBuilder:
    def __init__(self, chronicle: Chronicle, recorded: datetime.datetime) -> None:
        self._chronicle, self._recorded = chronicle, recorded.isoformat(timespec="seconds")
        self._patient = chronicle.patient.id
        self._events = {event.id: event for event in chronicle.events}
        self._written = {event.id for event in chronicle.events if is_exported(event)}

    def build(self) -> Json:
        """Build the bundle."""
        resources = [
            _write_patient(self._chronicle.patient),
            *self._list_documents(),
            *self._list_events(),
        ]
        entries = [
            {"fullUrl": f"urn:uuid:{resource['id']}", "resource": resource}
            for resource in resources
        ]
        return {
            "resourceType": "Bundle",
            "id": make_id(self._patient, "bundle"),
            "type": "collection",
            "timestamp": self._recorded,
            "entry": entries,
        }

    @property
    def _subject(self) -> Json:
        return refer(self._patient, "patient")

    def _list_documents(self) -> Iterator[Json]:
        for document, day in self._chronicle.documents.items():
            resource: Json = {
                "resourceType": "DocumentReference",
                "id": make_id(self._patient, "document", document),
                "status": "current",
                "subject": self._subject,
                "identifier": [{"system": "urn:goldsmith:document", "value": document}],
                "content": [{"attachment": {"title": document, "contentType": "text/plain"}}],
            }
            if day:
                resource["context"] = {"period": write_period(day, day)}
            yield resource

    def _list_events(self) -> Iterator[Json]:
        for event in self._chronicle.events:
            if event.id in self._written:
                yield {**self._write_event(event), "id": make_id(self._patient, "event", event.id)}
                yield self._write_provenance(event)

    # Events

    def _write_event(self, event: Event) -> Json:
        if event.assertion == "family":
            return self._write_family(event)
        if event.kind == "problem":
            return self._write_condition(event)
        if event.kind == "drug":
            return self._write_medication(event)
        if event.kind == "procedure":
            return self._write_procedure(event)
        return self._write_investigation(event)

    def _write_condition(self, event: Event) -> Json:
        resource: Json = {
            "resourceType": "Condition",
            "subject": self._subject,
            "code": code_concept(event.name, event.codes),
            "verificationStatus": code_status(
                "condition-ver-status", _VERIFICATION[event.assertion]
            ),
            **write_day("onset", event.extent.start),
        }
        if event.assertion != "negated":
            status = _find_clinical_status(event, self._chronicle.last_day)
            resource["clinicalStatus"] = code_status("condition-clinical", status)
            if status in ("resolved", "inactive"):
                resource |= write_day("abatement", event.extent.end)
        if stage := event.details.get("stage"):
            resource["stage"] = [{"summary": {"text": f"stage {stage.removeprefix('stage ')}"}}]
        if sites := list(self._list_sites(event)):
            resource["bodySite"] = sites
        return resource

    def _list_sites(self, event: Event) -> Iterator[Json]:
        for link in self._chronicle.links:
            if link.type == "located_at" and link.first == event.id and link.second in self._events:
                locus = self._events[link.second]
                yield code_concept(locus.name, locus.codes)

    def _write_family(self, event: Event) -> Json:
        return {
            "resourceType": "FamilyMemberHistory",
            "status": "partial",
            "patient": self._subject,
            "relationship": code_status("v3-RoleCode", "FAMMEMB"),
            "condition": [{"code": code_concept(event.name, event.codes)}],
        }

    def _write_medication(self, event: Event) -> Json:
        resource: Json = {
            "resourceType": "MedicationStatement",
            "status": _choose_status(event, self._chronicle.last_day),
            "medicationCodeableConcept": code_concept(event.name, event.codes),
            "subject": self._subject,
        }
        if period := _write_extent(event.extent):
            resource["effectivePeriod"] = period
        words = (event.details.get(key, "") for key in ("dose", "route"))
        if dosage := " ".join(word for word in words if word):
            resource["dosage"] = [{"text": dosage}]
        if reasons := list(self._list_reasons(event)):
            resource["reasonReference"] = reasons
        return resource

    def _list_reasons(self, event: Event) -> Iterator[Json]:
        """Yield references to the conditions that an event treats."""
        for link in self._chronicle.links:
            if link.type == "treats" and link.first == event.id and link.second in self._written:
                yield refer(self._patient, "event", link.second)

    def _write_procedure(self, event: Event) -> Json:
        resource: Json = {
            "resourceType": "Procedure",
            "status": _choose_status(event, self._chronicle.last_day),
            "code": code_concept(event.name, event.codes),
            "subject": self._subject,
        }
        if event.extent.start == event.extent.end:
            resource |= write_day("performed", event.extent.start)
        elif period := _write_extent(event.extent):
            resource["performedPeriod"] = period
        if sites := list(self._list_sites(event)):
            resource["bodySite"] = sites
        if reasons := list(self._list_reasons(event)):
            resource["reasonReference"] = reasons
        return resource

    def _write_investigation(self, event: Event) -> Json:
        """Write an Observation if the investigation has a value, else a DiagnosticReport."""
        value = event.details.get("value", "")
        resource: Json = {
            "resourceType": "Observation" if value else "DiagnosticReport",
            "status": _choose_status(event, self._chronicle.last_day),
            "code": code_concept(event.name, event.codes),
            "subject": self._subject,
            **write_day("effective", event.extent.start),
        }
        return resource | _write_value(event.details) if value else resource

    # Provenance

    def _write_provenance(self, event: Event) -> Json:
        resource: Json = {
            "resourceType": "Provenance",
            "id": make_id(self._patient, "provenance", event.id),
            "target": [refer(self._patient, "event", event.id)],
            "recorded": self._recorded,
            "agent": [{"who": {"display": "Goldsmith"}}],
        }
        if event.evidence:
            resource["entity"] = [self._write_source(place) for place in event.evidence]
        return resource

    def _write_source(self, place: Evidence) -> Json:
        what: Json = {"display": place.document or f"{place.table}, row {place.row}"}
        if place.document in self._chronicle.documents:
            what |= refer(self._patient, "document", place.document)
        source: Json = {"role": "source", "what": what}
        if place.spans:
            source["extension"] = [
                {"url": _SPAN, "valueString": f"{span.start}-{span.end}"} for span in place.spans
            ]
        return source


def is_exported(event: Event) -> bool:
    """Return whether an event becomes a resource.

    Loci, hypothetical events and family events other than problems do not.
    """
    if event.kind == "locus" or event.assertion == "hypothetical":
        return False
    return event.kind == "problem" or event.assertion != "family"


def _write_patient(person: Person) -> Json:
    resource: Json = {
        "resourceType": "Patient",
        "id": make_id(person.id, "patient"),
        "identifier": [{"system": "urn:goldsmith:patient", "value": person.id}],
        "gender": _GENDERS[person.sex],
    }
    if born := write_partial(person.born):
        resource["birthDate"] = born
    if died := write_partial(person.died):
        resource["deceasedDateTime"] = died
    elif person.died.earliest or person.died.latest:
        resource["deceasedBoolean"] = True
    return resource


def _find_clinical_status(event: Event, last_day: Date | None) -> str:
    """Return the last status; without statuses, resolved if the event ended before the last day."""
    if event.statuses:
        status = event.statuses[-1].status
        return "recurrence" if status == "recurrent" else status
    return "resolved" if _has_ended(event.extent, last_day) else "active"


def _has_ended(extent: Extent, last_day: Date | None) -> bool:
    end = extent.end.latest
    return end is not None and (last_day is None or end < last_day)


def _choose_status(event: Event, last_day: Date | None) -> str:
    absent, over, ongoing, unknown = _STATUSES[event.kind]
    if event.assertion == "negated":
        return absent
    if event.assertion == "uncertain":
        return unknown
    return over if _has_ended(event.extent, last_day) else ongoing


def _write_extent(extent: Extent) -> Json:
    """Return a Period; omit a start or end whose bounds are not within one calendar year."""
    return write_period(write_partial(extent.start), write_partial(extent.end))


def _write_value(details: Mapping[str, str]) -> Json:
    value, unit = details["value"], details.get("unit", "")
    try:
        quantity: Json = {"value": float(value)}
    except ValueError:
        return {"valueString": f"{value} {unit}".strip()}
    return {"valueQuantity": {**quantity, "unit": unit} if unit else quantity}
