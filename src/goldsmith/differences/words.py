"""Word lists, as data."""

from __future__ import annotations

from typing import Final

#: What a word for a place in the body may modify without speaking of the patient's body: people,
#: places and institutions of the health service.
SERVICES: Final = frozenset(
    """
    appointment appointments care centre centres center centers clinic clinics clinician clinicians
    colleague colleagues conference consultant consultants department departments doctor doctors
    fellow firm hospital institute laboratory mdt medicine meeting meetings multidisciplinary nurse
    nurses nursing outpatient outpatients physician physicians practitioner practitioners programme
    program registrar registrars round rounds service services specialist specialists suite surgeon
    surgeons surgery team teams therapist therapists unit units ward wards
    """.split()
)

#: What ends in a full stop without ending a sentence.
ABBREVIATIONS: Final = ("Dr", "Mr", "Ms", "Mrs", "Prof", "St", "vs", "approx", "etc")
