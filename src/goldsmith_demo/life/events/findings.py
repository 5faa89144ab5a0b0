"""Investigations: blood tests with their values, and what scans, scopes and needles find."""

from __future__ import annotations

from collections.abc import Iterable

from goldsmith_demo.life.chance import whole
from goldsmith_demo.life.labs import ANALYTES, ODD, PANELS, Analyte, Odd
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.story import NOTHING, Story

_DEPOSITS = {
    "liver_metastases": "liver_deposit",
    "lung_metastases": "lung_deposit",
    "bone_metastases": "bone_deposit",
    "brain_metastases": "brain_deposit",
}
_MEASURING = frozenset(
    "mammogram ultrasound transvaginal_ultrasound ct ct_cap mri chest_xray colonoscopy pet_ct eus "
    "gastroscopy colposcopy".split()
)
_ISS = {"I": (1.8, 3.4), "II": (3.5, 5.4), "III": (5.6, 11.0)}
_PSA = {"I": (4.6, 9.8), "II": (5.4, 19.0), "III": (8.0, 42.0), "IV": (35.0, 620.0)}
_LEFT = {
    "colon": "anastomosis",
    "rectum": "anastomosis",
    "stomach": "anastomosis",
    "lung": "bronchial_stump",
    "endometrium": "vaginal_vault",
    "cervix": "vaginal_vault",
}
"""Cancer -> what is in the place of the organ after surgery."""
_FOUND_LOW = (("haemoglobin", 105, "anaemia"),)


def bloods(story: Story, panel: str, day: Date, *, odd: str = "", reason: str = "") -> str:
    """The key of a panel taken on that day; each value is a thing of its own."""
    names = PANELS.get(panel) or tuple(base for _, base in story.cancer.markers)
    key = story.add(panel, day, day, reason=reason or story.tumour)
    strange = _strange(story, odd)
    results = {}
    findings: list[str] = []
    white = 0.0
    for name in names:
        value = _value(story, ANALYTES[name], strange)
        if name == "white_cells":
            white = value
        elif name == "neutrophils":
            value = _of_white(story, value, white, strange)
        results[_measured(story, ANALYTES[name], value, day, key)] = _shown(story, name, value)
        findings += _meaning(story, name, value, day)
    story.tell("investigation", day, key, findings=findings, details=results)
    return key


def _of_white(story: Story, value: float, white: float, strange: Odd) -> float:
    """Neutrophils are some of the white cells, never more."""
    share = white * (0.5 + 0.25 * story.rng.random())
    return min(value, white * 0.8) if "neutrophils" in strange else share


def _strange(story: Story, odd: str) -> Odd:
    """The ranges that differ from the normal ones, for all that the patient has."""
    strange: Odd = {}
    for base in story.present:
        strange.update(ODD.get(base, {}))
    if odd:
        strange.update(ODD.get(odd, {}))
    if story.cancer.key == "myeloma":
        strange["paraprotein"] = (18, 58) if story.active else (0, 3)
        if story.active:
            strange["b2_microglobulin"] = _ISS[story.stage.name]
    return strange


def _value(story: Story, analyte: Analyte, strange: Odd) -> float:
    low, high = strange.get(analyte.base, (analyte.low, analyte.high))
    if analyte.base not in strange:
        middle = (high - low) * 0.12
        low, high = low + middle, high - middle
        for multiple, base in story.cancer.markers:
            if base == analyte.base:
                low, high = _marker(story, analyte, multiple, low, high)
    return low + (high - low) * story.rng.random()


def _marker(
    story: Story, analyte: Analyte, multiple: float, low: float, high: float
) -> tuple[float, float]:
    """The range of a tumour marker: raised with active disease, if this tumour makes it."""
    if analyte.base == "afp" and "seminoma" in story.tags:
        return low, high
    if analyte.base == "psa":
        return _psa(story)
    if not (story.active and story.secretes):
        return low, high * 0.8
    grown = 1.0 if "M1" not in story.tags else 3.0
    return analyte.high * 1.2, analyte.high * multiple * grown * (0.4 + 1.2 * story.rng.random())


