"""What the primary tumour looks like on imaging, by its site and the kind of examination."""

from __future__ import annotations

_BREAST_MASS = (
    "There is a(n) @look {c:mass}[, @size,| of @size|] in @in.",
    "A(n) @look {c:opacity} @at corresponds to the [palpable|clinical] {c2:abnormality} | "
    "c has_location l",
    "@In there is a(n) @look {c:mass} [measuring|of] @size.",
    "A(n) @look {c:lesion} is [seen|present|demonstrated] in @in[ and measures @size|].",
    "{c:Architectural distortion} @at, with a central @look {c2:mass}[ of @size|] | "
    "c has_location l, c2 has_location l",
    "@size @look {c:mass} @at.",
)

#: Cancer -> kind of examination -> sentences; "wide" is for disease in many places.
TUMOURS: dict[str, dict[str, tuple[str, ...]]] = {
    "breast": {
        "mammogram": _BREAST_MASS,
        "ultrasound": (
            "There is a(n) @look hypoechoic {c:mass}[, @size,|] in @in[, with posterior acoustic "
            "shadowing|].",
            "@In a(n) @look hypoechoic {c:lesion} [of|measuring] @size is [shown|seen], with "
            "{a=Condition:shadowing} | c has_location l",
            "The [palpable|mammographic] {c2:abnormality} is a solid @look {c:mass} @at[, @size|] "
            "| c has_location l",
        ),
        "MRI": (
            "There is a(n) @look enhancing {c:mass}[, @size,|] in @in, with "
            "{r=Result:type @kinetics} kinetics.",
            "An enhancing {c:lesion} @at[ measures @size|].",
        ),
        "any": (
            "A(n) @look {c:mass}[, @size,|] is visible in @in.",
            "Enhancing {c:lesion} @at.",
        ),
    },
    "lung": {
        "X-ray": (
            "There is a(n) {c:opacity}[ of about @size|] in @in.",
            "A {c:mass} is projected over @in[, about @size|].",
            "{c:Mass} @at[, @size|].",
            "Increased {c:density} is seen @at; an underlying {c2:mass} "
            "{n=Negation:cannot be excluded} | c has_location l, n negation_modifies c2",
            "A rounded {c:shadow}[, @size,|] @at.",
        ),
        "CT": (
            "There is a @look {c:mass}[, @size,|] in @in.",
            "@pleural_yes @In a @look {c:tumour} [of|measuring] @size [abuts|is in contact with] "
            "the {q=Sub-location:visceral} {p=Locus:pleura} | c has_location l",
            "@look {c:mass} @at, [measuring @size|@size].",
        ),
        "any": ("There is a @look {c:mass} @at[, @size|].",),
    },
    "colon": {
        "CT": (
            "There is @around {c:thickening} of @in[ over @size|], "
            "consistent with the known {c2:tumour} | c has_location l, c2 has_location l",
            "@deep_yes A {c:mass} @at, with some {f=Condition:stranding} of the "
            "{q=Sub-location:adjacent} {p=Locus:pericolic fat} | c has_location l, f has_location "
            "p",
            "A(n) @shape {c:tumour}[ of @size|] in @in.",
            "The {c:primary} is seen @at.",
        ),
        "any": ("A {c:mass} @at[, @size|].", "{c:Wall thickening} @at."),
    },
    "rectum": {
        "MRI": (
            "There is a(n) @shape {c:tumour} of the {l:rectum}, "
            "its {q=Sub-location:distal edge} {r=Result:@verge} from the {v=Locus:anal verge} "
            "| c has_location l",
            "@deep_yes The {c:tumour} occupies the {q=Sub-location:@third} {l:rectum}[ over "
            "@size|] and extends through the {m=Locus:muscularis propria} into the "
            "{f=Locus:mesorectal fat} | c has_location l, c has_location m, c has_location f",
            "{c:Tumour} of the {q=Sub-location:@third} {l:rectum}, on the {q2=Sub-location:@wall} "
            "{w=Locus:wall}[, @size|] | c has_location l, c has_location w, "
            "q2 sub_location_modifies w",
        ),
        "any": (
            "There is {c:thickening} of the {q=Sub-location:@third} {l:rectum}.",
            "A(n) @shape {c:mass} in the {q=Sub-location:@third} {l:rectum}[, @size|].",
        ),
    },
    "stomach": {
        "any": (
            "There is {c:thickening} of the {w=Locus:wall} of @in[ over @size|] | c has_location "
            "w, c has_location l",
            "A(n) @shape {c:mass} @at[, @size|].",
            "{c:Mural thickening} along the {q=Sub-location:@curve curve} of the "
            "{g=Locus:stomach}[, @size|].",
            "@deep_yes {c:Thickening} @at, with {f=Condition:stranding} of the "
            "{q=Sub-location:adjacent} {p=Locus:fat} | c has_location l, f has_location p",
        ),
    },
    "pancreas": {
        "any": (
            "There is a @look {c:mass}[, @size,|] in @in.",
            "@duct_yes {c:Mass} @at, with {d=Condition:dilatation} of the {q=Sub-location:distal} "
            "{p=Locus:pancreatic duct} | c has_location l, d has_location p",
            "@In lies a @look {c:tumour}[ of @size|].",
        ),
        "ultrasound": (
            "A hypoechoic {c:mass} is seen in @in[, @size|].",
            "There is a {c:mass} @at, [partly obscured by bowel gas|incompletely seen].",
        ),
    },
    "lymphoma": {
        "any": (
            "Bulky {c:adenopathy} @at[, the largest node @size|].",
            "There is {c:lymphadenopathy} [involving|in] @in[, up to @size|].",
            "@necrosis_yes {c:Enlargement} of @in[, the largest measuring @size|], with central "
            "{d=Condition:necrosis} | c has_location l, d has_location l",
            "[A|There is a] lobulated {c:mass} of nodes @at[, @size|].",
        ),
        "wide": (
            "@wide_diaphragm There is {c:lymphadenopathy} {q=Sub-location:above} and "
            "{q2=Sub-location:below} the {d=Locus:diaphragm}, [most marked|bulkiest] in @in[, up "
            "to @size|] | c has_location d, "
            "c has_location l, q sub_location_modifies d, q2 sub_location_modifies d",
            "@wide_nodes {c:Enlarged} {a=Locus:para-aortic} and {b=Locus:mesenteric {a+:nodes}}, "
            "as well as {c2:disease} in @in[, up to @size|] | c has_location a, c has_location b, "
            "c2 has_location l",
            "@wide_axillae {c:Enlarged} {g=Locus:nodes} in the {a=Laterality:left} and "
            "{b=Laterality:right} {g+:axilla} and @at | c has_location g, c has_location l, "
            "a laterality_modifies g, b laterality_modifies g",
        ),
        "X-ray": (
            "The {q=Sub-location:superior} {m=Locus:mediastinum} is {c:widened}.",
            "There is {c:widening} of the {q=Sub-location:superior} {m=Locus:mediastinum}.",
        ),
    },
    "myeloma": {
        "any": (
            "Diffuse {a=Condition:marrow infiltration} [of|throughout] the "
            "{q=Sub-location:thoracic} "
            "and {q2=Sub-location:lumbar} {l_spine:spine} by {c:myeloma} | a has_location l_spine, "
            "q sub_location_modifies l_spine, q2 sub_location_modifies l_spine",
            "Appearances in the {q=Sub-location:axial} {l_skeleton:skeleton} are those of "
            "{c:myeloma}.",
        ),
    },
    "ovary": {
        "ultrasound": (
            "The {s=Laterality:@SIDE} {l_ovary:ovary} is replaced by a @look {c:mass}[ of @size|].",
            "@papillary_yes There is a @look {c:mass} arising from the {s=Laterality:@SIDE} "
            "{l_ovary:ovary}[, @size|], with {p=Condition:papillary projections} | "
            "c has_location l_ovary, p has_location l_ovary",
            "A @look {c:mass}[, @size,|] in the {s=Laterality:@SIDE} {l_adnexa:adnexa}.",
        ),
        "any": (
            "There is a @look {c:mass}[, @size,|] in the {s=Laterality:@SIDE} {l_adnexa:adnexa}.",
            "A @look {c:mass} arises from the {s=Laterality:@SIDE} {l_ovary:ovary}"
            "[ and measures @size|].",
        ),
    },
    "cervix": {
        "any": (
            "There is [an intermediate signal|an enhancing] {c:mass}[, @size,|] in the "
            "{q=Sub-location:@lip} lip of the {l_cervix:cervix} | c has_location l_cervix, "
            "q sub_location_modifies l_cervix",
            "The {q=Sub-location:@lip} {w=Locus:lip} of the {l_cervix:cervix} is "
            "replaced by {c:tumour}[ of @size|] | c has_location l_cervix, c has_location w",
            "{c:Tumour} of the {l_cervix:cervix}[, @size|], [centred on|mostly in] the "
            "{q=Sub-location:@lip} {w=Locus:lip} | c has_location l_cervix, c has_location w",
        ),
    },
    "endometrium": {
        "ultrasound": (
            "The {l_endometrium:endometrium} is {c:thickened}[ at @size|] and irregular.",
            "{c:Thickening} of the {l_endometrium:endometrium}[ to @size|], with "
            "{r=Result:increased} vascularity.",
        ),
        "any": (
            "The {w=Locus:endometrial cavity} is expanded by {c:tumour}[, @size,|] which extends "
            "into the {q=Sub-location:@depth} of the {m=Locus:myometrium} | "
            "c has_location w, c has_location m",
            "There is {c:tumour} in the {q=Sub-location:fundus} of the {l_uterus:uterus}[, "
            "@size|].",
        ),
    },
    "prostate": {
        "MRI": (
            "@lobes_one There is a low T2 signal {c:lesion}[, @size,|] in the {s=Laterality:@lat} "
            "{q=Sub-location:@level} of the {l_prostate:prostate} | c has_location l_prostate, "
            "s laterality_modifies l_prostate, q sub_location_modifies l_prostate",
            "@lobes_one A focus of {r=Result:restricted diffusion} in the {s=Laterality:@lat} "
            "{q=Sub-location:@level} of the {l_prostate:prostate} represents the "
            "{c:tumour}, {p=Result:PI-RADS @pirads}.",
            "@lobes_both {c:Tumour} in the {s=Laterality:left} and {s2=Laterality:right} "
            "{z=Locus:peripheral zone} at the {q=Sub-location:@level} | c has_location z, "
            "s laterality_modifies z, s2 laterality_modifies z, q sub_location_modifies z",
            "@beyond_yes {c:Tumour} in the {q=Sub-location:@level} of the {l_prostate:prostate} "
            "with {e=Condition:extracapsular extension} | c has_location l_prostate, "
            "e has_location l_prostate, q sub_location_modifies l_prostate",
        ),
        "any": (
            "The {l_prostate:prostate} is {d=Condition:enlarged} and irregular, in keeping with "
            "known {c:carcinoma}.",
            "Known {c:tumour} in the {q=Sub-location:@level} of the {l_prostate:prostate}.",
        ),
    },
    "testis": {
        "ultrasound": (
            "There is a @echo {c:mass}[, @size,|] in the {q=Sub-location:@pole} of @in"
            "[, with internal vascularity|].",
            "The {q=Sub-location:@pole} of @in is replaced by a @echo {c:mass}[ of @size|].",
            "A solid @echo {c:lesion} at the {q=Sub-location:@pole} of @in[, @size|], "
            "{r=Result:vascular} on {dop=Investigation:colour "
            "Doppler} | c has_location l, dop has_finding r",
        ),
        "any": ("Known {c:tumour} of @in.",),
    },
}

