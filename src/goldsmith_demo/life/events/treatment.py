"""Treatment except chemotherapy and radiotherapy: operations, drugs at home, procedures."""

from __future__ import annotations

from collections.abc import Iterable

from goldsmith_demo.life.cancers import Do
from goldsmith_demo.life.chance import add_days, choose, draw_int, find_workday
from goldsmith_demo.life.events.cycles import infuse, irradiate
from goldsmith_demo.life.events.findings import sort_findings
from goldsmith_demo.life.events.harms import load_harms
from goldsmith_demo.life.events.trouble import prescribe, recover, suffer
from goldsmith_demo.life.events.workup import diagnose
from goldsmith_demo.life.model import Date
from goldsmith_demo.life.regimens import load_treatments
from goldsmith_demo.life.story import Story


def treat(story: Story, plan: Iterable[Do], what: str) -> None:
    """Decide on treatments for a condition, and give them one after another."""
    selected = _select_treatments(story, plan)
    _hold_meeting(story, selected, what)
    for place, do in enumerate(selected):
        if not story.has_time(21):
            return
        story.ahead = selected[place + 1 :]
        recover(story, story.day)
        _GIVE[do.kind](story, do)
        story.tags.add(do.what)


def _select_treatments(story: Story, plan: Iterable[Do]) -> tuple[Do, ...]:
    """Select the treatments of a plan that the patient will have."""
    selected: list[Do] = []
    before = set(story.tags)
    for do in plan:
        if story.matches(do.guard) and story.happens(do.chance):
            selected.append(do)
            story.tags.add(do.what)
    story.tags = before
    return tuple(selected)


def _hold_meeting(story: Story, plan: Iterable[Do], what: str, *, again: bool = False) -> None:
    """Hold the multidisciplinary meeting that decides on a plan."""
    names = dict.fromkeys(_name_treatment(story, do) for do in plan)
    details = {"plan": "; ".join(names) or story.kit["palliative_care"].names[0]}
    if what == story.tumour:
        details["stage"] = story.stage.name
        details["tnm"] = " ".join(story.tnm.values())
    details = {name: words for name, words in details.items() if words}
    story.wait_for_clinic(*((0, 2) if again else (2, 8)))
    story.add_event("mdt", story.day, what, findings=(what,), details=details)


def _name_treatment(story: Story, do: Do) -> str:
    if do.kind == "radio":
        return story.kit[load_treatments().beams[do.what.split("+")[0]].base].names[0]
    base = story.primary.operation if do.what == "site" else do.what.split("+")[0]
    return story.kit[base].names[0]


def _operate(story: Story, do: Do) -> None:
    planned = story.primary.operation if do.what == "site" else do.what
    what, _, extra = planned.partition("+")
    kind, low, high = load_harms().operations[what]
    story.tags.add(what)
    day = story.wait_for_clinic(14, 30)
    is_there = what == "lobectomy" or story.kit[what].place == story.primary.locus
    place = "site" if is_there else ""
    key = story.add(what, day, day, place=place, reason=story.tumour)
    loss, least, most = load_harms().effort[kind]
    details = {
        "blood loss": f"{draw_int(story.rng, 1, loss) * 50} ml",
        "duration": f"{draw_int(story.rng, least, most) * 15} minutes",
    }
    if extra:
        details["with"] = story.add(extra, day, day, reason=story.tumour)
    nodal = story.present.get("nodal_metastases", "")
    takes_nodes = nodal and load_harms().nodes.keys() & {what, extra}
    findings = (story.tumour, nodal) if takes_nodes else (story.tumour,)
    story.add_event("admission", day, key)
    story.add_event("operation", day, key, findings=findings, details=details)
    _stay_on_ward(story, kind, draw_int(story.rng, low, high), key)
    if not story.died:
        _report_operation(story, what, extra, day, key)


def _stay_on_ward(story: Story, kind: str, nights: int, key: str) -> None:
    """Simulate the stay after an operation, with a complication before or after discharge."""
    day = story.day
    base, after = _draw_complication(story, kind)
    is_early = 0 < after < nights
    if is_early:
        out = suffer(story, base, add_days(day, after), inpatient=True)
        nights = max(nights + 3, (out - day).days + 1)
    if story.died:
        return
    story.day = add_days(day, nights)
    story.add_event("discharge", story.day, key)
    if base and not is_early:
        late = max(add_days(day, after), add_days(story.day, 1))
        story.day = max(late, suffer(story, base, late))


def _draw_complication(story: Story, kind: str) -> tuple[str, int]:
    """Draw a complication of a kind of operation, and the number of days to its onset."""
    for chance, base in load_harms().after_operation.get(kind, ()):
        if story.happens(chance):
            return base, draw_int(story.rng, *load_harms().harms[base].onset)
    return "", 0


