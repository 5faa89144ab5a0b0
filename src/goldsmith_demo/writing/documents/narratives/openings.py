"""How letters begin: one set of phrases for each kind of event."""

from __future__ import annotations

PRESENTATION = (
    "I [saw|reviewed] {patient} [in clinic today|in the rapid access clinic today|in my "
    "clinic this "
    "morning], [accompanied by {her} {companion}|who came on {her} own|{her} {companion} with "
    "{hers}]. {She} [gives|has] a history of %s.",
    "Thank you for [asking me to see|sending up|your referral of] this {age} year old {job}, who "
    "[presents|has presented] with %s.",
    "^I was pleased to see this charming {job} at your kind request. {She} tells me of %s.",
    "~£{age} yr old {job}, seen today under the two week rule with %s.",
    "{She} was seen [urgently|as a new patient] [today|this afternoon] because of %s.",
    "This {age}-year-old {woman} [came up|attended] [today|with {her} {companion}] with %s.",
    "[Many thanks|Thank you] for referring {name}, [who is {age}|a {job} of {age}]. The "
    "[main|chief] "
    "complaint is of %s.",
    "What brought {name} to [the clinic|us] [today|this week] was %s.",
    "I saw {patient} [in the assessment clinic|today] [because of|on account of] a(n) {screened} "
    "[at routine screening|on screening]. {She} had noticed nothing {herself}.",
    "Thank you for sending up this {age} year old {job}, who [was found to have|has] {sign}.",
    "{name} was seen [as a new patient|in clinic] today [because of|for the investigation of] "
    "{sign}.",
    "Screening had shown a(n) {screened}, for which {name} was [recalled|asked to come up] "
    "[today|this week].",
)

DIAGNOSIS = (
    "I [met|saw] {name} and {her} {companion} today to [give {hers}|go through] the results. I am "
    "[sorry|afraid] to say that [they confirm|they show] a(n) {c} of the @c.",
    "I [have had to tell|broke it to] {name} [today|this morning] that {she} has [a(n) |]{c}, "
    "[arising in|in] the @c.",
    "The [results|reports] are now [back|complete]: {she} has a(n) {c} of the @c[, {grade}|].",
    "^It was my sad duty this afternoon to tell {patient} that {she} has [a(n) |]{c} of the @c.",
    "~Results clinic: {c}, @c.",
    "{name} came back [today|with {her} {companion}] for [the result of {her} {i}|{her} "
    "results]. {c} "
    "has been [confirmed|proven]. | i has_finding c",
    "[You will have heard by now|You may know already] that {patient} has been found to have "
    "a(n) {c}.",
    "This {age} year old {job} has [newly diagnosed|a new diagnosis of] {c}.",
)

MDT = (
    "{name} was discussed at [our|the] MDT [meeting|] [today|this week][ and I saw {hers} "
    "afterwards|].",
    "We [discussed|reviewed] {patient}'s case with the radiologists and pathologists [today|this "
    "morning]. {She} has a(n) {c} of the @c.",
    "Further to [my last letter|our earlier correspondence], {name}'s {c} came before the "
    "multidisciplinary meeting [today|yesterday].",
    "The [MDT|tumour board] has now [looked at|considered] the {i} [and the pathology|] of "
    "{patient}.",
    "~MDT outcome for {name}: {c}, {stage}.",
    "At [this week's|today's] meeting we went over the {i} of {patient}, who has {c}.",
)

OPERATION = (
    "{name} [underwent|had] a(n) {what} {day!at} [for|on account of] {c} of the @c. "
    "| what has_indication c",
    "I am [writing to let you know|pleased to report] that {patient} has [come through|had] {her} "
    "{what}. | what has_indication c",
    "^I operated on {patient} {day!at}. A(n) {what} was carried out for {her} {c}. "
    "| what has_indication c",
    "{day}: {what} for {c}. [Straightforward|Uneventful] procedure. | what has_indication c",
    "This {age} year old {job} was admitted electively for {what}[, which went well|]. "
    "| what has_indication c",
    "The {what} that we had planned for {name} went ahead {day!at}, [without undue "
    "difficulty|and was "
    "technically straightforward]. | what has_indication c",
    "~{what} {day} under general anaesthetic, {c}. | what has_indication c",
)

