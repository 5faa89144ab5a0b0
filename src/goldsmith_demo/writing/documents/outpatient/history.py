"""The history in sectioned notes: who it is, what was done so far, how it goes today."""

from __future__ import annotations

from goldsmith_demo.life.model import Date, Event, Thing
from goldsmith_demo.writing import times
from goldsmith_demo.writing.documents.outpatient.chart import Chart, Phrase

_GENERAL = "fever night_sweats weight_loss anorexia fatigue insomnia pruritus"
_CHEST = "chest_pain dyspnoea cough haemoptysis palpitations wheezing orthopnoea"
_BELLY = (
    "nausea vomiting diarrhoea constipation abdominal_pain melaena haematemesis rectal_bleeding"
)
_HEAD = "headache confusion seizure limb_weakness blurred_vision"
_URINE = "dysuria haematuria urinary_frequency urinary_incontinence nocturia"
ASKED = f"{_GENERAL} {_CHEST} {_BELLY} {_HEAD} {_URINE} back_pain bone_pain dysphagia jaundice"
#: The groups in which a review of systems goes.
SYSTEMS = {
    "Constitutional": _GENERAL,
    "Cardiorespiratory": _CHEST,
    "Gastrointestinal": _BELLY,
    "Neurologic": _HEAD,
    "Genitourinary": _URINE,
    "Musculoskeletal": "back_pain bone_pain arthralgia hip_pain shoulder_pain",
}

_IDENTITY = (
    "{patient:<name>} is a(n) <age> <noun> with <stage><c>[, here <aim>|].",
    "{patient:<name>} is a(n) <age> <work> with <stage><c>.",
    "This is a(n) <age> <noun> with <c>[, {r=Result:<tnm>},|] [who comes in today <aim>|seen "
    "<aim>].",
    "{patient:<name>}, <years>, [returns|comes back|is seen] <aim> [on a background of|with "
    "known] <c>.",
    "<age> <noun> with <stage><c>, seen <aim>.",
    "I [had the pleasure of seeing|saw|met with] {patient:<name>} <aim>. "
    "{She} is a(n) <age> <work> and {she} has <c>.",
    "{patient:<name>} was [diagnosed with|found to have] <stage><c> {t!at} and is here <aim>.",
    "A(n) <age> <work> whose <c> was diagnosed {t!at}.",
)
_TERSE_IDENTITY = (
    "<short> w/ <stage><c>[ dx {t}|], here <aim>.",
    "<short> [h/o|with] <c> (<stage0>dx {t}).",
    "<short>, <stage><c>, <aim>.",
    "<short> known <c>[, {r=Result:<tnm>}|]. [Seen <aim>.|]",
)
_UNKNOWN = (
    "{patient:<name>} is a(n) <age> <work> [who presents with|seen today because of|with] <f>.",
    "<age> <noun> [presenting with|with a history of|with] <f>.",
    "I was asked to see {patient:<name>}, a(n) <age> <work>, [regarding|because of|for] <f>.",
    "This <age> <work> [noticed|became aware of|came to us with] <f>.",
    "This <age> <noun> has had <f> [for some time|for several weeks|on and off for some weeks]. "
    "{She} [put off coming|had hoped it would pass|tried over-the-counter remedies first].",
)
_OPERATED = (
    "{She} underwent <o> {t!at}.",
    "[Treated initially with|Surgery:] <o>, {t}.",
    "{She} is status post <o> {t!at}.",
    "<o> was [performed|done] {t!at} by <surgeon>[ without incident|].",
    "S/p <o> ({t}).",
    "{She} [recovered|made a good recovery] after <o> {t!at}.",
    "In terms of treatment, {she} underwent <o> {t!at}.",
)
_TREATED = (
    "{She} [received|was given|had] <k> of {x} [starting|beginning] {t!at}.",
    "Chemotherapy has been with {x}, <k>, from {t}.",
    "<k> of {x}, [the first|cycle 1] {t!at}.",
    "{She} has [completed|had|now had] <k> of {x} (first dose {t}).",
    "{x} was [begun|started] {t!at}; <k> [to date|so far|given].",
)
_IRRADIATED = (
    "{She} [had|underwent] {x}, [beginning|starting] {t!at}.",
    "{x} was given from {t}.",
    "{x} ({t}).",
    "{She} received {x} {t!at}.",
)
_HAPPENED = (
    "[{Her} course|Treatment|The course] was complicated by {k!hist} {t!at}.",
    "{k!hist} {t!at}, since [resolved|settled].",
    "There was an episode of {k!hist} {t!at}[, which has resolved|].",
    "C/b {k!hist} {t!at}.",
    "{She} had {k!hist} {t!at}, now [better|resolved].",
)
_NOTHING = (
    "[Since the last visit|In the interim|Since {she} was last here] {she} has [felt well|been "
    "well|"
    "been doing well].",
    "{She} [reports feeling|says {she} feels] well[ and has kept up {her} usual activities|].",
    "No new [complaints|concerns] [today|at this visit|].",
    "Energy is [good|fair|nearly back to normal] and {she} is [eating|sleeping] well.",
    "[Overall|On the whole] {she} is [pleased with how things are going|doing well].",
    "{She} has been [out most days|walking daily|busy with the family] and has [nothing|little] to "
    "report.",
    "Interval history is [unremarkable|uneventful].",
    "{She} [enjoyed a trip|went away with the family] [last month|since the last visit] and feels "
    "[fine|rested].",
    "{She} is [back at|keeping up] {her} usual routine[, and appetite is good|].",
    "[Appetite and energy|Sleep and appetite] are [good|satisfactory|back to baseline].",
)
_COMPLAINS = (
    "{She} [reports|describes|complains of|mentions] <f>.",
    "[Main issue|The main problem|What bothers {her:<obj>} most] today is <f>.",
    "C/o <f>.",
    "{She} has [noticed|been troubled by|had] <f> [lately|since the last visit|for the past few "
    "days].",
    "[On questioning|When asked] {she} [admits to|acknowledges] <f>.",
    "Positive for <f>.",
    "[Today|At this visit] {she} brings up <f>[, which is tolerable|, which {she} had not "
    "mentioned "
    "by phone|].",
)
_DENIES = (
    "{She} <d>.",
    "Patient <d>.",
    "[Otherwise|Specifically|Further,|On questioning] {she} <d>.",
    "[Apart from this|Beyond that] {she} <d>.",
)
_HAS_NOT = (
    "There has been <d>.",
    "{She} reports <d>.",
    "[Otherwise|Of note,|] <d>.",
    "[Of the usual warning signs|When asked directly], <d>.",
)


