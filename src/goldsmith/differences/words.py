"""Word lists, as data."""

from __future__ import annotations

from typing import Final

#: People, places and institutions of the health service. A body site before such a word (the renal
#: team) need not refer to the patient's body.
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

#: Words that begin a condition: "If the patient develops tachycardia".
CONDITIONS: Final = (
    "if",
    "should",
    "unless",
    "in case",
    "in the event",
    "provided",
    "whenever",
    "return for",
    "watch for",
)

#: Words that introduce the patient's history.
HISTORIES: Final = (
    "history of",
    "histories of",
    "history significant for",
    "history is significant for",
    "history notable for",
    "h/o",
    "hx of",
    "hx",
    "pmh of",
    "pmhx of",
)

#: Words before the head of a noun phrase that name a whole set, or only determine it.
QUANTIFIERS: Final = frozenset(
    """
    a all an any both each every her his its many more most multiple my other our several some the
    their these this those of two three four five your
    """.split()
)

#: Words that end the part of a noun phrase that contains its head.
PREPOSITIONS: Final = frozenset(
    "about along around at between by during for from in into near of on over to under with".split()
)

#: Abbreviations whose full stop does not end a sentence.
ABBREVIATIONS: Final = ("Dr", "Mr", "Ms", "Mrs", "Prof", "St", "vs", "approx", "etc")
