"""The physical examination, region by region, and data that came with it."""

from __future__ import annotations

from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.outpatient.chart import Chart, Phrase
from goldsmith_demo.writing.documents.outpatient.history import plain
from goldsmith_demo.writing.documents.outpatient.measures import bloods, panel

_NODES = (
    "{l=Locus:Neck} and {k=Locus:axillae} [clear|soft].",
    "{n=Negation:No} {a=Locus:cervical}, {b=Locus:supraclavicular} or {e=Locus:axillary} "
    "{c=Condition!neg:[lymphadenopathy|adenopathy]}. "
    "| n negation_modifies c, c has_location a, c has_location b, c has_location e",
    "{l=Locus:Neck}: supple, {n=Negation:without} {c=Condition!neg:[adenopathy|masses]}. "
    "| c has_location l",
    "{l=Locus:Lymph nodes}: {n=Negation:no} {c=Condition!neg:palpable nodes}. | c has_location l",
    "{n=Negation:No} {c=Condition!neg:palpable nodes} in the {l1=Locus:neck} or the "
    "{s=Laterality:left} "
    "and {s2=Laterality:right} {l2=Locus:axilla}. "
    "| n negation_modifies c, c has_location l1, c has_location l2, s laterality_modifies l2, "
    "s2 laterality_modifies l2",
    "Nodes: {n=Negation:no} {a=Locus:cervical} or {b=Locus:inguinal} {c=Condition!neg:LAD}. "
    "| n negation_modifies c, c has_location a, c has_location b",
)
_CHEST = (
    "{l=Locus:Lungs}: {r=Result:clear} to {x=Investigation:auscultation} [bilaterally|]. "
    "| x has_finding r, x has_target l",
    "{l=Locus:Chest} {r=Result:clear}, {n=Negation:no} {c=Condition!neg!s:wheeze} or "
    "{d=Condition!neg:crackles}. | n negation_modifies c, n negation_modifies d, c has_location l, "
    "d has_location l",
    "CTAB, {n=Negation:no} {a=Condition!neg:w}/{b=Condition!neg:r}/{c=Condition!neg:r}. "
    "| n negation_modifies a, n negation_modifies b, n negation_modifies c",
    "{l=Locus:Lungs}: good air entry, {n=Negation:no} {c=Condition!neg:rales}. | c has_location l",
    "Resp: {r=Result:clear} {s=Laterality:bilaterally}.",
)
_HEART = (
    "{x=Investigation:Pulse} {r=Result:regular}, {y=Investigation:JVP} {q=Result:not raised}. "
    "| x has_finding r, y has_finding q",
    "{l=Locus:Heart}: S1, S2, {r=Result:regular rhythm}.",
    "{l=Locus:Heart}: [regular rate and rhythm|regular], {n=Negation:no} {c=Condition!neg:murmur}. "
    "| c has_location l",
    "RRR, {n=Negation:no} {a=Condition!neg:m}/{b=Condition!neg:r}/{c=Condition!neg:g}. "
    "| n negation_modifies a, n negation_modifies b, n negation_modifies c",
    "{x=Investigation:Heart sounds} {r=Result:normal}, {n=Negation:no} [added sounds|"
    "{c=Condition!neg:murmurs}]. | x has_finding r",
    "CV: {r=Result:regular}, [S1, S2 heard|normal S1 and S2], {n=Negation:no} "
    "{c=Condition!neg:murmurs}.",
    "{l=Locus:Cardiac}: {r=Result:normal} S1 and S2.",
)
_ABDOMEN = (
    "{l=Locus:Abdomen}: soft, {x=Investigation:bowel sounds} {r=Result:normal}. | x has_finding r",
    "{l=Locus:Belly} soft throughout, {s=Sub-location:upper} and {t=Sub-location:lower} "
    "{k=Locus:quadrants} comfortable. | s sub_location_modifies k, t sub_location_modifies k",
    "{l=Locus:Abdomen}: {r=Result:soft}, [nontender|{r2=Result:nontender}], {n=Negation:no} "
    "{c=Condition!neg:organomegaly}. | c has_location l",
    "{l=Locus:Abd} {r=Result:soft}, {r2=Result:NT}/{r3=Result:ND}, {r4=Result:+BS}.",
    "{l=Locus:Abdomen} is {r=Result:soft} with {n=Negation:no} {c=Condition!neg!s:tenderness} or "
    "{d=Condition!neg:masses}. | n negation_modifies c, n negation_modifies d, c has_location l, "
    "d has_location l",
    "{l=Locus:Liver} and {k=Locus:spleen} {r=Result:not palpable}.",
    "{l=Locus:Abdomen}: {r=Result:benign}, {n=Negation:no} {c=Condition!neg:hepatosplenomegaly}. "
    "| c has_location l",
)
_LIMBS = (
    "{l=Locus:Legs} [equal in girth|soft, pulses present].",
    "{l=Locus:Extremities}: warm, {x=Investigation:pulses} {r=Result:2+}. | x has_finding r",
    "{l=Locus:Extremities}: {n=Negation:no} {c=Condition!neg!s:oedema}. | c has_location l",
    "{n=Negation:No} {l=Locus:calf} {c=Condition!neg!s:swelling} or "
    "{d=Condition!neg!s:tenderness}. "
    "| n negation_modifies c, n negation_modifies d, c has_location l, d has_location l",
    "{l=Locus:Ext}: {n=Negation:no} "
    "{a=Condition!neg:c}/{b=Condition!neg:c}/{c=Condition!neg:e}. "
    "| n negation_modifies a, n negation_modifies b, n negation_modifies c",
    "{n=Negation:No} [peripheral|pedal|pitting] {c=Condition!neg!s:oedema}.",
)
_NERVES = (
    "{x=Investigation:Cranial nerves} {r=Result:intact}, {y=Investigation:gait} {q=Result:steady}. "
    "| x has_finding r, y has_finding q",
    "Neuro: moves all {l=Locus:limbs}, speech clear.",
    "{x=Investigation:Power} full in the {s=Sub-location:upper} and {t=Sub-location:lower} "
    "{l=Locus:limbs}. | x has_target l, s sub_location_modifies l, t sub_location_modifies l",
    "Neuro: alert and oriented x3, {r=Result:nonfocal}.",
    "{x=Investigation:Neurologic exam} is {r=Result:grossly intact}. | x has_finding r",
    "Neuro: {n=Negation:no} {c=Condition!neg:focal deficit}.",
    "{x=Investigation:Strength} {r=Result:5/5} throughout, {y=Investigation:reflexes} "
    "{q=Result:symmetric}. | x has_finding r, y has_finding q",
)
_SKIN = (
    "{l=Locus:Skin} [intact|clear|unremarkable].",
    "{l=Locus:Skin}: warm, well perfused.",
    "{l=Locus:Skin}: {n=Negation:no} {c=Condition!neg:rash} or {d=Condition!neg:petechiae}. "
    "| n negation_modifies c, n negation_modifies d, c has_location l, d has_location l",
    "{l=Locus:Skin} warm and dry, {n=Negation:no} {c=Condition!neg:jaundice}. | c has_location l",
    "{n=Negation:No} {c=Condition!neg:pallor}, {n2=Negation:no} {d=Condition!neg:icterus}.",
)
_HEAD = (
    "{l=Locus:Oral mucosa} [moist|healthy], dentition fair.",
    "HEENT: {k=Locus:pupils} {r=Result:equal and reactive}, mucous membranes moist.",
    "HEENT: {l=Locus:oropharynx} {r=Result:clear}, {k=Locus:sclerae} {r2=Result:anicteric}.",
    "{l=Locus:Mouth}: {n=Negation:no} {c=Condition!neg:thrush} or {d=Condition!neg:ulcers}. "
    "| n negation_modifies c, n negation_modifies d, c has_location l, d has_location l",
    "HEENT: NC/AT, PERRL, MMM, {n=Negation:no} {c=Condition!neg!s:scleral icterus}.",
)
_GENERAL = {
    False: ("General: [well appearing|pleasant|comfortable], {n=Negation:in no} acute "
            "{c=Condition!neg:distress}.",
            "[Well-nourished|Well-developed|Pleasant] <noun> in {n=Negation:no} [acute|apparent] "
            "{c=Condition!neg:distress}.",
            "Gen: NAD, A&O x3.", "Looks well. {x=Investigation:ECOG} {r=Result:<ps>}. | x "
                                 "has_finding r",
            "{x=Investigation:Performance status} {r=Result:<ps>}. | x has_finding r"),
    True: ("General: [ill appearing|tired appearing], [alert|answers appropriately].",
           "Gen: [uncomfortable|ill-appearing], A&O x3.",
           "[Ill-appearing|Tired-looking] <noun>, alert and [conversant|cooperative].",
           "Looks [unwell|uncomfortable] but [alert|not toxic].",
           "Awake, alert, [mildly|moderately] uncomfortable."),
}  # fmt: skip
#: Conditions that one can see or hear, and how it is put.
_SIGNS = {
    "pneumonia": ("{f=Condition:Crackles} at the {s=Laterality:<side>} {l=Locus:base}. "
                  "| f has_location l",
                  "{l=Locus:Lungs} with {f=Condition:[rhonchi|crackles]}, worse on the <side>. "
                  "| f has_location l"),
    "pleural_effusion": ("{f=Condition:Dullness} and {g=Condition:decreased breath sounds} at the "
                         "{l=Locus:base}. | f has_location l, g has_location l",),
    "dvt": ("{l=Locus:Calf} {f=Condition!s:[swollen|tender]} [and warm|] on <oneside>. "
            "| f has_location l",
            "Asymmetric {f=Condition!s:swelling} of the {l=Locus:lower leg}. | f has_location l"),
    "wound_infection": ("{l=Locus:Incision} with {f=Condition!s:erythema} and "
                        "{g=Condition!s:discharge}. "
                        "| f has_location l, g has_location l",
                        "{f=Condition!s:Erythema} around the {l=Locus:wound}, {n=Negation:no} "
                        "{c=Condition!neg:dehiscence}. | f has_location l, c has_location l"),
    "mucositis": ("{f=Condition!s:Ulceration} of the {l=Locus:buccal mucosa}. | f has_location l",),
    "neuropathy": ("{x=Investigation:Vibration sense} {r=Result:reduced} at the {l=Locus:toes}. "
                   "| x has_finding r, x has_target l",
                   "{x=Investigation:Light touch} {r=Result:decreased} in a stocking distribution. "
                   "| x has_finding r"),
    "atrial_fibrillation": ("{l=Locus:Heart} {f=Condition:irregularly irregular}. | f "
                            "has_location l",),
    "rash": ("Maculopapular {f=Condition:eruption} over the {l=Locus:trunk}. | f has_location l",),
    "radiation_dermatitis": ("{f=Condition:Erythema} within the treatment field, "
                             "{n=Negation:no} {c=Condition!neg:moist desquamation}.",),
    "lymphoedema": ("The {l=Locus:arm} is [visibly|mildly] {f=Condition!s:swollen}. | f "
                    "has_location l",),
    "seroma": ("Fluctuant, nontender {f=Condition:swelling} under the {l=Locus:scar}. "
               "| f has_location l",),
    "hand_foot_syndrome": ("{f=Condition!s:Erythema} of the {l=Locus:palms}. | f has_location l",),
    "bowel_obstruction": ("{l=Locus:Abdomen} {f=Condition!s:distended}, {x=Investigation:bowel "
                          "sounds} "
                          "{r=Result:high-pitched}. | f has_location l, x has_finding r",),
    "jaundice": ("{f=Condition!s:Icteric} {l=Locus:sclerae}. | f has_location l",),
}  # fmt: skip
_TAKEN = {"pneumonia": "chest", "pleural_effusion": "chest", "pneumonitis": "chest",
          "copd": "chest", "asthma": "chest", "dyspnoea": "chest",
          "atrial_fibrillation": "heart", "heart_failure": "heart", "dvt": "limbs",
          "leg_swelling": "limbs", "lymphoedema": "limbs", "neuropathy": "nerves",
          "cord_compression": "nerves", "limb_weakness": "nerves", "confusion": "nerves",
          "brain_metastases": "nerves", "bowel_obstruction": "abdomen", "ileus": "abdomen",
          "abdominal_pain": "abdomen", "ascites": "abdomen", "hepatomegaly": "abdomen",
          "anastomotic_leak": "abdomen", "pelvic_collection": "abdomen",
          "liver_metastases": "abdomen",
          "peritoneal_metastases": "abdomen", "abdominal_distension": "abdomen",
          "cholangitis": "skin", "jaundice": "skin", "rash": "skin", "shingles": "skin",
          "anaemia": "skin", "radiation_dermatitis": "skin", "lymphadenopathy": "nodes",
          "neck_lump": "nodes", "axillary_lump": "nodes", "nodal_metastases": "nodes",
          "nodal_recurrence": "nodes", "dlbcl": "nodes", "hodgkin_nodular": "nodes",
          "hodgkin_mixed": "nodes", "mucositis": "head", "biliary_obstruction": "skin",
          "wound_infection": "skin", "groin_lump": "nodes", "thrombocytopenia": "skin"}  # fmt: skip
