"""Immunohistochemistry and summaries of histopathology reports."""

from __future__ import annotations

RECEPTORS: tuple[str, ...] = (
    "{a=Investigation:Oestrogen} and {b=Investigation:progesterone {a+:receptors}}: {r=Result:@ER} "
    "and {r2=Result:@PR}. | a has_finding r, b has_finding r2",
    "{a=Investigation:ER} {r=Result:@ER}, {b=Investigation:PR} {r2=Result:@PR}. | a has_finding r, "
    "b has_finding r2",
    "[Allred|Quick] scores: {a=Investigation:ER} {r=Result:@ER}, {b=Investigation:PgR} "
    "{r2=Result:@PR} | a has_finding r, b has_finding r2",
    "{a=Investigation:Oestrogen receptor} {r=Result:@ER}; {b=Investigation:progesterone receptor} "
    "{r2=Result:@PR} | a has_finding r, b has_finding r2",
)
HER2: tuple[str, ...] = (
    "{h=Investigation:HER2} is {r=Result:@HER2} | h has_finding r",
    "{h=Investigation:HER2}: {r=Result:@HER2} | h has_finding r",
    "{h=Investigation:HER-2} immunostaining scores {r=Result:@HER2} | h has_finding r",
)
STAINS: dict[str, tuple[str, ...]] = {
    "colon": (
        "{a=Investigation:MMR immunohistochemistry}: {r=Result:no loss of expression} | "
        "a has_finding r",
        "{a=Investigation:CK20} and {b=Investigation:CDX2} {r=Result:positive}, "
        "{d=Investigation:CK7} "
        "{r2=Result:negative} | a has_finding r, b has_finding r, d has_finding r2",
    ),
    "lung": (
        "{a=Investigation:TTF-1} and {b=Investigation:CK7} {r=Result:positive} | a has_finding r, "
        "b has_finding r",
    ),
    "lung_squamous": (
        "{r=Result:Positive} for {a=Investigation:p63} and {b=Investigation:CK5/6}, "
        "{d=Investigation:TTF-1} {r2=Result:negative} | a has_finding r, b has_finding r, "
        "d has_finding r2",
    ),
    "lung_small_cell": (
        "{a=Investigation:CD56} and {b=Investigation:synaptophysin} {r=Result:positive} | "
        "a has_finding r, b has_finding r",
    ),
    "dlbcl": (
        "The cells are {r=Result:positive} for {a=Investigation:CD20} and {b=Investigation:CD79a} "
        "and "
        "{r2=Result:negative} for {d=Investigation:CD3} | a has_finding r, b has_finding r, "
        "d has_finding r2",
        "{a=Investigation:CD20} {r=Result:positive}, {d=Investigation:CD3} {r2=Result:negative} | "
        "a has_finding r, d has_finding r2",
    ),
    "hodgkin": (
        "{a=Investigation:CD30} and {b=Investigation:CD15} {r=Result:positive}, "
        "{d=Investigation:CD20} "
        "{r2=Result:negative} | a has_finding r, b has_finding r, d has_finding r2",
    ),
    "myeloma": (
        "{a=Investigation:CD138} {r=Result:positive}, with light chain restriction | "
        "a has_finding r",
    ),
    "ovary": (
        "{a=Investigation:CK7} {r=Result:positive}, {d=Investigation:CK20} {r2=Result:negative} | "
        "a has_finding r, d has_finding r2",
    ),
    "ovary_serous": (
        "{a=Investigation:WT1} and {b=Investigation:CA125} {r=Result:positive}, "
        "{d=Investigation:CK20} {r2=Result:negative} | a has_finding r, b has_finding r, "
        "d has_finding r2",
    ),
    "cervix": ("{r=Result:Diffusely positive} for {a=Investigation:p16} | a has_finding r",),
    "prostate": (
        "{a=Investigation:PSA} {r=Result:positive}; {b=Investigation:basal cell markers} "
        "{r2=Result:negative} | a has_finding r, b has_finding r2",
    ),
    "nsgct": (
        "{a=Investigation:AFP} and {b=Investigation:CD30} {r=Result:focally positive} | "
        "a has_finding r, b has_finding r",
    ),
    "testis": (
        "{a=Investigation:PLAP} and {b=Investigation:CD117} {r=Result:positive} | "
        "a has_finding r, b has_finding r",
    ),
}
FIGURES: tuple[str, ...] = (
    "{k=Investigation:@what} {r=Result:@figure} | k has_finding r",
    "The {k=Investigation:@what} [index|result] is {r=Result:@figure} | k has_finding r",
    "{k=Investigation:@what}: {r=Result:@figure} | k has_finding r",
)

