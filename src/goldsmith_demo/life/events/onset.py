"""Onset of the disease: the tumour, its stage and spread, and the first symptoms."""

from __future__ import annotations

from collections.abc import Iterator

from goldsmith_demo.life.cancers import Histology, Site
from goldsmith_demo.life.chance import add_days, choose, draw_int, pick
from goldsmith_demo.life.events.findings import add_metastases
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.story import Story


def begin(story: Story) -> tuple[str, ...]:
    """Give the patient a tumour, its stage and its first symptoms, and return their keys."""
    rng, cancer = story.rng, story.cancer
    site = pick(rng, tuple((site.weight, site) for site in cancer.sites))
    histology = pick(rng, tuple((kind.weight, kind) for kind in cancer.histologies))
    story.primary, story.side = site, site.side
    story.site = story.add_locus(site.locus)
    story.side = story.things[story.site].side
    story.tags |= {histology.tag or histology.base, site.locus}
    story.smoking = histology.smoking or story.smoking
    _add_general_tags(story)
    _draw_stage(story)
    onset = add_days(story.day, -draw_int(rng, 10, 150))
    _add_tumour(story, site, histology, onset)
    if site.symptom.endswith("_lump"):
        story.tags.add("superficial")
    if site.locus == "main_bronchus" or "small" in story.tags or story.happens(0.4):
        story.tags.add("central")
    _add_spread(story, onset)
    return tuple(_add_symptoms(story, site, onset))


def _add_general_tags(story: Story) -> None:
    age = story.age
    if story.happens(0.95 if age < 68 else 0.7 if age < 78 else 0.25):
        story.tags.add("fit")
    if age < 68:
        story.tags.add("young")
    if age >= 52:
        story.tags.add("post")
    story.secretes = story.happens(0.95 if story.cancer.key == "ovary" else 0.75)


def _draw_stage(story: Story) -> None:
    stages = tuple((s.weight, s) for s in story.cancer.stages if story.matches(s.guard))
    story.stage = pick(story.rng, stages)
    tnm = choose(story.rng, story.stage.tnm)
    story.tnm = {part[0]: part for part in tnm.split()}
    name = story.stage.name
    if story.tnm.get("M", "M0") != "M0":
        story.tags.add("M1")
    if story.tnm.get("N", "N0") != "N0":
        story.tags.add("N+")
    if name.startswith(("III", "IV", "IIB")) or name in ("limited", "extensive"):
        story.tags.add("advanced")
    if name.startswith("IA"):
        story.tags.add("early")


def _add_tumour(story: Story, site: Site, histology: Histology, onset: Date) -> None:
    details = {"stage": story.stage.name, "tnm": " ".join(story.tnm.values())}
    details["staging"] = story.cancer.staging
    if histology.grades:
        details["grade"] = pick(story.rng, histology.grades)
    sizes = story.cancer.sizes.get(story.tnm.get("T", ""))
    details["size"] = f"{draw_int(story.rng, *sizes)} mm" if sizes else ""
    if site.part:
        key = f"{site.part}-{story.side}"
        details["part"] = story.add(site.part, key=key, whole=story.site, side=story.side)
    details.update(_draw_markers(story, details.get("grade", "")))
    details = {name: value for name, value in details.items() if value}
    story.tumour = story.add(histology.base, onset, place=story.site, details=details)


def _draw_markers(story: Story, grade: str) -> dict[str, str]:
    """Draw receptors and scores, and add the tags that treatment plans refer to."""
    key = story.cancer.key
    if key == "breast":
        return _draw_receptors(story, grade)
    if story.stage.gleason:
        return {"gleason": choose(story.rng, story.stage.gleason)}
    if key == "lung" and "adeno" in story.tags:
        mutant = story.happens(0.12)
        story.tags |= {"EGFR+"} if mutant else set()
        return {"EGFR": "mutation detected" if mutant else "wild type"}
    if key == "dlbcl":
        return {"Ki67": f"{draw_int(story.rng, 60, 95)}%"}
    return {"CD30": "positive"} if key == "hodgkin" else {}


def _draw_receptors(story: Story, grade: str) -> dict[str, str]:
    positive = story.happens(0.6 if grade == "grade 3" else 0.92)
    her2 = story.happens(0.26 if grade == "grade 3" else 0.09)
    tags = {"ER+"} if positive else set()
    tags |= {"HER2+"} if her2 else set()
    if "fit" in story.tags and (not positive or her2 or "N+" in story.tags or grade == "grade 3"):
        small = story.stage.name == "I" and positive and not her2
        tags |= set() if small and story.happens(0.6) else {"chemo"}
    story.tags |= tags
    return {
        "ER": f"{draw_int(story.rng, 5, 8)}/8" if positive else "0/8",
        "PR": f"{draw_int(story.rng, 3, 8)}/8" if positive and story.happens(0.85) else "0/8",
        "HER2": "3+" if her2 else choose(story.rng, ("0", "1+", "2+, FISH not amplified")),
    }


def _add_spread(story: Story, onset: Date) -> None:
    cancer = story.cancer
    if "N+" in story.tags:
        story.develop("nodal_metastases", onset, place=cancer.nodes)
    if "M1" in story.tags:
        add_metastases(story, pick(story.rng, cancer.metastases), onset)
        if story.happens(0.3):
            add_metastases(story, pick(story.rng, cancer.metastases), onset)
    for chance, base, stages in cancer.signs:
        if story.stage.name in stages.split() and (chance == 1 or story.happens(chance)):
            story.develop(base, onset)


def _add_symptoms(story: Story, site: Site, onset: Date) -> Iterator[str]:
    weighted = story.cancer.symptoms
    chosen = [pick(story.rng, weighted)]
    chosen += [base for chance, base in weighted if story.happens(chance * 0.7)]
    for base in dict.fromkeys(_resolve_symptom(story, base, site) for base in chosen):
        start = add_days(onset, draw_int(story.rng, 0, max(1, (story.day - onset).days - 5)))
        yield story.develop(base, start)


def _resolve_symptom(story: Story, base: str, site: Site) -> str:
    if base == "site_lump":
        return site.symptom
    if base == "womb_bleeding":
        base = "intermenstrual_bleeding"
    if base == "intermenstrual_bleeding" and "post" in story.tags:
        return "postmenopausal_bleeding"
    if base == "screen_detected":
        screened = 47 <= story.age <= 73 and story.stage.name in ("I", "IIA")
        return base if screened else "breast_lump"
    if base == "jaundice" and site.locus != "pancreas_head":
        return "abdominal_pain"
    return base