_REGIONS = {
    "head": _HEAD, "nodes": _NODES, "chest": _CHEST, "heart": _HEART, "abdomen": _ABDOMEN,
    "limbs": _LIMBS, "nerves": _NERVES, "skin": _SKIN,
}  # fmt: skip
_FOUND = (
    "[There is|I note] <f>.", "<f> [noted|present|as described].",
    "[On exam|On examination] there is <f>.",
    "Exam [confirms|shows] <f>.", "Positive findings: <f>.",
)  # fmt: skip
_BLOODS = (
    "<b>.", "Labs today: <b>.", "{x=Investigation:CBC}: <b>.",
    "Labs [reviewed|]: <b>.",
    "[Notable for|Show] <b>.", "Today's {x=Investigation:counts} - <b>.",
)  # fmt: skip
_SHOWED = (
    "{i} {t!at} [showed|demonstrated|revealed] <f>. | i has_finding f1",
    "{i} ({t}): <f>. | i has_finding f1",
    "{i} {t}: <f>. | i has_finding f1",
    "[We reviewed|I reviewed] the {i} of {t}, [which shows|showing] <f>. | i has_finding f1",
    "<f> on {i} {t!at}. | i has_finding f1",
)
_SHOWED_NOT = (
    "{i} {t!at} [showed|was read as showing] {n=Negation:no evidence of} {e!neg}.",
    "{i} ({t}): {n=Negation:no} {e!neg}.",
    "{n=Negation:No} {e!neg} on {i} {t!at}.",
    "{i} of {t} was {n=Negation:negative for} {e!neg}.",
    "[I reviewed the|The] {i} {t!at}, {n=Negation:without} {e!neg}.",
)
_NORMAL = (
    "{i} {t!at} was {r=Result:[unremarkable|normal|negative]}. | i has_finding r",
    "{i} ({t}): {r=Result:[unremarkable|normal]}. | i has_finding r",
)


