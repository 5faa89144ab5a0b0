"""Phrases of letters between doctors, by what they say."""

from __future__ import annotations

BACKGROUND = (
    "[As you know,|You will recall that] {she} had a(n) {op} {opt!at} for {c} of the @c. "
    "| op has_indication c",
    "{Her} {c}, of the @c, was treated with {op} {opt!at}[ and later {oldreg}|]. "
    "| op has_indication c, oldreg has_indication c",
    "By way of background, {she} has [a(n) |]{c} of the @c[, staged as {tnm}|].",
    "{She} was diagnosed with {c} {ct!at}[; {c!it} was {stage}|].",
    "The [original|] {c} was {size} across and {grade}[, {tnm}|].",
    "{She} has already had {op} and {rt}. | op has_indication c, rt has_indication c",
    "To recap: {c}[, {tnm}|], {op} {opt!at}. | op has_indication c",
    "{She} completed {rt} {rtt!at}. | rt has_indication c",
    "{She} has so far had {oldcyc} cycles of {oldreg} for {her} {c}. | oldreg has_indication c",
    "^{She} came to us with [a(n) |]{c} of the @c, which proved to be {stage}.",
    "~Bg: {c} @c, {tnm}.",
    "The stage at diagnosis was {tnm} ({stage}).",
    "{Her} [underlying|] diagnosis is {stage} {c}[, {tnm}|].",
    "{She} has been under our care with {c} since {ct}.",
    "The [underlying|main] illness is {c} of the @c[, diagnosed {ct!at}|].",
    "{She} has had {op} and {oldreg}[ for {her} {c}|]. "
    "| op has_indication c, oldreg has_indication c",
    "{Her} treatment so far has been {op} ({opt})[ and {rt}|]. "
    "| op has_indication c, rt has_indication c",
    "{She} had {oldreg} [first|earlier], the last of it {oldcyclet!at}. | oldreg has_indication c",
)

SYMPTOMS = (
    "{Her} [main|chief|principal] [complaint|problem] is %s.",
    "{She} [complains of|mentions|describes|is troubled by] %s.",
    "{She} has [noticed|been having|had] %s [recently|of late|since the last visit].",
    "The only [trouble|difficulty] [is|{she} reports is] %s.",
    "There is [also|] %s[, which {she} puts down to the weather|, though {she} makes light of "
    "it|].",
    "~C/o %s.",
    "^{She} confesses to %s, but makes little of it.",
    "On [direct|] questioning {she} admits to %s.",
    "{She} has been [bothered|plagued|held back] by %s.",
    "We [spoke about|discussed] {her} %s[, which {she} finds wearing|].",
)

ONSET = (
    "{first!the} began {since!at}.",
    "This has been going on for [about|some|] {long_ago}.",
    "{She} first noticed the {first} {since!at}.",
    "The history goes back [about|some|] {long_ago}.",
    "^{She} had borne {first!the} in silence for {long_ago}.",
    "~Duration [approx|about|] {long_ago}.",
    "{She} had put up with {first!it} for {long_ago} before telling anybody.",
    "At first {she} thought nothing of the {first}, which started {since!at}.",
)

DENIES = (
    "{She} {n=Negation:denies} %d!neg. | n negation_modifies d*",
    "{She} has had {n=Negation:no} %d!neg. | n negation_modifies d*",
    "{n=Negation:No} %d!neg. | n negation_modifies d*",
    "{She} has had {n=Negation:no} %d!neg [to speak of|at all|since I last wrote|]. "
    "| n negation_modifies d*",
    "{She} is [sleeping and eating well|eating normally], {n=Negation:without} %d!neg. "
    "| n negation_modifies d*",
    "~{n=Negation:Nil} %d!neg. | n negation_modifies d*",
    "^{She} is {n=Negation:free of} %d!neg. | n negation_modifies d*",
    "{She} [has|reports] {n=Negation:no} %d!neg. | n negation_modifies d*",
    "I asked [specifically|] about %d!neg, and {she} had {n=Negation:none}. | n "
    "negation_modifies d*",
    "There is {n=Negation:nothing to suggest} %d!neg. | n negation_modifies d*",
)