SUMMARY: tuple[str, ...] = (
    "{i}: {c:@name}[, {rgrade=Result:@grade}|, {m=Result:@excised}].",
    "[{rgrade=Result:@Grade} {c:@name}|{c:@Name}] of the {l}.",
    "{c:@Name} of the {l}[, {rgrade=Result:@grade}|, {zsize=Result:@sized}|].",
    "{l}, {i}: {rgrade=Result:@grade} {c:@name} | i has_target l, c has_location l",
    "{i}, {l}: {c:@name}[, {rgrade=Result:@grade}|, {m=Result:@excised}|] | "
    "i has_target l, c has_location l",
)
SUMMARY_BARE: tuple[str, ...] = (
    "{c:@Name} of the {l}, {m=Result:@excised}.",
    "{i}, {l}: {c:@name} | i has_target l, c has_location l",
    "{i}: {c:@name}[, {m=Result:@excised}|].",
)
SUMMARY_NODES: tuple[str, ...] = (
    "{c:Metastasis} in {rnodes=Result:@nodes} {g=Locus:nodes}.",
    "@several {c:Metastatic carcinoma} in {rnodes=Result:@involved of @total} "
    "{g=Locus:lymph nodes}.",
    "{g=Locus:Nodes} {c:involved}.",
)
SUMMARY_NO_NODES: tuple[str, ...] = (
    "{g=Locus:Nodes} {n=Negation:free of} {c!neg:tumour}.",
    "{n=Negation:No} {c!neg:metastasis} in the {g=Locus:nodes}.",
)
STAGE: tuple[str, ...] = (
    "[Stage|Pathological stage|TNM][:|] {rstage=Result:@stage}.",
    "[This is|Overall] {rstage=Result:@stage}.",
)
SUMMARY_BIOPSY: tuple[str, ...] = (
    "{rgrade=Result:@Grade} {c:@name} in the {l}.",
    "{l}, {x}: {c:@name} | x has_target l, c has_location l",
    "{x}, {l}: {c:@name}, {rgrade=Result:@grade} | x has_target l, c has_location l",
    "{x}: {c:@name}.",
    "Appearances [diagnostic|those] of {c:@name}, {l} | c has_location l",
    "{c:@Name} in the {l}.",
)
LATER: tuple[str, ...] = (
    "{k=Investigation!hyp:@more} to follow.",
    "A supplementary report on {k=Investigation!hyp:@more} will [follow|be issued].",
    "[Material has been sent|Block sent] for {k=Investigation!hyp:@more}.",
    "{k=Investigation!hyp:@more} has been requested.",
)
MORE = {
    "colon": "KRAS testing",
    "rectum": "MMR immunohistochemistry",
    "lung": "EGFR testing",
    "stomach": "HER2 testing",
    "endometrium": "MMR immunohistochemistry",
}
CLINICAL: tuple[str, ...] = (
    "{i} for {c:@name} | i has_indication c",
    "{c:@cancer}. {i} | i has_indication c",
    "Known {c:@name} of the {l}. {i} | c has_location l, i has_indication c",
    "{i}, {c:@cancer}[, {r=Result:@earlier} on {b=Investigation:imaging}|] | i has_indication c, "
    "b has_finding r",
    "[Elective|Planned] {i}. {c:@cancer} [of the {l}|] | i has_indication c, c has_location l",
    "{c:@name} of the {l}, for {i} | i has_indication c, c has_location l",
)
CLINICAL_BIOPSY: tuple[str, ...] = (
    "{a}. {n=Negation:?}{c!poss:[ca|cancer|malignancy|tumour]}.",
    "{c!poss:Mass} @at, {n=Negation:?}malignant. {a} | n negation_modifies c, c has_location l",
    "Presented with {a}. {c:Lesion} @at | c has_location l",
    "{a}, {c:mass} @at | c has_location l",
    "{a}.",
    "{a}, [under investigation|for diagnosis].",
)