CHEMOTHERAPY = (
    "{name} came [up|to the day unit] today [for|ahead of] {her} {nth} cycle of {reg}. "
    "| reg has_indication c",
    "I [saw|reviewed] {patient} [in clinic today|today] [prior to|before] cycle {cyc} of "
    "{reg}[, given "
    "for {c}|]. | reg has_indication c",
    "{She} [attended|was seen] [today|this morning] for cycle {cyc} of {chemo} with {reg}. "
    "| reg has_indication c, chemo has_indication c",
    "^This pleasant {job} continues on {reg}, and came today for the {nth} course.",
    "~Pre-assessment for C{cyc} {reg}.",
    "{name}, who is [having|receiving] {reg} for {c} of the @c, was [seen|reviewed] today, "
    "when {she} "
    "was due {her} {nth} cycle. | reg has_indication c",
    "We have [today|this morning] [given|gone ahead with] the {nth} cycle of {reg} in {patient}.",
    "[On the whole|So far] {patient} is [coping well|getting on reasonably well] with "
    "{chemo}; today "
    "was cycle {cyc}. | chemo has_indication c",
)

RADIOTHERAPY = (
    "{name} has [now completed|finished] {her} {what} to the @what. | what has_indication why",
    "I [reviewed|saw] {patient} [on treatment|in the review clinic], towards the end of {her} "
    "{what}. "
    "| what has_indication why",
    "{what} for {why} [has gone smoothly|was completed as planned]. | what has_indication why",
    "^I am glad to say that this {lady} has got through {her} {what}. | what has_indication why",
    "~{what} completed, no gaps. | what has_indication why",
    "{She} [began|started] {what} {day!at}[, aimed at the @what|]. | what has_indication why",
    "A course of {what} has been given to the @what for {why}. | what has_indication why",
)

COMPLICATION = (
    "{name} [was seen|came up] as an emergency [today|this morning] and was found to have {what}.",
    "I am writing [to let you know|] about a setback: {patient} has developed {what}.",
    "Unfortunately {patient} [has run into|has had] {what}[ following {her} {op}| after cycle "
    "{oldcyc} "
    "of {oldreg}].",
    "^I was sorry to find that {patient} has been laid low by {what}.",
    "~Unscheduled review: {what}.",
    "{She} rang the [helpline|ward] {day!at} and was [brought in|asked to come up]; the "
    "diagnosis was "
    "{what}.",
    "This {age} year old {woman} with {c} has been [troubled by|treated for] {what}.",
    "[Since I last wrote|Since our last letter] {patient} has been unwell with {what}.",
)

FOLLOW_UP = (
    "I [saw|reviewed] {patient} [in clinic today|at {her} routine visit today|in follow-up this "
    "morning].",
    "{name} [came|returned] for [routine review|{her} check-up|follow-up] today[, with {her} "
    "{companion}|], after [{oldreg} for {c}|{her} {op}]. | oldreg has_indication c",
    "^It was a pleasure to see this {lady} again after {her} {op}.",
    "~Routine FU: {c} of @c, {op} {opt}. | op has_indication c",
    "{She} is under [follow-up|surveillance] for {c} of the @c, treated by {op} {opt!at}. "
    "| op has_indication c",
    "This {age} year old {job} was seen at [the follow-up clinic|our nurse-led clinic] today. "
    "{She} had "
    "{oldreg} for {c}, [finishing|the last of it] {oldcyclet!at}. | oldreg has_indication c",
    "[All in all|On the whole] {name} {fares} since {her} {rt}. | rt has_indication c",
    "{name} {fares}, {her} {c} having been treated by {op} [and {rt} |]{opt!at}. "
    "| op has_indication c, rt has_indication c",
    "Today I went over how {patient} [is getting on|has been] since {her} {op} for {c}. "
    "| op has_indication c",
    "{patient} [attended|came to] the clinic [this week|today] for [a look|review] after "
    "{oldchemo} and {rt} for {c}. | oldchemo has_indication c, rt has_indication c",
    "I [met|caught up with] {name} [today|this afternoon]; you will recall {her} {c}[, {stage}|].",
)

PROCEDURE = (
    "{name} [had|needed] a(n) {what} {day!at}.",
    "{patient} came in for {what}, which was done {day!at}.",
    "I am writing to let you know that {patient} had a(n) {what} {day!at}.",
    "~{what} {day}.",
    "A(n) {what} was carried out on {patient} {day!at}, [without trouble|and went smoothly].",
)

