"""Phrases for what comes next: plans, warnings, requests, and how letters end."""

from __future__ import annotations

NEXT = (
    "The plan is [now|] for {nop!hyp}. | nop has_indication c",
    "I have [listed|booked] {hers} for {nop!hyp}, [which should happen within the next month|and a "
    "bed has been found]. | nop has_indication c",
    "{surgeon} will [carry out|perform] a(n) {nop!hyp}. | nop has_indication c",
    "We [recommended|advised] {nop!hyp}, [to which {she} has agreed|and {she} is keen to go "
    "ahead]. "
    "| nop has_indication c",
    "[We shall|The intention is to] [go on|proceed] to cycle {ncyc} of {nreg!hyp}. "
    "| nreg has_indication c",
    "{She} is [booked|due] for {her} {nnth} cycle of {nreg!hyp} [next|shortly]. "
    "| nreg has_indication c",
    "[I have offered {hers}|{She} has consented to] {nchemo!hyp} with {nreg!hyp}. "
    "| nchemo has_indication c, nreg has_indication c",
    "We have [suggested|planned|agreed on] {nchemo!hyp}, and {she} will start {nreg!hyp} as "
    "soon as "
    "[possible|the line is in]. | nchemo has_indication c, nreg has_indication c",
    "Next comes {nchemo!hyp}: cycle {ncyc} of {nreg!hyp}. "
    "| nchemo has_indication c, nreg has_indication c",
    "The MDT [advised|recommended] %plan!hyp. | plan* has_indication c",
    "{She} will be offered %plan!hyp. | plan* has_indication c",
    "We [propose|intend] %plan!hyp[, to begin next month|]. | plan* has_indication c",
    "We will [continue|carry on] with {nreg!hyp} [at full dose|as planned]. | nreg "
    "has_indication c",
    "{She} will [now|then] [have|need|go on to] {nrt!hyp} to the @nrt. | nrt has_indication c",
    "A planning {ct=Investigation!hyp:CT} for {nrt!hyp} [has been arranged|is booked]. "
    "| nrt has_indication c",
    "I have [requested|arranged|asked for] %invs!hyp[ and will write again with the result|]. "
    "| invs* has_indication c",
    "%invs!hyp [will be done|will follow] [before {she} is seen again|in the meantime|shortly].",
    "{She} [now|] needs %invs!hyp[, which we have booked|]. | invs* has_indication c",
    "The next step is %invs!hyp. | invs* has_indication c",
    "^I propose to obtain %invs!hyp before going further.",
    "~Plan: %invs!hyp, then review.",
    "~For {nop!hyp}. | nop has_indication c",
    "~Proceed C{ncyc} {nreg!hyp}. | nreg has_indication c",
    "{Her} case will be [discussed at|brought to] the {nmdt}[ next week|].",
    "We shall [discuss|go over] {hers} at the {nmdt} and I will write again [then|afterwards].",
)

STAY = (
    "I have [not changed {her} treatment|left {her} treatment as it is].",
    "{She} [remains|stays] on {drug} for {her} {c}. | drug has_indication c",
    "{She} should [continue|carry on with] {drug}. | drug has_indication c",
    "{drug} [goes on|continues] as before. | drug has_indication c",
    "A further {ct=Investigation!hyp:scan} will be [done|arranged] [in six months|before the next "
    "visit].",
    "I have [checked|repeated] {her} [{b=Investigation:blood count}|{b=Investigation:bloods}] "
    "and will write only if there is anything amiss.",
    "{She} needs no [further|more] [{x=Intervention!hyp:treatment}|{x=Intervention!hyp:surgery}|"
    "{x=Intervention!hyp:chemotherapy}] {now}.",
    "There is [no call|no case] for [more|further] [{x=Intervention!hyp:chemotherapy}|"
    "{x=Intervention!hyp:treatment}] {now}.",
    "[We shall|I shall|The plan is to] keep [{x=Intervention!hyp:further treatment}|"
    "{x=Intervention!hyp:further chemotherapy}] in reserve {now}.",
    "In {later} we shall [repeat the|do a(n)] {ct=Investigation!hyp:CT} of the {l=Locus:chest} and "
    "{m=Locus:abdomen}. | ct has_target l, ct has_target m",
)
BACK = (
    "We will [see|review] {hers} [again|] in {later}.",
    "{She} will [come back|be seen again] in {later}.",
    "^I shall see {hers} again in due course.",
    "~OPA {later}.",
    "~R/V {later} with [{ct=Investigation!hyp:CT}|{b=Investigation!hyp:bloods}].",
    "The next appointment is in {later}[, sooner if need be|].",
    "I have given {hers} [an appointment|a date] in {later}.",
)

