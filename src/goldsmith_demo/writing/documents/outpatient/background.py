"""What stands behind the present illness: past history, drugs, allergies, family, habits, "
"systems."""

from __future__ import annotations

from goldsmith_demo.life.model import Date, Thing
from goldsmith_demo.writing import times
from goldsmith_demo.writing.documents.outpatient.chart import Chart
from goldsmith_demo.writing.documents.outpatient.history import SYSTEMS, plain

_FREQUENCY = {
    "us": (
        ("once daily", ("daily", "daily", "q.d.", "once a day", "qday")),
        ("twice daily", ("b.i.d.", "BID", "twice a day", "bid")),
        ("three times daily", ("t.i.d.", "TID", "three times a day")),
        ("four times daily", ("q.i.d.", "QID", "every 6 hours")),
        ("at night", ("at bedtime", "qHS", "q.h.s.")),
        ("as required", ("p.r.n.", "PRN", "as needed")),
        ("micrograms", ("mcg",)),
    ),
    "uk": (
        ("once daily", ("od", "OD", "daily")),
        ("twice daily", ("bd", "BD", "twice daily")),
        ("three times daily", ("tds", "TDS")),
        ("four times daily", ("qds", "QDS")),
        ("at night", ("nocte", "on", "at night")),
        ("as required", ("prn", "PRN", "as required")),
    ),
}
_FOR = (" for <c>", " for <c>", " (<c>)", ", for <c>")
_UNTREATED = frozenset(("obesity", "osteoarthritis", "ckd", "stroke", "myocardial_infarction"))
"""What nobody calls well controlled."""
_LONG_STANDING = (
    "{c}.",
    "{c}, [well controlled|stable|on treatment].",
    "{c}[, diagnosed {t!at}| since {t}| ({t})].",
    "[Long-standing|Chronic] {c}.",
)
_PAST = (
    "History of {c!hist}[ {t!at}|].",
    "H/o {c!hist}[ ({t})|].",
    "{c!hist} {t!at}, [resolved|no sequelae].",
    "[Remote|Prior|Previous] {c!hist}.",
)
_BARE = ("{c}", "{c}", "{c} ({t})", "h/o {c}", "{c}, since {t}")
_OPERATION = ("<o>, {t}.", "<o> ({t}).", "S/p <o> {t!at}.", "Status post <o> {t!at}.")
_REACTED = (
    "{a} ({r=Condition!hist!s:<r>}).",
    "{a} - {r=Condition!hist!s:<r>}.",
    "{a}: {r=Condition!hist!s:<r>}.",
    "{a} [causes|gave {her:<obj>}|caused] {r=Condition!hist!s:<r>}.",
    "Allergic to {a}, with {r=Condition!hist!s:<r>}.",
)
_NO_ALLERGY = (
    "No known drug allergies.",
    "NKDA.",
    "NKDA",
    "No known medication allergies.",
    "None known.",
    "Patient recorded as having No Known Allergies to Drugs",
    "No drug allergies.",
    "None reported.",
    "Denies any.",
)
_ALLERGY = (
    "{a} ([reaction unknown|listed on the chart]).",
    "{a}.",
    "{a} - reaction [not recorded|unclear].",
    "Allergic to {a}.",
    "{a}, [intolerance|sensitivity] noted [at intake|on the problem list].",
)
_FAMILY = (
    "{She} has a <who> [who had|with] {c!fam}.",
    "<Who> with {c!fam}.",
    "<Who> had {c!fam}.",
    "<Who>: {c!fam}.",
    "Family history is [significant|notable|positive] for {c!fam} in {her} <who>.",
    "{c!fam} ([<who>]).",
    "{She} tells me that {her} <who> [was treated for|had|was diagnosed with] {c!fam}.",
)
_FAMILY_NOT = (
    "{n=Negation:No} family history of {c=Condition!neg!fam!d:<x>}.",
    "{n=Negation:Negative} for {c=Condition!neg!fam!d:<x>}[ as far as {she} knows|].",
    "{n=Negation:No} {c=Condition!neg!fam!d:<x>} in [first-degree relatives|the family].",
    "[Noncontributory.|Unremarkable.]",
)
_UNSAID = ("breast cancer", "colorectal cancer", "prostate cancer", "diabetes mellitus", "stroke")
_TOBACCO = {
    "never": ("Never smoker.", "{She} has never smoked.", "Lifelong nonsmoker.", "Tobacco: never.",
              "Denies tobacco."),
    "ex": ("Former smoker<much>.", "{She} quit smoking[ some years ago|]<much>.",
           "Ex-smoker<much>.",
           "Tobacco: former<much>."),
    "current": ("Current smoker<much>.", "{She} continues to smoke<much>.", "Smokes<much>.",
                "Tobacco: current<much>."),
}  # fmt: skip
_HOME = (
    "[Lives at home with|Lives with|Here with|Accompanied by|Comes with] {her} <rel>.",
    "[Alcohol: rare.|Alcohol: social.|Alcohol: none.|Drinks socially.|Rare alcohol.|No alcohol to "
    "excess.]",
    "Independent in ADLs.",
    "No [illicit|recreational] drugs.",
    "Walks [daily|half an hour most days].",
    "[Exercise|Hobbies]: [gardening|swimming|walking the dog|bowls].",
    "[Has|There are] [two|three|four] grown children[ nearby|].",
    "[Manages|Copes] well at home.",
)


def dose(chart: Chart, drug: Thing) -> str:
    """The dose as this style writes it."""
    words = drug.details.get("dose", "")
    for said, ways in _FREQUENCY[chart.style]:
        words = words.replace(said, chart.chance.choice(ways))
    return words


