"""The treatment so far, told in order: operations, chemotherapy, radiotherapy."""

from __future__ import annotations

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.narratives.facts import Facts
from goldsmith_demo.writing.documents.narratives.teller import Given, Teller

_OPERATED = (
    "{She} had a(n) {o} {t!at}[, from which {she} made a good recovery|]. | o has_indication c",
    "{t!at} the {c:tumour} was taken out of the @o by {o}. | o has_indication c",
    "{c:It} was [removed|excised] {t!at} by {o}. | o has_indication c",
    "{surgeon} operated on the @o {t!at}: {o}[ and {w}|]. | o has_indication c, w has_indication c",
    "Initial {x=Intervention:surgery} was {o} {t!at}. | o has_indication c, x has_indication c",
    "A(n) {o} was [done|performed|carried out] {t!at}. | o has_indication c",
    "{t!at} {she} underwent a(n) {o}[ and {w}|]. | o has_indication c, w has_indication c",
    "{o} [and {w} |]followed {t!at}. | o has_indication c, w has_indication c",
    "{surgeon} [did|carried out] a(n) {o} {t!at}. | o has_indication c",
    "^{She} submitted to {o} {t!at}. | o has_indication c",
    "~{o} {t}. | o has_indication c",
    "~S/p {o} {t}. | o has_indication c",
    "~Had {o}[ + {w}|] {t}. | o has_indication c, w has_indication c",
    "Surgery to the @o ({o}) took place {t!at}. | o has_indication c",
)
_PROCEDURES = (
    "{She} had a(n) {o} {t!at}. | o has_indication c",
    "{o} was [done|carried out] {t!at}. | o has_indication c",
    "{t!at} {she} went through a(n) {o}. | o has_indication c",
    "~{o} {t}. | o has_indication c",
    "A(n) {o} {t!at} [helped|was needed as well]. | o has_indication c",
)
_INFUSED = (
    "The {c:disease} was treated with {k} ({o}) {t!at}. | o has_indication c, k has_indication c",
    "{t!at} {she} embarked on {k}; the drugs were {o}. | o has_indication c, k has_indication c",
    "~{t}: {k}, {o} for {c}. | o has_indication c, k has_indication c",
    "{She} [has had|had] {count} cycles of {o} as {k}. | o has_indication c, k has_indication c",
    "{k} with {o} began {t!at}[ and ran to {count} cycles|]. "
    "| o has_indication c, k has_indication c",
    "This was followed by {k}, {count} cycles of {o}. | o has_indication c, k has_indication c",
    "{t!at} {she} started {k} ({o}). | o has_indication c, k has_indication c",
    "{She} [went on to|was given] {o}, of which {she} had {count} cycles. | o has_indication c",
    "~{o} x {count} ({k}). | o has_indication c, k has_indication c",
    "~{k}: {o} from {t}. | o has_indication c, k has_indication c",
    "~{count} # {o}. | o has_indication c",
    "~{o} since {t}. | o has_indication c",
    "^{She} was then put on {o}, and took {count} courses of {k:treatment}. "
    "| o has_indication c, k has_indication c",
    "For {her} {c} {she} received {k} in the form of {o}. | o has_indication c, k has_indication c",
)
_BEAMED = (
    "To lower the risk from the {c:tumour} {she} had {o} to the @o {t!at}. | o has_indication c",
    "The @o was treated by {o}[, {gray},|] {t!at}. | o has_indication c",
    "{She} [has had|received|was given] {o} to the @o[, {gray}|]. | o has_indication c",
    "{o} to the @o was given {t!at}[ ({gray})|]. | o has_indication c",
    "{t!at} {she} [began|had] {o}[, {gray}|]. | o has_indication c",
    "~{o} @o {gray}. | o has_indication c",
    "~{o} to @o {t}. | o has_indication c",
    "~{gray} to @o ({o}). | o has_indication c",
    "{t!at} {she} had {gray} to the @o ({o}). | o has_indication c",
    "Treatment ended with {o} to the @o. | o has_indication c",
)
_FRAMES = {"operation": _OPERATED, "chemotherapy": _INFUSED, "radiotherapy": _BEAMED}
LISTED = {
    "operation": ("{o} {t}", "{t}: {o}", "{o}, {t}", "{o} and {w} ({t})", "{o} {t}, with {w}"),
    "chemotherapy": (
        "{k}: {o} x {count}",
        "{o}, {count} cycles, {t}",
        "{k} ({o})",
        "{o} ({count} cycles)",
        "{o} {t}",
    ),
    "radiotherapy": ("{o} to @o, {t}", "{o} @o {gray}", "{o} {t}", "{t}: {o}, {gray}"),
}
"""The same as lines of a list."""
_FIRST, _LATER, _LAST = "Initial ", "followed ", "Treatment ended"
"""Words that put a treatment at the beginning, behind another one, or at the end."""
Item = tuple[str, Thing, dict[str, Given]]


def course(tell: Teller, facts: Facts, most: int = 3) -> bool:
    """Tells the last treatments in order; False if there have been none."""
    items = treatments(facts)[-most:] if most else []
    items = [one for one in items if not tell.mentioned(one[1])]
    for number, (kind, thing, given) in enumerate(items):
        frames = _FRAMES[kind]
        if kind == "operation" and "operation" not in thing.generic:
            frames = _PROCEDURES
        if tell.voice == "terse":
            frames = tuple(one for one in frames if one.startswith("~"))
        wrong = [_FIRST] if number else [_LATER]
        wrong += [_LAST] if number + 1 < len(items) else []
        frames = tuple(one for one in frames if not any(word in one for word in wrong))
        tell.say(frames, given, o=thing)
    return bool(items)


def treatments(facts: Facts) -> list[Item]:
    """Each treatment for the cancer so far, with when it began and how much of it there was."""
    found: dict[str, list[Event]] = {}
    for event in facts.past("operation", "chemotherapy", "radiotherapy"):
        key = event.what
        if event.kind == "chemotherapy":
            key = event.details.get("regimen") or next(iter(event.drugs), event.what)
        found.setdefault(key, []).append(event)
    items: list[Item] = []
    for key, events in found.items():
        thing = facts.thing(key)
        if thing is not None and thing.reason in ("", facts.patient.tumour):
            items.append((events[0].kind, thing, _about(facts, events)))
    return items


def _about(facts: Facts, events: list[Event]) -> dict[str, Given]:
    first, count = events[0], len(events)
    course = facts.thing(first.what)
    told: dict[str, Given] = {
        "t": facts.when(first),
        "count": str(count) if count > 1 else "",
        "k": course if first.kind == "chemotherapy" else None,
        "w": facts.thing(first.details.get("with", "")),
    }
    if {"dose", "fractions"} <= set(first.details):
        told["gray"] = f"{first.details['dose']} in {first.details['fractions']} fractions"
    return told
