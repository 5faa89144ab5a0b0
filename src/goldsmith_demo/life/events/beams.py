"""Radiotherapy: courses of fractions on weekdays, sometimes with chemotherapy alongside."""

from __future__ import annotations

from goldsmith_demo.life.cancers.plan import Do
from goldsmith_demo.life.chance import add_days, choose, draw_int
from goldsmith_demo.life.events.cycles import add_doses
from goldsmith_demo.life.events.trouble import suffer
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.regimens import Beam, load_regimens, load_treatments
from goldsmith_demo.life.story import Story

_BONES = ("lumbar_spine", "thoracic_spine", "pelvic_bones", "sacrum", "ribs")


def irradiate(story: Story, do: Do) -> None:
    """Give a course of radiotherapy with its side effects."""
    name, _, drug = do.what.partition("+")
    beam = load_treatments().beams[name]
    palliative = beam.base.startswith(("palliative", "whole_brain"))
    soon = palliative or beam.base == "brachytherapy"
    day = story.wait_for_clinic(*((2, 8) if soon else (16, 32)))
    last = _find_last_day(day, beam)
    key = _add_course(story, beam, day, last)
    details = story.things[key].details
    story.add_event("radiotherapy", day, key, end=last, details=details)
    if drug:
        _add_chemotherapy(story, drug, day, last)
    for chance, base in beam.harm:
        if story.happens(chance):
            suffer(story, base, add_days(day, max(1, (last - day).days * 3 // 4)))
    story.day = add_days(last, draw_int(story.rng, 3, 12))
    story.tags.add("irradiated")
    if beam.base == "radical_radiotherapy":
        _end_tumour(story)


def _add_course(story: Story, beam: Beam, day: Date, last: Date) -> str:
    place = {"site": story.site}.get(beam.place) or story.add_locus(
        choose(story.rng, _BONES) if beam.place == "bone" else beam.place
    )
    details = {"dose": f"{beam.gray:g} Gy", "fractions": str(beam.fractions)}
    reason = story.tumour
    for base in ("brain_metastases", "bone_metastases"):
        if base in story.present and beam.place == base.partition("_")[0]:
            reason = story.present[base]
    return story.add(beam.base, day, last, place=place, reason=reason, details=details)


def _find_last_day(day: Date, beam: Beam) -> Date:
    """Return the day of the last fraction, skipping weekends."""
    if beam.weekly == 1:
        return add_days(day, 7 * (beam.fractions - 1))
    weeks, rest = divmod(day.weekday() + beam.fractions - 1, 5)
    return add_days(day, weeks * 7 + rest - day.weekday())


def _add_chemotherapy(story: Story, drug: str, day: Date, last: Date) -> None:
    """Add weekly chemotherapy during the course."""
    regimen = load_regimens()[drug]
    count = min(5, (last - day).days // regimen.interval + 1)
    end = add_days(day, regimen.interval * (count - 1))
    key = story.add("concurrent_chemotherapy", day, end, reason=story.tumour)
    drugs = add_doses(story, drug, regimen, day)
    for number in range(count):
        infusion = add_days(day, regimen.interval * number)
        details = {"of": str(count), "regimen": story.things[drugs[0]].whole}
        story.add_event(
            "chemotherapy", infusion, key, drugs=drugs, number=number + 1, details=details
        )
    for name in (*drugs, story.things[drugs[0]].whole):
        story.close(name, end)


def _end_tumour(story: Story) -> None:
    """End the visible disease after radical treatment."""
    if story.stage.survival == 0:
        story.active = False
        for base in ("nodal_metastases", "parametrial_disease"):
            story.end_condition(base, story.day)
        if story.things[story.tumour].end is None:
            story.close(story.tumour, story.day)
