"""How it begins: the tumour with its stage, what it has spread to, the first symptoms."""

from __future__ import annotations

from goldsmith_demo.life.cancers.plan import Histology, Site
from goldsmith_demo.life.chance import later, one_of, pick, whole
from goldsmith_demo.life.events.findings import spread
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.story import Story

LUMPS = {
    "cervical_nodes": "neck_lump",
    "supraclavicular_nodes": "neck_lump",
    "axillary_nodes": "axillary_lump",
    "inguinal_nodes": "groin_lump",
    "mediastinum": "cough",
    "para_aortic_nodes": "abdominal_pain",
    "stomach": "epigastric_pain",
}
_SUPERFICIAL = frozenset(base for base, lump in LUMPS.items() if lump.endswith("_lump"))
_GLEASON = {
    "I": ("3+3=6",),
    "II": ("3+4=7", "4+3=7"),
    "III": ("3+4=7", "4+3=7", "4+4=8"),
    "IV": ("4+3=7", "4+4=8", "4+5=9", "5+4=9"),
}


def begin(story: Story) -> None:
    """Gives the patient a tumour, its stage and its first symptoms."""
    rng, cancer = story.rng, story.cancer
    site = pick(rng, tuple((site.weight, site) for site in cancer.sites))
    histology = pick(rng, tuple((kind.weight, kind) for kind in cancer.histologies))
    story.side = site.side
    story.site = story.locus(site.locus)
    story.side = story.things[story.site].side
    story.operation, story.icd10 = site.operation, site.icd10
    story.tags.add(histology.tag or histology.base)
    _general_tags(story)
    _stage(story)
    onset = later(story.day, -whole(rng, 10, 150))
    _tumour(story, site, histology, onset)
    _marked(story, site)
    _spread(story, onset)
    _symptoms(story, site, onset)


def _general_tags(story: Story) -> None:
    age = story.age
    if story.lucky(0.95 if age < 68 else 0.7 if age < 78 else 0.25):
        story.tags.add("fit")
    if age < 68:
        story.tags.add("young")
    if age >= 52:
        story.tags.add("post")
    story.secretes = story.lucky(0.95 if story.cancer.key == "ovary" else 0.75)


def _stage(story: Story) -> None:
    stages = tuple((s.weight, s) for s in story.cancer.stages if story.fits(s.guard))
    story.stage = pick(story.rng, stages)
    tnm = one_of(story.rng, story.stage.tnm)
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


def _tumour(story: Story, site: Site, histology: Histology, onset: Date) -> None:
    details = {"stage": story.stage.name, "tnm": " ".join(story.tnm.values())}
    details["staging"] = story.cancer.staging
    if histology.grades:
        details["grade"] = pick(story.rng, histology.grades)
    sizes = story.cancer.sizes.get(story.tnm.get("T", ""))
    details["size"] = f"{whole(story.rng, *sizes)} mm" if sizes else ""
    if site.part:
        part = f"{site.part}-{story.side}"
        template = story.kit[site.part]
        story.things[part] = type(template)(
            key=part,
            base=site.part,
            kind=template.kind,
            names=template.names,
            whole=story.site,
            side=story.side,
        )
        details["part"] = part
    details.update(_markers(story, details.get("grade", "")))
    details = {name: value for name, value in details.items() if value}
    story.tumour = story.add(histology.base, onset, place=story.site, details=details)


def _markers(story: Story, grade: str) -> dict[str, str]:
    """Receptors and scores, with the tags that plans ask for."""
    key = story.cancer.key
    if key == "breast":
        return _receptors(story, grade)
    if key == "prostate":
        return {"gleason": one_of(story.rng, _GLEASON[story.stage.name])}
    if key == "lung" and "adeno" in story.tags:
        mutant = story.lucky(0.12)
        story.tags |= {"EGFR+"} if mutant else set()
        return {"EGFR": "mutation detected" if mutant else "wild type"}
    if key in ("dlbcl", "hodgkin"):
        return {
            "Ki67" if key == "dlbcl" else "CD30": f"{whole(story.rng, 60, 95)}%"
            if key == "dlbcl"
            else "positive"
        }
    return {}


def _receptors(story: Story, grade: str) -> dict[str, str]:
    positive = story.lucky(0.6 if grade == "grade 3" else 0.92)
    her2 = story.lucky(0.26 if grade == "grade 3" else 0.09)
    tags = {"ER+"} if positive else set()
    tags |= {"HER2+"} if her2 else set()
    if "fit" in story.tags and (not positive or her2 or "N+" in story.tags or grade == "grade 3"):
        small = story.stage.name == "I" and positive and not her2
        tags |= set() if small and story.lucky(0.6) else {"chemo"}
    story.tags |= tags
    return {
        "ER": f"{whole(story.rng, 5, 8)}/8" if positive else "0/8",
        "PR": f"{whole(story.rng, 3, 8)}/8" if positive and story.lucky(0.85) else "0/8",
        "HER2": "3+" if her2 else one_of(story.rng, ("0", "1+", "2+, FISH not amplified")),
    }


def _marked(story: Story, site: Site) -> None:
    """Tags that hang on the place."""
    if site.locus in _SUPERFICIAL:
        story.tags.add("superficial")
    if site.locus == "main_bronchus" or "small" in story.tags or story.lucky(0.4):
        story.tags.add("central")


def _spread(story: Story, onset: Date) -> None:
    cancer = story.cancer
    if "N+" in story.tags and cancer.nodes:
        story.have("nodal_metastases", onset, place=story.locus(cancer.nodes))
    if "M1" in story.tags:
        spread(story, pick(story.rng, cancer.metastases), onset)
        if story.lucky(0.3):
            spread(story, pick(story.rng, cancer.metastases), onset)
    _beyond(story, onset)


def _beyond(story: Story, onset: Date) -> None:
    """Signs of disease that TNM does not name."""
    key, name = story.cancer.key, story.stage.name
    if key in ("dlbcl", "hodgkin") and name != "I":
        story.have("lymphadenopathy", onset)
        for base, chance in (("splenomegaly", 0.4), ("marrow", 0.5 if name == "IV" else 0.0)):
            if name in ("III", "IV") and story.lucky(chance):
                story.have(base, onset)
    elif key == "myeloma" and story.lucky(0.75):
        story.have("lytic_lesions", onset)
    elif key == "ovary" and name in ("IIIC", "IV"):
        story.have("omental_disease", onset)
        if story.lucky(0.7):
            story.have("ascites", onset)
    elif key == "endometrium":
        story.have("endometrial_thickening", onset)
    elif key == "cervix" and name in ("IIB", "IIIB", "IVB"):
        story.have("parametrial_disease", onset)


def _symptoms(story: Story, site: Site, onset: Date) -> None:
    weighted = story.cancer.symptoms
    chosen = [pick(story.rng, weighted)]
    chosen += [base for chance, base in weighted if story.lucky(chance * 0.7)]
    for base in dict.fromkeys(_meant(story, base, site) for base in chosen):
        start = later(onset, whole(story.rng, 0, max(1, (story.day - onset).days - 5)))
        story.have(base, start)


def _meant(story: Story, base: str, site: Site) -> str:
    if base == "site_lump":
        return LUMPS[site.locus]
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
