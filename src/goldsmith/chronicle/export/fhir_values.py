"""Write FHIR values: references, codes, and days within bounds."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from functools import cache
from typing import Any

from goldsmith.chronicle.data_files import read_built_in
from goldsmith.chronicle.model import Bounds, Date
from goldsmith.core import Code
from goldsmith.terminology.sources.systems import normalise_system

Json = dict[str, Any]
_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "urn:goldsmith:chronicle")
_HL7 = "http://terminology.hl7.org/CodeSystem/"


@cache
def _load_systems() -> dict[str, str]:
    return read_built_in(__package__, "data/systems", dict[str, str])


def make_id(*parts: str) -> str:
    """Return the id of a resource; the same parts always give the same id."""
    return str(uuid.uuid5(_NAMESPACE, "\0".join(parts)))


def refer(*parts: str) -> Json:
    """Return a reference to a resource in the bundle."""
    return {"reference": f"urn:uuid:{make_id(*parts)}"}


def code_concept(name: str, codes: Sequence[Code] = ()) -> Json:
    """Return a CodeableConcept for a name and its codes; a code may lack a system."""
    codings = [_write_coding(code) for code in codes if not code.is_cui_less]
    concept: Json = {"coding": codings} if codings else {}
    return {**concept, "text": name} if name else concept


def _write_coding(code: Code) -> Json:
    coding: Json = {"code": code.code}
    if code.system:
        name = normalise_system(code.system)
        coding["system"] = _load_systems().get(name, f"urn:goldsmith:system:{name}")
    if code.name:
        coding["display"] = code.name
    return coding


def code_status(system: str, code: str) -> Json:
    """Return a CodeableConcept for a code in an HL7 code system."""
    return {"coding": [{"system": _HL7 + system, "code": code}]}


def write_partial(bounds: Bounds) -> str:
    """Return the most precise FHIR date that covers all days within bounds, or "" if none does."""
    first, last = bounds.earliest, bounds.latest
    if first is None or last is None or first.year != last.year:
        return ""
    if first == last:
        return first.isoformat()
    return f"{first:%Y-%m}" if first.month == last.month else f"{first:%Y}"


def write_day(field: str, bounds: Bounds) -> Json:
    """Return FIELDDateTime, or FIELDPeriod if no partial date covers the bounds."""
    if date := write_partial(bounds):
        return {f"{field}DateTime": date}
    period = write_period(bounds.earliest, bounds.latest)
    return {f"{field}Period": period} if period else {}


def write_period(start: Date | str | None, end: Date | str | None) -> Json:
    """Return a Period; an unknown start or end is omitted."""
    ends = {"start": start, "end": end}
    return {name: str(value) for name, value in ends.items() if value}
