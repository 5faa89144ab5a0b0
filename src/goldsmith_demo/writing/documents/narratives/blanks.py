"""Phrases of discharge summaries, reports and audit forms."""

from __future__ import annotations

REASON: dict[str, tuple[str, ...]] = {
    "operation": (
        "Elective admission for {what}. | what has_indication c",
        "Admitted for planned {what} [under {surgeon}|]. | what has_indication c",
        "{what} for {c} of the @c. | what has_indication c",
        "Routine admission, {what} {day!at}. | what has_indication c",
    ),
    "transplant": (
        "Elective admission for {what}. | what has_indication c",
        "Admitted for {what} after high dose {x=Drug-or-device:melphalan}. "
        "| what has_indication c, x has_indication c",
        "{what} for {c}. | what has_indication c",
    ),
    "chemotherapy": (
        "Admitted for {chemo} with {reg}. | chemo has_indication c, reg has_indication c",
        "Day case: {reg}, cycle {cyc}. | reg has_indication c",
        "Planned admission for cycle {cyc} of {reg}. | reg has_indication c",
        "{chemo} for {c}: cycle {cyc}. | chemo has_indication c",
    ),
    "procedure": (
        "For {what}. | what has_indication c",
        "Short stay for {what}. | what has_indication c",
        "{what} {day!at}. | what has_indication c",
        "Admitted for {what}, background of {c}.",
    ),
    "": (
        "{what}.",
        "Admitted as an emergency with {what}.",
        "Acute admission: {what}.",
        "Sent up by {gp} with {what}.",
        "{what}, on a background of {c}.",
        "Investigation and treatment of %s.",
        "Known {c}, unwell at home.",
        "General decline, [known|background of] {c}.",
        "Symptom control, {c}.",
    ),
}
COURSE: dict[str, tuple[str, ...]] = {
    "operation": (
        "Uneventful recovery after {what}.",
        "[{what} {day!at}, [uncomplicated|straightforward]|{surgeon} operated on the @what "
        "{day!at} ({what})|{surgeon} [did|performed] the {what} {day!at}]. | what has_indication c",
        "The {d=Drug-or-device:drain} came out on day [2|3].",
        "[Mobilised|Up and about] from day 1 with the physiotherapists.",
        "{p=Condition!s:Pain} [controlled with|managed with] {m=Drug-or-device:paracetamol} and "
        "{o=Drug-or-device:codeine}. | m has_indication p, o has_indication p",
        "{l=Locus:Wound} {r=Result:clean and dry} on discharge[, {n=Negation:no sign of} "
        "{x=Condition!neg!d:infection}|]. | x has_location l",
        "Eating and drinking normally by day [2|3|4].",
        "Given {m=Drug-or-device:dalteparin} as prophylaxis against {v=Condition!hyp!d:VTE}. "
        "| m has_indication v",
        "{n=Negation:No} {x=Condition!neg!d:complications}.",
        "{x=Intervention:Physiotherapy} from the first day.",
        "{x=Drug-or-device:Catheter} out on day [1|2|3].",
        "{x=Intervention:Dressings} changed before {she} went home.",
    ),
    "transplant": (
        "{what} {day!at}, [uneventful|through a {h=Drug-or-device:Hickman line}]. "
        "| what has_indication c",
        "High dose {x=Drug-or-device:melphalan} was followed by {what}.",
        "[Engrafted|Counts recovered] in the [second|third] week.",
        "{x=Intervention:Platelet transfusions} were given as needed.",
        "{x=Drug-or-device:Aciclovir} and {y=Drug-or-device:fluconazole} as prophylaxis against "
        "{v=Condition!hyp!d:infection}. | x has_indication v, y has_indication v",
        "{x=Intervention:Mouth care} and {m=Drug-or-device:mouthwash} for {v=Condition!hyp!d:"
        "mucositis}. | x has_indication v, m has_indication v",
        "Looked after in a side room until {her} {b=Investigation:counts} had come up.",
        "{o=Drug-or-device:Ondansetron} kept {v=Condition!hyp!s:vomiting} at bay. "
        "| o has_indication v",
        "Eating small meals and walking in the corridor by the time of discharge.",
    ),
    "chemotherapy": (
        "Cycle {cyc} of {reg} was [given as planned|given without trouble]. | reg has_indication c",
        "{chemo} was tolerated [well|reasonably well]. | chemo has_indication c",
        "{x=Intervention:Hydration} before and after {reg}.",
        "{o=Drug-or-device:Ondansetron} and {x=Drug-or-device:dexamethasone} were given against "
        "{v=Condition!hyp!s:nausea}. | o has_indication v, x has_indication v",
        "Given through a {p=Drug-or-device:PICC line} in the {s=Laterality:{arm}} "
        "{u=Sub-location:upper} {l=Locus:arm}.",
        "{b=Investigation:Counts} [adequate|satisfactory] beforehand.",
        "Home the same day with {m=Drug-or-device:metoclopramide} for {v=Condition!hyp!s:nausea}. "
        "| m has_indication v",
    ),
    "procedure": (
        "{what} {day!at}, [uncomplicated|well tolerated]. | what has_indication c",
        "[Watched|Observed] overnight after {what}.",
        "{p=Condition!s:Discomfort} eased with {m=Drug-or-device:paracetamol}. "
        "| m has_indication p",
        "{She} felt [better|more comfortable] afterwards.",
        "Home the [next|same] day.",
        "[Seen|Reviewed] on the ward by {consultant}.",
    ),
    "": (
        "Treated with %drugs[, with good response|]. | drugs* has_indication what",
        "%drugs [started|given] on admission. | drugs* has_indication what",
        "{x=Investigation:Blood cultures}: {growth}. | x has_finding growth, x has_indication hot",
        "{She} was [monitored|observed] overnight.",
        "{She} improved [steadily|over the next few days] and was [well|keen] to go home.",
        "On admission {she} complained of %s.",
        "{x=Investigation:CXR} {r=Result:clear}. | x has_finding r",
        "[Seen|Reviewed] on the ward by {consultant}.",
        "{x=Investigation:Observations} {r=Result:stable} throughout. | x has_finding r",
        "By the time of discharge there was {n=Negation:no longer any} {hot!neg:fever}.",
        "Eating and drinking, and mobile on the ward.",
        "[Seen|Assessed] by the physiotherapist before going home.",
        "{i=Drug-or-device:IV fluids} for the first [day|two days].",
        "{x=Intervention:Nursing} in a side room [at first|for two days].",
        "[A week|Five days] of treatment in all.",
        "{consultant}'s team [kept an eye on|followed] {hers} during {her} stay.",
    ),
}
TABLETS = (
    "{m} {dose}",
    "{m} {dose}, [unchanged|as before|continue]",
    "{m} {dose} for {why} | m has_indication why",
)
EXTRAS = (
    "{m=Drug-or-device:Paracetamol} 1 g qds prn for {p=Condition!s:pain} | m has_indication p",
    "{m=Drug-or-device:Lactulose} 15 ml bd",
    "{m=Drug-or-device:Dalteparin} 5000 units sc od, 28 days",
    "{m=Drug-or-device:Codeine phosphate} 30 mg qds prn",
    "{m=Drug-or-device:Omeprazole} 20 mg od",
    "{m=Drug-or-device:Ondansetron} 8 mg bd prn for {p=Condition!hyp!s:nausea} | m "
    "has_indication p",
    "{m=Drug-or-device:Metoclopramide} 10 mg tds prn",
)
FOLLOW = (
    "{consultant}'s clinic in [two|three|six] weeks.",
    "OPA {surgeon} [2/52|6/52].",
    "GP to [check|repeat] [{b=Investigation!hyp:FBC}|{b=Investigation!hyp:U&E}] in 1 week.",
    "For {nop!hyp}. | nop has_indication c",
    "For {nreg!hyp} as outpatient. | nreg has_indication c",
    "%invs!hyp [booked|requested].",
    "To have {nrt!hyp} to the @nrt. | nrt has_indication c",
    "{surgical} for {x=Intervention!hyp:dressings}.",
    "{surgical} to remove {x=Drug-or-device!hyp:clips} on day 10.",
    "Letter to follow.",
    "To ring the ward with any [worries|problems].",
    "[To return|Please send back] if {a=Condition!hyp!s:fever}, {b=Condition!hyp!s:vomiting} or "
    "[increasing|worse] {d=Condition!hyp!s:pain}.",
    "Nurse specialist will telephone {hers} [next week|in a few days].",
)
CONSENSUS: tuple[str, ...] = (
    "Recommendation: {nop!hyp}. | nop has_indication c",
    "Recommend {nreg!hyp}, {n=Negation:no} {x=Condition!neg!d:contraindication}. "
    "| nreg has_indication c",
    "The meeting [advised|recommends] {nrt!hyp} to the @nrt. | nrt has_indication c",
    "For %invs!hyp and rediscussion. | invs* has_indication c",
    "For {nchemo!hyp}; oncology to see. | nchemo has_indication c",
    "[Agreed plan:|Consensus was for|Planned:|The meeting agreed on] %plan!hyp. "
    "| plan* has_indication c",
    "Discuss options with patient. {surgeon} to see in clinic.",
    "[Not suitable|Not eligible] for clinical trial.",
    "Key worker allocated.",
)
DISCUSSED = (
    "{age} year old {job} with {c} of the @c[, {tnm}|].",
    "{c}, @c, {stage}[, {tnm}|].",
    "{name}, {age}, known {c}[, {grade}|].",
    "Presented with %pres; {c} confirmed.",
    "{op} {opt!at} for {c}. | op has_indication c",
    "{stage} {c}, previously treated by {op}. | op has_indication c",
)
NURSED = (
    "{She} was [seen|visited] [at home|in the nurse-led clinic] [with {her} {companion}|].",
    "{Her} main [concern|worry] is %s.",
    "{She} [rates|scores] the [worst|] {x=Condition!s:distress} as {r=Result:4 out of 10}.",
    "{She} is [sleeping|eating] [better|reasonably well].",
    "{She} [understands|knows] that {she} has {c} and what the treatment is for.",
    "[Written information|The Macmillan booklet] given.",
    "{Her} {m=Investigation:weight} is {steady}. | m has_finding steady",
    "{n=Negation:No} {x=Condition!neg!s:pain} at present.",
    "{She} [has|remains on] %g.",
    "We talked about {a=Condition!unrel!s:fatigue} and how to pace [things|{herself}].",
    "If {a=Condition!hyp!s:low mood} persists, {x=Intervention!hyp:counselling} can be arranged. "
    "| x has_indication a",
    "Benefits advice [offered|given].",
    "{Her} {l=Locus:skin} is {r=Result:intact}.",
)
BEAMED = (
    "{rx} to the @rx[, {dose}|]. | rx has_indication why",
    "Indication: {why}.",
    "Technique: {x=Investigation:CT}-planned, conformal.",
    "Treatment [was completed|finished] without gaps.",
    "Acute reactions: %s.",
    "{n=Negation:No} {x=Condition!neg!s:skin breakdown}[ or {y=Condition!neg!s:dysphagia}|]. "
    "| n negation_modifies x, n negation_modifies y",
    "{e=Drug-or-device:Aqueous cream} advised for {x=Condition!hyp!s:soreness}. | e "
    "has_indication x",
    "Follow-up in six weeks; late effects such as {a=Condition!unrel!d:fibrosis} were explained.",
    "Previous {op} {opt!at}. | op has_indication c",
    "{Her} {i} {it!at} [had shown|showed] %ih. | i has_finding ih*",
    "[Before that|Previously] {oldreg} x {oldcyc}. | oldreg has_indication c",
)
ROWS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("Primary site", "Site of primary", "Site"), ("@c", "@c, {c}")),
    (("Diagnosis", "Histology", "Histological type"), ("{c}", "{c}, {grade}", "{c} ({grade})")),
    (("Stage", "TNM", "Stage at diagnosis"), ("{tnm}", "{stage}", "{tnm}, {stage}")),
    (("Size of tumour", "Max diameter"), ("{size}",)),
    (("Presenting symptoms", "Mode of presentation"), ("%pres",)),
    (("Co-morbidity", "Comorbidities", "Other illnesses"), ("%k", "%k (from GP letter)")),
    (("Regular medication", "Drugs"), ("%g",)),
    (
        ("Treatment today", "Current treatment"),
        (
            "{reg}, cycle {cyc} given today | reg has_indication c",
            "{chemo}, {reg} cycle {cyc} | reg has_indication c, chemo has_indication c",
        ),
    ),
    (
        ("Staging investigations", "Imaging before treatment"),
        (
            "{i} ({it}): {n=Negation:no} %ix!neg | n negation_modifies ix*",
            "{i}: %ih | i has_finding ih*",
            "{i}, {it}",
        ),
    ),
    (
        ("Complications within 30 days", "Morbidity", "Adverse events"),
        (
            "%h",
            "{tr} ({trt})",
            "{n=Negation:No} {x=Condition!neg!d:wound infection} {fine}, "
            "{n2=Negation:no} {y=Condition!neg!d:DVT}",
            "nil {fine}",
        ),
    ),
    (
        ("Evidence of recurrence", "Relapse"),
        (
            "{n=Negation:No} {x=Condition!neg!d:recurrence} {clear}",
            "none {clear}",
            "{n=Negation:Nil evidence of} {x=Condition!neg!d:recurrence} {clear}",
        ),
    ),
    (("Performance status", "WHO PS"), ("{ps}",)),
    (("Family history", "FH"), ("{fam!fam} ({aunt})",)),
    (("Discussed at MDT", "MDT"), ("Y", "Yes", "yes, documented")),
    (("Information given to patient", "Informed of diagnosis"), ("Yes, with {companion}", "Y")),
    (
        ("Planned next", "Plan recorded"),
        ("{nop!hyp}", "{nreg!hyp}", "{nrt!hyp}", "%invs!hyp", "follow-up"),
    ),
)
COMMENTS = (
    "Letter to GP within 5 days: yes. {b=Investigation:Bloods} before treatment {r=Result:normal}. "
    "| b has_finding r",
    "{She} was seen within [two weeks|the target] of referral with %pres.",
    "[Delay of a week because|Notes incomplete:] {i} [was reported late|not filed].",
    "{n=Negation:No} {x=Condition!neg!d:DVT} or {y=Condition!neg!d:PE} {fine}; "
    "{z=Drug-or-device:heparin} charted. | n negation_modifies x, n negation_modifies y",
    "{She} was offered {i} and {op} according to guideline.",
    "Consent form mentions {x=Condition!unrel!d:bleeding}, {y=Condition!unrel!d:infection} and "
    "{z=Condition!unrel!d:thrombosis}.",
    "Antiemetics: {x=Drug-or-device:ondansetron} and {y=Drug-or-device:dexamethasone} prescribed.",
)
