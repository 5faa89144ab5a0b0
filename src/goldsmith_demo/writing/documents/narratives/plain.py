"""Phrases of letters to patients: plain words, and "you"."""

from __future__ import annotations

OPENING = (
    "[I promised|I said that I would like] to put [our conversation|what we talked about] on "
    "paper.",
    "[It was good|I was glad] to [meet|see] {patient:you} and your {companion} in the clinic "
    "[today|this "
    "week].",
    "Thank you for coming to [see me|the clinic] [today|this week].",
    "I am writing to [sum up|set down] what we [discussed|talked about] [when {patient:you} "
    "came to the "
    "clinic|on the ward].",
    "[There was a lot to take in|We covered a good deal of ground] [today|at your visit], so "
    "here it is "
    "in writing.",
    "I hope {patient:you} [got home safely|are keeping well] after your visit [today|this week].",
    "This letter is for {patient:you} to keep. Please bring it when you come to see us.",
)
DISEASE = (
    "As {patient:you} know, you are under our care because of {c:cancer} of the @c.",
    "The {long:growth} in the @c [turned out|proved] to be a {c:cancer}. | long has_location "
    "cplace",
    "[We talked again about|You asked me to explain] the {c:cancer} that began in the @c.",
    "Your {c:cancer} is what we call {stage}[, which tells us how far {c:it} has grown|].",
    "The {c:tumour} measured {size}.",
    "The full name of the {c:cancer} is {long}, [but the name matters less than the "
    "treatment|which is one of the commoner kinds].",
)
DIAGNOSED = (
    "The tests have shown that {patient:you} have a {c:cancer} [in|of] the @c.",
    "The {long:growth} in the @c [turned out|proved] to be a {c:cancer}. | long has_location "
    "cplace",
    "There is no doubt, I am sorry to say, that you have {c:cancer} of the @c.",
)
TREATED = (
    "Your {sop:operation} {opt!at} [went well|went as we had hoped]. | sop has_indication c",
    "The surgeons [took away|removed] the {c:cancer} at your {op:operation} on the @op {opt!at}. "
    "| op has_indication c",
    "The {oldchemo:chemotherapy} ({oldreg}) was [meant|given] to lower the risk from the "
    "{c:cancer}. | oldreg has_indication c, oldchemo has_indication c",
    "You have [now had|come through] {oldcyc} [rounds|courses] of {oldreg}. | oldreg "
    "has_indication c",
    "{patient:You} finished {rt:radiotherapy} {rtt!at}. | rt has_indication c",
    "You have [now|] had {cyc} [courses|treatments] of {reg}. | reg has_indication c",
    "The {reg} that {patient:you} are having [is meant to|should] [lower the risk of the cancer "
    "returning|hold the disease back].",
)
FOUND = (
    "The {i} {it!at} showed {n=Negation:no sign of} %ix!neg[, which is good news|]. "
    "| n negation_modifies ix*",
    "Your {i} {it!at} found %ih. | i has_finding ih*",
    "On the {i} we [could see|saw] %ih, but {n=Negation:no} %ix!neg. "
    "| i has_finding ih*, n negation_modifies ix*",
    "The {scan} [|{it!at} ]showed the {ic:cancer} [clearly|as we expected]. | scan has_finding ic",
    "The {tissue} [|{it!at} ][proved|left no doubt] that it is {ic:cancer}. | tissue "
    "has_finding ic",
    "Under the microscope the {tissue} showed {ic:cancer} cells. | tissue has_finding ic",
    "Your {clean} {it!at} was [{r=Result:clear}|{r=Result:normal}][, and that is good news|]. "
    "| clean has_finding r",
    "I have had another look at your {i}, and there is {n=Negation:no} %ix!neg. "
    "| n negation_modifies ix*",
)
NEWS: dict[str, tuple[str, ...]] = {
    "recurrence": (
        "I am [very sorry|sorry] that I had to tell {patient:you} that there is {what}.",
        "The [scan|test] shows that the {c:cancer} has come back, as {what}.",
    ),
    "complication": (
        "You were [unwell|poorly] with {what}, and were given %drugs. | drugs* has_indication what",
        "You have had {what}. [This was no fault of yours|These things happen with treatment].",
    ),
    "diagnosis": (
        "I know that this was [not the news you had hoped for|hard news to hear].",
        "You were [brave|calm] when I told you, but I expect that the questions came later.",
    ),
    "operation": (
        "You had your {what} {day!at}[, and everything went to plan|]. | what has_indication c",
    ),
    "radiotherapy": (
        "You [have been having|are having] {what} to the @what. | what has_indication c",
    ),
    "palliative": (
        "We agreed that [the thing now is|what matters now is] to keep you comfortable and at "
        "home.",
    ),
    "": (
        "I was pleased to [hear|see] how {bright} {patient:you} are.",
        "I am sorry that {patient:you} [are|have been] troubled by %s.",
        "I was sorry to hear about the %s.",
        "You are [doing|bearing up] well, all things considered.",
    ),
}
FEELINGS = (
    "You [told me about|mentioned] %s.",
    "You [have been bothered by|are still bothered by] %s. [I do not think that this is anything "
    "sinister|Do tell us "
    "if it gets worse|This is not unusual].",
    "The %s that you [described|told us about] [should|ought to] ease with time.",
    "You said that you had been [held back|bothered] by %s.",
    "We also talked about the %s. [It may take a while to settle|Give it time].",
)
DENIED = (
    "You have had {n=Negation:no} %d!neg, I was glad to hear. | n negation_modifies d*",
    "You told me that you have {n=Negation:not} had any %d!neg. | n negation_modifies d*",
    "It is a good sign that you have {n=Negation:no} %d!neg. | n negation_modifies d*",
)
CHECKED = (
    "I {e=Investigation:examined} your {l=Locus:chest} and {m=Locus:abdomen}[, which were "
    "{r=Result:fine}|]. | e has_target l, e has_target m, e has_finding r",
    "The {b=Investigation:blood test} that the nurse took [is being looked at|has gone to the "
    "laboratory].",
    "I found [nothing wrong|nothing to worry about] when I {e=Investigation:examined} you; all is "
    "well {clear}.",
    "Your {b=Investigation:blood tests} were {r=Result:fine}. | b has_finding r",
    "Your {b=Investigation:blood count} was {r=Result:good enough} for {reg} to go ahead. "
    "| b has_finding r",
    "I could feel {n=Negation:no} {x=Condition!neg!s:lumps} in your {l=Locus:neck} or "
    "{m=Locus:armpits}. | x has_location l, x has_location m",
    "Your {w=Investigation:weight} is {steady}. | w has_finding steady",
)
AHEAD = (
    "The next step is {nop!hyp}. [You will be in hospital for about a week|You will get a date by "
    "post]. | nop has_indication c",
    "Next comes {nrt!hyp} to the @nrt. | nrt has_indication c",
    "Your next treatment with {nreg!hyp} is [in about three weeks|on your card]. | nreg "
    "has_indication c",
    "We have asked for %invs!hyp. You will get [the date|an appointment] by post.",
    "[I suggest|We suggested] {nchemo!hyp} [as the next step|to be on the safe side]. "
    "| nchemo has_indication c",
    "[I would like to see you again in {later}|You will come back to the clinic in {later}, "
    "[sooner if you need us|as we agreed]].",
    "We shall talk about your case at our weekly meeting of specialists (the {nmdt}).",
    "Please keep taking your {drug}. | drug has_indication c",
)
WARN: dict[str, tuple[str, ...]] = {
    "chemotherapy": (
        "If you [feel|are] {a=Condition!hyp!s:hot} or {b=Condition!hyp!s:shivery}, ring the "
        "ward, day or "
        "night.",
        "{a=Condition!unrel!s:Feeling sick}, {b=Condition!unrel!s:tiredness} and "
        "{d=Condition!unrel!d:hair loss} are common with this treatment and pass when it ends.",
        "Take {o=Drug-or-device:ondansetron} as soon as you feel {a=Condition!hyp!s:sick}; do "
        "not wait. "
        "| o has_indication a",
        "Some people get {a=Condition!unrel!s:tingling} in the {l=Locus:fingers}; tell us if "
        "you do. "
        "| a has_location l",
        "Do not take {o=Drug-or-device:paracetamol} before you have checked your "
        "{t=Investigation:temperature}, because it can hide a {a=Condition!hyp!s:fever}.",
    ),
    "radiotherapy": (
        "Wash with plain water, and use {o=Drug-or-device:aqueous cream} if the {l=Locus:skin} is "
        "{a=Condition!hyp!s:sore}. | o has_indication a, a has_location l",
        "{a=Condition!unrel!s:Tiredness} often comes on late, after the treatment is over.",
        "The {l=Locus:skin} may stay {x=Condition!unrel!s:pink} for some weeks. | x has_location l",
    ),
    "operation": (
        "Do not drive until you can stop the car in an emergency without {a=Condition!hyp!s:pain}.",
        "If the {l=Locus:wound} {a=Condition!hyp!s:weeps} or turns {b=Condition!hyp!s:red}, "
        "ring us. "
        "| a has_location l, b has_location l",
        "A {l=Locus:leg} that {a=Condition!hyp!s:swells} should be looked at the same day, in "
        "case of a "
        "{b=Condition!hyp!d:clot}. | a has_location l",
    ),
    "": (
        "Please get in touch if you notice a {a=Condition!hyp!s:lump} or "
        "{b=Condition!hyp!s:pain} that "
        "does not go away.",
        "If you become {a=Condition!hyp!s:breathless}, or have {b=Condition!hyp!s:pain} that "
        "wakes you "
        "at night, see your doctor.",
        "Most {a=Condition!unrel!s:aches} have nothing to do with "
        "{b=Condition!unrel!d:cancer}, but we "
        "would rather hear from you once too often.",
        "Nothing you ate or did caused {c:it}.",
    ),
}
FAMILY = (
    "You [asked|were wondering] whether your {aunt}'s {famc!fam} [mattered|has anything to do "
    "with it]. "
    "[On its own it does not|I think not, but I have written to the genetics clinic].",
    "Because your {aunt} had {famc!fam}, we shall [think about|offer you] a "
    "{x=Investigation!hyp:gene "
    "test}.",
)
TABLETS = (
    "Go on with your other tablets (%g) as before.",
    "There is no need to change your %g.",
    "Please carry on with the %g that your own doctor gives you.",
)
HEALTH = (
    "Your %k should not [get in the way|stand in the way of treatment].",
    "We shall [bear in mind|take account of] your %k when we plan treatment.",
)
ENDING = (
    "Do ring [the nurses|our nurse specialist] on {phone} if anything is not clear.",
    "If you have [any questions|more questions], please write them down and bring them "
    "[along|next time].",
    "I have sent a copy of this letter to {gp}.",
    "Your {companion} is welcome to come [too|with you] next time.",
    "I know this is [a lot|much] to take in. [We are here to help|There is no hurry].",
)