WELL = (
    "{She} feels [well|very well|well in {herself}] and is [back to|enjoying] [{her} "
    "garden|gardening|walking the dog|{her} grandchildren].",
    "{She} [has kept|keeps] [well|reasonably well].",
    "{Her} appetite is [good|fair] and {she} is sleeping[ better|].",
    "{Her} {w=Investigation:weight} is {steady} and {she} is [active|independent]. "
    "| w has_finding steady",
    "{Her} {w=Investigation:performance status} is {ps}. | w has_finding ps",
    "~{w=Investigation:PS} {ps}. | w has_finding ps",
    "{She} is [managing at home|getting about] with help from {her} {companion}.",
    "{She} [tells me|says] that {she} has [more energy|been out most days] [of late|since the "
    "spring|now].",
    "[Life at home|Everything] is [back to normal|going on much as before].",
    "{She} and {her} {companion} have [been away|had a week by the sea] and came back refreshed.",
    "{She} is [eating properly|sleeping through the night] [again|at last].",
)

BEARING = (
    "{Her} appetite is [good|fair] and {she} is sleeping[ better|].",
    "{Her} {w=Investigation:weight} is {steady}. | w has_finding steady",
    "{Her} {w=Investigation:performance status} is {ps}. | w has_finding ps",
    "~{w=Investigation:PS} {ps}. | w has_finding ps",
    "{She} is [managing at home|getting about] with help from {her} {companion}.",
    "[So far|In {herself}] {she} [feels|is] [well enough|reasonably well].",
    "{She} is [eating|sleeping] [well|better than before].",
    "{She} is up and about, and [keen to get on|in reasonable heart].",
)

COMPLICATION = (
    "{She} was treated with %drugs [with good effect|and has improved|and is mending]. "
    "| drugs* has_indication what",
    "We started %drugs for {what!the}, which is [settling|improving]. | drugs* has_indication what",
    "I have [started|given] %drugs. | drugs* has_indication what",
    "^Happily {what!the} has yielded to %drugs. | drugs* has_indication what",
    "~Rx %drugs. | drugs* has_indication what",
    "{what!it} [was picked up|came to light] [early|within hours], and [was treated|we "
    "treated it] with "
    "%drugs. | drugs* has_indication what",
)

PAST = (
    "{She} has [a past history of|also got|a background of] %k.",
    "[Past|Previous] medical history [includes|is of] %k.",
    "Otherwise {her} health has been [good|reasonable], apart from %k.",
    "^{She} suffers from %k.",
    "Of {her} other conditions I would mention %k.",
    "~PMH: %k.",
    "[Other problems|Other conditions] [noted|on record]: %k.",
    "{She} is also [known to have|treated for] %k.",
    "There is a history of %k.",
)

DRUGS = (
    "{She} [takes|is taking|remains on] %g[ regularly|].",
    "{Her} [current|usual|regular] medication is %g.",
    "~DH: %g.",
    "[Medication:|Current drugs:] %g.",
    "{She} is on %g[, all unchanged|].",
    "^{Her} present treatment consists of %g.",
)

RELIEVED = (
    "{She} [has|takes|is on] <g>.",
    "We have [started|prescribed] <g>.",
    "{Her} comfort is looked after with <g>.",
    "I have [asked for|written up] <g>.",
    "~Rx <g>.",
)

ALLERGY = (
    "{She} is allergic to %allergy.",
    "[Of note,|Please note that] {she} [reacts|is sensitive] to %allergy.",
    "~Allergies: %allergy.",
    "{She} [should not|must not] have %allergy [again|because of a previous reaction].",
)

FAMILY = (
    "{Her} {aunt} [had|was treated for|died of] {famc!fam}.",
    "There is a family history of {fam!fam} [in {her} {aunt}|({aunt})].",
    "~FH: {aunt}, {fam!fam}.",
    "^{Her} {aunt} succumbed to {famc!fam}.",
    "{She} is [worried|mindful] because {her} {aunt} had {famc!fam}.",
    "Family history: {fam!fam} in {her} {aunt}.",
)

SOCIAL = (
    "{She} [lives|is at home] with {her} {companion}.",
    "{She} is a(n) {job}. [Smoking history|Smoking|Tobacco]: {smokes}.",
    "At home there is {her} {companion}; {she} is a(n) {job}.",
    "{She} lives with {her} {companion} and is independent.",
    "Socially, {she} is a(n) {job} who lives with {her} {companion}.",
    "~{job}, {smokes}.",
    "[Smoking history|Smoking|Tobacco|As to smoking]: {smokes}.",
)

