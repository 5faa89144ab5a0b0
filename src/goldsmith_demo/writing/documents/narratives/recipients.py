"""Who else is written to, and why; what is asked of consultants and answered to referrers."""

from __future__ import annotations

import msgspec

from goldsmith_demo.life.model import Person
from goldsmith_demo.writing.documents.narratives.facts import Facts
from goldsmith_demo.writing.documents.narratives.teller import Teller

THANKS = (
    "Thank you for [referring|sending] {patient}[, whom I saw today|].",
    "[Many thanks|Thank you] for your [letter about|referral of] {patient}.",
    "Your letter about {patient} [reached me|came] [last week|in good time]; thank you.",
    "I am grateful to you for [asking me to see|the opportunity of seeing] {patient}.",
    "^I am indebted to you for sending me this interesting {lady}.",
    "~Thanks for this referral.",
    "Thank you for asking our opinion [on|about] this {age} year old {job}.",
)
REPLIES = (
    "I shall [keep you posted|write again when I have seen {hers}|let you know how {she} gets on].",
    "Thank you [again|] for [letting me share in|involving us in] {her} care.",
    "I have [copied|sent a copy of] this letter to {her} other doctors.",
    "{She} will come back to your clinic in the usual way.",
)
ASKS = (
    "[Could you see|I wonder if you would see] {hers} [with a view to|and consider {hers} for] "
    "{nop!hyp}? | nop has_indication c",
    "I would be grateful for your [opinion|help] as to {nreg!hyp}. | nreg has_indication c",
    "Would you [kindly|] consider {hers} for {nrt!hyp}? | nrt has_indication c",
    "I would [value|be glad of] your [opinion|advice].",
    "Could you see {hers} [soon|urgently]? I am [concerned that|anxious lest] this "
    "{n=Negation:may} be "
    "{u!poss:cancer}.",
    "Please would you [advise|take {hers} on] with regard to [further|] treatment of {her} {c}?",
    "{She} and {her} {companion} [expect|look forward to] your appointment.",
    "^I should be most grateful if you would cast an eye over {hers}.",
    "~? suitable for {nchemo!hyp}. | nchemo has_indication c",
)


class Recipient(msgspec.Struct, frozen=True):
    """Somebody to write to: how they are greeted, why, and what they are asked."""

    greeting: str
    why: tuple[str, ...]
    asks: tuple[str, ...]
    author: Person