ADVICE: dict[str, tuple[str, ...]] = {
    "chemotherapy": (
        "{She} knows to ring [us|the helpline] [at once|straight away] if {she} [develops|has] "
        "a {f=Condition!hyp!s:temperature} or {g=Condition!hyp!s:rigors}.",
        "I have [explained|gone over] the side effects, in particular "
        "{a=Condition!unrel!s:nausea}, "
        "{b=Condition!unrel!d:hair loss} and {d=Condition!unrel!d:infection}.",
        "Should {she} [get|run] a {f=Condition!hyp!s:fever}, please send {hers} [up|in] without "
        "waiting for {b=Investigation!hyp:bloods}.",
        "{She} has {o=Drug-or-device:ondansetron} at home in case of {a=Condition!hyp!s:sickness}. "
        "| o has_indication a",
        "[We discussed|I warned {hers} about] {a=Condition!unrel!d:neutropenic sepsis}, "
        "{b=Condition!unrel!s:fatigue} and {d=Condition!unrel!d:mucositis}.",
        "~Warned re {a=Condition!unrel!d:neutropenia}, {b=Condition!unrel!s:N&V}.",
    ),
    "radiotherapy": (
        "[The usual late effects were explained|I explained the late effects], namely "
        "{a=Condition!unrel!d:fibrosis} and {b=Condition!unrel!s:stiffness}.",
        "The {a=Condition!unrel!d:skin reaction} [usually|generally] fades within a few weeks; "
        "{e=Drug-or-device:aqueous cream} helps. | e has_indication a",
        "If the {l=Locus:skin} {b=Condition!hyp!s:breaks down} our nurses will be glad to see "
        "{hers}. "
        "| b has_location l",
        "{She} was warned that {a=Condition!unrel!s:tiredness} may come on after the end of "
        "treatment.",
    ),
    "operation": (
        "[I have explained the risks of|We talked about] {a=Condition!unrel!d:bleeding}, "
        "{b=Condition!unrel!d:infection} and {d=Condition!unrel!d:thrombosis}.",
        "If the {l=Locus:wound} becomes {a=Condition!hyp!s:red} or {b=Condition!hyp!s:discharges}, "
        "[please|do] let us know. | a has_location l, b has_location l",
        "{She} is to avoid heavy lifting for six weeks.",
        "Please [watch out|be on the lookout] for {a=Condition!hyp!d:wound infection}.",
    ),
    "diagnosis": (
        "{She} has the number of our nurse specialist[ and a booklet|].",
        "Should there be {a=Condition!hyp!s:pain} before then, please ring my secretary.",
        "I have told {hers} what {x=Intervention!hyp:treatment} is likely to involve.",
        "We talked in a general way about {x=Intervention!hyp:surgery}, "
        "{y=Intervention!hyp:chemotherapy} and {z=Intervention!hyp:radiotherapy}.",
        "If {she} [loses more ground|becomes unwell] meanwhile I would be glad of a call.",
        "{o=Drug-or-device!hyp:Paracetamol} will do for any {a=Condition!hyp!s:pain} in the "
        "meantime. | o has_indication a",
    ),
    "palliative": (
        "{o=Drug-or-device!hyp:Morphine} can be stepped up if {a=Condition!hyp!s:pain} breaks "
        "through. | o has_indication a",
        "For {a=Condition!hyp!s:nausea} I would turn to {o=Drug-or-device!hyp:cyclizine}. "
        "| o has_indication a",
        "A {p=Drug-or-device!hyp:syringe driver} can be set up at home when swallowing becomes "
        "difficult.",
        "If {a=Condition!hyp!s:confusion} or {b=Condition!hyp!s:vomiting} sets in, please let the "
        "palliative care team know.",
        "{She} would prefer to stay at home, and {x=Intervention!hyp:hospice care} is there as a "
        "fallback.",
    ),
    "": (
        "I would be grateful if you would [let me know|send {hers} back] if {she} [develops|gets] "
        "{a=Condition!hyp!s:[back pain|weight loss|a cough]}.",
        "Should {she} [develop|complain of] {a=Condition!hyp!s:bone pain} or "
        "{b=Condition!hyp!s:breathlessness}, I would be glad to see {hers} sooner.",
        "If {a=Condition!hyp!s:[headache|bone pain|abdominal pain]} persists we would "
        "{ct=Investigation!hyp:scan} {hers} earlier. | ct has_indication a",
        "{She} [knows|is aware] that {she} can ring our nurse specialist [at any time|if worried].",
        "^Do not hesitate to return {hers} to me should anything untoward arise.",
        "Please [be on your guard|look out] for {a=Condition!hyp!s:back pain} or "
        "{b=Condition!hyp!s:limb weakness}, which would need an urgent {ct=Investigation!hyp:MRI} "
        "of the {l=Locus:spine}. "
        "| ct has_indication a, ct has_indication b, ct has_target l",
        "I have asked {hers} to [report|tell you of] any {a=Condition!hyp!s:lump}, "
        "{b=Condition!hyp!s:weight loss} or {d=Condition!hyp!s:bone pain}.",
        "If {her} {l=Locus:leg} {a=Condition!hyp!s:swells} please think of "
        "{b=Condition!hyp!d:DVT}. | a has_location l, b has_location l",
        "A {a=Condition!hyp!s:cough} that [lasts|does not clear] [should be followed up with|calls "
        "for] a "
        "{ct=Investigation!hyp:{l=Locus:chest} X-ray}. | ct has_indication a, ct has_target l",
        "^I need hardly say that {a=Condition!hyp!s:jaundice} or {b=Condition!hyp!s:headache} "
        "would worry me.",
        "~Low threshold for {ct=Investigation!hyp:scan} if {a=Condition!hyp!s:bone pain} or "
        "{b=Condition!hyp!s:weight loss}. | ct has_indication a, ct has_indication b",
        "{She} has been told which {a=Condition!hyp!s:symptoms} to report and whom to ring.",
        "All is well {clear}, but any {a=Condition!hyp!d:recurrence} is likeliest in the first two "
        "years, which is why we see {hers} often.",
    ),
}
ADVICE["recurrence"] = ADVICE["mdt"] = ADVICE["presentation"] = ADVICE["diagnosis"]

