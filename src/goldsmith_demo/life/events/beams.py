"""Radiotherapy: courses of fractions on weekdays, sometimes with chemotherapy alongside."""

from __future__ import annotations

from goldsmith_demo.life.cancers.plan import Do
from goldsmith_demo.life.chance import later, one_of, whole
from goldsmith_demo.life.events.cycles import doses
from goldsmith_demo.life.events.trouble import suffer
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.regimens import BEAMS, REGIMENS, Beam
from goldsmith_demo.life.story import Story

_BONES = ("lumbar_spine", "thoracic_spine", "pelvic_bones", "sacrum", "ribs")


def irradiate(story: Story, do: Do) -> None:
    """Gives a course, with its soreness."""
    name, _, drug = do.what.partition("+")
    beam = BEAMS[name]
    palliative = beam.base.startswith(("palliative", "whole_brain"))
    soon = palliative or beam.base == "brachytherapy"
    day = story.clinic(*((2, 8) if soon else (16, 32)))
    last = _last(day, beam)
    key = _course(story, beam, day, last)
    details = {"dose": f"{beam.gray:g} Gy", "fractions": str(beam.fractions)}
    story.tell("radiotherapy", day, key, end=last, details=details)
    if drug:
        _alongside(story, drug, day, last)
    for chance, base in beam.harm:
        if story.lucky(chance):
            suffer(story, base, later(day, max(1, (last - day).days * 3 // 4)))
    story.day = later(last, whole(story.rng, 3, 12))
    story.tags.add("irradiated")
    if beam.base == "radical_radiotherapy":
        _cured(story)


def _course(story: Story, beam: Beam, day: Date, last: Date) -> str:
    place = {"site": story.site}.get(beam.place) or story.locus(
        one_of(story.rng, _BONES) if beam.place == "bone" else beam.place
    )
    details = {"dose": f"{beam.gray:g} Gy", "fractions": str(beam.fractions)}
    reason = story.tumour
    for base in ("brain_metastases", "bone_metastases"):
        if base in story.present and beam.place == base.partition("_")[0]:
            reason = story.present[base]
    return story.add(beam.base, day, last, place=place, reason=reason, details=details)


def _last(day: Date, beam: Beam) -> Date:
    """The day of the last fraction, weekends left out."""
    if beam.weekly == 1:
        return later(day, 7 * (beam.fractions - 1))
    weeks, rest = divmod(day.weekday() + beam.fractions - 1, 5)
    return later(day, weeks * 7 + rest - day.weekday())


def _alongside(story: Story, drug: str, day: Date, last: Date) -> None:
    """Weekly chemotherapy while the course goes on."""
    regimen = REGIMENS[drug]
    count = min(5, (last - day).days // regimen.interval + 1)
    end = later(day, regimen.interval * (count - 1))
    key = story.add("concurrent_chemotherapy", day, end, reason=story.tumour)
    drugs = doses(story, drug, regimen, day)
    for number in range(count):
        given = later(day, regimen.interval * number)
        details = {"of": str(count), "regimen": story.things[drugs[0]].whole}
        story.tell("chemotherapy", given, key, drugs=drugs, number=number + 1, details=details)
    for name in (*drugs, story.things[drugs[0]].whole):
        story.close(name, end)


def _cured(story: Story) -> None:
    """Radical treatment has done its work, as far as anybody can see."""
    if story.stage.survival == 0:
        story.active = False
        for base in ("nodal_metastases", "parametrial_disease"):
            story.over(base, story.day)
        if story.things[story.tumour].end is None:
            story.close(story.tumour, story.day)
