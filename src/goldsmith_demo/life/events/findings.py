"""Investigations: blood tests with values, and findings of scans, endoscopies and biopsies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from goldsmith_demo.life.chance import draw_int
from goldsmith_demo.life.events.harms import load_harms
from goldsmith_demo.life.labs import Analyte, Ranges, is_panel, load_analytes, load_labs
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.story import Story

Keys = tuple[str, ...]
_ISS = {"I": (1.8, 3.4), "II": (3.5, 5.4), "III": (5.6, 11.0)}
_PSA = {"I": (4.6, 9.8), "II": (5.4, 19.0), "III": (8.0, 42.0), "IV": (35.0, 620.0)}
_CONSERVING = frozenset(("wide_local_excision", "lletz"))
_ANAEMIC = 105
"""The haemoglobin below which a patient has anaemia."""


def take_blood(
    story: Story,
    panel: str,
    day: Date,
    *,
    odd: str = "",
    reason: str = "",
    shows: Iterable[str] = (),
) -> None:
    """Add a blood test on a day, with a thing for each value."""
    names = load_labs().panels.get(panel) or tuple(base for _, base in story.cancer.markers)
    key = story.add(panel, day, day, reason=reason or story.tumour)
    ranges = _collect_ranges(story, odd)
    results: dict[str, str] = {}
    findings = list(shows)
    values: dict[str, float] = {}
    for name in names:
        analyte = load_analytes()[name]
        value = values[name] = _draw_value(story, analyte, ranges)
        if name == "neutrophils":
            share = load_labs().draw_neutrophils(values["white_cells"], story.rng)
            value = min(value, share) if "neutrophils" in ranges else share
        number = _add_value(story, analyte, value, day, key)
        results[number] = " ".join(analyte.format_figure(value, story.style)).strip()
        if name == "haemoglobin" and value < _ANAEMIC:
            findings.append(story.develop("anaemia", day))
    shown = tuple(dict.fromkeys(findings))
    story.add_event("investigation", day, key, findings=shown, details=results)


def _collect_ranges(story: Story, odd: str) -> Ranges:
    """Collect the abnormal ranges that the patient's conditions cause."""
    ranges: Ranges = {}
    for base in (*story.present, odd):
        ranges.update(load_labs().odd.get(base, {}))
    if story.cancer.key == "myeloma":
        ranges["paraprotein"] = (18, 58) if story.active else (0, 3)
        if story.active:
            ranges["b2_microglobulin"] = _ISS[story.stage.name]
    return ranges


def _draw_value(story: Story, analyte: Analyte, ranges: Ranges) -> float:
    low, high = ranges.get(analyte.base, (analyte.low, analyte.high))
    if analyte.base not in ranges:
        middle = (high - low) * 0.12
        low, high = low + middle, high - middle
        for multiple, base in story.cancer.markers:
            if base == analyte.base:
                low, high = _find_marker_range(story, analyte, multiple, low, high)
    return low + (high - low) * story.rng.random()


def _find_marker_range(
    story: Story, analyte: Analyte, multiple: float, low: float, high: float
) -> tuple[float, float]:
    """Return the range of a tumour marker: raised in active disease if the tumour secretes it."""
    if analyte.base == "afp" and "seminoma" in story.tags:
        return low, high
    if analyte.base == "psa":
        return _find_psa_range(story)
    if not (story.active and story.secretes):
        return low, high * 0.8
    grown = 1.0 if "M1" not in story.tags else 3.0
    return analyte.high * 1.2, analyte.high * multiple * grown * (0.4 + 1.2 * story.rng.random())


def _find_psa_range(story: Story) -> tuple[float, float]:
    """Return the range of PSA, which depends on the stage and falls after treatment."""
    if not story.active and story.diagnosed:
        return (0.0, 0.1) if "prostatectomy" in story.tags else (0.1, 0.9)
    if "biochemical_recurrence" in story.present:
        return 0.4, 5.0
    if "goserelin" in story.tags:
        return (6.0, 90.0) if story.has("disease_progression") else (0.4, 6.0)
    return _PSA[story.stage.name]


def _add_value(story: Story, analyte: Analyte, value: float, day: Date, panel: str) -> str:
    number, unit = analyte.format_figure(value, story.style)
    flag = "low" if value < analyte.low else "high" if value > analyte.high else ""
    low, high = (analyte.format_figure(end, story.style)[0] for end in (analyte.low, analyte.high))
    details = {"value": number, "unit": unit, "range": f"{low}-{high}", "flag": flag}
    return story.add(analyte.base, day, day, whole=panel, details=details)


def investigate(
    story: Story,
    what: str,
    day: Date,
    *,
    place: str = "",
    seeks: Iterable[str] = (),
    reason: str = "",
    details: Mapping[str, str] | None = None,
) -> None:
    """Add an investigation and the conditions it finds and rules out."""
    if is_panel(what):
        take_blood(story, what, day, reason=reason)
        return
    place = story.find_place(place)
    findings, excluded = sort_findings(story, seeks)
    key = story.add(what, day, day, place=place, reason=reason or story.tumour)
    figures = dict(details or {})
    if story.tumour in findings and what in load_harms().groups["measuring"]:
        figures["size"] = _measure_size(story)
    fields = {"findings": findings, "excluded": excluded, "details": figures}
    story.add_event("investigation", day, key, **fields)


def sort_findings(story: Story, seeks: Iterable[str]) -> tuple[Keys, Keys]:
    """Return the keys of the conditions that a test finds, and of those that it rules out."""
    findings: list[str] = []
    excluded: list[str] = []
    for base in seeks:
        name = "nodal_metastases" if base == "nodes" else base
        key = story.tumour if base == "tumour" else story.present.get(name, "")
        if key:
            findings.append(key)
            if (deposit := _name_deposit(base)) in story.present:
                findings.append(story.present[deposit])
        else:
            excluded.append(story.add_absent(name))
    return tuple(findings), tuple(excluded)


def _measure_size(story: Story) -> str:
    """Return the size of the tumour on a scan, which differs slightly from the true size."""
    true = int(story.things[story.tumour].details["size"].split()[0])
    measured = max(2, round(true * (0.9 + 0.2 * story.rng.random())))
    return f"{measured} mm" if story.style == "uk" or measured < 10 else f"{measured / 10:.1f} cm"


def add_metastases(story: Story, base: str, day: Date) -> str:
    """Add metastases and, as a separate thing, their largest deposit; return their key."""
    if base in story.present:
        return story.present[base]
    place = find_recurrence_site(story) if base == "local_recurrence" else ""
    key = story.develop(base, day, place=place)
    if (deposit := _name_deposit(base)) in story.kit:
        size = {"size": f"{draw_int(story.rng, 8, 45)} mm"}
        place = story.things[key].place
        story.present[deposit] = story.add(deposit, day, place=place, among=key, details=size)
    return key


def _name_deposit(base: str) -> str:
    """Return the catalogue entry of the largest deposit, if there is one for the metastases."""
    return base.removesuffix("metastases") + "deposit"


def list_resections(story: Story) -> set[str]:
    """Return the operations that have removed the primary."""
    harms = load_harms()
    return {base for base in harms.operations if base in story.tags} - harms.sparing


def find_recurrence_site(story: Story) -> str:
    """Return the site of local recurrence: the original site or what surgery has left of it."""
    cut = list_resections(story)
    if "mastectomy" in cut:
        return "chest_wall"
    remnant = "pelvis" if "ap_resection" in cut else story.cancer.remnant
    return remnant if cut - _CONSERVING and remnant else "site"
