"""The chart of a hospital stay, in the shorthand of American wards."""

from __future__ import annotations

import msgspec

from goldsmith_demo.life.model import Date, Event, Thing
from goldsmith_demo.writing.documents.outpatient.chart import Chart
from goldsmith_demo.writing.page import Page

_SHORT = {
    "hypertension": "HTN", "type_2_diabetes": "DM2; DM type II", "atrial_fibrillation": "afib; "
                                                                                        "a-fib",
    "pneumonia": "PNA; pneumonia", "uti": "UTI", "pulmonary_embolism": "PE; pulmonary embolus",
    "myocardial_infarction": "MI; NSTEMI", "ischaemic_heart_disease": "CAD",
    "hypercholesterolaemia": "hyperlipidemia; HL; HLD", "heart_failure": "CHF", "copd": "COPD",
    "dyspnoea": "SOB; shortness of breath; dyspnea", "chest_pain": "CP; chest pain",
    "neutropenic_sepsis": "febrile neutropenia; neutropenic sepsis; neutropenic fever",
    "fever": "fever; fevers", "ckd": "CKD; CRI", "gord": "GERD", "renal_impairment": "ARF; AKI",
    "abdominal_pain": "abd pain", "vomiting": "emesis; vomiting", "bowel_obstruction": "SBO",
    "dvt": "DVT", "stroke": "CVA", "osteoarthritis": "OA; DJD", "anaemia": "anemia",
    "haemoptysis": "hemoptysis", "diarrhoea": "diarrhea; loose stools", "bph": "BPH",
    "weight_loss": "weight loss", "confusion": "AMS; confusion", "pleural_effusion": "effusion",
}  # fmt: skip
_STAY = 60


class Ward(Chart):
    """A chart whose words are the ward's, and whose event is the whole stay."""

    def __init__(self, page: Page, event: Event) -> None:
        super().__init__(page, _stay(page, event))
        self.out = page.date
        self.came = self._came(event)

    def _came(self, event: Event) -> Date:
        """The day of admission."""
        if event.kind != "discharge":
            return event.date
        earlier = [
            one.date
            for one in self.patient.events
            if one.kind == "admission" and 0 <= (event.date - one.date).days <= _STAY
        ]
        about = self.what
        return (earlier or [about.start if about and about.start else event.date])[-1]

    def before(self, *kinds: str) -> list[Event]:
        return [one for one in super().before(*kinds) if one.date < self.came]

    @property
    def operation(self) -> Thing | None:
        """The operation for which the patient came in."""
        about = self.what
        return about if about and about.kind == "Intervention" and about.place else None

    @property
    def tumour(self) -> Thing | None:
        known = [one for one in self.before() if one.kind in ("diagnosis", "operation", "mdt")]
        return self.thing(self.patient.tumour) if known else super().tumour

    def called(self, thing: Thing) -> str:
        short = _SHORT.get(thing.base) if self.us else None
        if short and self.maybe(0.75):
            return self.chance.choice(short.split("; "))
        return super().called(thing)


def _stay(page: Page, event: Event) -> Event:
    """The event together with what belongs to the same stay."""
    same = [
        one
        for one in page.patient.events
        if one.kind in ("admission", "complication", "presentation")
        and (one.what == event.what or event.kind == "discharge")
        and 0 <= (event.date - one.date).days <= _STAY
    ]
    since = max((one.date for one in same if one.kind == "admission"), default=event.date)
    every = [*(one for one in same if one.date >= since or one.what == event.what), event]
    troubles = [one.what for one in every if one.kind == "complication" and one.what != event.what]
    return msgspec.structs.replace(
        event,
        findings=tuple(dict.fromkeys([*troubles, *(key for one in every for key in one.findings)])),
        drugs=tuple(dict.fromkeys(key for one in every for key in one.drugs)),
        excluded=tuple(dict.fromkeys(key for one in every for key in one.excluded)),
    )