def examination(chart: Chart, noun: str, *, ill: bool = False, rows: bool = False) -> None:
    """General look, some regions, and the signs of what is new; one to a line if rows."""
    after = "\n" if rows else " "
    fitness = chart.event.details.get("performance status", "")
    looks = [way for way in _GENERAL[ill or fitness > "1"] if fitness or "<ps>" not in way]
    chart.say(looks, plain("noun", noun), plain("ps", fitness), after=after)
    has = chart.has()
    taken = {_TAKEN[base] for base in has if base in _TAKEN}
    free = [name for name in _REGIONS if name not in taken]
    keep = set(chart.chance.sample(free, min(len(free), chart.chance.randint(3, 5))))
    for name, ways in _REGIONS.items():
        if name in keep:
            chart.say(_agreeing(chart, ways), after=after)
    side = chart.pick("left", "right")
    for one in chart.problems():
        if one.base in _SIGNS:
            words = [plain("side", one.side or side), plain("oneside", f"the {one.side or side}")]
            chart.say(_SIGNS[one.base], *words, after=after)
    shown = [one for one in chart.problems() if one.kind == "Condition" and not one.is_disorder]
    if shown:
        chart.say(_FOUND, chart.several("f", shown[:2]), after=after)


def _agreeing(chart: Chart, ways: tuple[str, ...]) -> list[str]:
    """Without denials of what the patient does have."""
    words = {"oedema": "leg_swelling", "rash": "rash", "jaundice": "jaundice"}
    words |= {"icterus": "jaundice", "swelling": "leg_swelling"}
    has = chart.has()
    wrong = [word for word, base in words.items() if base in has]
    return [way for way in ways if not any(word in way for word in wrong)] or list(ways)[-1:]