def medication(chart: Chart, drugs: list[Thing], mark: str, *, why: float = 0.5) -> None:
    """A list of drugs, numbered, with dashes or in a row."""
    for number, drug in enumerate(drugs, 1):
        head = {"1": f"{number}. ", "-": "- ", "": ""}[mark]
        amount = dose(chart, drug)
        reason = chart.reason(drug)
        words = head + "{x}" + (f" {amount}" if amount else "")
        if reason and chart.maybe(why):
            tail = chart.pick(*_FOR).replace("<c>", "{c}")
            chart.say(f"{words}{tail} | x has_indication c", x=drug, c=reason, after="\n")
        else:
            chart.say(words, x=drug, after="\n")


def past(chart: Chart, mark: str) -> None:
    """Comorbidities and operations, as a list or as sentences."""
    own = chart.morbid()
    for number, one in enumerate(own, 1):
        _comorbidity(chart, one, number, mark)
    for more, event in enumerate(chart.before("operation")[-2:], len(own) + 1):
        thing = chart.thing(event.what)
        if thing:
            head = {"1": f"{more}. ", "-": "- ", "#": f"#{more} ", "": ""}[mark]
            way = head + chart.pick(*_OPERATION)
            after = "\n" if mark else " "
            chart.say(way, chart.operated("o", thing), t=_since(chart, event.date), after=after)
    if not own and not chart.before("operation"):
        chart.say(
            ["[No other|No] [significant|chronic] medical problems.", "[Otherwise|] unremarkable.",
             "None [of note|recorded]."]
        )  # fmt: skip


def _comorbidity(chart: Chart, one: Thing, number: int, mark: str) -> None:
    over = one.end is not None and one.end < chart.date
    if mark:
        head = {"1": f"{number}. ", "-": "- ", "#": f"#{number} "}[mark]
        ways = ["h/o {c!hist}", "{c!hist} ({t})"] if over else list(_BARE)
    else:
        head, ways = "", list(_PAST if over else _LONG_STANDING)
        if one.base in _UNTREATED:
            ways = [way for way in ways if "controlled" not in way]
    if one.start is None:
        ways = [way for way in ways if "{t" not in way]
    when = _since(chart, one.start) if one.start else times.year(chart.date)
    chart.say(head + chart.pick(*ways), c=one, t=when, after="\n" if mark else " ")


def _since(chart: Chart, day: Date) -> times.Time:
    far = (chart.date - day).days > 500
    return times.year(day) if far else times.month(day, chart.date, chart.chance)


def allergies(chart: Chart) -> None:
    own = chart.things(chart.patient.allergies)
    if not own:
        chart.say(_NO_ALLERGY)
    for one in own:
        reaction = one.details.get("reaction", "")
        obj = plain("obj", "her" if chart.patient.sex == "female" else "him")
        chart.say(_REACTED if reaction else _ALLERGY, plain("r", reaction), obj, a=one)


def family(chart: Chart) -> None:
    for who, key in chart.patient.family[:3]:
        condition = chart.thing(key)
        if condition:
            words = [plain("who", who), plain("Who", who)]
            chart.say(_FAMILY, *words, c=condition)
    had = {key for _, key in chart.patient.family}
    left = [one for one in _UNSAID if not any(one.split()[0] in key for key in had)]
    if not had or chart.maybe(0.5):
        chart.say(_FAMILY_NOT[:3] if had else _FAMILY_NOT, plain("x", chart.chance.choice(left)))


def social(chart: Chart) -> None:
    patient = chart.patient
    kind = next((one for one in _TOBACCO if patient.smoker.startswith(one)), "")
    much = "".join(patient.smoker.partition(",")[1:]) if "," in patient.smoker else ""
    if kind:
        chart.say(_TOBACCO[kind], plain("much", much))
    job = patient.occupation.strip()
    if job and chart.maybe(0.6):
        working = ["{She} [is|works as] a(n) <job>.", "Occupation: <job>."]
        resting = ["{She} is a(n) <job>.", "<job>."]
        ways = resting if "retired" in job.lower() else working
        chart.say(ways, plain("job", job.lower()))
    role = patient.relative.role or "family"
    for way in chart.chance.sample(_HOME, chart.chance.randint(1, 2)):
        chart.say(way, plain("rel", role))


def review(chart: Chart, *, terse: bool) -> None:
    """The review of systems: what the patient has, then what {she} does not have."""
    systems = list(SYSTEMS.items())
    found = chart.complaints()
    if found:
        chart.say(
            ["Positive for <f>.", "Positive for <f>, [as above|as in the HPI].", "+ <f>.",
             "[As above|Pertinent] for <f>.", "Notable for <f>."],
            chart.several("f", found[:3]),
        )  # fmt: skip
    for title, bases in chart.some(systems, chart.chance.randint(1, 4)):
        signal = chart.pick("No", "Negative for", "Denies", "no", "no")
        head = f"{title}: " if not terse or chart.maybe(0.5) else ""
        phrase = chart.denied("d", bases, chart.chance.randint(1, 3), signal)
        if phrase.words:
            chart.say(f"{head}<d>.", phrase)
    if chart.maybe(0.6):
        chart.say(
            ["[All other|The remaining|Remaining] systems [are|were] [reviewed and "
             "negative|negative].",
             "Otherwise a [10|12|14]-point review of systems is negative.",
             "ROS otherwise negative."]
        )  # fmt: skip
