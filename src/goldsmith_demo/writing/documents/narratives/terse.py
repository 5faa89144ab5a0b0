"""Phrases of case notes: telegraphic, with the abbreviations of the wards."""

from __future__ import annotations

WHO = (
    "{age}{mf}, {c}, @c, {tnm}.",
    "{age} yr old {job}. Known {c} @c.",
    "Bg {c} @c[, {stage}|].",
    "{age}{mf}, {c}; {op} {opt}. | op has_indication c",
    "Known to {consultant}: {c} @c, s/p {op}. | op has_indication c",
    "{c} - {op} {opt}, {oldreg} x {oldcyc}. | op has_indication c, oldreg has_indication c",
    "Hx {c} {tnm}. On {oldreg}, last given {oldcyclet}. | oldreg has_indication c",
    "{age}{mf}, {job}. {n=Negation:?}{u!poss:ca}.",
    "{age} yrs, {n=Negation:?}{u!poss:malignancy}. Under {surgeon}.",
    "{age} yr old {job}, {n=Negation:query} {u!poss:ca}.",
    "{c}[, {stage}|][, {oldreg} to date|]. | oldreg has_indication c",
    "{age} yo {job} with {c}[, {tnm}|].",
)
WHY: dict[str, tuple[str, ...]] = {
    "chemotherapy": (
        "C{cyc} {reg} today. | reg has_indication c",
        "Day 1 C{cyc} {reg}. | reg has_indication c",
        "Pre-{chemo} review, cycle {cyc}. | chemo has_indication c",
        "£Attends DCU for {reg} #{cyc}. | reg has_indication c",
        "$Here for {reg} #{cyc}. | reg has_indication c",
        "{chemo} continues: {reg}, cycle {cyc}. | reg has_indication c, chemo has_indication c",
    ),
    "radiotherapy": (
        "On-treatment R/V, {what} to @what. | what has_indication why",
        "{what} - halfway. | what has_indication why",
        "RT review clinic. {what} for {why}. | what has_indication why",
    ),
    "operation": (
        "Day 1 post {what}. | what has_indication c",
        "Post-op WR. {what} {day}. | what has_indication c",
        "S/B {surgeon}. Post {what}, recovering. | what has_indication c",
    ),
    "complication": (
        "Asked to see: {what}.",
        "Phoned helpline, told to attend. {n=Negation:?}{what!poss}.",
        "£Adm via AAU, {n=Negation:?}{what!poss}.",
        "$Admitted from ED, {n=Negation:?}{what!poss}.",
        "Unwell. Imp {what}.",
    ),
    "presentation": (
        "New [patient|referral], seen with {companion}.",
        "£2WW clinic.",
        "New pt visit.",
        "First visit.",
        "Sent up by own doctor.",
        "Referred urgently.",
    ),
    "recurrence": (
        "{i} {it}: {what}. | i has_finding what",
        "Results given. {what}.",
        "Unfort. {what} now.",
    ),
    "death": (
        "Called to verify death. No {x=Investigation:pulse}, no resp effort, {l=Locus:pupils} "
        "{r=Result:fixed and dilated}.",
        "RIP {day}. Family present.",
        "Patient died {day}. {companion} informed.",
    ),
    "": ("Routine FU.", "Clinic R/V.", "Seen with {companion}.", "OPD.", "WR, {consultant}."),
}
SETBACK = (
    "{tr} {trt}, Rx %trd. | trd* has_indication tr",
    "Recent {tr} ({trt}).",
    "H/o {tr} {trt}.",
    "{tr} last cycle, had %trd. | trd* has_indication tr",
)
COMPLAINT = (
    "C/o %s.",
    "PC %s.",
    "%s.",
    "HPC: %s.",
    "Main issue %s.",
    "Reports %s.",
    "%s since last wk.",
)
DENIES = (
    "{n=Negation:No} %d!neg. | n negation_modifies d*",
    "{n=Negation:Denies} %d!neg. | n negation_modifies d*",
    "{n=Negation:Nil} %d!neg. | n negation_modifies d*",
    "{n=Negation:Ø} %d!neg. | n negation_modifies d*",
)
FINE = (
    "Feels well.",
    "Well in self.",
    "E&D ok.",
    "Mobile.",
    "Eating, sleeping ok.",
    "Bit flat today.",
)
PAST = ("PMH %k.", "PMHx: %k.", "H/o %k.", "Also %k.", "Co-morbs: %k.")
DRUGS = ("DH %g.", "Meds: %g.", "Rx %g.", "On %g.", "Usual meds %g.")
ALLERGY = ("Allergic %allergy.", "NB %allergy allergy.", "Allergies: %allergy.")
FAMILY = ("FH {aunt} {fam!fam}.", "FHx: {fam!fam} ({aunt}).")
NO_ALLERGY = ("NKDA.",)
EXAM = (
    "looks well, {t} {tr}, {h} {hr}, {b} {br}. | t has_finding tr, h has_finding hr, b "
    "has_finding br",
    "{h} {hr}, {b} {br}, {s} {sr}. | h has_finding hr, b has_finding br, s has_finding sr",
    "{t} {tr}, {b} {br}, {s} {sr} RA. | t has_finding tr, b has_finding br, s has_finding sr",
    "obs stable, {b} {br}. | b has_finding br",
    "{w} {wr}, {b} {br}. | w has_finding wr, b has_finding br",
)
PIECES = (
    (
        "{l=Locus:Chest} [clear|{r=Result:clear}].",
        ("lung", "pneumo", "effusion", "chest", "copd", "breath"),
    ),
    (
        "{l=Locus:Abdo} SNT[, {n=Negation:no} {x=Condition!neg!s:ascites}|]. | x has_location l",
        ("abdo", "ascit", "liver", "bowel", "ileus", "perit", "pancrea"),
    ),
    (
        "AE good {s=Laterality:L} + {t=Laterality:R} {u=Sub-location:lower} {b=Locus:zones}. "
        "| s laterality_modifies b, t laterality_modifies b",
        ("lung", "pneumo", "effusion", "chest", "copd", "breath"),
    ),
    (
        "{e=Investigation:Palp} {s=Laterality:R} {u=Sub-location:upper} {l=Locus:quadrant} ok. "
        "| e has_target l",
        ("abdo", "ascit", "liver", "bowel", "ileus", "perit", "pancrea", "gall"),
    ),
    (
        "{l=Locus:Neck}/{a=Locus:axillae}/{g=Locus:groins} clear.",
        ("nod", "lymph", "axill", "neck"),
    ),
    (
        "{l=Locus:Spine} ok, {e=Investigation:power} {u=Sub-location:lower} {m=Locus:limbs} "
        "{r=Result:5/5}. | e has_finding r, e has_target m",
        ("back", "bone", "bony", "spin", "cord", "lytic", "weak"),
    ),
    ("{n=Negation:No} {x=Condition!neg!s:lymphadenopathy}.", ("nod", "lymph", "axill", "neck")),
    (
        "{l=Locus:Calves} soft[, {n=Negation:no} {x=Condition!neg!s:oedema}|]. | x has_location l",
        ("leg", "dvt", "thromb", "swell", "oedema"),
    ),
    (
        "{n=Negation:Not} {y=Condition!neg!s:jaundiced}.",
        ("anaem", "anem", "jaund", "biliary", "cholang"),
    ),
    ("{q=Investigation:HS} {r=Result:I+II+0}. | q has_finding r", ("fibrill", "heart")),
    ("{l=Locus:Mouth} clean.", ("mouth", "mucos")),
    ("{n=Negation:No} {x=Condition!neg!s:hepatomegaly}.", ("liver", "hepat")),
    (
        "{q=Investigation:Neuro} grossly {r=Result:intact}. | q has_finding r",
        ("neuro", "brain", "cord", "weak"),
    ),
)
COUNTS = (
    "{h} {hr}, {n} {nr}, {p} {pr} | h has_finding hr, n has_finding nr, p has_finding pr",
    "{h} {hr} {n} {nr} {p} {pr} | h has_finding hr, n has_finding nr, p has_finding pr",
    "{n} {nr}, {p} {pr}, {u=Investigation:U&E} {ur=Result:NAD} "
    "| n has_finding nr, p has_finding pr, u has_finding ur",
    "{h} {hr}, {l=Investigation:LFTs} {lr=Result:N}, {u=Investigation:U&Es} {ur=Result:N} "
    "| h has_finding hr, l has_finding lr, u has_finding ur",
)
LOOKED = (
    "{i} {it}: %ih | i has_finding ih*",
    "{i} {it}: {n=Negation:no} %ix!neg | n negation_modifies ix*",
    "{i} ({it}) {n=Negation:no evidence of} %ix!neg | n negation_modifies ix*",
    "{i} - %ih, {n=Negation:no} %ix!neg | i has_finding ih*, n negation_modifies ix*",
    "{i} {it}: {ic}, @ic | i has_finding ic",
    "{i} {it}: [{isz} |]{ic} | i has_finding ic, i has_finding isz",
    "{i} {it}: {ic}, {n=Negation:no} %ix!neg | i has_finding ic, n negation_modifies ix*",
    "{i} {it}: {ic}, %ih | i has_finding ic, i has_finding ih*",
)
IMPRESSION: dict[str, tuple[str, ...]] = {
    "presentation": (
        "{n=Negation:?}{u!poss:malignancy}",
        "{n=Negation:?}{u!poss:ca} until proven otherwise",
        "{n=Negation:suspicious of} {u!poss:cancer}",
    ),
    "complication": ("{what}", "{what}, [day 1|improving]", "{what} on background of {c}"),
    "chemotherapy": ("fit for C{cyc}", "tolerating {reg}", "ok to proceed"),
    "recurrence": ("{what}", "relapsed {c}, {what}", "{what}, needs rediscussion"),
    "follow_up": (
        "{n=Negation:no evidence of} {x=Condition!neg!d:recurrence} {clear}",
        "{n=Negation:no} {x=Condition!neg!d:relapse} {clear}",
        "well {clear}, {n=Negation:no} {x=Condition!neg!d:disease}",
        "doing well after {op} | op has_indication c",
        "{c} in remission {clear}",
        "stable on {drug} | drug has_indication c",
    ),
    "palliative": ("deteriorating, {c}", "EOL care, {c}", "{c} progressing"),
    "": ("stable", "{c}, stable", "as above"),
}
TREATED = (
    "%drugs [started|given|prescribed] | drugs* has_indication what",
    "[start|commence|continue] %drugs | drugs* has_indication what",
    "%drugs for {what} | drugs* has_indication what",
)
PLAN_ALWAYS = (
    "£OPA [4/52|6/52|3/12]",
    "$RTC [4 wks|6 wks|3 mo]",
    "£Letter to GP",
    "$Letter to PCP",
    "D/w {consultant}",
    "£R/V by CNS",
    "$RN to follow up by phone",
    "{companion} updated",
    "{b=Investigation!hyp:Bloods} [today|next visit]",
    "Home [today|if {b=Investigation!hyp:obs} ok]",
    "{x=Investigation!hyp:FBC}, {y=Investigation!hyp:U&E}, {z=Investigation!hyp:LFT} before "
    "next visit",
    "Safety-netted re {x=Condition!hyp!s:fever}, {y=Condition!hyp!s:rigors}",
    "Call if {x=Condition!hyp!s:SOB} or {y=Condition!hyp!s:pain}",
)
PLAN = (
    "%invs!hyp requested",
    "book %invs!hyp",
    "for {nop!hyp} ({surgeon})",
    "£TCI for {nop!hyp}",
    "£C{ncyc} {nreg!hyp} in 3/52",
    "$C{ncyc} {nreg!hyp} in 3 wks",
    "continue {nreg!hyp}",
    "refer for {nrt!hyp}",
    "cont {drug} | drug has_indication c",
    "£{m=Drug-or-device:paracetamol} 1 g qds prn for {p=Condition!hyp!s:pain} | m has_indication p",
    "${m=Drug-or-device:acetaminophen} 650 mg q6h prn {p=Condition!hyp!s:pain} "
    "| m has_indication p",
    "{m=Drug-or-device:ondansetron} 8 mg bd prn for {p=Condition!hyp!s:nausea} "
    "| m has_indication p",
    "{x=Intervention!hyp:transfuse} if {b=Investigation!hyp:Hb} drops",
    "d/w pt: {nop!hyp:surgery} to @nop",
    "£{m=Drug-or-device:senna} for {p=Condition!hyp!s:constipation} {inpt} | m has_indication p",
    "{m=Drug-or-device:lactulose} 15 ml bd {inpt}",
    "{m=Drug-or-device:dalteparin} 5000 u sc od {inpt}",
    "{x=Investigation!hyp:Cultures} if spikes, obs 4 hrly {inpt}",
    "{x=Intervention!hyp:Physio} after {op}",
    "{x=Intervention!hyp:physio} {inpt}",
    "dietitian to see {inpt}",
    "{x=Intervention!hyp:dietary advice} re {p=Condition!hyp!s:weight loss} | x has_indication p",
    "{m=Drug-or-device!hyp:senna} 2 nocte prn if {p=Condition!hyp!s:constipated} | m "
    "has_indication p",
    "ex advice given",
    "for {nmdt}",
    "%plan!hyp | plan* has_indication c",
    "copy to {surgeon}",
    "{x=Intervention!hyp:dressing} change alt days {inpt}",
    "chase {x=Investigation!hyp:histology} {inpt}",
    "rpt {x=Investigation!hyp:CT} if {p=Condition!hyp!s:symptoms} persist | x has_indication p",
)