RECURRENCE = (
    "I am [sorry|afraid] to have to tell you that {patient} has {what}.",
    "The news is not good. {name}'s {i} [shows|has shown] {what}. | i has_finding what",
    "Unfortunately there is now {what}[, for which {she} was seen today|].",
    "^Alas, {patient}, whom I had hoped was cured by {her} {op}, has come back with {what}.",
    "~Seen urgently: {what} on {i} {it}. | i has_finding what",
    "{name} was recalled [today|this week] because {her} {i} had [raised the suspicion "
    "of|suggested] "
    "{what}, and this has been confirmed. | i has_finding what",
    "After [a good spell|some time] without trouble from {her} {c}, {patient} has relapsed: {she} "
    "has {what}.",
    "{name} and {her} {companion} came today to hear that [the scan shows|there is] {what}.",
)

PALLIATIVE = (
    "I [saw|visited] {patient} [at home today|on the ward|in clinic today]; {she} is "
    "[frail|failing|not "
    "so well] and [the aim now is comfort|we are concentrating on symptoms].",
    "{name}'s {c} is [advancing|no longer responding], and [we have agreed|{she} has decided] that "
    "there should be no more [{chemo=Intervention!hyp:chemotherapy}|active treatment].",
    "^I had a long talk with {patient} and {her} {companion}. They understand that {her} {c} "
    "is beyond "
    "cure.",
    "~Palliative review: {c}, {stage}. Main issue: %s.",
    "This {age} year old {job} with advanced {c} is now [under|known to] the palliative care team.",
    "{She} is [increasingly tired and|] troubled by %s.",
)

DEATH = (
    "I am [very sorry|sorry|sad] to [tell|inform] you that {name} died [peacefully|quietly] "
    "{day!at}"
    "[, with {her} family around {hers}|].",
    "You will [probably|no doubt] have heard that {patient} died {day!at}.",
    "^It is with sadness that I write to tell you of the death of {name} {day!at}.",
    "~Notification of death: {name}, {day}.",
    "This is to let you know that {name} passed away {day!at} [on the ward|at the hospice]. {Her} "
    "{companion} was with {hers}.",
)

ADMISSION = (
    "{name} was [admitted|brought in] {day!at} with {what}.",
    "{She} [came in|was admitted] under {consultant} {day!at} [because of|with] {what}.",
    "This {age} year old {woman}, known to have {c}, was admitted [via the acute take|from "
    "clinic] with "
    "{what}.",
    "~Admitted {day}: {what}. Background {c}.",
    "We have had {name} [on the ward|in hospital] with {what}.",
    "Background of {c}. Admitted {day!at} [with|for] {what}.",
)

REFERRAL = (
    "I [would be grateful if you would|should be glad if you could] see this {age} year old "
    "{job} who "
    "has [had|developed] %s.",
    "[Please could you|Could you kindly] see {name} [urgently|soon], [who is {age}|a(n) {job}]? "
    "{She} [complains of|describes|has] %s.",
    "£Referred under the two week rule: %s in this {job} of {age}.",
    "What worries me about {patient} is %s[, which {she} first told me about today|].",
    "May I ask you to see this {age} year old {woman}? {She} came to me with %s.",
    "^Thank you for seeing this {job} of {age}, who is not one to trouble the doctor. {She} "
    "has %s.",
    "~£2WW referral. {age} yrs, %s.",
    "~$Urgent referral. {age} yrs, %s.",
    "I am [worried|concerned] about {patient}, who [came|presented] [today|this week] with %s.",
    "{name} [attended|came to] surgery [today|this morning] with [a history of|] %s.",
    "I [would be grateful if you would|should be glad if you could] see this {age} year old "
    "{woman}, [recalled|called back] after [routine|] screening with a(n) {screened}.",
    "{patient} [feels well|has no complaints], but {her} screening [mammogram|films] showed "
    "a(n) {screened}[ and {she} has been asked to see you|].",
    "I [would be grateful if you would|should be glad if you could] see this {age} year old "
    "{job}, in whom I have found {sign}[ on routine bloods|].",
    "{name} [attended|came to] surgery for a check-up, and {her} bloods show {sign}. {She} has "
    "few complaints.",
    "May I ask you to see this {age} year old {woman}, in whom screening has found a(n) "
    "{screened}?",
)

OPENINGS = {
    "presentation": PRESENTATION,
    "diagnosis": DIAGNOSIS,
    "mdt": MDT,
    "operation": OPERATION,
    "chemotherapy": CHEMOTHERAPY,
    "radiotherapy": RADIOTHERAPY,
    "complication": COMPLICATION,
    "admission": ADMISSION,
    "discharge": ADMISSION,
    "follow_up": FOLLOW_UP,
    "investigation": FOLLOW_UP,
    "recurrence": RECURRENCE,
    "palliative": PALLIATIVE,
    "death": DEATH,
    "referral": REFERRAL,
}