SUSPECT: dict[str, tuple[str, ...]] = {
    "mammogram": (
        "Appearances are [highly|] {n=Negation:suspicious of} {c!poss:malignancy}"
        "[ ({r=Result:@M5})|, {r=Result:@M5}|].",
        "The features {n=Negation:suggest} a {c!poss:carcinoma}.",
        "This is {n=Negation:most likely} {c!poss:malignant}, {r=Result:@M5}.",
        "{r=Result:@M5}: {n=Negation:highly suggestive of} {c!poss:malignancy}.",
    ),
    "any": (
        "Appearances are {n=Negation:suspicious of} {c!poss:malignancy}.",
        "The appearances {n=Negation:are in keeping with} a primary {c!poss:malignancy}.",
        "This is {n=Negation:likely} to be a {c!poss:carcinoma}.",
        "{n=Negation:Probable} {c!poss:malignancy}; [tissue is needed|histology required].",
        "{c!poss:Malignancy} is {n=Negation:the likeliest explanation} | n negation_modifies c",
    ),
    "blood": (
        "Appearances are {n=Negation:most consistent with} {c!poss:lymphoma}.",
        "{n=Negation:Likely} {c!poss:lymphoma}; [biopsy|histology] [is needed|required].",
    ),
}

AVID: tuple[str, ...] = (
    "There is intense {u=Result:FDG uptake} in the {c:tumour} @at.",
    "The {c:disease} @at is {u=Result:avid}, SUVmax {r=Result:@suv}.",
    "{u=Result:FDG-avid} {c:disease} @at.",
    "Uptake in the {c:tumour} @at has an SUVmax of {r=Result:@suv}.",
)