_HOSPICE = (
    (
        "Thank you for [taking on|agreeing to see] {patient}, who has advanced {c}.",
        "I should like to refer {patient} to your [team|day centre] for help with %s.",
        "Could your community team [visit|get to know] {patient} at home?",
    ),
    (
        "{She} [takes|is on] {m=Drug-or-device:paracetamol} for {x=Condition!s:pain}, and may "
        "[soon|] need "
        "{o=Drug-or-device!hyp:morphine}. | m has_indication x, o has_indication x",
        "{She} knows that {her} {c} cannot be cured and [would like|wants] to stay at home.",
        "If {she} becomes {a=Condition!hyp!s:sick}, {o=Drug-or-device!hyp:cyclizine} would be "
        "my first "
        "choice. | o has_indication a",
        "{Her} {companion} is [tired|worn out] and needs some support as well.",
        "{She} does not wish {r=Intervention!hyp:resuscitation}.",
    ),
)
_DENTIST = (
    (
        "[Your patient|This {job}], {name}, is under our care for {c}.",
        "I understand that {patient} is due to see you [shortly|for "
        "{x=Intervention!hyp:extractions}].",
        "I am writing about the teeth of {patient}, who is having treatment for {c}.",
    ),
    (
        "There is a risk of {a=Condition!unrel!d:osteonecrosis} of the {l=Locus:jaw} with "
        "{o=Drug-or-device!hyp:bisphosphonates}, so [any|] {x=Intervention!hyp:extractions} "
        "should be done "
        "beforehand. | a has_location l",
        "Would you check {her} {l=Locus:teeth} and {g=Locus:gums} [before treatment|soon]?",
        "Please check a {b=Investigation!hyp:blood count} before any "
        "{x=Intervention!hyp:extraction}, as "
        "{a=Condition!hyp!s:bleeding} and {d=Condition!hyp!d:infection} are more likely.",
        "{She} has {n=Negation:no} {a=Condition!neg!s:pain} in the {l=Locus:mouth} at the moment. "
        "| a has_location l",
    ),
)
_PHYSIO = (
    (
        "Please could you see {patient}, who has had treatment for {c} of the @c.",
        "I would be grateful for your help with {patient} after {her} {op}. | op has_indication c",
        "Thank you for seeing {name} in the physiotherapy department.",
    ),
    (
        "If there is {a=Condition!hyp!s:stiffness} {she} would benefit from "
        "{x=Intervention!hyp:exercises}. "
        "| x has_indication a",
        "Please teach {hers} [some|] {x=Intervention!hyp:exercises} that {she} can do at home.",
        "Please stop at once if there is {a=Condition!hyp!s:chest pain} or "
        "{b=Condition!hyp!s:dizziness}.",
        "I hope that {x=Intervention!hyp:hydrotherapy} or {y=Intervention!hyp:massage} might help.",
        "The aim is to build up {her} strength; {she} gets {a=Condition!s:tired} easily.",
    ),
)
_INSURER = (
    (
        "I write at the request of {patient}, who [has had to cancel a holiday|is making a claim].",
        "To whom it may concern: this is to confirm that {name} is under treatment for {c}.",
        "{name} has asked me to [confirm|set out] {her} medical history for you, with {her} "
        "consent.",
    ),
    (
        "In my opinion {she} [is not fit to travel at present|was not fit to travel at that time].",
        "{She} could not have foreseen {her} {c} when {she} booked.",
        "{She} [is expected|should be able] to go back to work as a(n) {job} in due course.",
        "There is a risk of {a=Condition!hyp!d:thrombosis} on long flights, for which "
        "{x=Drug-or-device!hyp:compression stockings} are advised. | x has_indication a",
        "I am unable to give a prognosis in writing.",
    ),
)
_NURSE = (
    (
        "Please would you [visit|see] {patient} at home after {her} {op}. | op has_indication c",
        "I should be grateful if your team would look after {name}, who has {c}.",
        "Thank you for taking {name} on to your list. {She} is having treatment for {c}.",
    ),
    (
        "The {l=Locus:wound} from {her} {op} needs a dry {x=Intervention!hyp:dressing} [twice "
        "a week|on "
        "alternate days]. "
        "| x has_target l",
        "Please flush {her} {p=Drug-or-device!hyp:PICC line} weekly once it is in.",
        "Let us know if there is {a=Condition!hyp!s:redness}, {b=Condition!hyp!s:swelling} or "
        "{d=Condition!hyp!s:discharge}.",
        "A {b=Investigation!hyp:blood count} will be due [next week|before {her} next visit].",
        "{She} may take {o=Drug-or-device!hyp:paracetamol} for {a=Condition!hyp!s:pain}. "
        "| o has_indication a",
    ),
)
GREETINGS = {
    "hospice": ("Dear Colleague", "Dear Dr Ambrose", "Dear Palliative Care Team"),
    "dentist": ("Dear Dental Surgeon", "Dear Mr Hallam", "Dear Colleague"),
    "physio": ("Dear Physiotherapist", "Dear Colleague", "Dear Physiotherapy Team"),
    "insurer": ("Dear Sir or Madam", "To whom it may concern", "Dear Claims Department"),
    "nurse": ("Dear Sister", "Dear District Nurse", "Dear Community Nursing Team"),
}
_TEXTS = {
    "hospice": _HOSPICE,
    "dentist": _DENTIST,
    "physio": _PHYSIO,
    "insurer": _INSURER,
    "nurse": _NURSE,
}


def other_recipient(tell: Teller, facts: Facts) -> Recipient:
    """Somebody whom this event gives reason to write to."""
    kind = facts.event.kind
    fitting = {
        "palliative": ("hospice", "hospice", "nurse"),
        "recurrence": ("hospice", "dentist", "insurer"),
        "operation": ("nurse", "physio", "insurer"),
        "chemotherapy": ("nurse", "dentist", "insurer"),
        "radiotherapy": ("physio", "dentist", "insurer"),
    }.get(kind, ("physio", "insurer", "dentist"))
    who = tell.chance.choice(fitting)
    greetings = GREETINGS[who]
    why, asks = _TEXTS[who]
    return Recipient(tell.chance.choice(greetings), why, asks, facts.patient.consultant)
