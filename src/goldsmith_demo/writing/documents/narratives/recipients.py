"""Recipients of letters other than the GP: their greeting, and why they are written to."""

from __future__ import annotations

import msgspec

from goldsmith_demo.life.model import Person
from goldsmith_demo.writing.documents.narratives.facts import Facts
from goldsmith_demo.writing.documents.narratives.phrases import load_recipients
from goldsmith_demo.writing.documents.narratives.teller import Teller


class Recipient(msgspec.Struct, frozen=True):
    """A recipient: how they are greeted, why they are written to, and what they are asked."""

    greeting: str
    why: tuple[str, ...]
    asks: tuple[str, ...]
    author: Person


def choose_recipient(tell: Teller, facts: Facts) -> Recipient:
    """Choose a recipient to whom the event gives reason to write."""
    kind = facts.event.kind
    fitting = {
        "palliative": ("hospice", "hospice", "nurse"),
        "recurrence": ("hospice", "dentist", "insurer"),
        "operation": ("nurse", "physio", "insurer"),
        "chemotherapy": ("nurse", "dentist", "insurer"),
        "radiotherapy": ("physio", "dentist", "insurer"),
    }.get(kind, ("physio", "insurer", "dentist"))
    name = tell.chance.choice(fitting)
    greetings = load_recipients().greetings[name]
    why, asks = load_recipients().texts[name]
    return Recipient(tell.chance.choice(greetings), why, asks, facts.patient.consultant)