_WORTH = frozenset(("scan", "biopsy", "investigation"))


def scans(chart: Chart, most: int = 2) -> bool:
    """What the latest investigations showed; False if there were none."""
    rows = [
        (one, thing)
        for one in [*chart.before("investigation", "diagnosis"), chart.event]
        if (thing := chart.thing(one.what))
        and thing.kind == "Investigation"
        and _WORTH & set(thing.generic)
        and "examination" not in thing.base
        and (chart.date - one.date).days < 270
    ]
    for one, thing in rows[-most:]:
        _scan(chart, one, thing)
    return bool(rows)


def _scan(chart: Chart, event: Event, thing: Thing) -> None:
    found = chart.things(event.findings, "Condition")[:1]
    when = chart.when(event.date)
    if event.date == chart.date:
        when = chart.written(event.date)
    if found:
        seen = [word for word in found[0].generic if word in ("mass", "lesion")]
        proven = "biopsy" in thing.generic or "histo" in thing.base
        loose = bool(seen) and found[0].key == chart.patient.tumour and not proven
        site = chart.sited("f1", found[0], words=chart.chance.choice(seen) if loose else "")
        article = "a " if loose else ""
        phrase = Phrase("f", article + site.words, site.links, site.given)
        chart.say(_SHOWED, phrase, i=thing, t=when)
    elif out := chart.things(event.excluded, "Condition"):
        chart.say(_SHOWED_NOT, i=thing, e=out[0], t=when)
    else:
        chart.say(_NORMAL, i=thing, t=when)


def laboratory(chart: Chart) -> None:
    """The blood count, and sometimes more."""
    chart.say(_BLOODS, bloods(chart, "b", panel("fbc", chart.chance.randint(3, 4))))
    if chart.maybe(0.6):
        more = chart.chance.choice((panel("u_and_e"), panel("lft", 3), ("creatinine", "potassium")))
        chart.say(["<b>.", "[Chemistry|Chem]: <b>."], bloods(chart, "b", more))