REQUEST = (
    "A {x=Intervention!hyp:blood transfusion} can be arranged through the day unit if {her} "
    "{b=Investigation:haemoglobin} [drops|falls].",
    "{She} might [profit|benefit] from {x=Intervention!hyp:physiotherapy}[, if you can get it "
    "locally|].",
    "{She} should have {her} {x=Intervention!hyp:flu vaccination} as usual.",
    "Please avoid {m=Drug-or-device!hyp:NSAIDs} for the time being.",
    "[Could you supply|Please could {she} have|Would you provide] "
    "{m=Drug-or-device!hyp:[metoclopramide|domperidone]} 10 mg tds for {p=Condition!hyp!s:nausea}? "
    "| m has_indication p",
    "I should be grateful if you would [continue|keep up] {her} [other|usual] medication.",
    "Would you kindly [check|repeat] {her} [{b=Investigation!hyp:FBC}|{b=Investigation!hyp:U&E}|"
    "{b=Investigation!hyp:LFTs}] in a fortnight?",
    "Please could you [prescribe|start] {m=Drug-or-device!hyp:paracetamol} 1 g qds [for "
    "{p=Condition!hyp!s:pain}|as needed]. | m has_indication p",
    "Perhaps you would keep an eye on {her} {b=Investigation!hyp:blood pressure}.",
    "I would suggest {m=Drug-or-device!hyp:lactulose} 15 ml bd if {p=Condition!hyp!s:constipation} "
    "becomes a problem. | m has_indication p",
    "I have [referred|sent] {hers} for {x=Intervention!hyp:counselling}[, which {she} would "
    "welcome|].",
    "{x=Intervention!hyp:Dietary advice} has been [arranged|offered].",
    "If {p=Condition!hyp!s:constipation} troubles {hers}, {m=Drug-or-device!hyp:senna} is the "
    "first choice. | m has_indication p",
    "{m=Drug-or-device!hyp:Omeprazole} 20 mg would be sensible for any {p=Condition!hyp!d:"
    "dyspepsia}. | m has_indication p",
    "{She} is exempt from prescription charges; the form is enclosed.",
    "Would you let {hers} have {m=Drug-or-device!hyp:zopiclone} for a few nights if "
    "{p=Condition!hyp!s:insomnia} is a nuisance? | m has_indication p",
    "The [practice|district] nurse could [take over|see to] {x=Intervention!hyp:dressings}, "
    "should they be needed.",
)

NEWS = (
    "{She} [has taken|took] the news [well|bravely|with composure].",
    "{She} was [understandably|naturally] [upset|shaken], and our nurse specialist sat with "
    "{hers}.",
    "It came as [a shock|no surprise] to {hers}.",
    "{Her} {companion} was [with {hers}|there], which helped.",
)
MOOD = (
    "I spoke to {her} {companion} as well.",
    "{She} brought [a list of questions|{her} diary] and [went away content|we went through it].",
    "[It was|As always it was] a pleasure to see {hers}.",
    "{She} [would like|has asked for] a copy of this letter.",
    "{She} and {her} {companion} [asked|had] [sensible questions|many questions], which I tried to "
    "answer.",
    "{She} is [in good spirits|cheerful|rather low at the moment].",
    "{She} [is hoping|hopes] to get away for a few days [soon|in the spring|with {her} "
    "{companion}].",
    "{Her} {companion} [is|was] [more worried than {she} is|anxious], but [seemed "
    "reassured|went away "
    "happier].",
    "I [gave|have given] {hers} [our booklet|written information and the ward's telephone number].",
)

GRIEF = (
    "{She} had borne {her} illness with [great courage|much patience].",
    "{Her} {companion} has been offered bereavement support.",
    "Please pass on our sympathy to {her} family.",
    "The cause of death was given as 1a {c}.",
    "Death was due to {c}[, with %k contributing|].",
    "{Her} last days were comfortable on a {m=Drug-or-device:syringe driver} with "
    "{a=Drug-or-device:morphine} and {b=Drug-or-device:midazolam}.",
    "Thank you for [all the care|everything] that you and your nurses gave {hers}.",
    "There will be no {x=Investigation!hyp:post-mortem}.",
)

CLOSINGS = (
    "Yours sincerely",
    "With kind regards",
    "With best wishes",
    "Kind regards",
    "Best wishes",
)
US_CLOSINGS = ("Sincerely", "Best regards", "Sincerely yours", "With warm regards")