LOOKED = (
    "{Her} {i} {it!at} [showed|demonstrated|revealed] a(n) [{isz} |]{ic} [in|of] the @ic. "
    "| i has_finding ic, i has_finding isz",
    "{Her} {scan} {it!at} [confirmed|showed] {ic:disease} in the @ic. | scan has_finding ic",
    "{scan} {it!at} had [shown|found] the {ic:tumour} in the @ic[ and %ih|]. "
    "| scan has_finding ic, scan has_finding ih*",
    "The {ic:lesion} [was|is] visible on {scan}[ ({it})|][, with %ih|]. "
    "| scan has_finding ic, scan has_finding ih*",
    "{scan} {it!at} [outlined|brought out] the {ic:tumour} in the @ic[, {isz} across|]. "
    "| scan has_finding ic, scan has_finding isz",
    "What {scan} [showed|had shown] {it!at} was [a(n) |]{ic} of the @ic. | scan has_finding ic",
    "{She} [went|came] for {i} {it!at}, and %ih [came to light|turned up]. | i has_finding ih*",
    "{stg} {it!at} was asked for because of {c}, and showed %ih. "
    "| stg has_finding ih*, stg has_indication c",
    "The {stg} {it!at} was done to stage the {c}[; it showed %ih|]. "
    "| stg has_indication c, stg has_finding ih*",
    "{scan} {it!at} picked up the {ic:lesion}[, {isz} across|], but {n=Negation:no} %ix!neg. "
    "| scan has_finding ic, scan has_finding isz, n negation_modifies ix*",
    "As to {scan}, the {ic:primary} [measures {isz}|is seen] and there is {n=Negation:no} %ix!neg. "
    "| scan has_finding ic, scan has_finding isz, n negation_modifies ix*",
    "The {tissue} {it!at} [came back as|proved to be|showed] {ic}. | tissue has_finding ic",
    "{ic} was [proven|confirmed] by {tissue} {it!at}. | tissue has_finding ic",
    "{tissue} of the @tissue [confirmed|established] the diagnosis of {ic}. | tissue "
    "has_finding ic",
    "We have a tissue diagnosis of {ic} from the {tissue} {it!at}. | tissue has_finding ic",
    "~{i} {it}: [{isz} |]{ic} @ic. | i has_finding ic, i has_finding isz",
    "^The {i} bore out what we feared, a(n) {ic}. | i has_finding ic",
    "{i} ({it}) [showed|shows] %ih. | i has_finding ih*",
    "{Her} {i} {it!at} [reported|showed] %ih. | i has_finding ih*",
    "On {i} there [was|is] {n=Negation:no evidence of} %ix!neg. | n negation_modifies ix*",
    "The {i} {it!at} [showed|was reported as showing] {n=Negation:no} %ix!neg. "
    "| n negation_modifies ix*",
    "{i} has {n=Negation:ruled out} %ix!neg. | n negation_modifies ix*",
    "{clean} [of {it}|{it!at}]: {r=Result:clear}. | clean has_finding r",
    "~{i} {it}: {n=Negation:no} %ix!neg. | n negation_modifies ix*",
    "~{i} {it}: %ih. | i has_finding ih*",
    "The {i} shows %ih but {n=Negation:no} %ix!neg. | i has_finding ih*, n negation_modifies ix*",
    "I have looked at the {i} again: %ih. | i has_finding ih*",
    "The last {clean}[, {it!at},|] was [{r=Result:satisfactory}|{r=Result:clear}], with "
    "{n=Negation:no} %ix!neg. | n negation_modifies ix*, clean has_finding r",
    "{clean} {it!at} was [{r=Result:normal}|{r=Result:reassuring}|{r=Result:clear}]. "
    "| clean has_finding r",
    "I have [seen|been through] the {clean} {it!at} and {clean:it} is {r=Result:satisfactory}. "
    "| clean has_finding r",
    "[Happily|I am glad to say that] {her} {clean} {it!at} was {r=Result:clear}. "
    "| clean has_finding r",
    "{it!at} {she} had a(n) {i}, which [showed|found] %ih. | i has_finding ih*",
)

SYMPTOMS_BEFORE = (
    "In the last [weeks|days] {she} had [suffered from|been troubled by] %s.",
    "{Her} %s [had become|was] [hard to control|the main difficulty] towards the end.",
    "{She} had been [bedbound|in bed] for some days, with %s.",
    "[Latterly|Towards the end] {she} [had|developed] %s.",
)