def _report_operation(story: Story, what: str, extra: str, day: Date, key: str) -> None:
    """Add the report on the specimen, and the visit at which it is discussed."""
    curative = story.stage.survival == 0 and what not in load_harms().sparing
    report = find_workday(add_days(day, draw_int(story.rng, 5, 9)))
    if what not in load_harms().sparing:
        _report_specimen(story, what, extra, report, key)
    if curative:
        _end_tumour(story, day)
    story.day = max(story.day, report)
    story.wait_for_clinic(3, 10)
    if story.diagnosed and curative and story.ahead:
        _hold_meeting(story, story.ahead, story.tumour, again=True)
        story.wait_for_clinic(1, 5)
    if not story.diagnosed:
        diagnose(story)
    else:
        story.add_event("follow_up", story.day, story.tumour, details={"about": key})


def _report_specimen(story: Story, what: str, extra: str, report: Date, key: str) -> None:
    details = dict(_draw_pathology(story, what, extra))
    done = story.add("histopathology", report, report, place=story.site, reason=story.tumour)
    findings, excluded = sort_findings(
        story, ("tumour", "nodes") if "nodes" in details else ("tumour",)
    )
    details["specimen"] = key
    story.add_event(
        "investigation", report, done, findings=findings, excluded=excluded, details=details
    )


def _draw_pathology(story: Story, what: str, extra: str) -> Iterable[tuple[str, str]]:
    """Yield the figures of a histopathology report."""
    tumour, rng = story.things[story.tumour].details, story.rng
    again = "local_recurrence" in story.present
    shrunk = 0.55 if "neoadjuvant" in story.tags else 1.0
    true = draw_int(rng, 8, 30) if again else int(tumour["size"].split()[0]) * shrunk
    yield "size", f"{max(2, round(true))} mm"
    for name in ("grade", "gleason"):
        if name in tumour:
            yield name, tumour[name]
    yield "margins", "involved" if story.happens(0.06) else f"clear by {draw_int(rng, 2, 15)} mm"
    often, seldom = ("present", "not seen") if story.has("N+") else ("not seen", "present")
    yield "lymphovascular invasion", choose(rng, (often, often, seldom))
    prefix = "yp" if "neoadjuvant" in story.tags else "p"
    stage = prefix + story.tnm["T"]
    nodes = load_harms().nodes
    if taken := nodes.get(extra) or nodes.get(what):
        involved = draw_int(rng, *story.cancer.involved[story.tnm["N"]])
        yield "nodes", f"{involved}/{max(involved, draw_int(rng, *taken))}"
        stage += f" {prefix}{story.tnm['N']}"
    if not again:
        yield "stage", stage


def _end_tumour(story: Story, day: Date) -> None:
    """End the tumour, the disease resected with it, and the first symptoms."""
    spread = story.cancer.key == "testis" and "N+" in story.tags
    story.end_disease(() if spread else load_harms().groups["resected"], day)
    story.active = spread
    end_symptoms(story, max(day, story.day))


def end_symptoms(story: Story, day: Date) -> None:
    """End the symptoms with which the disease began."""
    for base in tuple(story.present):
        thing = story.things[story.present[base]]
        is_symptom = thing.is_symptom or base in ("anaemia", "raised_psa", "screen_detected")
        if is_symptom and thing.end is None:
            story.end_condition(base, add_days(day, draw_int(story.rng, 5, 30)))


def _take(story: Story, do: Do) -> None:
    day = story.wait_for_clinic(5, 15)
    end = add_days(day, do.months * 30) if do.months else None
    key = prescribe(story, do.what, day, end, reason=story.tumour)
    story.present[do.what] = key
    story.add_event("follow_up", day, story.tumour, drugs=(key,), details={"started": key})


def _perform(story: Story, do: Do) -> None:
    day = story.wait_for_clinic(4, 12)
    key = story.add(do.what, day, day, reason=story.tumour)
    if do.what != "stem_cell_transplant":
        story.add_event("operation", day, key)
        return
    drug = prescribe(story, "melphalan", day, day, reason=story.tumour, dose="200 mg/m2 IV once")
    story.add_event("admission", day, key, drugs=(drug,))
    story.add_event("operation", add_days(day, 2), key)
    story.close(key, add_days(day, 2))
    suffer(story, "mucositis", add_days(day, 7), inpatient=True)
    story.day = add_days(day, draw_int(story.rng, 17, 26))
    story.add_event("discharge", story.day, key)


def _watch(story: Story, do: Do) -> None:
    day = story.wait_for_clinic(7, 20)
    key = story.add(do.what, day, reason=story.tumour)
    story.add_event("follow_up", day, key, details={"started": key})


_GIVE = {
    "operation": _operate,
    "chemo": infuse,
    "radio": irradiate,
    "drug": _take,
    "procedure": _perform,
    "watch": _watch,
}