def age(chart: Chart) -> str:
    years = chart.patient.age(chart.date)
    ways = [f"{years}-year-old"] * 3 + [f"{years} year old"]
    return chart.chance.choice(ways)


def short(chart: Chart) -> str:
    """61F, 61 y/o man."""
    years = chart.patient.age(chart.date)
    female = chart.patient.sex == "female"
    letter, noun = ("F", "woman") if female else ("M", "man")
    return chart.pick(
        f"{years}{letter}",
        f"{years} y/o {letter}",
        f"{years} yo {noun}",
        f"{years} y.o. {noun}",
        f"{years}yo {letter}",
    )


def noun(chart: Chart) -> str:
    women, men = ("woman", "lady", "female"), ("man", "gentleman", "male")
    ways = women if chart.patient.sex == "female" else men
    return chart.chance.choice(ways)


def work(chart: Chart) -> str:
    """The occupation, where a note would say it in passing."""
    job = chart.patient.occupation.strip()
    return job.lower() if job and chart.maybe(0.7) else noun(chart)


def plain(name: str, words: str) -> Phrase:
    return Phrase(name, words)


def identity(chart: Chart, aim: str, *, terse: bool) -> None:
    """Who it is, with the cancer where it is known."""
    facts = {
        "name": chart.name,
        "age": age(chart),
        "years": str(chart.patient.age(chart.date)),
        "noun": noun(chart),
        "work": work(chart),
        "short": short(chart),
        "aim": aim,
        "tnm": chart.patient.tnm,
    }
    words = [plain(name, text) for name, text in facts.items()]
    tumour = chart.tumour
    if tumour is None:
        _unknown(chart, words)
        return
    stage = f"{{g=Result:stage {chart.patient.stage}}}" if chart.patient.stage else ""
    words.append(plain("stage", f"{stage} " if stage and chart.maybe(0.6) else ""))
    words.append(plain("stage0", f"{stage}, " if stage else ""))
    ways: tuple[str, ...] = _TERSE_IDENTITY if terse else _IDENTITY
    ways = tuple(way for way in ways if chart.patient.tnm or "<tnm>" not in way)
    chart.say(ways, *words, chart.sited("c", tumour), t=chart.when(diagnosed(chart)))


def diagnosed(chart: Chart) -> Date:
    """The day on which the cancer was proven, as far as it is known."""
    return [*chart.before("diagnosis"), *chart.before(), chart.event][0].date


def _unknown(chart: Chart, words: list[Phrase]) -> None:
    found = chart.complaints() or chart.found()
    if found:
        chart.say(_UNKNOWN, *words, chart.several("f", found[:3], articles=True))
    else:
        chart.say("{patient:<name>} is a(n) <age> <work> [seen|here] <aim>.", *words)


