"""Word lists, as data."""

from __future__ import annotations

from typing import Final

#: People, places and institutions of the health service. A place in the body before such a word
#: (the renal team) need not be a place in the patient's body.
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

#: Abbreviations whose full stop does not end a sentence.
ABBREVIATIONS: Final = ("Dr", "Mr", "Ms", "Mrs", "Prof", "St", "vs", "approx", "etc")