def _psa(story: Story) -> tuple[float, float]:
    """Prostate specific antigen goes with the stage, and falls when the prostate is dealt with."""
    if not story.active and story.diagnosed:
        return (0.0, 0.1) if "prostatectomy" in story.tags else (0.1, 0.9)
    if "biochemical_recurrence" in story.present:
        return 0.4, 5.0
    if "goserelin" in story.tags:
        return (6.0, 90.0) if story.has("disease_progression") else (0.4, 6.0)
    return _PSA[story.stage.name]


def _measured(story: Story, analyte: Analyte, value: float, day: Date, panel: str) -> str:
    number, unit = _figure(story, analyte, value)
    flag = "low" if value < analyte.low else "high" if value > analyte.high else ""
    low, high = _figure(story, analyte, analyte.low)[0], _figure(story, analyte, analyte.high)[0]
    details = {"value": number, "unit": unit, "range": f"{low}-{high}", "flag": flag}
    return story.add(analyte.base, day, day, whole=panel, details=details)


def _shown(story: Story, name: str, value: float) -> str:
    return " ".join(_figure(story, ANALYTES[name], value)).strip()


def _figure(story: Story, analyte: Analyte, value: float) -> tuple[str, str]:
    """Number and unit as the laboratories of the country print them."""
    if story.style == "uk" or not analyte.us_unit:
        return f"{value:.{analyte.digits}f}", analyte.unit
    return f"{value * analyte.factor:.{analyte.us_digits}f}", analyte.us_unit


def _meaning(story: Story, name: str, value: float, day: Date) -> Iterable[str]:
    """The condition that a value shows, if the patient is known or now seen to have it."""
    for base, bound, condition in _FOUND_LOW:
        if name == base and value < bound:
            yield story.have(condition, day)


def look(
    story: Story,
    what: str,
    day: Date,
    *,
    place: str = "",
    seeks: Iterable[str] = (),
    reason: str = "",
    details: dict[str, str] | None = None,
) -> str:
    """The key of an investigation; what it seeks and does not find, it excludes."""
    if what in PANELS or what == "tumour_markers":
        return bloods(story, what, day, reason=reason)
    findings, excluded = _seen(story, seeks)
    key = story.add(what, day, day, place=place, reason=reason or story.tumour)
    figures = dict(details or NOTHING)
    if story.tumour in findings and what in _MEASURING:
        figures["size"] = _size(story)
    story.tell("investigation", day, key, findings=findings, excluded=excluded, details=figures)
    return key


def _seen(story: Story, seeks: Iterable[str]) -> tuple[list[str], list[str]]:
    findings: list[str] = []
    excluded: list[str] = []
    for base in seeks:
        name = "nodal_metastases" if base == "nodes" else base
        key = story.tumour if base == "tumour" else story.present.get(name, "")
        if key:
            findings.append(key)
            if (deposit := _DEPOSITS.get(base, "")) in story.present:
                findings.append(story.present[deposit])
        else:
            excluded.append(story.absent(name))
    return findings, excluded


def _size(story: Story) -> str:
    """The tumour's size as a scan measures it, a little off the true one."""
    true = int(story.things[story.tumour].details["size"].split()[0])
    seen = max(2, round(true * (0.9 + 0.2 * story.rng.random())))
    return f"{seen} mm" if story.style == "uk" or seen < 10 else f"{seen / 10:.1f} cm"


def spread(story: Story, base: str, day: Date) -> str:
    """The key of new metastases, with the largest deposit as a thing among them."""
    if base in story.present:
        return story.present[base]
    place = _where_again(story) if base == "local_recurrence" else ""
    key = story.have(base, day, place=place)
    if deposit := _DEPOSITS.get(base):
        size = {"size": f"{whole(story.rng, 8, 45)} mm"}
        place = story.things[key].place
        story.present[deposit] = story.add(deposit, day, place=place, among=key, details=size)
    return key


def _where_again(story: Story) -> str:
    """Where a primary comes back: in its place, or in what surgery has left there."""
    cut = {thing.base for thing in story.things.values() if "surgery" in thing.generic}
    if "mastectomy" in cut:
        return story.locus("chest_wall")
    left = "pelvis" if "ap_resection" in cut else _LEFT.get(story.cancer.key, "")
    return story.locus(left) if cut - {"wide_local_excision"} and left else story.site