def treatments(chart: Chart, most: int = 3) -> None:
    """What was done so far, in the order of dates."""
    told = sorted(_operations(chart) + _courses(chart), key=lambda row: row[0])
    for number, (_, thing, event, cycles) in enumerate(told[-most:]):
        if number and chart.maybe(0.3):
            _next(chart, thing, event)
        else:
            _treatment(chart, thing, event, cycles)


def _operations(chart: Chart) -> list[tuple[str, Thing, Event, int]]:
    return [
        (one.date.isoformat(), thing, one, 0)
        for one in chart.before("operation")
        if (thing := chart.thing(one.what))
    ]


def _courses(chart: Chart) -> list[tuple[str, Thing, Event, int]]:
    """Each regimen once, with the number of its cycles so far."""
    rows: dict[str, tuple[str, Thing, Event, int]] = {}
    for one in chart.before("chemotherapy", "radiotherapy"):
        thing = regimen(chart, one)
        if thing:
            first, _, start, cycles = rows.get(thing.key, (one.date.isoformat(), thing, one, 0))
            rows[thing.key] = (first, thing, start, cycles + (one.kind == "chemotherapy"))
    return list(rows.values())


def regimen(chart: Chart, event: Event) -> Thing | None:
    """What is given on the day: the regimen by name, or else the course."""
    named = chart.thing(event.details.get("regimen", ""))
    return named or chart.thing(event.what)


def _treatment(chart: Chart, thing: Thing, event: Event, cycles: int) -> None:
    when = chart.when(event.date)
    if event.kind == "operation":
        surgeon = f"{chart.patient.surgeon.title} {chart.patient.surgeon.last}"
        chart.say(_OPERATED, chart.operated("o", thing), plain("surgeon", surgeon), t=when)
    elif event.kind == "radiotherapy":
        chart.say(_IRRADIATED, x=thing, t=when)
    else:
        many = chart.pick(times.number(cycles), str(cycles))
        count = "one cycle" if cycles == 1 else f"{many} cycles"
        chart.say(_TREATED, plain("k", count), x=thing, t=when)


def _next(chart: Chart, thing: Thing, event: Event) -> None:
    chart.say(
        [
            "This was followed by <o> {t!at}.",
            "[Then|Thereafter] <o>, {t}.",
            "[Subsequently|After that] {she} [received|went on to] <o>[ ({t})| {t!at}].",
            "Next came <o> {t!at}.",
        ],
        chart.operated("o", thing),
        t=chart.when(event.date),
    )


def complications(chart: Chart, most: int = 1) -> None:
    """What went wrong on the way and is over."""
    rows = [
        (one, thing)
        for one in chart.before("complication")
        if (thing := chart.thing(one.what)) and thing.kind == "Condition"
        and thing.end and thing.end < chart.date
    ]  # fmt: skip
    for one, thing in rows[-most:]:
        chart.say(_HAPPENED, k=thing, t=chart.when(one.date))


def news(chart: Chart) -> None:
    """What has just been found, where that is why the patient comes."""
    found = [one for one in chart.problems() if one.key != chart.patient.tumour]
    if found:
        chart.say(
            [
                "{She} is now found to have <f>.",
                "[Recent|The latest] {i=Investigation:imaging} [shows|has shown] <f>. "
                "| i has_finding f",
                "Unfortunately there is [now|] <f>.",
                "We [discussed|went over] the new finding of <f>.",
                "[Work-up|Restaging] has turned up <f>.",
            ],
            chart.sited("f", found[-1]),
        )


def interval(chart: Chart) -> None:
    """How it goes today."""
    found = chart.complaints()
    if not found and chart.event.kind == "complication":
        found = chart.found()
    if found:
        obj = "her" if chart.patient.sex == "female" else "him"
        chart.say(_COMPLAINS, chart.several("f", found[:3], articles=True), plain("obj", obj))
    else:
        chart.say(_NOTHING)
    denial(chart)


def denial(chart: Chart, bases: str = ASKED, count: int = 0) -> None:
    """What the patient says {she} does not have."""
    count = count or chart.chance.randint(1, 3)
    first = [one for one in chart.excluded() if one.base not in chart.has()][:count]
    if chart.maybe(0.65):
        verb = chart.pick("denies", "denies", "denies any", "has not had", "has had no")
        chart.say(_DENIES, chart.denied("d", bases, count, verb, first=first))
    else:
        chart.say(_HAS_NOT, chart.denied("d", bases, count, "no", first=first))
